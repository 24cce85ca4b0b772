"""Where the overlap of a chunk may begin: whole sentences, rows, lines or items from the end of the chunk before, else whole words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from khand.characters.space import first_nonblank, own_start
from khand.cutting.frames import Frame
from khand.cutting.packing import Packer
from khand.outline.blocks import BoundaryLevel, Kind
from khand.outline.inline import may_hold_spans

_LONGEST_SENTENCE = 4_000
"""Code points; in a longer one words are looked for near its end only."""


class Start(NamedTuple):
    """Where an overlap may begin, and its exact tokens."""

    at: int
    tokens: int


def longest_start(packer: Packer, floor: int, end: int, budget: int) -> Start | None:
    """
    The first of the ``unit_starts`` of the same arguments, found without splitting what fits whole; None when there is none.

    A block that fits whole need not be split: only the one before it is, into which the overlap may still reach.
    """
    sections, measure = packer.sections, packer.measure
    last, lowest = sections.unit_at(end - 1), sections.unit_at(floor)
    unit = max(lowest + (floor > sections.edges[lowest]), measure.first_unit(last, end, budget))
    found = None
    while unit <= last and found is None:
        found = _start(packer, sections.edges[unit], floor, end, budget)
        unit += found is None
    if unit > lowest:
        inside = _starts_in(packer, unit - 1, floor, end, budget)[0]
        if inside:
            return inside[-1]
    return found


def _start(packer: Packer, at: int, floor: int, end: int, budget: int) -> Start | None:
    """An overlap from `at`, blank lines left out, or None if it begins too early or is too long."""
    at = own_start(packer.text, at, end)
    if at < floor:
        return None
    tokens = packer.measure.count_within(at, end, budget)
    return None if tokens is None else Start(at, tokens)


def unit_starts(packer: Packer, floor: int, end: int, budget: int) -> list[Start]:
    """
    Starts of the sentences, rows, lines or items from which at most `budget` tokens lead to `end`.

    Args:
        packer: Of the text.
        floor: No overlap begins before this offset.
        end: Where the chunk before ends, > floor.
        budget: Largest number of tokens of the overlap, >= 1.

    Returns:
        By increasing offset: the longest overlap first.
    """
    found: list[Start] = []
    for unit in range(packer.sections.unit_at(end - 1), packer.sections.unit_at(floor) - 1, -1):
        inside, done = _starts_in(packer, unit, floor, end, budget)
        found += inside
        if done:
            break
    return found[::-1]


def _starts_in(packer: Packer, unit: int, floor: int, end: int, budget: int) -> tuple[list[Start], bool]:
    """Those inside one unit, the last first; and whether none can come before."""
    found: list[Start] = []
    edge, body = packer.sections.edges[unit], packer.sections.bodies[unit]
    for inside in _starts_inside(packer, packer.frames.top, unit, end):
        # what follows heading lines may be carried without them
        for at in (body, inside) if inside == edge < body < end else (inside,):
            start = _start(packer, at, floor, end, budget)
            if start is None:
                return found, True
            if not packer.structure.parts_opening(start.at):
                found.append(start)
    return found, False


def word_starts(packer: Packer, floor: int, end: int, budget: int) -> list[int]:
    """
    Starts of the words from which at most `budget` tokens lead to `end`, increasing; of the last few thousand code points at most.

    Args and returns as for ``unit_starts``; `floor` is the start of a word. None in tables and code and of whole items: part of
    a row, a line or an item would mislead.
    """
    if _in_row_or_line(packer, end):
        return []
    text, least = packer.text, max(floor, end - max(_LONGEST_SENTENCE, 16 * budget))
    # a word may be begun in its middle, a link must not
    begin = least if may_hold_spans(text, least, end) else max(least, end - 8 * budget)

    def fits(stop: int) -> bool:
        return packer.count(own_start(text, stop, end), end) <= budget

    while True:
        ends = packer.frames.word_ends(begin, end, (begin, end))
        first = min(begin > floor, len(ends))  # the word begun in its middle is no place to look behind
        low = bisect_left(ends, True, lo=first, key=fits)
        if low > first or begin == least:
            return [own_start(text, stop, end) for stop in ends[low:-1]]
        begin = max(least, end - 4 * (end - begin))


def _in_row_or_line(packer: Packer, end: int) -> bool:
    """Whether a text that ends at `end` ends with a row, a line of code or a whole item."""
    frame: Frame | None = packer.frames.top
    while frame is not None and frame.blocks:
        i = frame.piece_at(end - 1)
        kind, stop = frame.blocks.kinds[i], frame.edges[i + 1]
        if kind in (Kind.ROW, Kind.LINE, Kind.GROUP):
            return True
        if kind == Kind.ITEM and first_nonblank(packer.text, end, stop) == stop:
            return True
        frame = packer.frames.inside(frame, i)
    return False


def _starts_inside(packer: Packer, frame: Frame, i: int, end: int) -> Iterator[int]:
    """Starts of the rows, lines, items or sentences of piece `i`, the last before `end` first."""
    unparted = frame.level == BoundaryLevel.ITEM and not packer.structure.children(frame.blocks[i])
    inner = None if unparted else packer.frames.inside(frame, i)
    if inner is None:
        yield frame.edges[i]
        return
    end = min(end, inner.edges[-1])
    for k in range(inner.piece_at(end - 1), -1, -1):
        if inner.level == BoundaryLevel.SENTENCE:
            yield inner.edges[k]
        else:
            yield from _starts_inside(packer, inner, k, end)
