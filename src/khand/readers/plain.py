"""Files that are text and are cut as they stand: Markdown, text, reStructuredText, CSV, markup, lines."""

from __future__ import annotations

from collections.abc import Iterable

from khand.readers.decode import decode
from khand.readers.document import Document
from khand.readers.options import ReadOptions

_READ_AS = {"html-source": "html"}
"""Formats that the outline knows by another name."""


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """The text of the file."""
    format = options.format or "text"
    return [Document("", decode(data, encoding=options.encoding, source=name), _READ_AS.get(format, format))]
