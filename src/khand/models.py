"""Money: prices of embedding models as dated data, and amounts written with enough digits."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Price(NamedTuple):
    """
    What a provider asked for one million tokens on a date; look at the source before relying on it.

    Attributes:
        model: Name of the embedding model.
        tokenizer: The tokenizer that counts its tokens.
        price: Price of one million tokens, in US dollars.
        date: When that was published, ISO 8601.
        source: Where.

    """

    model: str
    tokenizer: str
    price: float
    date: str
    source: str


@cache
def prices() -> tuple[Price, ...]:
    """
    The prices that ship with khand, in the order of ``prices.txt``.

    >>> prices()[0].model, prices()[0].price
    ('text-embedding-3-small', 0.02)

    """
    lines = files("khand").joinpath("prices.txt").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return tuple(Price(model, name, float(price), date, source) for model, name, price, date, source in rows)


def model_named(name: str) -> Price | None:
    """
    The entry of a model, or None where its price is not known.

    >>> model_named("text-embedding-3-small").tokenizer
    'cl100k_base'

    """
    return next((price for price in prices() if price.model == name), None)


def format_amount(amount: float) -> str:
    """
    An amount of money with two decimals, and with as many more as its first five digits need: never 0 when it is not.

    >>> [format_amount(x) for x in (0.0, 1234.5, 0.5, 0.011408, 0.00022816, 2e-9)]
    ['0.00', '1,234.50', '0.50', '0.011408', '0.00022816', '0.000000002']

    """
    if amount == 0 or abs(amount) >= 1:
        return f"{amount:,.2f}"
    import math

    decimals = 4 - math.floor(math.log10(abs(amount)))
    whole, _, rest = f"{amount:.{decimals}f}".partition(".")
    return f"{whole}.{rest.rstrip('0').ljust(2, '0')}"
