"""Where the records of a run go: to a file that appears complete, to standard output, to a folder of parts."""

from __future__ import annotations

import json
import signal
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, cast

import click

from khand.cli.run import Run
from khand.duplicates import Firsts, Place, with_places
from khand.readers import Document, Found
from khand.readers.chunks import parse_chunk
from khand.writers import dumps_record, part_of, replacing
from khand.writers.formats import WRITERS, Writer


def check_output(output: str | None, files: Sequence[Found | Document], *, option: str = "-o") -> None:
    """
    Refuse an output that cannot be written, or that is one of the inputs, before any work.

    Raises:
        click.UsageError: It cannot be written; the message says why.

    """
    if output is None:
        return
    path = Path(output)
    if path.is_dir():
        raise click.UsageError(f"{option} {output}: is a folder; name a file in it")
    if not path.parent.is_dir():
        raise click.UsageError(f"{option} {output}: there is no folder {path.parent}")
    if any(isinstance(file, Found) and _is_same(path, file.path) for file in files):
        raise click.UsageError(f"{option} {output}: is one of the documents and would be replaced")
    if path.exists() and not path.is_file():
        return
    try:
        # rights alone do not say it: a file system may be mounted for reading only
        part = part_of(path)
        part.open("x").close()
        part.unlink()
    except OSError as error:
        raise click.UsageError(f"{option} {output}: cannot be written: {error.strerror or error}") from error


def _is_same(output: Path, file: Path) -> bool:
    try:
        return output.samefile(file)
    except OSError:
        return False  # one of them is not there, or a link to nothing


@contextmanager
def ending_in_order() -> Iterator[None]:
    """End at SIGTERM and SIGHUP as at Ctrl+C, by an exception, so that no half-written file is left; exit codes 143 and 129."""
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    numbers = [cast("signal.Signals", getattr(signal, name)) for name in names]
    # only the main thread may; what somebody else wants of a signal stays
    ours = threading.current_thread() is threading.main_thread()
    numbers = [number for number in numbers if ours and signal.getsignal(number) == signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, lambda signum, _frame: sys.exit(128 + signum))
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def write_file(blocks: Iterator[bytes], output: str, figures: Run, writer: Writer = WRITERS[0]) -> None:
    """
    Write the records of documents to a file.

    Args:
        blocks: The records of each document, as JSON Lines.
        output: The path of the file.
        figures: What is known of the run; where every input failed, the file stays as it is.
        writer: Writes the file's format.

    """
    first = list(islice(blocks, 1))
    if first or not figures.failures:
        with replacing(output) as file:
            writer.write(chain(first, blocks), file.buffer)


def write_stdout(blocks: Iterable[bytes], writer: Writer = WRITERS[0]) -> None:
    """Write the records of documents to standard output."""
    try:
        # bytes: the same on every system, whatever the terminal's encoding
        writer.write(blocks, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, "standard output") from error


def without_duplicates(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """
    The records without those that repeat the embedded text of an earlier one, and without their children.

    The one that is kept names the places of the others. They wait in a temporary file, since the places are known when the last has been seen.
    """
    firsts = Firsts()
    with tempfile.TemporaryFile() as spool:
        spool.writelines(line for line in _lines(blocks) if firsts.keeps(parse_chunk(line)))
        spool.seek(0)
        yield from _with_places(cast("BinaryIO", spool), firsts.also)


def _with_places(lines: Iterable[bytes], also: dict[int, list[Place]]) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        if number in also:
            record = json.loads(line)
            record["metadata"] = with_places(record["metadata"], also[number])
            yield (dumps_record(record) + "\n").encode()
        else:
            yield line


def _lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    for block in blocks:
        yield from block.splitlines(keepends=True)
