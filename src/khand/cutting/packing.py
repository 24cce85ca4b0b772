"""
The packer: the one algorithm that chooses where chunks end.

From a start it looks for the last boundary of the highest level within the budget, going down from blocks to items, sentences,
words and grapheme clusters only where nothing larger fits. Context and overlap are in the budget from the start. Positions of
tokens say what is likely to fit; every choice is then counted as it will be embedded.
"""

from __future__ import annotations

from bisect import bisect_right

from khand.characters.space import first_nonblank, own_start, trimmed_end
from khand.cutting.cut import Cut, rank_of
from khand.cutting.frames import Frame, Frames
from khand.cutting.measure import CHARS_A_TOKEN, Measure
from khand.cutting.sections import Sections
from khand.cutting.structure import Structure
from khand.cutting.trial import Trial
from khand.cutting.word_packing import WordPacker
from khand.outline.blocks import BoundaryLevel
from khand.settings import Settings
from khand.tokenizers.base import Tokenizer

_SECTION_RANK = rank_of(BoundaryLevel.SECTION)
_UNIT_RANK = rank_of(BoundaryLevel.SENTENCE)
"""Of every boundary from blocks down to sentences where sentences are joined across blocks."""


_NEARLY = 8
"""Tokens by which a sum of counts may exceed the budget and the text, its white space left out, may still fit."""


class Packer:
    """
    Finds the next cut in one text.

    Args:
        text: The source text.
        sections: Its units.
        structure: Their inside.
        tokenizer: What counts.
        settings: How to cut.
    """

    def __init__(
        self, text: str, sections: Sections, structure: Structure, tokenizer: Tokenizer, settings: Settings
    ) -> None:
        self.text = text
        self.sections = sections
        self.structure = structure
        self.tokenizer = tokenizer
        self.size = settings.size
        self.joins_units = settings.by == "sentence"
        self.measure = Measure(text, sections.edges, tokenizer)
        self.frames = Frames(self.measure, sections, structure, self.size)
        self.chars_a_token = 4.0
        """Code points that a token had where words were last looked for."""

    def count(self, start: int, end: int) -> int:
        """Exact tokens of ``text[start:end]`` alone."""
        return self.measure.count(start, end)

    def fits_alone(self, start: int, end: int) -> bool:
        """Whether ``text[start:end]``, without the white space at its end, fits a chunk with nothing around it."""
        return self.measure.fits(start, end, self.size)

    def find_cut(self, trial: Trial, own: int, stop: int) -> Cut | None:
        """
        The end of the chunk that `trial` has begun.

        Args:
            trial: The chunk's start and context; counts a candidate end.
            own: Where its own part begins; before it stands the overlap.
            stop: Index of the unit that the own part must not reach.

        Returns:
            None when something that fits a chunk alone would have to be cut, so that overlap, context or, for a trial without
            either, the indentation it begins with must give way.
        """
        frame, at, best = self.frames.top, own, None
        left = trial.room - (self.count(trial.start, own) if trial.start < own else 0)
        i = frame.piece_at(at)
        if frame.before[stop] - frame.before[i] <= left + _NEARLY:
            # most sections fit whole: nothing has to be looked for
            end = trimmed_end(self.text, own, frame.edges[stop])
            if trial.count_to(end, BoundaryLevel.SECTION) <= self.size:
                return Cut(end, _SECTION_RANK, BoundaryLevel.SECTION)
        while True:
            i = self._piece_at(frame, at)
            base = frame.before[i + 1] - self._tokens_to(frame, i, at)
            last = stop if frame.depth == 0 else len(frame.edges) - 1
            j = self.settle(frame, trial, i, last, base, left)
            if j > i:
                if frame.depth == 0 and j == stop:
                    return Cut(
                        trimmed_end(self.text, own, frame.edges[j]), _SECTION_RANK, BoundaryLevel.SECTION
                    )
                rank = _UNIT_RANK if self.joins_units else frame.rank
                best = Cut(trimmed_end(self.text, own, frame.edges[j]), rank, frame.level)
                if j == last or not self.joins_units:
                    return best
                left -= frame.before[j] - base
                i, at = j, own_start(self.text, frame.edges[j], frame.edges[-1])
            end = frame.edges[i + 1]
            if frame.stays_whole(i) and self._begins(frame, i, at) and self.fits_bare(at, end):
                return best or self.whole(trial, at, end, frame.level, frame.depth)
            if best and frame.level <= BoundaryLevel.SENTENCE:
                return best
            inner = self.frames.inside(frame, i)
            if inner is None:
                cut = best or WordPacker(self, frame.edges[i]).find_cut(trial, own, end)
                if cut and not best and cut.end == trimmed_end(self.text, own, end):
                    cut = cut._replace(rank=_UNIT_RANK if self.joins_units else frame.rank, level=frame.level)
                return cut if cut and cut.end > own else None
            frame = inner

    def units_that_fit(self, unit: int, stop: int, end: int, room: int) -> tuple[int, int, int]:
        """
        The units from `unit` on that fit whole.

        Args:
            unit: Index of the first.
            stop: Index of the first that may not be among them.
            end: Where the text before unit `stop` ends, white space left out.
            room: Tokens there are for them.

        Returns:
            Index after the last, `unit` if not even one fits; where its text ends; and the exact tokens to there.
        """
        measure, text, edges = self.measure, self.text, self.sections.edges
        after = measure.last_unit(unit, stop, room)
        if after < stop:
            end = trimmed_end(text, edges[unit], edges[after])
        tokens = measure.count_units(unit, after, end) if after > unit else 0
        if tokens > room:
            return unit, end, 0
        while after < stop and self.may_fit(self.frames.top, after, room - tokens):
            next_end = trimmed_end(text, edges[unit], edges[after + 1])
            next_tokens = measure.count_units(unit, after + 1, next_end)
            if next_tokens > room:
                break
            after, end, tokens = after + 1, next_end, next_tokens
        return after, end, tokens

    def may_reach(self, unit: int, stop: int) -> bool:
        """Whether a chunk that begins in `unit` may end before unit `stop`: not where the units between are surely too many."""
        before, edges = self.measure.before, self.sections.edges
        if before[stop] - before[unit + 1] <= self.size:
            return True
        return self.measure.joined(edges[unit + 1], edges[stop - 1])

    def _piece_at(self, frame: Frame, at: int) -> int:
        """The piece that what stands at `at` is part of: HTML counts an indentation to the piece before."""
        if self.text[at].isspace():
            return frame.piece_at(min(first_nonblank(self.text, at, frame.edges[-1]), frame.edges[-1] - 1))
        return frame.piece_at(at)

    def _begins(self, frame: Frame, i: int, at: int) -> bool:
        """Whether piece `i` begins at `at`, with or without the heading lines before it."""
        start = frame.edges[i]
        if at > start and frame.depth == 0:
            start = min(self.sections.bodies[i], at)
        elif at > start and i == 0:
            start = max(start, min(frame.body, at))
        return first_nonblank(self.text, start, at) == at

    def fits_bare(self, start: int, end: int) -> bool:
        """Whether ``text[start:end]`` fits a chunk alone if its indentation is left out."""
        return self.fits_alone(first_nonblank(self.text, start, end), end)

    def whole(self, trial: Trial, own: int, end: int, level: BoundaryLevel, depth: int = 0) -> Cut | None:
        """The end of what fits alone and so must stay whole, where nothing but it is in the chunk."""
        if not trial.bare or trial.start < own or not self.fits_alone(own, end):
            return None
        return Cut(trimmed_end(self.text, own, end), rank_of(level, depth), level)

    def _tokens_to(self, frame: Frame, i: int, at: int) -> int:
        """Tokens from `at` to the end of piece `i`, near enough to plan with."""
        start, end = frame.edges[i], frame.edges[i + 1]
        whole = frame.before[i + 1] - frame.before[i]
        if at == start:
            return whole
        if end - at <= CHARS_A_TOKEN * self.size:
            return self.count(at, end)
        tokens = self.measure.count_within(at, end, self.size)
        return whole * (end - at) // (end - start) if tokens is None else tokens

    def settle(self, frame: Frame, trial: Trial, i: int, last: int, base: int, left: int) -> int:
        """
        The last edge after edge `i`, at most `last`, at which the chunk fits; `i` when there is none.

        Tokens before an edge, `base` taken off, are only nearly those of the text to there: every edge taken is counted.
        """
        before, edges = frame.before, frame.edges
        j = bisect_right(before, base + left, i + 1, last + 1) - 1
        too_far = last + 1
        if j < last and self.may_fit(frame, j, left - (before[j] - base)):
            j += 1
        while j > i:
            over = trial.count_to(trimmed_end(self.text, trial.start, edges[j]), frame.level) - self.size
            if over > 0:
                too_far = j
                # counts are not monotone: the nearest edge is tried before giving up
                j = max(min(i + 1, j - 1), bisect_right(before, before[j] - over, i + 1, j) - 1)
            elif j + 1 < too_far and self.may_fit(frame, j, -over):
                j += 1
            else:
                break
        return j

    def may_fit(self, frame: Frame, j: int, left: int) -> bool:
        """Whether the piece after edge `j` may fit into `left` tokens, though the sum of counts says a little more."""
        end = frame.edges[j + 1]
        blank = end - trimmed_end(self.text, frame.edges[j], end)
        return frame.before[j + 1] - frame.before[j] - blank - 2 <= left
