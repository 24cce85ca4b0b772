"""Chunks in the stores themselves: stored, found, and after a change only what changed is touched."""

import hashlib

import pytest

import khand
from khand.adapters.stores import lancedb_schema, qdrant_id

TEXT = "# Leave\n\n## Days\n\nThirty days a year. Not more.\n\n## छुट्टी\n\nतीस दिन की छुट्टी मिलती है।\n\n## Notice\n\nTell your manager."
CHANGED = TEXT.replace("Thirty", "Forty")


def cut(text):
    return khand.chunk(text, size=60, children=5, source="a.md")


def vector(text):
    """Stands in for an embedding: equal texts, and only these, are near."""
    return [byte / 255 for byte in hashlib.sha256(text.encode()).digest()]


@pytest.fixture
def difference():
    """What a changed word makes new and gone; more than nothing, less than all."""
    told = khand.diff(cut(TEXT).with_children(), cut(CHANGED).with_children())
    assert 0 < len(told.added) < len(list(cut(CHANGED).with_children()))
    return told


def touched(difference):
    """The chunks and children that are new, or whose record is."""
    return khand.ChunkList([*difference.added, *difference.updated])


def test_chroma(difference) -> None:
    """Chroma takes the lists as they are, and gives headings and lines back; changed, it equals a fresh one."""
    chromadb = pytest.importorskip("chromadb")
    client = chromadb.EphemeralClient()

    def fill(collection, chunks):
        records = chunks.to_records("chroma")
        collection.upsert(**records, embeddings=[vector(d) for d in records["documents"]])

    old, fresh = client.create_collection("old"), client.create_collection("fresh")
    fill(old, cut(TEXT))
    asked = cut(TEXT)[1]
    (found,) = old.query(query_embeddings=[vector(asked.embed_text)], n_results=1)["metadatas"][0]
    assert (asked.text, " > ".join(asked.headings), asked.start_line) == (
        found["text"],
        found["headings"],
        found["start_line"],
    )
    old.delete(ids=[gone.id for gone in difference.removed])
    fill(old, touched(difference))
    fill(fresh, cut(CHANGED))

    def held(collection):
        got = collection.get()
        return sorted(
            zip(
                got["ids"],
                got["documents"],
                map(str, map(sorted, map(dict.items, got["metadatas"]))),
                strict=True,
            )
        )

    assert held(fresh) == held(old)


def test_qdrant(difference) -> None:
    """Qdrant takes the records as points; a child that is found leads to its chunk; changed, it equals a fresh one."""
    qdrant = pytest.importorskip("qdrant_client")
    models = qdrant.models
    client = qdrant.QdrantClient(":memory:")

    def fill(name, chunks):
        client.upsert(
            name,
            [
                models.PointStruct(**r, vector=vector(r["payload"]["embed_text"]))
                for r in chunks.to_records("qdrant")
            ],
        )

    for name in ("old", "fresh"):
        client.create_collection(name, models.VectorParams(size=32, distance=models.Distance.DOT))
    chunks = cut(TEXT)
    fill("old", chunks)
    child = chunks.children[0]
    (found,) = [p for p in client.scroll("old", limit=100)[0] if p.payload["id"] == child.id]
    (parent,) = client.retrieve("old", [qdrant_id(found.payload["parent"])])
    assert child.text in parent.payload["text"]
    client.delete("old", [qdrant_id(gone.id) for gone in difference.removed])
    fill("old", touched(difference))
    fill("fresh", cut(CHANGED))
    held = [
        sorted((p.id, str(p.payload)) for p in client.scroll(name, limit=100)[0]) for name in ("fresh", "old")
    ]
    assert held[0] == held[1] != []


def test_lancedb(difference, tmp_path) -> None:
    """LanceDB takes the records as rows, finds the passage, and after a change equals a fresh table."""
    lancedb = pytest.importorskip("lancedb")
    base = lancedb.connect(tmp_path)

    def rows(chunks):
        return [{**r, "vector": vector(r["embed_text"])} for r in chunks.to_records("lancedb")]

    old = base.create_table("old", rows(cut(TEXT)), schema=lancedb_schema(32))
    asked = cut(TEXT)[1]
    (found,) = old.search(vector(asked.embed_text)).limit(1).to_list()
    assert (asked.id, asked.text, asked.end_line) == (found["id"], found["text"], found["end_line"])
    gone = ", ".join(f"'{one.id}'" for one in difference.removed)
    old.delete(f"id IN ({gone})")
    old.merge_insert("id").when_matched_update_all().when_not_matched_insert_all().execute(
        rows(touched(difference))
    )
    fresh = base.create_table("fresh", rows(cut(CHANGED)), schema=lancedb_schema(32))
    held = [sorted(table.to_arrow().to_pylist(), key=lambda r: r["id"]) for table in (fresh, old)]
    assert held[0] == held[1] != []


def test_unknown_store() -> None:
    """A store that is not known is named with those that are."""
    with pytest.raises(khand.OptionError, match="chroma, qdrant, lancedb"):
        cut(TEXT).to_records("pinecone")
