"""A chunk before it becomes a record."""

from __future__ import annotations

from typing import NamedTuple

from khand.cutting.sections import Path


class Piece(NamedTuple):
    """
    Where a chunk stands in the text, and what became of the rules.

    Attributes:
        start: Where its text begins, the overlap included.
        own: Where its own part begins.
        end: One past its last code point.
        cut: Why it ends here, as in ``Chunk.cut``.
        path: The heading path.
        embedded: Context and text.
        tokens: Exact count of `embedded`.
        overlap: What became of the overlap, carried, off, first, heading, no room.
        context_tokens: What the context adds to the tokens of the text alone.
        gave_way: Names of the parts of the context that were left out for the size.
        oversized: It is one grapheme cluster larger than the size.
        moved: A window whose edge moved to keep a grapheme cluster whole, or the size.
        heading_alone: Heading lines that could not keep a word of what follows.
        repeated: Exact tokens of the overlap alone.
    """

    start: int
    own: int
    end: int
    cut: str
    path: Path
    embedded: str
    tokens: int
    overlap: str
    context_tokens: int = 0
    gave_way: tuple[str, ...] = ()
    oversized: bool = False
    heading_alone: bool = False
    moved: bool = False
    repeated: int = 0
