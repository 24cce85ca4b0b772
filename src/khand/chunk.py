"""The record of one chunk."""

from __future__ import annotations

from typing import NamedTuple


class Overlap(NamedTuple):
    """How much of the end of the previous chunk a chunk repeats."""

    chars: int
    tokens: int


class Chunk(NamedTuple):
    """
    One chunk; the fields are the JSONL keys, in this order.

    Attributes:
        id: Hash of source, heading path, embedded text and a counter of repeats: same input, same id.
        source: The document's name: path relative to the folder given, bare name, or what ``source=`` said; "" for none.
        index: 0-based position in its document.
        heading: The last of `headings`, or None.
        headings: The heading path: titles from the document's top to the chunk.
        text: The exact slice of the source: ``source[start:end]``.
        embed_text: Context and text as sent to the embedding model.
        tokens: Exact count of `embed_text` in the chosen tokenizer.
        start: First code point in the source.
        end: One past the last code point.
        start_line: 1-based line of `start`.
        end_line: 1-based line of the last code point, inclusive.
        page: 1-based page, where the format knows pages; else None.
        overlap: What it repeats of the previous chunk.
        cut: Why it ends here: heading, block, item (also row and code line), sentence, word, grapheme, window, end.
        oversized: True only for a single grapheme cluster larger than the size.

    """

    id: str
    source: str
    index: int
    heading: str | None
    headings: tuple[str, ...]
    text: str
    embed_text: str
    tokens: int
    start: int
    end: int
    start_line: int
    end_line: int
    page: int | None
    overlap: Overlap
    cut: str
    oversized: bool = False
