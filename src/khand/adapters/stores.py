"""Vector stores: the records they take, and the columns of a LanceDB table."""

from __future__ import annotations

from typing import Any

from khand.extras import load
from khand.store_records import qdrant_id, to_records
from khand.writers.parquet import schema

__all__ = ["lancedb_schema", "qdrant_id", "to_records"]


def lancedb_schema(dimensions: int) -> Any:  # noqa: ANN401  # pyarrow has no types
    """
    The columns of a LanceDB table of chunks: those of the record, and `vector` of that many numbers of 32 bits.

    From records alone LanceDB cannot tell the type of a column that is null in all of them, such as `page`.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    pa = load("pyarrow", "arrow")
    return schema().append(pa.field("vector", pa.list_(pa.float32(), dimensions)))
