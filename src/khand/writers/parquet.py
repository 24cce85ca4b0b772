"""Chunks as Parquet, in one schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO

from khand.errors import MissingExtraError

BATCH = 10_000
"""Records of a row group; some 20 MB of text."""


def schema() -> Any:  # noqa: ANN401  # pyarrow has no types
    """
    The columns: the fields of ``Chunk`` in their order; `metadata` as JSON.

    Raises:
        MissingExtraError: pyarrow is not installed.

    """
    pa = _pyarrow()
    text, whole = pa.string(), pa.int64()
    columns = {
        "id": text,
        "source": text,
        "index": whole,
        "heading": text,
        "headings": pa.list_(text),
        "text": text,
        "embed_text": text,
        "tokens": whole,
        "start": whole,
        "end": whole,
        "start_line": whole,
        "end_line": whole,
        "page": whole,
        "overlap_chars": whole,
        "overlap_tokens": whole,
        "cut": text,
        "oversized": pa.bool_(),
        "parent": text,
        "metadata": text,
    }
    may_miss = ("heading", "page", "parent", "metadata")
    return pa.schema([pa.field(name, kind, nullable=name in may_miss) for name, kind in columns.items()])


def write(records: Iterable[dict[str, Any]], file: BinaryIO) -> None:
    """
    Write records in row groups.

    Args:
        records: Of chunks, as ``Chunk.to_dict`` makes them.
        file: Takes the bytes.

    Raises:
        MissingExtraError: pyarrow is not installed.

    """
    pa = _pyarrow()
    from pyarrow import parquet

    columns = schema()
    with parquet.ParquetWriter(file, columns, compression="zstd") as writer:
        for batch in _batches(records):
            writer.write_table(pa.Table.from_pylist(batch, schema=columns))


def _batches(records: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    todo = iter(records)
    while batch := list(islice(todo, BATCH)):
        for record in batch:
            if record.get("metadata") is not None:
                record["metadata"] = json.dumps(record["metadata"], ensure_ascii=False)
        yield batch


def _pyarrow() -> Any:  # noqa: ANN401
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtraError(
            'Parquet is written with pyarrow: pip install "khand[parquet]"', extra="parquet"
        ) from error
    return pyarrow
