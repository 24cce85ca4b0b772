"""Which blocks open and close scopes, once all blocks of a document are known; what stands before the first heading."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from khand.outline.blocks import Kind

_TAGS_ALONE = re.compile(
    r"(?:\s*+(?:<summary>[^\n]*?</summary>|</?[A-Za-z][\w.-]*+(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+>))++\s*+"
)
_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*+)(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*?(/?)>")
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_MOST = 2000
"""Code points of a block that may open a scope: tags alone are short."""

_TARGET = r"(?:\([^()\n]*+\)|\[[^\[\]\n]*+\])"
_UNSEEN = re.compile(
    r"<!--.*?-->|\{/\*.*?\*/\}|<[^<>]*>|^:[\w+-]+:(?=\s|$)|\{%.*?%\}|\{\{.*?\}\}"
    rf"|\[!\[[^\[\]\n]*+\]{_TARGET}\]{_TARGET}|!\[[^\[\]\n]*+\]{_TARGET}|^ {{0,3}}\[[^\[\]\n]++\]:[^\n]*$"
    r"|^(?:import|export)\b(?:[^\n]*\n)*?[^\n]*(?:['\"];?|[;})])[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_MAY_BE_ANCHOR = re.compile(r"(?:^|\n) {0,3}<(?=(?:a|span|div)[ \t])", re.IGNORECASE)
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
        kinds[index] = Kind.PARAGRAPH
    scopes = [(first, last + 1) for first, last in pairs]
    if kinds.find(Kind.HTML) >= 0:
        scopes += _tag_scopes(source, kinds, ends)
        _preamble(source, kinds, ends)
    elif any(kind in (Kind.PARAGRAPH, Kind.RULE) for kind in kinds[:2]):
        _preamble(source, kinds, ends)
    _name(source, kinds, ends)
    if _has_marks(kinds):
        _keep_company(kinds)
    return sorted(scope for scope in scopes if kinds.find(Kind.HEADING, *scope) >= 0)


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


def _has_marks(kinds: bytearray) -> bool:
    return kinds.find(Kind.OPENER) >= 0 or kinds.find(Kind.CLOSER) >= 0


def _tag_scopes(source: str, kinds: bytearray, ends: array[int]) -> Iterator[Scope]:
    """Scopes of components and ``<details>``; blocks of nothing but tags that open or close something get their kinds."""
    open_: list[tuple[str, int, bool]] = []
    index = kinds.find(Kind.HTML)
    while index >= 0:
        start = ends[index - 1] if index else 0
        if source.startswith("<!--", start):
            index = kinds.find(Kind.HTML, index + 1)
            continue
        block = source[start : min(ends[index], start + _MOST + 1)]
        alone = len(block) <= _MOST and _TAGS_ALONE.fullmatch(block) is not None
        opened, closed = _unpaired(block)
        for name in closed:
            k = next(
                (k for k in range(len(open_) - 1, max(-1, len(open_) - 17), -1) if open_[k][0] == name), -1
            )
            if k < 0:
                continue
            _, first, opener_alone = open_[k]
            del open_[k:]
            if opener_alone:
                kinds[first] = Kind.OPENER
            if alone and kinds[index] == Kind.HTML:
                kinds[index] = Kind.CLOSER
            if name[0].isupper() or "-" in name or "." in name or name == "details":
                yield first, index + 1
        open_ += [(name, index, alone) for name in opened]
        index = kinds.find(Kind.HTML, index + 1)


def _unpaired(block: str) -> tuple[list[str], list[str]]:
    """The names of the tags of a block that it does not close, and of those that it closes without opening them."""
    opened: list[str] = []
    closed: list[str] = []
    for found in _TAG.finditer(block):
        closes, name, empty = found.groups()
        if empty or name.lower() in _VOID:
            continue
        if not closes:
            opened.append(name)
        elif name in opened[-16:]:
            del opened[len(opened) - 1 - opened[::-1].index(name) :]
        else:
            closed.append(name)
    return opened, closed


def _preamble(source: str, kinds: bytearray, ends: array[int]) -> None:
    """What stands before the first heading opens its section if it holds no word for a reader."""
    first = 1 if kinds[0] == Kind.FRONT_MATTER else 0
    heading = kinds.find(Kind.HEADING)
    starts = [ends[index - 1] if index else 0 for index in range(first, heading)]
    if all(
        kinds[first + k] in (Kind.HTML, Kind.PARAGRAPH, Kind.RULE, Kind.OPENER)
        and not _WORD.search(_UNSEEN.sub("", source[start : ends[first + k]]))
        for k, start in enumerate(starts)
    ):
        for index in range(first, heading):
            kinds[index] = Kind.OPENER


def _name(source: str, kinds: bytearray, ends: array[int]) -> None:
    """A block of nothing but anchors names what follows, as a label does."""
    for found in _MAY_BE_ANCHOR.finditer(source):
        start = found.end() - 1
        index = bisect_right(ends, start)
        followed = index + 1 < len(kinds) and kinds[index + 1] != Kind.CLOSER
        if followed and kinds[index] in (Kind.HTML, Kind.PARAGRAPH):
            begin = ends[index - 1] if index else 0
            if not source[begin:start].strip() and _ANCHORS.fullmatch(source, begin, ends[index]) is not None:
                kinds[index] = Kind.OPENER


def _keep_company(kinds: bytearray) -> None:
    """An OPENER with nothing behind it in its scope, or a CLOSER with nothing before it, is text."""
    for found in _WITHOUT_COMPANY.finditer(bytes(kinds)):
        kinds[found.start() : found.end()] = bytes((Kind.PARAGRAPH,)) * len(found.group())
