"""Where a chunk ends."""

from __future__ import annotations

from typing import NamedTuple

from khand.outline.blocks import BoundaryLevel


class Cut(NamedTuple):
    """
    Where a chunk ends and how good a place that is.

    Attributes:
        end: One past the last code point of its text.
        rank: Larger for a better place (see ``rank_of``).
        level: The boundary level there.
        oversized: The chunk is one grapheme cluster larger than the size.
    """

    end: int
    rank: int
    level: BoundaryLevel
    oversized: bool = False


def rank_of(level: BoundaryLevel, depth: int = 0) -> int:
    """
    The rank of a boundary: by level, then the outer before the inner.

    >>> rank_of(BoundaryLevel.ITEM, 1) > rank_of(BoundaryLevel.ITEM, 2) > rank_of(BoundaryLevel.SENTENCE)
    True
    """
    return level * 1000 - depth
