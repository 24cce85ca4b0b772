"""The documents that inputs name, for commands that read all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from khand.errors import InputError, KhandError

if TYPE_CHECKING:
    from khand.readers import Document


class Documents:
    """
    The documents that can be read, one after the other; to be gone through once.

    Args:
        inputs: Files, folders, globs.
        encoding: The encoding of files without a byte order mark; None for UTF-8.

    Attributes:
        failures: Why inputs cannot be read, one error each; complete when the documents have been gone through.
    """

    def __init__(self, inputs: Sequence[str], encoding: str | None) -> None:
        from khand.readers import ReadOptions, find

        self._files, errors = find(inputs)
        self._reading = ReadOptions(encoding=encoding)
        self.failures: list[KhandError] = [*errors]

    def __iter__(self) -> Iterator[Document]:
        from khand.readers import read_all

        for file in self._files:
            try:
                yield from read_all(file, self._reading)
            except KhandError as error:
                self.failures.append(error)

    def tell_failures(self, *, read: bool) -> None:
        """
        Name each input that cannot be read on standard error.

        Args:
            read: Whether any document was read.

        Raises:
            InputError: None was.
        """
        for failure in self.failures:
            click.echo(f"Error: {failure}", err=True)
        if not read:
            raise InputError("no document could be read")


def read_documents(inputs: Sequence[str], encoding: str | None) -> tuple[list[Document], int]:
    """
    All documents that can be read, at once.

    Args:
        inputs: Files, folders, globs.
        encoding: The encoding of files without a byte order mark; None for UTF-8.

    Returns:
        The documents, in order, and how many inputs cannot be read; each of those is named on standard error.

    Raises:
        InputError: None can be read.
    """
    documents = Documents(inputs, encoding)
    made = list(documents)
    documents.tell_failures(read=bool(made))
    return made, len(documents.failures)
