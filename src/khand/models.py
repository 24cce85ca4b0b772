"""Embedding models as dated data: price, tokenizer, limit."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from khand.errors import InputError, OptionError

_COLUMNS = 9


class Model(NamedTuple):
    """
    What is known of an embedding model; look at the source before relying on a price.

    Attributes:
        name: The name its provider calls it by.
        provider: Who serves it; "" for a model to run oneself.
        price: Price of one million tokens in US dollars; None where none is known.
        tokenizer: khand's name of the tokenizer that counts its tokens; "" where khand has none.
        limit: The most tokens of a text that it reads; None where not known.
        dimensions: Dimensions of its vectors; None where not known.
        repository: Where its ``tokenizer.json`` is published, as ``owner/name``; "" where not known.
        date: When the price was taken from the source, ISO 8601; "" without one.
        source: Where the price was taken from.
    """

    name: str
    provider: str
    price: float | None
    tokenizer: str
    limit: int | None
    dimensions: int | None
    repository: str
    date: str
    source: str


@cache
def models() -> tuple[Model, ...]:
    """
    The models that ship with khand, in the order of ``models.tsv``.

    >>> next((m.price, m.tokenizer, m.limit) for m in models() if m.name == "text-embedding-3-small")
    (0.02, 'cl100k_base', 8192)
    """
    return parse_models(files("khand").joinpath("models.tsv").read_text("utf-8"), "models.tsv")


def parse_models(text: str, name: str) -> tuple[Model, ...]:
    r"""
    Read models from lines of columns separated by tabs, as khand's own ``models.tsv`` has them.

    Args:
        text: model, provider, price, tokenizer, limit, dimensions, repository, date, source; columns may be empty or left out at
            the end; lines that begin with # are passed over.
        name: What messages call the text.

    Raises:
        InputError: A line does not have these columns; the message names it.

    >>> parse_models("mine\t\t0.05\tcl100k_base\t512", "my.tsv")[0].limit
    512
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1)]
    return tuple(
        _parsed(line, f"{name}, line {number}")
        for number, line in lines
        if line.strip() and not line.startswith("#")
    )


def _parsed(line: str, where: str) -> Model:
    cells = [cell.strip() for cell in line.split("\t")]
    if not cells[0] or len(cells) > _COLUMNS:
        raise InputError(
            f"{where}: give model, price and so on, separated by tabs ({_COLUMNS} columns at most)"
        )
    model, provider, price, tokenizer, limit, dimensions, repository, date, source = cells + [""] * (
        _COLUMNS - len(cells)
    )
    try:
        amount = float(price) if price else None
        read, vector = (int(cell) if cell else None for cell in (limit, dimensions))
    except ValueError as error:
        raise InputError(f"{where}: {error}") from error
    if amount is not None and not 0 <= amount < float("inf"):
        raise InputError(f"{where}: price {price} must be a number from 0 up")
    return Model(model, provider, amount, tokenizer, read, vector, repository, date, source)


def get_model(name: str, more: Iterable[Model] = ()) -> Model:
    """
    The model of a name.

    Args:
        name: As its provider spells it; case does not count, and the owner before a slash may be left out.
        more: The user's own models; they come before khand's.

    Raises:
        OptionError: No such model; the message names those with a like name.

    >>> get_model("text-embedding-3-smal")
    Traceback (most recent call last):
        ...
    khand.errors.OptionError: model='text-embedding-3-smal' is not known; near it are text-embedding-3-small, \
text-embedding-3-large, text-embedding-ada-002; `khand models` lists all
    >>> get_model("bge-m3").limit
    8192
    """
    known: dict[str, Model] = {}
    for model in (*more, *models()):
        known.setdefault(model.name.lower(), model)
    for model in tuple(known.values()):
        known.setdefault(model.name.lower().rpartition("/")[2], model)
    found = known.get(name.lower())
    if found is not None:
        return found
    near = dict.fromkeys(known[key].name for key in get_close_matches(name.lower(), known, n=5, cutoff=0.6))
    hint = f"near it are {', '.join(list(near)[:3])}" if near else f"known are {models()[0].name} and others"
    raise OptionError(
        f"model={name!r} is not known; {hint}; `khand models` lists all", option="model", value=name
    )


def model_named(name: str) -> Model | None:
    """
    The entry of a model by its exact name, or None where khand does not know it.

    >>> model_named("text-embedding-3-small").tokenizer
    'cl100k_base'

    """
    return next((model for model in models() if model.name == name), None)
