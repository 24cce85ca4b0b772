"""
Haystack: a pipeline that cuts and stores, written to YAML and read back, offline.

Needs: pip install "khand[haystack]"
"""

from pathlib import Path

from haystack import Document, Pipeline
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.components.writers import DocumentWriter
from haystack.document_stores.in_memory import InMemoryDocumentStore

from khand.adapters.haystack import KhandSplitter

handbook = Path(__file__).parent / "handbook.md"
pipeline = Pipeline()
pipeline.add_component("cut", KhandSplitter(size=128))
pipeline.add_component("write", DocumentWriter(InMemoryDocumentStore()))
pipeline.connect("cut", "write")

pipeline = Pipeline.loads(pipeline.dumps(), allowed_modules=["khand.adapters.haystack"])
text = Document(content=handbook.read_text(encoding="utf-8"), meta={"file_path": handbook.name})
print(pipeline.run({"cut": {"documents": [text]}})["write"])
store = pipeline.get_component("write").document_store
for found in InMemoryBM25Retriever(store, top_k=2).run("eligible")["documents"]:
    print(found.meta["headings"], found.meta["tokens"], sep="  ")
