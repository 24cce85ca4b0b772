"""Sentence ends that no mark shows: items of a list run together, Arabic clauses and labels."""

from __future__ import annotations

import re

from khand.characters.punctuation import BULLETS
from khand.segmentation.language import Language

LONGEST_LIST = 2000
"""Code points a list run together in one line may have; bounds the work."""

UNSTOPPED = 150
"""Code points from which a passage without any stop is too long for one sentence: about two lines."""

LONGEST_LABEL = 80
"""Code points of the longest label taken for one."""

ITEM = re.compile(rf"\s*([{BULLETS}–-]?\s?\(?)(\d{{1,3}}|[a-z])([.)]{{1,2}})\s")
"""A sentence that begins as an item: (1) bullet or bracket, (2) number or letter, (3) what follows that."""

_CLAUSE_COMMA = re.compile(r"،\s+(?=[^\s،]+\s)")
_LABEL = re.compile(rf"((?:[^.!؟:\"«“]|:(?=\d)){{1,{LONGEST_LABEL}}}):\s+(?![\"«“])")


def split_items(text: str, begin: int, end: int) -> list[int]:
    """
    Where the items of a list run together in one sentence begin, but the first; [] for other sentences.

    ``1. Rice 2. Lentils`` needs two numbers that count on; letters three (``a. … b. … c.``), since ``a.`` is a word, too.

    >>> split_items("1. Rice 2. Lentils", 0, 18)
    [8]

    """
    first = ITEM.match(text, begin, end)
    if first is None:
        return []
    bullet, label, shape = re.escape(first[1].strip()), first[2], re.escape(first[3])
    starts: list[int] = []
    at, stop = first.end(), min(end, begin + LONGEST_LIST)
    while label != "z":
        label = _next_label(label)
        found = re.compile(rf"\s(?={bullet}\s?{label}{shape}\s)").search(text, at, stop)
        if found is None:
            break
        starts.append(found.end())
        at = found.end() + len(label)
    return starts if first[2].isdecimal() or len(starts) > 1 else []


def _next_label(label: str) -> str:
    """The number or letter after one, in the digits of its script: ``९`` to ``१०``."""
    if not label.isdecimal():
        return chr(ord(label) + 1)
    zero = ord(label[0]) - int(label[0])
    return "".join(chr(zero + int(digit)) for digit in str(int(label) + 1))


def comma_clauses(text: str, begin: int, end: int) -> list[int]:
    """
    Where an Arabic passage without any stop may be cut: after commas, if more than one word follows before the next.

    Arabic joins whole sentences by commas; a passage longer than ``UNSTOPPED`` would otherwise be cut between words.
    """
    if end - begin < UNSTOPPED:
        return []
    return [m.end() for m in _CLAUSE_COMMA.finditer(text, begin, end)]


def label_end(text: str, language: Language) -> int:
    """Where the label ends that opens an Arabic text, or 0: ``سؤال وجواب: ماذا`` and datelines, not ``قال: "ترى``."""
    if ":" not in text[:LONGEST_LABEL]:
        return 0
    found = _LABEL.match(text)
    spoken = found is not None and language.saying.intersection(found[1].split())
    return found.end() if found and not spoken else 0
