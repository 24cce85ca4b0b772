"""Many files: each is read and cut on its own, and one that fails does not stop the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Unpack

from khand.chunks import Chunks
from khand.engine import Options, chunk
from khand.errors import KhandError
from khand.readers import Document, Found, read


class Result(NamedTuple):
    """
    What became of one document.

    Attributes:
        source: The name its chunks carry.
        chunks: Its chunks, or None if it failed.
        error: Why it failed, or None.

    """

    source: str
    chunks: Chunks | None
    error: KhandError | None


def chunk_files(
    files: Iterable[Found | Document],
    *,
    encoding: str | None = None,
    **options: Unpack[Options],
) -> Iterator[Result]:
    """
    Read and cut files one by one.

    Args:
        files: What ``khand.readers.find`` found; or documents that are read already.
        encoding: Of files without a byte order mark; None for UTF-8.
        options: The settings of ``khand.chunk``; `format` is by default what a file's extension says, and the
            source is what each file carries.

    Returns:
        One result for each file, in their order.

    """
    format = options.pop("format", None)
    for file in files:
        try:
            document = file if isinstance(file, Document) else read(file, encoding=encoding, format=format)
            one = options | {"format": document.format, "source": document.source}
            chunks = chunk(document.text, **one)
        except KhandError as error:
            yield Result(file.source, None, error)
        else:
            yield Result(document.source, chunks, None)
