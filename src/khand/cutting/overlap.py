"""The overlap of one chunk: the longest with which it does not end at a worse place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from khand.characters.space import first_nonblank, own_start
from khand.cutting.context import Contexts
from khand.cutting.edges import Edges
from khand.cutting.fitting import Opening
from khand.cutting.measure import NO_SEAM, SHORT
from khand.cutting.packing import Packer
from khand.cutting.piece import GIVE_WAY, Cut, Mark, Piece
from khand.cutting.sections import Path
from khand.outline.blocks import BoundaryLevel, Kind

_NEARLY = 4
"""Tokens by which the seam near an end may be before it: a unit so much too large is looked at."""

_MORE, _MORE_CHARS = 1.5, 32
"""How much more text than an overlap is likely to have is looked at for its words at first: times, and code points."""

_LONGEST_SENTENCE = 4_000
"""Code points; in a longer one words are looked for near its end only."""

Attempt = tuple[Opening, Cut]
_Place = TypeVar("_Place")


class _Start(NamedTuple):
    """Where an overlap may begin, and a seam near there; None where that was not needed yet."""

    at: int
    mark: Mark | None


class Overlap:
    """
    Looks for the overlap of one chunk.

    Args:
        packer: Of the document.
        contexts: Of the document.
        own: Where the chunk's own part begins.
        stop: Index of the unit that the own part must not reach.
        previous: The piece before.
        floor: No overlap begins before this offset.
        path: The chunk's heading path.
    """

    def __init__(
        self, packer: Packer, contexts: Contexts, own: int, stop: int, previous: Piece, floor: int, path: Path
    ) -> None:
        self.packer, self.contexts, self.source = packer, contexts, packer.source
        self.text, self.ladder = packer.text, packer.ladder
        self.own, self.stop, self.path = own, stop, path
        self.previous, self.end = previous, previous.end
        self.floor = max(previous.start + 1, floor)
        self.budget = self.source.overlap

    def best(self, without: Cut) -> Attempt | None:
        """The chunk with the longest overlap that does not make it end at a worse place than `without`; None if there is none."""
        attempt = partial(self._attempt, without=without)
        attempt_word = partial(self._attempt_word, without=without)
        longest = self._longest_start()
        if longest is None:
            return _first_accepted(self._word_stops(None), attempt_word)
        found = attempt(longest)
        if found is None:
            units = self._unit_starts()
            last = units[-1].at if units else None
            found = _first_accepted(units[1:], attempt) or _first_accepted(
                self._word_stops(last), attempt_word
            )
        return found

    def _attempt_word(self, stop: int, without: Cut) -> Attempt | None:
        at = own_start(self.text, stop, self.end)
        mark = self._mark_near(at)
        return self._attempt(_Start(at, mark), without) if self._tokens(at, mark) <= self.budget else None

    def _tokens(self, at: int, mark: Mark) -> int:
        """Exact tokens from `at` to the end of the chunk before."""
        return self.source.measure.count(at, self.end, mark, self.previous.mark)

    def _attempt(self, start: _Start, without: Cut) -> Attempt | None:
        opening = Opening(
            self.source,
            self.contexts,
            start.at,
            start.mark or self._mark_near(start.at),
            self.contexts.around(start.at, self.path, self.source.sections.unit_at(start.at)),
        )
        to_section = without.level == BoundaryLevel.SECTION
        if to_section and opening.tokens(without.end, *without.mark, without.fence) > self.source.size:
            return None  # nowhere else is as good
        cut = self.packer.find_cut(opening, self.own, self.stop)
        if cut is GIVE_WAY or cut.rank < without.rank or opening.leaves_open(cut.fence):
            return None
        return opening, cut

    def _longest_start(self) -> _Start | None:
        """
        The first of the ``_unit_starts``, found without splitting what fits whole; None when there is none.

        A block that fits whole need not be split: only the one before it is, into which the overlap may still reach.
        """
        sections, before = self.source.sections, self.source.sums.before
        last, lowest = sections.unit_at(self.end - 1), sections.unit_at(self.floor)
        low = lowest + (self.floor > sections.edges[lowest])
        unit = max(low, bisect_left(before, self.previous.mark.tokens - self.budget - _NEARLY, 0, last + 1))
        found = None
        while unit <= last and found is None:
            found = self._start(sections.edges[unit], self.ladder.top, unit)
            unit += found is None
        if unit > lowest:
            inside = self._starts_in(unit - 1)[0]
            if inside:
                return inside[-1]
        return found

    def _start(self, at: int, edges: Edges, k: int) -> _Start | None:
        """An overlap from `at` in piece `k`, blank lines left out, or None if it begins too early or is too long."""
        at = own_start(self.text, at, self.end)
        if at < self.floor:
            return None
        if self.end - at <= SHORT:  # no sums are needed: those of a block that is past were for nothing else
            fits = self.source.tokenizer.count(self.text[at : self.end]) <= self.budget
            return _Start(at, None) if fits else None
        mark = edges.sums.mark(k)
        return _Start(at, mark) if self._tokens(at, mark) <= self.budget else None

    def _unit_starts(self) -> list[_Start]:
        """Starts of the sentences, rows, lines or items from which the overlap may reach to the end; the longest overlap first."""
        sections = self.source.sections
        found: list[_Start] = []
        for unit in range(sections.unit_at(self.end - 1), sections.unit_at(self.floor) - 1, -1):
            inside, done = self._starts_in(unit)
            found += inside
            if done:
                break
        return found[::-1]

    def _starts_in(self, unit: int) -> tuple[list[_Start], bool]:
        """Those inside one unit, the last first; and whether none can come before."""
        found: list[_Start] = []
        sections = self.source.sections
        edge, body = sections.edges[unit], sections.bodies[unit]
        for edges, k in self._starts_inside(self.ladder.top, unit):
            inside = edges.edges[k]
            # what follows heading lines may be carried without them
            for at in (body, inside) if inside == edge < body < self.end else (inside,):
                start = self._start(at, edges, k)
                if start is None:
                    return found, True
                if not self.source.structure.parts_opening(start.at):
                    found.append(start)
        return found, False

    def _starts_inside(self, edges: Edges, i: int) -> Iterator[tuple[Edges, int]]:
        """Starts of the rows, lines, items or sentences of piece `i`, the last before the end first."""
        unparted = edges.level == BoundaryLevel.ITEM and not self.source.structure.children_at(
            edges.blocks, i
        )
        inner = None if unparted else self.ladder.inside(edges, i)
        if inner is None:
            yield edges, i
            return
        end = min(self.end, inner.edges[-1])
        for k in range(inner.piece_at(end - 1), -1, -1):
            if inner.level == BoundaryLevel.SENTENCE:
                yield inner, k
            else:
                yield from self._starts_inside(inner, k)

    def _word_stops(self, unit: int | None) -> list[int]:
        """
        Ends of the words behind which the overlap may begin, increasing; none in tables and code and of whole items.

        Args:
            unit: Words from there on; None for the words of the end of the chunk before that are its own.
        """
        if self._ends_whole():
            return []
        sections, end, text = self.source.sections, self.end, self.text
        body = sections.bodies[sections.unit_at(end - 1)]
        low = max(self.previous.own, min(body, end - 1)) if unit is None else unit
        least = max(low, end - max(_LONGEST_SENTENCE, 16 * self.budget))
        wide = (end - self.previous.start) / self.previous.tokens  # code points a token
        begin = self._word_start(least, end - int(wide * self.budget * _MORE) - _MORE_CHARS)
        while True:
            ends = self.ladder.word_ends(begin, end)
            first = min(begin > low, len(ends))  # the word begun in its middle is no place to look behind
            k = self._first_within(ends, first, wide)
            if k > first or begin == least:
                break
            begin = self._word_start(least, end - 4 * (end - begin))
        while k < len(ends) and own_start(text, ends[k], end) < self.floor:
            k += 1
        return ends[k:-1]

    def _first_within(self, ends: list[int], first: int, wide: float) -> int:
        """
        Index of the first of ``ends[first:]`` behind which the text is no longer than an overlap may be.

        Args:
            ends: Ends of words, increasing.
            first: Index of the first that may be the one.
            wide: Code points a token here, about: says where to look, and counts say whether that is right.
        """
        text, end, count = self.text, self.end, self.source.tokenizer.count
        too_early, found = first - 1, len(ends)
        place = end - self.budget * wide
        while found - too_early > 1:
            k = min(max(bisect_left(ends, place), too_early + 1), found - 1)
            over = count(text[own_start(text, ends[k], end) : end]) - self.budget
            if over > 0:
                too_early = k
            else:
                found = k
            place = ends[k] + over * wide
        return found

    def _word_start(self, least: int, at: int) -> int:
        return self.ladder.word_start(least, at) if at > least else least

    def _mark_near(self, start: int) -> Mark:
        """A seam at or before `start`, by the tokens from there to the end of the chunk before."""
        measure, mark = self.source.measure, self.previous.mark
        seam = measure.seam_before(start, 0)
        upto = measure.upto(self.end, *mark)
        if upto is None or seam == NO_SEAM:
            return Mark(NO_SEAM, mark.tokens - self.source.tokenizer.count(self.text[start : self.end]))
        return Mark(seam, upto - self.source.tokenizer.count(self.text[seam : self.end]))

    def _ends_whole(self) -> bool:
        """Whether the chunk before ends with a row, a line of code or a whole item: part of one would mislead."""
        edges: Edges | None = self.ladder.top
        while edges is not None and edges.of_blocks:
            i = edges.piece_at(self.end - 1)
            kind, stop = edges.blocks.kinds[i], edges.edges[i + 1]
            if kind in (Kind.ROW, Kind.LINE, Kind.GROUP):
                return True
            if kind == Kind.ITEM and first_nonblank(self.text, self.end, stop) == stop:
                return True
            edges = self.ladder.inside(edges, i)
        return False


def _first_accepted(starts: Sequence[_Place], attempt: Callable[[_Place], Attempt | None]) -> Attempt | None:
    """What the attempt with the longest overlap gave that was accepted; a shorter one is accepted if a longer is."""
    found = None
    low, high, middle = 0, len(starts), 0
    while low < high:
        tried = attempt(starts[middle])
        if tried is None:
            low = middle + 1
        else:
            found, high = tried, middle
        middle = (low + high) // 2
    return found
