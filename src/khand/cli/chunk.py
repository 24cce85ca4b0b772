"""``khand chunk``: cut documents, write the chunks, say what they cost."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import click

from khand.cli.base import FILE, Command, json_option, model_option, price_option, whole_number
from khand.cli.cutting import cutting_options, taken_settings
from khand.cli.difference import Lists, list_options
from khand.cli.reading import heading_options, hints, reading_options
from khand.readers import FolderRules, PassedOver, ReadOptions
from khand.settings import Settings
from khand.writers.formats import NAMES

EXAMPLES = """
khand chunk handbook.md --by heading --size 512 --overlap 64 -o chunks.jsonl
khand chunk docs/ -o chunks.jsonl --price text-embedding-3-small    # a folder, and what embedding it costs
khand chunk 'docs/**/*.md' --preview 3    # look at the first chunks, write nothing
khand chunk book.txt --by sentence --language hi > chunks.jsonl
pandoc report.docx -t gfm | khand chunk - --source report.docx | jq .text
khand chunk corpus/ --out-dir chunks/ --jobs 8    # parts; start it again if it was ended
khand chunk docs/ -o chunks.jsonl --against chunks.jsonl --to-embed new.jsonl --to-delete gone.txt
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=FILE)
@cutting_options
@click.option(
    "--children",
    type=whole_number,
    metavar="N",
    default=0,
    show_default=True,
    help="Also make small windows of about N tokens inside each chunk, a record each after the chunk's; 0 for none.",
)
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
    help="How many processes cut; the result is the same.  [default: one for each core where there is enough to do]",
)
@click.option(
    "--drop-duplicates",
    is_flag=True,
    help="Leave out chunks that repeat the embedded text of an earlier one, and their children; its metadata then says where they stood (also_in).",
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
@click.option("-q", "--quiet", is_flag=True, help="Print no summary; failures are still named.")
@click.option(
    "--progress",
    "progress_wanted",
    is_flag=True,
    help="Show how far the work is: a bar on a terminal (long work shows it anyway), a line every ten seconds elsewhere.",
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
    holds prose, except hidden ones and those that a .gitignore names. The format is told by the content, then by the suffix;
    standard input is Markdown unless its content says otherwise.

    Chunks go to the file of -o or the folder of --out-dir, else to standard output, unless --preview or --json is
    shown there. The summary goes to standard output where that is free, else to standard error.
    """
    from khand.cli.chunking import Chunking, Wanted, applicable
    from khand.cli.output import ending_in_order
    from khand.cli.run import files_of
    from khand.tokenizers import get_tokenizer

    cutting = taken_settings(options)
    lists = Lists(**{name: options.pop(name) for name in Lists._fields})
    wanted = Wanted(output=None if output == "-" else output, lists=lists, **options)
    # refused before any work
    wanted.check()
    settings = Settings(**cutting)
    get_tokenizer(settings.tokenizer, chars=0)
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
