"""The boundaries of one level inside one block: where they stand, how high they rank, and what the pieces between them are."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

from khand.cutting.measure import Sums
from khand.cutting.piece import rank_of
from khand.outline.blocks import NO_BLOCKS, Blocks, BoundaryLevel, Kind

_WHOLE_KINDS = frozenset((Kind.ITEM, Kind.ROW, Kind.LINE, Kind.GROUP, Kind.RECORD, Kind.HEADING, Kind.RULE))
_WHOLE_BLOCKS = frozenset((Kind.MATH, Kind.RULE))
_CODE_LINES = frozenset((Kind.LINE, Kind.GROUP))
_INDENT = re.compile(r"[> \t]*")
_LAST_INDENT = re.compile(r"(?:^|[\r\n])([> \t]*)[^\r\n]*$")
_LAST_LINES = re.compile(r"(?:\r\n|\r(?!\n)|\n)[> \t]*(?:\r\n|\r|\n)$")
_BLANK_CHARS = 64
"""Code points that are looked at for a blank line."""


class Edges:
    """
    The boundaries of one level inside one block.

    Args:
        level: Their level.
        depth: 0 for the document's units; one more for each block gone into.
        edges: Where they stand, the block's start and end included. Shape (n + 1,).
        count: Gives the tokens before each; called when these are first asked for.
        blocks: The block of each piece, or none when pieces have no structure. Shape (n,) or (0,).
        body: Where the first piece begins without the heading lines that may stand before it.
        fence: The line, with the line end before it, that closes the fenced code the pieces are in; "" elsewhere.
        end_fence: The same for the last boundary.

    Attributes:
        rank: Larger for a boundary that is cut at first: by level, then the outer before the inner.
        last: Index of the last boundary.
        of_blocks: Whether the pieces have structure.
        of_code: Whether the pieces are lines of code.
    """

    __slots__ = (
        "_count",
        "_sums",
        "blocks",
        "body",
        "depth",
        "edges",
        "end_fence",
        "fence",
        "last",
        "level",
        "of_blocks",
        "of_code",
        "rank",
    )

    def __init__(
        self,
        level: BoundaryLevel,
        depth: int,
        edges: Sequence[int],
        count: Callable[[], Sums],
        blocks: Blocks = NO_BLOCKS,
        body: int = 0,
        fence: str = "",
        end_fence: str = "",
    ) -> None:
        self.level = level
        self.depth = depth
        self.edges = edges
        self._count = count
        self._sums: Sums | None = None
        self.blocks = blocks
        self.body = body
        self.fence = fence
        self.end_fence = end_fence
        self.rank = rank_of(level, depth)
        self.last = len(edges) - 1
        self.of_blocks = len(blocks) > 0
        # a closer that does not fit beside the last line stands behind it
        last = -2 if self.of_blocks and blocks.kinds[-1] == Kind.CLOSER else -1
        self.of_code = self.of_blocks and blocks.kinds[last] in _CODE_LINES

    @property
    def sums(self) -> Sums:
        """The tokens before each."""
        if self._sums is None:
            self._sums = self._count()
        return self._sums

    def fence_at(self, j: int) -> str:
        """What closes the code that an end at boundary `j` leaves open; "" where none is."""
        return self.fence if j < self.last else self.end_fence

    def piece_at(self, offset: int) -> int:
        """Index of the piece that holds `offset`."""
        return bisect_right(self.edges, offset) - 1

    def parts_at(self, text: str, j: int) -> bool:
        """Whether a line of code with no more indent than the first begins at boundary `j`, behind a blank line."""
        blank = _LAST_LINES.search(text[max(0, self.edges[j] - _BLANK_CHARS) : self.edges[j]])
        if blank is None or j >= self.last:
            return False
        # the fence line stands in one piece with the first line
        first = _LAST_INDENT.search(text[self.edges[0] : self.edges[1]].rstrip())
        here = _INDENT.match(text, self.edges[j])
        return first is not None and here is not None and len(here[0]) <= len(first[1])

    def stays_whole(self, i: int) -> bool:
        """Whether piece `i` is a row, code line, item, formula, rule or sentence: whole if it fits a chunk alone."""
        if not self.of_blocks:
            return self.level == BoundaryLevel.SENTENCE
        if self.blocks.kinds[i] in _WHOLE_BLOCKS:
            return True
        return self.level == BoundaryLevel.ITEM and self.blocks.kinds[i] in _WHOLE_KINDS
