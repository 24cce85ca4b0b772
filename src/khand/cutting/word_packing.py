"""The packer below sentences: words, heading lines, and grapheme clusters of words that do not fit a chunk alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from khand.cutting.atoms import may_hold_links
from khand.cutting.cut import Cut, rank_of
from khand.cutting.graphemes import cluster_end, cluster_start, grapheme_ends
from khand.cutting.sections import Path
from khand.cutting.space import GAP, first_nonblank, trimmed_end
from khand.cutting.trial import Trial
from khand.outline.blocks import BoundaryLevel

if TYPE_CHECKING:
    from khand.cutting.packing import Packer

_SPARE = 8
"""Tokens looked at beyond the size: counts of spans that begin elsewhere differ by a few."""


class _Window(NamedTuple):
    """The text in which a cut is looked for: where it ends, where its tokens end in it, and whether a link may be there."""

    stop: int
    token_ends: Sequence[int]
    holds_links: bool


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
        window = self._window(own, end, self.size + _SPARE)
        near = self._find_near(trial, own, end, window) if own >= body else None
        if near is not None:
            return near
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

    def _find_near(self, trial: Trial, own: int, end: int, window: _Window) -> Cut | None:
        """The same looked for in the last part of a chunk only, where it mostly is; None where it is not, or a link may be."""
        stop, token_ends, holds_links = window
        if holds_links:
            return None
        # a word is told from its own run of characters, so any space will do to begin at
        begin = self.text.rfind(" ", own, own + (stop - own) * 3 // 4) + 1
        if begin <= own:
            return None
        ends = self.packer.frames.word_ends(begin, stop)
        if stop < end and ends and ends[-1] == stop:
            ends.pop()  # it may go on behind the window
        return self._last_that_fits(trial, own, ends, 0, token_ends, BoundaryLevel.WORD)

    def _words(
        self, own: int, end: int, path: Path, body: int, window: _Window
    ) -> tuple[int, Sequence[int], list[int]]:
        """How far it looked, the ends of the tokens to there, and the ends of the words that end before."""
        reach = self.size + _SPARE
        # the last heading must see the first word that it may have to keep
        begin = max(own, path[-1].start) if own < body and path else own
        while True:
            stop, token_ends, _ = window
            ends: list[int] = []
            lines = [heading.end for heading in path if own < heading.end < stop]
            for a, b in pairwise([own, *lines, stop]):  # no link reaches over the end of a heading
                ends += self.packer.frames.word_ends(a, b, self.begun if a == own else a)
            if stop < end and ends and ends[-1] == stop:
                ends.pop()  # it may go on behind the window
            first_word_seen = bool(ends) and ends[-1] > (body if own < body else own)
            if stop == end or first_word_seen or not self.packer.fits_alone(begin, stop):
                return stop, token_ends, ends
            reach *= 2
            window = self._window(own, end, reach)

    def _window(self, start: int, end: int, reach: int) -> _Window:
        """The text from `start` to where `reach` tokens end, twice as many where a link may begin in reach; at most to `end`."""
        length = self.packer.window_chars
        while True:
            stop = min(end, start + length)
            token_ends = self.packer.tokenizer.ends(self.text[start:stop])
            holds_links = may_hold_links(self.text, start, stop)
            wanted = reach + self.size if holds_links else reach
            if len(token_ends) > wanted:
                reached = token_ends[wanted]
                # tokens of a text are mostly of one length
                self.packer.window_chars = reached + reached // 8 + 64
                return _Window(start + reached, token_ends, holds_links)
            if stop == end:
                return _Window(stop, token_ends, holds_links)
            length *= 2

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
        left = trial.room - (self.packer.count(trial.start, own) if trial.start < own else 0)
        j = self.packer.settle(frame, trial, first, len(ends), 0, left)
        return Cut(trimmed_end(self.text, own, ends[j - 1]), frame.rank, level) if j > first else None
