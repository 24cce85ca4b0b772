"""Writes chunks as CSV (RFC 4180), with a byte order mark so that spreadsheets recognize UTF-8."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any, BinaryIO

from khand.chunk_record import Chunk


def write(records: Iterable[dict[str, Any]], file: BinaryIO) -> None:
    """
    Write records, a row each below a row with the names of the fields.

    Args:
        records: The records of chunks, as ``Chunk.to_dict`` makes them.
        file: The file to write, in UTF-8. `headings` and `metadata` are JSON in their cells; None is an empty cell.

    """
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    try:
        writer = csv.writer(text)
        writer.writerow(Chunk._fields)
        for record in records:
            writer.writerow([_cell(record.get(name)) for name in Chunk._fields])
    finally:
        text.detach()  # the file is its owner's to close


def _cell(value: object) -> object:
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else value
