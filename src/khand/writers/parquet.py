"""Writes chunks as Parquet, in one schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO

from khand.chunk_record import metadata_json
from khand.errors import MissingExtraError

BATCH = 10_000
"""Records of a row group; some 20 MB of text."""


SCHEMA_VERSION = "1"
"""Goes up when a column is added, dropped, renamed or changes its type; a schema carries it as ``khand.schema``."""


def schema() -> Any:  # noqa: ANN401  # pyarrow has no types
    """
    The Arrow schema of chunks: the fields of ``Chunk`` in their order, `metadata` as JSON.

    Texts are large strings: their offsets have 64 bits, so that a column may hold more than 2 GiB.

    Raises:
        MissingExtraError: pyarrow is not installed.

    """
    pa = _pyarrow()
    text, whole = pa.large_string(), pa.int64()
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
    return pa.schema(
        [pa.field(name, kind, nullable=name in may_miss) for name, kind in columns.items()],
        metadata={"khand.schema": SCHEMA_VERSION},
    )


def write(records: Iterable[dict[str, Any]], file: BinaryIO) -> None:
    """
    Write records in row groups.

    Args:
        records: The records of chunks, as ``Chunk.to_dict`` makes them.
        file: The file to write.

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
            record["metadata"] = metadata_json(record.get("metadata"))
        yield batch


def _pyarrow() -> Any:  # noqa: ANN401
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtraError(
            'Parquet is written with pyarrow: pip install "khand[parquet]"', extra="parquet"
        ) from error
    return pyarrow
