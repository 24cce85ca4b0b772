"""Cuts Arrow tables of documents into Arrow tables of chunks, the form that Polars, DuckDB and cluster engines share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Unpack

from khand.chunk_record import Chunk, metadata_json
from khand.engine import chunk
from khand.errors import InputError, KhandError, OptionError
from khand.extras import load
from khand.settings import Options, Settings, settings_of
from khand.writers.parquet import schema

BATCH_BYTES = 32 << 20
"""Text of a batch of rows, about; small beside a core's memory, large beside what a batch itself costs."""
ROWS_READ = 1024

Row = tuple[Any, ...]


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


def chunk_table(
    table: Any,  # noqa: ANN401
    settings: Settings | None = None,
    *,
    text_column: str = "text",
    id_column: str | None = None,
    source_column: str | None = None,
    **options: Unpack[Options],
) -> Any:  # noqa: ANN401
    r"""
    Cut a table of documents into a table of chunks.

    Args:
        table: A ``pyarrow.Table``, or anything that can be turned into one: a Polars or pandas frame, a DuckDB relation, a record batch.
        settings: How to cut; None for the default of each.
        text_column: The column with the documents' text.
        id_column: The column that names a document; its values appear as text in the column `document`.
        source_column: The column with the source of each; the source is part of the chunks' ids, and tells the format.
            None: what `id_column` holds, else the source in the settings.
        options: The fields of ``Settings``, by keyword, before `settings`.

    Returns:
        A ``pyarrow.Table`` in the schema of ``khand.adapters.arrow.table_schema``, whatever comes in: a row a chunk, children
        behind theirs, documents in order; columns of the parent table are joined back by `document`. A document that cannot be
        cut is one row with its `error`; a blank one has none. Batches hold about 32 MB of text each.

    Raises:
        MissingExtraError: pyarrow is not installed.
        OptionError: A setting is not allowed, or a column is missing or holds no text.
        TokenizerError: The tokenizer is not known.

    >>> import pyarrow as pa
    >>> documents = pa.table({"id": [1, 2], "text": ["# Leave\n\nThirty days.", None]})
    >>> made = chunk_table(documents, id_column="id", size=100)
    >>> [(row["document"], row["text"], row["headings"], row["error"]) for row in made.to_pylist()]
    [('1', '# Leave\n\nThirty days.', ['Leave'], None), ('2', None, None, 'the text is null')]
    """
    pa = load("pyarrow", "arrow")
    table = table if isinstance(table, pa.Table) else pa.table(table)
    settings = settings_of(settings, options)
    names = {"text_column": text_column, "id_column": id_column, "source_column": source_column}
    columns = {option: _column(table, option, name) for option, name in names.items()}
    _refuse_settings(settings)
    rows = _rows(table.select([name for name in dict.fromkeys(columns.values()) if name]), columns, settings)
    return pa.Table.from_batches(_batches(pa, rows), schema=table_schema())


def _column(table: Any, option: str, name: str | None) -> str | None:  # noqa: ANN401
    if name is not None and table.column_names.count(name) != 1:
        raise OptionError(
            f"{option}={name!r}: must name one column of {', '.join(table.column_names)}",
            option=option,
            value=name,
        )
    if name is not None and option == "text_column" and "string" not in str(table.schema.field(name).type):
        kind = table.schema.field(name).type
        raise OptionError(f"{option}={name!r}: is a column of {kind}, not of text", option=option, value=name)
    return name


def _refuse_settings(settings: Settings) -> None:
    """Refuse, before any work, settings that would fail for every document; otherwise each row would carry the same error."""
    try:
        chunk("", settings)
    except InputError:
        return  # nothing is wrong but that "" is of no such format


def _rows(table: Any, columns: dict[str, str | None], settings: Settings) -> Iterator[Row]:  # noqa: ANN401
    for batch in table.to_batches(max_chunksize=ROWS_READ):
        held = {name: batch.column(name) for name in batch.schema.names}
        for i in range(batch.num_rows):
            text, key, source = [held[name][i].as_py() if name else None for name in columns.values()]
            document = None if key is None else str(key)
            yield from _rows_of(document, text, settings, document if source is None else source)


def _rows_of(document: str | None, text: object, settings: Settings, source: object) -> Iterator[Row]:
    failed = [None] * len(Chunk._fields)
    try:
        if not isinstance(text, str):
            raise InputError(f"the text is {'null' if text is None else type(text).__name__}")
        chunks = chunk(text, settings if source is None else replace(settings, source=str(source)))
    except Exception as error:  # one document must not end the work of a cluster on all others
        told = str(error) if isinstance(error, KhandError) else f"{type(error).__name__}: {error}"
        yield (document, *failed, told)
        return
    for one in chunks.with_children():
        yield (document, *one[:-1], metadata_json(one.metadata), None)


def _batches(pa: Any, rows: Iterator[Row]) -> Iterator[Any]:  # noqa: ANN401
    columns = table_schema()
    held: list[Row] = []
    size = 0
    text, embedded = columns.get_field_index("text"), columns.get_field_index("embed_text")
    for row in rows:
        held.append(row)
        size += sum(len(row[at].encode()) for at in (text, embedded) if row[at])
        if size >= BATCH_BYTES:
            yield _batch(pa, held, columns)
            held, size = [], 0
    if held:
        yield _batch(pa, held, columns)


def _batch(pa: Any, rows: list[Row], columns: Any) -> Any:  # noqa: ANN401
    arrays = [
        pa.array(values, kind) for values, kind in zip(zip(*rows, strict=True), columns.types, strict=True)
    ]
    return pa.record_batch(arrays, schema=columns)
