"""``khand evaluate init``: passages drawn at random, to write questions for."""

from __future__ import annotations

import json
from pathlib import Path

import click

from khand.cli.base import Command, encoding_option, number_option
from khand.errors import InputError

EXAMPLES = """
khand evaluate init docs/ -o questions.jsonl
khand evaluate init docs/ --count 100 --seed 7 > questions.jsonl
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=click.Path())
@number_option("--count", default=30, help="How many passages to draw.")
@number_option("--seed", default=0, help="Another seed draws others.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="A new file for them.  [default: standard output]"
)
@encoding_option
def command(
    *, inputs: tuple[str, ...], count: int, seed: int, output: str | None, encoding: str | None
) -> None:
    """
    Draw passages to write questions for: at random, spread over the documents, into a template.

    Every line has an empty question and the passage that answers it. Ask as your users would, not in the passage's own words; lines
    left empty are passed over, and passages may be shortened to what answers.
    """
    from khand.cli.documents import read_documents
    from khand.evaluation.questions import draw_template
    from khand.evaluation.template import paragraphs

    if output is not None and Path(output).exists():
        raise click.UsageError(f"-o {output}: is there already, and may hold questions; name a new file")
    documents, _ = read_documents(inputs, encoding)
    drawn = draw_template({one.source: paragraphs(one) for one in documents}, count, seed)
    if not drawn:
        raise InputError("no paragraph of 80 to 800 characters in these documents")
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in drawn)
    if output is None:
        click.echo(lines, nl=False)
        return
    Path(output).write_bytes(lines.encode())
    click.echo(
        f"{len(drawn)} passages from {len({one['doc'] for one in drawn})} documents in {output}: write a question "
        "for each, then: khand evaluate INPUT --questions " + output,
        err=True,
    )
