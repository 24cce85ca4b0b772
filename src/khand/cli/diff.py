"""``khand diff``: what changed between two sets of chunks, and what it costs."""

from __future__ import annotations

import click

from khand.cli.base import FILE, Command, echo_json, json_option, price_option
from khand.cli.difference import Lists, difference_dict, difference_table, list_options

EXAMPLES = """
khand diff old.jsonl new.jsonl --price text-embedding-3-small
khand diff old.jsonl new.jsonl --to-embed new-chunks.jsonl --to-delete gone.txt
khand chunk docs/ -o chunks.jsonl --against chunks.jsonl --to-embed new-chunks.jsonl --to-delete gone.txt
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@list_options
@price_option
@json_option
def command(*, old: str, new: str, price: float | None, as_json: bool, **lists: str | None) -> None:
    """
    Compare two sets of chunks: what is new, gone, moved and unchanged, and what embedding only the new costs.

    OLD and NEW are files that `khand chunk` wrote, or folders of --out-dir. Chunks are told apart by their ids: a chunk
    whose document, heading path or embedded text changed is a new one.
    """
    from khand.changes import diff
    from khand.checks import price_per_million

    price = price_per_million(price)
    wanted = Lists(**lists)
    wanted.check()
    difference = diff(old, new)
    wanted.write(difference)
    if as_json:
        echo_json(difference_dict(difference, price))
    else:
        click.echo(difference_table(difference, price))
