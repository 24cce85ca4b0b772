"""Children: small windows of whole sentences, rows, items or lines inside a chunk, to be matched in its stead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from khand.characters.space import own_start, trimmed_end
from khand.cutting.document import DocumentCutter
from khand.cutting.edges import Edges
from khand.cutting.fitting import Opening
from khand.cutting.piece import Piece, Start
from khand.outline.blocks import BoundaryLevel


class Child(NamedTuple):
    """
    One window of a chunk.

    Attributes:
        start: Where its text begins.
        end: One past its last code point.
        level: The boundary level of its end; the last child ends as its chunk does.
        embedded: Context and text.
        tokens: Exact count of `embedded`.
    """

    start: int
    end: int
    level: BoundaryLevel
    embedded: str
    tokens: int


class _Unit(NamedTuple):
    """A sentence, row, item or line: where it begins, and the level of the boundary there and what closes code before it."""

    start: Start
    level: BoundaryLevel
    fence: str


def children_of(piece: Piece, cutter: DocumentCutter, wanted: int) -> list[Child]:
    """
    The windows that a chunk's own part is cut into; none where that would be only one.

    Units are added to a window until its text has `wanted` tokens; windows tile the own part, white space between them left
    out. The chunk's context is put around each, and gives way so that none exceeds the size.

    Args:
        piece: The chunk.
        cutter: What made it.
        wanted: Tokens of text that a window should have, >= 1.
    """
    text, source = cutter.text, cutter.source
    units = list(_units(piece, cutter.packer.ladder.top, cutter))
    out: list[Child] = []
    first = 0
    while first < len(units):
        after = first + 1
        while after < len(units) and _tokens(units[first].start, units[after].start, cutter) < wanted:
            after += 1
        begin = units[first].start
        if after == len(units):
            end, mark, level, fence = piece.end, piece.mark, BoundaryLevel.SECTION, piece.fence
        else:
            end = trimmed_end(text, begin.at, units[after].start.at)
            _, level, fence = units[after]
            mark = units[after].start.mark
        opening: Opening | None = Opening(
            source,
            cutter.contexts,
            begin.at,
            begin.mark,
            cutter.contexts.around(begin.at, piece.path, cutter.sections.unit_at(begin.at)),
        )
        while opening is not None:
            tokens = opening.tokens(end, *mark, fence)
            if tokens <= source.size or opening.bare:
                out.append(Child(begin.at, end, level, opening.embedded(end, fence), tokens))
                break
            opening = opening.smaller()
        first = after
    return out if len(out) > 1 else []


def _tokens(start: Start, end: Start, cutter: DocumentCutter) -> int:
    stop = trimmed_end(cutter.text, start.at, end.at)
    return cutter.source.measure.count(start.at, stop, start.mark, end.mark)


def _units(piece: Piece, edges: Edges, cutter: DocumentCutter) -> Iterator[_Unit]:
    """The units of a chunk's own part: the first begins where that does."""
    yield _Unit(Start(piece.own, piece.own_mark), BoundaryLevel.SECTION, "")
    last = piece.own
    for edge, unit in _inside(edges, piece.own, piece.end, cutter):
        at = own_start(cutter.text, edge, piece.end)
        if last < at < piece.end and _holds_text(cutter, last, at):
            yield unit._replace(start=Start(at, unit.start.mark))
            last = at


def _holds_text(cutter: DocumentCutter, start: int, end: int) -> bool:
    """Whether more than heading lines stands there: a heading stays with the first unit below it."""
    sections = cutter.sections
    return trimmed_end(cutter.text, start, end) > max(
        start, min(sections.bodies[sections.unit_at(start)], end - 1)
    )


def _inside(edges: Edges, start: int, end: int, cutter: DocumentCutter) -> Iterator[tuple[int, _Unit]]:
    """The boundaries strictly between `start` and `end`, those of the innermost units included, in order."""
    for i in range(edges.piece_at(start), len(edges.edges) - 1):
        edge = edges.edges[i]
        if edge >= end:
            return
        if edge > start:
            yield edge, _Unit(Start(edge, edges.sums.mark(i)), edges.level, edges.fence_at(i))
        whole = edges.level == BoundaryLevel.SENTENCE
        inner = None if whole else cutter.packer.ladder.inside(edges, i)
        if inner is not None:
            yield from _inside(inner, max(start, edge), end, cutter)
