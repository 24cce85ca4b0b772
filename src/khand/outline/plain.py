"""Plain text to blocks: paragraphs with blank lines between them."""

from __future__ import annotations

import re

from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind
from khand.outline.markdown_lines import normal
from khand.outline.records import record_starts
from khand.outline.text_lines import Lines, line_starts

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


def children(text: str, block: Block) -> Blocks:
    r"""
    The records of a paragraph; none where its lines are wrapped prose.

    >>> text = "10:00 start\n10:05 a longer line of the log\n10:06 end"
    >>> [text[record.start : record.end] for record in children(text, blocks(text)[0])][:1]
    ['10:00 start\n']
    """
    if block.kind != Kind.PARAGRAPH:
        return NO_BLOCKS
    starts = line_starts(text, block.start, block.end)
    found = record_starts(Lines(text, starts, block.end))
    return Blocks.tiling(Kind.RECORD, [starts[k] for k in found], block.end) if found else NO_BLOCKS
