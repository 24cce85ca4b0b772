"""What an outline is made of: blocks that tile a text, and the rank of the places between them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import compress
from typing import NamedTuple, overload

from khand.outline.definitions import Definitions


class BoundaryLevel(IntEnum):
    """The rank of a place to cut; the order is the priority, the largest is cut at first."""

    GRAPHEME = 0
    WORD = 1
    LINE = 2  # the end of a line inside a sentence
    SENTENCE = 3
    ITEM = 4  # also a table row, a code or record line, a block inside a quote or an item
    BLOCK = 5
    SECTION = 6


class Kind(IntEnum):
    """What a block is. ``TOP`` kinds tile a document; the others occur inside them."""

    PARAGRAPH = 0
    HEADING = 1
    LIST = 2
    TABLE = 3
    FENCED_CODE = 4
    INDENTED_CODE = 5
    QUOTE = 6
    MATH = 7
    FRONT_MATTER = 8
    HTML = 9
    RULE = 10  # a thematic break
    # inside blocks
    ITEM = 11  # of a list; its children are blocks
    ROW = 12  # of a table
    LINE = 13  # of code, math, front matter
    GROUP = 14  # header rows with the first row, a fence line with its neighbouring code line
    # TOP again
    OPENER = 16  # a line that opens a scope, or names what follows it: stays with the first block behind it
    CLOSER = 17  # a line that closes a scope: stays with the last block before it
    # inside blocks
    RECORD = 15  # of a paragraph whose lines are records and not wrapped prose: a line, a cue, a part before a hard break


class Block(NamedTuple):
    """
    A structural piece of a text.

    Attributes:
        kind: What it is.
        start: First code point. The first block of a text starts at 0.
        end: One past its last code point, the blank lines after it included, so that neighbours tile.
        level: 1..6 for a heading, else 0.
        title: A heading's title, inline markup reduced to its text; else "".
        opening: For a fenced code block its opening line as it stands in the source (without indent and line end),
            for a table its header rows, each on its line; what a later piece of the block repeats as context. Also of
            the GROUP of an HTML table's header in Markdown, so that its pieces are known to be HTML. Else "".
        closing: For a fenced code block the line that closes a piece of it, e.g. "```"; else "".
        inside: The containers its lines stand in, outermost first: 0 for a quote, n for a list item whose content is
            indented by n columns; () for a block of the document itself. ``children`` needs it, nobody else does.

    """

    kind: Kind
    start: int
    end: int
    level: int = 0
    title: str = ""
    opening: str = ""
    closing: str = ""
    inside: tuple[int, ...] = ()


Details = tuple[int, str, str, str]
"""Level, title, opening and closing of a block."""

_KINDS = tuple(sorted(Kind))
_NO_DETAILS: Details = (0, "", "", "")


_NO_SCOPE = bytes(kind not in (Kind.OPENER, Kind.CLOSER) for kind in range(256))


class Blocks(Sequence[Block]):
    """
    Blocks in order, each made when it is asked for: a table of a million rows is a few bytes a row, not an object each.

    Args:
        kinds: Their kinds. Shape (n,).
        starts: Where they begin, increasing. Shape (n,).
        ends: Where they end. Shape (n,).
        details: By the start of a block, where it has any.
        inside: The containers that all of them stand in.
        insides: The same by the start of a block, where it is another: for blocks of a note with an indented body.
        scopes: Start and end of each scope that has headings of its own: fences of colons, notes, components, ``<details>``.
            In the order of their starts, nested. Headings between start and end are in force up to the end only; there
            the heading path is again what it was at the start.
        definitions: The labels that the document defines, where its format has such: read once for titles and for what stays whole.

    An OPENER is followed by another or by a block that is neither OPENER nor CLOSER, a CLOSER stands behind such a block or
    another CLOSER: who cuts keeps them together.

    >>> rows = Blocks.tiling(Kind.ROW, [0, 4, 8], 12)
    >>> rows[1].start, rows[-1].end, len(rows[1:])
    (4, 12, 2)
    """

    __slots__ = ("definitions", "details", "ends", "inside", "insides", "kinds", "scopes", "starts")

    def __init__(
        self,
        kinds: bytearray,
        starts: array[int],
        ends: array[int],
        details: dict[int, Details],
        inside: tuple[int, ...] = (),
        insides: dict[int, tuple[int, ...]] | None = None,
        scopes: Sequence[tuple[int, int]] = (),
        definitions: Definitions | None = None,
    ) -> None:
        self.kinds = kinds
        self.starts = starts
        self.ends = ends
        self.details = details
        self.inside = inside
        self.insides = insides or {}
        self.scopes = scopes
        self.definitions = definitions

    @classmethod
    def tiling(cls, kind: Kind, starts: Iterable[int], end: int, inside: tuple[int, ...] = ()) -> Blocks:
        """Blocks of one kind, each up to the next, the last up to `end`."""
        begins = offsets(starts)
        return cls(bytearray((kind,)) * len(begins), begins, following(begins, end), {}, inside)

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> Blocks:
        """Blocks that were made one by one and stand in the same containers."""
        return cls(
            bytearray([block.kind for block in blocks]),
            offsets([block.start for block in blocks]),
            offsets([block.end for block in blocks]),
            {block.start: block[3:7] for block in blocks if block[3:7] != _NO_DETAILS},
            blocks[0].inside if blocks else (),
        )

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, index: int) -> Block: ...

    @overload
    def __getitem__(self, index: slice) -> Blocks: ...

    def __getitem__(self, index: int | slice) -> Block | Blocks:
        if isinstance(index, slice):
            return self._of(self.kinds[index], self.starts[index], self.ends[index])
        start = self.starts[index]
        details = self.details.get(start, _NO_DETAILS)
        inside = self.insides.get(start, self.inside) if self.insides else self.inside
        return Block(_KINDS[self.kinds[index]], start, self.ends[index], *details, inside)

    def _of(self, kinds: bytearray, starts: array[int], ends: array[int]) -> Blocks:
        return Blocks(
            kinds, starts, ends, self.details, self.inside, self.insides, self.scopes, self.definitions
        )

    def without_scopes(self) -> Blocks:
        """Those that neither open nor close a scope."""
        return self.chosen(self.kinds.translate(_NO_SCOPE))

    def chosen(self, keep: bytes | bytearray) -> Blocks:
        """Those whose byte in `keep`, shape (n,), is not 0."""
        return self._of(
            bytearray(compress(self.kinds, keep)),
            offsets(compress(self.starts, keep)),
            offsets(compress(self.ends, keep)),
        )


NO_BLOCKS = Blocks(bytearray(), array("I"), array("I"), {})


def offsets(values: Iterable[int] = ()) -> array[int]:
    """Offsets in 4 bytes each, a tenth of what a list of them takes."""
    return array("I", values)


def following(starts: array[int], end: int) -> array[int]:
    """Where pieces end that begin at `starts` and tile what ends at `end`."""
    ends = starts[1:]
    if starts:
        ends.append(end)
    return ends
