"""Reads files to text; one format a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from khand.errors import InputError
from khand.readers.decode import check_encoding, decode
from khand.readers.document import Document, Marks
from khand.readers.formats import FORMATS, by_suffix, named, refuse_mislabelled, told
from khand.readers.options import DEFAULT, ReadOptions
from khand.readers.sources import Found, source_of

if TYPE_CHECKING:
    from khand.readers.finding import find
    from khand.readers.folders import FolderRules, PassedOver

__all__ = [
    "DEFAULT",
    "FORMATS",
    "Document",
    "FolderRules",
    "Found",
    "Marks",
    "PassedOver",
    "ReadOptions",
    "check_encoding",
    "decode",
    "document",
    "documents",
    "find",
    "format_of",
    "read",
    "read_all",
]

MAX_BYTES = 2_000_000_000
"""The largest file that is read; offsets are kept in 4 bytes."""

_OF_FOLDERS = {
    "FolderRules": "khand.readers.folders",
    "PassedOver": "khand.readers.folders",
    "find": "khand.readers.finding",
}


def __getattr__(name: str) -> object:
    """What is about folders is loaded when it is first used: a text does without it, and so does the web page."""
    if name not in _OF_FOLDERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_OF_FOLDERS[name]), name)
    globals()[name] = value
    return value


def format_of(name: str) -> str:
    """
    The name of the format that a file's name says; plain text where it says nothing.

    >>> format_of("README.md"), format_of("index.HTM"), format_of("notes")
    ('markdown', 'html', 'text')

    """
    return by_suffix(name).name


def read_all(found: Found, options: ReadOptions = DEFAULT) -> Iterator[Document]:
    """
    Read one file. Most files are one document; a file of records gives one for each record.

    Args:
        found: The file and the name its chunks carry.
        options: How to read it.

    Raises:
        InputError: It cannot be opened or read; the message names file, kind and remedy.
        MissingExtraError: What reads its format is not installed.
        OptionError: A format is not known, or does not go with another option.

    """
    if found.path.is_dir():
        raise InputError(f"{found.path}: is a folder; khand.chunk_files takes folders", source=found.source)
    try:
        if found.path.stat().st_size > MAX_BYTES:
            raise InputError(
                f"{found.path}: is larger than {MAX_BYTES:,} bytes; part it", source=found.source
            )
        data = Path(found.path).read_bytes()
    except OSError as error:
        raise InputError(f"{found.path}: {error.strerror or error}", source=found.source) from error
    yield from documents(data, found.source, str(found.path), options)


def documents(
    data: bytes, source: str, name: str, options: ReadOptions = DEFAULT, *, otherwise: str | None = None
) -> Iterator[Document]:
    """
    The documents in the bytes of a file or a stream.

    Args:
        data: All bytes.
        source: The name its chunks carry; each of several records carries ``source#number``.
        name: The name the user knows it by, for messages; its suffix tells the format where the content does not.
        options: How to read it.
        otherwise: The format where the content does not say it; None for what the name says.

    Raises:
        InputError: See ``read_all``.
        MissingExtraError: See ``read_all``.
        OptionError: See ``read_all``.

    """
    try:
        format = told(data, name, options, otherwise) if options.format is None else named(options.format)
        for document in format.read(data, name, options):
            yield document._replace(source=source + document.source)
    except InputError as error:
        error.source = source
        # a byte that is no text: advice on encodings is wrong where the file is none
        if options.format is not None and error.position is not None:
            refuse_mislabelled(data, name, options.format)
        raise


def read(
    found: Found | str | os.PathLike[str],
    options: ReadOptions | None = None,
    *,
    encoding: str | None = None,
    format: str | None = None,
) -> Document:
    """
    Read a file that is one document.

    Args:
        found: A path; or a file with the name its chunks carry, as ``khand.readers.find`` gives it.
        options: How to read it.
        encoding: Encoding of the file unless a byte order mark says otherwise; None for that of `options`.
        format: Format of the file; None for that of `options`, or else what content and name of the file say.

    Raises:
        InputError: See ``read_all``; or the file holds many documents.
        MissingExtraError: See ``read_all``.
        OptionError: See ``read_all``.

    """
    if not isinstance(found, Found):
        found = Found(Path(found), source_of(Path(found)))
    return _only(read_all(found, (options or DEFAULT).but(encoding=encoding, format=format)), str(found.path))


def document(
    data: bytes,
    source: str,
    name: str,
    options: ReadOptions | None = None,
    *,
    encoding: str | None = None,
    format: str | None = None,
    otherwise: str | None = None,
) -> Document:
    """
    The one document in the bytes of a file or a stream; see ``read`` and ``documents``.

    >>> document(b"# Title", "a.md", "docs/a.md").format
    'markdown'

    """
    options = (options or DEFAULT).but(encoding=encoding, format=format)
    return _only(documents(data, source, name, options, otherwise=otherwise), name)


def _only(found: Iterator[Document], name: str) -> Document:
    made = list(islice(found, 2))
    if len(made) != 1:
        how_many = "many documents" if made else "no document"
        raise InputError(f"{name}: holds {how_many}; khand.chunk_file and khand read take them one by one")
    return made[0]
