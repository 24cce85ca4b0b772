"""The lines reStructuredText is made of, as regular expressions, and what they say alone."""

from __future__ import annotations

import re

ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1+")
BULLET = re.compile(r"(?:[-*+•‣⁃]|\(?(?:#|\d{1,9}|[A-Za-z]|[ivxlcdmIVXLCDM]{1,8})[.)])(?:[ \t]+|$)")
FIELD = re.compile(r":(?![: ])[^:\n]*(?:\\:[^:\n]*)*(?<! ):(?=[ \t]|$)")
DIRECTIVE = re.compile(r"\.\.[ \t]+(?:\|[^|\n]+\|[ \t]+)?([A-Za-z][\w:.+-]*)::")
LABEL = re.compile(r"\.\.[ \t]+_[^\n]*:[ \t]*$")
EXPLICIT = re.compile(r"\.\.(?:[ \t]|$)")
GRID = re.compile(r"\+(?:[-=]+\+)+$")
SIMPLE = re.compile(r"=+(?:[ \t]+=+)+$")

_INLINE = re.compile(
    r"``(.+?)``|(?::[\w:.+-]+:)?`([^`<\n]+?)(?:[ \t]*<[^`<>\n]*>)?`_{0,2}|\*\*(\S.*?)\*\*|\*(\S.*?)\*"
)

Line = tuple[int, int, str]
"""Where a line begins, its indentation in columns, and the rest of it without white space at its end."""


def lines_of(text: str, start: int, end: int) -> list[Line]:
    r"""
    The lines of ``text[start:end]``, blank ones included.

    >>> lines_of("a:\n  b\n\n", 0, 8)
    [(0, 0, 'a:'), (3, 2, 'b'), (7, 0, '')]
    """
    found = []
    at = start
    for line in text[start:end].splitlines(keepends=True):
        wide = line.expandtabs(8) if "\t" in line else line
        bare = wide.strip(" \r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029\ufeff")
        found.append((at, len(wide) - len(wide.lstrip(" \ufeff")) if bare else 0, bare))
        at += len(line)
    return found


def is_item(line: str) -> bool:
    """
    Whether a line begins an item, a field or a line of a line block.

    >>> is_item("* a"), is_item(":author: A"), is_item("| a"), is_item("*a* b")
    (True, True, True, False)
    """
    return BULLET.match(line) is not None or FIELD.match(line) is not None or line.startswith("|")


def style_of(line: str) -> str:
    """What the items of one list have in common."""
    if line.startswith("|"):
        return "|"
    if FIELD.match(line):
        return ":"
    return line[0] if line[0] in "-*+•‣⁃" else "1"


def title_of(line: str) -> str:
    """
    A title without markup.

    >>> title_of("The :class:`Order <a.Order>` and ``x`` in *all*")
    'The Order and x in all'
    """
    seen = _INLINE.sub(lambda m: m[1] or m[2] or m[3] or m[4], line)
    return " ".join(seen.replace("\\", "").split())
