"""Text of which each line is a record of its own: subtitles, JSON Lines, logs."""

from __future__ import annotations

import re

from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind
from khand.outline.plain import blocks as paragraphs

_NEXT_LINE = re.compile(r"(?:\r\n?+|\n)(?=[^\r\n])")


def blocks(text: str, _format: str) -> Blocks:
    r"""
    Stretches of lines with blank lines between them, each a list of its lines.

    >>> [(block.kind.name, block.start) for block in blocks("a\nb\n\nc", "lines")]
    [('LIST', 0), ('LIST', 5)]
    """
    found = paragraphs(text)
    found.kinds[:] = bytes([Kind.LIST]) * len(found)
    return found


def children(text: str, block: Block, _format: str) -> Blocks:
    r"""
    The lines of a stretch; of a line, none.

    >>> [(line.kind.name, line.start) for line in children("a\nb\n\nc", Block(Kind.LIST, 0, 5), "lines")]
    [('ITEM', 0), ('ITEM', 2)]
    """
    if block.kind != Kind.LIST:
        return NO_BLOCKS
    starts = [found.end() for found in _NEXT_LINE.finditer(text, block.start, block.end)]
    return Blocks.tiling(Kind.ITEM, [block.start, *(s for s in starts if s < block.end)], block.end)
