"""Writes chunks as JSON Lines: UTF-8, human-readable, one record a line by any line splitter; a file appears complete or not at all."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from khand.chunk_record import Chunk
from khand.chunks import ChunkList
from khand.writers.leftovers import clear, hold

_ENCODER = json.JSONEncoder(ensure_ascii=False)
# JSON escapes the controls below U+0020 itself; DEL, the C1 controls (U+0085 ends a line for some) and the two
# Unicode line ends it may leave bare.
_BARE = re.compile("[\x7f-\x9f\u2028\u2029]")


def dumps(chunk: Chunk, *, asked: Collection[str] = ()) -> str:
    """
    One chunk as one line of JSON, without a line end.

    Args:
        chunk: The chunk; see ``Chunk.to_dict`` for its record.
        asked: Which of ``khand.chunk_record.OPTIONAL`` the record has in any case, as null where the chunk has no value.

    >>> one = Chunk("6f1", "a.md", 0, None, (), "नमस्ते", "नमस्ते", 3, 0, 6, 1, 1, None, 0, 0, "end")
    >>> print(dumps(one)[:84])
    {"id": "6f1", "source": "a.md", "index": 0, "heading": null, "headings": [], "text":

    """
    return dumps_record(chunk.to_dict(asked=asked))


def dumps_record(record: dict[str, Any]) -> str:
    """One record as one line of JSON, without a line end."""
    return _BARE.sub(lambda found: f"\\u{ord(found[0]):04x}", _ENCODER.encode(record))


def write_jsonl(chunks: Iterable[Chunk], path: str | os.PathLike[str], *, asked: Collection[str] = ()) -> int:
    """
    Write chunks to a file that appears complete or not at all.

    Args:
        chunks: The chunks of one document or of many, read one by one. The children of each are written behind it.
        path: The file; an existing one is replaced at the end, and stays as it was if anything fails.
        asked: See ``dumps``.

    Returns:
        How many records were written.

    Raises:
        OSError: The file cannot be written.

    """
    if isinstance(chunks, ChunkList) and chunks.children:
        asked, chunks = (*asked, "parent"), chunks.with_children()
    number = 0
    with replacing(path) as file:
        for chunk in chunks:
            file.write(dumps(chunk, asked=asked) + "\n")
            number += 1
    return number


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    r"""
    A text file to write, UTF-8 with ``\n`` line ends, that takes its name only when the block ends well.

    A device or a pipe, which cannot be replaced, is written to directly.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with _named(path, target), target.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    part = part_of(target)
    try:
        # made by open() and not by tempfile, so that the file has the permissions any new file has here
        clear(target)
        with _named(path, part), part.open("x", encoding="utf-8", newline="\n") as file:
            hold(file.fileno())
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def _named(path: str | os.PathLike[str], written: Path) -> Iterator[None]:
    """Make errors of writing name the file as it was given, not by its temporary name; the error of a full disk names none."""
    try:
        yield
    except OSError as error:
        if error.filename == str(written) or (error.filename is None and error.errno in _FULL):
            raise OSError(error.errno, error.strerror, os.fspath(path)) from error
        raise


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def part_of(target: Path) -> Path:
    """A name beside a file, for what is not complete yet."""
    return target.with_name(f".{target.name[:100]}.{os.urandom(8).hex()}.part")
