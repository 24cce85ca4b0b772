"""
Parquet of documents in, Parquet of chunks out; the same table through Polars and DuckDB.

Needs: pip install "khand[arrow]" polars duckdb
"""

import tempfile
from pathlib import Path

import duckdb
import polars
import pyarrow as pa
from pyarrow import parquet

import khand

folder = Path(tempfile.mkdtemp())
handbook = (Path(__file__).parent / "handbook.md").read_text(encoding="utf-8")
parquet.write_table(
    pa.table({"id": [1, 2], "team": ["HR", "IT"], "body": [handbook, None]}), folder / "documents.parquet"
)


def cut(table: object) -> pa.Table:
    """The chunks of a table of documents, whoever made it."""
    return khand.chunk_table(table, text_column="body", id_column="id", size=128)


chunks = cut(parquet.read_table(folder / "documents.parquet"))
parquet.write_table(chunks, folder / "chunks.parquet")
assert cut(polars.read_parquet(folder / "documents.parquet")).equals(chunks)
assert cut(duckdb.sql(f"FROM '{folder / 'documents.parquet'}'")).equals(chunks)

failed = chunks.filter(pa.compute.is_valid(chunks["error"]))
print(
    f"{chunks.num_rows - failed.num_rows} chunks; failed: {failed.select(['document', 'error']).to_pylist()}"
)
made = polars.from_arrow(chunks)  # columns of the documents are joined back by their id
documents = polars.read_parquet(folder / "documents.parquet").with_columns(polars.col("id").cast(str))
print(made.join(documents, left_on="document", right_on="id").select("team", "heading", "tokens"))
