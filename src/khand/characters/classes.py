"""
The kind of each character, as far as the tokenizers' patterns tell kinds apart.

The standard library's ``re`` is eight times slower on a class that reaches beyond U+FFFF, so the tables and
the patterns hold the basic plane only; a character beyond it is looked up through a stand-in of its own kind.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, lru_cache

from khand.characters import class_tables as tables

SPACE, NEWLINE, LETTER, MARK, NUMBER, OTHER, APOSTROPHE, SLASH = "snLMNO'/"
"""White space without newlines, ``\\r`` and ``\\n``, letters, marks, numbers, the rest; two that patterns name."""

WHITE_SPACE = "9-d 20 85 a0 1680 2000-200a 2028-2029 202f 205f 3000"
"""The property White_Space; unlike Python's ``\\s`` without the controls 1c to 1f."""

# one character of the basic plane for each kind of letter, mark and number beyond it
_STAND_INS = {"UPPER": "A", "LOWER": "a", "OTHER_LETTERS": "א", "MARKS": "\u0300", "NUMBERS": "2"}
_STAND_IN_FOR_OTHER = "☀"
_BEYOND = re.compile("[\U00010000-\U0010ffff]")


def ranges(listed: str) -> list[tuple[int, int]]:
    """
    The half-open ranges of a constant of the Unicode tables.

    >>> ranges("9-d 20")
    [(9, 14), (32, 33)]
    """
    pairs = (word.partition("-") for word in listed.split())
    return [(int(first, 16), int(last or first, 16) + 1) for first, _, last in pairs]


def char_class(*listed: str) -> str:
    r"""
    The basic plane's part of constants, to stand inside the brackets of a regular expression.

    Ranges that touch are joined and characters stand as they are: a pattern is compiled in a third of the time.

    >>> char_class("41-43 10000-10005", "44-46 61")
    'A-Fa'
    """
    joined: list[tuple[int, int]] = []
    for a, b in sorted(pair for constant in listed for pair in ranges(constant) if pair[1] <= 0x10000):
        if joined and joined[-1][1] == a:
            joined[-1] = (joined[-1][0], b)
        else:
            joined.append((a, b))
    ends = [(re.escape(chr(a)), re.escape(chr(b - 1))) for a, b in joined]
    return "".join(first if first == last else f"{first}-{last}" for first, last in ends)


@cache
def _plane() -> str:
    """The kinds of U+0000 to U+FFFF, a letter each."""
    kinds = [OTHER] * 0x10000
    listed = [(name, LETTER) for name in ("UPPER", "LOWER", "OTHER_LETTERS")]
    for constant, kind in [
        *((getattr(tables, name), kind) for name, kind in listed),
        (tables.MARKS, MARK),
        (tables.NUMBERS, NUMBER),
        (WHITE_SPACE, SPACE),
    ]:
        for a, b in ranges(constant):
            if b <= 0x10000:
                kinds[a:b] = kind * (b - a)
    kinds[0x0A] = kinds[0x0D] = NEWLINE
    kinds[0x27], kinds[0x2F] = APOSTROPHE, SLASH
    return "".join(kinds)


@cache
def _beyond() -> tuple[list[int], list[str]]:
    """Where runs of one kind start beyond the basic plane, and the stand-in of each run."""
    runs = sorted(
        (a, b, stand_in)
        for name, stand_in in _STAND_INS.items()
        for a, b in ranges(getattr(tables, name))
        if a > 0xFFFF
    )
    starts, stand_ins = [0], [_STAND_IN_FOR_OTHER]
    for a, b, stand_in in runs:
        starts += [a, b]
        stand_ins += [stand_in, _STAND_IN_FOR_OTHER]
    return starts, stand_ins


# texts hold few different characters beyond the basic plane, but those often
@lru_cache(maxsize=4096)
def stand_in(char: str) -> str:
    """
    A character of the basic plane that every pattern treats as it treats `char`.

    >>> stand_in("𝐀"), stand_in("𝟙"), stand_in("👋")
    ('A', '2', '☀')
    """
    if char <= "\uffff":
        return char
    starts, stand_ins = _beyond()
    return stand_ins[bisect_right(starts, ord(char)) - 1]


def in_basic_plane(text: str) -> str:
    """
    `text` with stand-ins for what lies beyond the basic plane; same length.

    >>> in_basic_plane("a👋b")
    'a☀b'
    """
    if text.isascii() or not _BEYOND.search(text):
        return text
    return _BEYOND.sub(lambda found: stand_in(found[0]), text)


def kind(char: str) -> str:
    r"""
    The kind of one character.

    >>> "".join(map(kind, "aि1. \n"))
    'LMNOsn'
    """
    return _plane()[ord(stand_in(char))]
