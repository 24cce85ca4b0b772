"""
Extended grapheme clusters of Unicode 17 (UAX #29, with the Indic conjuncts of rule GB9c).

One regular expression says what a cluster is. It holds characters of the basic plane only, where ``re`` is
fast; others are replaced by stand-ins of the same property first. Every repetition in it is possessive or
followed by what it cannot match, so each character is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate

from khand.characters import grapheme_tables as tables
from khand.characters.classes import char_class, ranges

_ZWJ, _ZWNJ, _INDICATOR = "\u200d", "\u200c", "\uffff"
"""The last stands in for regional indicators, of which the basic plane has none; it is no character itself."""

_STAND_INS = {
    "CONTROL": "\u200b",
    "EXTEND": "\u0300",
    "LINKER": "\u094d",
    "CONSONANT": "क",
    "SPACINGMARK": "\u0903",
    "PREPEND": "\u0600",
    "L": "\u1100",
    "V": "\u1160",
    "T": "\u11a8",
    "PICTOGRAPHIC": "☀",
    "1f1e6-1f1ff": _INDICATOR,
}
_BEYOND = re.compile("[\uffff-\U0010ffff]")
_HANGUL = tables.L + " " + tables.V + " " + tables.T + " " + tables.LV + " " + tables.LVT
PREPENDED = frozenset([chr(code) for first, end in ranges(tables.PREPEND) for code in range(first, end)])
"""Signs that are one cluster with what follows them, a space included: U+0600 and its like (GB9b)."""

APPENDED = char_class(tables.EXTEND) + _ZWJ + char_class(tables.SPACINGMARK)
"""The inside of a character class: what is one cluster with what stands before it (GB9, GB9a)."""


@cache
def _cluster() -> re.Pattern[str]:
    control, extend, prepend = map(char_class, (tables.CONTROL, tables.EXTEND, tables.PREPEND))
    linker, consonant = char_class(tables.LINKER), char_class(tables.CONSONANT)
    lead, v, t, lv, lvt = map(char_class, (tables.L, tables.V, tables.T, tables.LV, tables.LVT))
    pictographic, hangul = char_class(tables.PICTOGRAPHIC), char_class(_HANGUL)
    # what joins a conjunct: every Extend but ZWNJ, and ZWJ
    joining = rf"(?:(?!{_ZWNJ})[{extend}{_ZWJ}])*+"
    before_linker = rf"(?:(?![{_ZWNJ}{linker}])[{extend}{_ZWJ}])*+"
    core = "|".join(
        (
            rf"[^\r\n{control}{prepend}{hangul}{pictographic}{consonant}{_INDICATOR}]",
            rf"[{consonant}](?:{before_linker}[{linker}]{joining}[{consonant}])*+",
            rf"[{pictographic}](?:[{extend}]*+{_ZWJ}[{pictographic}])*+",
            rf"[{lead}]*+(?:[{lv}][{v}]*+|[{v}]++|[{lvt}])[{t}]*+|[{lead}]++|[{t}]++",
            rf"{_INDICATOR}{_INDICATOR}?",
        )
    )
    return re.compile(
        rf"(?:{core})[{APPENDED}]*+|\r\n|[\r\n{control}]|[{prepend}]++(?:{core})?+[{APPENDED}]*+"
    )


@cache
def _beyond() -> dict[str, str]:
    """The stand-ins of characters beyond the basic plane; a linker is an Extend, too, and the later name counts."""
    return {
        chr(point): stand_in
        for name, stand_in in _STAND_INS.items()
        for a, b in ranges(getattr(tables, name, name))
        for point in range(max(a, 0x10000), b)
    }


def _stand_in(char: str) -> str:
    return _beyond().get(char, "x")


def _in_basic_plane(text: str) -> str:
    if max(text) < _INDICATOR:
        return text
    return _BEYOND.sub(lambda found: _stand_in(found[0]), text)


def grapheme_ends(text: str, start: int = 0, end: int | None = None) -> list[int]:
    r"""
    Where each extended grapheme cluster of ``text[start:end]`` ends.

    Args:
        text: Any text.
        start: First code point looked at; what lies before it does not count.
        end: One past the last, or None for the end of the text.

    Returns:
        Offsets in `text`, increasing; the last is `end`. Empty for an empty range.

    >>> grapheme_ends("नमस्ते"), grapheme_ends("a\r\n👩‍🚀")
    ([1, 2, 6], [1, 3, 6])

    """
    part = text[start:end]
    if not part:
        return []
    if part.isascii() and "\r\n" not in part:
        return list(range(start + 1, start + len(part) + 1))
    clusters = _cluster().findall(_in_basic_plane(part))
    ends = list(accumulate(map(len, clusters), initial=start))
    return ends[1:]


def cluster_start(text: str, i: int, floor: int = 0) -> int:
    """
    The largest boundary of a grapheme cluster of `text` that is not after `i`.

    Args:
        text: Any text.
        i: An offset in code points, 0 <= i <= len(text).
        floor: A boundary not after `i`, before which it need not look.

    Returns:
        `i` itself where a cluster ends at it. Looks back to the last place that is a boundary whatever stands
        before it: a character or two, but to `floor` in a long run of flags or combining marks.

    >>> cluster_start("नमस्ते", 4), cluster_start("नमस्ते", 2)
    (2, 2)

    """
    if i <= 0 or i >= len(text):
        return max(0, min(i, len(text)))
    j = i
    while j > floor and not is_certain(text[j - 1], text[j]):
        j -= 1
    if j == i:
        return i
    # whether a cluster ends before a character does not depend on what follows it
    ends = grapheme_ends(text, j, i + 1)
    return ends[-2] if len(ends) > 1 else j


def cluster_end(text: str, start: int) -> int:
    """
    Where the grapheme cluster that begins at `start` ends.

    Args:
        text: Any text.
        start: A cluster boundary, 0 <= start < len(text).

    >>> cluster_end("नमस्ते", 2)
    6
    """
    length = 16
    while True:
        stop = min(len(text), start + length)
        ends = grapheme_ends(text, start, stop)
        if len(ends) > 1 or stop == len(text):
            return ends[0]
        length *= 4


@cache
def _plane() -> str:
    """The property of U+0000 to U+FFFF as `is_certain` tells them apart, a letter each."""
    letters = ["."] * 0x10000
    for constant, letter in (
        (tables.CONTROL + " a d", "X"),
        (tables.EXTEND + " " + tables.SPACINGMARK + " 200c 200d", "E"),
        (tables.PREPEND, "P"),
        (_HANGUL, "H"),
        (tables.PICTOGRAPHIC, "G"),
        (tables.CONSONANT, "C"),
        ("ffff", "R"),
    ):
        for a, b in ranges(constant):
            if b <= 0x10000:
                letters[a:b] = letter * (b - a)
    return "".join(letters)


def is_certain(left: str, right: str) -> bool:
    """Whether a cluster ends between two neighbours whatever stands before them; False promises nothing."""
    if left <= "\x7f" and right <= "\x7f":
        return left != "\r" or right != "\n"
    plane = _plane()
    before = plane[ord(left if left < _INDICATOR else _stand_in(left))]
    after = plane[ord(right if right < _INDICATOR else _stand_in(right))]
    if before == "X" or after == "X":
        return True
    if after == "E" or before == "P":
        return False
    if after in "GC":
        return before != "E"
    return after not in "HR" or before != after
