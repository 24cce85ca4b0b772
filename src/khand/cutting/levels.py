"""
The boundaries inside a block, level by level, each with the tokens before it.

A ladder is gone down one rung at a time: the document's units at the top; below them items, rows and lines, which may hold others; then
sentences; then words; then grapheme clusters. The boundaries of a block are made when a chunk first has to be cut inside it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from khand.characters.space import GAP, first_nonblank, own_start, trimmed_end
from khand.cutting.edges import Edges
from khand.cutting.measure import REACH, Measure, Sums
from khand.cutting.source import Source
from khand.cutting.words import kept_whole, word_ends
from khand.outline.blocks import NO_BLOCKS, Block, Blocks, BoundaryLevel, Kind, following, offsets
from khand.outline.definitions import Definitions
from khand.outline.inline import whole_spans
from khand.outline.inline_nesting import outermost
from khand.segmentation import sentence_ends

_WITHOUT_SENTENCES = frozenset((Kind.HEADING, Kind.LINE, Kind.RULE))

_KEPT = 96
"""Blocks whose boundaries are kept: those around the end of a chunk and where its overlap begins."""


_LINE_END = re.compile(r"\r\n|\n|\r")

_MILE = 128
"""Code points between two places inside a piece at which its tokens are known: a few words are counted to go on from there."""


class _Markup(NamedTuple):
    """What should stay whole in a passage, and of it what lies in nothing else."""

    spans: list[tuple[int, int]]
    outer: list[tuple[int, int]]


class Ladder:
    """
    Goes down into the blocks of one document; keeps what it made last.

    Args:
        source: The document.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.top = Edges(
            BoundaryLevel.BLOCK, 0, source.sections.edges, lambda: source.sums, source.sections.blocks
        )
        self._kept: dict[tuple[int, int, int], Edges | None] = {}
        self._miles: tuple[int, int, Sums] = (-1, -1, source.sums)
        self._markup: dict[tuple[int, int], _Markup] = {}
        self._definitions = source.sections.blocks.definitions or Definitions(self.text)
        self._found = (0, 0)  # the passage last asked for

    def fits_alone(self, start: int, end: int) -> bool:
        """Whether ``text[start:end]`` alone, without the white space at its end, fits a chunk."""
        text = self.text
        return self.source.tokenizer.count(text[start : trimmed_end(text, start, end)]) <= self.source.size

    def inside(self, edges: Edges, i: int) -> Edges | None:
        """The boundaries one level down in piece `i`; None where only words are left."""
        if not edges.of_blocks and edges.level != BoundaryLevel.SENTENCE:
            return None
        key = (edges.edges[i], edges.edges[i + 1], edges.depth)
        if key in self._kept:
            found = self._kept.pop(key)
        else:
            found = self._inside(edges, i)
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]  # the one not asked for the longest time
        self._kept[key] = found
        return found

    def boundary_at(self, offset: int) -> tuple[BoundaryLevel, str]:
        """The level of the highest boundary at the start of a line, and what closes the code that an end there leaves open."""
        edges: Edges | None = self.top
        level, fence = BoundaryLevel.LINE, ""
        while edges is not None:
            i = edges.piece_at(offset)
            if edges.edges[i] == offset:
                return edges.level, edges.fence_at(i)
            level, fence = BoundaryLevel.LINE, edges.fence
            edges = self.inside(edges, i)
        return level, fence

    def _inside(self, edges: Edges, i: int) -> Edges | None:
        start, end = edges.edges[i], edges.edges[i + 1]
        if not edges.of_blocks:
            body = first_nonblank(self.text, max(start, edges.body), end)
            lines = self._apart(
                self._passage(body), start, end, map(re.Match.end, _LINE_END.finditer(self.text, body, end))
            )
            return (
                self._made(BoundaryLevel.LINE, edges, i, lines, NO_BLOCKS, body) if len(lines) > 2 else None
            )
        block = edges.blocks[i]
        pieces = self.source.structure.children(block)
        if pieces and pieces.kinds[0] == Kind.RECORD:
            pieces = self._whole_records(block.start, end, pieces)
        if pieces:
            # heading lines before the block stay with its first piece
            ends, pieces = _with_company(pieces)
            ends[0] = start
            ends[-1] = end  # lines that close a scope behind the block stay with its last piece, if that fits
            if self._parts_closer(max(ends[-2], block.start), block.end, end):
                ends[-1:] = offsets((block.end, end))
                pieces = _and_closer(pieces, end)
            return self._made(BoundaryLevel.ITEM, edges, i, ends, pieces, block.start, block)
        if block.kind in _WITHOUT_SENTENCES:
            return None
        sentences = self._sentences(start, block, end)
        return self._made(BoundaryLevel.SENTENCE, edges, i, sentences, NO_BLOCKS, block.start)

    def _made(
        self,
        level: BoundaryLevel,
        outer: Edges,
        i: int,
        edges: Sequence[int],
        pieces: Blocks,
        body: int,
        block: Block | None = None,
    ) -> Edges:
        count = partial(_counted_inside, self.source.measure, outer, i, edges)
        fence = (block and self.source.structure.closing(block)) or outer.fence
        return Edges(level, outer.depth + 1, edges, count, pieces, body, fence, outer.fence_at(i + 1))

    def _parts_closer(self, start: int, own_end: int, end: int) -> bool:
        """Whether the last piece of a block fits a chunk alone, but not with the lines behind it that close a scope."""
        return own_end < end and not self.fits_alone(start, end) and self.fits_alone(start, own_end)

    def _sentences(self, start: int, block: Block, end: int) -> list[int]:
        """The boundaries of a block's sentences; an indentation belongs to what it begins, lines that close a scope to the last if that fits."""
        text, body = self.text, block.start
        edges = [start]
        for stop in sentence_ends(text[body : block.end], self.source.structure.language)[:-1]:
            edge = body + stop
            if text[edge - 1] not in "\r\n" and text[edge - 2].isspace():
                # a line's indentation belongs to the sentence it begins with
                edge = own_start(text, trimmed_end(text, edges[-1], edge), end)
            edges.append(edge)
        if self._parts_closer(max(edges[-1], body), block.end, end):
            edges.append(block.end)
        return self._apart((body, end), start, end, edges[1:])

    def _whole_records(self, start: int, end: int, pieces: Blocks) -> Blocks:
        """The records, those joined that a link which fits a chunk reaches over."""
        apart = frozenset(self._apart((start, end), start, end, pieces.starts[1:]))
        if len(apart) > len(pieces):
            return pieces
        kept = pieces.chosen(bytes(at in apart for at in pieces.starts))
        kept.ends = following(kept.starts, pieces.ends[-1])
        return kept

    def _apart(self, passage: tuple[int, int], start: int, end: int, places: Iterable[int]) -> list[int]:
        """The places from `start` to `end`, both included, at which a passage may be cut: none inside a link that fits a chunk."""
        places = list(places)
        if not places:
            return [start, end]
        markup = self._markup_of(passage)
        kept: dict[int, list[tuple[int, int]]] = {}
        edges = [start]
        for edge in places:
            k = bisect_left(markup.outer, (edge,)) - 1
            if k >= 0 and edge < markup.outer[k][1]:
                if k not in kept:
                    kept[k] = kept_whole(self.text, *markup.outer[k], markup.spans, self.fits_alone)
                if any(a < edge < b for a, b in kept[k]):
                    continue
            if edges[-1] < edge < end:
                edges.append(edge)
        edges.append(end)
        return edges

    def word_ends(self, start: int, end: int) -> list[int]:
        """Where the words of ``text[start:end]``, which is part of one passage, end, as ``words.word_ends`` tells them."""
        return word_ends(self.text, start, end, self._markup_of(self._passage(start)).spans, self.fits_alone)

    def word_start(self, own: int, at: int) -> int:
        """Where a word begins at or before `at`, at `own` or later: behind a space, and in nothing that may stay whole."""
        markup = self._markup_of(self._passage(at))
        if at > own and not GAP.match(self.text, at):
            at = self.text.rfind(" ", own, at) + 1
        k = bisect_left(markup.outer, (at,)) - 1
        if k >= 0 and markup.outer[k][1] > at:
            # "(`x y`" is one word with the bracket
            at = self.text.rfind(" ", own, max(own, markup.outer[k][0])) + 1
        return max(own, at)

    def long_link_at(self, offset: int) -> bool:
        """Whether an offset is inside a link or other markup that is too large for a chunk."""
        if offset == len(self.text):
            return False
        outer = self._markup_of(self._passage(offset)).outer
        k = bisect_left(outer, (offset,)) - 1
        return k >= 0 and offset < outer[k][1] and not self.fits_alone(*outer[k])

    def _passage(self, at: int) -> tuple[int, int]:
        """What inline markup at `at` does not reach beyond: a heading, or a block without others inside."""
        if self._found[0] <= at < self._found[1]:
            return self._found
        i = self.top.piece_at(at)
        if at < self.source.sections.bodies[i]:
            for heading in self.source.sections.paths[i]:
                if heading.start <= at < heading.end:
                    return heading.start, heading.end
            return self._leaf_at(at)
        start, end = self._leaf_at(at)
        if start < at:
            self._found = start, end
        return start, end

    def _leaf_at(self, at: int) -> tuple[int, int]:
        """From the start of the innermost block around `at`, or from `at` where that is before, to its end."""
        edges, i = self.top, self.top.piece_at(at)
        while (
            self.source.structure.children_at(edges.blocks, i)
            and (inner := self.inside(edges, i)) is not None
        ):
            edges, i = inner, inner.piece_at(at)
        return min(at, max(edges.blocks[i].start, edges.edges[i])), edges.edges[i + 1]

    def _markup_of(self, passage: tuple[int, int]) -> _Markup:
        """What should stay whole in a passage: read once for all the chunks it is cut into."""
        found = self._markup.get(passage)
        if found is None:
            spans = whole_spans(self.text, *passage, self._definitions.has_link)
            found = _Markup(spans, outermost(spans))
            if len(self._markup) >= _KEPT:
                del self._markup[next(iter(self._markup))]
            self._markup[passage] = found
        return found

    def miles(self, edges: Edges, i: int) -> Sums:
        """Places some hundred code points apart inside piece `i` at which its tokens are known; the piece's start and end included."""
        start, end = edges.edges[i], edges.edges[i + 1]
        if self._miles[:2] != (start, end):
            places = [start]
            while (place := self._seam_from(places[-1] + _MILE, end)) < end:
                places.append(place)
            places.append(end)
            sums = self.source.measure.sums(places, edges.sums.base(i), edges.sums.before[i])
            self._miles = (start, end, sums)
        return self._miles[2]

    def _seam_from(self, at: int, end: int) -> int:
        """The first seam from `at` on, a space where there is one near; `end` if none is found soon."""
        text, is_seam = self.text, self.source.measure.is_seam
        space = text.find(" ", at, min(end, at + REACH))
        if space >= 0 and is_seam(text, space):
            return space
        while at < end:
            for i in range(at, min(end, at + REACH)):
                if is_seam(text, i):
                    return i
            at += REACH
        return end


def _with_company(pieces: Blocks) -> tuple[array[int], Blocks]:
    """The boundaries of pieces, and those with structure: what opens a scope stays with what follows, what closes it with what stands before."""
    kinds = pieces.kinds
    if kinds.find(Kind.OPENER) < 0 and kinds.find(Kind.CLOSER) < 0:
        ends = offsets(pieces.starts[:1])
        ends.extend(pieces.ends)
        return ends, pieces
    begins = [
        start
        for before, kind, start in zip((-1, *kinds), kinds, pieces.starts, strict=False)
        if kind != Kind.CLOSER and before != Kind.OPENER
    ]
    return offsets([*begins, pieces.ends[-1]]), pieces.without_scopes()


def _counted_inside(measure: Measure, outer: Edges, i: int, edges: Sequence[int]) -> Sums:
    """The tokens before each boundary inside piece `i` of `outer`."""
    return measure.sums(edges, outer.sums.base(i), outer.sums.before[i])


def _and_closer(pieces: Blocks, end: int) -> Blocks:
    """The pieces of a block, and what closes a scope behind it as one more."""
    starts, ends = offsets(pieces.starts), offsets(pieces.ends)
    starts.append(ends[-1])
    ends.append(end)
    kinds = pieces.kinds + bytes((Kind.CLOSER,))
    return Blocks(kinds, starts, ends, pieces.details, pieces.inside, pieces.insides)
