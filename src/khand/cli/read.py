"""``khand read``: the text that a reader makes of a file, which offsets of chunks refer to."""

from __future__ import annotations

import sys
from typing import Any

import click

from khand.cli.base import FILE, Command, json_option
from khand.cli.reading import reading_again_options, reading_of

EXAMPLES = """
khand read report.pdf
khand read page.html --main > page.md
khand read tickets.jsonl --text-field body.text --json | jq .metadata
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("file", metavar="FILE", type=FILE)
@reading_again_options
@json_option
def command(*, file: str, as_json: bool, **options: Any) -> None:  # noqa: ANN401  # each checked by ReadOptions
    """
    Print the text that khand makes of a file: what is cut, and what offsets and lines of chunks refer to.

    FILE is a file, or - for standard input. Of a file of records the texts come one after the other with a blank line
    between them; --json prints a line for each document, with its format, where its pages begin and its metadata.
    """
    import json
    from pathlib import Path

    from khand.readers import Found, documents, read_all

    reading = reading_of(options)
    if file == "-":
        found = documents(sys.stdin.buffer.read(), "", "standard input", reading, otherwise="markdown")
    else:
        found = read_all(Found(Path(file), file), reading)
    for number, document in enumerate(found):
        for sentence in document.left_out:
            click.echo(f"Note: left out: {sentence}", err=True)
        if as_json:
            about = {"source": document.source, "format": document.format, "pages": list(document.pages)}
            record = about | {"metadata": document.metadata, "text": document.text}
            sys.stdout.buffer.write((json.dumps(record, ensure_ascii=False) + "\n").encode())
        else:
            # bytes: line ends as they are, the same on every system
            sys.stdout.buffer.write(("\n" if number else "").encode() + document.text.encode())
    sys.stdout.buffer.flush()
