"""One document to pieces: its sections in order, each packed with context and overlap in the budget."""

from __future__ import annotations

from collections.abc import Iterator

from khand.characters.space import first_nonblank, own_start, trimmed_end
from khand.cutting.carrying import Carrying
from khand.cutting.contexts import Contexts
from khand.cutting.cut import Cut
from khand.cutting.packing import Packer
from khand.cutting.piece import Piece
from khand.cutting.sections import Path
from khand.cutting.trial import Around, Trial
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
        self.text_end = trimmed_end(self.text, 0, len(self.text))
        self.overlap = settings.overlap_tokens
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
            end = trimmed_end(text, own, edges[stop])
            while own < end:
                previous = self._next(own, stop, end, previous, edges[section])
                yield previous
                if previous.end == end:
                    break
                own = own_start(text, previous.end, edges[stop])
            begin = stop
            if stop in section_ends:
                section = stop

    def _next(self, own: int, stop: int, end: int, previous: Piece | None, section: int) -> Piece:
        """
        The piece whose own part begins at `own`.

        Args:
            own: Where that is.
            stop: Index of the unit that the own part must not reach.
            end: Where the text before that unit ends, white space left out.
            previous: The piece before.
            section: Where its section begins.
        """
        unit = self.sections.unit_at(own)
        unit_end = self.sections.edges[unit + 1]
        if self.text[own].isspace() and first_nonblank(self.text, own, unit_end) == unit_end:
            # HTML counts an indentation to the block before; it is no part of what follows
            unit, own = unit + 1, unit_end
        path = self.sections.paths[unit]
        if path:
            # a heading too deep to end the section ends what is carried
            section = max(section, path[-1].start)
        overlap = self._overlap_reason(previous, section)
        carrying = None
        if not overlap and previous is not None:
            floor = 0 if self.settings.overlap_across_headings else section
            carrying = Carrying(self.packer, self.contexts, self.overlap, own, stop, previous, floor, path)
        piece = self._of_units(own, end, unit, stop, path, carrying, overlap)
        if piece is not None:
            return piece
        trial = self.contexts.trial(own, path)
        cut = self.packer.find_cut(trial, own, stop)
        while cut is None or (trial.around.context.before_fence() and trial.leaves_open(cut.end, cut.level)):
            if trial.bare:
                # its indentation is what does not fit beside the first thing that must stay whole
                own = first_nonblank(self.text, own, self.text_end)
                return self._next(own, stop, end, previous, section)
            trial = self.contexts.smaller(trial)
            cut = self.packer.find_cut(trial, own, stop)
            carrying, overlap = None, overlap or "no room"  # it gives way before the context does
        if carrying:
            found = None if cut.oversized else carrying.best(cut)
            overlap = "carried" if found else "no room"
            trial, cut = found or (trial, cut)
        repeated = self.packer.count(trial.start, previous.end) if previous and trial.start < own else 0
        return self._piece(trial, cut, own, stop, path, overlap, repeated)

    def _of_units(
        self, own: int, end: int, unit: int, stop: int, path: Path, carrying: Carrying | None, overlap: str
    ) -> Piece | None:
        """
        The piece of whole units only, if there is no more to weigh: most pieces, found without a search.

        Args:
            own: Where its own part begins.
            end: Where it ends if it has room for all units.
            unit: Index of the unit that holds `own`.
            stop: Index of the unit that the own part must not reach.
            path: The heading path.
            carrying: The overlap, if one is to be carried: the longest is.
            overlap: What became of it otherwise.

        Returns:
            What ``_next`` would find, or None where there is more to weigh.
        """
        packer, measure, text = self.packer, self.packer.measure, self.text
        start, repeated, carried = own, 0, 0
        if own != self.sections.edges[unit]:
            return None
        if carrying:
            if carrying.longest is None or not packer.tokenizer.is_seam(text, own):
                return None
            (start, repeated), overlap = carrying.longest, "carried"
            carried = repeated + measure.count_space(start, carrying.end, own)
        around = self._around(start, own, unit, path)
        if (carrying and around.gave_way) or not around.is_apart(measure, start):
            return None
        room = self.settings.size - around.tokens - carried
        after, end, tokens = packer.units_that_fit(unit, stop, end, room)
        if after == unit:
            return None
        reason = "block"
        if after == stop:
            reason = "end" if end == self.text_end else self._follows(stop)
        elif packer.joins_units or (carrying and packer.may_reach(unit, stop)):
            return None  # there are sentences to weigh, or without the overlap it might end where the section does
        tokens += around.tokens + carried
        embedded = around.before + text[start:end]
        context = around.tokens, around.gave_way
        return Piece(start, own, end, reason, path, embedded, tokens, overlap, *context, repeated=repeated)

    def _around(self, start: int, own: int, unit: int, path: Path) -> Around:
        """The context of a piece whose own part begins unit `unit`."""
        introduced = self.sections.blocks.kinds[unit] == Kind.LIST and own == self.sections.bodies[unit]
        if start < own or introduced:
            return self.contexts.around(start, path)
        return self.contexts.below(start, path)

    def _overlap_reason(self, previous: Piece | None, section: int) -> str:
        """Why no overlap is even tried; "" if it is."""
        if previous is None:
            return "first"
        if not self.overlap:
            return "off"
        over_heading = previous.end <= section or previous.heading_alone
        if over_heading and not self.settings.overlap_across_headings:
            return "heading"
        return ""

    def _piece(
        self, trial: Trial, cut: Cut, own: int, stop: int, path: Path, overlap: str, repeated: int
    ) -> Piece:
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
            repeated=repeated,
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
