"""The formats that chunks are written in, by the suffix of the file or as the user says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath
from typing import Any, BinaryIO, NamedTuple

from khand.errors import OptionError

Record = dict[str, Any]


class Writer(NamedTuple):
    """
    A format.

    Attributes:
        name: Its name for ``--to``.
        suffixes: The suffixes of its files.
        write: Takes JSON lines, as ``khand.writers.dumps`` makes them, and writes a file in this format.
        streams: Whether it can be written to standard output.

    """

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[Iterable[bytes], BinaryIO], None]
    streams: bool = True


def _jsonl(blocks: Iterable[bytes], file: BinaryIO) -> None:
    for block in blocks:
        file.write(block)


def _csv(blocks: Iterable[bytes], file: BinaryIO) -> None:
    from khand.writers.csv import write

    write(records(blocks), file)


def _parquet(blocks: Iterable[bytes], file: BinaryIO) -> None:
    from khand.writers.parquet import write

    write(records(blocks), file)


WRITERS = (
    Writer("jsonl", (".jsonl", ".ndjson"), _jsonl),
    Writer("csv", (".csv",), _csv),
    Writer("parquet", (".parquet",), _parquet, streams=False),
)
NAMES = tuple(writer.name for writer in WRITERS)


def writer_of(path: str | None, to: str | None = None) -> Writer:
    """
    The writer of a file.

    Args:
        path: The file; None for standard output. One without a suffix, such as a device, takes JSON Lines.
        to: The name of a format; None to tell it by the suffix.

    Raises:
        OptionError: No format has this name or suffix, or standard output cannot take it.

    >>> writer_of("a/chunks.csv").name, writer_of("a/chunks.txt", "jsonl").name, writer_of(None).name
    ('csv', 'jsonl', 'jsonl')
    >>> writer_of("chunks.xlsx")
    Traceback (most recent call last):
        ...
    khand.errors.OptionError: output='chunks.xlsx': no format has the suffix .xlsx; known are .jsonl .ndjson .csv .parquet, or name one of jsonl, csv, parquet with to=

    """
    suffix = PurePath(path).suffix.lower() if path is not None else ""
    if to is not None:
        found = next((writer for writer in WRITERS if writer.name == to), None)
        if found is None:
            raise OptionError(f"to={to!r}: must be one of {', '.join(NAMES)}", option="to", value=to)
    elif not suffix:
        found = WRITERS[0]
    else:
        found = next((writer for writer in WRITERS if suffix in writer.suffixes), None)
        if found is None:
            known = " ".join([suffix for writer in WRITERS for suffix in writer.suffixes])
            raise OptionError(
                f"output={path!r}: no format has the suffix {suffix}; known are {known}, or name one of "
                f"{', '.join(NAMES)} with to=",
                option="output",
                value=path,
            )
    if path is None and not found.streams:
        raise OptionError(f"to={to!r}: cannot go to standard output; name a file", option="to", value=to)
    return found


def records(blocks: Iterable[bytes]) -> Iterator[Record]:
    """The records of lines."""
    for block in blocks:
        for line in block.splitlines():
            yield json.loads(line)
