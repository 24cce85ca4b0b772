"""Parquet: a column of texts, a document a row; the other columns are metadata."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from khand.errors import InputError, MissingExtraError, OptionError
from khand.readers.document import Document
from khand.readers.options import ReadOptions

_NAMES = ("text", "content", "body", "document", "page_content")
"""Columns that are taken for the text where none is named."""


def sniff(data: bytes, _suffix: str) -> str:
    """The mark that a file begins and ends with."""
    return "parquet" if data[:4] == b"PAR1" and data[-4:] == b"PAR1" else ""


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """
    A document for each row that has a text.

    Raises:
        InputError: The file is damaged or encrypted.
        MissingExtraError: pyarrow is not installed.
        OptionError: The column is not there, or none is named and none has a usual name.

    """
    try:
        from pyarrow import ArrowException, parquet
    except ImportError as error:
        raise MissingExtraError(
            f'{name}: Parquet is read with pyarrow: pip install "khand[parquet]"', extra="parquet"
        ) from error
    try:
        file = parquet.ParquetFile(io.BytesIO(data))
        column = _text_column(file.schema_arrow.names, options.text_field, name)
        yield from _documents(file, column)
    except (ArrowException, OSError) as error:
        raise InputError(
            f"{name}: is no Parquet file that can be read ({error}); it is damaged or encrypted", source=name
        ) from error


def _text_column(names: list[str], field: str | None, where: str) -> str:
    if field is None:
        field = next((name for name in _NAMES if name in names), None)
    if field is None or field not in names:
        raise OptionError(
            f"text_field={field!r}: {where} has the columns {', '.join(names)}; name the one that holds the text",
            option="text_field",
            value=field,
        )
    return field


def _documents(file: Any, column: str) -> Iterator[Document]:  # noqa: ANN401  # pyarrow has no types
    number = 0
    for batch in file.iter_batches(batch_size=1000):
        for row in batch.to_pylist():
            number += 1
            text = row.pop(column)
            if isinstance(text, str):
                yield Document(
                    f"#{number}", text, "text", (), {key: _plain(value) for key, value in row.items()}
                )


def _plain(value: Any) -> Any:  # noqa: ANN401
    """A value that JSON can hold."""
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (Decimal, bytes)):
        return str(value)
    return value
