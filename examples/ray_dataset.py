"""
Ray Data: Parquet of documents in, Parquet of chunks out, on this machine or the cluster that RAY_ADDRESS names.

Needs: pip install "khand[ray]"
"""

import tempfile
from pathlib import Path

import pyarrow as pa
import ray
from pyarrow import parquet

import khand

folder = Path(tempfile.mkdtemp())
handbook = (Path(__file__).parent / "handbook.md").read_text(encoding="utf-8")
for part in range(4):  # what a crawl or an export left: files of documents, one of them without its text
    ids = [f"{part}-{i}" for i in range(5)]
    texts = [handbook + f"\n\nCopy {name}." if name != "2-3" else None for name in ids]
    (folder / "documents").mkdir(exist_ok=True)
    parquet.write_table(pa.table({"id": ids, "body": texts}), folder / "documents" / f"{part}.parquet")

ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False)  # on a cluster: ray.init()
documents = ray.data.read_parquet(str(folder / "documents"))
chunks = khand.ray.chunk_dataset(documents, text_column="body", id_column="id", size=128)
chunks.write_parquet(str(folder / "chunks"))
ray.shutdown()

made = parquet.read_table(folder / "chunks")
failed = made.filter(pa.compute.is_valid(made["error"]))
print(f"{made.num_rows - failed.num_rows} chunks, {len(set(made['id'].to_pylist()) - {None})} ids")
print(f"failed: {failed.select(['document', 'error']).to_pylist()}")
