"""The link definitions and footnotes of a Markdown document, which decide what a pair of brackets is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from khand.outline.markdown_lines import normal

_TARGET = r"(?:<(?:[^<>\n\\]|\\.){0,999}+>|[^\x01-\x20\x7f<][^\x01-\x20\x7f]*+)"


def _in_title(closers: str) -> str:
    """The text of a title up to one of `closers`, without a blank line."""
    return rf"(?:[^{closers}\\\n]|\\.|\n(?![ \t]*+\n)){{0,999}}+"


_TITLE = rf"""(?:"{_in_title('"')}"|'{_in_title("'")}'|\({_in_title("()")}\))"""
_LINK = (
    r"\[(?=\s*+[^\s\]])((?:[^\[\]\\]|\\.){1,999}+)\]:[ \t]*+\n?[ \t]*+"
    rf"{_TARGET}(?:(?:[ \t]++|[ \t]*+\n[ \t]*+){_TITLE})?[ \t]*+"
)
DEFINITION = re.compile(rf" {{0,3}}{_LINK}(?:\n|\Z)", re.DOTALL)
"""The lines of a link definition; the group is its label."""

# Python's matcher skips to a character faster than to "^"
_PREFIX = r"\n(?:[ \t>]|[-+*] )*+"
_DEFINED = re.compile(rf"{_PREFIX}{_LINK}(?=\n|\Z)", re.DOTALL)
_ENDS_PARAGRAPH = re.compile(r"[#\[]|[-=*_+$ \t]+$|```|~~~|.*-->$")
"""Lines after which a definition may stand: headings, definitions, rules and what ends front matter, math, code and comments."""
_INDENTED = re.compile(r"\n(?: {4}| {0,3}\t)")
_CONTAINER = re.compile(r"[ \t>]|[-+*][ \t]|[0-9]{1,9}[.)][ \t]")
"""A line below which an indented one may be text of an item or a quote."""
_FENCE = re.compile(rf"{_PREFIX}(?:(`{{3,}}+(?=[^`\n]*+\n)|~{{3,}}+)([^\n]*+)|<!--)")
"""Fences, and comments at the beginning of a line."""
_FOOTNOTE_LABEL = r"\^([^\[\]\s]{1,999}+)"
_FOOTNOTE = re.compile(rf"{_PREFIX}\[{_FOOTNOTE_LABEL}\]:")
_WHOLE_FOOTNOTE_LABEL = re.compile(_FOOTNOTE_LABEL)


class Definitions:
    r"""
    The labels that a document defines, looked for when they are first asked for.

    Args:
        text: The document.

    >>> found = Definitions("[Guide]: /url\n\n[^1]: A note.\n")
    >>> found.has_link("guide"), found.has_footnote("^1"), found.has_footnote("^a-z"), found.has_link("^1")
    (True, True, False, False)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._links: frozenset[str] | None = None
        self._footnotes: frozenset[str] | None = None

    @property
    def source(self) -> str:
        """As the expressions want it: a copy, made only when a label is asked for."""
        return "\n" + normal(self.text.removeprefix("\ufeff"))

    def has_link(self, label: str) -> bool:
        """Whether there is a link definition of this label."""
        return _folded(label) in self._link_labels()

    def has_footnote(self, label: str) -> bool:
        """Whether a label, its ``^`` included, is that of a footnote."""
        found = _WHOLE_FOOTNOTE_LABEL.fullmatch(label)
        return found is not None and _folded(found[1]) in self._footnote_labels()

    def _link_labels(self) -> frozenset[str]:
        if self._links is None:
            self._links = frozenset(map(_folded, _link_labels(self.source)))
        return self._links

    def _footnote_labels(self) -> frozenset[str]:
        if self._footnotes is None:
            self._footnotes = frozenset(_folded(found[1]) for found in _FOOTNOTE.finditer(self.source))
        return self._footnotes


def _link_labels(source: str) -> Iterator[str]:
    """The labels of the link definitions; one in code is none, one that follows a line of text is part of its paragraph."""
    if "]:" not in source:
        return
    code = _without_definitions(source)
    last = 0
    for found in _DEFINED.finditer(source):
        at = found.start(1)
        k = bisect_right(code, (at,)) - 1
        in_code = k >= 0 and at < code[k][1]
        start = found.start()
        above = source[source.rfind("\n", 0, start) + 1 : start].lstrip(" \t>").rstrip(" \t")
        follows_text = above and not _ENDS_PARAGRAPH.match(above) and start > last
        if not (
            in_code or follows_text or _WHOLE_FOOTNOTE_LABEL.fullmatch(found[1]) or _is_code(source, start)
        ):
            yield found[1]
        last = found.end()


def _is_code(source: str, start: int) -> bool:
    """Whether the line behind the line end at `start` is indented code of the document itself."""
    if _INDENTED.match(source, start) is None:
        return False
    above = start
    while above and source[above - 1] in " \t\n":
        above -= 1
    return not above or _CONTAINER.match(source, source.rfind("\n", 0, above) + 1) is None


def _without_definitions(source: str) -> list[tuple[int, int]]:
    """Where fenced code and comments begin and end, near enough to tell a definition from a line of them."""
    found: list[tuple[int, int]] = []
    at, opened, fence = 0, -1, ""
    while (line := _FENCE.search(source, at)) is not None:
        at = line.end()
        if not line[1]:  # a comment
            closed = source.find("-->", at - 2) if opened < 0 else -1
            if closed >= 0:
                at = closed + 3
                found.append((line.start(), at))
        elif opened < 0:
            opened, fence = line.start(), line[1]
        elif line[1].startswith(fence) and not line[2].strip():
            found.append((opened, at))
            opened = -1
    if opened >= 0 and source[opened:].lstrip("\n ").startswith(fence):
        found.append((opened, len(source)))  # in no list or quote, which would end it
    return found


def _folded(label: str) -> str:
    return " ".join(label.casefold().split())
