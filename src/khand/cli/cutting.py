"""The options that say how documents are cut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from khand.cli.base import complete_names, language_option, number_option, number_or_share, tokenizer_option
from khand.settings import BY, CONTEXT, DEFAULT_SIZE, FRONT_MATTER, Settings

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _context_names(value: str) -> tuple[str, ...]:
    """Read the names of what goes around a text; none for nothing."""
    if value == "none":
        return ()
    names = tuple(name.strip() for name in value.split(","))
    wrong = [name for name in names if name not in CONTEXT]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r}: give some of {','.join(CONTEXT)}, or none")
    return names


def _complete_context(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names that are not there yet, after the last comma; none stands alone."""
    typed, comma, last = incomplete.rpartition(",")
    names = [name for name in CONTEXT if name not in typed.split(",")]
    return complete_names(names if comma else [*names, "none"], last, before=typed + comma)


_CUTTING = (
    click.option(
        "--by",
        type=click.Choice(BY),
        default="heading",
        show_default=True,
        help="The largest boundary that always ends a chunk. window: fixed windows of SIZE tokens.",
    ),
    number_option(
        "--size",
        default=DEFAULT_SIZE,
        help="No chunk has more tokens than this, overlap and context included.",
    ),
    click.option(
        "--overlap",
        type=number_or_share,
        metavar="N|N%",
        help="Tokens a chunk may repeat of the end of the one before: whole sentences (rows, lines, items), or whole "
        "words where the last sentence is larger; or a share of the size such as 10%.  [default: 0; windows 64, a tenth of a size below 128]",
    ),
    tokenizer_option,
    number_option(
        "--min-size", default=0, help="Join a section smaller than this with its neighbour, if both fit."
    ),
    number_option(
        "--heading-depth", default=6, help="Only headings down to this level end a chunk.", metavar="1..6"
    ),
    click.option(
        "--context",
        metavar="NAMES",
        type=_context_names,
        default=",".join(CONTEXT),
        show_default=True,
        shell_complete=_complete_context,
        help="What is put around a text so that it stands on its own: some of these, or none.",
    ),
    click.option("--overlap-across-headings", is_flag=True, help="Carry overlap over a heading, too."),
    click.option(
        "--title",
        metavar="auto|name|none|TEXT",
        default="auto",
        show_default=True,
        help="First of the heading path in a document without a level-1 heading: the title of its front matter (auto), or else its file's name (name); none; or your own text.",
    ),
    click.option(
        "--front-matter",
        type=click.Choice(FRONT_MATTER),
        default="keep",
        show_default=True,
        help="Make front matter a chunk of its own, or leave it out.",
    ),
    click.option(
        "--cut-at",
        metavar="PATTERN",
        help="A regular expression: a chunk always ends before a line that matches.",
    ),
    language_option("Language of the sentences, such as hi; detected if not given."),
)
_NAMES = frozenset(field.name for field in fields(Settings))


def cutting_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options; each arrives by its own name, for ``taken_settings``."""
    for option in reversed(_CUTTING):
        command = option(command)
    return command


def taken_settings(options: dict[str, Any]) -> dict[str, Any]:
    """Take out of options those that are settings."""
    return {name: options.pop(name) for name in list(options) if name in _NAMES}
