"""Options that take several values, separated by commas: the ways of cutting that ``compare`` and ``evaluate`` try."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from khand.cli.base import number_or_share, parse_whole
from khand.settings import BY, CONTEXT


def list_of(one: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    """What reads values separated by commas, each with `one`."""

    def values(text: str) -> list[Any]:
        return [one(part.strip()) for part in text.split(",")]

    return values


def whole_numbers(text: str) -> list[int]:
    """
    Read whole numbers separated by commas. A comma always separates: 1,000 is 1 and 0; write 1000 or 1_000.

    >>> whole_numbers("200,400, 1_000")
    [200, 400, 1000]
    """
    out = []
    for part in text.split(","):
        found = parse_whole(part)
        if found is None:
            raise click.BadParameter(f"{part.strip()!r} is not a whole number")
        out.append(found)
    return out


def context_sets(text: str) -> list[tuple[str, ...]]:
    """
    Read contexts separated by commas, each all, none, or names joined by +.

    >>> context_sets("none,headings+table")
    [(), ('headings', 'table')]
    """
    out = []
    for part in text.split(","):
        names = {"all": CONTEXT, "none": ()}.get(part.strip())
        if names is None:
            names = tuple(name.strip() for name in part.split("+"))
            wrong = [name for name in names if name not in CONTEXT]
            if wrong:
                raise click.BadParameter(f"{wrong[0]!r}: give all, none, or some of {'+'.join(CONTEXT)}")
        out.append(tuple(names))
    return out


def sweep_options(verb: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """
    Give a command ``--by``, ``--size``, ``--overlap`` and ``--context``, each with several values.

    Args:
        verb: What the command does with the values, for the help: "compare" or "try".
    """
    options = (
        click.option(
            "--by",
            type=list_of(click.Choice(BY).__call__),
            metavar="NAME,...",
            default="heading",
            show_default=True,
            help=f"Boundaries to {verb}: {', '.join(BY)}.",
        ),
        click.option(
            "--size",
            type=whole_numbers,
            metavar="N,...",
            default="200,400,800",
            show_default=True,
            help=f"Sizes to {verb}.",
        ),
        click.option(
            "--overlap",
            type=list_of(number_or_share),
            metavar="N|N%,...",
            help=f"Overlaps to {verb}.  [default: khand's own for each way of cutting]",
        ),
        click.option(
            "--context",
            type=context_sets,
            metavar="SET,...",
            default="all",
            show_default=True,
            help=f"Contexts to {verb}: all, none, or names joined by +, such as headings+table.",
        ),
    )

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated
