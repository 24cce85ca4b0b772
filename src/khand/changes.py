"""What changed between two sets of chunks, and what it costs to embed only that."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from khand.checks import price_per_million
from khand.chunk_record import Chunk
from khand.duplicates import digest_of
from khand.errors import InputError


class Gone(NamedTuple):
    """A chunk that is no longer there."""

    id: str
    source: str
    index: int  # type: ignore[assignment]  # tuple.index is not missed
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """
    What became of the old chunks, told by their ids.

    Attributes:
        added: New chunks whose id was not there before: to be embedded.
        removed: Old chunks whose id is no longer there: to be deleted.
        moved: New chunks that were there, and now stand in another order among those of their document.
        updated: New chunks that were there, and whose record differs in something that is not embedded: offsets, lines, index,
            page, overlap, the reason of the cut. Those in `moved` are among them.
        kept: How many chunks were there and still are, the moved ones included.
        kept_tokens: Their tokens, which need not be embedded again.
        copies: Id of an added chunk, and the id of a removed one with the same embedded text (of a file that was renamed, say),
            whose vector can be taken instead of embedding it again.
    """

    added: list[Chunk] = field(repr=False)
    removed: list[Gone] = field(repr=False)
    moved: list[Chunk] = field(repr=False)
    updated: list[Chunk] = field(repr=False)
    kept: int
    kept_tokens: int
    copies: dict[str, str] = field(repr=False)

    @property
    def unchanged(self) -> int:
        """Chunks that were there and stand in the same order."""
        return self.kept - len(self.moved)

    @property
    def tokens(self) -> int:
        """Tokens to embed: those of the added chunks."""
        return sum(chunk.tokens for chunk in self.added)

    @property
    def all_tokens(self) -> int:
        """Tokens of all new chunks: what embedding everything anew would take."""
        return self.tokens + self.kept_tokens

    @property
    def copied_tokens(self) -> int:
        """Of `tokens`, those whose vectors can be copied."""
        return sum(chunk.tokens for chunk in self.added if chunk.id in self.copies)

    def cost(self, price: float | str) -> float:
        """
        What embedding the added chunks costs.

        Args:
            price: Of one million tokens, >= 0; or a model's name for its published price.

        Raises:
            OptionError: Not a price.
        """
        return self.tokens / 1_000_000 * (price_per_million(price) or 0.0)

    def to_dict(self) -> dict[str, int]:
        """The figures by name, ready for JSON."""
        return {
            "added": len(self.added),
            "removed": len(self.removed),
            "moved": len(self.moved),
            "unchanged": self.unchanged,
            "updated": len(self.updated),
            "tokens": self.tokens,
            "all_tokens": self.all_tokens,
            "copies": len(self.copies),
            "copied_tokens": self.copied_tokens,
        }


def diff(
    old: Iterable[Chunk] | str | os.PathLike[str], new: Iterable[Chunk] | str | os.PathLike[str]
) -> Difference:
    r"""
    Compare two sets of chunks.

    Args:
        old: Chunks, or the path of a file of them or of the folder of ``--out-dir``.
        new: The same.

    Raises:
        InputError: A file cannot be read, or two chunks of one set have the same id.

    >>> from khand.engine import chunk
    >>> old = chunk("# A\n\nBe kind.\n\n# B\n\nBe fair.\n", source="a.md")
    >>> new = chunk("# A\n\nBe kind.\n\n# B\n\nBe fair to all.\n", source="a.md")
    >>> found = diff(old, new)
    >>> found.unchanged, [c.text for c in found.added], len(found.removed), found.tokens
    (1, ['# B\n\nBe fair to all.'], 1, 8)

    """
    comparison = Comparison(_chunks(old))
    for chunk in _chunks(new):
        comparison.see(chunk)
    return comparison.finish()


def _chunks(given: Iterable[Chunk] | str | os.PathLike[str]) -> Iterable[Chunk]:
    if not isinstance(given, str | os.PathLike):
        return given
    from khand.readers.chunks import iterate_chunks

    return iterate_chunks(given)


class _Old(NamedTuple):
    source: str
    index: int  # type: ignore[assignment]  # tuple.index is not missed
    tokens: int
    digest: bytes
    place: int


class Comparison:
    """
    Compares chunks with old ones while they are made; of the old ones about 300 bytes each are kept.

    Args:
        old: The old chunks.
    """

    def __init__(self, old: Iterable[Chunk]) -> None:
        self._old: dict[str, _Old] = {}
        for chunk in old:
            _refuse_twice(chunk, self._old)
            self._old[chunk.id] = _Old(
                chunk.source, chunk.index, chunk.tokens, digest_of(chunk.embed_text), _rest_of(chunk)
            )
        self._new: set[str] = set()
        self._added: list[Chunk] = []
        self._updated: list[Chunk] = []
        self._orders: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)

    def see(self, chunk: Chunk) -> bool:
        """Take a new chunk in; whether it was not there before."""
        _refuse_twice(chunk, self._new)
        self._new.add(chunk.id)
        old = self._old.get(chunk.id)
        if old is None:
            self._added.append(chunk)
            return True
        if old.place != _rest_of(chunk):
            self._updated.append(chunk)
        self._orders[chunk.source].append((old.index, chunk.id))
        return False

    def finish(self) -> Difference:
        """What became of all."""
        kept = self._new & self._old.keys()
        gone = [
            Gone(name, old.source, old.index, old.tokens)
            for name, old in self._old.items()
            if name not in self._new
        ]
        moved = {name for order in self._orders.values() for name in _out_of_order(order)}
        vectors = {self._old[one.id].digest: one.id for one in reversed(gone)}
        same = ((chunk.id, vectors.get(digest_of(chunk.embed_text))) for chunk in self._added)
        return Difference(
            added=self._added,
            removed=gone,
            moved=[chunk for chunk in self._updated if chunk.id in moved],
            updated=self._updated,
            kept=len(kept),
            kept_tokens=sum(self._old[name].tokens for name in kept),
            copies={new: old for new, old in same if old is not None},
        )


def _rest_of(chunk: Chunk) -> int:
    """What of a record is neither its id nor embedded, as a number that differs where it does."""
    rest = chunk._replace(id="", embed_text="", text="", metadata=None)
    return hash((rest, repr(chunk.metadata)))


def _refuse_twice(chunk: Chunk, known: Iterable[str]) -> None:
    if chunk.id in known:
        raise InputError(
            f"two chunks have the id {chunk.id} (the second is chunk {chunk.index + 1} of {chunk.source or 'standard input'}): "
            "are these chunks of more than one run?",
            source=chunk.source,
        )


def _out_of_order(order: list[tuple[int, str]]) -> set[str]:
    """
    The fewest that must move for the old places to increase: all but a longest increasing subsequence.

    >>> _out_of_order([(0, "a"), (3, "d"), (1, "b"), (2, "c")])
    {'d'}
    """
    lasts: list[int] = []  # lasts[k]: the smallest old place that ends an increasing run of k + 1
    ends: list[int] = []  # which element of `order` that is
    before: list[int] = []
    for number, (place, _) in enumerate(order):
        k = bisect_left(lasts, place)
        before.append(ends[k - 1] if k else -1)
        lasts[k : k + 1] = [place]
        ends[k : k + 1] = [number]
    stay = set[int]()
    at = ends[-1] if ends else -1
    while at >= 0:
        stay.add(at)
        at = before[at]
    return {name for number, (_, name) in enumerate(order) if number not in stay}
