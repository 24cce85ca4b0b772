"""``khand inspect``: what khand understood of a document."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from khand.cli.base import FILE, Command, echo_json, json_option, tokenizer_option, whole_number
from khand.cli.reading import heading_options, reading_again_options, reading_of
from khand.formatting import counted
from khand.settings import unit_of

EXAMPLES = """
khand inspect handbook.md
khand inspect handbook.md --depth 1    # the sections of the first level only
pandoc report.docx -t gfm | khand inspect -
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--depth", type=whole_number, metavar="N", help="Show no more than N levels of the tree.")
@tokenizer_option
@reading_again_options
@heading_options
@json_option
def command(
    *,
    file: str,
    depth: int | None,
    tokenizer: str,
    as_json: bool,
    detect_headings: bool,
    heading_patterns: tuple[str, ...],
    **options: Any,  # noqa: ANN401 -- what is left says how the file is read
) -> None:
    """
    Show what khand understood of a document: sections and blocks as a tree, with lines and sizes in tokens.

    FILE is a file, or - for standard input. A section is shown with its heading, and its size is that of all inside.
    """
    from khand.checks import whole
    from khand.inspection import inspect
    from khand.readers import Found, document, read
    from khand.tokenizers import get_tokenizer

    if depth is not None:
        depth = whole("depth", depth, 1)
    counter = get_tokenizer(tokenizer)
    reading = reading_of(options)
    if file == "-":
        given = document(sys.stdin.buffer.read(), "", "standard input", reading, otherwise="markdown")
    else:
        given = read(Found(Path(file), file), reading)
    tree = inspect(
        given.text,
        format=given.format,
        tokenizer=tokenizer,
        source=given.source,
        detect_headings=detect_headings,
        heading_patterns=heading_patterns,
    )
    if as_json:
        echo_json({"format": given.format} | tree.to_dict())
        return
    noun = unit_of(tokenizer)[:-1]
    click.echo(f"{file} — {given.format}, {counted(tree.tokens, noun, estimated=not counter.exact)}")
    for level, part in tree.walk():
        if 0 < level <= (depth or level):
            click.echo("  " * level + part.line(estimated=not counter.exact))
