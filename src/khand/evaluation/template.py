"""Paragraphs of documents to write questions for."""

from __future__ import annotations

from khand import outline
from khand.characters.spaceless import none_spaceless
from khand.outline.blocks import Kind
from khand.readers import Document

LEAST_WORDS = 8


def paragraphs(document: Document) -> list[str]:
    r"""
    The paragraphs of a document, exact slices without the white space around them.

    >>> paragraphs(Document("a.md", "# Title\n\nThe valve of the second tank opens at noon.\n\n- item\n", "markdown"))
    ['The valve of the second tank opens at noon.']
    """
    return [
        text
        for block in outline.blocks(document.text, document.format)
        if block.kind is Kind.PARAGRAPH
        and (text := document.text[block.start : block.end].strip())
        and _is_prose(text)
    ]


def _is_prose(text: str) -> bool:
    """Whether it has enough words to ask about: not a picture, a link or a label alone."""
    return len(text.split()) >= LEAST_WORDS or not none_spaceless(text, 0, len(text))
