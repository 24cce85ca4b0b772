"""Checks of values and texts that several rooms share; each names what was given and what is allowed."""

from __future__ import annotations

import math
import operator
import re
import sys
from typing import SupportsIndex

from khand.errors import InputError, OptionError


def whole(option: str, value: SupportsIndex, low: int = 0, high: int | None = None) -> int:
    """
    A whole number, as a Python ``int``; NumPy's whole numbers pass, ``True`` and ``"512"`` do not.

    Args:
        option: The name of the setting, for the message.
        value: What was given.
        low: The smallest allowed value.
        high: The largest allowed value; None for no upper limit.

    Raises:
        OptionError: It is not a whole number, or outside the allowed range.

    >>> whole("size", 512, 1)
    512
    >>> whole("size", 0, 1)
    Traceback (most recent call last):
        ...
    khand.errors.OptionError: size=0: must be a whole number from 1 up

    """
    try:
        number = -1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = -1
    if number < low or (high is not None and number > high):
        allowed = f"from {low} up" if high is None else f"from {low} to {high}"
        raise OptionError(f"{option}={value!r}: must be a whole number {allowed}", option=option, value=value)
    return number


def share_of(option: str, share: str, tokens: int) -> int:
    """
    A share such as ``"10%"`` of a number of tokens, rounded down.

    Args:
        option: The name of the setting, for the message.
        share: A percentage with at most six decimals.
        tokens: What it is a share of.

    Raises:
        OptionError: Not such a share.

    >>> share_of("overlap", "12.5%", 100), share_of("overlap", "0.1%", 999)
    (12, 0)

    """
    found = re.fullmatch(r"\s*(\d{1,3})(?:\.(\d{1,6}))?\s*%\s*", share)
    if found is None:
        raise OptionError(
            f"{option}={share!r}: give a whole number of tokens or a share such as '10%'",
            option=option,
            value=share,
        )
    decimals = found[2] or ""
    # whole-number arithmetic: 0.1 * tokens is not exact in binary
    return int(int(found[1] + decimals) * tokens // (100 * 10 ** len(decimals)))


def price_per_million(price: float | str | None) -> float | None:
    """
    A price of one million tokens, in any currency; None where none was given.

    Args:
        price: The price; or a model whose published price khand knows.

    Raises:
        OptionError: It is not a number, negative or not finite, or there is no such model.

    >>> price_per_million(0.02), price_per_million("text-embedding-3-small")
    (0.02, 0.02)

    """
    if isinstance(price, str):
        from khand.models import get_model

        try:
            known = get_model(price)
        except OptionError as error:
            raise OptionError(
                f"price={price!r}: must be a number from 0 up, the price of one million tokens, or a model: {error}",
                option="price",
                value=price,
            ) from None
        if known.price is None:
            raise OptionError(
                f"price={price!r}: no price is known for this model; give a number",
                option="price",
                value=price,
            )
        return known.price
    if price is not None and not (_is_real(price) and 0 <= price <= sys.float_info.max):
        raise OptionError(
            f"price={price!r}: must be a number from 0 up, the price of one million tokens",
            option="price",
            value=price,
        )
    return price


def ratio_of(ratio: float) -> tuple[int, int]:
    """
    Characters per token as an exact fraction: the number as it is written, not as binary holds it.

    Returns:
        Numerator and denominator, both >= 1.

    Raises:
        OptionError: Not a number, not above 0, or not finite.

    >>> ratio_of(3.5), ratio_of(0.3)
    ((7, 2), (3, 10))

    """
    if not (_is_real(ratio) and 0 < ratio < math.inf):
        raise OptionError(
            f"ratio={ratio!r}: must be a number above 0, the characters of one token",
            option="ratio",
            value=ratio,
        )
    from fractions import Fraction

    return Fraction(str(ratio)).as_integer_ratio()


def refuse_surrogates(text: str, source: str | None = None) -> None:
    """
    Check that a text is one: a ``str`` of characters.

    Args:
        text: What was given.
        source: The name of the document, which the message gives; None where it has none.

    Raises:
        InputError: It is not a ``str``, or it holds a lone surrogate; `position` is the first one's offset.

    """
    if not isinstance(text, str):
        remedy = "; decode it first, or let khand.chunk_file read it" if isinstance(text, bytes) else ""
        raise InputError(f"the text must be a str, not {type(text).__name__}{remedy}", source=source)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"{source or 'the text'} holds a lone surrogate U+{ord(text[error.start]):04X} at offset {error.start}, which is "
            "no character; replace it, e.g. by U+FFFD",
            source=source,
            position=error.start,
        ) from None


def _is_real(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
