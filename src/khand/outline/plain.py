"""Plain text to blocks: paragraphs with blank lines between them."""

from __future__ import annotations

import re

from khand.outline.blocks import NO_BLOCKS, Blocks, Kind
from khand.outline.markdown_lines import normal

_BREAK = re.compile(r"\n[ \t]*+\n(?:[ \t]*+\n)*+")


def blocks(text: str) -> Blocks:
    r"""
    The paragraphs of a plain text; hard-wrapped lines are one paragraph.

    >>> [(block.start, block.end) for block in blocks("a\nb\n\nc")]
    [(0, 5), (5, 6)]
    """
    if not text:
        return NO_BLOCKS
    source = normal(text)
    size = len(text)
    ends = [found.end() for found in _BREAK.finditer(source) if found.end() < size]
    if ends and not source[: ends[0]].strip(" \t\n\ufeff"):
        del ends[0]
    return Blocks.tiling(Kind.PARAGRAPH, [0, *ends], size)
