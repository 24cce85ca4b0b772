"""
Where the boundaries of one level stand, and at which token.

A frame holds the boundaries inside one unit, from blocks at the top down to words and grapheme clusters, each with the tokens
before it, so that the packer can find by bisection what fits. Frames are made only where a unit does not fit.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import overload

from khand.characters.space import own_start, trimmed_end
from khand.cutting.atoms import link_spans
from khand.cutting.cut import rank_of
from khand.cutting.measure import Measure
from khand.cutting.sections import Sections
from khand.cutting.structure import Structure
from khand.cutting.words import word_ends
from khand.outline.blocks import NO_BLOCKS, Block, Blocks, BoundaryLevel, Kind, offsets
from khand.outline.definitions import Definitions
from khand.outline.markdown_lines import normal
from khand.segmentation import sentence_ends

_WHOLE_KINDS = frozenset((Kind.ITEM, Kind.ROW, Kind.LINE, Kind.GROUP, Kind.HEADING, Kind.RULE))
_WITHOUT_SENTENCES = frozenset((Kind.HEADING, Kind.LINE, Kind.RULE))


class Frame:
    """
    The boundaries of one level inside one unit.

    Args:
        level: Their level.
        depth: 0 for the document's blocks; one more for each unit gone into.
        edges: Offsets of the boundaries, the unit's start and end included. Shape (n + 1,).
        count_before: Gives the tokens before each edge, shape (n + 1,); called when they are first asked for.
        blocks: The block of each piece, or none when pieces have no structure. Shape (n,) or (0,).
        body: Where the first piece begins without the heading lines that may stand before it.
    """

    def __init__(
        self,
        level: BoundaryLevel,
        depth: int,
        edges: Sequence[int],
        count_before: Callable[[], Sequence[int]],
        blocks: Blocks = NO_BLOCKS,
        body: int = 0,
    ) -> None:
        self.level = level
        self.depth = depth
        self.edges = edges
        self._count_before = count_before
        self.blocks = blocks
        self.body = body

    @cached_property
    def before(self) -> Sequence[int]:
        """Tokens before each edge, counted piece by piece: what the packer plans with. Shape (n + 1,)."""
        return self._count_before()

    @property
    def rank(self) -> int:
        """Larger for a boundary that is cut at first: by level, then the outer before the inner."""
        return rank_of(self.level, self.depth)

    def piece_at(self, offset: int) -> int:
        """Index of the piece that holds `offset`."""
        return bisect_right(self.edges, offset) - 1

    def stays_whole(self, i: int) -> bool:
        """Whether piece `i` is a row, code line, item, formula or sentence: whole if it fits a chunk alone."""
        if self.level == BoundaryLevel.SENTENCE or self.blocks.kinds[i] == Kind.MATH:
            return True
        return self.level == BoundaryLevel.ITEM and self.blocks.kinds[i] in _WHOLE_KINDS


class Frames:
    """
    Makes frames of one text on demand and keeps the ones last used, one a depth.

    Args:
        measure: Of the text, unit by unit.
        sections: Its units.
        structure: Their inside.
        size: Tokens of a chunk.
    """

    def __init__(
        self,
        measure: Measure,
        sections: Sections,
        structure: Structure,
        size: int,
    ) -> None:
        self.text = measure.text
        self.structure = structure
        self.tokenizer = measure.tokenizer
        self.measure = measure
        self.size = size
        self.top = Frame(BoundaryLevel.BLOCK, 0, measure.edges, lambda: measure.before, sections.blocks)
        self._kept: dict[int, tuple[int, int, Frame | None]] = {}

    def fits_alone(self, start: int, end: int) -> bool:
        """Whether ``text[start:end]`` alone fits a chunk."""
        return self.measure.fits(start, end, self.size)

    def word_ends(self, start: int, end: int, begun: int | None = None) -> list[int]:
        """Where the words of ``text[start:end]`` end, as ``words.word_ends`` tells them."""
        return word_ends(self.text, start, end, self.fits_alone, self._is_defined, begun)

    def _is_defined(self, label: str) -> bool:
        return self._definitions.has_link(label)

    @cached_property
    def _definitions(self) -> Definitions:
        return Definitions(normal(self.text))

    def inside(self, frame: Frame, i: int) -> Frame | None:
        """The boundaries one level down in piece `i` of `frame`; None where only words are left."""
        if not frame.blocks:
            return None
        start, end = frame.edges[i], frame.edges[i + 1]
        depth = frame.depth + 1
        kept = self._kept.get(depth)
        if kept is None or kept[:2] != (start, end):
            kept = (start, end, self._inside(frame.blocks[i], start, end, depth))
            self._kept[depth] = kept
        return kept[2]

    def _inside(self, block: Block, start: int, end: int, depth: int) -> Frame | None:
        children = self.structure.children(block)
        if children:
            # heading lines before the block stay with its first piece
            ends = offsets([start])
            ends.extend(children.ends)
            ends[-1] = end  # lines that close a scope behind the block stay with its last piece
            return self._frame(BoundaryLevel.ITEM, depth, ends, children, block.start)
        if block.kind in _WITHOUT_SENTENCES:
            return None
        body = block.start
        links = link_spans(self.text, body, end, self.fits_alone, self._is_defined)
        edges = [start]
        for stop in sentence_ends(self.text[body:end], self.structure.language)[:-1]:
            edge = body + stop
            if self.text[edge - 1] not in "\r\n" and self.text[edge - 2].isspace():
                # a line's indentation belongs to the sentence it begins with
                edge = own_start(self.text, trimmed_end(self.text, edges[-1], edge), end)
            k = bisect_right(links, (edge,)) - 1 if links else -1
            if k < 0 or edge >= links[k][1]:
                edges.append(edge)
        edges.append(end)
        return self._frame(BoundaryLevel.SENTENCE, depth, edges, NO_BLOCKS, body)

    def _frame(
        self, level: BoundaryLevel, depth: int, edges: Sequence[int], blocks: Blocks, body: int
    ) -> Frame:
        measure = self.measure  # not self: a frame must not hold what holds the frame

        def count_before() -> Sequence[int]:
            # before the space between sentences counts add up, behind it they do not
            apart = _before_space(measure.text, edges) if level == BoundaryLevel.SENTENCE else edges
            finer = Measure(measure.text, apart, measure.tokenizer)
            measure.refine(finer, depth)
            if apart is edges:
                return finer.before
            spaces = [measure.text[a:b] for a, b in zip(apart, edges, strict=True)]
            tokens = {space: measure.tokenizer.count(space) for space in set(spaces)}
            return [before + tokens[space] for before, space in zip(finer.before, spaces, strict=True)]

        return Frame(level, depth, edges, count_before, blocks, body)

    def from_tokens(
        self, level: BoundaryLevel, start: int, edges: list[int], token_ends: Sequence[int]
    ) -> Frame:
        """
        A frame of words or grapheme clusters, its tokens read off positions.

        Args:
            level: WORD or GRAPHEME.
            start: Where the first piece begins.
            edges: Where the pieces end, increasing.
            token_ends: Ends of the tokens of the text from `start` on, relative to it.
        """
        edges = [start, *edges]
        return Frame(level, 0, edges, lambda: _TokensBefore(edges, token_ends))


def _before_space(text: str, edges: Sequence[int]) -> list[int]:
    """
    The edges, all but the first and the last moved to before the white space they stand behind.

    >>> _before_space("One. Two.", [0, 5, 9])
    [0, 4, 9]
    """
    inner = [(trimmed_end(text, start, edge), start, edge) for start, edge in pairwise(edges[:-1])]
    return [edges[0], *[end if end > start else edge for end, start, edge in inner], edges[-1]]


class _TokensBefore(Sequence[int]):
    """Tokens before each edge, looked up when asked for: of many words only a few are."""

    def __init__(self, edges: list[int], token_ends: Sequence[int]) -> None:
        self.edges = edges
        self.token_ends = token_ends

    def __len__(self) -> int:
        return len(self.edges)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return bisect_right(self.token_ends, self.edges[index] - self.edges[0])
