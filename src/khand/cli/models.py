"""``khand models``: embedding models with price, tokenizer and limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from khand.cli.base import Command, echo_json, json_option

if TYPE_CHECKING:
    from khand.models import Model

WIDTH = 80
"""Columns of a terminal that nobody has widened."""
EXAMPLES = """
khand models
khand models voyage    # those whose name has it
khand chunk docs/ --model text-embedding-3-small -o chunks.jsonl
KHAND_MODELS=mine.tsv khand models    # with your own, in the columns of docs/models.md
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("words", metavar="[WORD]...", nargs=-1)
@json_option
def command(*, words: tuple[str, ...], as_json: bool) -> None:
    """
    List embedding models: price, tokenizer, the longest text each reads, dimensions.

    Prices are US dollars for a million tokens on the date given; your provider's page is what counts. Models without one run on
    your own machine. Tokenizer: one of khand's own; or file, the tokenizer.json that the model's repository publishes, which is named
    where a WORD is given; or none that is published.
    """
    from khand.cli.models_known import own_models
    from khand.models import models

    listed = [
        model
        for model in (*own_models(), *models())
        if all(word.lower() in f"{model.name} {model.provider}".lower() for word in words)
    ]
    if as_json:
        echo_json([model._asdict() for model in listed])
        return
    if not listed:
        raise click.UsageError(f"no model has {' '.join(words)} in its name; khand models lists all")
    remarks = _remarks(listed, named=bool(words))
    click.echo("\n".join([*_table(listed), *([""] if remarks else []), *remarks]))


def _table(models: Sequence[Model]) -> list[str]:
    """Figures in columns that fit a terminal; a name too long for its column has a line of its own."""
    head = ("Model", "Provider", "Price", "Limit", "Dim.", "Tokenizer")
    rows = [head, *map(_cells, models)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    widths[0] = min(widths[0], WIDTH - sum(width + 2 for width in widths[1:]))
    lines = []
    for name, provider, *figures, tokenizer in rows:
        if len(name) > widths[0]:
            lines.append(name)
            name = ""  # noqa: PLW2901  # it stands above
        numbers = (f"{figure:>{width}}" for figure, width in zip(figures, widths[2:-1], strict=True))
        cells = [f"{name:<{widths[0]}}", f"{provider:<{widths[1]}}", *numbers, tokenizer]
        lines.append("  ".join(cells).rstrip())
    return lines


def _cells(model: Model) -> tuple[str, ...]:
    return (
        model.name,
        model.provider,
        "" if model.price is None else f"{model.price:g}",
        "" if model.limit is None else f"{model.limit:,}",
        "" if model.dimensions is None else f"{model.dimensions:,}",
        model.tokenizer or ("file" if model.repository else "none"),
    )


def _remarks(models: Sequence[Model], *, named: bool) -> list[str]:
    """Of when the prices are, and where the tokenizers' files are."""
    dates = sorted({model.date for model in models if model.date})
    told = (
        [f"Prices of {' to '.join(dict.fromkeys((dates[0], dates[-1])))}; --json names the source of each."]
        if dates
        else []
    )
    files = [model.repository for model in models if model.repository and not model.tokenizer]
    if files and not named:
        return [*told, "file: tokenizer.json of the model's repository, which khand models WORD names."]
    return [*told, *(f"tokenizer.json of {repository}" for repository in dict.fromkeys(files))]
