"""``khand chunk``: cut documents, write the chunks, say what they cost."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO, cast

import click

from khand.cli.base import (
    Command,
    complete_names,
    echo_json,
    json_option,
    language_option,
    model_option,
    number_or_share,
    price_option,
    tokenizer_option,
    whole_number,
)
from khand.settings import BY, CONTEXT, DEFAULT_SIZE, FORMATS, Settings

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from khand.cli.run import Run
    from khand.engine import Options

EXAMPLES = """
khand chunk handbook.md --by heading --size 512 --overlap 64 -o chunks.jsonl
khand chunk docs/ -o chunks.jsonl --price text-embedding-3-small    # a folder, and what embedding it costs
khand chunk 'docs/**/*.md' --preview 3    # look at the first chunks, write nothing
khand chunk book.txt --by sentence --language hi > chunks.jsonl
pandoc report.docx -t gfm | khand chunk - --source report.docx | jq .text
"""


def _context_names(value: str) -> tuple[str, ...]:
    """Read the names of what goes around a text; none for nothing."""
    if value == "none":
        return ()
    names = tuple(name.strip() for name in value.split(","))
    wrong = [name for name in names if name not in CONTEXT]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r}: give some of {','.join(CONTEXT)}, or none")
    return names


def _complete_context(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names that are not there yet, after the last comma; none stands alone."""
    typed, comma, last = incomplete.rpartition(",")
    names = [name for name in CONTEXT if name not in typed.split(",")]
    return complete_names(names if comma else [*names, "none"], last, before=typed + comma)


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "--by",
    type=click.Choice(BY),
    default="heading",
    show_default=True,
    help="The largest boundary that always ends a chunk. window: fixed windows of SIZE tokens.",
)
@click.option(
    "--size",
    type=whole_number,
    metavar="N",
    default=DEFAULT_SIZE,
    show_default=True,
    help="No chunk has more tokens than this, overlap and context included.",
)
@click.option(
    "--overlap",
    type=number_or_share,
    metavar="N|N%",
    help="Tokens a chunk may repeat of the end of the one before: whole sentences (rows, lines, items), or whole "
    "words where the last sentence is larger; or a share of the size such as 10%.  [default: 0; windows 64, a tenth of a size below 128]",
)
@tokenizer_option
@click.option(
    "--min-size",
    type=whole_number,
    metavar="N",
    default=0,
    show_default=True,
    help="Join a section smaller than this with its neighbour, if both fit.",
)
@click.option(
    "--heading-depth",
    type=whole_number,
    metavar="1..6",
    default=6,
    show_default=True,
    help="Only headings down to this level end a chunk.",
)
@click.option(
    "--context",
    metavar="NAMES",
    type=_context_names,
    default=",".join(CONTEXT),
    show_default=True,
    shell_complete=_complete_context,
    help="What is put around a text so that it stands on its own: some of these, or none.",
)
@click.option("--overlap-across-headings", is_flag=True, help="Carry overlap over a heading, too.")
@language_option("Language of the sentences, such as hi; detected if not given.")
@click.option("--format", type=click.Choice(FORMATS), help="Format of all inputs.  [default: by extension]")
@click.option(
    "--encoding", metavar="NAME", help="Encoding of files without a byte order mark.  [default: utf-8]"
)
@click.option("--source", metavar="NAME", help="Name the chunks carry, for a single document.")
@click.option("-o", "--output", type=click.Path(), help="File for the chunks, JSON Lines.")
@click.option("--preview", type=whole_number, metavar="N", default=0, help="Show the first N chunks.")
@model_option
@price_option
@json_option
def command(
    *,
    inputs: tuple[str, ...],
    format: str | None,
    source: str | None,
    encoding: str | None,
    output: str | None,
    preview: int,
    price: float | None,
    as_json: bool,
    **cutting: object,
) -> None:
    """
    Cut documents into chunks: JSON Lines with exact token counts, and a summary.

    INPUT is a file, a folder, a glob, or - for standard input. A folder stands for the Markdown, text and HTML
    files in it. The format follows the extension: .md is Markdown, .html HTML, others plain text; standard input
    is Markdown.

    Chunks go to the file of -o, else to standard output, unless --preview or --json is shown there. The summary
    goes to standard output where that is free, else to standard error.
    """
    from khand.checks import price_per_million, whole
    from khand.cli.run import Run, check_output, files_of, progress, write
    from khand.cli.summary import LISTED
    from khand.jobs import chunk_files
    from khand.tokenizers import get_tokenizer

    output = None if output == "-" else output
    options = cast("Options", cutting)
    # refused before any work
    price_per_million(price)
    whole("preview", preview)
    settings = Settings(**options)  # type: ignore[arg-type]  # its context is a tuple by now
    get_tokenizer(settings.tokenizer)
    price = _applicable(price, settings)
    files, errors = files_of(inputs, format=format, encoding=encoding, source=source)
    check_output(output, files)

    run = Run(settings, keep=max(preview, LISTED))
    for error in errors:
        run.fail(error)
    if format is not None:
        options["format"] = format
    to_stdout = output is None and not preview and not as_json
    with progress(files) as tracked:
        write(
            run.chunks(chunk_files(tracked, encoding=encoding, **options)), run, output, to_stdout=to_stdout
        )
    out = sys.stderr if to_stdout else sys.stdout
    _show(run, out, preview=preview, price=price, as_json=as_json)
    _mind_limit(run, settings)
    if run.failed:
        sys.exit(1)


def _applicable(price: float | None, settings: Settings) -> float | None:
    """The price if there is one for what is counted; says what is amiss with it."""
    priced = click.get_current_context().meta.get("khand.priced")
    tokenizer = settings.tokenizer
    note = ""
    if price is not None and settings.unit != "tokens":
        price = None
        note = (
            f"no cost: a price is for tokens, and these are {settings.unit}; "
            "count with the model's tokenizer, or estimate"
        )
    elif priced is not None and priced.tokenizer != tokenizer:
        own = f"counts tokens with {priced.tokenizer}" if priced.tokenizer else "has its own tokenizer"
        note = f"{priced.name} {own}, not {tokenizer}; its bill will differ."
    if note:
        click.echo(f"Note: {note}", err=True)
    return price


def _mind_limit(run: Run, settings: Settings) -> None:
    """Warn of chunks that the model named would not read whole."""
    from khand.cli.models_known import limit_note

    note = limit_note([size for _, report in run.done for size in report.sizes], str(settings.tokenizer))
    if note:
        click.echo(f"Warning: {note}", err=True)


def _show(run: Run, out: TextIO, *, preview: int, price: float | None, as_json: bool) -> None:
    from khand.cli import summary

    report = run.report()
    if as_json:
        echo_json(summary.as_dict(run.done, report, failed=run.failed, price=price))
    elif report is not None:
        if preview:
            from khand.cli.preview import show

            show(run.first[:preview], out, exact=report.exact, unit=report.unit)
        elif len(run.done) == 1:
            click.echo(summary.titles(run.first, report), file=out)
        click.echo(summary.table(run.done, report, price), file=out)
