"""The options that say how files are found and read, and what there is to tell of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import wraps
from typing import Any

import click

from khand.cli.base import encoding_option
from khand.readers import FORMATS, FolderRules, Found, PassedOver, ReadOptions
from khand.readers.formats import is_code, suffix_of

_READING = (
    click.option(
        "--format",
        type=click.Choice([format.name for format in FORMATS]),
        help="Format of all inputs.  [default: by content, then by suffix]",
    ),
    encoding_option,
    click.option("--main", is_flag=True, help="In HTML, leave out navigation, header, footer and asides."),
    click.option("--outputs", is_flag=True, help="In notebooks, take the outputs of code cells, too."),
    click.option("--quoted", is_flag=True, help="In e-mail, take what is quoted of earlier mails, too."),
    click.option(
        "--text-field",
        metavar="NAME",
        help="In JSON, JSON Lines and Parquet, the field that holds the text (body.text for an inner one): each record is a "
        "document, its other fields are its metadata.",
    ),
)

_FOLDERS = (
    click.option(
        "--include",
        metavar="PATTERN",
        multiple=True,
        help="Also take files of a folder that match, such as '*.json'; can be given more than once.",
    ),
    click.option(
        "--exclude",
        metavar="PATTERN",
        multiple=True,
        help="Pass over files and folders that match, such as 'drafts/'; can be given more than once.",
    ),
)
_NAMES = tuple(field.name for field in fields(ReadOptions))

_NOT_YET = {".adoc": "AsciiDoc", ".org": "Org", ".tex": "LaTeX"}


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options; they arrive as `reading` (ReadOptions) and `rules` (FolderRules)."""

    @wraps(command)
    def with_reading(**options: Any) -> Any:  # noqa: ANN401  # what click hands on
        reading = reading_of(options)
        rules = FolderRules(options.pop("include"), options.pop("exclude"), reading.format)
        return command(reading=reading, rules=rules, **options)

    decorated: Callable[..., Any] = with_reading
    for option in reversed((*_READING, *_FOLDERS)):
        decorated = option(decorated)
    return decorated


def reading_again_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command those that say how files are read; each arrives by its own name, for ``reading_of``."""
    for option in reversed(_READING):
        command = option(command)
    return command


def reading_of(options: dict[str, Any]) -> ReadOptions:
    """Take out of options those that say how files are read."""
    return ReadOptions(**{name: options.pop(name) for name in _NAMES if name in options})


def heading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say what is a heading where no markup does."""
    command = click.option(
        "--heading-pattern",
        "heading_patterns",
        metavar="REGEX",
        multiple=True,
        help="Lines in which this is found are headings, such as '^Article \\d+'; of several the first is the highest level.",
    )(command)
    return click.option(
        "--detect-headings",
        is_flag=True,
        help="Take lines for headings that look like one: numbered, in capitals, underlined, all in bold.",
    )(command)


def hints(files: Sequence[object], reading: ReadOptions, passed: PassedOver) -> Iterable[str]:
    """What to tell before the work: files passed over, and formats that are not read as what they are."""
    yield from passed.sentences()
    names = [str(file.path) for file in files if isinstance(file, Found)]
    if reading.format is None and any(is_code(name) for name in names):
        yield "code is cut between lines; --format code cuts it by its syntax"
    for suffix, format in _NOT_YET.items():
        if reading.format is None and any(suffix_of(name) == suffix for name in names):
            yield f"{format} is cut as plain text: its headings are not known yet"
