"""Which blocks open and close scopes, once all blocks of a document are known; what stands before the first heading."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from khand.outline.blocks import Kind

_ATTRIBUTES = r"""[^<>"']*+(?:(?:"[^"]*+"|'[^']*+')[^<>"']*+)*+"""
_TAGS_ALONE = re.compile(rf"(?:\s*+(?:<summary>[^\n]*?</summary>|</?[A-Za-z][\w.-]*+{_ATTRIBUTES}>))++\s*+")
_TAG = re.compile(rf"<(/?)([A-Za-z][\w.-]*+){_ATTRIBUTES}>")
_ONE_TAG = re.compile(rf"\s*+{_TAG.pattern}(?<!/>)\s*+")
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_HTML, _HEADING = int(Kind.HTML), int(Kind.HEADING)  # looked up once: members of an enum are slow to reach
_OPENER, _CLOSER, _PARAGRAPH, _RULE = map(int, (Kind.OPENER, Kind.CLOSER, Kind.PARAGRAPH, Kind.RULE))
_MOST = 2000
"""Code points of a block that may open a scope: tags alone are short."""
_NEAR = 16
"""Open tags among which the partner of one is looked for; keeps the time linear."""

_TARGET = r"(?:\([^()\n]*+\)|\[[^\[\]\n]*+\])"
_UNSEEN = re.compile(
    r"<!--.*?-->|\{/\*.*?\*/\}|<[^<>]*>|^:[\w+-]+:(?=\s|$)|\{%.*?%\}|\{\{.*?\}\}"
    rf"|\[!\[[^\[\]\n]*+\]{_TARGET}\]{_TARGET}|!\[[^\[\]\n]*+\]{_TARGET}"
    r"|^(?:import|export)\b(?:[^\n]*\n)*?[^\n]*(?:['\"];?|[;})])[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_SEEN_AT_ONCE = re.compile(r"\s*+(?!import\b|export\b)[^\W_]")
"""A block that begins with a word: the first look, which most often settles it."""
_MAY_BE_ANCHOR = re.compile(r"<(?=(?:[aA]|[sS][pP][aA][nN]|[dD][iI][vV])[ \t])")
"""Without a flag for case, since Python's matcher then skips to the character it begins with."""
_ANCHORS = re.compile(
    r"(?:\s*+<(a|span|div)(?=[ \t])(?![^<>]*\bhref\s*=)(?=[^<>]*\b(?:id|name)\s*=)[^<>]*+"
    r"(?:(?<=/)>|>\s*+</\1\s*+>))++\s*+",
    re.IGNORECASE,
)
"""Anchors that hold no text: names for links to what follows."""
_WITHOUT_COMPANY = re.compile(b"%c++(?=%c|\\Z)|\\A%c++" % (Kind.OPENER, Kind.CLOSER, Kind.CLOSER))
_WORD = re.compile(r"[^\W_]")

Scope = tuple[int, int]


def settled(
    source: str, kinds: bytearray, ends: array[int], pairs: list[tuple[int, int]], alone: Iterable[int]
) -> list[Scope]:
    """
    Decide which blocks are OPENER and CLOSER, and give the scopes that hold headings.

    Args:
        source: The document as it was scanned.
        kinds: Of its top-level blocks; those that open and close are changed here. Shape (n,).
        ends: Where the blocks end. Shape (n,).
        pairs: Indices of the OPENER and the CLOSER of each fence.
        alone: Indices of those whose partner is no block of the document.

    Returns:
        Indices of the first block and of the one behind the last, for each scope with headings, in order.
    """
    for index in alone:
        kinds[index] = _PARAGRAPH
    scopes = [(first, last + 1) for first, last in pairs]
    if kinds.find(_HTML) >= 0:
        scopes += _tag_scopes(source, kinds, ends)
        _preamble(source, kinds, ends)
    elif kinds[:2].find(_PARAGRAPH) >= 0 or kinds[:2].find(_RULE) >= 0:
        _preamble(source, kinds, ends)
    _name(source, kinds, ends)
    keep_company(kinds)
    return sorted([(first, last) for first, last in scopes if kinds.find(_HEADING, first, last) >= 0])


def nested(scopes: list[Scope]) -> list[Scope]:
    """
    The scopes in order, the outer before the inner; one that reaches out of another ends with it.

    >>> nested([(5, 9), (0, 7), (0, 8)])
    [(0, 8), (0, 7), (5, 7)]
    """
    out: list[Scope] = []
    open_: list[int] = []
    for start, end in sorted(scopes, key=lambda scope: (scope[0], -scope[1])):
        while open_ and open_[-1] <= start:
            open_.pop()
        open_.append(min([end, *open_[-1:]]))
        out.append((start, open_[-1]))
    return out


def _tag_scopes(source: str, kinds: bytearray, ends: array[int]) -> list[Scope]:
    """Scopes of components and ``<details>``; blocks of nothing but tags that open or close something get their kinds."""
    found: list[Scope] = []
    open_: list[tuple[str, int, bool]] = []
    index = -1
    while (index := kinds.find(_HTML, index + 1)) >= 0:
        start = ends[index - 1] if index else 0
        if source.startswith("<!--", start):
            continue
        opened, closed, alone = _unpaired(source, start, ends[index])
        for name in closed:
            k = _last_open(open_, name)
            if k < 0:
                continue
            _, first, opener_alone = open_[k]
            del open_[k:]
            if opener_alone:
                kinds[first] = _OPENER
            if alone:
                kinds[index] = _CLOSER
            if name[0].isupper() or "-" in name or "." in name or name == "details":
                found.append((first, index + 1))
        for name in opened:
            open_.append((name, index, alone))
    return found


def _last_open(open_: list[tuple[str, int, bool]], name: str) -> int:
    """Index of the last open tag of this name, of the last few; -1 for none."""
    last = len(open_) - 1
    if open_ and open_[last][0] == name:  # most often
        return last
    return next((k for k in range(last, max(-1, last - _NEAR), -1) if open_[k][0] == name), -1)


def _unpaired(source: str, start: int, end: int) -> tuple[Sequence[str], Sequence[str], bool]:
    """What a block does not close, what it closes without opening it, and whether it is nothing but tags that do so."""
    one = _ONE_TAG.fullmatch(source, start, end)
    if one is not None and end - start <= _MOST:
        name = one[2]
        if name.lower() in _VOID:
            return (), (), True
        return ((), (name,), True) if one[1] else ((name,), (), True)
    block = source[start : min(end, start + _MOST + 1)]
    opened: list[str] = []
    closed: list[str] = []
    for found in _TAG.finditer(block):
        closes, name = found.groups()
        if block[found.end() - 2] == "/" or name.lower() in _VOID:
            continue
        if not closes:
            opened.append(name)
        elif name in opened[-_NEAR:]:
            del opened[len(opened) - 1 - opened[::-1].index(name) :]
        else:
            closed.append(name)
    alone = bool(opened or closed) and len(block) <= _MOST and _TAGS_ALONE.fullmatch(block) is not None
    return opened, closed, alone


def _preamble(source: str, kinds: bytearray, ends: array[int]) -> None:
    """What stands before the first heading opens its section if it holds no word for a reader."""
    first = 1 if kinds[0] == Kind.FRONT_MATTER else 0
    if _SEEN_AT_ONCE.match(source, ends[0] if first else 0):
        return
    heading = kinds.find(_HEADING)
    starts = [ends[index - 1] if index else 0 for index in range(first, heading)]
    if all(
        kinds[first + k] in (_HTML, _PARAGRAPH, Kind.RULE, _OPENER)
        and not _WORD.search(_UNSEEN.sub("", source[start : ends[first + k]]))
        for k, start in enumerate(starts)
    ):
        for index in range(first, heading):
            kinds[index] = _OPENER


def keep_company(kinds: bytearray) -> None:
    """
    An OPENER with nothing behind it in its scope, or a CLOSER with nothing before it, is text.

    >>> kinds = bytearray((Kind.CLOSER, Kind.OPENER, Kind.LIST, Kind.CLOSER, Kind.OPENER))
    >>> keep_company(kinds)
    >>> [Kind(kind).name for kind in kinds]
    ['PARAGRAPH', 'OPENER', 'LIST', 'CLOSER', 'PARAGRAPH']
    """
    if kinds.find(_OPENER) < 0 and kinds.find(_CLOSER) < 0:
        return
    for found in _WITHOUT_COMPANY.finditer(kinds):
        kinds[found.start() : found.end()] = bytes((_PARAGRAPH,)) * len(found.group())


def _name(source: str, kinds: bytearray, ends: array[int]) -> None:
    """A block of nothing but anchors names what follows, as a label does."""
    for found in _MAY_BE_ANCHOR.finditer(source):
        start = found.start()
        index = bisect_right(ends, start)
        followed = index + 1 < len(kinds) and kinds[index + 1] != Kind.CLOSER
        if followed and kinds[index] in (Kind.HTML, Kind.PARAGRAPH):
            begin = ends[index - 1] if index else 0
            if not source[begin:start].strip() and _ANCHORS.fullmatch(source, begin, ends[index]) is not None:
                kinds[index] = Kind.OPENER
