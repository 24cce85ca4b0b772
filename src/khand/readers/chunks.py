"""What the context-window planner needs of a file of chunks that khand has written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from khand.errors import InputError

SAMPLE = 20
"""Texts kept: enough to tell a count of tokens from one of characters, quick to count again."""


class ChunkFile(NamedTuple):
    """
    A file of chunks.

    Attributes:
        tokens: The token count of each chunk; shape (chunks,).
        sample: Embedded text and token count of the first chunks that have a text; a file need not hold them.

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
    try:
        with Path(path).open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    _add(made, _record(line, f"{path}, line {number}"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}", source=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8, so not a file of chunks", source=str(path)) from error
    return made


def _add(made: ChunkFile, record: dict[str, Any]) -> None:
    made.tokens.append(record["tokens"])
    text = record.get("embed_text", record.get("text"))
    if len(made.sample) < SAMPLE and isinstance(text, str):
        made.sample.append((text, record["tokens"]))


def _record(line: str, where: str) -> dict[str, Any]:
    """One record, whose ``tokens`` is a whole number."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not JSON ({error}); is this a file of chunks?") from error
    tokens = record.get("tokens") if isinstance(record, dict) else None
    if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 0:
        raise InputError(f"{where}: a chunk has a whole number `tokens`, this has {tokens!r}")
    found: dict[str, Any] = record
    return found
