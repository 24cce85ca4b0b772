"""``khand window``: the context-window planner."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from khand.cli.base import (
    FILE,
    Command,
    echo_json,
    json_option,
    parse_whole,
    tokenizer_option,
    whole_number,
)
from khand.context_window import Fit, Window, window
from khand.formatting import Row, columns, counted, number, percent
from khand.settings import UNITS, unit_of
from khand.tokenizers import Tokenizer, get_tokenizer

EXAMPLES = """
khand window --window 128000 --prompt 2000 --tools 3000 --history 8000 --answer 4000 --chunks chunks.jsonl
khand window --window 8192 --prompt prompt.md --answer 1000 --chunk-size 512
cat prompt.md | khand window --window 8192 --prompt - --chunk-size 512
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
@click.option("--prompt", type=FILE, metavar=PART, default="0", help="The prompt.")
@click.option("--tools", type=FILE, metavar=PART, default="0", help="The tool descriptions.")
@click.option("--history", type=FILE, metavar=PART, default="0", help="The conversation so far.")
@click.option("--answer", type=FILE, metavar=PART, default="0", help="What is kept free for the answer.")
@click.option(
    "--chunks",
    type=FILE,
    help="A file of chunks made by `khand chunk`: how many fit is measured on them.",
)
@click.option(
    "--chunk-size",
    "chunk_tokens",
    type=whole_number,
    metavar="N",
    help="Tokens of a chunk, where there are none yet.",
)
@tokenizer_option
@click.option("--encoding", metavar="NAME", help="Encoding of the files.  [default: utf-8]")
@json_option
def command(
    *,
    total: int,
    prompt: str,
    tools: str,
    history: str,
    answer: str,
    chunks: str | None,
    chunk_tokens: int | None,
    tokenizer: str,
    encoding: str | None,
    as_json: bool,
) -> None:
    """
    Plan a context window: how many retrieved chunks fit beside prompt, tools, history and answer.

    A part is a number of tokens, or a file whose tokens are counted, or - for standard input.
    """
    from khand.readers import check_encoding

    counter = get_tokenizer(tokenizer)  # refused before any work
    check_encoding(encoding)
    given = {"prompt": prompt, "tools": tools, "history": history, "answer": answer}
    twice = [f"--{name}" for name, part in given.items() if part == "-"][1:]
    if twice:
        raise click.UsageError(f"{twice[0]} -: standard input can be read for one part only")
    counts = {name: _tokens(part, counter, encoding) for name, part in given.items()}
    sizes, exact = (None, True) if chunks is None else _chunk_sizes(chunks, counter)
    made = window(
        total,
        **{name: tokens for name, (tokens, _) in counts.items()},
        chunks=sizes,
        chunk_tokens=chunk_tokens,
    )
    if as_json:
        echo_json(made.to_dict())
    else:
        estimates = {name for name, (_, exact) in counts.items() if not exact}
        _show(made, estimates, unit=unit_of(tokenizer), measured=not exact)


def _tokens(part: str, counter: Tokenizer, encoding: str | None) -> tuple[int, bool]:
    """The tokens of a part, and whether they are exact: counted or given, not estimated."""
    given = parse_whole(part)
    if given is not None:
        return given, True
    from khand.readers import Found, document, read

    if part == "-":
        text = document(sys.stdin.buffer.read(), "", "standard input", encoding=encoding).text
    else:
        text = read(Found(Path(part), part), encoding=encoding).text
    return counter.count(text), counter.exact


def _chunk_sizes(path: str, counter: Tokenizer) -> tuple[list[int], bool]:
    """
    The tokens of each chunk of a file, and whether they are exact.

    A file does not say what counted it, but its texts do: they are counted again, some of them.
    """
    from khand.readers.chunks import read_chunks

    tokens, sample = read_chunks(path)
    if _agrees(counter, sample):
        return tokens, counter.exact
    for name in (*UNITS, "estimate"):
        if _agrees(get_tokenizer(name), sample):
            break
    else:
        click.echo(
            f"Note: the chunks were not counted with {counter.name}; name their tokenizer with --tokenizer.",
            err=True,
        )
        return tokens, True
    if name in UNITS:
        raise click.UsageError(
            f"--chunks {path}: its sizes are {name}, the window is in {unit_of(counter.name)}; cut with the model's "
            f"tokenizer (khand chunk --tokenizer {counter.name}), or give everything in {name} with --tokenizer {name}"
        )
    return tokens, False


def _agrees(counter: Tokenizer, sample: Sequence[tuple[str, int]]) -> bool:
    return all(counter.count(text) + counter.template == tokens for text, tokens in sample)


def _show(made: Window, estimates: set[str], *, unit: str, measured: bool) -> None:
    """
    Print the window as a bar and in figures.

    Args:
        made: The window to show.
        estimates: The parts whose figures are estimates.
        unit: What is counted: tokens, characters or words.
        measured: Whether the sizes of the chunks are estimates.

    """
    from rich.console import Console

    shares = {name: getattr(made, name) for name in ("prompt", "tools", "history", "answer")}
    shares["chunks"] = made.rest
    marked = estimates | {"chunks"} if estimates else estimates
    console = Console(highlight=False, soft_wrap=True)
    console.print(_bar(shares, made.total))
    rows: list[Row] = [
        (f"{LOOKS[name][0]} {name}", number(tokens, estimated=name in marked), percent(tokens / made.total))
        for name, tokens in shares.items()
    ]
    console.print(columns([*rows, ("  window", number(made.total), "")]), markup=False)
    for name, fit in made.fits.items():
        about = measured and name != "nominal"
        console.print(
            _fit_line(name, fit, made.rest, unit[:-1], rest_about=bool(estimates), size_about=about),
            markup=False,
        )


def _fit_line(name: str, fit: Fit, rest: int, noun: str, *, rest_about: bool, size_about: bool) -> str:
    about = rest_about or size_about
    left = f"{counted(fit.left, noun, estimated=about)} left"
    if not fit.chunks:
        left = f"one is {counted(fit.tokens - rest, noun, estimated=about)} too large"
    fits = counted(fit.chunks, "chunk", estimated=about)
    return f"  {fits} {MEASURES[name]} ({counted(fit.tokens, noun, estimated=size_about)}): {left}"


def _bar(shares: dict[str, int], total: int) -> str:
    """Each part as wide as its share, at least one cell if it is not empty, in rich's markup."""
    widths = {name: max(round(tokens / total * BAR_WIDTH), tokens > 0) for name, tokens in shares.items()}
    # rounding must not change the width of the whole: the widest part gives or takes
    widest = max(widths, key=lambda name: widths[name])
    widths[widest] += BAR_WIDTH - sum(widths.values())
    return "".join(f"[{colour}]{glyph * widths[name]}[/{colour}]" for name, (glyph, colour) in LOOKS.items())
