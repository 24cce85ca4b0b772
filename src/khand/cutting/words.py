"""
Words: the smallest thing a cut leaves whole if it fits a chunk alone.

A word is a run without white space; in scripts written without spaces each grapheme cluster is one. Closing punctuation stays
with what precedes it, opening punctuation with what follows. Links, images, inline code and inline math are words, too, unless
they alone do not fit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from khand.cutting.graphemes import grapheme_ends

# Han with its radicals and marks, kana, Bopomofo: clusters of one character and its marks.
_HAN = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa"
    "\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d"
)
# Thai, Lao, Khmer, Burmese.
_SOUTH_EAST = "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\ua9e0-\ua9ff\uaa60-\uaa7f"
_SPACELESS = re.compile(f"[{_HAN}{_SOUTH_EAST}]")
# Apart, since a class that reaches over U+FFFF is eight times slower.
_SPACELESS_ASTRAL = re.compile("[\U0001aff0-\U0001b16f\U00020000-\U0003ffff]")
# What a run may hold whose grapheme clusters are single characters, the kana sound marks apart.
_NEEDS_CLUSTERS = re.compile(
    "[^\x00-\u02ff\u2010-\u205e\u3000-\u3029\u3030-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uffee]"
)

_OPENERS = "([{<«‹“‘「『【〔〖〘〚《〈（［｛｢¿¡"
_CLOSERS = ")]},.!?:;»’”›⁆⁾₎〉❩❫❭❯❱❳❵⟆⟧⟩⟫⟭⟯〉》」』】〕〗〙〛〞〟︘︶︸︺︼︾﹀﹂﹄﹈﹚﹜﹞）］｝｠｣。、，．！？：；…"
_HAN_WORD = re.compile(f"[{re.escape(_OPENERS)}]*[{_HAN}][{re.escape(_CLOSERS)}\u3099\u309a]*")
_OPENING, _CLOSING = frozenset(_OPENERS), frozenset(_CLOSERS)

# White space that ends a word: all but the no-break spaces U+00A0, U+2007, U+202F.
_GAP = re.compile(r"[^\S\u00a0\u2007\u202f]+")
_RUN = re.compile(r"[\u00a0\u2007\u202f]*\S[\S\u00a0\u2007\u202f]*")

# The bounds keep a stray bracket or dollar from being followed far; longer links have no white space to cut at in practice.
_SPAN_CHARS = 2000
_MATH = re.compile(r"\$\$[^$]{1,1000}\$\$|\$(?![\s\d])[^$\n]{1,500}(?<!\s)\$(?!\d)")
_LINK = re.compile(
    r"""
    !?\[(?:[^\[\]]|\[[^\[\]]{0,300}\](?:\([^()\s]{0,2000}\))?){0,1000}\]               # text, with one nested image or bracket
    (?:\((?:[^()\s]|\([^()\s]{0,500}\)){0,2000}(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'))?\s?\)  # (target "title")
      |\[[^\[\]]{0,300}\])                                                              # [reference]
    """,
    re.VERBOSE,
)
_ATOM_START = re.compile(r"`+|\$|!?\[")


def word_ends(text: str, start: int, end: int, fits: Callable[[int, int], bool]) -> list[int]:
    """
    The offsets at which the words of ``text[start:end]`` end, the white space after them not included.

    Args:
        text: The source text.
        start: First code point, itself the start of a word or of the rest of one.
        end: One past the last code point; a word is not followed beyond it.
        fits: Whether ``text[a:b]`` alone fits a chunk; asked for links, images, inline code and math only.

    Returns:
        Increasing offsets in `text`, the last at most `end`; [] when all is white space.

    >>> word_ends("see [the guide](u), 漢字。(ok)", 0, 27, lambda a, b: True)
    [3, 19, 21, 23, 27]
    >>> word_ends("see [the guide](u) now", 0, 22, lambda a, b: False)
    [3, 8, 18, 22]
    """
    out: list[int] = []
    at = start
    for atom_start, atom_end in link_spans(text, start, end, fits):
        if atom_start < at:
            continue
        before = _plain_words(text, at, atom_start)
        begin = atom_start
        if before and before[-1] == atom_start and not _ends_spaceless(text, at, atom_start):
            before.pop()  # "(`x y`" is one word with the bracket
            begin = before[-1] if before else at
        stop = _atom_word_end(text, atom_end, end)
        if not fits(begin, stop):
            # what touches the link does not fit beside it, and goes to the words before and after
            before, stop = _plain_words(text, at, atom_start), atom_end
        out += [*before, stop]
        at = stop
    return out + _plain_words(text, at, end)


def may_hold_links(text: str, start: int, end: int) -> bool:
    """Whether a link, an image, inline code or math may begin in ``text[start:end]``."""
    # three searches for one character are ten times faster than one for any of three
    return (
        text.find("[", start, end) >= 0 or text.find("`", start, end) >= 0 or text.find("$", start, end) >= 0
    )


def link_spans(text: str, start: int, end: int, fits: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """
    Links, images, inline code and math in ``text[start:end]`` that fit a chunk alone and would be several words.

    Args:
        text: The source text.
        start: First code point.
        end: One past the last code point.
        fits: Whether ``text[a:b]`` alone fits a chunk.

    Returns:
        Half-open spans, increasing, not overlapping.

    >>> link_spans("see [the guide](u) now", 0, 22, lambda a, b: True)
    [(4, 18)]
    """
    if not may_hold_links(text, start, end):
        return []
    spaced = _none_spaceless(text, start, end)
    found = []
    at = start
    while (mark := _ATOM_START.search(text, at, end)) is not None:
        stop = _atom_end(text, mark, end)
        at = mark.end() if stop is None else stop
        if stop is not None and (not spaced or _is_several(text, mark.start(), stop, start, end, fits)):
            if fits(mark.start(), stop):
                found.append((mark.start(), stop))
            elif mark[0][0] != "`":
                at = mark.end()  # a smaller one may be inside
    return found


def _is_several(
    text: str, begin: int, stop: int, start: int, end: int, fits: Callable[[int, int], bool]
) -> bool:
    """Whether it would not stay whole as part of a word: it holds white space, or it is a link in a word too long."""
    if _GAP.search(text, begin, stop):
        return True
    if text[stop - 1] not in ")]":
        return False
    low, high = max(start, begin - _SPAN_CHARS), min(end, stop + _SPAN_CHARS)
    low = max(low, *[text.rfind(blank, low, begin) + 1 for blank in " \n\t"])
    gap = _GAP.search(text, stop, high)
    high = gap.start() if gap else high
    return (low, high) != (begin, stop) and not fits(low, high)


def _atom_end(text: str, mark: re.Match[str], end: int) -> int | None:
    if mark[0][0] == "`":
        close = re.compile(rf"(?<!`){mark[0]}(?!`)").search(
            text, mark.end(), min(end, mark.end() + _SPAN_CHARS)
        )
        return close.end() if close else None
    match = (_MATH if mark[0] == "$" else _LINK).match(text, mark.start(), end)
    return match.end() if match else None


def _atom_word_end(text: str, atom_end: int, end: int) -> int:
    """Where the word that an atom is the beginning of ends: ``[a b](u),`` takes its comma along."""
    gap = _GAP.search(text, atom_end, end)
    stop = gap.start() if gap else end
    at = atom_end
    while at < stop and not _spaceless(text[at]):
        at += 1
    if at < stop:
        while at > atom_end and text[at - 1] in _OPENING:
            at -= 1
    return at


def _plain_words(text: str, start: int, end: int) -> list[int]:
    """The ends of the words of ``text[start:end]``, which holds no link."""
    if _none_spaceless(text, start, end):
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
            if _spaceless(first):
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
    return end > start and _spaceless(text[end - 1])


def _spaceless(character: str) -> bool:
    return bool(_SPACELESS.match(character) or _SPACELESS_ASTRAL.match(character))


def _none_spaceless(text: str, start: int, end: int) -> bool:
    if text.isascii() or text[start:end].isascii():
        return True
    return not (_SPACELESS.search(text, start, end) or _SPACELESS_ASTRAL.search(text, start, end))
