"""The packer below sentences: words, heading lines, and grapheme clusters of words that do not fit a chunk alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from khand.characters.graphemes import cluster_end, cluster_start, grapheme_ends
from khand.characters.space import GAP, first_nonblank, trimmed_end
from khand.cutting.edges import Edges
from khand.cutting.fitting import Opening, last_fitting
from khand.cutting.levels import Ladder
from khand.cutting.measure import NO_SEAM, Sums
from khand.cutting.piece import GIVE_WAY, Cut, rank_of
from khand.cutting.sections import Path
from khand.cutting.source import Source
from khand.outline.blocks import BoundaryLevel

_SPARE = 8
"""Tokens looked at beyond the size: counts of spans that begin elsewhere differ by a few."""

_MOST_CHARS = 16
"""Code points a token, on average, that hardly any text has."""

_MORE, _SPARE_CHARS = 1.125, 64
"""How much more text than expected is looked at, so that the tokens wanted are in it: times, and code points."""

_LONGEST_MILE = 1024
"""Code points between two places with a sum up to which words are counted one by one."""

_FARTHEST = 64
"""Code points a token, on average, beyond which no place is looked for by sums."""


class WordPacker:
    """
    Finds the next cut inside a piece of which not even a sentence, row, line or item fits.

    Args:
        source: The document.
        ladder: Its boundaries.
    """

    def __init__(self, source: Source, ladder: Ladder) -> None:
        self.source = source
        self.text = source.text
        self.ladder = ladder
        self.chars_a_token = 4.0  # where words were last looked for

    def find_cut(self, opening: Opening, own: int, edges: Edges, i: int) -> Cut:
        """
        Cut at the last word that fits; a heading keeps at least the first word after it where that can be.

        Args:
            opening: The chunk's start and context.
            own: Where its own part begins.
            edges: Boundaries of which not even the first behind `own` fits.
            i: Index of the piece that `own` is in.

        Returns:
            As ``Packer.find_cut``.
        """
        unit = self.source.sections.unit_at(own)
        body = self.source.sections.bodies[unit]
        cut = self._by_sums(opening, own, edges, i) if own >= body else None
        if cut is not None and not self.ladder.long_link_at(cut.end):
            return cut
        stretch = _Stretch(self, opening, own, edges, i)
        return stretch.find_cut(body, self.source.sections.paths[unit])

    def _by_sums(self, opening: Opening, own: int, edges: Edges, i: int) -> Cut | None:
        """
        The last word that fits, looked for only around the place where the tokens are used up.

        None where it is not found so: where counts do not add up between words, or not even one word fits.
        """
        miles = self.ladder.miles(edges, i)
        k = bisect_right(miles.before, opening.spent + self.source.size) - 1
        lowest = bisect_right(miles.edges, own) - 1
        k = min(k, len(miles.edges) - 2)
        if not opening.exact or k < lowest or miles.edges[k + 1] - own > _FARTHEST * self.source.size:
            return None
        while k >= lowest:
            found = self._last_in_mile(opening, own, miles, k, edges.fence)
            if found is not None:
                return found
            k -= 1
        return None

    def _last_in_mile(self, opening: Opening, own: int, miles: Sums, k: int, fence: str) -> Cut | None:
        low, high, mark = miles.edges[k], miles.edges[k + 1], miles.mark(k)
        text, count, size = self.text, self.source.tokenizer.count, self.source.size
        if high - low > _LONGEST_MILE or mark.at == NO_SEAM:
            return None
        begin = self.ladder.word_start(own, low) if low > own else own
        limit = opening.spent + size - mark.tokens
        ends = self.ladder.word_ends(begin, high)
        if begin == low > own:
            ends.insert(0, low)
        for end in reversed(ends):
            # counts are not monotone inside a run without spaces: the last that fits is wanted
            if end < low or end <= own:
                break
            at = trimmed_end(text, own, end)
            if end < high and count(text[mark.at : at]) <= limit:
                tokens = opening.tokens(at, *mark, fence)
                if tokens <= size:
                    return Cut(at, rank_of(BoundaryLevel.WORD), BoundaryLevel.WORD, mark, tokens, fence)
        return None


class _Stretch:
    """
    The text in which the tokens of one chunk are used up, its words, and where its tokens end: the way where there are no sums.

    Args:
        words: What looks for it.
        opening: The chunk's start and context.
        own: Where its own part begins.
        edges: As for ``WordPacker.find_cut``.
        i: Index of the piece that is to be cut.
    """

    def __init__(self, words: WordPacker, opening: Opening, own: int, edges: Edges, i: int) -> None:
        self.words, self.opening, self.own = words, opening, own
        self.end = edges.edges[i + 1]
        self.text, self.source, self.ladder = words.text, words.source, words.ladder
        sections = words.source.sections
        self.body = sections.bodies[sections.unit_at(own)]
        self._inner_fence = edges.fence
        self.stop = own
        self.token_ends: Sequence[int] = ()
        self.known = opening.spent + opening.around.tokens
        if opening.start < own:
            self.known += self.source.tokenizer.count(self.text[opening.start : own])

    def find_cut(self, body: int, path: Path) -> Cut:
        """The cut, as ``WordPacker.find_cut``; `body` is where the heading lines of the unit end, `path` its heading path."""
        own, text = self.own, self.text
        ends = self._word_ends(body, path)
        if not ends and own < first_nonblank(text, own, self.stop):
            return GIVE_WAY  # an indentation wider than a chunk
        first = bisect_right(ends, body)
        if first < len(ends):
            cut = self._last_that_fits(ends, first, BoundaryLevel.WORD)
            if cut is not None:
                return self._in_address(cut, ends) or cut
            if self._fits_bare(ends[first]):
                return self._whole(ends[first], BoundaryLevel.WORD)
        if own < body:
            return self._cut_heading(path, ends, first)
        return self._cut_word(ends[0] if ends else self.stop, known=bool(ends))

    def _word_ends(self, body: int, path: Path) -> list[int]:
        """The ends of the words before `stop`, which is put where the tokens of a chunk are used up and a first word is seen."""
        own, end = self.own, self.end
        # the last heading must see the first word that it may have to keep
        begin = max(own, path[-1].start) if own < body and path else own
        reach = self.source.size + _SPARE
        while True:
            self._reach(reach)
            stop, ends = self.stop, list[int]()
            lines = [heading.end for heading in path if own < heading.end < stop]
            for a, b in pairwise([own, *lines, stop]):  # no link reaches over the end of a heading
                ends += self.ladder.word_ends(a, b)
            if stop < end and ends and ends[-1] == stop:
                ends.pop()  # it may go on behind
            first_word_seen = bool(ends) and ends[-1] > (body if own < body else own)
            if stop == end or first_word_seen or not self.ladder.fits_alone(begin, stop):
                return ends
            reach *= 2

    def _reach(self, reach: int) -> None:
        """Put `stop` where `reach` tokens from `own` end, at most at the end."""
        own, wanted, words = self.own, reach, self.words
        length = self._expected(wanted)
        while True:
            stop = min(self.end, own + length)
            self.token_ends = self.source.tokenizer.ends(self.text[own:stop])
            if len(self.token_ends) > wanted:
                stop = own + self.token_ends[wanted]
                words.chars_a_token = min(self.token_ends[wanted] / wanted, _MOST_CHARS)
            elif stop < self.end:
                length *= 2
                continue
            self.stop = stop
            return

    def _expected(self, tokens: int) -> int:
        """Code points in which so many tokens are expected to end, and a few more."""
        return int(tokens * self.words.chars_a_token * _MORE) + _SPARE_CHARS

    def _cut_heading(self, path: Path, ends: list[int], first: int) -> Cut:
        """Leave headings alone, but none that can keep a word; or cut inside a heading line too long for a chunk."""
        own = self.own
        lines = [heading.end for heading in path if heading.end > own]
        if first < len(ends):
            kept = [line for line in lines[:-1] if self.ladder.fits_alone(line, ends[first])]
            lines = [line for line in lines if not kept or line <= kept[0]]
        if lines[0] <= self.stop:
            cut = self._last_that_fits(lines, 0, BoundaryLevel.BLOCK)
            if cut is not None or self._fits_bare(lines[0]):
                return cut or self._whole(lines[0], BoundaryLevel.BLOCK)
        ends = [end for end in ends if end <= lines[0]]
        if ends:
            cut = self._last_that_fits(ends, 0, BoundaryLevel.WORD)
            if cut is not None or self._fits_bare(ends[0]):
                return cut or self._whole(ends[0], BoundaryLevel.WORD)
        cut = self._cut_word(ends[0] if ends else min(lines[0], self.stop), known=bool(ends))
        if cut.end == trimmed_end(self.text, own, lines[0]):
            return cut._replace(rank=rank_of(BoundaryLevel.BLOCK), level=BoundaryLevel.BLOCK)
        return cut

    def _cut_word(self, end: int, *, known: bool) -> Cut:
        """Cut inside a word that does not fit a chunk alone, between clusters; `known` if `end` is the word's end."""
        own, text, opening = self.own, self.text, self.opening
        if first_nonblank(text, own, end) > own:
            return GIVE_WAY  # an indentation gives way before a word is cut
        ends = grapheme_ends(text, own, end)
        if cluster_start(text, end, own) < end:
            # the stretch ends inside a cluster
            ends[-1:] = [] if len(ends) > 1 else [cluster_end(text, own)]
        cut = self._last_that_fits(ends, 0, BoundaryLevel.GRAPHEME)
        if cut is None and opening.bare and opening.start == own:
            oversized = not self.ladder.fits_alone(own, ends[0])
            cut = self._cut_at(ends[0], BoundaryLevel.GRAPHEME)._replace(oversized=oversized)
        if cut is None:
            return GIVE_WAY
        if GAP.match(text, cut.end) or (known and cut.end == end):
            return cut._replace(rank=rank_of(BoundaryLevel.WORD), level=BoundaryLevel.WORD)
        return cut._replace(in_link=self.ladder.long_link_at(cut.end))

    def _in_address(self, cut: Cut, ends: list[int]) -> Cut | None:
        """The cut inside the word behind `cut`, if that is too large for a chunk and both are in one link: its words stay with it."""
        text = self.text
        if not self.ladder.long_link_at(cut.end):
            return None
        start = first_nonblank(text, cut.end, self.end)
        k = bisect_right(ends, cut.end)
        end = ends[k] if k < len(ends) else self.stop
        if start >= self.stop or self.ladder.fits_alone(
            start, end if k < len(ends) else self._goes_on(start, end)
        ):
            return None
        clusters = grapheme_ends(text, start, end)[:-1]
        found = self._last_that_fits(clusters, 0, BoundaryLevel.GRAPHEME) if clusters else None
        return found._replace(in_link=True) if found is not None else None

    def _goes_on(self, start: int, stop: int) -> int:
        """Where the word at `start` ends that the stretch does not hold whole, looked for as far as the stretch is long: no chunk holds more."""
        limit = min(self.end, stop + stop - self.own)
        ends = self.ladder.word_ends(start, limit)
        return ends[0] if ends else limit

    def _fits_bare(self, end: int) -> bool:
        """Whether the text to `end` fits a chunk alone if its indentation is left out."""
        return self.ladder.fits_alone(first_nonblank(self.text, self.own, end), end)

    def _whole(self, end: int, level: BoundaryLevel) -> Cut:
        """The end of what fits alone and so must stay whole, where nothing but it is in the chunk."""
        opening, own = self.opening, self.own
        if not opening.bare or opening.start < own or not self.ladder.fits_alone(own, end):
            return GIVE_WAY
        return self._cut_at(trimmed_end(self.text, own, end), level)

    def _last_that_fits(self, ends: list[int], first: int, level: BoundaryLevel) -> Cut | None:
        """The last of ``ends[first:]`` at which the chunk fits."""
        own, known = self.own, self.known
        edges = [own, *ends]
        before = [known + bisect_right(self.token_ends, edge - own) for edge in edges]
        sums = Sums(edges, [NO_SEAM] * len(edges), before)
        fence = self._fence(ends[first])
        found = Edges(level, 0, edges, lambda: sums, fence=fence, end_fence=fence)
        j, end, tokens = last_fitting(self.opening, found, first, len(ends))
        return self._cut_at(end, level, tokens) if j > first else None

    def _fence(self, end: int) -> str:
        """What closes the code that is open at `end`: none is in heading lines."""
        return self._inner_fence if end > self.body else ""

    def _cut_at(self, end: int, level: BoundaryLevel, tokens: int = 0) -> Cut:
        mark = self.opening.mark_at(end)
        fence = self._fence(end)
        tokens = tokens or self.opening.tokens(end, *mark, fence)
        return Cut(end, rank_of(level), level, mark, tokens, fence)
