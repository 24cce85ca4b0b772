"""E-mail as its reader writes it: the subject on the first line, lines about it, then the text."""

from __future__ import annotations

from khand.outline import lines, plain
from khand.outline.blocks import Block, Blocks, Kind


def blocks(text: str, _format: str) -> Blocks:
    r"""
    A heading, lines (who, to whom, when), paragraphs.

    >>> [(b.kind.name, b.title) for b in blocks("Offer\n\nFrom: a@b.c\nDate: now\n\nHello.\n", "mail")]
    [('HEADING', 'Offer'), ('PARAGRAPH', ''), ('PARAGRAPH', '')]
    """
    found = plain.blocks(text)
    if not found:
        return found
    found.kinds[0] = Kind.HEADING
    found.details[found.starts[0]] = (1, " ".join(text[: found.ends[0]].split()), "", "")
    return found


def children(text: str, block: Block, format: str) -> Blocks:
    """The lines about the mail, which stand behind the subject; of the text, the lines that are records."""
    if block.start == text.find("\n\n") + 2:
        return lines.children(text, block, format)
    return plain.children(text, block)
