"""``khand verify``: chunks against the documents they were made of."""

from __future__ import annotations

import sys

import click

from khand.cli.base import FILE, Command, echo_json, json_option, tokenizer_option, whole_number
from khand.cli.reading import reading_again_options, reading_of
from khand.formatting import counted

EXAMPLES = """
khand verify chunks.jsonl --sources docs/
khand verify chunks/ --sources docs/    # a folder of --out-dir says itself how it was made
khand verify chunks.jsonl --sources docs/ --tokenizer o200k_base --size 512
"""
SHOWN = 20


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("chunks", metavar="CHUNKS", type=FILE)
@click.option(
    "--sources",
    type=click.Path(file_okay=False),
    default=".",
    show_default=True,
    help="Folder that the names of the documents are relative to.",
)
@tokenizer_option
@click.option("--size", type=whole_number, metavar="N", help="Check that no chunk has more tokens than this.")
@reading_again_options
@json_option
def command(*, chunks: str, sources: str, as_json: bool, **given: object) -> None:
    """
    Read the documents again and check every chunk: its text, offsets and lines, counts, overlap and id.

    CHUNKS is a file that `khand chunk` wrote, or the folder of --out-dir. It also checks that nothing of a document is
    lost. Exit code 1 if any check fails.
    """
    from khand.verification import verify

    options = _options(chunks, given)
    found = verify(chunks, sources, reading=reading_of(options), **options)  # type: ignore[arg-type]
    if as_json:
        problems = [problem._asdict() for problem in found.problems]
        echo_json({"documents": found.documents, "chunks": found.chunks, "problems": problems})
    else:
        for problem in found.problems[:SHOWN]:
            click.echo(str(problem))
        if len(found.problems) > SHOWN:
            click.echo(f"… and {counted(len(found.problems) - SHOWN, 'problem')} more; --json has all")
        told = counted(len(found.problems), "problem") if found.problems else "everything holds"
        click.echo(f"{counted(found.chunks, 'chunk')} of {counted(found.documents, 'document')}: {told}")
    if found.problems:
        sys.exit(1)


def _options(chunks: str, given: dict[str, object]) -> dict[str, object]:
    """What is given on the command line, else what a folder of parts says of itself, else the defaults."""
    from click.core import ParameterSource

    from khand.shards import read_settings

    known = read_settings(chunks) or {}
    context = click.get_current_context()
    return {
        name: known[name]
        if name in known and context.get_parameter_source(name) is not ParameterSource.COMMANDLINE
        else value
        for name, value in given.items()
    }
