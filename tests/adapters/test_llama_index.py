"""The parser in LlamaIndex's own hands."""

import pytest
from _loops import finished

import khand

pytest.importorskip("llama_index.core")
from llama_index.core import Document, StorageContext, VectorStoreIndex
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import get_leaf_nodes, get_root_nodes
from llama_index.core.retrievers import AutoMergingRetriever
from llama_index.core.schema import MetadataMode
from llama_index.core.storage.docstore import SimpleDocumentStore

from khand.adapters.llama_index import KhandNodeParser

TEXT = (
    "# Leave\n\nThirty days. Not more.\n\n## छुट्टी\n\nतीस दिन की छुट्टी मिलती है। तीस दिन की छुट्टी मिलती है।\n\n"
    + "Same here. " * 40
    + "\n\n## Rates\n\n| name | rate |\n|---|---|\n"
    + "| basic | 12 |\n" * 12
)


@pytest.fixture
def document():
    return Document(text=TEXT, metadata={"file_path": "a.md", "team": "HR"})


def test_nodes_are_the_chunks(document) -> None:
    """Text, place and id are the chunk's; the document's metadata and the heading path are there."""
    nodes = KhandNodeParser(size=40)([document])
    chunks = khand.chunk(TEXT, size=40, source="a.md")
    assert len(chunks) > 5
    expected = [(c.id, c.text, c.start, c.end, list(c.headings), "HR") for c in chunks]
    assert expected == [
        (n.node_id, n.text, n.start_char_idx, n.end_char_idx, n.metadata["headings"], n.metadata["team"])
        for n in nodes
    ]


def test_what_is_embedded_is_the_embedded_text(document) -> None:
    """For the embedding and for the model, no metadata but the context stand before the text: the limit holds."""
    nodes = KhandNodeParser(size=40, overlap=8)([document])
    chunks = khand.chunk(TEXT, size=40, overlap=8, source="a.md")
    assert any(
        "| name | rate |\n|---|---|\n" in c.embed_text and c.headings[0] in c.embed_text for c in chunks
    )
    for mode in (MetadataMode.EMBED, MetadataMode.LLM):
        assert [c.embed_text.strip() for c in chunks] == [n.get_content(mode) for n in nodes]


def test_reopened_fence_is_closed() -> None:
    """A piece of code in the middle has its fence before and behind."""
    text = "# A\n\n```py\n" + "one = two(three)\n" * 30 + "```\n"
    nodes = KhandNodeParser(size=40)([Document(text=text)])
    chunks = khand.chunk(text, size=40)
    assert [c.embed_text for c in chunks[1:]] == [n.get_content(MetadataMode.EMBED) for n in nodes[1:]]
    assert nodes[1].get_content(MetadataMode.EMBED).endswith("\n```")


def test_neighbours_and_source(document) -> None:
    """Each node knows the one before and behind in its own document, and its document."""
    nodes = KhandNodeParser(size=40)([document, Document(text="Other.", id_="other")])
    first = nodes[:-1]
    assert [n.node_id for n in first[1:]] == [n.next_node.node_id for n in first[:-1]]
    assert [n.node_id for n in first[:-1]] == [n.prev_node.node_id for n in first[1:]]
    assert first[-1].next_node is nodes[-1].prev_node is first[0].prev_node is None
    assert [document.doc_id] * len(first) + ["other"] == [n.ref_doc_id for n in nodes]


def test_children_are_child_nodes(document) -> None:
    """Leaves and roots are told as LlamaIndex tells them; neighbours of children are children."""
    nodes = KhandNodeParser(size=60, children=10)([document])
    chunks = khand.chunk(TEXT, size=60, children=10, source="a.md")
    children = {c.id: c for c in chunks.children}
    assert [c.id for c in chunks] == [n.node_id for n in get_root_nodes(nodes)]
    leaves = {n.node_id for n in get_leaf_nodes(nodes)}
    assert set(children) < leaves
    for node in nodes:
        if node.node_id in children:
            assert children[node.node_id].parent == node.parent_node.node_id
            assert node.next_node is None or node.next_node.node_id in children
        assert TEXT[node.start_char_idx : node.end_char_idx] == node.text


def test_auto_merging_returns_the_chunk(document) -> None:
    """Where enough children of a chunk are found, the retriever gives the chunk in their stead."""
    nodes = KhandNodeParser(size=60, children=10)([document])
    storage = StorageContext.from_defaults(docstore=SimpleDocumentStore())
    storage.docstore.add_documents(nodes)
    index = VectorStoreIndex(get_leaf_nodes(nodes), storage_context=storage, embed_model=MockEmbedding(8))
    retriever = AutoMergingRetriever(index.as_retriever(similarity_top_k=100), storage)
    found = {one.node.node_id for one in retriever.retrieve("leave")}
    assert {n.node_id for n in get_root_nodes(nodes)} == found


def test_pipeline_async_and_writing(document) -> None:
    """A pipeline runs it, the async form gives the same, and it is written and read as its kind are."""
    parser = KhandNodeParser(size=40)
    ids = [n.node_id for n in parser([document])]
    assert ids == [n.node_id for n in IngestionPipeline(transformations=[parser]).run(documents=[document])]
    assert ids == [n.node_id for n in finished(parser.acall([document]))]
    again = KhandNodeParser.from_dict(parser.to_dict())
    assert {"size": 40} == again.options
    for wrong in ({"sizes": 40}, {"id_func": lambda i, doc: str(i)}):
        with pytest.raises(khand.OptionError):
            KhandNodeParser(**wrong)


def test_metadata_of_the_document_only_where_wanted(document) -> None:
    """``include_metadata=False`` leaves the document's metadata out, as with other parsers."""
    (node, *_) = KhandNodeParser(include_metadata=False)([document])
    assert {"headings", "tokens", "context"} == set(node.metadata)
