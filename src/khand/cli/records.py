"""What a process hands back for a document it has cut: its records as bytes, ready to be written, and its report."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from khand.chunks import Chunks
from khand.duplicates import DIGEST_BYTES, digest_of
from khand.report import Report
from khand.writers import dumps


class Records(NamedTuple):
    """
    The chunks of one document, as they leave the process that cut it.

    Attributes:
        lines: The records as JSON Lines in UTF-8.
        digests: The digests of the embedded texts, one after the other; shape (chunks * DIGEST_BYTES,).
        report: The report on the chunks.

    """

    lines: bytes
    digests: bytes
    report: Report

    def digest(self, index: int) -> bytes:
        """The digest of one chunk's embedded text."""
        return self.digests[index * DIGEST_BYTES : (index + 1) * DIGEST_BYTES]


def to_records(chunks: Chunks, *, asked: Collection[str]) -> Records:
    """
    Make the records of a document.

    Args:
        chunks: The chunks of the document.
        asked: Optional fields that every record has, as null where the chunk has no value.

    """
    if chunks.children:
        asked = (*asked, "parent")
    lines = "".join([dumps(chunk, asked=asked) + "\n" for chunk in chunks.with_children()]).encode()
    return Records(lines, b"".join([digest_of(chunk.embed_text) for chunk in chunks]), chunks.report)
