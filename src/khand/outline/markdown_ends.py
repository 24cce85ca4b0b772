"""Where lines, lists, code and tables of Markdown end, told from the text alone."""

from __future__ import annotations

import re
from functools import lru_cache

from khand.outline import markdown_common
from khand.outline.markdown_containers import list_end
from khand.outline.markdown_lines import BLANKS, LEAD, START


def text_at(source: str, at: int) -> int:
    """Where the text of the line at `at` begins."""
    if source[at : at + 1] not in (" ", "\t"):
        return at
    found = LEAD.match(source, at)
    return found.end() if found is not None else at


def past_blanks(source: str, at: int) -> int:
    """Where the first line begins that is not blank, from the line at `at` on."""
    found = BLANKS.match(source, at)
    return found.end() if found is not None else at


def code_end(source: str, at: int) -> int:
    """Where the indented code that begins on the line at `at` ends."""
    found = markdown_common.CODE_LINES.match(source, at)
    return found.end() if found is not None else at


def whole_list_end(source: str, at: int, own: str) -> int:
    """Where the list ends: runs of plain items at once, the others one by one."""
    size = len(source)
    while True:
        head = markdown_common.LIST_HEAD.match(source, at)
        end = at
        if head is not None:
            run = markdown_common.list_run(len(head[1]), head[2], head.end() - at).match(source, at)
            end = run.end() if run is not None else at
        at = end if end > at else list_end(source, at, items=1)[0]
        text = text_at(source, at)
        if at >= size or text - at > 3 or "\t" in source[at:text]:
            return at
        again = START.match(source, text)
        if again is None or again.lastgroup != "item" or again.group()[-1] != own:
            return at


@lru_cache(maxsize=16)
def fence_end(run: str) -> re.Pattern[str]:
    """What ends the fenced code that `run` opens, from the line end before it on."""
    return re.compile(rf"\n {{0,3}}{run[0]}{{{len(run)},}}[ \t]*\n")


def first_row(source: str, at: int, header: int) -> int:
    """Where the first of the header rows begins, the last of which is at `header`, in the lines from `at` on."""
    first = header
    while first > at:
        above = source.rfind("\n", 0, first - 1) + 1
        if not source[above:first].lstrip(" ").startswith("|"):
            break
        first = above
    return first


def rows_end(source: str, end: int) -> int:
    """Where the rows of a table end whose first is at `end`."""
    size = len(source)
    while end < size:
        rows = markdown_common.ROWS.match(source, end)
        end = rows.end() if rows is not None else end
        text = text_at(source, end)
        if end >= size or source[text] == "\n" or text - end > 3 or "\t" in source[end:text]:
            break
        found = START.match(source, text)
        if found is not None and found.lastgroup != "tag":
            break
        end = source.find("\n", text) + 1
    return end
