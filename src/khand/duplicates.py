"""Chunks with the same embedded text: what embedding them again costs, and how to keep one of each."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, NamedTuple

from khand.chunk_record import Chunk

DIGEST_BYTES = 16


class Place(NamedTuple):
    """Where a chunk stood that was left out: its id, its document, and its span in there."""

    id: str
    source: str
    start: int
    end: int


def digest_of(embed_text: str) -> bytes:
    """What tells embedded texts apart: 16 bytes, so that those of a corpus fit into memory."""
    return blake2b(embed_text.encode(), digest_size=DIGEST_BYTES).digest()


class Seen:
    """
    The embedded texts of a run, and how many chunks repeat one of them.

    Attributes:
        chunks: Chunks whose embedded text an earlier one has.
        tokens: Their tokens.

    About 100 bytes for each different chunk.
    """

    def __init__(self) -> None:
        self._first: dict[bytes, int] = {}
        self.chunks = 0
        self.tokens = 0

    def add(self, digest: bytes, tokens: int) -> int | None:
        """Take one chunk in; the number (from 0, of those that repeat none) of the one that it repeats, or None."""
        number = len(self._first)
        first = self._first.setdefault(digest, number)
        if first == number:
            return None
        self.chunks += 1
        self.tokens += tokens
        return first


def drop_duplicates(chunks: Iterable[Chunk]) -> list[Chunk]:
    r"""
    One chunk of each embedded text, the first.

    Args:
        chunks: Of one document or of many.

    Returns:
        Those that are left, in order. The metadata of one that stands for others has them as ``"also_in"``: id, source, start and
        end of each.

    >>> from khand.engine import chunk
    >>> made = [*chunk("Same.", source="a.md"), *chunk("Same.", source="b.md")]
    >>> [(c.source, c.metadata["also_in"][0]["source"]) for c in drop_duplicates(made)]
    [('a.md', 'b.md')]

    """
    seen, kept = Seen(), list[Chunk]()
    also: dict[int, list[Place]] = {}
    for chunk in chunks:
        first = seen.add(digest_of(chunk.embed_text), chunk.tokens)
        if first is None:
            kept.append(chunk)
        else:
            also.setdefault(first, []).append(place_of(chunk))
    return [
        chunk._replace(metadata=with_places(chunk.metadata, also.get(number, ())))
        for number, chunk in enumerate(kept)
    ]


def place_of(chunk: Chunk) -> Place:
    """Where a chunk stands."""
    return Place(chunk.id, chunk.source, chunk.start, chunk.end)


def with_places(metadata: dict[str, Any] | None, places: Iterable[Place]) -> dict[str, Any] | None:
    """The metadata of a chunk with the places of those that were left out for it; as it is without any."""
    also = [place._asdict() for place in places]
    return (metadata or {}) | {"also_in": also} if also else metadata
