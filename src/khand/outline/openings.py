"""What a later piece of a block repeats of its beginning, and where in the source that ends."""

from __future__ import annotations

import re
from itertools import islice

from khand.outline import html
from khand.outline.blocks import Block, Kind

_NEWLINE = re.compile(r"\r\n|\n|\r")


def opening_ends(text: str, block: Block) -> list[int]:
    r"""
    Where each line of a block's `opening` ends in the source.

    Args:
        text: The document.
        block: A table with header rows, or fenced code.

    Returns:
        Offsets, increasing, one for each line of ``block.opening``: the ends of header rows or of the opening fence. The rows of
        an HTML table may stand on one line.

    >>> opening_ends("| a |\n|---|\n| 1 |\n", Block(Kind.TABLE, 0, 18, opening="| a |\n|---|"))
    [6, 12]
    >>> row = "<tr><th>A</th></tr>"
    >>> opening_ends(f"<table>{row}<tr><td>1</td></tr></table>", Block(Kind.TABLE, 0, 53, opening=row))
    [26]
    """
    lines = block.opening.split("\n")
    if block.kind == Kind.TABLE and lines[0][:3].lower() == "<tr":
        ends = [row.end for row in html.header_rows(text, block.start, block.end)][: len(lines)]
    else:
        start = max(text.find(lines[0], block.start, block.end), block.start)
        ends = [newline.end() for newline in islice(_NEWLINE.finditer(text, start, block.end), len(lines))]
    return ends + [block.end] * (len(lines) - len(ends))
