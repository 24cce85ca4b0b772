"""The packer below sentences: words, heading lines, and grapheme clusters of words that do not fit a chunk alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from khand.characters.graphemes import cluster_end, cluster_start, grapheme_ends
from khand.characters.space import GAP, first_nonblank, trimmed_end
from khand.cutting.cut import Cut, rank_of
from khand.cutting.measure import CHARS_A_TOKEN, Running
from khand.cutting.sections import Path
from khand.cutting.trial import Trial
from khand.outline.blocks import BoundaryLevel
from khand.outline.inline import may_hold_spans

if TYPE_CHECKING:
    from khand.cutting.packing import Packer

_SPARE = 8
"""Tokens looked at beyond the size: counts of spans that begin elsewhere differ by a few."""

_MORE, _SPARE_CHARS = 1.125, 64
"""How much more text than expected is looked at, so that the tokens wanted are in it: times, and code points."""

_GUESSES = 4
"""How often the place where the tokens are used up is guessed."""

_NEAR = 4
"""Tokens by which a guess may be off; a cut is looked for among twice as many on either side."""

_LONG_WORD = 32
"""Code points that the last word looked at may have beyond that."""

_SLACK = 2
"""Tokens by which the line that closes a fence may cost less behind one word than behind another."""


class _Window(NamedTuple):
    """The text in which a cut is looked for: where it ends, and where its tokens end in it."""

    stop: int
    token_ends: Sequence[int]


class WordPacker:
    """
    Finds the next cut inside a unit of which not even a sentence, row, line or item fits.

    Args:
        packer: Of the text.
        begun: Where the passage begins that is to be cut.
    """

    def __init__(self, packer: Packer, begun: int) -> None:
        self.begun = begun
        self.packer = packer
        self.text = packer.text
        self.size = packer.size

    def find_cut(self, trial: Trial, own: int, end: int) -> Cut | None:
        """
        Cut at the last word that fits; a heading keeps at least the first word after it where that can be.

        Args and returns as for ``Packer.find_cut``; `end` is where the unit ends.
        """
        packer = self.packer
        unit = packer.sections.unit_at(own)
        body, path = packer.sections.bodies[unit], packer.sections.paths[unit]
        near = self._find_near(trial, own, end) if own >= body else None
        if near is not None:
            return near
        window = self._window(own, end, self.size + _SPARE)
        window_end, token_ends, ends = self._words(own, end, path, body, window)
        if not ends and own < first_nonblank(self.text, own, window_end):
            return None  # an indentation wider than a chunk
        first = bisect_right(ends, body)
        if first < len(ends):
            cut = self._last_that_fits(trial, own, ends, first, token_ends, BoundaryLevel.WORD)
            if cut or packer.fits_bare(own, ends[first]):
                return cut or packer.whole(trial, own, ends[first], BoundaryLevel.WORD)
        if own < body:
            return self._cut_heading(trial, own, path, ends, first, token_ends, window_end)
        return self._cut_word(trial, own, ends[0] if ends else window_end, token_ends, known=bool(ends))

    def _find_near(self, trial: Trial, own: int, end: int) -> Cut | None:
        """
        The same looked for only around the place where the tokens should be used up.

        None where it is not found: where a link may be, where counts do not add up between words, where a word is long.
        """
        text, packer = self.text, self.packer
        counted = Running(packer.measure, own)
        place = self._guess(counted, own, end, self._left(trial, own))
        if place is None:
            return None
        around = int(2 * _NEAR * packer.chars_a_token) + 1
        # a word is told from its own run of characters, so any spaces will do to begin and to end at
        begin = text.rfind(" ", own, max(place - around, own)) + 1
        stop = text.find(" ", place + around, place + 2 * around + _LONG_WORD)
        if begin <= own or stop < 0 or stop >= end or may_hold_spans(text, own, stop):
            return None
        # what stands before the own part joins it by a few tokens
        known = trimmed_end(text, own, place)
        limit = self.size - trial.count_to(known, BoundaryLevel.WORD) + counted.to(known)
        if trial.closing(known, BoundaryLevel.WORD):
            limit += _SLACK
        ends = packer.frames.word_ends(begin, stop, (begin, stop))
        for word_end in reversed(ends):
            # counts are not monotone inside a run without spaces: the last that fits is wanted
            at = trimmed_end(text, own, word_end)
            if counted.to(at) <= limit and trial.count_to(at, BoundaryLevel.WORD) <= self.size:
                # behind the last one looked at there may be more that fit
                return (
                    None if word_end == ends[-1] else Cut(at, rank_of(BoundaryLevel.WORD), BoundaryLevel.WORD)
                )
        return None

    def _guess(self, counted: Running, own: int, end: int, left: int) -> int | None:
        """A space from `own` to which nearly `left` tokens lead; None where a link may be before, or it is not found soon."""
        text, packer = self.text, self.packer
        place, missing, chars = own, left, packer.chars_a_token
        for turn in range(_GUESSES):
            place = text.rfind(" ", own, min(place + int(missing * chars), end))
            if place <= own or not packer.tokenizer.is_seam(text, place):
                return None
            if turn == 0 and may_hold_spans(text, own, place):
                return None
            missing = left - counted.to(place)
            chars = min((place - own) / max(left - missing, 1), CHARS_A_TOKEN)
            if abs(missing) <= _NEAR:
                packer.chars_a_token = chars
                return place
        return None

    def _words(
        self, own: int, end: int, path: Path, body: int, window: _Window
    ) -> tuple[int, Sequence[int], list[int]]:
        """How far it looked, the ends of the tokens to there, and the ends of the words that end before."""
        reach = self.size + _SPARE
        # the last heading must see the first word that it may have to keep
        begin = max(own, path[-1].start) if own < body and path else own
        while True:
            stop, token_ends = window
            ends: list[int] = []
            lines = [heading.end for heading in path if own < heading.end < stop]
            for a, b in pairwise([own, *lines, stop]):  # no link reaches over the end of a heading
                passage = (self.begun if a == own else a, b if b < stop else end)
                ends += self.packer.frames.word_ends(a, b, passage)
            if stop < end and ends and ends[-1] == stop:
                ends.pop()  # it may go on behind the window
            first_word_seen = bool(ends) and ends[-1] > (body if own < body else own)
            if stop == end or first_word_seen or not self.packer.fits_alone(begin, stop):
                return stop, token_ends, ends
            reach *= 2
            window = self._window(own, end, reach)

    def _window(self, start: int, end: int, reach: int) -> _Window:
        """The text from `start` to where `reach` tokens end, twice as many where a link may begin in reach; at most to `end`."""
        packer, wanted = self.packer, reach
        length = self._expected(wanted)
        while True:
            stop = min(end, start + length)
            if wanted == reach and may_hold_spans(self.text, start, stop):
                wanted += self.size
                length = max(length, self._expected(wanted))
                stop = min(end, start + length)
            token_ends = packer.tokenizer.ends(self.text[start:stop])
            if len(token_ends) > wanted:
                stop = start + token_ends[wanted]
                packer.chars_a_token = min(token_ends[wanted] / wanted, CHARS_A_TOKEN)
            elif stop < end:
                length *= 2
                continue
            return _Window(stop, token_ends)

    def _expected(self, tokens: int) -> int:
        """Code points in which so many tokens are expected to end."""
        return int(tokens * self.packer.chars_a_token * _MORE) + _SPARE_CHARS

    def _cut_heading(
        self,
        trial: Trial,
        own: int,
        path: Path,
        ends: list[int],
        first: int,
        token_ends: Sequence[int],
        window_end: int,
    ) -> Cut | None:
        """Leave headings alone, but none that can keep a word; or cut inside a heading line too long for a chunk."""
        packer = self.packer
        lines = [heading.end for heading in path if heading.end > own]
        if first < len(ends):
            kept = [line for line in lines[:-1] if packer.fits_alone(line, ends[first])]
            lines = [line for line in lines if not kept or line <= kept[0]]
        if lines[0] <= window_end:
            cut = self._last_that_fits(trial, own, lines, 0, token_ends, BoundaryLevel.BLOCK)
            if cut or packer.fits_bare(own, lines[0]):
                return cut or packer.whole(trial, own, lines[0], BoundaryLevel.BLOCK)
        ends = [end for end in ends if end <= lines[0]]
        if ends:
            cut = self._last_that_fits(trial, own, ends, 0, token_ends, BoundaryLevel.WORD)
            if cut or packer.fits_bare(own, ends[0]):
                return cut or packer.whole(trial, own, ends[0], BoundaryLevel.WORD)
        end = ends[0] if ends else min(lines[0], window_end)
        cut = self._cut_word(trial, own, end, token_ends, known=bool(ends))
        if cut and cut.end == trimmed_end(self.text, own, lines[0]):
            return cut._replace(rank=rank_of(BoundaryLevel.BLOCK), level=BoundaryLevel.BLOCK)
        return cut

    def _cut_word(
        self, trial: Trial, own: int, end: int, token_ends: Sequence[int], *, known: bool
    ) -> Cut | None:
        """Cut inside a word that does not fit a chunk alone, between clusters; `known` if `end` is the word's end."""
        if first_nonblank(self.text, own, end) > own:
            return None  # an indentation gives way before a word is cut
        ends = grapheme_ends(self.text, own, end)
        if cluster_start(self.text, end, own) < end:
            # the window ends inside a cluster
            ends[-1:] = [] if len(ends) > 1 else [cluster_end(self.text, own)]
        cut = self._last_that_fits(trial, own, ends, 0, token_ends, BoundaryLevel.GRAPHEME)
        if cut is None and trial.bare and trial.start == own:
            oversized = not self.packer.fits_alone(own, ends[0])
            cut = Cut(ends[0], rank_of(BoundaryLevel.GRAPHEME), BoundaryLevel.GRAPHEME, oversized)
        if cut and (GAP.match(self.text, cut.end) or (known and cut.end == end)):
            return cut._replace(rank=rank_of(BoundaryLevel.WORD), level=BoundaryLevel.WORD)
        return cut

    def _last_that_fits(
        self,
        trial: Trial,
        own: int,
        ends: list[int],
        first: int,
        token_ends: Sequence[int],
        level: BoundaryLevel,
    ) -> Cut | None:
        """The last of ``ends[first:]`` at which the chunk fits."""
        frame = self.packer.frames.from_tokens(level, own, ends, token_ends)
        j = self.packer.settle(frame, trial, first, len(ends), 0, self._left(trial, own))
        return Cut(trimmed_end(self.text, own, ends[j - 1]), frame.rank, level) if j > first else None

    def _left(self, trial: Trial, own: int) -> int:
        """Tokens there are for the own part, near enough to plan with."""
        return trial.room - (self.packer.count(trial.start, own) if trial.start < own else 0)
