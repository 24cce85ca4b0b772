"""The record of one chunk, and chunks in order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast, overload

if TYPE_CHECKING:
    from khand.report import Figures, Report


class Chunk(NamedTuple):
    """
    One chunk; the fields are the keys of its record, in this order.

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
        overlap_chars: Code points that it repeats of the end of the previous chunk.
        overlap_tokens: Exact count of these.
        cut: Why it ends here: heading, block, item (also row and code line), sentence, word, grapheme, window, end.
        oversized: True only for a single grapheme cluster larger than the size.
        parent: The id of the chunk that a child is a window of; None on chunks.
        metadata: What else the document says of this chunk, by name; None where nothing was asked for.

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
    overlap_chars: int
    overlap_tokens: int
    cut: str
    oversized: bool = False
    parent: str | None = None
    metadata: dict[str, Any] | None = None

    def to_dict(self, *, asked: Collection[str] = ()) -> dict[str, Any]:
        r"""
        The record of the chunk: what is written as JSON, and what a data frame takes.

        Args:
            asked: Which of ``OPTIONAL`` the record has even where there is nothing to say, as null.

        Returns:
            Every field by its name, `headings` as a list; those of ``OPTIONAL`` only if they are asked for or say something.

        >>> one = Chunk("6f1", "a.md", 0, "B", ("A", "B"), "b", "A > B\n\nb", 7, 9, 10, 3, 3, None, 0, 0, "end")
        >>> list(one.to_dict())[-4:]
        ['overlap_chars', 'overlap_tokens', 'cut', 'oversized']
        >>> one.to_dict()["headings"], one.to_dict(asked=["parent"])["parent"]
        (['A', 'B'], None)
        """
        record = self._asdict()
        record["headings"] = list(self.headings)
        for name in OPTIONAL:
            if record[name] is None and name not in asked:
                del record[name]
        return record


def around(chunk: Chunk) -> tuple[str, str]:
    r"""
    What the embedded text has before and after the text.

    >>> from khand.engine import chunk
    >>> [around(c) for c in chunk("# A\n\n```py\none two three\nfour five six\n```", size=14)]
    [('', '\n```'), ('A\n\n```py\n', '')]

    """
    whole, text = chunk.embed_text, chunk.text
    # after the text there is at most a closing fence, on one line of its own
    end = len(whole) if whole.endswith(text) else whole.rindex("\n")
    return whole[: end - len(text)], whole[end:]


OPTIONAL = ("parent", "metadata")
"""Fields that a record has only where they are asked for."""


class ChunkList(Sequence[Chunk]):
    """
    Chunks in order, as they were read back from a file. Two are equal if their chunks are.

    Attributes:
        children: The windows inside the chunks, in order, each with its chunk's id as `parent`; [] if none were asked for.

    >>> len(ChunkList([]))
    0
    """

    def __init__(self, chunks: list[Chunk], children: list[Chunk] | None = None) -> None:
        self._chunks = chunks
        self.children = children or []

    @property
    def figures(self) -> Figures:
        """How many, their tokens, what is repeated, sizes and reasons of cuts: what follows from the chunks alone."""
        from khand.report import figures_of

        return figures_of(self._chunks)

    def with_children(self) -> Iterator[Chunk]:
        """Each chunk, and behind it its children, if it has any: what is written to a file."""
        windows = iter(self.children)
        child = next(windows, None)
        for chunk in self._chunks:
            yield chunk
            while child is not None and child.parent == chunk.id:
                yield child
                child = next(windows, None)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The record of each chunk, as written to JSON Lines: ``pandas.DataFrame(chunks.to_dicts())`` is a table of them."""
        made = list(self.with_children())
        asked = [name for name in OPTIONAL if any(getattr(c, name) is not None for c in made)]
        return [chunk.to_dict(asked=asked) for chunk in made]

    def to_records(self, store: str) -> Any:  # noqa: ANN401  # what a store takes
        """
        What a vector store takes, children among it: see ``khand.adapters.stores.to_records``.

        Args:
            store: ``"chroma"``, ``"qdrant"``, ``"lancedb"`` or ``"pgvector"``.

        Raises:
            OptionError: No such store is known.
        """
        from khand.adapters.stores import to_records

        return to_records(self.with_children(), store)

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
        return self._chunks == (other._chunks if isinstance(other, ChunkList) else other)

    __hash__ = None  # type: ignore[assignment]  # a sequence that compares by its contents

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)}>"

    def __str__(self) -> str:
        from khand.summaries import titles

        figures = self.figures
        return titles(self._chunks, exact=figures.exact, unit=figures.unit)

    def _repr_html_(self) -> str:
        from khand.notebook import chunks_html

        return chunks_html(self)


class Chunks(ChunkList):
    """
    The chunks of one document, in order, and the report on them.

    They can be pickled; the report is then made first, since what it is made from stays behind.

    Args:
        chunks: The records.
        make_report: Called once, when the report is first asked for, or when the chunks are pickled.
        document: The text that was cut.
        exact: Whether the tokens are counts.
        children: The windows inside them.

    Attributes:
        document: The text that offsets refer to: ``chunks.document[c.start : c.end] == c.text``.
        exact: Whether the tokens are counts; False for estimates.
    """

    def __init__(
        self,
        chunks: list[Chunk],
        make_report: Callable[[list[Chunk]], Report],
        *,
        document: str,
        exact: bool,
        children: list[Chunk] | None = None,
    ) -> None:
        super().__init__(chunks, children)
        self._make_report: Callable[[list[Chunk]], Report] | None = make_report
        self._report: Report | None = None
        self.document = document
        self.exact = exact

    @property
    def report(self) -> Report:
        """Counts, exact tokens, sizes, reasons of cuts, warnings and advice."""
        if self._report is None and self._make_report is not None:
            self._report = self._make_report(self._chunks)
            self._make_report = None  # with all that it holds
        return cast("Report", self._report)

    @property
    def figures(self) -> Figures:
        """The report: its figures follow from more than the chunks."""
        return self.report

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_report": self.report, "_make_report": None}
