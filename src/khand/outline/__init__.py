"""Text to blocks that tile it, with headings; one module a format."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from khand.outline import html, markdown, markdown_pieces, plain
from khand.outline.blocks import Block, Blocks, BoundaryLevel, Kind

__all__ = ["FORMATS", "Block", "Blocks", "BoundaryLevel", "Kind", "blocks", "children"]

FORMATS = ("markdown", "text", "html-source", "rst", "csv", "tsv", "lines", "mail")
"""Beside these ``"code:"`` and a language."""

_MARKUP = ("html-source", "html")  # to the outline HTML is always its markup

_MODULES = {"rst": "rst", "csv": "rows", "tsv": "rows", "lines": "lines", "mail": "mail"}
"""Formats whose modules are loaded when they are asked for: ``blocks(text, format)``, ``children(text, block, format)``."""


def blocks(text: str, format: str) -> Blocks:
    r"""
    The structural pieces of a document.

    Args:
        text: The document.
        format: ``"markdown"``, ``"text"``, ``"html-source"``, ``"rst"``, ``"csv"``, ``"tsv"``, ``"lines"``,
            ``"mail"``, or ``"code:"`` and a language.

    Returns:
        Blocks that tile the text: each ends where the next begins; none for ''. Blank lines after a block belong to it.

    >>> [block.kind.name for block in blocks("# Title\n\nText.\n", "markdown")]
    ['HEADING', 'PARAGRAPH']
    """
    if format == "text":
        return plain.blocks(text)
    if format in _MARKUP:
        return html.blocks(text)
    if format == "markdown":
        return markdown.blocks(text)
    found: Blocks = _module(format).blocks(text, format)
    return found


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
    if format in _MARKUP:
        return html.children(text, block)
    if format == "markdown":
        return markdown_pieces.children(text, block)
    found: Blocks = _module(format).children(text, block, format)
    return found


def _module(format: str) -> ModuleType:
    name = "code" if format.startswith("code:") else _MODULES[format]
    return import_module(f"khand.outline.{name}")
