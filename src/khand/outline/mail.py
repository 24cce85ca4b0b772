"""E-mail as its reader writes it: the subject on the first line, lines about it, then the text."""

from __future__ import annotations

from khand.outline import lines, plain
from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind


def blocks(text: str, _format: str) -> Blocks:
    r"""
    A heading, a list of lines (who, to whom, when), paragraphs.

    >>> [(b.kind.name, b.title) for b in blocks("Offer\n\nFrom: a@b.c\nDate: now\n\nHello.\n", "mail")]
    [('HEADING', 'Offer'), ('LIST', ''), ('PARAGRAPH', '')]
    """
    found = plain.blocks(text)
    if not found:
        return found
    found.kinds[0] = Kind.HEADING
    found.details[found.starts[0]] = (1, " ".join(text[: found.ends[0]].split()), "", "")
    if len(found) > 1:
        found.kinds[1] = Kind.LIST
    return found


def children(text: str, block: Block, format: str) -> Blocks:
    """The lines about the mail."""
    return lines.children(text, block, format) if block.kind == Kind.LIST else NO_BLOCKS
