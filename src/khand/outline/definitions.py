"""The link definitions and footnotes of a Markdown document, which decide what a pair of brackets is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

_PREFIX = r"(?:^\ufeff?|\n)(?:[ \t>]|[-+*] )*+"
_TARGET = r"(?:<(?:[^<>\n\\]|\\.){0,999}+>|[^\x01-\x20\x7f<][^\x01-\x20\x7f]*+)"
_TITLE = r"""(?:"(?:[^"\\]|\\.){0,999}+"|'(?:[^'\\]|\\.){0,999}+'|\((?:[^()\\]|\\.){0,999}+\))"""
_LINK = re.compile(
    rf"{_PREFIX}\[((?:[^\[\]\\]|\\.){{1,999}})\]:"
    rf"(?=[ \t]*+\n?[ \t]*+{_TARGET}(?:[ \t]++{_TITLE})?+[ \t]*+(?:\n|\Z))",
    re.DOTALL,
)
_FOOTNOTE_LABEL = r"\^([^\[\]\s]{1,999}+)"
_FOOTNOTE = re.compile(rf"{_PREFIX}\[{_FOOTNOTE_LABEL}\]:")
_WHOLE_FOOTNOTE_LABEL = re.compile(_FOOTNOTE_LABEL)


class Definitions:
    r"""
    The labels that a document defines, looked for when they are first asked for.

    Args:
        source: The document as ``normal`` returns it.

    >>> found = Definitions("[Guide]: /url\n\n[^1]: A note.\n")
    >>> found.has_link("guide"), found.has_footnote("^1"), found.has_footnote("^a-z"), found.has_link("^1")
    (True, True, False, False)
    """

    def __init__(self, source: str) -> None:
        self.source = source

    def has_link(self, label: str) -> bool:
        """Whether there is a link definition of this label."""
        return _folded(label) in self._links

    def has_footnote(self, label: str) -> bool:
        """Whether a label, its ``^`` included, is that of a footnote."""
        found = _WHOLE_FOOTNOTE_LABEL.fullmatch(label)
        return found is not None and _folded(found[1]) in self._footnotes

    @cached_property
    def _links(self) -> frozenset[str]:
        return frozenset(map(_folded, _link_labels(self.source)))

    @cached_property
    def _footnotes(self) -> frozenset[str]:
        return frozenset(_folded(found[1]) for found in _FOOTNOTE.finditer(self.source))


def _link_labels(source: str) -> Iterator[str]:
    """The labels of the link definitions; one that follows a line of text is part of its paragraph."""
    last = 0
    for found in _LINK.finditer(source):
        above = source[source.rfind("\n", 0, found.start()) + 1 : found.start()].strip(" \t>")
        # a heading, another definition, or a rule or the line under a heading ends a paragraph
        is_text = above and above[0] not in "#[" and not set(above) <= set("-=*_+ \t")
        follows_text = is_text and found.start() > last
        if not follows_text and _WHOLE_FOOTNOTE_LABEL.fullmatch(found[1]) is None:
            yield found[1]
        last = found.end()


def _folded(label: str) -> str:
    return " ".join(label.casefold().split())
