"""``khand check``: whether documents keep to limits, for continuous integration and commit hooks."""

from __future__ import annotations

import sys
from typing import Any

import click

from khand.budgets import Budgets
from khand.cli.base import (
    FILE,
    Command,
    echo_json,
    json_option,
    model_option,
    number_or_share,
    price_option,
    whole_number,
)
from khand.cli.cutting import cutting_options, taken_settings
from khand.cli.reading import heading_options, hints, reading_options
from khand.readers import FolderRules, PassedOver, ReadOptions
from khand.settings import Settings

EXAMPLES = """
khand check docs/ --model text-embedding-3-small --size 512    # no chunk is longer than the model reads
khand check docs/ --size 100000 --max-tokens 1500              # no section is longer than that
khand check docs/ --against chunks.jsonl --max-change 10%      # of what is embedded, no more is new or gone
khand check docs/ --price 0.02 --max-cost 0.5 --json
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=FILE)
@click.option(
    "--max-tokens",
    type=whole_number,
    metavar="N",
    help="No chunk may have more tokens.  [default: --size; with --model no more than the model reads]",
)
@click.option(
    "--against", metavar="OLD", type=FILE, help="Compare with the chunks of an earlier run, cut the same way."
)
@click.option(
    "--max-change",
    type=number_or_share,
    metavar="N|N%",
    help="With --against: at most so many tokens in chunks that are new, and in those that are gone; or a share of all.",
)
@click.option(
    "--max-cost",
    type=float,
    metavar="AMOUNT",
    help="Embedding may cost no more: all chunks, or with --against those that are new.",
)
@cutting_options
@reading_options
@heading_options
@click.option("--root", type=FILE, help="Folder that the names of all documents are relative to.")
@model_option
@price_option
@json_option
@click.option("--github", is_flag=True, help="Print what does not hold as annotations of GitHub Actions.")
def command(
    *,
    inputs: tuple[str, ...],
    max_tokens: int | None,
    against: str | None,
    max_change: int | str | None,
    max_cost: float | None,
    root: str | None,
    reading: ReadOptions,
    rules: FolderRules,
    price: float | None,
    as_json: bool,
    github: bool,
    **options: Any,  # noqa: ANN401 -- what is left are settings
) -> None:
    """
    Check that documents keep to limits: cut them as `khand chunk` would, write nothing, say what does not hold.

    Exit code 1 if something does not hold or a document cannot be read, with file and line. The chunks to compare with are
    those that `khand chunk` wrote with the same options.
    """
    from khand.cli.checked import Checked, show
    from khand.cli.chunking import applicable
    from khand.cli.run import files_of
    from khand.tokenizers import get_tokenizer

    settings = Settings(**taken_settings(options))
    if max_change is not None and against is None:
        raise click.UsageError("--max-change is about what changed since an earlier run: add --against OLD")
    if against is not None and max_change is None and max_cost is None:
        raise click.UsageError("--against OLD limits nothing by itself: add --max-change or --max-cost")
    if as_json and github:
        raise click.UsageError("--json and --github are two ways to say the same; give one of them")
    tokenizer = get_tokenizer(settings.tokenizer)
    price = applicable(price, settings)
    if max_cost is not None and price is None:
        raise click.UsageError("--max-cost needs a price of tokens: give --price or --model")
    budgets = Budgets(
        max_tokens=_limit(settings.size if max_tokens is None else max_tokens),
        max_change=max_change,
        max_cost=max_cost,
        unit=settings.unit,
        exact=tokenizer.exact,
    )
    passed = PassedOver()
    files, errors = files_of(inputs, reading, rules, passed, source=None, root=root)
    for hint in hints(files, reading, passed):
        click.echo(f"Note: {hint}", err=True)
    checked = Checked(settings, budgets, price, against)
    for error in errors:
        checked.run.fail(error, error.source or "")
    checked.check(files, reading)
    if as_json:
        echo_json(checked.to_dict())
    else:
        show(checked, files, github=github)
    if not checked.ok:
        sys.exit(1)


def _limit(tokens: int) -> int:
    """No more than the model of ``--model`` reads."""
    model = click.get_current_context().meta.get("khand.model")
    return tokens if model is None or model.limit is None else min(tokens, model.limit)
