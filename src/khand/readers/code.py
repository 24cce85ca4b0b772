"""Source code, to be cut by its syntax."""

from __future__ import annotations

from collections.abc import Iterable

from khand.errors import InputError
from khand.outline.languages import LANGUAGES
from khand.readers.decode import decode
from khand.readers.document import Document
from khand.readers.formats import suffix_of
from khand.readers.options import ReadOptions


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """
    The code; its language is what the suffix of its name says.

    Raises:
        InputError: The suffix is of no language whose syntax is known.
        MissingExtraError: What reads the syntax is not installed.

    """
    suffix = suffix_of(name)
    found = next((language for language in LANGUAGES.values() if suffix in language.suffixes), None)
    if found is None:
        known = " ".join([suffix for language in LANGUAGES.values() for suffix in language.suffixes])
        raise InputError(f"{name}: no language of code has this suffix; known are {known}", source=name)
    text = decode(data, encoding=options.encoding, source=name)
    return [Document("", text, f"code:{found.name}")]
