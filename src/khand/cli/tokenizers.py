"""``khand tokenizers``: what can count, and what it counts."""

from __future__ import annotations

import click

from khand.cli.base import Command, echo_json, json_option
from khand.figures import columns

EXAMPLES = """
khand tokenizers
khand chunk handbook.md --tokenizer o200k_base
khand chunk handbook.md --tokenizer models/bge-m3/tokenizer.json
khand chunk handbook.md --tokenizer estimate:3.5    # characters of a token, marked with ≈
"""


@click.command(cls=Command, epilog=EXAMPLES)
@json_option
def command(*, as_json: bool) -> None:
    """
    List the tokenizers, what counts with each, and models whose tokens they are.

    Take the tokenizer of your embedding model. Besides these names, --tokenizer takes the path of a Hugging Face
    tokenizer.json (pip install "khand[huggingface]"). Published prices are examples with their date: look at your
    provider's page.
    """
    from khand.models import prices
    from khand.tokenizers import get_tokenizer, known_tokenizers

    found = {name: get_tokenizer(name) for name in known_tokenizers()}
    models = prices()
    if as_json:
        echo_json(
            [
                {
                    "name": name,
                    "backend": tokenizer.backend,
                    "exact": tokenizer.exact,
                    "models": [model._asdict() for model in models if model.tokenizer == name],
                }
                for name, tokenizer in found.items()
            ]
        )
        return
    click.echo(
        columns((name, one.backend, "exact" if one.exact else "≈ estimate") for name, one in found.items())
    )
    click.echo()
    click.echo(
        columns(
            (
                model.model,
                f"{model.price:.2f}",
                f"US dollars for a million tokens of {model.tokenizer}, {model.date}, {model.source}",
            )
            for model in models
        )
    )
