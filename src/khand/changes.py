"""What changed between two sets of chunks, and what it costs to embed only that."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from khand.checks import price_per_million
from khand.chunk_record import Chunk
from khand.chunks import ChunkList
from khand.duplicates import digest_of
from khand.errors import InputError
from khand.formatting import number


class Gone(NamedTuple):
    """A chunk that is no longer there."""

    id: str
    source: str
    index: int  # type: ignore[assignment]  # tuple.index is not missed
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """
    What became of the old chunks, told apart by their ids.

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
        children: The same of the windows inside the chunks, which are in no other figure; None where neither set has any.
    """

    added: list[Chunk] = field(repr=False)
    removed: list[Gone] = field(repr=False)
    moved: list[Chunk] = field(repr=False)
    updated: list[Chunk] = field(repr=False)
    kept: int
    kept_tokens: int
    copies: dict[str, str] = field(repr=False)
    children: Difference | None = field(default=None, repr=False)

    @property
    def to_embed(self) -> list[Chunk]:
        """What an index is to embed and insert: what was added, children behind the chunks."""
        return [*self.added, *(self.children.added if self.children else ())]

    @property
    def to_update(self) -> list[Chunk]:
        """What an index has, with a record that is to be written anew: what was updated, children behind the chunks."""
        return [*self.updated, *(self.children.updated if self.children else ())]

    @property
    def to_delete(self) -> list[str]:
        """The ids that an index is to delete, those of children behind those of the chunks."""
        return [one.id for one in [*self.removed, *(self.children.removed if self.children else ())]]

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
        """Those of `tokens` whose vectors can be copied instead of made."""
        return sum(chunk.tokens for chunk in self.added if chunk.id in self.copies)

    def cost(self, price: float | str) -> float:
        """
        What embedding the added chunks costs.

        Args:
            price: Price of one million tokens, >= 0; or a model's name for its published price.

        Raises:
            OptionError: Not a price.
        """
        return self.tokens / 1_000_000 * (price_per_million(price) or 0.0)

    def __str__(self) -> str:
        return (
            f"{number(self.unchanged)} unchanged, {number(len(self.moved))} moved, {number(len(self.added))} added, "
            f"{number(len(self.removed))} removed; {number(self.tokens)} of {number(self.all_tokens)} tokens to embed"
        )

    def to_dict(self) -> dict[str, Any]:
        """The figures by name, ready for JSON; those of children as an object, or null."""
        figures = self._figures()
        return figures | {"children": None if self.children is None else self.children._figures()}

    def _figures(self) -> dict[str, Any]:
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
        old: Chunks, or the path of a file of them or of the folder of ``--out-dir``; children among them are compared apart.
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
    if isinstance(given, ChunkList):
        return given.with_children()
    if not isinstance(given, str | os.PathLike):
        return given
    from khand.readers.chunks import iterate_chunks

    return iterate_chunks(given, children=True)


class _Old(NamedTuple):
    source: str
    index: int  # type: ignore[assignment]  # tuple.index is not missed
    tokens: int
    digest: bytes
    place: int


class Comparison:
    """
    Compares chunks with old ones while they are made, and their children apart; it keeps about 300 bytes of each old one.

    Args:
        old: The old chunks, their children among them.

    Raises:
        InputError: Two have the same id.
    """

    def __init__(self, old: Iterable[Chunk]) -> None:
        self._chunks, self._children = _Side(), _Side()
        for chunk in old:
            self._side_of(chunk).keep(chunk)

    def see(self, chunk: Chunk) -> bool:
        """Take a new chunk or child in; whether it was not there before."""
        return self._side_of(chunk).see(chunk)

    def finish(self) -> Difference:
        """What became of all."""
        children = None if self._children.is_empty else self._children.finish()
        return replace(self._chunks.finish(), children=children)

    def _side_of(self, chunk: Chunk) -> _Side:
        return self._chunks if chunk.parent is None else self._children


class _Side:
    """Old and new records, either of chunks or of children."""

    def __init__(self) -> None:
        self._old: dict[str, _Old] = {}
        self._new: set[str] = set()
        self._added: list[Chunk] = []
        self._updated: list[Chunk] = []
        self._orders: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)

    @property
    def is_empty(self) -> bool:
        """Whether there are neither old nor new ones."""
        return not self._old and not self._new

    def keep(self, chunk: Chunk) -> None:
        """Take an old one in."""
        _refuse_twice(chunk, self._old)
        self._old[chunk.id] = _Old(
            chunk.source, chunk.index, chunk.tokens, digest_of(chunk.embed_text), _rest_of(chunk)
        )

    def see(self, chunk: Chunk) -> bool:
        """Take in a new chunk, and return whether it is one that was not there before."""
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
        """The difference, once every new chunk has been seen."""
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
    """A number for all that is neither a record's id nor embedded: it differs where that differs."""
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
    The fewest chunks that must move for the old places to increase: all but a longest increasing subsequence.

    >>> _out_of_order([(0, "a"), (3, "d"), (1, "b"), (2, "c")])
    {'d'}
    """
    lasts: list[int] = []  # lasts[k]: the smallest old place that ends an increasing run of k + 1
    ends: list[int] = []  # which element of `order` that is
    before: list[int] = []
    for position, (place, _) in enumerate(order):
        k = bisect_left(lasts, place)
        before.append(ends[k - 1] if k else -1)
        lasts[k : k + 1] = [place]
        ends[k : k + 1] = [position]
    stay = set[int]()
    at = ends[-1] if ends else -1
    while at >= 0:
        stay.add(at)
        at = before[at]
    return {name for position, (_, name) in enumerate(order) if position not in stay}
