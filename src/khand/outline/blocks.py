"""What an outline is made of: blocks that tile a text, and the rank of the places between them."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class BoundaryLevel(IntEnum):
    """The rank of a place to cut; the order is the priority, the largest is cut at first."""

    GRAPHEME = 0
    WORD = 1
    SENTENCE = 2
    ITEM = 3  # also a table row, a code line, a block inside a quote or an item
    BLOCK = 4
    SECTION = 5


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
            for a table its header rows, each on its line; what a later piece of the block repeats as context. Else "".
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
