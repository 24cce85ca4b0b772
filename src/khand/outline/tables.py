"""Where a table is, as GFM and markdown-it define it: a header row above a delimiter row of as many cells."""

from __future__ import annotations

import re

_DELIMITER = re.compile(r"[|:-][ \t|:-]++$")
_CELL = re.compile(r":?-++:?")
_GRID_HEADER = re.compile(r"[^\n]*(?:\n[ \t]*\|[^\n]*)+\n[ \t]*\+(?:=+\+)+(?=[ \t]*$)", re.MULTILINE)
GRID_RULE = re.compile(r"[ \t]*\+(?:[-=:]+\+)+[ \t]*$")
"""A line between two rows of a grid table, or above and below them."""
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


def grid_header(table: str, first: str = "+") -> str:
    r"""
    The header rows of a grid table, up to the line of ``=`` below them; "" for a table without.

    Args:
        table: Its lines.
        first: What its first character was replaced by.

    >>> grid_header("+---+\n| a |\n+===+\n| 1 |\n+---+\n")
    '+---+\n| a |\n+===+'
    """
    found = _GRID_HEADER.match(table)
    if found is None:
        return ""
    return "\n".join(line.strip(" \t") for line in found.group().replace(first, "+", 1).split("\n"))


def _columns(row: str) -> int:
    cells = _PIPE.split(row.strip(" \t"))
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return len(cells)
