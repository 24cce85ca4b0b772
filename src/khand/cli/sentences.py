"""``khand sentences``: one sentence a line."""

from __future__ import annotations

import json
import sys

import click

from khand.cli.base import FILE, Command, language_option

EXAMPLES = """
khand sentences letter.txt
khand sentences letter.txt --language hi --offsets
echo 'Dr. Rao came. She left.' | khand sentences -
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("file", metavar="FILE", type=FILE)
@language_option("Language of the text, such as en or hi; detected if not given.")
@click.option(
    "--offsets", is_flag=True, help="Start each line with the sentence's start and end, in characters."
)
@click.option("--json", "as_json", is_flag=True, help="Print each sentence as JSON with start, end and text.")
@click.option("--encoding", metavar="NAME", help="Encoding of the file.  [default: utf-8]")
def command(*, file: str, language: str | None, offsets: bool, as_json: bool, encoding: str | None) -> None:
    """
    Print the sentences of a text file, one a line.

    FILE is a file of plain text, or - for standard input. Line ends inside a sentence are shown as spaces;
    sentences of white space alone are not shown. Offsets are half-open, in code points from 0.
    """
    from pathlib import Path

    from khand.notes import without_rules
    from khand.readers import Found, document, read
    from khand.segmentation import sentences

    if file == "-":
        text = document(sys.stdin.buffer.read(), "", "standard input", encoding=encoding).text
    else:
        text = read(Found(Path(file), file), encoding=encoding).text
    found = sentences(text, language)
    note = without_rules(language)
    if note:
        click.echo(f"Note: {note}", err=True)
    for start, end in found:
        sentence = text[start:end]
        if not sentence.strip():
            continue
        if as_json:
            record = {"start": start, "end": end, "text": sentence}
            click.echo(json.dumps(record, ensure_ascii=False))
        else:
            click.echo((f"{start}\t{end}\t" if offsets else "") + " ".join(sentence.split()))
