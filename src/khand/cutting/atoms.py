"""
Atoms: markup in running text that is one word however much white space it holds, unless it alone does not fit.

Links, images, inline code, inline math, tags and comments, and what ``<a>``, ``<code>`` and ``<kbd>`` enclose. What each looks
like is CommonMark's grammar. The text is read once from left to right, code before all else, as CommonMark does it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from khand.characters.graphemes import cluster_end, cluster_start
from khand.characters.space import GAP
from khand.characters.spaceless import none_spaceless

_SPAN_CHARS = 2000
"""Code points that a stray bracket, quote or backtick is followed, so that no input takes more than linear time."""
_DEEPEST = 3
"""Atoms inside one another that are tried one after the other, from the largest, if they do not fit."""

_TAG_START = re.compile("<[A-Za-z/!?]")
# Python's matcher skips six times as fast where every alternative begins with a character
_MARK = re.compile(r"\\.|``*+|\$|!\[|\[|\]|<(?=[A-Za-z/!?])", re.DOTALL)
_TICKS = re.compile("`+")
_MATH = re.compile(r"\$\$[^$]{1,1000}\$\$|\$(?![\s\d])[^$\n]{1,500}(?<!\s)\$(?!\d)")
_TEX_MATH = re.compile(r"\\\((?:[^\\\n]|\\[^()\n]){1,500}+\\\)")


def _nested(depth: int) -> str:
    """A link target in which parentheses are nested up to `depth` deep, as a pattern."""
    inner = rf"|\({_nested(depth - 1)}\)" if depth else ""
    return rf"(?:[^\s()\\]++|\\[()\\]?{inner})*+"


_TARGET = re.compile(
    rf"""
    \(\s*+ (?: <(?:[^<>\n\\]|\\.)*+> | {_nested(6)} )
    (?: \s++ (?: "(?:[^"\\]|\\.)*+" | '(?:[^'\\]|\\.)*+' | \((?:[^()\\]|\\.)*+\) ) )?+ \s*+\)
    """,
    re.VERBOSE | re.DOTALL,
)
_LABEL = re.compile(r"\[(?:[^\[\]\\]|\\.){0,999}+\]", re.DOTALL)
_VALUE = r"""(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+")"""
_TAG = re.compile(
    rf"<(?:(?P<opens>[A-Za-z][A-Za-z0-9-]*+)(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+{_VALUE})?+)*+\s*+(?P<empty>/?)>"
    r"|/(?P<closes>[A-Za-z][A-Za-z0-9-]*+)\s*+>)"
)
_RAW = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>", "<!": ">"}
_ENCLOSING = ("a", "code", "kbd")


class _Atom(NamedTuple):
    """A span that may be kept whole; one with a label is a link only if that is defined."""

    start: int
    end: int
    label: str | None = None


def undefined(_label: str) -> bool:
    """No label is defined."""
    return False


def may_hold_links(text: str, start: int, end: int) -> bool:
    """Whether an atom may begin in ``text[start:end]``: a link, an image, inline code, math or a tag."""
    # searches for one character are ten times faster than one for any of several
    if (
        text.find("[", start, end) >= 0
        or text.find("`", start, end) >= 0
        or text.find("$", start, end) >= 0
        or text.find("\\(", start, end) >= 0
    ):
        return True
    at = text.find("<", start, end)
    return at >= 0 and _TAG_START.search(text, at, end) is not None


def link_spans(
    text: str,
    start: int,
    end: int,
    fits: Callable[[int, int], bool],
    is_defined: Callable[[str], bool] = undefined,
    begun: int | None = None,
) -> list[tuple[int, int]]:
    """
    The atoms in ``text[start:end]`` that fit a chunk alone and would be several words.

    Args:
        text: The source text.
        start: First code point.
        end: One past the last code point.
        fits: Whether ``text[a:b]`` alone fits a chunk.
        is_defined: Whether the document defines a label, so that ``[label]`` alone is a link.
        begun: Where the passage begins, if `start` is inside it: a backtick behind `start` may close code that begins before.

    Returns:
        Half-open spans between grapheme clusters, increasing, not overlapping; of two inside one another the larger that fits.

    >>> link_spans("see [the guide](u) now", 0, 22, lambda a, b: True)
    [(4, 18)]
    >>> link_spans('a <b c="d e"> f', 0, 15, lambda a, b: True), link_spans("a < b and c > d", 0, 15, lambda a, b: True)
    ([(2, 13)], [])
    """
    if not may_hold_links(text, start, end):
        return []
    words = _Words(text, start, end, fits)
    found: list[tuple[int, int]] = []
    last = start
    read_from = start if begun is None else max(begun, start - _SPAN_CHARS)
    for atom in sorted(_Reader(text, read_from, end).atoms(), key=lambda atom: (atom.start, -atom.end)):
        if atom.start < last or not words.are_several(atom):
            continue
        span = _between_clusters(text, max(start, last), atom, end)
        if (atom.label is None or is_defined(atom.label)) and fits(*span):
            found.append(span)
            last = span[1]
    return found


def _between_clusters(text: str, floor: int, atom: _Atom, end: int) -> tuple[int, int]:
    """The atom with what is one grapheme cluster with its first or last character."""
    start = cluster_start(text, atom.start, floor)
    last = cluster_start(text, atom.end, start)
    return start, atom.end if last == atom.end else min(end, cluster_end(text, last))


class _Words:
    """Tells whether an atom would not stay whole as part of a word."""

    def __init__(self, text: str, start: int, end: int, fits: Callable[[int, int], bool]) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.fits = fits
        self.spaced = none_spaceless(text, start, end)
        self.run = (start, start)  # the one last looked at, from gap to gap
        self.run_fits = True

    def are_several(self, atom: _Atom) -> bool:
        """Whether it holds white space or words written without, or is in a word too long."""
        text, start, end = self.text, atom.start, atom.end
        if GAP.search(text, start, end):
            return True
        if not self.spaced and (text[start] != "<" or not none_spaceless(text, start, end)):
            return True
        if text[end - 1] not in ")]>":
            return False
        if not (self.run[0] <= start and end <= self.run[1]):
            self._look_around(start, end)
        return not self.run_fits and self.run != (start, end)

    def _look_around(self, start: int, end: int) -> None:
        low, high = max(self.start, start - _SPAN_CHARS), min(self.end, end + _SPAN_CHARS)
        low = max(low, *[self.text.rfind(blank, low, start) + 1 for blank in " \n\t"])
        gap = GAP.search(self.text, end, high)
        self.run = low, gap.start() if gap else high
        self.run_fits = self.fits(*self.run)


class _Reader:
    """Reads ``text[start:end]`` once from left to right and collects all that may be an atom."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.found: list[_Atom] = []
        self.nested: list[tuple[int, int]] = []  # start and depth of atoms that are in no other yet
        self.brackets: list[tuple[int, int]] = []  # of open ones: their start, and that of what they enclose
        self.last_bracket = -1
        self.elements: dict[str, list[int]] = {name: [] for name in _ENCLOSING}
        self.ticks: dict[int, list[int]] | None = None

    def atoms(self) -> list[_Atom]:
        """Atoms, by where they end."""
        at = self.start
        while (mark := _MARK.search(self.text, at, self.end)) is not None:
            at = self._take(mark)
        return self.found

    def _take(self, mark: re.Match[str]) -> int:
        """Take a mark; return where to go on."""
        first = mark[0][0]
        if first == "`":
            return self._code(mark.start(), mark.end())
        if first == "<":
            return self._markup(mark.start())
        if first == "]":
            return self._link(mark.start())
        if first in "![":
            self.brackets.append(mark.span())
            self.last_bracket = mark.start()
        elif first == "$" or mark[0] == "\\(":
            # a lone dollar may only look like math: what is inside is read as well
            math = (_MATH if first == "$" else _TEX_MATH).match(self.text, mark.start(), self.end)
            if math is not None:
                self.found.append(_Atom(*math.span()))
        return mark.end()

    def _code(self, start: int, opened: int) -> int:
        if self.ticks is None:
            self.ticks = {}
            for run in _TICKS.finditer(self.text, start, self.end):
                self.ticks.setdefault(run.end() - run.start(), []).append(run.start())
        length = opened - start
        closings = self.ticks.get(length, [])
        k = bisect_right(closings, start)
        if k == len(closings) or closings[k] + length > opened + _SPAN_CHARS:
            return opened
        return self._add(start, closings[k] + length)

    def _link(self, at: int) -> int:
        """Take a closing bracket, and the target or label that makes a link of what it closes."""
        if not self.brackets:
            return at + 1
        start, inside = self.brackets.pop()
        if at - start > 2 * _SPAN_CHARS:
            return at + 1
        limit = min(self.end, at + 2 * _SPAN_CHARS)
        after = _TARGET.match(self.text, at + 1, limit) or _LABEL.match(self.text, at + 1, limit)
        if after is not None:
            return self._add(start, after.end())
        if self.last_bracket == start and at - inside < 1000:
            self.found.append(_Atom(start, at + 1, self.text[inside:at]))
        return at + 1

    def _markup(self, start: int) -> int:
        text, limit = self.text, min(self.end, start + _SPAN_CHARS)
        tag = _TAG.match(text, start, limit)
        if tag is None:
            for opener, closer in _RAW.items():
                if text.startswith(opener, start):
                    end = text.find(closer, start + 2, limit)
                    return self._add(start, end + len(closer)) if end >= 0 else start + 1
            return start + 1
        end = self._add(start, tag.end())
        name = (tag["opens"] or tag["closes"]).lower()
        opened = self.elements.get(name)
        if opened is not None:
            self._enclose(opened, tag, nests=name != "a")
        return end

    def _enclose(self, opened: list[int], tag: re.Match[str], *, nests: bool) -> None:
        """Take a tag of an element that is kept whole."""
        if tag["closes"]:
            if opened and tag.end() - opened[-1] <= 2 * _SPAN_CHARS:
                self._add(opened.pop(), tag.end())
            else:
                opened.clear()
        elif not tag["empty"]:
            if not nests:
                opened.clear()
            opened.append(tag.start())

    def _add(self, start: int, end: int) -> int:
        """Add an atom around those added since its start; not too many deep, which would take square time."""
        depth = 1
        while self.nested and self.nested[-1][0] >= start:
            depth = max(depth, self.nested.pop()[1] + 1)
        self.nested.append((start, depth))
        if depth <= _DEEPEST:
            self.found.append(_Atom(start, end))
        return end
