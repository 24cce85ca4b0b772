"""
What the page draws of a document: its chunks, blocks and tokens, with offsets as JavaScript counts them.

The page has the text itself, so only offsets go there; UTF-16 units, not code points, are what it can slice with.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

from khand.characters.graphemes import grapheme_ends
from khand.chunk_record import Chunk, around
from khand.chunks import ChunkList
from khand.outline import Kind, blocks
from khand.tokenizers import get_tokenizer
from khand.tokenizers.bpe import BytePairTokenizer
from khand.tokenizers.tables import load_tokens

KINDS = [kind.name.lower() for kind in sorted(Kind)]
"""Names of the kinds of blocks, by their number."""

Row = tuple[int | str, ...]


class Strings:
    """
    Tuples of words by number, each kept once: many chunks stand under one heading.

    >>> strings = Strings()
    >>> strings.number(("A",)), strings.number(()), strings.number(("A",)), strings.kept
    (0, 1, 0, [('A',), ()])
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], int] = {}

    def number(self, value: tuple[str, ...]) -> int:
        """The number of these words."""
        return self._numbers.setdefault(value, len(self._numbers))

    @property
    def kept(self) -> list[tuple[str, ...]]:
        """All of them by their number."""
        return list(self._numbers)


def rows(text: str, chunks: Sequence[Chunk], strings: Strings, place: int, length: int | None) -> list[Row]:
    """
    The chunks of one document for the page.

    Args:
        text: The document.
        chunks: Its chunks, n of them.
        strings: Where heading paths and contexts are kept.
        place: Of the document among those that are shown.
        length: Of the text in UTF-16 units, where it is known.

    Returns:
        Shape (n, 13): start, end, end of the repeated part, tokens, repeated tokens, path, before, after, cut, first line,
        last line, oversized, `place`; path, before and after are numbers in `strings`: the heading path, and what stands
        around the text in the embedded text.

    """
    units = utf16(text, length)
    return [
        (
            units(c.start),
            units(c.end),
            units(c.start + c.overlap_chars),
            c.tokens,
            c.overlap_tokens,
            strings.number(c.headings),
            *(strings.number((part,)) for part in around(c)),
            c.cut,
            c.start_line,
            c.end_line,
            int(c.oversized),
            place,
        )
        for c in chunks
    ]


def children(text: str, chunks: ChunkList) -> list[list[int]]:
    """
    The windows inside the chunks of one document.

    Args:
        text: The document.
        chunks: Its chunks, n of them, with their children.

    Returns:
        Start, end and tokens of each child of a chunk, one after another, for each of the n chunks; [] where none were made.

    >>> from khand.engine import chunk
    >>> text = "One two three. Four five six. Seven eight nine."
    >>> children(text, chunk(text, children=6)), children(text, chunk(text))
    ([[0, 29, 8, 30, 47, 4]], [])

    """
    if not chunks.children:
        return []
    units = utf16(text)
    inside: list[list[int]] = []
    for made in chunks.with_children():
        if made.parent is None:
            inside.append([])
        else:
            inside[-1] += (units(made.start), units(made.end), made.tokens)
    return inside


def outline(text: str, format: str) -> list[int]:
    r"""
    The blocks of a document.

    Args:
        text: The document.
        format: As for ``khand.chunk``.

    Returns:
        Start, kind (a number in ``KINDS``) and heading level of each block, one after another; 3 numbers a block.

    >>> outline("# A\n\nb\n", "markdown")
    [0, 1, 1, 5, 0, 0]

    """
    units = utf16(text)
    flat: list[int] = []
    for block in blocks(text, format):
        flat += (units(block.start), int(block.kind), block.level)
    return flat


def tokens_of(text: str, tokenizer: str) -> list[tuple[str, list[int]]] | None:
    """
    A text in its tokens.

    Args:
        text: A chunk's embedded text.
        tokenizer: Name of a byte-pair encoding; others have no tokens to show.

    Returns:
        The least runs of whole tokens that are also runs of whole characters as readers see them, with the ids of their
        tokens; joined they are the text. None where the tokenizer has no ids.

    >>> tokens_of("Hi there", "cl100k_base")
    [('Hi', [13347]), (' there', [1070])]
    >>> [(piece, len(ids)) for piece, ids in tokens_of("क्षमा", "cl100k_base")]
    [('क्ष', 3), ('मा', 2)]

    """
    counter = get_tokenizer(tokenizer, backend="python")
    if not isinstance(counter, BytePairTokenizer):
        return None
    known = load_tokens(tokenizer)
    pieces: list[tuple[str, list[int]]] = []
    ids = iter(counter.encode(text))
    held: list[int] = []
    start = ahead = 0  # bytes that the tokens taken so far have beyond the end of the characters taken so far
    begun = 0
    for end in grapheme_ends(text):
        ahead -= len(text[begun:end].encode())
        begun = end
        while ahead < 0:
            held.append(next(ids))
            ahead += len(known[held[-1]])
        if ahead == 0:
            pieces.append((text[start:end], held))
            start, held = end, []
    return pieces


def utf16(text: str, length: int | None = None) -> Callable[[int], int]:
    r"""
    From an offset in code points to one in UTF-16 units, which is how JavaScript counts.

    Args:
        text: The document.
        length: Of the text in units, where it is known: mostly it equals that in code points, and nothing has to be sought.

    >>> [utf16("a😀b")(i) for i in range(4)]
    [0, 1, 3, 4]

    """
    if length == len(text) or text.isascii():
        return lambda offset: offset
    # the negated class stays on the fast path of `re`, one above U+FFFF does not
    astral = [found.start() for found in re.finditer("[^\0-\uffff]", text)]
    return lambda offset: offset + bisect_left(astral, offset)


def as_csv(chunks: Sequence[Chunk]) -> str:
    """Chunks as CSV (RFC 4180) with a byte order mark, by which spreadsheets know UTF-8."""
    import csv  # kept out of what is loaded before the first text
    import io

    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    left_out = {"headings", "page", "parent", "metadata"}
    if any(made.parent for made in chunks):
        left_out.remove("parent")
    named = [field for field in Chunk._fields if field not in left_out]
    writer.writerow([*named, "path"])
    for made in chunks:
        record: dict[str, Any] = made._asdict()
        writer.writerow([*(record[field] for field in named), " > ".join(made.headings)])
    return out.getvalue()
