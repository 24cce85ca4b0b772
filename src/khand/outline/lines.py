"""Text of which each line is a record of its own: subtitles, JSON Lines, logs."""

from __future__ import annotations

import re

from khand.outline import plain
from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind

_NEXT_LINE = re.compile(r"(?:\r\n?+|\n)(?=[^\r\n])")


def blocks(text: str, _format: str) -> Blocks:
    r"""
    Stretches of lines with blank lines between them.

    >>> [(block.kind.name, block.start) for block in blocks("a\nb\n\nc", "lines")]
    [('PARAGRAPH', 0), ('PARAGRAPH', 5)]
    """
    return plain.blocks(text)


def children(text: str, block: Block, _format: str) -> Blocks:
    r"""
    The lines of a stretch, each a record.

    >>> [(line.kind.name, line.start) for line in children("a\nb\n\nc", Block(Kind.PARAGRAPH, 0, 5), "lines")]
    [('RECORD', 0), ('RECORD', 2)]
    """
    if block.kind != Kind.PARAGRAPH:
        return NO_BLOCKS
    starts = [found.end() for found in _NEXT_LINE.finditer(text, block.start, block.end)]
    return Blocks.tiling(Kind.RECORD, [block.start, *(s for s in starts if s < block.end)], block.end)
