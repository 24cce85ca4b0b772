"""Cuts the documents of a Spark data frame, through ``mapInArrow``."""

from __future__ import annotations

from typing import Any, Unpack

from khand.adapters.batches import BATCH_BYTES, TableCutter, table_schema
from khand.extras import load
from khand.settings import Options, Settings, settings_of

_TYPES = {
    "large_string": "string",
    "int64": "bigint",
    "bool": "boolean",
    "list<item: large_string>": "array<string>",
}


def chunk_dataframe(
    frame: Any,  # noqa: ANN401  # pyspark's types would have to be there to be checked
    settings: Settings | None = None,
    *,
    text_column: str = "text",
    id_column: str | None = None,
    source_column: str | None = None,
    batch_bytes: int = BATCH_BYTES,
    **options: Unpack[Options],
) -> Any:  # noqa: ANN401
    """
    Cut a Spark data frame of documents into one of chunks; nothing runs before the result is asked for.

    Args:
        frame: A ``pyspark.sql.DataFrame``, classic or of Spark Connect.
        settings: How to cut; None for the default of each.
        text_column: The column with the documents' text.
        id_column: As for ``khand.chunk_table``.
        source_column: As for ``khand.chunk_table``.
        batch_bytes: After about so many bytes of text, embedded text included, a worker hands out what it has, inside a
            document if need be.
        options: The fields of ``Settings``, by keyword, before `settings`.

    Returns:
        A ``pyspark.sql.DataFrame`` with the rows of ``khand.chunk_table``, in the order of the documents within a partition, and
        the columns of ``ddl()``. What Spark hands to a worker at once is bounded by
        ``spark.sql.execution.arrow.maxBytesPerBatch``.

    Raises:
        MissingExtraError: pyspark is not installed.
        OptionError: A setting is not allowed, or a column is missing or holds no text.
        TokenizerError: The tokenizer is not known.
    """
    load("pyspark.sql", "spark")
    cutter = TableCutter(settings_of(settings, options), text_column, id_column, source_column, batch_bytes)
    cutter.check(frame.dtypes)
    # only the columns that are read go to Python, under names without dots, on which Spark would stumble
    plain = {name: f"column{i}" for i, name in enumerate(cutter.columns)}
    sent = frame.select(*[frame[_quoted(name)].alias(plain[name]) for name in plain])
    return sent.mapInArrow(cutter.renamed(plain).batches, ddl())


def ddl() -> str:
    """
    The columns of ``khand.adapters.arrow.table_schema`` in Spark's words.

    Raises:
        MissingExtraError: pyarrow is not installed.

    >>> ddl().split(", ")[:2]
    ['`document` string', '`id` string']
    """
    return ", ".join(f"{_quoted(field.name)} {_TYPES[str(field.type)]}" for field in table_schema())


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
