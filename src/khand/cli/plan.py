"""``khand plan``: the calculator."""

from __future__ import annotations

import sys

import click
from click.core import ParameterSource

from khand.cli.base import (
    Command,
    echo_json,
    json_option,
    model_option,
    number_option,
    number_or_share,
    parse_whole,
    price_option,
)
from khand.formatting import Row, columns, format_amount, number, percent
from khand.planning import CHARACTERS_PER_TOKEN, Plan, plan
from khand.settings import DEFAULT_SIZE

EXAMPLES = """
khand plan 10000 --size 512 --overlap 64 --price 0.02
khand plan 40000 --characters    # a length in characters, at 4 a token
khand plan 800 1200 950 --json    # several documents, each on its own
wc -m < book.txt | khand plan - --characters
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("lengths", metavar="LENGTH...", nargs=-1, required=True)
@number_option("--size", default=DEFAULT_SIZE, help="Tokens of a chunk.")
@click.option(
    "--overlap",
    type=number_or_share,
    metavar="N|N%",
    help="Tokens a chunk repeats of the end of the one before, or a share of the size such as 10%.  "
    "[default: 64; a tenth of a size below 128]",
)
@click.option("--characters", is_flag=True, help="The lengths are characters: estimate their tokens.")
@click.option(
    "--ratio",
    type=float,
    default=CHARACTERS_PER_TOKEN,
    show_default=True,
    help="Characters of a token, for the estimate. 4 fits English; Hindi, code and numbers have more tokens.",
)
@model_option
@price_option
@json_option
def command(
    *,
    lengths: tuple[str, ...],
    size: int,
    overlap: int | str | None,
    characters: bool,
    ratio: float,
    price: float | None,
    as_json: bool,
) -> None:
    """
    Plan fixed windows: how many chunks, how many tokens to embed, what they cost.

    LENGTH is the length of a document in tokens; give several for several documents, or - to read them from
    standard input.
    """
    _refuse_ratio(ratio, characters=characters)
    numbers = _lengths(lengths)
    made = plan(
        numbers[0] if len(numbers) == 1 else numbers,
        size=size,
        overlap=overlap,
        price=price,
        unit="characters" if characters else "tokens",
        ratio=ratio,
    )
    if as_json:
        echo_json(made.to_dict())
    else:
        click.echo(_table(made, sum(numbers)))


def _refuse_ratio(ratio: float, *, characters: bool) -> None:
    """Refuse a ratio that would change nothing."""
    given = click.get_current_context().get_parameter_source("ratio") is ParameterSource.COMMANDLINE
    if given and not characters:
        raise click.UsageError(
            f"--ratio {ratio:g} is for lengths in characters: add --characters, or leave --ratio out"
        )


def _lengths(words: tuple[str, ...]) -> list[int]:
    if words == ("-",):
        words = tuple(sys.stdin.read().split())
    numbers = []
    for word in words:
        found = parse_whole(word)
        if found is None:
            raise click.UsageError(f"{word!r} is not a length: give whole numbers, or - to read them")
        numbers.append(found)
    if not numbers:
        raise click.UsageError("no lengths on standard input")
    return numbers


def _table(made: Plan, given: int) -> str:
    def tokens(value: int) -> str:
        return number(value, estimated=made.estimated)

    several = made.documents != 1
    own = f"{number(given)} characters" if made.estimated else ""
    rows: list[Row] = [
        (f"{number(made.documents)} documents" if several else "Document", tokens(made.tokens), own),
        ("Chunk size", number(made.size), ""),
        (
            "Overlap",
            number(made.overlap),
            f"{percent(made.overlap / made.size)} of the size" if made.overlap else "",
        ),
        ("Chunks", tokens(made.chunks), "" if several else _formula(made)),
        ("Tokens to embed", tokens(made.embedded), ""),
        ("Repeated", tokens(made.repeated), _shares(made)),
    ]
    if made.last is not None and made.chunks > 1:
        rows.append(("Last chunk", tokens(made.last), "the remainder"))
    if made.cost is not None and made.price is not None:
        about = "≈" if made.estimated else ""
        repeated = (
            f"; repeated {about}{format_amount(made.repeated / 1e6 * made.price)}" if made.repeated else ""
        )
        note = f"at {format_amount(made.price)} for a million tokens{repeated}"
        rows.append(("Cost", about + format_amount(made.cost), note))
    return columns(rows)


def _shares(made: Plan) -> str:
    if not made.repeated:
        return ""
    than = "the document" if made.documents == 1 else "the documents"
    return f"{percent(made.repeated_share)} of what is embedded, {percent(made.surplus)} more than {than}"


def _formula(made: Plan) -> str:
    if made.chunks <= 1:
        return ""
    about = "≈" if made.estimated else ""
    return f"= 1 + ceil(({about}{made.tokens} - {made.size}) / ({made.size} - {made.overlap}))"
