"""Cuts Arrow tables of documents into Arrow tables of chunks, the form that Polars, DuckDB and cluster engines share."""

from __future__ import annotations

from typing import Any, Unpack

from khand.adapters.batches import TableCutter, table_schema
from khand.extras import load
from khand.settings import Options, Settings, settings_of

__all__ = ["chunk_table", "table_schema"]


def chunk_table(
    table: Any,  # noqa: ANN401  # pyarrow has no types
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
    cutter = TableCutter(settings_of(settings, options), text_column, id_column, source_column)
    cutter.check((field.name, field.type) for field in table.schema)
    documents = table.select(cutter.columns).to_batches()
    return pa.Table.from_batches(cutter.batches(documents), schema=table_schema())
