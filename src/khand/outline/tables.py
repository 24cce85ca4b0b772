"""Where a table is, as GFM and markdown-it define it: a header row above a delimiter row of as many cells."""

from __future__ import annotations

import re

_DELIMITER = re.compile(r"[|:-][ \t|:-]++$")
_CELL = re.compile(r":?-++:?")
_PIPE = re.compile(r"(?<!\\)\|")


def is_table(header: str, delimiter: str) -> bool:
    r"""
    Whether two lines are the header and the delimiter row of a table.

    Args:
        header: A line of text without its end.
        delimiter: The next one, without indent; a line that does not begin with ``|``, ``:`` or ``-`` is never one.

    >>> is_table("| a | b |", "|---|:-:|"), is_table("a | b", "--|--"), is_table("| a |", "|---|---|")
    (True, True, False)
    """
    if "|" not in header or _DELIMITER.match(delimiter) is None or delimiter[:2] in ("- ", "-\t"):
        return False
    cells = [cell.strip(" \t") for cell in delimiter.split("|")]
    inner = cells[1:-1]
    aligns = [cell for cell in cells if cell]
    if not all(inner) or not aligns or any(_CELL.fullmatch(cell) is None for cell in aligns):
        return False
    return len(aligns) == _columns(header)


def _columns(row: str) -> int:
    cells = _PIPE.split(row.strip(" \t"))
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return len(cells)
