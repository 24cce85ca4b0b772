"""Spans of inline markup, and which of them stand inside one another."""

from __future__ import annotations

from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

_DEEPEST = 8
"""Spans inside one another that cutting may try one after the other, from the largest; the others are left out."""


class Mark(IntEnum):
    """What a span of markup is."""

    CODE = 0
    LINK = 1
    IMAGE = 2
    FOOTNOTE = 3  # a reference to one
    AUTOLINK = 4
    TAG = 5  # also a comment, a declaration
    # what CommonMark does not know, and which gives way to the markup that it crosses
    ELEMENT = 6  # from its opening tag to its closing tag
    MATH = 7
    LABELLED = 8  # ``[text][label]`` with a label that the document does not define


class Markup(NamedTuple):
    """
    A span of markup.

    Attributes:
        start: First code point.
        end: One past the last.
        mark: What it is.
        inside: Where the text of a link, an image, an autolink, an element or code begins; else `end`.
        inside_end: Where that text ends.
    """

    start: int
    end: int
    mark: Mark
    inside: int
    inside_end: int


Found = tuple[int, int, Mark, int, int]
"""The fields of a ``Markup``; making a plain tuple takes a fifth of the time."""


def nested(found: list[Found]) -> list[Found]:
    """By (start, -end), without those of CommonMark's strangers that cross another."""
    if _are_apart(found):
        return found
    found.sort(key=lambda one: (one[0], -one[1], one[2]))
    kept: list[Found] = []
    around: list[Found] = []
    crossed: set[Found] = set()
    for one in found:
        start, end, mark = one[:3]
        while around and around[-1][1] <= start:
            around.pop()
        while around and around[-1][1] < end and mark < Mark.ELEMENT:
            crossed.add(around.pop())
        if not around or around[-1][1] >= end:
            kept.append(one)
            around.append(one)
    return [one for one in kept if one not in crossed] if crossed else kept


def shallow(found: list[Found]) -> list[tuple[int, int]]:
    """
    Start and end of each that does not hold more than 7 others inside one another.

    Args:
        found: As ``nested`` returns them.

    >>> shallow([(k, 20 - k, Mark.MATH, 0, 0) for k in range(9)])[0]
    (1, 19)
    """
    if _are_apart(found):
        return [one[:2] for one in found]
    spans: list[tuple[int, int]] = []
    around: list[
        tuple[int, int]
    ] = []  # where those begin that are in none looked at yet, and how many they hold
    for one in reversed(found):
        height = 1
        while around and around[-1][0] < one[1]:
            height = max(height, around.pop()[1] + 1)
        around.append((one[0], height))
        if height <= _DEEPEST:
            spans.append(one[:2])
    spans.reverse()
    return spans


def outermost(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """
    Those of the spans of ``whole_spans`` that are inside none of them.

    >>> outermost([(4, 18), (5, 14), (23, 28)])
    [(4, 18), (23, 28)]
    """
    found: list[tuple[int, int]] = []
    for span in spans:
        if not found or span[0] >= found[-1][1]:
            found.append(span)
    return found


def _are_apart(found: list[Found]) -> bool:
    """Whether each begins where the one before ends or later."""
    return all(before[1] <= one[0] for before, one in pairwise(found))
