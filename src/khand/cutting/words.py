"""
Words: the smallest thing a cut leaves whole if it fits a chunk alone.

A word is a run without white space; in scripts written without spaces each grapheme cluster is one. Closing punctuation stays
with what precedes it, opening punctuation with what follows. Links, images, inline code, inline math and tags are words, too,
unless they alone do not fit: the atoms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from khand.characters.graphemes import APPENDED, PREPENDED, cluster_end, cluster_start, grapheme_ends
from khand.characters.space import GAP
from khand.characters.spaceless import HAN, first_spaceless, is_spaceless, none_spaceless
from khand.cutting.atoms import link_spans, undefined

# What a run may hold whose grapheme clusters are single characters, the kana sound marks apart.
_NEEDS_CLUSTERS = re.compile(
    "[^\x00-\u02ff\u2010-\u205e\u3000-\u3029\u3030-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uffee]"
)

_OPENERS = "([{<«‹“‘「『【〔〖〘〚《〈（［｛｢¿¡"
_CLOSERS = ")]},.!?:;»’”›⁆⁾₎〉❩❫❭❯❱❳❵⟆⟧⟩⟫⟭⟯〉》」』】〕〗〙〛〞〟︘︶︸︺︼︾﹀﹂﹄﹈﹚﹜﹞）］｝｠｣。、，．！？：；…"
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
    fits: Callable[[int, int], bool],
    is_defined: Callable[[str], bool] = undefined,
    begun: int | None = None,
) -> list[int]:
    """
    The offsets at which the words of ``text[start:end]`` end, the white space after them not included.

    Args:
        text: The source text.
        start: First code point, itself the start of a word or of the rest of one.
        end: One past the last code point; a word is not followed beyond it.
        fits: Whether ``text[a:b]`` alone fits a chunk; asked for atoms only.
        is_defined: Whether the document defines a label, so that ``[label]`` alone is a link.
        begun: As for ``link_spans``.

    Returns:
        Increasing offsets in `text`, the last at most `end`; [] when all is white space.

    >>> word_ends("see [the guide](u), 漢字。(ok)", 0, 27, lambda a, b: True)
    [3, 19, 21, 23, 27]
    >>> word_ends("see [the guide](u) now", 0, 22, lambda a, b: False)
    [3, 8, 18, 22]
    """
    out: list[int] = []
    at = start
    atoms = link_spans(text, start, end, fits, is_defined, begun)
    for k, (atom_start, atom_end) in enumerate(atoms):
        before = _plain_words(text, at, atom_start)
        begin = atom_start
        if before and before[-1] == atom_start and not _ends_spaceless(text, at, atom_start):
            before.pop()  # "(`x y`" is one word with the bracket
            begin = before[-1] if before else at
        next_atom = atoms[k + 1][0] if k + 1 < len(atoms) else None
        stop = _atom_word_end(text, atom_end, end, next_atom)
        if not fits(begin, stop):
            # what touches the link does not fit beside it, and goes to the words before and after
            before, stop = _plain_words(text, at, atom_start), atom_end
        out += [*before, stop]
        at = stop
    return out + _plain_words(text, at, end)


def _atom_word_end(text: str, atom_end: int, end: int, next_atom: int | None) -> int:
    """Where the word that an atom is the beginning of ends: ``[a b](u),`` takes its comma along, but not the next atom."""
    if next_atom is not None:
        end = next_atom
    gap = GAP.search(text, atom_end, end)
    stop = gap.start() if gap else end
    at = first_spaceless(text, atom_end, stop)
    while at < stop and (begin := cluster_start(text, at, atom_end)) < at:
        # a mark of such a script on another letter
        at = first_spaceless(text, min(stop, cluster_end(text, begin)), stop)
    if at < stop or at == next_atom:
        while at > atom_end and text[at - 1] in _OPENING:
            at -= 1
        at = cluster_start(text, at, atom_end)
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
            if is_spaceless(first):
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
