"""``khand evaluate``: which way of cutting finds more, by one's own questions; and a template to write them in."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from khand.cli.base import (
    Command,
    echo_json,
    encoding_option,
    json_option,
    model_option,
    number_option,
    price_option,
    tokenizer_option,
)
from khand.cli.documents import read_documents
from khand.cli.lists import sweep_options, whole_numbers
from khand.errors import InputError

if TYPE_CHECKING:
    from khand.evaluation.cache import Cached
    from khand.evaluation.evaluate import Evaluation
    from khand.evaluation.questions import Located
    from khand.evaluation.settings import Setting
    from khand.evaluation.verdict import Verdict
    from khand.readers import Document

EXAMPLES = """
khand evaluate init docs/ -o questions.jsonl    # passages to write questions for
khand evaluate docs/ --questions questions.jsonl --html report.html
khand evaluate docs/ --questions questions.jsonl --size 200,400,800 --overlap 0,10% --retriever hybrid
khand evaluate docs/ --questions questions.jsonl --size 400 --chunker mymodule:split
khand evaluate docs/ --questions questions.jsonl --size 400 --fail-under recall@1000=0.8    # for CI
"""


class Evaluate(Command):
    """The command, and ``init`` as its first word for the template."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - as click's own
    ) -> click.Context:
        """Hand over to ``khand evaluate init`` where that is asked for."""
        if args and args[0] == "init":
            from khand.cli.evaluate_init import command as init

            return init.make_context("evaluate init", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=Evaluate, epilog=EXAMPLES)
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--questions",
    type=click.Path(dir_okay=False),
    required=True,
    metavar="FILE",
    help="Questions as JSON Lines: question; excerpts (passages verbatim) or spans; optional doc.",
)
@sweep_options("try")
@click.option(
    "--children",
    type=whole_numbers,
    metavar="N,...",
    default="0",
    show_default=True,
    help="Sizes of children to try, matched in their chunk's stead; 0 for none.",
)
@click.option(
    "--chunker",
    multiple=True,
    metavar="MODULE:FUNCTION",
    help="Another chunker beside khand; may be repeated.",
)
@click.option(
    "--retriever",
    type=click.Choice(("bm25", "dense", "hybrid")),
    default="bm25",
    show_default=True,
    help="How chunks are ranked: by words, by vectors, by both.",
)
@click.option(
    "--embedder",
    default="static",
    show_default=True,
    metavar="NAME",
    help="What makes vectors: static, minilm, onnx:FOLDER, sentence-transformers:MODEL or endpoint:MODEL.",
)
@click.option("--endpoint", metavar="URL", help="Address for endpoint:MODEL.  [default: OPENAI_BASE_URL]")
@click.option("--cache", type=click.Path(file_okay=False), metavar="DIR", help="Where vectors are kept.")
@click.option("--no-cache", is_flag=True, help="Keep no vectors.")
@click.option(
    "--budget",
    type=whole_numbers,
    metavar="N,...",
    default="500,1000,2000,4000",
    show_default=True,
    help="Tokens of retrieved chunks a reader is given.",
)
@number_option("--headline", default=1000, help="The budget to judge by.")
@number_option("-k", default=5, help="Chunks for recall, precision and IoU at k.")
@click.option("--cluster", is_flag=True, help="Keep questions of one document together in the intervals.")
@click.option("--html", type=click.Path(dir_okay=False), metavar="FILE", help="Write a report with plots.")
@click.option("--csv", "csv_file", type=click.Path(dir_okay=False), metavar="FILE", help="Write the figures.")
@click.option(
    "--fail-under",
    multiple=True,
    metavar="FIGURE=LEAST",
    help="Exit code 1 if no setting reaches it, such as recall@1000=0.8.",
)
@encoding_option
@tokenizer_option
@model_option
@price_option
@json_option
def command(
    *,
    inputs: tuple[str, ...],
    questions: str,
    encoding: str | None,
    html: str | None,
    csv_file: str | None,
    fail_under: tuple[str, ...],
    price: float | None,
    as_json: bool,
    cluster: bool,
    **asked: Any,  # noqa: ANN401 - the options of the sweep
) -> None:
    """
    Evaluate ways of cutting with your own questions: what each finds, what it costs, and which differences are more than chance.

    INPUT is a file, a folder or a glob. Every combination of the values given is tried; all documents are in one index. Ways of
    cutting are judged by the share of the passages' characters found within a budget of retrieved tokens, context and overlap
    included. Differences are taken question by question, with intervals of 95 %; khand says which may be chance. Needs
    khand[evaluate].
    """
    from khand.evaluation import figures
    from khand.evaluation.questions import locate, read_questions
    from khand.evaluation.verdict import verdict

    settings = _settings(asked)
    asked_questions = read_questions(questions)
    documents, failed = read_documents(inputs, encoding)
    located = locate(asked_questions, {one.source: one.text for one in documents})
    _tell_doubts(located)
    if not located.questions:
        raise InputError(f"{questions}: no question whose passages were found", source=questions)
    made = _evaluate(documents, located, settings, asked)
    told = verdict(made, cluster=cluster)
    rows = [figures.row(made, told, i, price) for i in range(len(made.outcomes))]
    missed_goals = figures.check_goals(fail_under, rows)
    if csv_file is not None:
        _write_csv(csv_file, rows)
    if html is not None:
        _write_page(html, made, told, located, rows)
    if as_json:
        echo_json(figures.as_dict(made, told, located, price))
    else:
        _show(made, told, located, rows)
    for goal in missed_goals:
        click.echo(f"Failed: {goal}", err=True)
    if failed or missed_goals:
        sys.exit(1)


def _settings(asked: dict[str, Any]) -> list[Setting]:
    from khand.evaluation.settings import foreign, sweep

    overlaps = asked["overlap"] or [None]
    values = {key: asked[key] for key in ("by", "size", "context", "children")}
    settings = sweep(values | {"overlap": overlaps, "tokenizer": [asked["tokenizer"]]})
    for spec in asked["chunker"]:
        settings += foreign(spec, asked["size"])
    return settings


def _tell_doubts(located: Located) -> None:
    """Name on standard error what was not found, or not for sure."""
    for doubt in located.doubts:
        taken = f" — taken: {_short(doubt.found)}" if doubt.found is not None else ""
        click.echo(f"Line {doubt.line}: {_short(doubt.excerpt)}: {doubt.why}{taken}", err=True)
    if located.lost:
        click.echo(f"{located.lost} questions are left out: a passage of each was not found.", err=True)
    if located.blank:
        click.echo(f"{located.blank} lines have no question yet.", err=True)


def _short(text: str | None) -> str:
    words = " ".join((text or "").split())
    return f"“{words if len(words) <= 70 else words[:69] + '…'}”"


def _evaluate(
    documents: list[Document], located: Located, settings: list[Setting], asked: dict[str, Any]
) -> Evaluation:
    from khand.evaluation.evaluate import evaluate

    with _progress(len(settings)) as (told, embedded):
        embed = _embedder(asked, embedded) if asked["retriever"] != "bm25" else None
        return evaluate(
            documents,
            located.questions,
            settings,
            retriever=asked["retriever"],
            embed=embed,
            embedder=asked["embedder"] if embed is not None else None,
            budgets=asked["budget"],
            headline=asked["headline"],
            k=asked["k"],
            tokenizer=asked["tokenizer"],
            told=told,
        )


def _embedder(asked: dict[str, Any], told: Any) -> Cached:  # noqa: ANN401 - a function of the progress
    from khand.evaluation.cache import Cached, default_folder
    from khand.evaluation.embedders import get_embedder

    folder = None
    if not asked["no_cache"]:
        folder = Path(asked["cache"]) if asked["cache"] else default_folder()
    return Cached(get_embedder(asked["embedder"], endpoint=asked["endpoint"]), folder, told)


def _show(made: Evaluation, told: Verdict, located: Located, rows: list[dict[str, Any]]) -> None:
    from khand.evaluation.table import show

    show(made, told, located, rows, sys.stdout)


def _write_page(
    path: str, made: Evaluation, told: Verdict, located: Located, rows: list[dict[str, Any]]
) -> None:
    from khand.evaluation.page import page

    _write(path, page(made, told, located, rows))


def _write_csv(path: str, rows: list[dict[str, Any]]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    _write(path, text.getvalue())


def _write(path: str, text: str) -> None:
    from khand.writers import replacing

    with replacing(path) as file:
        file.write(text)


def _progress(settings: int) -> Any:  # noqa: ANN401 - a context manager of two functions
    from khand.cli.evaluate_progress import progress

    return progress(settings)
