"""An evaluation as a table and sentences, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size
from typing import Any, TextIO

import click

from khand.evaluation.evaluate import Evaluation, Lost
from khand.evaluation.questions import Located
from khand.evaluation.verdict import Verdict
from khand.formatting import format_amount

LISTED = 5
"""Lost questions shown; the report and the JSON have all."""


def show(
    evaluation: Evaluation, made: Verdict, located: Located, rows: Sequence[dict[str, Any]], out: TextIO
) -> None:
    """
    Print what an evaluation came to.

    Args:
        evaluation: What was evaluated.
        made: The verdict on the settings.
        located: The questions, and what is in doubt.
        rows: The figures of each setting.
        out: The file to print to.
    """
    budget = evaluation.budgets[evaluation.headline]
    asked = f"{len(evaluation.questions)} questions" + (f" ({located.lost} left out)" if located.lost else "")
    by = evaluation.retriever + (f" ({evaluation.embedder})" if evaluation.embedder else "")
    width = get_terminal_size().columns if out.isatty() else None
    lines = [
        f"{asked}, {len(evaluation.documents)} documents, {by}, {evaluation.tokenizer}.",
        f"@N: percent of the passages found within N retrieved tokens; [95 %]. Whole: questions found whole within {budget:,}.",
        "",
        *aligned([_cells(row, evaluation) for row in rows], width),
        "",
        *made.sentences,
        *_lost_lines(evaluation, made),
    ]
    click.echo("\n".join(lines), file=out)


def aligned(rows: Sequence[dict[str, str]], width: int | None) -> list[str]:
    """
    Rows under their names; the first column to the left, figures to the right, columns without any left out.

    Args:
        rows: Cells by name, the same names in each.
        width: Width of the terminal; columns it has no room for are left out, but never the headline. None for any width.

    >>> aligned([{"Setting": "a", "Chunks": "1,000"}], None)
    ['Setting  Chunks', 'a         1,000']
    """
    names = [name for name in rows[0] if any(row[name] for row in rows)]
    widths = {name: max(len(name), *(len(row[name]) for row in rows)) for name in names}
    droppable = [name for name in ("Repeated", "MRR", *names) if name.startswith(("Repeated", "MRR", "@"))]
    for name in droppable:
        if width is None or sum(widths[one] + 2 for one in names) - 2 <= width:
            break
        if name in names and not any("[" in row[name] for row in rows):
            names.remove(name)
    listed = [dict(zip(names, names, strict=True)), *rows]
    first = names[0]
    return [
        "  ".join(
            [f"{row[first]:<{widths[first]}}", *(f"{row[name]:>{widths[name]}}" for name in names[1:])]
        ).rstrip()
        for row in listed
    ]


def _cells(row: dict[str, Any], evaluation: Evaluation) -> dict[str, str]:
    headline = evaluation.budgets[evaluation.headline]
    cells = {"Setting": row["setting"]}
    for budget in evaluation.budgets:
        shown = f"{row[f'recall@{budget}'] * 100:.1f}"
        if budget == headline:
            low, high = (row[f"recall@{budget}_{end}"] * 100 for end in ("low", "high"))
            shown += f" [{low:.1f}, {high:.1f}]"
        cells[f"@{budget:,}"] = shown
    return cells | {
        "Whole": f"{row[f'whole@{headline}'] * 100:.1f}",
        "MRR": f"{row['mrr']:.3f}",
        "Chunks": f"{row['chunks']:,}",
        "Children": f"{row['children']:,}" if row["children"] else "",
        "Embedded": f"{row['tokens']:,}",
        "Repeated": f"{row['repeated_share'] * 100:.1f} %" if row["repeated_share"] else "",
        "Cost": "" if row["cost"] is None else format_amount(row["cost"]),
    }


def _lost_lines(evaluation: Evaluation, made: Verdict) -> list[str]:
    lost = made.cheapest.lost
    if not lost:
        return []
    more = f", the first {LISTED}" if len(lost) > LISTED else ""
    lines = ["", f"Not found whole with {made.cheapest.setting.name}: {len(lost)} questions{more}:"]
    for one in lost[:LISTED]:
        lines += [f"  {evaluation.questions[one.question].text}", f"    {where_held(one)}"]
    return lines


def where_held(one: Lost) -> str:
    """The chunk that should have held what was missed, in words."""
    holder = one.holder
    if holder is None:
        return "no chunk holds it"
    path = " > ".join(holder.headings)
    rank = f"rank {one.rank}" if one.rank is not None else "shares no word with the question"
    return f"{holder.source}" + (f", {path}" if path else "") + f": {holder.tokens} tokens, {rank}"
