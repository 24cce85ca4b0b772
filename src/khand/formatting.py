"""Figures as people read them: thousands apart, estimates marked, amounts with enough digits, in columns."""

from __future__ import annotations

import math
from collections.abc import Iterable

Row = tuple[str, str] | tuple[str, str, str]


def columns(rows: Iterable[Row]) -> str:
    """
    Rows of a name, a figure and perhaps a remark, aligned.

    >>> print(columns([("Chunks", "23"), ("Repeated", "1,408", "12.3 %")]))
    Chunks       23
    Repeated  1,408  12.3 %

    """
    filled = [(*row, "")[:3] for row in rows]
    name_width = max(len(row[0]) for row in filled)
    figure_width = max(len(row[1]) for row in filled)
    return "\n".join(
        f"{name:<{name_width}}  {figure:>{figure_width}}  {remark}".rstrip()
        for name, figure, remark in filled
    )


def number(value: float, *, estimated: bool = False) -> str:
    """
    A figure with thousands apart, one decimal where it is not whole, and ``≈`` where it is an estimate.

    >>> number(11408), number(53.52), number(1001, estimated=True)
    ('11,408', '53.5', '≈1,001')

    """
    # the format of a float would round a large whole number
    shown = f"{value:,}" if isinstance(value, int) else f"{value:,.{0 if value.is_integer() else 1}f}"
    return f"≈{shown}" if estimated else shown


def counted(count: float, name: str, *, estimated: bool = False) -> str:
    """
    A figure with its noun.

    >>> counted(1, "token"), counted(2, "chunk", estimated=True)
    ('1 token', '≈2 chunks')

    """
    return f"{number(count, estimated=estimated)} {name}" + ("" if count == 1 else "s")


def percent(share: float) -> str:
    """
    A share as a percentage with one decimal, never shown as nothing when it is something.

    >>> percent(0.1234), percent(0.0), percent(0.00001)
    ('12.3 %', '0 %', '<0.1 %')

    """
    if share == 0:
        return "0 %"
    return f"{share * 100:.1f} %" if share >= 0.0005 else "<0.1 %"


def format_amount(amount: float) -> str:
    """
    An amount of money with two decimals, and with as many more as its first five digits need: never 0 when it is not.

    >>> [format_amount(x) for x in (0.0, 1234.5, 0.5, 0.011408, 0.00022816, 2e-9)]
    ['0.00', '1,234.50', '0.50', '0.011408', '0.00022816', '0.000000002']

    """
    if amount == 0 or abs(amount) >= 1:
        return f"{amount:,.2f}"
    decimals = 4 - math.floor(math.log10(abs(amount)))
    whole, _, rest = f"{amount:.{decimals}f}".partition(".")
    return f"{whole}.{rest.rstrip('0').ljust(2, '0')}"
