"""Writes chunks as Markdown files, one each, into a folder that appears complete or not at all."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from khand.errors import OptionError
from khand.writers.leftovers import clear, hold

_UNSAFE = re.compile(r"[^\w.-]+")
_SHOWN = (
    "id",
    "source",
    "index",
    "headings",
    "tokens",
    "start",
    "end",
    "start_line",
    "end_line",
    "page",
    "metadata",
)


def check_folder(path: str | os.PathLike[str]) -> None:
    """
    Refuse a folder that is not new or empty, before any work.

    Raises:
        OptionError: There is something in it, it is a file, or there is no folder to make it in.

    """
    folder = Path(path)
    why = ""
    if folder.is_dir() and any(folder.iterdir()):
        why = "is not empty; name a new folder"
    elif folder.exists() and not folder.is_dir():
        why = "is a file; name a new folder"
    elif not folder.absolute().parent.is_dir():
        why = f"there is no folder {folder.parent}"
    if why:
        raise OptionError(f"split_dir={str(path)!r}: {why}", option="split_dir", value=str(path))


def write_split(records: Iterable[dict[str, Any]], path: str | os.PathLike[str]) -> int:
    """
    Write records as files ``SOURCE/0001.md``: front matter with what is known of the chunk, then its embedded text.

    Args:
        records: The records of chunks, as ``Chunk.to_dict`` makes them.
        path: A folder that is new or empty.

    Returns:
        How many files were written.

    Raises:
        OptionError: See ``check_folder``.
        OSError: A file cannot be written.

    """
    check_folder(path)
    folder = Path(path).absolute()
    part = folder.with_name(f".{folder.name[:100]}.{os.urandom(8).hex()}.part")
    clear(folder)
    part.mkdir()
    folders: dict[str, Path] = {}
    number = 0
    try:
        with _held(part):
            for record in records:
                file = part / _folder_of(record["source"], folders) / f"{record['index'] + 1:04}.md"
                file.parent.mkdir(parents=True, exist_ok=True)
                with file.open("x", encoding="utf-8", newline="") as out:
                    out.write(_file(record))
                number += 1
        if folder.exists():
            folder.rmdir()
        part.replace(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return number


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Mark a folder as being written, where the system can."""
    if os.name == "nt":
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        hold(descriptor)
        yield
    finally:
        os.close(descriptor)


def _folder_of(source: str, folders: dict[str, Path]) -> Path:
    """A folder for a document, inside whatever its name says; each has its own."""
    if source not in folders:
        parts = [_UNSAFE.sub("-", part)[:100] for part in source.split("/") if part not in ("", ".", "..")]
        folder = Path(*parts) if parts else Path("document")
        number = 2
        while folder in folders.values():
            folder = folder.with_name(f"{parts[-1] if parts else 'document'}-{number}")
            number += 1
        folders[source] = folder
    return folders[source]


def _file(record: dict[str, Any]) -> str:
    lines = [
        f"{name}: {json.dumps(record[name], ensure_ascii=False)}"
        for name in _SHOWN
        if record.get(name) is not None
    ]
    return "\n".join(["---", *lines, "---", "", record["embed_text"], ""])
