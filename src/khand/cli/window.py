"""``khand window``: the context-window planner."""

from __future__ import annotations

from pathlib import Path

import click

from khand.cli.base import (
    Command,
    Row,
    columns,
    counted,
    echo_json,
    json_option,
    number,
    parse_whole,
    percent,
    tokenizer_option,
    whole_number,
)
from khand.window import Window, window

EXAMPLES = """
khand window --window 128000 --prompt 2000 --tools 3000 --history 8000 --answer 4000 --chunks chunks.jsonl
khand window --window 8192 --prompt prompt.md --answer 1000 --chunk-size 512
"""
PART = "NUMBER|FILE"
# glyph and colour of each part, so that the bar can be read without colours too
LOOKS = {
    "prompt": ("█", "cyan"),
    "tools": ("▓", "blue"),
    "history": ("▒", "magenta"),
    "answer": ("▚", "yellow"),
    "chunks": ("░", "green"),
}
MEASURES = {
    "nominal": "of the size given",
    "mean": "of the mean size",
    "p95": "of the size 95 % do not exceed",
    "worst": "of the largest size: always fit",
}
BAR_WIDTH = 60


@click.command(cls=Command, epilog=EXAMPLES)
@click.option(
    "--window",
    "total",
    type=whole_number,
    metavar="N",
    required=True,
    help="Tokens of the model's context window.",
)
@click.option("--prompt", metavar=PART, default="0", help="The prompt.")
@click.option("--tools", metavar=PART, default="0", help="The tool descriptions.")
@click.option("--history", metavar=PART, default="0", help="The conversation so far.")
@click.option("--answer", metavar=PART, default="0", help="What is kept free for the answer.")
@click.option(
    "--chunks",
    type=click.Path(dir_okay=False),
    help="A file of chunks made by `khand chunk`: how many fit is measured on them.",
)
@click.option(
    "--chunk-size", type=whole_number, metavar="N", help="Tokens of a chunk, where there are none yet."
)
@tokenizer_option
@json_option
def command(
    *,
    total: int,
    prompt: str,
    tools: str,
    history: str,
    answer: str,
    chunks: str | None,
    chunk_size: int | None,
    tokenizer: str,
    as_json: bool,
) -> None:
    """
    Plan a context window: how many retrieved chunks fit beside prompt, tools, history and answer.

    A part is a number of tokens, or a file whose tokens are counted.
    """
    given = {"prompt": prompt, "tools": tools, "history": history, "answer": answer}
    counted = {name: _tokens(part, tokenizer) for name, part in given.items()}
    made = window(
        total,
        **{name: tokens for name, (tokens, _) in counted.items()},
        chunks=_chunk_tokens(chunks),
        chunk_tokens=chunk_size,
    )
    if as_json:
        echo_json(made.to_dict())
    else:
        _show(made, {name for name, (_, exact) in counted.items() if not exact})


def _tokens(part: str, tokenizer: str) -> tuple[int, bool]:
    """Tokens of a part, and whether they are a count or were given, not an estimate."""
    given = parse_whole(part)
    if given is not None:
        return given, True
    from khand.read import Found, read
    from khand.tokenizers import get_tokenizer

    counter = get_tokenizer(tokenizer)
    return counter.count(read(Found(Path(part), part)).text), counter.exact


def _chunk_tokens(path: str | None) -> list[int] | None:
    if path is None:
        return None
    from khand.read.chunks import chunk_tokens

    return chunk_tokens(path)


def _show(made: Window, estimates: set[str]) -> None:
    from rich.console import Console

    shares = {name: getattr(made, name) for name in ("prompt", "tools", "history", "answer")}
    shares["chunks"] = made.rest
    estimated = bool(estimates)
    marked = estimates | {"chunks"} if estimated else estimates
    console = Console(highlight=False, soft_wrap=True)
    console.print(_bar(shares, made.total))
    rows: list[Row] = [
        (f"{LOOKS[name][0]} {name}", number(tokens, estimated=name in marked), percent(tokens / made.total))
        for name, tokens in shares.items()
    ]
    console.print(columns([*rows, ("  window", number(made.total), "")]), markup=False)
    for name, fit in made.fits.items():
        left = f"{counted(fit.left, 'token', estimated=estimated)} left"
        if not fit.chunks:
            left = f"one is {counted(fit.tokens - made.rest, 'token', estimated=estimated)} too large"
        fits = counted(fit.chunks, "chunk", estimated=estimated)
        console.print(
            f"  {fits} {MEASURES[name]} ({counted(fit.tokens, 'token')}): {left}",
            markup=False,
        )


def _bar(shares: dict[str, int], total: int) -> str:
    """Each part as wide as its share, at least one cell if it is not empty, in rich's markup."""
    widths = {name: max(round(tokens / total * BAR_WIDTH), tokens > 0) for name, tokens in shares.items()}
    # rounding must not change the width of the whole: the widest part gives or takes
    widest = max(widths, key=lambda name: widths[name])
    widths[widest] += BAR_WIDTH - sum(widths.values())
    return "".join(f"[{colour}]{glyph * widths[name]}[/{colour}]" for name, (glyph, colour) in LOOKS.items())
