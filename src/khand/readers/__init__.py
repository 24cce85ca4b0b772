"""Files to text; one format a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from khand.errors import InputError
from khand.readers.decode import check_encoding, decode
from khand.readers.find import EXTENSIONS, find, format_of
from khand.readers.sources import Found, source_of

__all__ = [
    "EXTENSIONS",
    "Document",
    "Found",
    "check_encoding",
    "decode",
    "find",
    "format_of",
    "read",
]


class Document(NamedTuple):
    """
    A document as text.

    Attributes:
        source: The name its chunks carry.
        text: Its text; offsets of chunks refer to it.
        format: ``"markdown"``, ``"text"`` or ``"html"``.

    """

    source: str
    text: str
    format: str


def read(
    found: Found | str | os.PathLike[str], *, encoding: str | None = None, format: str | None = None
) -> Document:
    """
    Read one file.

    Args:
        found: The file and the name its chunks carry; of a path the name is that of ``source_of``.
        encoding: Of the file, unless a byte order mark says otherwise; None for UTF-8.
        format: None for what the file's extension says.

    Raises:
        InputError: The file cannot be opened, or a byte of it cannot be decoded.
        OptionError: `encoding` is not known.

    """
    if not isinstance(found, Found):
        found = Found(Path(found), source_of(Path(found)))
    try:
        data = Path(found.path).read_bytes()
    except OSError as error:
        raise InputError(f"{found.path}: {error.strerror or error}", source=found.source) from error
    return document(data, found.source, str(found.path), encoding=encoding, format=format)


def document(
    data: bytes, source: str, name: str, *, encoding: str | None = None, format: str | None = None
) -> Document:
    """
    Make a document of the bytes of a file or a stream.

    Args:
        data: All bytes.
        source: The name its chunks carry.
        name: What the user knows it by; its extension says the format, and messages begin with it.
        encoding: See ``read``.
        format: See ``read``.

    Raises:
        InputError: A byte cannot be decoded.
        OptionError: `encoding` is not known.

    >>> document(b"# Title", "a.md", "docs/a.md").format
    'markdown'

    """
    return Document(source, decode(data, encoding=encoding, source=name), format or format_of(name))
