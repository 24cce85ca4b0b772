"""``khand tokenizers``: what can count, and what it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from khand.cli.base import FILE, Command, echo_json, json_option
from khand.formatting import columns

if TYPE_CHECKING:
    from khand.tokenizers import Tokenizer

EXAMPLES = """
khand tokenizers
khand tokenizers models/bge-m3/tokenizer.json
khand chunk handbook.md --tokenizer o200k_base
khand chunk handbook.md --tokenizer models/bge-m3/tokenizer.json
khand chunk handbook.md --tokenizer estimate:3.5    # characters of a token, marked with ≈
"""


@click.command(cls=Command, epilog=EXAMPLES)
@json_option
@click.argument("files", metavar="[FILE]...", nargs=-1, type=FILE)
def command(*, files: tuple[str, ...], as_json: bool) -> None:
    """
    List the tokenizers: what counts with each, and models whose tokens they are.

    Take the tokenizer of your embedding model. Besides these names, --tokenizer takes the path of a Hugging Face
    tokenizer.json (pip install "khand[huggingface]"): each FILE is listed with the tokens that its template, such as
    [CLS] and [SEP], adds to every chunk. `khand models` lists more models, with prices and limits.
    """
    from khand.models import models
    from khand.tokenizers import get_tokenizer, known_tokenizers

    found = {name: get_tokenizer(name) for name in (*known_tokenizers(), *files)}
    counted = [model for model in models() if model.tokenizer]
    if as_json:
        echo_json(
            [
                {
                    "name": name,
                    "backend": tokenizer.backend,
                    "exact": tokenizer.exact,
                    "template": tokenizer.template,
                    "models": [model._asdict() for model in counted if model.tokenizer == name],
                }
                for name, tokenizer in found.items()
            ]
        )
        return
    click.echo(columns((name, one.backend, _about(one)) for name, one in found.items()))
    click.echo()
    click.echo(columns((model.name, model.tokenizer) for model in counted))


def _about(tokenizer: Tokenizer) -> str:
    exact = "exact" if tokenizer.exact else "≈ estimate"
    return (
        f"{exact}; its template adds {tokenizer.template} tokens to every chunk"
        if tokenizer.template
        else exact
    )
