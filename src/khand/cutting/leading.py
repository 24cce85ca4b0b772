"""What leads in a block: a sentence or an item that ends in a colon, right before a list, a table, code or a picture."""

from __future__ import annotations

import re

from khand.characters.punctuation import COLONS
from khand.characters.space import own_start, trimmed_end
from khand.outline.blocks import Block, Blocks, Kind
from khand.segmentation import sentence_ends

_LED = frozenset(
    (Kind.LIST, Kind.TABLE, Kind.FENCED_CODE, Kind.INDENTED_CODE, Kind.QUOTE, Kind.MATH, Kind.HTML)
)
_LEADING = frozenset((Kind.PARAGRAPH, Kind.LIST, Kind.ITEM))
_COLON = re.compile(rf"[{re.escape(COLONS)}](?:-|—|[*_~]+|</\w+>)*$")
_LAST_CHARS = 32
"""Code points at the end of a block in which its colon must stand, with what may stand behind one."""
_NO_PROSE = re.compile(
    r"\s*(?:!\[[^\]]*\](?:\([^()]*\)|\[[^\]]*\])|<(?:img|picture|figure|svg)\b[^>]*>|(`+)(?!`)[^\n]*[^`\n]\1)\s*$"
)
"""A picture, or code, that is alone in its paragraph."""
_NO_WORDS = re.compile(r"\s*(?:\[[^\]]+\]:|[{<!`|]|%%)")
"""What begins a paragraph that leads in nothing: a link definition, a tag, a macro, a picture, lone code."""


def leads_on(text: str, block: Block) -> bool:
    """
    Whether a block ends in a colon, of any script, and so may lead in what follows.

    >>> leads_on("**Bring:**", Block(Kind.PARAGRAPH, 0, 10)), leads_on("[a]: b:", Block(Kind.PARAGRAPH, 0, 7))
    (True, False)
    """
    if block.kind not in _LEADING:
        return False
    if not _ends_in_colon(text, block.start, block.end):
        return False
    return block.kind != Kind.PARAGRAPH or _NO_WORDS.match(text, block.start) is None


def _ends_in_colon(text: str, start: int, end: int) -> bool:
    end = trimmed_end(text, start, end)
    return _COLON.search(text[max(start, end - _LAST_CHARS) : end]) is not None


def is_led(text: str, block: Block) -> bool:
    """
    Whether a block is of a kind that may be led in: no heading, and no prose.

    >>> is_led("![a map](map.png)", Block(Kind.PARAGRAPH, 0, 17)), is_led("Prose.", Block(Kind.PARAGRAPH, 0, 6))
    (True, False)
    """
    if block.kind == Kind.PARAGRAPH:
        return _NO_PROSE.match(text[block.start : block.end]) is not None
    return block.kind in _LED


def lead_start(text: str, blocks: Blocks, j: int, language: str) -> int | None:
    r"""
    Where the sentence or item begins with which block ``j - 1`` leads in block `j`; None where it leads in nothing.

    Args:
        text: The source text.
        blocks: Neighbours, in order.
        j: Index of the block that may be led in, >= 1.
        language: Of the sentences.

    >>> text = "Be kind. Bring:\n\n- a cup\n"
    >>> blocks = Blocks.of([Block(Kind.PARAGRAPH, 0, 17), Block(Kind.LIST, 17, 25)])
    >>> lead_start(text, blocks, 1, "en")
    9
    """
    if blocks.kinds[j - 1] not in _LEADING or not _ends_in_colon(
        text, blocks.starts[j - 1], blocks.ends[j - 1]
    ):
        return None  # most often, and so asked before blocks are made
    before = blocks[j - 1]
    if not leads_on(text, before) or not is_led(text, blocks[j]):
        return None
    if before.kind != Kind.PARAGRAPH:
        return before.start
    end = trimmed_end(text, before.start, before.end)
    starts = [0, *sentence_ends(text[before.start : end], language)[:-1]]
    return own_start(text, before.start + starts[-1], end)
