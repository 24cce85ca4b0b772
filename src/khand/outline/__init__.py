"""Text to blocks that tile it, with headings; one module a format."""

from __future__ import annotations

from khand.outline import html, markdown, markdown_pieces, plain
from khand.outline.blocks import Block, Blocks, BoundaryLevel, Kind

__all__ = ["Block", "Blocks", "BoundaryLevel", "Kind", "blocks", "children"]


def blocks(text: str, format: str) -> Blocks:
    r"""
    The structural pieces of a document.

    Args:
        text: The document.
        format: ``"markdown"``, ``"text"`` or ``"html"``.

    Returns:
        Blocks that tile the text: each ends where the next begins; none for ''. Blank lines after a block belong to it.

    >>> [block.kind.name for block in blocks("# Title\n\nText.\n", "markdown")]
    ['HEADING', 'PARAGRAPH']
    """
    if format == "text":
        return plain.blocks(text)
    if format == "html":
        return html.blocks(text)
    return markdown.blocks(text)


def children(text: str, block: Block, format: str) -> Blocks:
    r"""
    The pieces of a block that are the places to cut it.

    Args:
        text: The document.
        block: A block of it, from ``blocks`` or from this function.
        format: As for ``blocks``.

    Returns:
        Blocks that tile the block; none where only sentences are left.

    >>> text = "- a\n- b\n"
    >>> [child.kind.name for child in children(text, blocks(text, "markdown")[0], "markdown")]
    ['ITEM', 'ITEM']
    """
    if format == "text":
        return plain.children(text, block)
    if format == "html":
        return html.children(text, block)
    return markdown_pieces.children(text, block)
