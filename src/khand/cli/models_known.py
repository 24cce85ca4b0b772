"""How the commands use ``--model``: the user's own models, warnings of old prices and of texts over the model's limit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import click

from khand.errors import InputError
from khand.models import Model, get_model, parse_models

OLD_DAYS = 183
"""Half a year: from then on the age of a price is said."""
VARIABLE = "KHAND_MODELS"


def own_models() -> tuple[Model, ...]:
    """
    The models of the file that the variable KHAND_MODELS names; none without it.

    Raises:
        InputError: The file cannot be read.
    """
    path = os.environ.get(VARIABLE)
    if not path:
        return ()
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{VARIABLE}={path}: {error}", source=path) from error
    return parse_models(text, path)


def known_model(name: str) -> Model:
    """The model of a name, the user's own before khand's."""
    return get_model(name, own_models())


def defaults_of(model: Model) -> dict[str, Any]:
    """What a model says for the options ``--price`` and ``--tokenizer``; notes on its price's age and its tokenizer."""
    out: dict[str, Any] = {}
    if model.price is not None:
        out["price"] = model.price
        click.echo(f"Note: {priced(model)}", err=True)
    if model.tokenizer:
        out["tokenizer"] = model.tokenizer
    else:
        click.echo(f"Note: {how_to_count(model)}", err=True)
    return out


def priced(model: Model, today: date | None = None) -> str:
    """
    How far a price can be relied on, in words.

    Args:
        model: A model with a price.
        today: The date to compare with; None for today.
    """
    said = f"{model.name}: {model.price} US dollars for a million tokens"
    if not model.date:
        return f"{said} ({model.source})" if model.source else said
    said += f" on {model.date} ({model.source})"
    try:
        days = ((today or datetime.now(UTC).date()) - date.fromisoformat(model.date)).days
    except ValueError:
        return said
    return f"{said}; that is {days} days ago: look whether it still holds" if days > OLD_DAYS else said


def how_to_count(model: Model) -> str:
    """How to count exactly for a model whose tokenizer khand does not ship."""
    if model.repository:
        return (
            f"khand has no tables for the tokens of {model.name}: download tokenizer.json of {model.repository} and give its "
            "path with --tokenizer"
        )
    return f"the tokenizer of {model.name} is not published, so that counts with another one are near its own, no more"


def limit_note(sizes: Sequence[int], tokenizer: str) -> str:
    """
    What to say of chunks that are longer than the model of ``--model`` reads; "" for nothing.

    Args:
        sizes: Tokens of the texts.
        tokenizer: The tokenizer that counted them.
    """
    model: Model | None = click.get_current_context().meta.get("khand.model")
    if model is None or model.limit is None:
        return ""
    over = sum(size > model.limit for size in sizes)
    if not over:
        return ""
    own = model.tokenizer == tokenizer or tokenizer.endswith(".json")
    counted = "" if own else f" (counted with {tokenizer}, not with its own tokenizer)"
    return (
        f"{over:,} of {len(sizes):,} chunks are longer than the {model.limit:,} tokens that {model.name} reads{counted}: "
        "it would cut or refuse them; choose a smaller size"
    )
