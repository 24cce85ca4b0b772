"""Chunks with the same embedded text: what embedding them again costs, and how to keep one of each."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, NamedTuple

from khand.chunk_record import Chunk

DIGEST_BYTES = 16


class Place(NamedTuple):
    """Where a chunk that was left out stood: its id, its document and its span in it."""

    id: str
    source: str
    start: int
    end: int


def digest_of(embed_text: str) -> bytes:
    """A hash of 16 bytes that tells embedded texts apart: those of a whole corpus fit into memory."""
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
        """Take in one chunk. The result is the number of the chunk it repeats, from 0 among those that repeat none; or None."""
        number = len(self._first)
        first = self._first.setdefault(digest, number)
        if first == number:
            return None
        self.chunks += 1
        self.tokens += tokens
        return first


class Firsts:
    """
    Which chunks are the first with their embedded text. Children, which come behind their chunk, stay or go with it.

    Attributes:
        also: By the number of a record that is kept, from 0: where the chunks stood that were left out in its favour.
    """

    def __init__(self) -> None:
        self.also: dict[int, list[Place]] = {}
        self._seen = Seen()
        self._records: list[int] = []  # of each chunk that is kept, its number among all records that are
        self._kept = 0
        self._keeping = True

    def keeps(self, chunk: Chunk) -> bool:
        """Take in the next chunk or child, and return whether it is kept."""
        if chunk.parent is None:
            first = self._seen.add(digest_of(chunk.embed_text), chunk.tokens)
            self._keeping = first is None
            if first is None:
                self._records.append(self._kept)
            else:
                self.also.setdefault(self._records[first], []).append(place_of(chunk))
        self._kept += self._keeping
        return self._keeping


def drop_duplicates(chunks: Iterable[Chunk]) -> list[Chunk]:
    r"""
    The first chunk of each embedded text, without those that repeat one.

    Args:
        chunks: The chunks of one document or of many; children, each behind its chunk, stay or go with it.

    Returns:
        The chunks that are left, in order. Where one stands for others, its metadata lists them as ``"also_in"``: id, source, start and
        end of each.

    >>> from khand.engine import chunk
    >>> made = [*chunk("Same.", source="a.md"), *chunk("Same.", source="b.md")]
    >>> [(c.source, c.metadata["also_in"][0]["source"]) for c in drop_duplicates(made)]
    [('a.md', 'b.md')]

    """
    firsts = Firsts()
    kept = [chunk for chunk in chunks if firsts.keeps(chunk)]
    return [
        chunk._replace(metadata=with_places(chunk.metadata, firsts.also.get(number, ())))
        for number, chunk in enumerate(kept)
    ]


def place_of(chunk: Chunk) -> Place:
    """Where a chunk stands."""
    return Place(chunk.id, chunk.source, chunk.start, chunk.end)


def with_places(metadata: dict[str, Any] | None, places: Iterable[Place]) -> dict[str, Any] | None:
    """The metadata of a chunk with the places of the chunks left out in its favour; unchanged where there are none."""
    also = [place._asdict() for place in places]
    return (metadata or {}) | {"also_in": also} if also else metadata
