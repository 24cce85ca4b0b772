"""From a text to its sentences: paragraphs, then the places a sentence may end, then a decision for each."""

from __future__ import annotations

import re
import unicodedata

from khand.segmentation.clear import clear
from khand.segmentation.detect import detect_language
from khand.segmentation.language import Language, get_language
from khand.segmentation.marks import paragraph_ends
from khand.segmentation.place import LAST_LATIN, Place
from khand.segmentation.rules import ends_at
from khand.segmentation.unmarked import split_items


def sentence_ends(text: str, language: str | None = None) -> list[int]:
    """
    Where the sentences of a text end: the ends of ``sentences(text, language)``, increasing; the last is ``len(text)``.

    >>> sentence_ends("Dr. Rao came. She left.", "en")
    [14, 23]

    """
    known = get_language(detect_language(text) if language is None else language)
    ends: list[int] = []
    start = 0
    for blank in paragraph_ends(text).finditer(text):
        _cut_paragraph(text, start, blank.start(), known, ends)
        start = blank.end()
        ends.append(start)
    if start < len(text):
        _cut_paragraph(text, start, len(text), known, ends)
        ends.append(len(text))
    if len(ends) > 1 and text[0].isspace() and not text[: ends[0]].strip():
        del ends[0]
    return ends


def _is_mark(character: str) -> bool:
    """Whether it is one grapheme cluster with what stands before it: a combining mark, a joiner, a skin tone."""
    if character in "\u200c\u200d" or "\U0001f3fb" <= character <= "\U0001f3ff":
        return True
    return unicodedata.category(character)[0] == "M"


def _cut_paragraph(text: str, start: int, end: int, language: Language, ends: list[int]) -> None:
    """Append the sentence ends strictly inside a paragraph to `ends`."""
    begin = start
    for found in language.pattern.finditer(text, begin, end):
        if found.lastindex == 1:
            cut = found.end()
        else:
            cut = _decide(text, begin, end, found, language)
            if cut < 0:
                continue
        if text[cut] > LAST_LATIN:
            cut = _behind_marks(text, cut, end)
        if not text[begin].isupper() and not text[begin : begin + 2].isalpha():
            ends.extend(split_items(text, begin, cut))
        if cut == end:
            return
        ends.append(cut)
        begin = cut
    if not text[begin : begin + 2].isalpha():
        ends.extend(split_items(text, begin, end))


def _decide(text: str, begin: int, end: int, found: re.Match[str], language: Language) -> int:
    """Where the next sentence begins behind a place that was found; -1 if none ends there."""
    mark = found.start()
    groups: tuple[str, ...]
    if found.lastindex == 2:
        at = found.end() - 1
        groups = (text[mark], "", text[mark + 1 : at], "", text[at])
    else:
        at = found.start(7)
        if at >= end:
            return -1
        groups = (text[mark : found.end(3)], *found.group(4, 5, 6, 7))
    known = clear(text, mark, at, groups, language)
    if known is None:
        place = Place(text, begin, mark, at, groups, language)
        return place.cut if place.at < end and ends_at(place) else -1
    return at - len(groups[3]) if known else -1


def _behind_marks(text: str, cut: int, end: int) -> int:
    """Where a sentence ends whose mark a variation sign or a joiner follows: they are one cluster with it."""
    while cut < end and text[cut] > LAST_LATIN and not text[cut].isalnum() and _is_mark(text[cut]):
        cut += 1
    return cut
