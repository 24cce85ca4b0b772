"""What leads in what: sentences that end in a colon, and the items above a piece of a list."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from khand import outline
from khand.outline.blocks import Block, Blocks, Kind
from khand.outline.text_lines import past_blanks

_COLON = re.compile(r"[:：﹕︓꞉፦][\"'”’»)\]*_~`]*$")
_NO_LEAD_IN = re.compile(
    r"(?:!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?|\[!\[.*\]\([^)]*\)"  # pictures, and linked ones
    r"|\[[^\]]+\]:.*|</?\w[^<>]*>|<!--.*-->|(`+)(?!`).*(?<!`)\1|\{.*\})+[ \t]*:?",
    re.DOTALL,
)
_LEADING_KINDS = frozenset((Kind.PARAGRAPH, Kind.LIST, Kind.ITEM, Kind.QUOTE))
_HEADS = 8
"""Items above a piece whose first lines are given: the nearest ones."""


class ItemHead(NamedTuple):
    """The first line of an item above a piece of a list: where the item begins and that line ends, and the line as it is shown."""

    start: int
    end: int
    line: str


def leads_in(text: str, block: Block) -> bool:
    r"""
    Whether a block leads in the one behind it: its last line ends in a colon, of any script.

    Link definitions, pictures, tags, comments, lone code and include macros in braces lead in nothing.

    Args:
        text: The document.
        block: A block of it; only paragraphs, lists, items and quotes can.

    >>> def one(text):
    ...     return leads_in(text, Block(Kind.PARAGRAPH, 0, len(text)))
    >>> one("Do this:\n\n"), one("次を実行：\n"), one("**Note:**\n"), one("Done.\n")
    (True, True, True, False)
    >>> one("[a]: /url:\n"), one("![A picture:](u)\n"), one("`run:`\n"), one("{! docs/a.md:!}\n"), one("<br>:\n")
    (False, False, False, False, False)
    """
    if block.kind not in _LEADING_KINDS:
        return False
    inner = text[block.start : block.end].rstrip()
    last = inner[max(inner.rfind("\n"), inner.rfind("\r")) + 1 :].strip()
    return _COLON.search(last) is not None and _NO_LEAD_IN.fullmatch(last) is None


def item_heads(text: str, block: Block, offset: int, format: str) -> list[ItemHead]:
    r"""
    The first lines of the items of a list above a piece that begins at `offset`, the outermost first.

    Args:
        text: The document.
        block: A block of it that holds `offset`; only a list, or a quote with lists in it, has items.
        offset: Where the piece begins.
        format: As for ``blocks``.

    Returns:
        One for each item that begins before `offset`, holds it, and whose first line ends before it; of more than eight, the
        nearest eight.

    >>> text = "- Hosts:\n  - one\n  - two\n"
    >>> from khand.outline import blocks
    >>> [head.line for head in item_heads(text, blocks(text, "markdown")[0], 18, "markdown")]
    ['- Hosts:']
    """
    heads: list[ItemHead] = []
    while block.kind in (Kind.LIST, Kind.ITEM, Kind.QUOTE):
        if block.kind == Kind.ITEM and block.start < offset:
            start = past_blanks(text, block.start, block.end)
            line = re.compile(r"[^\r\n]*").match(text, start, block.end)
            if line is not None and line.end() < offset:
                heads.append(ItemHead(block.start, line.end(), line.group().lstrip("> \t").rstrip()))
        pieces = outline.children(text, block, format)
        if not pieces:
            break
        block = pieces[bisect_right(pieces.starts, offset) - 1]
    return heads[-_HEADS:]


def fresh_lines(text: str, pieces: Blocks) -> list[int]:
    r"""
    The lines of code that begin something new: not indented, behind a blank line. Code is better cut before these.

    Args:
        text: The document.
        pieces: The pieces of code, from ``children``.

    Returns:
        Indices of pieces, increasing.

    >>> from khand.outline import blocks, children
    >>> text = "    a\n      b\n\n    c\n    d\n"
    >>> fresh_lines(text, children(text, blocks(text, "markdown")[0], "markdown"))
    [2]
    """
    found = []
    least = min((_indent(text, start) for start in pieces.starts[1:]), default=0)
    for k in range(1, len(pieces)):
        above = text[pieces.starts[k - 1] : pieces.ends[k - 1]]
        ends = above.count("\n") or above.count("\r")
        if (
            ends > 1
            and above.splitlines()[-1].strip("> \t") == ""
            and _indent(text, pieces.starts[k]) == least
        ):
            found.append(k)
    return found


def _indent(text: str, start: int) -> int:
    """Columns before the first character of the line at `start`, prefixes of quotes and items included."""
    at = start
    while text[at : at + 1] in (" ", "\t", ">"):
        at += 1
    return len(text[start:at].expandtabs(4))
