"""The structure around a place inside a block: its pieces, and what a text that begins or ends there must repeat."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from khand import outline
from khand.characters.punctuation import COLONS
from khand.characters.space import first_nonblank, own_start, trimmed_end
from khand.cutting.sections import Sections, language_of
from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind
from khand.outline.openings import opening_ends
from khand.segmentation import sentence_ends

_PARAGRAPH = Kind.PARAGRAPH  # looked up once: members of an enum are slow to reach
_NESTING = frozenset((Kind.LIST, Kind.ITEM, Kind.QUOTE))
_PROSE = frozenset((Kind.HEADING, Kind.RULE, Kind.FRONT_MATTER))
_REPEATING = _NESTING | {Kind.TABLE, Kind.FENCED_CODE}
_LEAVES = frozenset((Kind.HEADING, Kind.RULE, Kind.ROW, Kind.LINE, Kind.RECORD))
_MAY_NEST = re.compile(r"[|~`<](?:(?<!<)|(?i:table))")
_CONTAINED = re.compile(r"[> \t]*+")
_NEWLINE = re.compile(r"\r\n|\n|\r")
_LIST_TAG = re.compile(r"\s*<(?:ul|ol|dl|menu)\b[^<>]*>\s*", re.IGNORECASE)
"""What stands before the first item of a list in HTML."""
_FREE_INDENT = 3
"""Columns by which a fence and the lines of its code may be indented differently and still belong together."""

_LED = frozenset(
    (Kind.LIST, Kind.TABLE, Kind.FENCED_CODE, Kind.INDENTED_CODE, Kind.QUOTE, Kind.MATH, Kind.HTML)
)
_LEADING = frozenset((Kind.PARAGRAPH, Kind.LIST, Kind.ITEM))
_QUOTE_LINES = re.compile(r"(?:[\r\n][> \t]*)+\Z")
_COLON = re.compile(rf"[{re.escape(COLONS)}](?:-|—|[*_~]+|</\w+>)*$")
ENDS_OF_LEAD_INS = frozenset(COLONS + "-—*_~>")
"""The last characters of what may lead in something: most ends are told by them."""
_LAST_CHARS = 32
"""Code points at the end of a block in which its colon must stand, with what may stand behind one."""
_NO_PROSE = re.compile(
    r"\s*(?:!\[[^\]]*\](?:\([^()]*\)|\[[^\]]*\])|<(?:img|picture|figure|svg)\b[^>]*>|(`+)(?!`)[^\n]*[^`\n]\1)\s*$"
)
"""A picture, or code, that is alone in its paragraph."""
_NO_WORDS = re.compile(r"\s*(?:\[[^\]]+\]:|[{<!`|]|%%)")
"""What begins a paragraph that leads in nothing: a link definition, a tag, a macro, a picture, lone code."""

_KEPT = 64
"""Blocks whose pieces are kept."""


class Repeats(NamedTuple):
    """What a text that begins at a place needs repeated."""

    lead_in: tuple[str, ...] = ()
    table: str = ""
    fence: str = ""
    closing: str = ""


NOTHING = Repeats()


class _Opening(NamedTuple):
    """
    The header rows of a table or the opening line of a fence.

    Attributes:
        ends: Where each of its lines ends in the source. Shape (n,), n >= 1.
        lines: The first k of them as they are repeated, by k. Shape (n + 1,).
    """

    ends: list[int]
    lines: list[str]


class Structure:
    """
    Answers questions about places inside the blocks of one text.

    Args:
        text: The source text.
        sections: Its units.
        markup: The format's name, for the outline room.
        language: Of the sentences; None to detect it, once for the whole text.
    """

    def __init__(self, text: str, sections: Sections, markup: str, language: str | None) -> None:
        self.text = text
        self.sections = sections
        self.markup = markup
        self._language = language
        self._led = -1
        self._lead_start: int | None = None  # of the unit last asked for
        self._opened, self._known_opening = -1, _Opening([0], [""])  # of the block last asked for
        self._searched = -1  # the block last searched, and whether it may hold a table or code
        self._may_nest = False
        self._pieces: dict[Block, Blocks] = {}

    @property
    def language(self) -> str:
        """Of the sentences."""
        if self._language is None:
            self._language = language_of(self.text, self.sections)
        return self._language

    def children_at(self, blocks: Blocks, i: int) -> Blocks:
        """The pieces of block `i`; they tile it; none for a leaf."""
        return NO_BLOCKS if blocks.kinds[i] in _LEAVES else self.children(blocks[i])

    def children(self, block: Block) -> Blocks:
        """The pieces of a block; they tile it; none for a leaf. The last few answers are kept."""
        if block.kind in _LEAVES:
            return NO_BLOCKS
        pieces = self._pieces.pop(block, None)
        if pieces is None:
            pieces = outline.children(self.text, block, self.markup)
            if len(self._pieces) >= _KEPT:
                del self._pieces[next(iter(self._pieces))]  # the one not asked for the longest time
        self._pieces[block] = pieces
        return pieces

    def lead_start(self, unit: int) -> int | None:
        """Where the sentence or item begins that leads in the block of `unit`, from right before it; None where none does."""
        if unit != self._led:
            sections = self.sections
            follows = (
                unit and sections.bodies[unit] == sections.edges[unit] and not sections.ends_before(unit)
            )
            self._led = unit
            self._lead_start = (
                lead_start(self.text, sections.blocks, unit, self.language) if follows else None
            )
        return self._lead_start

    def repeats(self, start: int, unit: int) -> Repeats:
        """
        What a text that begins at `start`, in `unit`, lacks.

        That is what leads in, the items above, a table's header rows, a fence's opening line.
        """
        blocks = self.sections.blocks
        kind = blocks.kinds[unit]
        if kind in _PROSE or start < self.sections.bodies[unit]:
            return NOTHING
        if kind == _PARAGRAPH and _begins_prose(self.text, blocks.starts[unit]):
            return NOTHING
        led = self.lead_start(unit)
        above = [] if led is None else [self._said(led, self.sections.blocks.ends[unit - 1])]
        if kind not in _REPEATING:
            return Repeats(tuple(above)) if above else NOTHING
        block = self.sections.blocks[unit]
        if block.kind in _NESTING and start > block.start:
            above += self._items_above(block, start)
        inner = self._innermost(block, start) if start > block.start else None
        table = fence = closing = ""
        if inner is not None and start > inner.start:
            if inner.kind == Kind.TABLE:
                table = self._rows_before(inner, start)
            elif start >= self._opening_end(inner):
                fence = self._opening(inner).lines[-1]
                if start + 1 < trimmed_end(self.text, inner.start, inner.end):
                    closing = _within(inner, inner.closing)
        return Repeats(tuple(above), table, fence, closing) if above or table or fence else NOTHING

    def _items_above(self, block: Block, start: int) -> Iterator[str]:
        """The first lines of the items that a text that begins at `start` is in, and what leads in the block it begins in."""
        text, line = self.text, ""
        if text[start].isspace():  # HTML counts an indentation to the item before
            start = min(first_nonblank(text, start, block.end), block.end - 1)
        while block.kind in _NESTING and start > block.start and (pieces := self.children(block)):
            k = bisect_right(pieces.starts, start) - 1
            block = pieces[k]
            if block.kind == Kind.ITEM and start > block.start:
                opened = _LIST_TAG.match(text, block.start, block.end)
                begin = block.start if opened is None else opened.end()
                newline = _NEWLINE.search(text, begin, block.end)
                if newline is not None and newline.end() <= start:
                    line = text[begin : newline.start()].rstrip()
                    yield line
            elif k and (led := lead_start(text, pieces, k, self.language)) is not None:
                said = self._said(led, pieces.ends[k - 1])
                if said not in " ".join(line.split()):
                    yield said

    def _said(self, start: int, end: int) -> str:
        """A sentence or an item, on one line."""
        return " ".join(self.text[start : _said_end(self.text, start, end)].split())

    def parts_opening(self, start: int) -> bool:
        """Whether a text that begins at `start` begins inside a table's header rows or with a closing fence."""
        unit = self.sections.unit_at(start)
        if self.sections.blocks.kinds[unit] not in _REPEATING:
            return False
        inner = self._innermost(self.sections.blocks[unit], start)
        if inner is None:
            return False
        if inner.kind == Kind.TABLE:
            return inner.start < start < self._opening_end(inner)
        first = _CONTAINED.match(self.text, start, inner.end)
        return start > inner.start and first is not None and self.text.startswith(inner.closing, first.end())

    def closing(self, block: Block) -> str:
        """The line, with the line end before it, that closes a piece of fenced code; "" for any other block."""
        closing = _within(block, block.closing) if block.kind == Kind.FENCED_CODE else ""
        return "\n" + closing if closing else ""

    def _innermost(self, block: Block, offset: int) -> Block | None:
        """The table or fenced code that holds `offset`, looked for inside lists and quotes."""
        if block.kind in _NESTING:
            if block.start != self._searched:
                self._searched = block.start
                self._may_nest = bool(_MAY_NEST.search(self.text, block.start, block.end))
            if not self._may_nest:
                return None
        while block.kind in _NESTING:
            pieces = self.children(block)
            if not pieces:
                return None
            block = pieces[bisect_right(pieces.starts, offset) - 1]
        return block if block.kind in (Kind.TABLE, Kind.FENCED_CODE) else None

    def _opening_end(self, block: Block) -> int:
        """Where the header rows or the opening fence of `block` end."""
        return self._opening(block).ends[-1]

    def _rows_before(self, table: Block, start: int) -> str:
        """The header rows of a table that end before `start`: all of them, or the first where a cut parted them."""
        opening = self._opening(table)
        return opening.lines[bisect_right(opening.ends, start)]

    def _opening(self, block: Block) -> _Opening:
        """The header rows or the opening fence of `block`; of the block last asked for it is known."""
        if block.start != self._opened:
            self._opened, self._known_opening = block.start, self._find_opening(block)
        return self._known_opening

    def _find_opening(self, block: Block) -> _Opening:
        lines = block.opening.split("\n")
        ends = opening_ends(self.text, block)
        shown = [_within(block, "\n".join(lines[:k])) for k in range(len(lines) + 1)]
        return _Opening(ends, shown)


def _within(block: Block, lines: str) -> str:
    r"""
    Lines of a block as they are repeated: with the quotes and list items around it where its pieces need them.

    >>> _within(Block(Kind.TABLE, 2, 20, inside=(0, 2)), "| a |\n|---|")
    '>   | a |\n>   |---|'
    """
    if 0 not in block.inside and (block.kind == Kind.TABLE or sum(block.inside) <= _FREE_INDENT):
        return lines
    prefix = "".join([" " * indent or "> " for indent in block.inside])
    return prefix + lines.replace("\n", "\n" + prefix) if lines else ""


def _begins_prose(text: str, start: int) -> bool:
    """Whether a paragraph is no picture, tag or code that is led in: told by its first character."""
    first = text[start]
    return first not in "!<`" and not first.isspace()


def leads_on(text: str, block: Block) -> bool:
    """
    Whether a block ends in a colon, of any script, and so may lead in what follows.

    >>> leads_on("**Bring:**", Block(Kind.PARAGRAPH, 0, 10)), leads_on("[a]: b:", Block(Kind.PARAGRAPH, 0, 7))
    (True, False)
    """
    if block.kind not in _LEADING:
        return False
    if not _ends_in_colon(text, block.start, block.end):
        return False
    return block.kind != Kind.PARAGRAPH or _NO_WORDS.match(text, block.start) is None


def _ends_in_colon(text: str, start: int, end: int) -> bool:
    end = _said_end(text, start, end)
    return (
        text[end - 1] in ENDS_OF_LEAD_INS
        and _COLON.search(text[max(start, end - _LAST_CHARS) : end]) is not None
    )


def _said_end(text: str, start: int, end: int) -> int:
    """The end of a block's words: a blank line of a quote, which has the quote's sign, belongs to the block above it."""
    end = trimmed_end(text, start, end)
    if text[end - 1] == ">":
        found = _QUOTE_LINES.search(text, max(start, end - _LAST_CHARS), end)
        end = end if found is None else trimmed_end(text, start, found.start())
    return end


def is_led(text: str, block: Block) -> bool:
    """
    Whether a block is of a kind that may be led in: no heading, and no prose.

    >>> is_led("![a map](map.png)", Block(Kind.PARAGRAPH, 0, 17)), is_led("Prose.", Block(Kind.PARAGRAPH, 0, 6))
    (True, False)
    """
    if block.kind == Kind.PARAGRAPH:
        return _NO_PROSE.match(text[block.start : block.end]) is not None
    return block.kind in _LED


def lead_start(text: str, blocks: Blocks, j: int, language: str) -> int | None:
    r"""
    Where the sentence or item begins with which block ``j - 1`` leads in block `j`; None where it leads in nothing.

    Args:
        text: The source text.
        blocks: Neighbours, in order.
        j: Index of the block that may be led in, >= 1.
        language: Of the sentences.

    >>> text = "Be kind. Bring:\n\n- a cup\n"
    >>> blocks = Blocks.of([Block(Kind.PARAGRAPH, 0, 17), Block(Kind.LIST, 17, 25)])
    >>> lead_start(text, blocks, 1, "en")
    9
    """
    if (
        (blocks.kinds[j] == _PARAGRAPH and _begins_prose(text, blocks.starts[j]))
        or blocks.kinds[j - 1] not in _LEADING
        or not _ends_in_colon(text, blocks.starts[j - 1], blocks.ends[j - 1])
    ):
        return None  # most often, and so asked before blocks are made
    before = blocks[j - 1]
    if not leads_on(text, before) or not is_led(text, blocks[j]):
        return None
    if before.kind != Kind.PARAGRAPH:
        return before.start
    end = _said_end(text, before.start, before.end)
    starts = [0, *sentence_ends(text[before.start : end], language)[:-1]]
    return own_start(text, before.start + starts[-1], end)
