"""Chunks as the records of vector stores: flat, in the types each takes. Vectors are the caller's to add."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID, uuid5

from khand.chunk_record import Chunk, metadata_json
from khand.errors import OptionError

# Qdrant takes UUIDs and whole numbers as ids, no other text
_QDRANT = UUID("8a5f1c5e-6f0c-5f6e-9b53-0d7d6b1b9c11")


def to_records(chunks: Iterable[Chunk], store: str) -> Any:  # noqa: ANN401  # what a store takes
    r"""
    Records for a store; upserting them again changes nothing, since ids are those of the chunks.

    Args:
        chunks: The chunks, with their children if they have any.
        store: ``"chroma"``: the lists that ``collection.upsert(**records)`` takes. ``"qdrant"``: dicts with `id` and `payload`,
            for ``PointStruct(**record, vector=v)``. ``"lancedb"``: dicts, for ``{**record, "vector": v}`` in a table
            of ``lancedb_schema``. ``"pgvector"``: the same for the statements of ``khand.adapters.postgres.pgvector_sql``; U+0000,
            which PostgreSQL does not take, is U+FFFD in them.

    Raises:
        OptionError: No such store is known.

    >>> from khand.engine import chunk
    >>> made = to_records(chunk("# Leave\n\nThirty days.", source="a.md"), "chroma")
    >>> made["documents"], made["metadatas"][0]["headings"]
    (['# Leave\n\nThirty days.'], 'Leave')
    """
    if store not in _MAKERS:
        raise OptionError(
            f"store={store!r}: must be one of {', '.join(_MAKERS)}", option="store", value=store
        )
    return _MAKERS[store](list(chunks))


def qdrant_id(chunk_id: str) -> str:
    """
    The id of a chunk's point, to delete what ``khand diff`` says is gone.

    >>> qdrant_id("6f1") == qdrant_id("6f1") != qdrant_id("6f2")
    True
    """
    return str(uuid5(_QDRANT, chunk_id))


def _flat(chunk: Chunk) -> dict[str, Any]:
    """Every field as a text, a number or a truth value: `headings` as ``A > B``, metadata as JSON."""
    return {
        **chunk._asdict(),
        "headings": " > ".join(chunk.headings),
        "metadata": metadata_json(chunk.metadata),
    }


def _chroma(chunks: list[Chunk]) -> dict[str, list[Any]]:
    kept = [
        {
            name: value
            for name, value in _flat(c).items()
            if value is not None and name not in ("id", "embed_text")
        }
        for c in chunks
    ]
    return {"ids": [c.id for c in chunks], "documents": [c.embed_text for c in chunks], "metadatas": kept}


def _qdrant(chunks: list[Chunk]) -> list[dict[str, Any]]:
    # a payload takes lists and objects, so nothing is made flat
    return [{"id": qdrant_id(c.id), "payload": c.to_dict(asked=["parent", "metadata"])} for c in chunks]


def _rows(chunks: list[Chunk]) -> list[dict[str, Any]]:
    return [
        {**c._asdict(), "headings": list(c.headings), "metadata": metadata_json(c.metadata)} for c in chunks
    ]


def _pgvector(chunks: list[Chunk]) -> list[dict[str, Any]]:
    return _rows([_without_nuls(chunk) for chunk in chunks])


def _without_nuls(chunk: Chunk) -> Chunk:
    r"""
    A chunk with U+FFFD for U+0000, which PostgreSQL does not take; offsets hold.

    >>> _without_nuls(Chunk("1", "", 0, None, (), "a\0", "a\0", 1, 0, 2, 1, 1, None, 0, 0, "end")).text
    'a\ufffd'
    """
    return Chunk(*map(_without_nul, chunk))


def _without_nul(value: Any) -> Any:  # noqa: ANN401  # what JSON holds
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    if isinstance(value, list | tuple):
        return type(value)([_without_nul(one) for one in value])
    if isinstance(value, dict):
        return {_without_nul(name): _without_nul(one) for name, one in value.items()}
    return value


_MAKERS: dict[str, Callable[[list[Chunk]], Any]] = {
    "chroma": _chroma,
    "qdrant": _qdrant,
    "lancedb": _rows,
    "pgvector": _pgvector,
}
