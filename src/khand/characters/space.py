"""White space at the edges of a chunk: what may be left out and what stays."""

from __future__ import annotations

import re

from khand.characters.graphemes import PREPENDED, cluster_start, is_certain

GAP = re.compile(r"[^\S\u00a0\u2007\u202f]+")
"""White space that ends a word: all but the no-break spaces U+00A0, U+2007, U+202F."""
_NONBLANK = re.compile(r"\S")
LAST_LATIN = "\u02ff"
"""No mark comes before."""

BOM = "\ufeff"


def trimmed_end(text: str, start: int, end: int) -> int:
    r"""
    Where the last non-blank character of ``text[start:end]`` ends; `start` when there is none.

    Cost: O(length of the white space).

    >>> trimmed_end("ab \n", 0, 4)
    2
    """
    if end > start and not text[end - 1].isspace():
        return end
    step = 8
    while end > start:
        low = end - step if end - step > start else start
        kept = len(text[low:end].rstrip())
        if kept:
            at = low + kept
            # a sign such as U+0600 is one cluster with the space behind it
            return at + (text[at - 1] in PREPENDED and _is_one_cluster(text, at))
        end = low
        step *= 2
    return start


def first_nonblank(text: str, start: int, end: int) -> int:
    r"""
    Offset of the first non-blank character of ``text[start:end]``; `end` when there is none.

    A byte order mark at the very start of the text counts as blank.

    >>> first_nonblank(" \n  ab", 0, 6)
    4
    """
    if start == 0 and text.startswith(BOM):
        start = 1
    found = _NONBLANK.search(text, start, end)
    if found is None:
        return end
    at = found.start()
    # a space with a mark on it is a cluster that shows something
    return at - 1 if at > start and text[at] > LAST_LATIN and _is_one_cluster(text, at) else at


def _is_one_cluster(text: str, at: int) -> bool:
    """Whether the characters around offset `at` are one grapheme cluster."""
    return not is_certain(text[at - 1], text[at]) and cluster_start(text, at, at - 1) < at


def own_start(text: str, start: int, end: int) -> int:
    r"""
    Where a chunk that follows a cut at `start` begins: blank lines are left out, the indentation of its first line stays.

    >>> own_start("a.\n\n    code", 2, 12), own_start("One.  Two.", 4, 10)
    (4, 6)
    """
    if 0 < start < end - 1:
        if not text[start].isspace():
            return start
        if text[start] == " " and "!" <= text[start + 1] <= "~" and text[start - 1] not in "\n\r":
            return start + 1  # most often one space stands between words
    nonblank = first_nonblank(text, start, end)
    if nonblank == start:
        return start
    line = max(text.rfind("\n", start, nonblank), text.rfind("\r", start, nonblank)) + 1
    if line > 0:
        return line
    at_line_start = start == 0 or text[start - 1] in "\n\r"
    if at_line_start:
        return 1 if start == 0 and text.startswith(BOM) else start
    return nonblank
