"""``khand chunk``: cut documents, write the chunks, say what they cost."""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import click

from khand.cli.base import (
    FILE,
    Command,
    complete_names,
    json_option,
    language_option,
    model_option,
    number_option,
    number_or_share,
    price_option,
    tokenizer_option,
    whole_number,
)
from khand.cli.difference import Lists, list_options
from khand.cli.reading import heading_options, hints, reading_options
from khand.readers import FolderRules, PassedOver, ReadOptions
from khand.settings import BY, CONTEXT, DEFAULT_SIZE, FRONT_MATTER, Settings
from khand.writers.formats import NAMES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

EXAMPLES = """
khand chunk handbook.md --by heading --size 512 --overlap 64 -o chunks.jsonl
khand chunk docs/ -o chunks.jsonl --price text-embedding-3-small    # a folder, and what embedding it costs
khand chunk 'docs/**/*.md' --preview 3    # look at the first chunks, write nothing
khand chunk book.txt --by sentence --language hi > chunks.jsonl
pandoc report.docx -t gfm | khand chunk - --source report.docx | jq .text
khand chunk corpus/ --out-dir chunks/ --jobs 8    # parts; start it again if it was ended
khand chunk docs/ -o chunks.jsonl --against chunks.jsonl --to-embed new.jsonl --to-delete gone.txt
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
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=FILE)
@click.option(
    "--by",
    type=click.Choice(BY),
    default="heading",
    show_default=True,
    help="The largest boundary that always ends a chunk. window: fixed windows of SIZE tokens.",
)
@number_option(
    "--size", default=DEFAULT_SIZE, help="No chunk has more tokens than this, overlap and context included."
)
@click.option(
    "--overlap",
    type=number_or_share,
    metavar="N|N%",
    help="Tokens a chunk may repeat of the end of the one before: whole sentences (rows, lines, items), or whole "
    "words where the last sentence is larger; or a share of the size such as 10%.  [default: 0; windows 64, a tenth of a size below 128]",
)
@tokenizer_option
@number_option(
    "--min-size", default=0, help="Join a section smaller than this with its neighbour, if both fit."
)
@number_option(
    "--heading-depth", default=6, help="Only headings down to this level end a chunk.", metavar="1..6"
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
@click.option(
    "--title",
    metavar="auto|name|none|TEXT",
    default="auto",
    show_default=True,
    help="First of the heading path where no level-1 heading is: the front matter's title, else the file's name (name).",
)
@click.option(
    "--front-matter",
    type=click.Choice(FRONT_MATTER),
    default="keep",
    show_default=True,
    help="Make front matter a chunk of its own, or leave it out.",
)
@number_option(
    "--children",
    default=0,
    help="Besides each chunk, windows of about N tokens inside it, one record each behind it; 0 for none.",
)
@click.option(
    "--cut-at",
    metavar="PATTERN",
    help="A regular expression: a chunk always ends before a line that matches.",
)
@language_option("Language of the sentences, such as hi; detected if not given.")
@reading_options
@heading_options
@click.option("--source", metavar="NAME", help="Name the chunks carry, for a single document.")
@click.option(
    "--root",
    type=FILE,
    help="Folder that the names of all documents are relative to.  "
    "[default: the folder given; of files named, the working folder]",
)
@click.option(
    "-o",
    "--output",
    type=FILE,
    help="File for the chunks: JSON Lines, CSV or Parquet, as its suffix or --to says.",
)
@click.option(
    "--to", type=click.Choice(NAMES), help="Format of the chunks.  [default: by suffix, else jsonl]"
)
@click.option(
    "--split-dir",
    type=FILE,
    help="New folder for the chunks as Markdown files, one each, in place of -o.",
)
@click.option(
    "--out-dir",
    type=FILE,
    help="Folder for the chunks in parts, in place of -o: a run that was ended goes on where it was.",
)
@click.option(
    "--jobs",
    type=whole_number,
    metavar="N",
    help="Processes that cut; they change nothing in the result.  [default: one a core where there is enough to do]",
)
@click.option(
    "--drop-duplicates",
    is_flag=True,
    help="Leave out chunks whose embedded text an earlier one has; its metadata say where they stood (also_in).",
)
@click.option(
    "--against",
    metavar="OLD",
    type=FILE,
    help="Compare with the chunks of an earlier run, as `khand diff` does.",
)
@list_options
@click.option("--preview", type=whole_number, metavar="N", default=0, help="Show the first N chunks.")
@model_option
@price_option
@json_option
@click.option("-q", "--quiet", is_flag=True, help="No summary; failures are told all the same.")
@click.option(
    "--progress",
    "progress_wanted",
    is_flag=True,
    help="Tell how far the work is: on a terminal a bar, which long work shows anyway, elsewhere a line every ten seconds.",
)
def command(
    *,
    inputs: tuple[str, ...],
    source: str | None,
    root: str | None,
    reading: ReadOptions,
    rules: FolderRules,
    jobs: int | None,
    progress_wanted: bool,
    output: str | None,
    **options: Any,  # noqa: ANN401 -- what is left are the fields of two records, each of which checks its own
) -> None:
    """
    Cut documents into chunks: JSON Lines with exact token counts, and a summary.

    INPUT is a file, a folder, a glob, or - for standard input. A folder stands for every file in it of a format that
    holds prose, but for hidden ones and those a .gitignore names. The format is told by the content, then by the suffix;
    standard input is Markdown where its content says nothing.

    Chunks go to the file of -o or the folder of --out-dir, else to standard output, unless --preview or --json is
    shown there. The summary goes to standard output where that is free, else to standard error.
    """
    from khand.cli.chunking import Chunking, Wanted, applicable
    from khand.cli.output import ending_in_order
    from khand.cli.run import files_of
    from khand.tokenizers import get_tokenizer

    cutting = {name: options.pop(name) for name in list(options) if name in _SETTINGS}
    lists = Lists(**{name: options.pop(name) for name in Lists._fields})
    wanted = Wanted(output=None if output == "-" else output, lists=lists, **options)
    # refused before any work
    wanted.check()
    settings = Settings(**cutting)
    if settings.children and wanted.drop_duplicates:
        raise click.UsageError(
            "--children with --drop-duplicates: a child may stand in many chunks; give one of the two"
        )
    get_tokenizer(settings.tokenizer)
    wanted = replace(wanted, price=applicable(wanted.price, settings))
    passed = PassedOver()
    files, errors = files_of(inputs, reading, rules, passed, source=source, root=root)
    wanted.check_outputs(files)
    for hint in hints(files, reading, passed):
        click.echo(f"Note: {hint}", err=True)
    chunking = Chunking(settings, wanted, reading=reading, jobs=jobs)
    with ending_in_order():
        chunking.run(files, errors, progress_wanted=progress_wanted)
    chunking.show()
    chunking.mind_limit()
    if not chunking.ok:
        sys.exit(1)


_SETTINGS = frozenset(field.name for field in fields(Settings))
