"""
How OpenAI's encodings cut a text into pieces before bytes are paired, and where that cut is certain.

claims 1 to 3 of docs/algorithms.md prove what this module relies on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Protocol

from khand.characters import class_tables as tables
from khand.characters.classes import NEWLINE, SPACE, WHITE_SPACE, char_class, kind

ENCODINGS = ("cl100k_base", "o200k_base", "p50k_base", "r50k_base")

SLICE_CHARS = 1 << 17
"""A text longer than this, in code points, is worked on slice by slice: bounds the memory of its pieces."""

_LOOK_CHARS = 200
"""How far `is_seam` follows an indentation before it gives up, in code points."""

_DECIDED_PAIRS = 1 << 14
"""Pairs of neighbours whose answer is kept, at most."""

_NOT_SPACE = "LMNO'/"
_PUNCTUATION = "MO'/"


def _pairs(left: str, right: str) -> set[str]:
    return {a + b for a in left for b in right}


# kinds of the characters before and after a seam; claim 2
_ALL = _pairs(_NOT_SPACE, SPACE) | _pairs("LN", NEWLINE)
_SEAMS = {
    "cl100k_base": _ALL
    | _pairs(NEWLINE, _NOT_SPACE)
    | _pairs("L", "N" + _PUNCTUATION)
    | _pairs("N", "L" + _PUNCTUATION)
    | _pairs(_PUNCTUATION, "N"),
    "o200k_base": _ALL
    | _pairs(NEWLINE, "LMNO'")
    | _pairs("L", "NO/")
    | _pairs("N", "L" + _PUNCTUATION)
    | _pairs(_PUNCTUATION, "N"),
    "r50k_base": _ALL
    | _pairs(_NOT_SPACE, NEWLINE)
    | _pairs("L", "N" + _PUNCTUATION)
    | _pairs("N", "L" + _PUNCTUATION)
    | _pairs(_PUNCTUATION, "N")
    | _pairs("MO/", "L"),
}
_SEAMS["p50k_base"] = _SEAMS["r50k_base"]


@cache
def piece_pattern(encoding: str) -> re.Pattern[str]:
    """
    The pattern whose matches, one after another, are the pieces of a text of the basic plane.

    >>> piece_pattern("cl100k_base").findall("Don't cut  here.")
    ['Don', "'t", ' cut', ' ', ' here', '.']
    """
    letter = char_class(tables.UPPER, tables.LOWER, tables.OTHER_LETTERS)
    n = char_class(tables.NUMBERS)
    s = char_class(WHITE_SPACE)
    # ſ is what folding of case adds to s
    short = r"'(?:[sdmtSDMTſ]|[lL][lL]|[vV][eE]|[rR][eE])"
    spaces = rf"[{s}]+(?![^{s}])|[{s}]"
    if encoding == "cl100k_base":
        return re.compile(
            rf"{short}|[^\r\n{letter}{n}]?[{letter}]+|[{n}]{{1,3}}| ?[^{s}{letter}{n}]+[\r\n]*"
            rf"|[{s}]*[\r\n]+|{spaces}"
        )
    if encoding == "o200k_base":
        head = char_class(tables.UPPER, tables.OTHER_LETTERS, tables.MARKS)
        tail = char_class(tables.LOWER, tables.OTHER_LETTERS, tables.MARKS)
        return re.compile(
            rf"[^\r\n{letter}{n}]?[{head}]*[{tail}]+(?:{short})?|[^\r\n{letter}{n}]?[{head}]+[{tail}]*(?:{short})?"
            rf"|[{n}]{{1,3}}| ?[^{s}{letter}{n}]+[\r\n/]*|[{s}]*[\r\n]+|{spaces}"
        )
    return re.compile(rf"'(?:[sdmt]|ll|ve|re)| ?[{letter}]+| ?[{n}]+| ?[^{s}{letter}{n}]+|{spaces}")


class SeamTest(Protocol):
    """Whether offset `i` of `text` is a seam of an encoding; see `seam_test`."""

    def __call__(self, text: str, i: int) -> bool:
        """True promises that no token ever reaches over `i`; False promises nothing."""


@cache
def seam_test(encoding: str) -> SeamTest:
    """
    The test whether no token ever reaches over an offset, whatever is cut off before and after; claim 2.

    Args:
        encoding: One of `ENCODINGS`.

    Returns:
        A function of a text and an offset in code points, 0 <= i <= len(text). It looks at the two neighbours
        of `i`, and where an indentation follows, at no more than 200 code points of it.

    >>> is_seam = seam_test("cl100k_base")
    >>> is_seam("one two", 3), is_seam("one two", 4)
    (True, False)
    """
    whole_space = encoding in ("p50k_base", "r50k_base")
    seams = _SEAMS[encoding]

    # a text has few different pairs of neighbours, and this is asked for every place to cut
    decided: dict[str, bool] = {}

    def is_seam(text: str, i: int) -> bool:
        found = decided.get(text[i - 1 : i + 1])
        return look(text, i) if found is None else found

    def look(text: str, i: int) -> bool:
        if not 0 < i < len(text):
            return True
        before, after = kind(text[i - 1]), kind(text[i])
        if before == NEWLINE and whole_space and after not in "sn":
            # a run of white space of two or more splits before its last character
            return i == 1 or kind(text[i - 2]) not in "sn"
        if before == NEWLINE and not whole_space and after == SPACE:
            return _ends_without_newline(text, i)
        if len(decided) >= _DECIDED_PAIRS:
            decided.clear()
        return decided.setdefault(text[i - 1 : i + 1], before + after in seams)

    return is_seam


def _ends_without_newline(text: str, i: int) -> bool:
    """Whether the white space from `i` on holds no newline; False when it is too long to tell."""
    for char in text[i : i + _LOOK_CHARS]:
        found = kind(char)
        if found != SPACE:
            return found != NEWLINE
    return i + _LOOK_CHARS >= len(text)


@cache
def _slice_pattern() -> re.Pattern[str]:
    """Some places that are seams in every encoding; the match ends at the seam."""
    s, n = char_class(WHITE_SPACE), char_class(tables.NUMBERS)
    letter = char_class(tables.UPPER, tables.LOWER, tables.OTHER_LETTERS)
    return re.compile(rf"[^{s}](?=[ \t])|[{letter}{n}](?=[\r\n.,:;!?।，。、！？])")


def slices(text: str) -> Iterator[str]:
    """
    `text` in slices cut at seams of every encoding; counts of the slices add up to the count of the text.

    >>> list(slices("short"))
    ['short']
    """
    start = 0
    while len(text) - start > SLICE_CHARS:
        found = _slice_pattern().search(text, start + SLICE_CHARS)
        if found is None:
            break
        yield text[start : found.end()]
        start = found.end()
    if start < len(text):
        yield text[start:]
