"""Reads chunks back from a file that khand has written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from khand.chunk_record import Chunk
from khand.chunks import ChunkList
from khand.errors import InputError

SAMPLE = 20
"""Texts kept: enough to tell a count of tokens from one of characters, quick to count again."""
_REQUIRED = Chunk._fields[: Chunk._fields.index("cut") + 1]
_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("id", "source", "text", "embed_text", "cut"), (str,)),
    **dict.fromkeys(("index", "tokens", "start", "end", "start_line", "end_line"), (int,)),
    **dict.fromkeys(("overlap_chars", "overlap_tokens"), (int,)),
    **dict.fromkeys(("heading", "parent"), (str, type(None))),
    "headings": (list,),
    "page": (int, type(None)),
    "oversized": (bool,),
    "metadata": (dict, type(None)),
}


class ChunkFile(NamedTuple):
    """
    A file of chunks.

    Attributes:
        tokens: The token count of each chunk; shape (chunks,).
        sample: Embedded text and token count of the first chunks that have a text; a file need not hold any texts.

    """

    tokens: list[int]
    sample: list[tuple[str, int]]


def read_chunks(path: str | Path) -> ChunkFile:
    """
    The token counts of a JSON Lines file, and some texts to check them by.

    Args:
        path: A file written by ``write_jsonl``, or any JSON Lines file whose records have a whole number ``tokens``.

    Raises:
        InputError: The file cannot be read, or a line is no such record; the message names the line.

    """
    made = ChunkFile([], [])
    for record, _ in _records(path):
        if record.get("parent") is not None:
            continue  # a window inside a chunk
        made.tokens.append(record["tokens"])
        text = record.get("embed_text", record.get("text"))
        if len(made.sample) < SAMPLE and isinstance(text, str):
            made.sample.append((text, record["tokens"]))
    return made


def read_jsonl(path: str | os.PathLike[str]) -> ChunkList:
    """
    The chunks that ``write_jsonl`` wrote, or ``khand chunk``, and the figures that follow from them.

    Args:
        path: A JSON Lines file, or the folder of ``--out-dir``.

    Returns:
        The chunks in their order; ``.figures`` has how many, their tokens, sizes and what is repeated.

    Raises:
        InputError: It cannot be read, or a line is no record of a chunk; the message names the line and the field.

    """
    chunks: list[Chunk] = []
    children: list[Chunk] = []
    for chunk in iterate_chunks(path, children=True):
        (chunks if chunk.parent is None else children).append(chunk)
    return ChunkList(chunks, children)


def iterate_chunks(path: str | os.PathLike[str], *, children: bool = False) -> Iterator[Chunk]:
    """
    The chunks of a file or folder that khand has written, one by one.

    Args:
        path: A JSON Lines file, or the folder of ``--out-dir``: its parts in order.
        children: Whether to yield the children, too, each behind its chunk.

    Raises:
        InputError: It cannot be read, or a line is no record of a chunk; the message names the line and the field.

    """
    for file in _parts(Path(path)):
        for record, where in _records(file):
            if children or record.get("parent") is None:
                yield _chunk(record, where)


def parse_chunk(line: str | bytes) -> Chunk:
    """The chunk of one line that ``khand.writers.dumps`` made."""
    return _chunk(json.loads(line), "the line")


def _parts(path: Path) -> Iterable[Path]:
    if not path.is_dir():
        return [path]
    parts = sorted(path.glob("part-*.jsonl"))
    if not parts:
        raise InputError(f"{path}: no parts of chunks in this folder (part-*.jsonl)", source=str(path))
    return parts


def _chunk(record: dict[str, Any], where: str) -> Chunk:
    for name in _REQUIRED:
        if name not in record:
            raise InputError(f"{where}: a chunk has {name!r}, this has none; was it written by this version?")
    values = {name: record[name] for name in Chunk._fields if name in record}
    for name, value in values.items():
        if not isinstance(value, _TYPES[name]) or (isinstance(value, bool) and name != "oversized"):
            raise InputError(f"{where}: {name!r} cannot be {value!r:.80}")
    return Chunk(**values | {"headings": tuple(values["headings"])})


def _records(path: str | Path) -> Iterator[tuple[dict[str, Any], str]]:
    """Each record, whose ``tokens`` is a whole number, and where it stands."""
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    where = f"{path}, line {number}"
                    yield _record(line, where), where
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}", source=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8, so not a file of chunks", source=str(path)) from error


def _record(line: str, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not JSON ({error}); is this a file of chunks?") from error
    tokens = record.get("tokens") if isinstance(record, dict) else None
    if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 0:
        raise InputError(f"{where}: a chunk has a whole number `tokens`, this has {tokens!r}")
    found: dict[str, Any] = record
    return found
