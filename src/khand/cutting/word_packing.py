"""The packer below sentences: words, heading lines, and grapheme clusters of words that do not fit a chunk alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from khand.cutting.atoms import may_hold_links
from khand.cutting.cut import Cut, rank_of
from khand.cutting.graphemes import cluster_end, cluster_start, grapheme_ends
from khand.cutting.measure import CHARS_A_TOKEN, Running
from khand.cutting.sections import Path
from khand.cutting.space import GAP, first_nonblank, trimmed_end
from khand.cutting.trial import Trial
from khand.outline.blocks import BoundaryLevel

if TYPE_CHECKING:
    from khand.cutting.packing import Packer

_SPARE = 8
"""Tokens looked at beyond the size: counts of spans that begin elsewhere differ by a few."""

_MORE = 1.125
"""How much more text than expected is looked at, so that the tokens wanted are in it."""

_GUESSES = 4
"""How often the place where the tokens are used up is guessed."""

_NEAR = 8
"""Tokens by which a guess may be off; a cut is looked for among twice as many on either side."""


class _Window(NamedTuple):
    """The text in which a cut is looked for: where it ends, and what tells the tokens from its start to an offset in it."""

    stop: int
    tokens_to: Callable[[int], int]


def _tokens_to(token_ends: Sequence[int], start: int, offset: int) -> int:
    return bisect_right(token_ends, offset - start)


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
        window_end, tokens_to, ends = self._words(own, end, path, body, window)
        if not ends and own < first_nonblank(self.text, own, window_end):
            return None  # an indentation wider than a chunk
        first = bisect_right(ends, body)
        if first < len(ends):
            cut = self._last_that_fits(trial, own, ends, first, tokens_to, BoundaryLevel.WORD)
            if cut or packer.fits_bare(own, ends[first]):
                return cut or packer.whole(trial, own, ends[first], BoundaryLevel.WORD)
        if own < body:
            return self._cut_heading(trial, own, path, ends, first, tokens_to, window_end)
        return self._cut_word(trial, own, ends[0] if ends else window_end, tokens_to, known=bool(ends))

    def _find_near(self, trial: Trial, own: int, end: int) -> Cut | None:
        """
        The same looked for only around the place where the tokens should be used up.

        None where it is not found: where a link may be, where counts do not add up between words, where a word is long.
        """
        text, packer = self.text, self.packer
        left = self._left(trial, own)
        counted = Running(packer.measure, own)
        place, missing = own, left
        for _ in range(_GUESSES):
            guess = place + int(missing * min(packer.chars_a_token, CHARS_A_TOKEN))
            place = text.rfind(" ", own, min(guess, end))
            if place <= own or not packer.tokenizer.is_seam(text, place):
                return None
            missing = left - counted.to(place)
            packer.chars_a_token = (place - own) / max(left - missing, 1)
            if abs(missing) <= _NEAR:
                break
        else:
            return None
        around = int(2 * _NEAR * packer.chars_a_token) + 1
        # a word is told from its own run of characters, so any space will do to begin at
        begin, stop = text.rfind(" ", own, max(place - around, own)) + 1, min(place + around, end)
        if begin <= own or may_hold_links(text, own, stop):
            return None
        ends = packer.frames.word_ends(begin, stop)
        cut = self._last_that_fits(trial, own, ends, 0, counted.to, BoundaryLevel.WORD)
        # beyond the last one there may be more that fit
        return cut if ends and cut and cut.end < trimmed_end(text, own, ends[-1]) else None

    def _words(
        self, own: int, end: int, path: Path, body: int, window: _Window
    ) -> tuple[int, Callable[[int], int], list[int]]:
        """How far it looked, what tells the tokens to there, and the ends of the words that end before."""
        reach = self.size + _SPARE
        # the last heading must see the first word that it may have to keep
        begin = max(own, path[-1].start) if own < body and path else own
        while True:
            stop, tokens_to = window
            ends: list[int] = []
            lines = [heading.end for heading in path if own < heading.end < stop]
            for a, b in pairwise([own, *lines, stop]):  # no link reaches over the end of a heading
                ends += self.packer.frames.word_ends(a, b, self.begun if a == own else a)
            if stop < end and ends and ends[-1] == stop:
                ends.pop()  # it may go on behind the window
            first_word_seen = bool(ends) and ends[-1] > (body if own < body else own)
            if stop == end or first_word_seen or not self.packer.fits_alone(begin, stop):
                return stop, tokens_to, ends
            reach *= 2
            window = self._window(own, end, reach)

    def _window(self, start: int, end: int, reach: int) -> _Window:
        """The text from `start` to where `reach` tokens end, twice as many where a link may begin in reach; at most to `end`."""
        packer = self.packer
        length = int(reach * packer.chars_a_token * _MORE) + _SPARE
        while True:
            stop = min(end, start + length)
            token_ends = packer.tokenizer.ends(self.text[start:stop])
            wanted = reach + self.size if may_hold_links(self.text, start, stop) else reach
            if len(token_ends) > wanted:
                stop = start + token_ends[wanted]
                packer.chars_a_token = token_ends[wanted] / wanted
            elif stop < end:
                length *= 2
                continue
            return _Window(stop, partial(_tokens_to, token_ends, start))

    def _cut_heading(
        self,
        trial: Trial,
        own: int,
        path: Path,
        ends: list[int],
        first: int,
        tokens_to: Callable[[int], int],
        window_end: int,
    ) -> Cut | None:
        """Leave headings alone, but none that can keep a word; or cut inside a heading line too long for a chunk."""
        packer = self.packer
        lines = [heading.end for heading in path if heading.end > own]
        if first < len(ends):
            kept = [line for line in lines[:-1] if packer.fits_alone(line, ends[first])]
            lines = [line for line in lines if not kept or line <= kept[0]]
        if lines[0] <= window_end:
            cut = self._last_that_fits(trial, own, lines, 0, tokens_to, BoundaryLevel.BLOCK)
            if cut or packer.fits_bare(own, lines[0]):
                return cut or packer.whole(trial, own, lines[0], BoundaryLevel.BLOCK)
        ends = [end for end in ends if end <= lines[0]]
        if ends:
            cut = self._last_that_fits(trial, own, ends, 0, tokens_to, BoundaryLevel.WORD)
            if cut or packer.fits_bare(own, ends[0]):
                return cut or packer.whole(trial, own, ends[0], BoundaryLevel.WORD)
        end = ends[0] if ends else min(lines[0], window_end)
        cut = self._cut_word(trial, own, end, tokens_to, known=bool(ends))
        if cut and cut.end == trimmed_end(self.text, own, lines[0]):
            return cut._replace(rank=rank_of(BoundaryLevel.BLOCK), level=BoundaryLevel.BLOCK)
        return cut

    def _cut_word(
        self, trial: Trial, own: int, end: int, tokens_to: Callable[[int], int], *, known: bool
    ) -> Cut | None:
        """Cut inside a word that does not fit a chunk alone, between clusters; `known` if `end` is the word's end."""
        if first_nonblank(self.text, own, end) > own:
            return None  # an indentation gives way before a word is cut
        ends = grapheme_ends(self.text, own, end)
        if cluster_start(self.text, end, own) < end:
            # the window ends inside a cluster
            ends[-1:] = [] if len(ends) > 1 else [cluster_end(self.text, own)]
        cut = self._last_that_fits(trial, own, ends, 0, tokens_to, BoundaryLevel.GRAPHEME)
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
        tokens_to: Callable[[int], int],
        level: BoundaryLevel,
    ) -> Cut | None:
        """The last of ``ends[first:]`` at which the chunk fits; `tokens_to` tells, nearly, the tokens from `own` to an offset."""
        frame = self.packer.frames.from_tokens(level, own, ends, tokens_to)
        j = self.packer.settle(frame, trial, first, len(ends), 0, self._left(trial, own))
        return Cut(trimmed_end(self.text, own, ends[j - 1]), frame.rank, level) if j > first else None

    def _left(self, trial: Trial, own: int) -> int:
        """Tokens there are for the own part, near enough to plan with."""
        return trial.room - (self.packer.count(trial.start, own) if trial.start < own else 0)
