"""One document to pieces: its sections in order, each packed with context and overlap in the budget."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

from khand.cutting.contexts import Contexts
from khand.cutting.cut import Cut
from khand.cutting.overlap import unit_starts, word_starts
from khand.cutting.packing import Packer
from khand.cutting.piece import Piece
from khand.cutting.sections import Path
from khand.cutting.space import first_nonblank, own_start, trimmed_end
from khand.cutting.trial import Trial
from khand.outline.blocks import BoundaryLevel, Kind
from khand.settings import Settings


class DocumentCutter:
    """
    Walks one document from start to end.

    Args:
        packer: Of the document.
        settings: How to cut; `by` is not window.
    """

    def __init__(self, packer: Packer, settings: Settings) -> None:
        self.packer = packer
        self.text = packer.text
        self.sections = packer.sections
        self.settings = settings
        self.overlap_tokens = settings.overlap_tokens
        self.text_end = trimmed_end(self.text, 0, len(self.text))
        self.contexts = Contexts(packer.measure, packer.structure, settings)

    def pieces(self) -> Iterator[Piece]:
        """The pieces in order."""
        text, edges, ends = self.text, self.sections.edges, self.sections.ends
        if self.settings.by == "paragraph":
            ends = list(range(1, len(edges)))
        section_ends = frozenset(self.sections.ends)
        previous: Piece | None = None
        section = begin = 0
        for stop in ends:
            own = own_start(text, edges[begin], edges[stop])
            while own < edges[stop]:
                previous = self._of_units(own, stop, previous, edges[section]) or self._next(
                    own, stop, previous, edges[section]
                )
                yield previous
                own = own_start(text, previous.end, edges[stop])
            begin = stop
            if stop in section_ends:
                section = stop

    def _of_units(self, own: int, stop: int, previous: Piece | None, section: int) -> Piece | None:
        """
        A piece of whole units without overlap: what ``_next`` finds, found faster, for it is most of them.

        Args and returns as for ``_next``, and None where there is more to weigh.
        """
        overlap = self._overlap_reason(previous, section)
        packer, sections, size = self.packer, self.sections, self.settings.size
        measure, edges = packer.measure, sections.edges
        unit = sections.unit_at(own)
        if not overlap or own != edges[unit]:
            return None
        path = sections.paths[unit]
        introduced = sections.blocks[unit].kind == Kind.LIST and own == sections.bodies[unit]
        around = (self.contexts.around if introduced else self.contexts.below)(own, path)
        after = packer.last_unit(unit, stop, size - around.tokens)
        if after == unit or (packer.joins_units and after < stop):
            return None
        end = trimmed_end(self.text, own, edges[after])
        tokens = around.tokens + measure.count_units(unit, after, end)
        if tokens > size or not around.is_apart(measure, own):
            return None
        if after == stop:
            reason = "end" if end == self.text_end else self._follows(stop)
        elif packer.may_fit(packer.frames.top, after, size - tokens):
            return None
        else:
            reason = "block"
        embedded = around.before + self.text[own:end]
        return Piece(
            own, own, end, reason, path, embedded, tokens, overlap, around.tokens, around.gave_way
        )

    def _next(self, own: int, stop: int, previous: Piece | None, section: int) -> Piece:
        """
        The piece whose own part begins at `own`.

        Args:
            own: Where that is.
            stop: Index of the unit that the own part must not reach.
            previous: The piece before.
            section: Where its section begins.
        """
        path = self.sections.paths[self.sections.unit_at(own)]
        overlap = self._overlap_reason(previous, section)
        carrying = None
        if not overlap and previous is not None:
            carrying = _Carrying(self, own, stop, previous, section, path)
            if carrying.longest and self._is_best(*carrying.longest, own, stop):
                return self._piece(*carrying.longest, own, stop, path, "carried")
        trial = self.contexts.trial(own, path)
        cut = self.packer.find_cut(trial, own, stop)
        while cut is None or (trial.around.context.before_fence() and trial.leaves_open(cut.end, cut.level)):
            if trial.bare:
                # its indentation is what does not fit beside the first thing that must stay whole
                return self._next(first_nonblank(self.text, own, self.text_end), stop, previous, section)
            trial = self.contexts.smaller(trial)
            cut = self.packer.find_cut(trial, own, stop)
            carrying, overlap = None, overlap or "no room"  # it gives way before the context does
        if carrying:
            found = None if cut.oversized else carrying.best(cut)
            overlap = "carried" if found else "no room"
            trial, cut = found or (trial, cut)
        return self._piece(trial, cut, own, stop, path, overlap)

    def _is_best(self, trial: Trial, cut: Cut, own: int, stop: int) -> bool:
        """Whether a chunk ends nowhere better without its overlap, nor keeps more context, so that it need not be tried."""
        return not trial.around.gave_way and cut.rank >= self.packer.highest_rank(own, stop)

    def _overlap_reason(self, previous: Piece | None, section: int) -> str:
        """Why no overlap is even tried; "" if it is."""
        if previous is None:
            return "first"
        if not self.overlap_tokens:
            return "off"
        over_heading = previous.end <= section or previous.heading_alone
        if over_heading and not self.settings.overlap_across_headings:
            return "heading"
        return ""

    def _piece(self, trial: Trial, cut: Cut, own: int, stop: int, path: Path, overlap: str) -> Piece:
        unit = self.sections.unit_at(own)
        body = self.sections.bodies[unit]
        at_heading = own < cut.end <= body and cut.level == BoundaryLevel.BLOCK
        heading_alone = at_heading and cut.end < trimmed_end(self.text, own, self.sections.edges[unit + 1])
        if cut.end <= body:
            path = self.sections.path_at(self.text, own, cut.end)
        return Piece(
            trial.start,
            own,
            cut.end,
            self._reason(cut, stop),
            path,
            trial.embedded(cut.end, cut.level),
            trial.count_to(cut.end, cut.level),
            overlap,
            trial.context_tokens(cut.end, cut.level),
            trial.around.gave_way,
            cut.oversized,
            heading_alone,
        )

    def _reason(self, cut: Cut, stop: int) -> str:
        if cut.end == self.text_end:
            return "end"
        edge = self.sections.edges[stop]
        if cut.level < BoundaryLevel.SECTION and first_nonblank(self.text, cut.end, edge) < edge:
            unit_end = self.sections.edges[self.sections.unit_at(cut.end - 1) + 1]
            ends_unit = first_nonblank(self.text, cut.end, unit_end) == unit_end
            return _REASONS[max(cut.level, BoundaryLevel.BLOCK) if ends_unit else cut.level]
        return self._follows(stop)

    def _follows(self, stop: int) -> str:
        """The reason of a cut before unit `stop`: a heading, unless this ends front matter or a paragraph that had to end."""
        return "heading" if self.sections.bodies[stop] > self.sections.edges[stop] else "block"


_REASONS = {
    BoundaryLevel.BLOCK: "block",
    BoundaryLevel.ITEM: "item",
    BoundaryLevel.SENTENCE: "sentence",
    BoundaryLevel.WORD: "word",
    BoundaryLevel.GRAPHEME: "grapheme",
}

Attempt = tuple[Trial, Cut]


class _Carrying:
    """
    Looks for the overlap one chunk can carry.

    Args:
        cutter: Of the document.
        own: Where the chunk's own part begins.
        stop: Index of the unit that the own part must not reach.
        previous: The piece before.
        section: Where the chunk's section begins.
        path: Its heading path.

    Attributes:
        longest: The chunk with the longest overlap of whole sentences, rows, lines or items; None when it finds no end.
    """

    def __init__(
        self, cutter: DocumentCutter, own: int, stop: int, previous: Piece, section: int, path: Path
    ) -> None:
        self.packer, self.contexts, self.budget = cutter.packer, cutter.contexts, cutter.overlap_tokens
        self.own, self.stop, self.path = own, stop, path
        self.previous, self.end = previous, previous.end
        self.floor = previous.start + 1
        if not cutter.settings.overlap_across_headings:
            self.floor = max(self.floor, section)
        units = unit_starts(self.packer, self.floor, self.end, self.budget, every=False)
        self.longest = self._attempt(units[0]) if units else None

    def best(self, without: Cut) -> Attempt | None:
        """The chunk with the longest overlap that does not make it end at a worse place than `without`; None if there is none."""

        def attempt(start: int) -> Attempt | None:
            made = self._attempt(start)
            return made if made and made[1].rank >= without.rank else None

        if self.longest and self.longest[1].rank >= without.rank:
            return self.longest
        units = unit_starts(self.packer, self.floor, self.end, self.budget)
        found = _first_accepted(units[1:], attempt)
        if found is None:
            sections = self.packer.sections
            body = sections.bodies[sections.unit_at(self.end - 1)]
            low = units[-1] if units else max(self.previous.own, min(body, self.end - 1))
            words = word_starts(self.packer, low, self.end, self.budget)
            found = _first_accepted([start for start in words if start >= self.floor], attempt)
        return found

    def _attempt(self, start: int) -> Attempt | None:
        if self.packer.count(start, self.end) > self.budget:
            return None
        trial = self.contexts.trial(start, self.path)
        cut = self.packer.find_cut(trial, self.own, self.stop)
        return None if cut is None or trial.leaves_open(cut.end, cut.level) else (trial, cut)


def _first_accepted(starts: list[int], attempt: Callable[[int], Attempt | None]) -> Attempt | None:
    """What the attempt with the longest overlap gave that was accepted; a shorter one is accepted if a longer is."""
    given: dict[int, Attempt | None] = {}

    def accepted(start: int) -> bool:
        given[start] = attempt(start)
        return given[start] is not None

    if not starts:
        return None
    if accepted(starts[0]):
        return given[starts[0]]
    k = bisect_left(starts, True, lo=1, key=accepted)
    if k == len(starts):
        return None
    return given[starts[k]] if starts[k] in given else attempt(starts[k])
