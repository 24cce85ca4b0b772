"""One document to pieces: its sections in order, each packed with context and overlap in the budget."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from khand.characters.space import first_nonblank, own_start, trimmed_end
from khand.cutting.context import Contexts
from khand.cutting.fitting import Opening
from khand.cutting.levels import Ladder
from khand.cutting.overlap import Overlap
from khand.cutting.packing import Packer
from khand.cutting.piece import GIVE_WAY, Carried, Cut, Mark, Piece, Reason, rank_of
from khand.cutting.sections import Path
from khand.cutting.source import Source
from khand.outline.blocks import BoundaryLevel, Kind
from khand.patterns import line_pattern, matching_lines


class DocumentCutter:
    """
    Walks one document from start to end.

    Args:
        source: The document; it is not to be cut by window.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.sections = source.sections
        self.settings = source.settings
        self.contexts = Contexts(source)
        self.packer = Packer(source, Ladder(source))
        self.forced = _forced(source)

    def pieces(self) -> Iterator[Piece]:
        """The pieces in order."""
        text, sections, sums = self.text, self.sections, self.source.sums
        edges = sections.edges
        ends = range(1, len(edges)) if self.settings.by == "paragraph" else sections.ends
        previous: Piece | None = None
        section = begin = 0
        for stop in ends:
            if self.settings.front_matter == "skip" and sections.blocks.kinds[begin] == Kind.FRONT_MATTER:
                begin = section = stop
                continue
            own, mark = own_start(text, edges[begin], edges[stop]), sums.mark(begin)
            end = trimmed_end(text, own, edges[stop])
            while own < end:
                previous = self._next(own, mark, stop, previous, edges[section])
                yield previous
                if previous.end == end:
                    break
                own, mark = own_start(text, previous.end, edges[stop]), previous.mark
            begin = stop
            if sections.ends_before(stop):
                section = stop

    def _next(self, own: int, mark: Mark, stop: int, previous: Piece | None, section: int) -> Piece:
        """
        The piece whose own part begins at `own`.

        Args:
            own: Where it begins.
            mark: A seam near there.
            stop: Index of the unit that the own part must not reach.
            previous: The piece before.
            section: Where its section begins.
        """
        unit = self.sections.unit_at(own)
        unit_end = self.sections.edges[unit + 1]
        if self.text[own].isspace() and first_nonblank(self.text, own, unit_end) == unit_end:
            # HTML counts an indentation to the block before; it is no part of what follows
            unit, own, mark = unit + 1, unit_end, self.source.sums.mark(unit + 1)
        path = self.sections.paths[unit]
        if path:
            # a heading too deep to end the section ends what is carried
            section = max(section, path[-1].start)
        k = bisect_right(self.forced, own)
        if k:
            section = max(section, self.forced[k - 1])
        forced = self.forced[k] if k < len(self.forced) else len(self.text)
        carried = self._carried(previous, section)
        around = self.contexts.around(own, path, unit)
        opening = Opening(self.source, self.contexts, own, mark, around)
        cut = self.packer.find_cut(opening, own, stop)
        while cut is GIVE_WAY or (opening.around.context.before_fence() and opening.leaves_open(cut.fence)):
            smaller = opening.smaller()
            if smaller is None:
                # its indentation is what does not fit beside the first thing that must stay whole
                return self._next(
                    first_nonblank(self.text, own, self.source.end), mark, stop, previous, section
                )
            opening = smaller
            if carried == Carried.CARRIED:
                carried = Carried.NO_ROOM  # it gives way before the context does
            cut = self.packer.find_cut(opening, own, stop)
        if carried == Carried.CARRIED and previous is not None:
            floor = 0 if self.settings.overlap_across_headings else section
            overlap = Overlap(self.packer, self.contexts, own, stop, previous, floor, path)
            found = None if cut.oversized else overlap.best(cut)
            carried = Carried.CARRIED if found else Carried.NO_ROOM
            opening, cut = found or (opening, cut)
        if cut.end > forced:
            cut = self._cut_at(forced, opening, own)
        return self._piece(opening, cut, own, mark, stop, path, carried, previous)

    def _cut_at(self, place: int, opening: Opening, own: int) -> Cut:
        """The cut before a line that must begin a chunk."""
        level, fence = self.packer.ladder.boundary_at(place)
        end = trimmed_end(self.text, own, place)
        mark = opening.mark_at(end)
        tokens = opening.tokens(end, *mark, fence)
        if tokens > self.source.size:
            fence = ""  # the line that closes the code gives way to the size
            tokens = opening.tokens(end, *mark, fence)
        return Cut(end, rank_of(level), level, mark, tokens, fence)

    def _carried(self, previous: Piece | None, section: int) -> Carried:
        """Why no overlap is even tried; ``CARRIED`` if it is."""
        if previous is None:
            return Carried.FIRST
        if not self.source.overlap:
            return Carried.OFF
        over_heading = previous.end <= section or previous.heading_alone
        if over_heading and not self.settings.overlap_across_headings:
            return Carried.HEADING
        return Carried.CARRIED

    def _piece(
        self,
        opening: Opening,
        cut: Cut,
        own: int,
        mark: Mark,
        stop: int,
        path: Path,
        carried: Carried,
        previous: Piece | None,
    ) -> Piece:
        unit = self.sections.unit_at(own)
        body = self.sections.bodies[unit]
        at_heading = own < cut.end <= body and cut.level == BoundaryLevel.BLOCK
        heading_alone = at_heading and cut.end < trimmed_end(self.text, own, self.sections.edges[unit + 1])
        if cut.end <= body:
            path = self.sections.path_at(self.text, own, cut.end)
        repeated = 0
        if previous is not None and opening.start < own:
            repeated = self.source.measure.count(opening.start, previous.end, opening.mark, previous.mark)
        return Piece(
            opening.start,
            own,
            cut.end,
            self._reason(cut, stop),
            path,
            opening.embedded(cut.end, cut.fence),
            cut.tokens,
            carried,
            opening.mark,
            mark,
            cut.mark,
            cut.fence,
            opening.context_tokens(cut.end, cut.mark, cut.fence, cut.tokens),
            opening.around.gave_way,
            cut.oversized,
            heading_alone,
            in_link=cut.in_link,
            repeated=repeated,
        )

    def _reason(self, cut: Cut, stop: int) -> Reason:
        if cut.end == self.source.end:
            return Reason.END
        if cut.level == BoundaryLevel.SECTION:
            return self._follows(stop)
        edge = self.sections.edges[stop]
        following = first_nonblank(self.text, cut.end, edge)
        if following == edge:
            return self._follows(stop)
        if cut.level == BoundaryLevel.BLOCK or self.sections.begins_block(self.text, following):
            return Reason.BLOCK
        return REASONS[cut.level]

    def _follows(self, stop: int) -> Reason:
        """The reason of a cut before unit `stop`: a heading, unless this ends front matter or a paragraph that had to end."""
        return Reason.HEADING if self.sections.bodies[stop] > self.sections.edges[stop] else Reason.BLOCK


REASONS = {
    BoundaryLevel.BLOCK: Reason.BLOCK,
    BoundaryLevel.ITEM: Reason.ITEM,
    BoundaryLevel.SENTENCE: Reason.SENTENCE,
    BoundaryLevel.LINE: Reason.LINE,
    BoundaryLevel.WORD: Reason.WORD,
    BoundaryLevel.GRAPHEME: Reason.GRAPHEME,
}


def _forced(source: Source) -> list[int]:
    """Where lines begin that must begin a chunk; one right below headings begins with these."""
    if source.settings.cut_at is None:
        return []
    sections = source.sections
    found = []
    for place, _, _ in matching_lines(source.text, line_pattern("cut_at", source.settings.cut_at)):
        unit = sections.unit_at(place)
        edge, body = sections.edges[unit], sections.bodies[unit]
        right_below = body > edge and first_nonblank(source.text, body, place + 1) >= place
        found.append(edge if place <= body or right_below else place)
    return sorted(set(found))
