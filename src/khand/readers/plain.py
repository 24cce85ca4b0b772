"""Files that are text and are cut as they stand: Markdown, text, reStructuredText, CSV, markup, lines."""

from __future__ import annotations

from collections.abc import Iterable

from khand.readers.decode import decode
from khand.readers.document import Document
from khand.readers.options import ReadOptions


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """The text of the file."""
    return [Document("", decode(data, encoding=options.encoding, source=name), options.format or "text")]
