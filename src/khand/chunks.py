"""Chunks in order, and the report on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast, overload

from khand.chunk_record import OPTIONAL, Chunk
from khand.figures import Figures, figures_of

if TYPE_CHECKING:
    from khand.report import Report


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
        """What follows from the chunks alone: how many there are, their tokens, repetition, sizes and the reasons of cuts."""
        return figures_of(self._chunks)

    def with_children(self) -> Iterator[Chunk]:
        """Yield each chunk followed by its children, in the order in which they are written to a file."""
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
        The records that a vector store takes, children included; ``docs/integrations.md`` has an example for each store.

        Args:
            store: ``"chroma"``, ``"qdrant"``, ``"lancedb"`` or ``"pgvector"``.

        Raises:
            OptionError: No such store is known.
        """
        from khand.store_records import to_records

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

        figures = self.figures
        return chunks_html(self._chunks, exact=figures.exact, unit=figures.unit)


class Chunks(ChunkList):
    """
    The chunks of one document, in order, and the report on them.

    They can be pickled; the report is made first then, since what it is made from is not pickled.

    Args:
        chunks: The records.
        make_report: Makes the report. It is called once, when the report is first asked for or the chunks are pickled.
        document: The text that was cut.
        exact: Whether the tokens are exact counts.
        children: The windows inside the chunks.

    Attributes:
        document: The text that offsets refer to: ``chunks.document[c.start : c.end] == c.text``.
        exact: Whether the tokens are exact counts; False for estimates.
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
        """The report: it knows more than what follows from the chunks alone."""
        return self.report

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_report": self.report, "_make_report": None}
