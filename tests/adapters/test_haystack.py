"""The component in Haystack's own hands."""

import pytest

import khand

pytest.importorskip("haystack")
from haystack import Document, Pipeline
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.components.writers import DocumentWriter
from haystack.document_stores.in_memory import InMemoryDocumentStore

from khand.adapters.haystack import KhandSplitter

TEXT = "# Leave\n\nThirty days. Not more.\n\n## Notice\n\n" + "Tell your manager early. " * 20


def test_documents_are_the_chunks() -> None:
    """Every document is a chunk with its place and headings, beside the meta of its own document."""
    given = Document(content=TEXT, meta={"file_path": "a.md", "team": "HR"})
    made = KhandSplitter(size=30).run([given])["documents"]
    chunks = khand.chunk(TEXT, size=30, source="a.md")
    assert len(chunks) > 3
    assert [(c.id, c.embed_text, list(c.headings), c.tokens) for c in chunks] == [
        (d.id, d.content, d.meta["headings"], d.meta["tokens"]) for d in made
    ]
    assert {("HR", given.id)} == {(d.meta["team"], d.meta["source_id"]) for d in made}
    for one in KhandSplitter(content="text", size=30).run([given])["documents"]:
        assert one.content == TEXT[one.meta["split_idx_start"] : one.meta["split_idx_end"]]


def test_pipeline_from_its_yaml() -> None:
    """Written to YAML and read back, the pipeline cuts the same, and what it stores is found."""
    pipeline = Pipeline()
    pipeline.add_component("cut", KhandSplitter(size=30, by="sentence"))
    pipeline.add_component("write", DocumentWriter(InMemoryDocumentStore()))
    pipeline.connect("cut", "write")
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["khand.adapters.haystack"])
    assert {"size": 30, "by": "sentence"} == again.get_component("cut").options
    written = again.run({"cut": {"documents": [Document(content=TEXT)]}})
    assert len(khand.chunk(TEXT, size=30, by="sentence")) == written["write"]["documents_written"]
    store = again.get_component("write").document_store
    (best,) = InMemoryBM25Retriever(store, top_k=1).run("thirty days")["documents"]
    assert ["Leave"] == best.meta["headings"]


def test_children_name_their_parent() -> None:
    """Children follow their chunk and name it."""
    given = Document(content="One is here. Two is here. Three is here.")
    made = KhandSplitter(children=8).run([given])["documents"]
    assert len(made) > 2
    assert [None] + [made[0].id] * (len(made) - 1) == [d.meta.get("parent_id") for d in made]


def test_what_cannot_be() -> None:
    """A document without text, a wrong setting and a tokenizer that no file can hold are named."""
    with pytest.raises(khand.OptionError, match="has no text"):
        KhandSplitter().run([Document(content=None)])
    with pytest.raises(khand.OptionError, match="no such setting"):
        KhandSplitter(sizes=3)
    with pytest.raises(khand.OptionError, match="only a name or a path"):
        KhandSplitter(tokenizer=len).to_dict()
