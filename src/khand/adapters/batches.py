"""Cuts Arrow batches of documents into Arrow batches of chunks, which is what a worker of any engine does with its part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from khand.checks import whole
from khand.chunk_record import Chunk, metadata_json
from khand.engine import chunk
from khand.errors import InputError, KhandError, OptionError
from khand.extras import load
from khand.settings import Settings
from khand.writers.parquet import schema

BATCH_BYTES = 32 << 20
"""Text of a batch of rows, about; small beside a core's memory, large beside what a batch itself costs."""

Row = tuple[Any, ...]

# names that Arrow and Spark give to columns of text; a part whose texts are all null may be a column of nulls
_TEXT = re.compile(r"(large_)?string(_view)?( collate .*)?|dictionary<values=(large_)?string,.*|null")


def table_schema() -> Any:  # noqa: ANN401  # pyarrow has no types
    """
    The columns of ``chunk_table``: `document` and the record's, all of which may be null, and `error`.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    pa = load("pyarrow", "arrow")
    record = schema()
    text = pa.large_string()
    fields = [pa.field("document", text), *[field.with_nullable(True) for field in record]]
    return pa.schema([*fields, pa.field("error", text)], metadata=record.metadata)


@dataclass(frozen=True)
class TableCutter:
    """
    Says how documents in a table are cut; it is made and checked once, then sent to every worker.

    Attributes:
        settings: How to cut.
        text_column: The column with the documents' text.
        id_column: The column that names a document, or None.
        source_column: The column with the source of each, or None for what `id_column` holds.
        batch_bytes: After about so many bytes of text, embedded text included, a batch of chunks ends, inside a document if
            need be.
    """

    settings: Settings
    text_column: str = "text"
    id_column: str | None = None
    source_column: str | None = None
    batch_bytes: int = BATCH_BYTES

    @property
    def columns(self) -> list[str]:
        """The columns that are read, each once."""
        return [
            name for name in dict.fromkeys((self.text_column, self.id_column, self.source_column)) if name
        ]

    def renamed(self, names: dict[str, str]) -> TableCutter:
        """
        Return the cutter of the same table with other names for its columns.

        >>> TableCutter(Settings(), "body", "key").renamed({"body": "b", "key": "k"}).columns
        ['b', 'k']
        """
        return replace(
            self,
            text_column=names[self.text_column],
            id_column=names.get(self.id_column or ""),
            source_column=names.get(self.source_column or ""),
        )

    def check(self, columns: Iterable[tuple[str, object]]) -> None:
        """
        Refuse, before any work, what would fail for every document; otherwise each row would carry the same error.

        Args:
            columns: Names and types of the columns there are.

        Raises:
            OptionError: A setting is not allowed, or a column is missing, there twice or holds no text.
            TokenizerError: The tokenizer is not known.
        """
        there = list(columns)
        names = [name for name, _kind in there]
        for option in ("text_column", "id_column", "source_column"):
            asked = getattr(self, option)
            if asked is not None and names.count(asked) != 1:
                raise OptionError(
                    f"{option}={asked!r}: must name one column of {', '.join(names)}",
                    option=option,
                    value=asked,
                )
        kind = str(dict(there)[self.text_column])
        if not _TEXT.fullmatch(kind):
            raise OptionError(
                f"text_column={self.text_column!r}: is a column of {kind}, not of text",
                option="text_column",
                value=self.text_column,
            )
        whole("batch_bytes", self.batch_bytes, 1)
        try:
            chunk("", self.settings)
        except InputError:
            return  # nothing is wrong but that "" is of no such format

    def batches(self, documents: Iterable[Any]) -> Iterator[Any]:
        """
        Cut documents in order; one of them and one batch of their chunks are held at a time.

        Args:
            documents: Record batches that have the columns.

        Returns:
            Record batches in the schema of ``table_schema``.
        """
        pa = load("pyarrow", "arrow")
        columns = table_schema()
        text, embedded = columns.get_field_index("text"), columns.get_field_index("embed_text")
        held: list[Row] = []
        size = 0
        for row in self._rows(documents):
            held.append(row)
            size += sum(len(row[at].encode()) for at in (text, embedded) if row[at])
            if size >= self.batch_bytes:
                yield _batch(pa, held, columns)
                held, size = [], 0
        if held:
            yield _batch(pa, held, columns)

    def _rows(self, documents: Iterable[Any]) -> Iterator[Row]:
        for part in documents:
            asked = (self.id_column, self.source_column, self.text_column)
            ids, sources, texts = [part.column(name) if name else [None] * part.num_rows for name in asked]
            for i in range(part.num_rows):
                yield from self._rows_of(ids[i], sources[i], texts[i])

    def _rows_of(self, key: Any, source: Any, text: Any) -> Iterator[Row]:  # noqa: ANN401
        document = None
        try:  # reading a cell may fail: nobody has looked yet whether what a file calls text is UTF-8
            document = _named(key)
            name = document if _named(source) is None else _named(source)
            written = text.as_py()
            if not isinstance(written, str):
                raise InputError(f"the text is {'null' if written is None else type(written).__name__}")
            chunks = chunk(written, self.settings if name is None else replace(self.settings, source=name))
        except Exception as error:  # one document must not end the work of a cluster on all others
            told = str(error) if isinstance(error, KhandError) else f"{type(error).__name__}: {error}"
            yield (document, *[None] * len(Chunk._fields), told)
            return
        for one in chunks.with_children():
            yield (document, *one[:-1], metadata_json(one.metadata), None)


def _named(cell: Any) -> str | None:  # noqa: ANN401
    value = None if cell is None else cell.as_py()
    return None if value is None else str(value)


def _batch(pa: Any, rows: list[Row], columns: Any) -> Any:  # noqa: ANN401
    arrays = [
        pa.array(values, kind) for values, kind in zip(zip(*rows, strict=True), columns.types, strict=True)
    ]
    return pa.record_batch(arrays, schema=columns)
