"""
The packer: the one algorithm that chooses where chunks end.

From a start it looks for the last boundary of the highest level within the budget, going down from blocks to items, sentences,
words and grapheme clusters only where nothing larger fits. Context and overlap are in the budget from the start.
"""

from __future__ import annotations

from bisect import bisect_right

from khand.characters.space import first_nonblank, own_start, trimmed_end
from khand.cutting.edges import Edges
from khand.cutting.fitting import Opening, last_fitting
from khand.cutting.levels import Ladder
from khand.cutting.piece import GIVE_WAY, Cut, rank_of
from khand.cutting.source import Source
from khand.cutting.structure import ENDS_OF_LEAD_INS, lead_start
from khand.cutting.word_packing import WordPacker
from khand.outline.blocks import BoundaryLevel, Kind

_SECTION_RANK = rank_of(BoundaryLevel.SECTION)
_UNIT_RANK = rank_of(BoundaryLevel.SENTENCE)
"""Of every boundary from blocks down to sentences where sentences are joined across blocks."""


class Packer:
    """
    Finds the next cut in one document.

    Args:
        source: The document.
        ladder: Its boundaries.
    """

    def __init__(self, source: Source, ladder: Ladder) -> None:
        self.source = source
        self.text = source.text
        self.size = source.size
        self.ladder = ladder
        self.joins_units = source.settings.by == "sentence"
        self.words = WordPacker(source, ladder)

    def find_cut(self, opening: Opening, own: int, stop: int) -> Cut:
        """
        The end of the chunk that `opening` begins.

        Args:
            opening: The chunk's start and context.
            own: Where its own part begins; before it stands the overlap.
            stop: Index of the unit that the own part must not reach.

        Returns:
            ``GIVE_WAY`` when something that fits a chunk alone would have to be cut, so that overlap, context or the indentation it
            begins with must give way.
        """
        edges, at, best = self.ladder.top, own, None
        while True:
            i = self._piece_at(edges, at)
            last = edges.last if edges.depth else stop
            j, end, tokens = last_fitting(opening, edges, i, last)
            if j > i:
                mark = edges.sums.mark(j)
                if j == stop and edges.depth == 0:
                    return Cut(end, _SECTION_RANK, BoundaryLevel.SECTION, mark, tokens)
                rank = self._rank(edges) if self.joins_units else edges.rank
                best = Cut(end, rank, edges.level, mark, tokens, edges.fence_at(j))
                if j < last and edges.of_blocks:
                    if edges.of_code:
                        best = self._between_parts(opening, own, edges, i, best) or best
                    elif self.text[end - 1] in ENDS_OF_LEAD_INS:
                        best = (
                            self._before_lead_in(opening, own, edges, j)
                            or self._with_led(opening, own, edges, j)
                            or best
                        )
                if j == last or not self.joins_units or best.end != end:
                    return best
                i, at = j, own_start(self.text, edges.edges[j], edges.edges[-1])
            if edges.stays_whole(i) and self._begins(edges, i, at) and self.fits_bare(edges, i, at):
                return best or self._whole(opening, edges, i, at)
            if best and edges.level <= BoundaryLevel.SENTENCE:
                return best
            if edges.depth and i == 0 and (apart := self._opener_alone(opening, edges, at)) is not None:
                return best or apart
            inner = self.ladder.inside(edges, i)
            if inner is None:
                return best or self._cut_in_words(opening, own, edges, i)
            edges = inner

    def _opener_alone(self, opening: Opening, edges: Edges, at: int) -> Cut | None:
        """The cut behind the lines that open a block, where these do not fit beside its first piece, which fits alone; else None."""
        text, body = self.text, edges.body
        end = trimmed_end(text, at, body)
        if end <= at or at < self.source.sections.bodies[self.source.sections.unit_at(at)]:
            return None  # heading lines keep at least a word
        if not edges.stays_whole(0) or not self.fits_bare(edges, 0, body):
            return None
        mark = opening.mark_at(end)
        tokens = opening.tokens(end, *mark, "")
        if tokens > self.size:
            return None if opening.bare or not self.ladder.fits_alone(at, end) else GIVE_WAY
        level = _level_above(edges)
        return Cut(end, rank_of(level, edges.depth - 1), level, mark, tokens)

    def _before_lead_in(self, opening: Opening, own: int, edges: Edges, j: int) -> Cut | None:
        """
        The cut before the sentence or item at the end of piece ``j - 1`` that leads in piece `j`, where both then fit.

        None where it leads in nothing, where nothing stands before it, or where the two do not fit one chunk.
        """
        text, start = self.text, self._lead_start(edges, j)
        if start is None:
            return None
        whole = start <= max(edges.edges[j - 1], edges.blocks.starts[j - 1])
        # what opens the block before it stays with it
        start = edges.edges[j - 1] if whole else start
        if start <= own:
            return None
        end = trimmed_end(text, own, start)
        if end <= max(own, self.source.sections.bodies[self.source.sections.unit_at(own)]):
            return None
        mark = opening.mark_at(end)
        unit = self.source.sections.unit_at(start)
        around = opening.contexts.around(start, self.source.sections.paths[unit], unit)
        both = Opening(self.source, opening.contexts, start, mark, around)
        edge = trimmed_end(text, start, edges.edges[j + 1])
        if both.tokens(edge, *edges.sums.mark(j + 1), edges.fence_at(j + 1)) > self.size:
            return None
        level = edges.level if whole else BoundaryLevel.SENTENCE
        rank = edges.rank if whole else rank_of(level, edges.depth + 1)
        return Cut(end, rank, level, mark, opening.tokens(end, *mark, edges.fence), edges.fence)

    def _lead_start(self, edges: Edges, j: int) -> int | None:
        """Where the sentence or item begins with which piece ``j - 1`` leads in piece `j`; None where it leads in nothing."""
        structure = self.source.structure
        if edges.depth == 0:
            return structure.lead_start(j)
        return lead_start(self.text, edges.blocks, j, structure.language)

    def _with_led(self, opening: Opening, own: int, edges: Edges, j: int) -> Cut | None:
        """
        The cut behind the first items of the list that is piece `j` where only what leads it in, and headings, stand before it.

        None where more stands before it, or where not even the first item fits beside.
        """
        if self.joins_units or edges.blocks.kinds[j] != Kind.LIST:
            return None
        start = self._lead_start(edges, j)
        body = max(own, self.source.sections.bodies[self.source.sections.unit_at(own)])
        if start is None or first_nonblank(self.text, body, start) < start:
            return None
        inner = self.ladder.inside(edges, j)
        if inner is None:
            return None
        k, end, tokens = last_fitting(opening, inner, 0, inner.last)
        if k == 0:
            return None
        return Cut(end, inner.rank, inner.level, inner.sums.mark(k), tokens, inner.fence_at(k))

    def _between_parts(self, opening: Opening, own: int, edges: Edges, i: int, best: Cut) -> Cut | None:
        """The cut in code before a line without indent that stands behind a blank one, where there is one in the last half; else None."""
        j = edges.piece_at(best.end - 1) + 1
        least = max(own, best.end - (best.end - own) // 2)
        while j > i and edges.edges[j] > least:
            if edges.parts_at(self.text, j):
                end, mark, fence = (
                    trimmed_end(self.text, own, edges.edges[j]),
                    edges.sums.mark(j),
                    edges.fence_at(j),
                )
                tokens = opening.tokens(end, *mark, fence)
                return (
                    best._replace(end=end, mark=mark, tokens=tokens, fence=fence)
                    if tokens <= self.size
                    else None
                )
            j -= 1
        return None

    def _rank(self, edges: Edges) -> int:
        return _UNIT_RANK if edges.level >= BoundaryLevel.SENTENCE else edges.rank

    def _cut_in_words(self, opening: Opening, own: int, edges: Edges, i: int) -> Cut:
        cut = self.words.find_cut(opening, own, edges, i)
        ends_piece = cut.end == trimmed_end(self.text, own, edges.edges[i + 1])
        opener = edges.depth and i == 0 and cut.end == trimmed_end(self.text, own, edges.body)
        if opener and own >= self.source.sections.bodies[self.source.sections.unit_at(own)]:
            level = _level_above(edges)
            return cut._replace(rank=rank_of(level, edges.depth - 1), level=level)
        if cut is not GIVE_WAY and ends_piece and cut.level < edges.level:
            rank = self._rank(edges) if self.joins_units else edges.rank
            return cut._replace(rank=rank, level=edges.level, fence=edges.fence_at(i + 1))
        return cut if cut.end > own else GIVE_WAY

    def _piece_at(self, edges: Edges, at: int) -> int:
        """The piece that what stands at `at` is part of: HTML counts an indentation to the piece before."""
        if self.text[at].isspace():
            end = edges.edges[-1]
            at = min(first_nonblank(self.text, at, end), end - 1)
        return bisect_right(edges.edges, at) - 1

    def _begins(self, edges: Edges, i: int, at: int) -> bool:
        """Whether piece `i` begins at `at`, with or without the heading lines before it."""
        start = edges.edges[i]
        if at > start and edges.depth == 0:
            start = min(self.source.sections.bodies[i], at)
        elif at > start and i == 0:
            start = max(start, min(edges.body, at))
        return first_nonblank(self.text, start, at) == at

    def fits_bare(self, edges: Edges, i: int, at: int) -> bool:
        """Whether piece `i` from `at` on fits a chunk alone if its indentation is left out."""
        return self._fits_alone(edges, i, first_nonblank(self.text, at, edges.edges[i + 1]))

    def _fits_alone(self, edges: Edges, i: int, at: int) -> bool:
        end = trimmed_end(self.text, at, edges.edges[i + 1])
        sums = edges.sums
        return self.source.measure.count(at, end, sums.mark(i), sums.mark(i + 1)) <= self.size

    def _whole(self, opening: Opening, edges: Edges, i: int, at: int) -> Cut:
        """The end of piece `i`, which fits alone and so must stay whole, where nothing but it is in the chunk."""
        if not opening.bare or opening.start < at or not self._fits_alone(edges, i, at):
            return GIVE_WAY
        end, mark, fence = (
            trimmed_end(self.text, at, edges.edges[i + 1]),
            edges.sums.mark(i + 1),
            edges.fence_at(i + 1),
        )
        return Cut(end, edges.rank, edges.level, mark, opening.tokens(end, *mark, fence), fence)


def _level_above(edges: Edges) -> BoundaryLevel:
    """The level of the block that the pieces are of."""
    return BoundaryLevel.BLOCK if edges.depth == 1 else BoundaryLevel.ITEM
