"""Where a passage stands in the documents: exactly, apart from white space, or most like it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from typing import NamedTuple

from khand.extras import load

ALIKE = 0.85
"""From this likeness on a passage is taken (Levenshtein's, 0 to 1); below, it would often be another sentence."""

STRIDE = 64
"""Code points between two places that are weighed first; a passage shorter than twice this is looked for everywhere."""


class Passage(NamedTuple):
    """A half-open span ``[start, end)`` of code points in the document `source`."""

    source: str
    start: int
    end: int


class Found(NamedTuple):
    """
    What became of one excerpt.

    Attributes:
        passage: Where it stands, or None.
        certainty: 1 for the same words, else how alike they are.
        why: What is in doubt; "" for nothing.
    """

    passage: Passage | None
    certainty: float
    why: str


def find_passage(excerpt: str, documents: Mapping[str, str]) -> Found:
    r"""
    Find an excerpt.

    Args:
        excerpt: Not blank.
        documents: Text by source, to look in.

    >>> find_passage("two  words", {"a": "Here are two\nwords."})
    Found(passage=Passage(source='a', start=9, end=18), certainty=1.0, why='')
    """
    excerpt = excerpt.strip()
    for places in (_exact(excerpt, documents), _without_space(excerpt, documents)):
        if places:
            more = len(places) - 1
            why = f"stands in {more + 1} places, the first was taken; give spans" if more else ""
            return Found(places[0], 1.0, why)
    return _alike(excerpt, documents)


def _exact(excerpt: str, documents: Mapping[str, str]) -> list[Passage]:
    places = []
    for source, text in documents.items():
        at = text.find(excerpt)
        while at >= 0:
            places.append(Passage(source, at, at + len(excerpt)))
            at = text.find(excerpt, at + len(excerpt))
    return places


def _without_space(excerpt: str, documents: Mapping[str, str]) -> list[Passage]:
    squeezed = "".join(excerpt.split())
    places = []
    for source, text in documents.items():
        inside = "".join(text.split())
        at = inside.find(squeezed)
        if at < 0:
            continue
        # where each code point that is not white space stands
        offsets = list(compress(range(len(text)), (not c.isspace() for c in text)))
        while at >= 0:
            places.append(Passage(source, offsets[at], offsets[at + len(squeezed) - 1] + 1))
            at = inside.find(squeezed, at + len(squeezed))
    return places


def _alike(excerpt: str, documents: Mapping[str, str]) -> Found:
    """The place most like the excerpt in any document."""
    best = Found(None, 0.0, "")
    for source, text in documents.items():
        start, end, likeness = _most_alike(excerpt, text)
        if likeness > best.certainty:
            best = Found(Passage(source, start, end), likeness, "")
    percent = f"{best.certainty * 100:.0f} %"
    if best.certainty < ALIKE:
        near = f"; the most alike is {percent} the same" if best.passage else ""
        return Found(None, best.certainty, f"not found{near}")
    return best._replace(why=f"found only alike: {percent} the same")


def _most_alike(excerpt: str, text: str) -> tuple[int, int, float]:
    """
    Start and end of the stretch most like the excerpt, and how alike, 0 to 1.

    In a long text it is looked for only around the stretches that share the most trigrams with the excerpt.
    """
    fuzz = load("rapidfuzz.fuzz", "evaluate")
    best = (0, 0, 0.0)
    for low, high in _stretches(excerpt, text):
        aligned = fuzz.partial_ratio_alignment(excerpt, text[low:high])
        likeness = aligned.score / 100 if aligned is not None else 0.0
        # a stretch shorter than the excerpt would be aligned the other way round
        if likeness > best[2] and aligned.src_end - aligned.src_start >= ALIKE * len(excerpt):
            best = (low + aligned.dest_start, low + aligned.dest_end, likeness)
    return (*_whole_words(text, best[0], best[1]), best[2])


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """
    A stretch without half words at its edges: the alignment is as long as the excerpt, the passage need not be.

    >>> _whole_words("It stops here.", 4, 12)
    (3, 14)
    """
    while start > 0 and start < len(text) and not text[start - 1].isspace() and not text[start].isspace():
        start -= 1
    while 0 < end < len(text) and not text[end - 1].isspace() and not text[end].isspace():
        end += 1
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())


def _stretches(excerpt: str, text: str, most: int = 3) -> list[tuple[int, int]]:
    """Where it is worth looking: at most `most` stretches of three times the excerpt's length."""
    length = len(excerpt)
    if len(text) <= 4 * length:
        return [(0, len(text))]
    wanted = {excerpt[i : i + 3] for i in range(length - 2)} or {excerpt}
    step = max(length // 2, STRIDE)
    shares = []
    for low in range(0, len(text), step):
        window = text[low : low + length + step]
        shares.append((sum(trigram in window for trigram in wanted), low))
    shares.sort(key=lambda share: (-share[0], share[1]))
    return [(max(0, low - length), low + length + step + length) for _, low in shares[:most]]
