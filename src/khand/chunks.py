"""The record of one chunk, and the chunks of one document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, overload

if TYPE_CHECKING:
    from khand.report import Report


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
    index: int  # type: ignore[assignment]  # the record's key; tuple.index is not missed
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


class Chunks(Sequence[Chunk]):
    """
    The chunks of one document, in order, and the report on them.

    Args:
        chunks: The records.
        make_report: Called once, when the report is first asked for.

    Attributes:
        exact: Whether the tokens are counts; False for estimates.
    """

    def __init__(
        self, chunks: list[Chunk], make_report: Callable[[list[Chunk]], Report], *, exact: bool
    ) -> None:
        self._chunks = chunks
        self._make_report = make_report
        self.exact = exact

    @cached_property
    def report(self) -> Report:
        """Counts, exact tokens, sizes, reasons of cuts, warnings and advice."""
        return self._make_report(self._chunks)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...

    @overload
    def __getitem__(self, index: slice) -> list[Chunk]: ...

    def __getitem__(self, index: int | slice) -> Chunk | list[Chunk]:
        return self._chunks[index]

    def __len__(self) -> int:
        return len(self._chunks)

    def __iter__(self) -> Iterator[Chunk]:
        return iter(self._chunks)

    def __eq__(self, other: object) -> bool:
        return self._chunks == (other._chunks if isinstance(other, Chunks) else other)

    __hash__ = None  # type: ignore[assignment]  # a sequence that compares by its contents

    def __repr__(self) -> str:
        return f"<Chunks: {len(self)}>"
