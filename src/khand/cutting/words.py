"""
Words: the smallest thing a cut leaves whole if it fits a chunk alone.

A word is a run without white space; in scripts written without spaces each grapheme cluster is one. Closing punctuation stays
with what precedes it, opening punctuation with what follows. Links, images, inline code, inline math and tags are words, too,
unless they alone do not fit: the spans that the outline's reader of inline markup finds.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Sequence

from khand.characters import punctuation as marks
from khand.characters.graphemes import APPENDED, PREPENDED, cluster_end, cluster_start, grapheme_ends
from khand.characters.space import GAP, LAST_LATIN
from khand.characters.spaceless import HAN, first_spaceless, is_spaceless, none_spaceless

_BLANKS = " \n\t"
_LONGEST_RUN = 2000
"""Code points on either side of a span among which white space is looked for."""

# What a run may hold whose grapheme clusters are single characters, the kana sound marks apart.
_NEEDS_CLUSTERS = re.compile(
    "[^\x00-\u02ff\u2010-\u205e\u3000-\u3029\u3030-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uffee]"
)

_OPENERS = marks.OPENING_BRACKETS + marks.OPENING_QUOTES + marks.LOW_QUOTES + marks.INVERTED + "<"
_CLOSERS = (
    marks.CLOSING_BRACKETS
    + marks.CLOSING_QUOTES
    + marks.STOPS
    + marks.FULL_STOPS
    + marks.COLONS
    + marks.COMMAS
)
_HAN_WORD = re.compile(f"[{re.escape(_OPENERS)}]*[{HAN}][{re.escape(_CLOSERS)}\u3099\u309a]*")
_OPENING, _CLOSING = frozenset(_OPENERS), frozenset(_CLOSERS)

_SIGNS = re.escape("".join(sorted(PREPENDED)))
_RUN = re.compile(
    r"[\u00a0\u2007\u202f]*\S[\S\u00a0\u2007\u202f]*"
    rf"(?:(?<=[{_SIGNS}])[ \u1680\u2000-\u200a\u205f\u3000](?:[{APPENDED}][\S\u00a0\u2007\u202f]*)?)*"
)
"""With the space that is one grapheme cluster with a sign such as U+0600 before it, and what may hang on that space."""


def word_ends(
    text: str,
    start: int,
    end: int,
    spans: Sequence[tuple[int, int]],
    fits: Callable[[int, int], bool],
) -> list[int]:
    """
    The offsets at which the words of ``text[start:end]`` end, the white space after them not included.

    Args:
        text: The source text.
        start: First code point, the start of a word or of the rest of one: what is left of a run that is too long for a chunk
            is one word if it fits.
        end: One past the last code point; a word is not followed beyond it.
        spans: What should stay whole, from ``whole_spans`` of a passage that holds ``text[start:end]``.
        fits: Whether ``text[a:b]`` alone fits a chunk; asked for spans only.

    Returns:
        Increasing offsets in `text`, the last at most `end`; [] when all is white space. Where the text goes on behind `end`,
        the last may be `end` inside a word; the others are those of the whole passage.

    >>> from khand.outline.inline import whole_spans
    >>> text = "see [the guide](u), 漢字。(ok)"
    >>> word_ends(text, 0, 27, whole_spans(text, 0, 27), lambda a, b: True)
    [3, 19, 21, 23, 27]
    >>> word_ends(text, 0, 18, whole_spans(text, 0, 27), lambda a, b: False)
    [3, 8, 18]
    """
    out: list[int] = []
    at = start
    kept = kept_whole(text, start, end, spans, fits)
    for k, (kept_start, kept_end) in enumerate(kept):
        before = _plain_words(text, at, kept_start)
        begin = kept_start
        if before and before[-1] == kept_start and not _ends_spaceless(text, at, kept_start):
            before.pop()  # "(`x y`" is one word with the bracket
            begin = before[-1] if before else at
        if kept_end > end:
            return [*out, *before, end]
        following = kept[k + 1][0] if k + 1 < len(kept) else None
        stop = _kept_word_end(text, kept_end, end, following)
        if (begin, stop) != kept[k] and not fits(begin, stop):
            # what touches the link does not fit beside it, and goes to the words before and after
            before, stop = _plain_words(text, at, kept_start), kept_end
        out += [*before, stop]
        at = stop
    return out + _plain_words(text, at, end)


def kept_whole(
    text: str,
    start: int,
    end: int,
    spans: Sequence[tuple[int, int]],
    fits: Callable[[int, int], bool],
) -> list[tuple[int, int]]:
    """
    The spans that begin in ``text[start:end]``, fit a chunk alone and would be several words.

    Args and `spans` as for ``word_ends``.

    Returns:
        Half-open spans between grapheme clusters, increasing, not overlapping; of two inside one another the larger that fits.
        The last may reach beyond `end`.

    >>> kept_whole("x ![a b](u) y", 0, 13, [(2, 11)], lambda a, b: True)
    [(2, 11)]
    """
    low = bisect_left(spans, (start,))
    if low == len(spans) or spans[low][0] >= end:
        return []
    words = _Words(text, start, end, fits)
    kept: list[tuple[int, int]] = []
    last = start
    for k in range(low, bisect_left(spans, (end,), lo=low)):
        span_start, span_end = spans[k]
        if span_start < last or not words.are_several(span_start, span_end):
            continue
        span = _between_clusters(text, max(start, last), span_start, span_end)
        if fits(*span):
            kept.append(span)
            last = span[1]
    return kept


def _between_clusters(text: str, floor: int, start: int, end: int) -> tuple[int, int]:
    """The span, which begins and ends with ASCII, with what is one grapheme cluster with its first or last character."""
    if (not start or text[start - 1] <= LAST_LATIN) and (end == len(text) or text[end] <= LAST_LATIN):
        return start, end
    start = cluster_start(text, start, floor)
    last = cluster_start(text, end, start)
    return start, end if last == end else cluster_end(text, last)


class _Words:
    """Tells whether a span would not stay whole as part of a word of ``text[start:end]``."""

    def __init__(self, text: str, start: int, end: int, fits: Callable[[int, int], bool]) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.fits = fits
        self.none_spaceless = none_spaceless(text, start, end)
        self.run = (start, start)  # the one last looked at, from gap to gap
        self.spaced = self.run_fits = True

    def are_several(self, start: int, end: int) -> bool:
        """Whether it holds white space, is among words written without, or is in a word too long."""
        text = self.text
        if GAP.search(text, start, end):
            return True
        if (start == self.start or text[start - 1] in _BLANKS) and (end >= self.end or text[end] in _BLANKS):
            return not self.none_spaceless and not none_spaceless(text, start, end)
        if not (self.run[0] <= start and end <= self.run[1]):
            self._look_around(start, end)
        if not self.spaced and (text[start] != "<" or not none_spaceless(text, start, end)):
            return True
        return not self.run_fits and self.run != (start, end)

    def _look_around(self, start: int, end: int) -> None:
        text = self.text
        low, high = max(self.start, start - _LONGEST_RUN), max(end, min(self.end, end + _LONGEST_RUN))
        for blank in _BLANKS:
            low = max(low, text.rfind(blank, low, start) + 1)
        gap = GAP.search(text, end, high)
        self.run = low, gap.start() if gap else high
        self.run_fits = self.fits(*self.run)
        self.spaced = self.none_spaceless or none_spaceless(text, *self.run)
        if low == self.start:
            self.spaced = self.spaced and not _ends_spaceless(text, max(0, low - 8), low)


def _kept_word_end(text: str, kept_end: int, end: int, following: int | None) -> int:
    """Where the word that begins with a kept span ends: ``[a b](u),`` takes its comma along, but not the next span."""
    if following is not None:
        end = following
    gap = GAP.search(text, kept_end, end)
    stop = gap.start() if gap else end
    at = first_spaceless(text, kept_end, stop)
    while at < stop and ((begin := cluster_start(text, at, kept_end)) < at or text[at] in _CLOSING):
        # a mark of such a script on another letter, or a full stop of it
        at = first_spaceless(text, min(stop, cluster_end(text, begin)), stop)
    if at < stop or at == following:
        while at > kept_end and text[at - 1] in _OPENING:
            at -= 1
        at = cluster_start(text, at, kept_end)
    return at


def _plain_words(text: str, start: int, end: int) -> list[int]:
    """The ends of the words of ``text[start:end]``, which holds no link."""
    if none_spaceless(text, start, end):
        return [run.end() for run in _RUN.finditer(text, start, end)]
    out: list[int] = []
    for run in _RUN.finditer(text, start, end):
        _run(text, run.start(), run.end(), out)
    return out


def _run(text: str, start: int, end: int, out: list[int]) -> None:
    """Append the ends of the words of a run without white space."""
    if not _NEEDS_CLUSTERS.search(text, start, end):
        at = start
        for word in _HAN_WORD.finditer(text, start, end):
            if word.start() > at:
                out.append(word.start())
            out.append(word.end())
            at = word.end()
        if at == end:
            return
    else:
        word_start = start  # of the word that is being gathered
        alone = False  # whether that word already holds its one cluster of a spaceless script
        at = start
        for stop in grapheme_ends(text, start, end):
            first = text[at]
            if is_spaceless(first) and first not in _CLOSING:
                begin = at
                while begin > word_start and text[begin - 1] in _OPENING:
                    begin -= 1
                if alone or begin > word_start:
                    out.append(begin if begin > word_start else at)
                    word_start = out[-1]
                alone = True
            elif alone and first not in _CLOSING:
                out.append(at)
                word_start, alone = at, False
            at = stop
    out.append(end)


def _ends_spaceless(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` ends with a word of a script without spaces."""
    while end > start and (text[end - 1] in _CLOSING or unicodedata.category(text[end - 1])[0] == "M"):
        end -= 1
    return end > start and is_spaceless(text[end - 1])
