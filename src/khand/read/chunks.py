"""Token counts out of a file of chunks that khand has written."""

from __future__ import annotations

import json
from pathlib import Path

from khand.errors import InputError


def chunk_tokens(path: str | Path) -> list[int]:
    """
    The token count of each chunk of a JSON Lines file; shape (chunks,).

    Args:
        path: A file written by ``write_jsonl``, or any JSON Lines file whose records have a whole number ``tokens``.

    Raises:
        InputError: The file cannot be read, or a line is no such record; the message names the line.

    """
    counts = []
    try:
        with Path(path).open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    counts.append(_tokens(line, f"{path}, line {number}"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}", source=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8, so not a file of chunks", source=str(path)) from error
    return counts


def _tokens(line: str, where: str) -> int:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not JSON ({error}); is this a file of chunks?") from error
    tokens = record.get("tokens") if isinstance(record, dict) else None
    if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 0:
        raise InputError(f"{where}: a chunk has a whole number `tokens`, this has {tokens!r}")
    return tokens
