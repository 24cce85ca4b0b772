"""
Spark: Parquet of documents in, Parquet of chunks out, joined back to the columns of the documents.

Needs: pip install "khand[spark]" and Java 17 or newer
"""

import os
import sys
import tempfile
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql.functions import col

import khand

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # the workers' Python, which has khand
folder = Path(tempfile.mkdtemp())
handbook = (Path(__file__).parent / "handbook.md").read_text(encoding="utf-8")
spark = (  # on a cluster: what spark-submit gives
    SparkSession.builder.master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.log.level", "ERROR")
    .getOrCreate()
)
rows = [
    (i, "HR" if i % 2 else "IT", handbook + f"\n\nCopy {i}." if i != 13 else None) for i in range(20)
]  # what a crawl or an export left, one row without its text
spark.createDataFrame(rows, "id int, team string, body string").write.parquet(str(folder / "documents"))

documents = spark.read.parquet(str(folder / "documents"))
chunks = khand.spark.chunk_dataframe(documents, text_column="body", id_column="id", size=128)
chunks.write.parquet(str(folder / "chunks"))

made = spark.read.parquet(str(folder / "chunks"))
failed = [(row.document, row.error) for row in made.filter("error is not null").collect()]
print(f"{made.filter('error is null').count()} chunks; failed: {failed}")
teams = made.join(documents.select("team", col("id").cast("string").alias("document")), "document")
teams.groupBy("team").sum("tokens").orderBy(
    "team"
).show()  # columns of the documents are joined back by their id
spark.stop()
