"""Many files: each is read and cut on its own, and one that fails does not stop the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Unpack

from khand.chunks import Chunks
from khand.engine import Options, chunk_document
from khand.errors import KhandError
from khand.readers import DEFAULT, Document, Found, ReadOptions, read_all
from khand.settings import Settings


class Result(NamedTuple):
    """
    What became of one document.

    Attributes:
        source: The name its chunks carry.
        chunks: Its chunks, or None if it failed.
        error: Why it failed, or None.
        left_out: What its reader left out, a sentence each.

    """

    source: str
    chunks: Chunks | None
    error: KhandError | None
    left_out: Sequence[str] = ()


def chunk_files(
    files: Iterable[Found | Document],
    read: ReadOptions = DEFAULT,
    **options: Unpack[Options],
) -> Iterator[Result]:
    """
    Read and cut files one by one.

    Args:
        files: What ``khand.readers.find`` found; or documents that are read already.
        read: How to read files.
        options: The settings of ``khand.chunk``; the source is what each file carries.

    Returns:
        One result for each document, in their order; a file of records holds many.

    """
    settings = Settings(**options)  # type: ignore[arg-type]  # Settings turns any iterable of context names into a tuple
    for file in files:
        try:
            for document in [file] if isinstance(file, Document) else read_all(file, read):
                yield _result(document, settings)
        except KhandError as error:
            yield Result(file.source, None, error)


def _result(document: Document, settings: Settings) -> Result:
    try:
        return Result(document.source, chunk_document(document, settings), None, document.left_out)
    except KhandError as error:
        return Result(document.source, None, error)
