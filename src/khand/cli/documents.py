"""The documents that inputs name, for commands that read all of them before they begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from khand.errors import InputError, KhandError

if TYPE_CHECKING:
    from khand.readers import Document


def read_documents(inputs: Sequence[str], encoding: str | None) -> tuple[list[Document], int]:
    """
    The documents that can be read.

    Args:
        inputs: Files, folders, globs.
        encoding: Of files without a byte order mark; None for UTF-8.

    Returns:
        The documents, in order, and how many inputs cannot be read; each of those is named on standard error.

    Raises:
        InputError: None can be read.

    """
    from khand.readers import ReadOptions, find, read_all

    found, errors = find(inputs)
    problems: list[KhandError] = [*errors]
    documents: list[Document] = []
    for one in found:
        try:
            documents += read_all(one, ReadOptions(encoding=encoding))
        except KhandError as error:
            problems.append(error)
    for problem in problems:
        click.echo(f"Error: {problem}", err=True)
    if not documents:
        raise InputError("no document could be read")
    return documents, len(problems)
