"""Where a chunk ends, and a chunk before it becomes a record."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from khand.cutting.sections import Path
from khand.outline.blocks import BoundaryLevel


class Reason(StrEnum):
    """Why a chunk ends where it does; the values stand in its record."""

    HEADING = "heading"
    BLOCK = "block"
    ITEM = "item"  # also a row, a line of code, a record line
    SENTENCE = "sentence"
    LINE = "line"
    WORD = "word"
    GRAPHEME = "grapheme"
    WINDOW = "window"
    END = "end"


class Carried(StrEnum):
    """What became of the overlap of a chunk; the values stand in the report."""

    CARRIED = "carried"
    OFF = "off"
    FIRST = "first"
    HEADING = "heading"
    NO_ROOM = "no room"


class Mark(NamedTuple):
    """
    A seam of the tokenizer near a boundary, and how many tokens the document has before it.

    Attributes:
        at: Its offset; ``NO_SEAM`` where there is none near, so that `tokens` is a plan and no count.
        tokens: Tokens of the document before it.
    """

    at: int
    tokens: int


class Start(NamedTuple):
    """Where a text begins, and a seam near there."""

    at: int
    mark: Mark


class Cut(NamedTuple):
    """
    Where a chunk ends and how good a place that is.

    Attributes:
        end: One past the last code point of its text.
        rank: Larger for a better place (see ``rank_of``).
        level: The boundary level there.
        mark: Near the end.
        tokens: Exact count of what the chunk embeds.
        fence: The line, with the line end before it, that closes the fenced code the chunk leaves open; "" if it leaves none.
        oversized: The chunk is one grapheme cluster larger than the size.
        in_link: It ends inside a word of a link that is larger than the size, most often in its address.
    """

    end: int
    rank: int
    level: BoundaryLevel
    mark: Mark
    tokens: int
    fence: str = ""
    oversized: bool = False
    in_link: bool = False


GIVE_WAY: Final = Cut(-1, -1, BoundaryLevel.GRAPHEME, Mark(0, 0), 0)
"""In place of a cut: something that fits a chunk alone would be cut, so overlap, context or an indentation gives way first."""


def rank_of(level: BoundaryLevel, depth: int = 0) -> int:
    """
    The rank of a boundary: by level, then the outer before the inner.

    >>> rank_of(BoundaryLevel.ITEM, 1) > rank_of(BoundaryLevel.ITEM, 2) > rank_of(BoundaryLevel.SENTENCE)
    True
    """
    return level * 1000 - depth


class Piece(NamedTuple):
    """
    Where a chunk stands in the text, and what became of the rules.

    Attributes:
        start: Where its text begins, the overlap included.
        own: Where its own part begins.
        end: One past its last code point.
        reason: Why it ends here.
        path: The heading path.
        embedded: Context and text.
        tokens: Exact count of `embedded`.
        carried: What became of the overlap.
        start_mark: A seam near `start`.
        own_mark: A seam near `own`.
        mark: A seam near `end`.
        fence: The line, with the line end before it, that closes the fenced code it leaves open; "" if it leaves none.
        context_tokens: What the context adds to the tokens of the text alone.
        gave_way: Names of the parts of the context that were left out for the size.
        oversized: It is one grapheme cluster larger than the size.
        heading_alone: Heading lines that could not keep a word of what follows.
        moved: A window whose edge moved to keep a grapheme cluster whole, or the size.
        in_link: It ends inside a word of a link that is larger than the size.
        repeated: Exact tokens of the overlap alone.
    """

    start: int
    own: int
    end: int
    reason: Reason
    path: Path
    embedded: str
    tokens: int
    carried: Carried
    start_mark: Mark = Mark(0, 0)
    own_mark: Mark = Mark(0, 0)
    mark: Mark = Mark(0, 0)
    fence: str = ""
    context_tokens: int = 0
    gave_way: tuple[str, ...] = ()
    oversized: bool = False
    heading_alone: bool = False
    moved: bool = False
    in_link: bool = False
    repeated: int = 0


class Outcome(NamedTuple):
    """
    What became of the rules in a piece, without what makes it one of its kind: a report counts these and keeps no piece.

    Attributes:
        reason: See ``Piece``, as the others.
        carried: What became of the overlap.
        context_gave_way: Whether parts of the context were left out for the size.
    """

    reason: Reason
    carried: Carried
    context_gave_way: bool
    oversized: bool
    heading_alone: bool
    moved: bool
    in_link: bool


def outcome_of(piece: Piece) -> Outcome:
    """What became of the rules in a piece."""
    return Outcome(
        piece.reason,
        piece.carried,
        bool(piece.gave_way),
        piece.oversized,
        piece.heading_alone,
        piece.moved,
        piece.in_link,
    )
