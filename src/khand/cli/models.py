"""``khand models``: embedding models with price, tokenizer and limit."""

from __future__ import annotations

import click

from khand.cli.base import Command, echo_json, json_option

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
    your own machine. Where khand has no tables, the repository that publishes the model's tokenizer.json is named.
    """
    from khand.cli.models_known import own_models
    from khand.evaluation.table import aligned
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
    rows = [
        {
            "Model": model.name,
            "Provider": model.provider,
            "Price": "" if model.price is None else f"{model.price:g}",
            "Limit": "" if model.limit is None else f"{model.limit:,}",
            "Dimensions": "" if model.dimensions is None else f"{model.dimensions:,}",
            "Tokenizer": model.tokenizer
            or (f"tokenizer.json of {model.repository}" if model.repository else "not published"),
            "Date": model.date,
        }
        for model in listed
    ]
    click.echo("\n".join(aligned(rows, None)))
