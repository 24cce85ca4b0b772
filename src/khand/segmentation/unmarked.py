"""Sentence ends that no mark shows: items of a list run together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from khand.characters.punctuation import BULLETS

LONGEST_LIST = 2000
"""Code points a list run together in one line may have; bounds the work."""

ITEM = re.compile(rf"\s*([{BULLETS}–-]?\s?\(?)(\d{{1,3}}|[a-z])([.)]{{1,2}})\s")
"""A sentence that begins as an item: (1) bullet or bracket, (2) number or letter, (3) what follows that."""


ROMAN_LABELS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
"""Small Roman numbers that number items; a list that begins with ``i`` counts so."""


def split_items(text: str, begin: int, end: int) -> list[int]:
    """
    Where the items of a list run together in one sentence begin, but the first; [] for other sentences.

    ``1. Rice 2. Lentils`` needs two numbers that count on, ``i. … ii.`` too; letters with a full stop three
    (``a. … b. … c.``), since ``a.`` is a word, too.

    >>> split_items("1. Rice 2. Lentils", 0, 18)
    [8]

    """
    first = ITEM.match(text, begin, end)
    if first is None:
        return []
    bullet, shape = re.escape(first[1].strip()), re.escape(first[3])
    starts: list[int] = []
    at, stop = first.end(), min(end, begin + LONGEST_LIST)
    for label in _labels_after(first[2]):
        found = re.compile(rf"\s(?={bullet}\s?{label}{shape}\s)").search(text, at, stop)
        if found is None:
            break
        starts.append(found.end())
        at = found.end() + len(label)
    sure = first[2].isdecimal() or first[2] == "i" or ")" in first[3]
    return starts if sure or len(starts) > 1 else []


def _labels_after(first: str) -> Iterator[str]:
    """The numbers or letters that count on from one, in the digits of its script: ``९``, ``१०`` …; ``ii`` after ``i``."""
    if first == "i":
        yield from ROMAN_LABELS[1:]
    elif first.isdecimal():
        zero = ord(first[0]) - int(first[0])
        for number in count(int(first) + 1):
            yield "".join(chr(zero + int(digit)) for digit in str(number))
    else:
        yield from map(chr, range(ord(first) + 1, ord("z") + 1))
