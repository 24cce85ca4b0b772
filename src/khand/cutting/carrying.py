"""The overlap one chunk can carry: the longest with which it does not end at a worse place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from khand.cutting.contexts import Contexts
from khand.cutting.cut import Cut
from khand.cutting.overlap import Start, longest_start, unit_starts, word_starts
from khand.cutting.packing import Packer
from khand.cutting.piece import Piece
from khand.cutting.sections import Path
from khand.cutting.trial import Trial
from khand.outline.blocks import BoundaryLevel

Attempt = tuple[Trial, Cut]


class Carrying:
    """
    Looks for the overlap of one chunk.

    Args:
        packer: Of the document.
        contexts: Of the document.
        budget: Tokens the overlap may have, >= 1.
        own: Where the chunk's own part begins.
        stop: Index of the unit that the own part must not reach.
        previous: The piece before.
        floor: No overlap begins before this offset.
        path: Its heading path.

    Attributes:
        longest: Where the longest overlap of whole sentences, rows, lines or items begins, of whole words where there is none of those;
            None when there is neither.
    """

    def __init__(
        self,
        packer: Packer,
        contexts: Contexts,
        budget: int,
        own: int,
        stop: int,
        previous: Piece,
        floor: int,
        path: Path,
    ) -> None:
        self.packer, self.contexts, self.budget = packer, contexts, budget
        self.own, self.stop, self.path = own, stop, path
        self.previous, self.end = previous, previous.end
        self.floor = max(previous.start + 1, floor)
        self._unit = longest_start(packer, self.floor, self.end, self.budget)
        self._words = [] if self._unit else self._word_starts(None)
        self.longest = self._unit or (self._counted(self._words[0]) if self._words else None)

    def best(self, without: Cut) -> Attempt | None:
        """The chunk with the longest overlap that does not make it end at a worse place than `without`; None if there is none."""
        given: dict[int, Attempt | None] = {}

        def attempt(start: int) -> Attempt | None:
            if start not in given:
                given[start] = self._attempt(start, without)
            return given[start]

        if self._unit is None:
            return _first_accepted(self._words, attempt)
        found = attempt(self._unit.at)
        if found is None:
            units = [start.at for start in unit_starts(self.packer, self.floor, self.end, self.budget)]
            last = units[-1] if units else None
            found = _first_accepted(units[1:], attempt) or _first_accepted(self._word_starts(last), attempt)
        return found

    def _word_starts(self, unit: int | None) -> list[int]:
        """Starts of the words from `unit` on; None for the end of the chunk before, as far as its words are its own."""
        sections = self.packer.sections
        body = sections.bodies[sections.unit_at(self.end - 1)]
        low = max(self.previous.own, min(body, self.end - 1)) if unit is None else unit
        words = word_starts(self.packer, low, self.end, self.budget)
        return [start for start in words if start >= self.floor]

    def _counted(self, start: int) -> Start:
        return Start(start, self.packer.count(start, self.end))

    def _attempt(self, start: int, without: Cut) -> Attempt | None:
        if self.packer.count(start, self.end) > self.budget:
            return None
        trial = self.contexts.trial(start, self.path)
        to_section = without.level == BoundaryLevel.SECTION
        if to_section and trial.count_to(without.end, without.level) > self.packer.size:
            return None  # nowhere else is as good
        cut = self.packer.find_cut(trial, self.own, self.stop)
        if cut is None or cut.rank < without.rank or trial.leaves_open(cut.end, cut.level):
            return None
        return trial, cut


def _first_accepted(starts: list[int], attempt: Callable[[int], Attempt | None]) -> Attempt | None:
    """What the attempt with the longest overlap gave that was accepted; a shorter one is accepted if a longer is."""
    if not starts:
        return None
    found = attempt(starts[0])
    if found is None:
        k = bisect_left(starts, True, lo=1, key=lambda start: attempt(start) is not None)
        found = attempt(starts[k]) if k < len(starts) else None
    return found
