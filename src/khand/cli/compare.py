"""``khand compare``: what several ways of cutting make of the same documents."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from khand.cli.base import (
    Command,
    echo_json,
    encoding_option,
    json_option,
    model_option,
    number_option,
    price_option,
    tokenizer_option,
)
from khand.cli.documents import Documents
from khand.cli.lists import sweep_options
from khand.comparison import Compared, compare, grid
from khand.formatting import format_amount, number, percent
from khand.settings import unit_of

EXAMPLES = """
khand compare docs/ --size 200,400,800 --overlap 0,10%
khand compare handbook.md --by heading,sentence,window --price text-embedding-3-small
khand compare docs/ --size 400 --context all,headings,none --html compare.html
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=click.Path())
@sweep_options("compare")
@number_option("--min-size", default=0, help="As for khand chunk, for all.")
@click.option("--html", type=click.Path(dir_okay=False), metavar="FILE", help="Write a page with plots.")
@encoding_option
@tokenizer_option
@model_option
@price_option
@json_option
def command(
    *,
    inputs: tuple[str, ...],
    by: list[str],
    size: list[int],
    overlap: list[int | str] | None,
    context: list[tuple[str, ...]],
    min_size: int,
    html: str | None,
    encoding: str | None,
    tokenizer: str,
    price: float | None,
    as_json: bool,
) -> None:
    """
    Compare ways of cutting: chunks, tokens, cost, and what is cut through, beside what the formula says.

    INPUT is a file, a folder or a glob. Every combination of the values given is tried. Which of them finds more, only questions can
    tell: khand evaluate.
    """
    values: dict[str, list[Any]] = {
        "by": by,
        "size": size,
        "overlap": [*overlap] if overlap else [None],
        "context": context,
        "min_size": [min_size],
    }
    settings = grid(values | {"tokenizer": [tokenizer]})
    price = price if unit_of(tokenizer) == "tokens" else None
    rows, failed = _compare(inputs, encoding, settings)
    if html is not None:
        from khand.evaluation.compare_page import page
        from khand.writers import replacing

        with replacing(html) as file:
            file.write(page(rows, price))
    if as_json:
        costs = [None if price is None else row.tokens / 1e6 * price for row in rows]
        echo_json([row.to_dict() | {"cost": cost} for row, cost in zip(rows, costs, strict=True)])
    else:
        click.echo(_table(rows, price))
    if failed:
        sys.exit(1)


def _compare(
    inputs: Sequence[str], encoding: str | None, settings: dict[str, dict[str, Any]]
) -> tuple[list[Compared], int]:
    """The figures of every setting, and how many inputs failed; each of those is named."""
    documents = Documents(inputs, encoding)
    sums: list[Compared] = []
    for made in compare(((one.text, one.format) for one in documents), settings):
        sums = made
    documents.tell_failures(read=bool(sums))
    return sums, len(documents.failures)


def _table(rows: Sequence[Compared], price: float | None) -> str:
    from khand.evaluation.table import aligned

    cells = []
    for row in rows:
        cells.append(
            {
                "Setting": row.setting,
                "Chunks": number(row.chunks),
                "by formula": number(row.plan_chunks),
                "Embedded": number(row.tokens),
                "by formula ": number(row.plan_tokens),
                "Repeated": percent(row.repeated_share),
                "Context": percent(row.context_share),
                "Smallest": number(row.smallest),
                "Mean": f"{row.mean:,.0f}",
                "Largest": number(row.largest),
                "Sentences cut": number(row.sentences_cut),
                "Tables": number(row.tables_cut),
                "Code": number(row.code_cut),
                "Cost": "" if price is None else format_amount(row.tokens / 1e6 * price),
            }
        )
    return "\n".join(aligned(cells, None))
