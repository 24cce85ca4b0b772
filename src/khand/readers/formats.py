"""The formats that files are read from: by content first, by the name's suffix second, or as the user says."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import PurePath
from typing import NamedTuple

from khand.errors import InputError, KhandError, OptionError
from khand.readers.document import Document
from khand.readers.kinds import binary_kind
from khand.readers.options import DEFAULT, ReadOptions

Reader = Callable[[bytes, str, ReadOptions], Iterable[Document]]


class Format(NamedTuple):
    """
    A format.

    Attributes:
        name: Its name for ``--format``.
        suffixes: The suffixes of its files' names, in lower case.
        module: In this package, what reads it: ``read(data, name, options) -> Iterable[Document]``.
        prose: Whether a folder that is given stands for its files of this format.
        extra: The extra that has to be installed to read it; "" for none.

    """

    name: str
    suffixes: tuple[str, ...]
    module: str
    prose: bool = True
    extra: str = ""

    def read(self, data: bytes, name: str, options: ReadOptions) -> Iterator[Document]:
        """
        The documents in a file of this format.

        Args:
            data: The whole file.
            name: What messages call it; its suffix says the language of code.
            options: How to read it.

        Returns:
            Mostly one document, with "" as its source; of a file of records one each, with what is added to the file's source.

        Raises:
            InputError: It is damaged, encrypted, too large or mislabelled.
            MissingExtraError: What reads it is not installed.

        """
        if not data.strip() and self.module not in _ANY_BYTES:
            raise InputError(f"{name}: is empty, so no {self.name.upper()} file", source=name)
        module = importlib.import_module(f"khand.readers.{self.module}")
        read: Reader = module.read
        try:
            yield from read(data, name, replace(options, format=self.name))
        except (KhandError, MemoryError):
            raise
        except Exception as error:
            if self.module not in _BY_LIBRARIES:
                raise
            raise InputError(
                f"{name}: is no {self.name.upper()} file that can be read, or a damaged one "
                f"({type(error).__name__}: {error})",
                source=name,
            ) from error


FORMATS = (
    Format("markdown", (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"), "plain"),
    Format("text", (".txt", ".text", ".adoc", ".org"), "plain"),
    Format("rst", (".rst", ".rest"), "plain"),
    Format("html", (".html", ".htm", ".xhtml"), "html"),
    Format("html-source", (), "plain", prose=False),
    Format("ipynb", (".ipynb",), "notebook"),
    Format("csv", (".csv",), "plain"),
    Format("tsv", (".tsv", ".tab"), "plain"),
    Format("vtt", (".vtt",), "subtitles"),
    Format("srt", (".srt",), "subtitles"),
    Format("eml", (".eml",), "mail"),
    Format("pdf", (".pdf",), "pdf", extra="files"),
    Format("docx", (".docx", ".docm"), "office", extra="files"),
    Format("pptx", (".pptx", ".pptm", ".ppsx"), "office", extra="files"),
    Format("xlsx", (".xlsx", ".xlsm"), "office", extra="files"),
    Format("odt", (".odt",), "office", extra="files"),
    Format("ods", (".ods",), "office", extra="files"),
    Format("rtf", (".rtf",), "office", extra="files"),
    Format("epub", (".epub",), "epub"),
    Format("json", (".json",), "records", prose=False),
    Format("jsonl", (".jsonl", ".ndjson"), "records", prose=False),
    Format("parquet", (".parquet",), "parquet", prose=False, extra="parquet"),
    Format("lines", (".log",), "plain", prose=False),
    Format("code", (), "code", prose=False),
)

_SNIFFERS = ("pdf", "office", "parquet", "notebook", "html", "subtitles", "mail")
"""Modules that tell their formats by the content: ``sniff(data, suffix)`` gives a format's name, or ""."""

Sniffer = Callable[[bytes, str], str]


@lru_cache(maxsize=1)
def _sniffers() -> tuple[Sniffer, ...]:
    return tuple(importlib.import_module(f"khand.readers.{module}").sniff for module in _SNIFFERS)


_BY_LIBRARIES = ("pdf", "office", "epub", "parquet", "mail")
"""Modules that hand bytes to libraries, which raise whatever they meet in damaged ones."""

_ANY_BYTES = ("plain", "code", "html")
"""Modules for which nothing at all is a document, too."""

BY_NAME = {format.name: format for format in FORMATS}
BY_SUFFIX = {suffix: format for format in FORMATS for suffix in format.suffixes}


def named(name: str) -> Format:
    """
    The format of a name.

    Raises:
        OptionError: There is none; the message lists those there are.

    """
    if name not in BY_NAME:
        raise OptionError(
            f"format={name!r}: must be one of {', '.join(BY_NAME)}", option="format", value=name
        )
    return BY_NAME[name]


# asked several times for each file
@lru_cache(maxsize=16)
def suffix_of(name: str) -> str:
    """The suffix of a file's name, in lower case."""
    return PurePath(name).suffix.lower()


def by_suffix(name: str) -> Format:
    """
    The format a file's name says; plain text where it says nothing, since a wrong heading is worse than none.

    Code is cut between its lines unless its syntax is asked for, so that chunks never depend on what is installed.

    >>> [by_suffix(name).name for name in ("README.md", "index.HTM", "notes", "a.py")]
    ['markdown', 'html', 'text', 'lines']

    """
    suffix = suffix_of(name)
    if suffix in BY_SUFFIX:
        return BY_SUFFIX[suffix]
    return BY_NAME["lines" if is_code(name) else "text"]


def is_code(name: str) -> bool:
    """Whether a file's name says that it is code in a language whose syntax is known."""
    from khand.outline.languages import LANGUAGES

    suffix = suffix_of(name)
    return any(suffix in language.suffixes for language in LANGUAGES.values())


def refuse_mislabelled(data: bytes, name: str, format: str) -> None:
    """
    Check that a file that could not be decoded as a format of text is not of another kind altogether.

    Args:
        data: The whole file.
        name: The file's name, for the message.
        format: The format the user said it has.

    Raises:
        InputError: It is of another kind, such as a PDF; the kind is named.

    >>> refuse_mislabelled(b"%PDF-1.7 ...", "report.pdf", "text")
    Traceback (most recent call last):
        ...
    khand.errors.InputError: report.pdf: is a PDF file, not what format='text' says; leave the format out
    """
    suffix = suffix_of(name)
    for sniff in _sniffers():
        found = sniff(data, suffix)
        if found and (BY_NAME[found].extra or found == "epub"):
            raise InputError(
                f"{name}: is {'an' if found[0] in 'aeo' else 'a'} {found.upper()} file, not what format={format!r} says; "
                "leave the format out",
                source=name,
            )
    kind = binary_kind(data, is_text=True)
    if kind:
        raise InputError(f"{name}: is {kind}; khand does not read that", source=name)


def told(data: bytes, name: str, options: ReadOptions = DEFAULT, otherwise: str | None = None) -> Format:
    """
    The format of a file, by its content if that says it, else by its name.

    Args:
        data: The whole file.
        name: The file's name, for its suffix and for messages.
        options: How to read it; where they name an encoding, what looks binary may be text.
        otherwise: The format where the content does not say it; None for what the name says.

    Raises:
        InputError: It is of a kind that nobody here reads, such as a ZIP archive or a picture; the kind is named.

    >>> told(b"%PDF-1.7 ...", "report.txt").name, told(b"# Title", "a.md").name
    ('pdf', 'markdown')

    """
    suffix = suffix_of(name)
    for sniff in _sniffers():
        found = sniff(data, suffix)
        if found:
            return BY_NAME[found]
    format = by_suffix(name) if otherwise is None else BY_NAME[otherwise]
    kind = binary_kind(data, is_text=options.encoding is not None)
    is_packed = format.extra == "files" or format.name == "epub"
    if is_packed and data.strip() and (kind == "a ZIP archive" or not kind):
        raise InputError(f"{name}: is no {format.name.upper()} file, or a damaged one", source=name)
    if kind:
        raise InputError(f"{name}: is {kind}; khand does not read that", source=name)
    return format
