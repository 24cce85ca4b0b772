"""An evaluation as one self-contained HTML page: no script, no request, light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from khand.evaluation import plots
from khand.evaluation.evaluate import WHOLE, Evaluation, Lost, Outcome
from khand.evaluation.figures import missed_passages
from khand.evaluation.questions import Doubt, Located
from khand.evaluation.table import where_held
from khand.evaluation.verdict import Verdict, points
from khand.formatting import format_amount

SHOWN_CHARACTERS = 400
"""Of a passage; the JSON has it whole."""


def page(evaluation: Evaluation, made: Verdict, located: Located, rows: Sequence[dict[str, Any]]) -> str:
    """
    An evaluation as HTML.

    Args:
        evaluation: What was evaluated.
        made: The verdict on the settings.
        located: The questions, and what is in doubt.
        rows: The figures of each setting.
    """
    budget = evaluation.budgets[evaluation.headline]
    by = evaluation.retriever + (f" ({evaluation.embedder})" if evaluation.embedder else "")
    about = (
        f"{len(evaluation.questions)} questions, {len(evaluation.documents)} documents, {by}, {evaluation.tokenizer}. "
        f"Found is the share of the passages' characters within a budget of retrieved tokens; it is judged by {budget:,} tokens."
    )
    style = files("khand.evaluation").joinpath("page.css").read_text("utf-8")
    sections = [
        f"<h1>What retrieval finds</h1><p>{escape(about)}</p>",
        "".join(f"<p class='says'>{escape(sentence)}</p>" for sentence in made.sentences),
        _settings(evaluation, made, rows),
        _plots(evaluation, made, rows),
        _lost(evaluation, made),
        _doubts(located),
        _method(evaluation),
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark"><title>khand: what retrieval finds</title>'
        f"<style>{style}</style></head><body><main>{''.join(sections)}</main></body></html>\n"
    )


def _settings(evaluation: Evaluation, made: Verdict, rows: Sequence[dict[str, Any]]) -> str:
    headline = evaluation.budgets[evaluation.headline]
    cost = rows[0]["cost"] is not None
    ranked = sorted(
        zip(evaluation.outcomes, rows, strict=True), key=lambda pair: -pair[1][f"recall@{headline}"]
    )
    body = []
    for outcome, row in ranked:
        cells = [
            *[_recall(row, budget, headline) for budget in evaluation.budgets],
            _behind(outcome, made),
            *_figures(row, headline, evaluation.k),
            *([format_amount(row["cost"])] if cost else []),
        ]
        shown = "".join(f"<td>{cell}</td>" for cell in cells)
        body.append(f"<tr><th scope='row'>{escape(outcome.setting.name)}</th>{shown}</tr>")
    heads = "".join(f"<th scope='col'>{escape(name)}</th>" for name in _columns(evaluation, cost=cost))
    return (
        "<h2>Settings</h2><p>In percent, the one that found most first; [95 % intervals]. “Not told”: the difference may be chance.</p>"
        f"<div class='wide'><table><thead><tr>{heads}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _columns(evaluation: Evaluation, *, cost: bool) -> list[str]:
    k = evaluation.k
    return [
        "Setting",
        *(f"Found in {budget:,}" for budget in evaluation.budgets),
        "Behind the first, points",
        "Whole",
        "MRR",
        f"Recall@{k}",
        f"Precision@{k}",
        f"IoU@{k}",
        "Precision Ω",
        "Chunks",
        "Embedded tokens",
        "Repeated",
        *(["Cost"] if cost else []),
    ]


def _recall(row: dict[str, Any], budget: int, headline: int) -> str:
    """What is found within a budget; that which is judged by stands out, with its interval."""
    shown = _percent(row[f"recall@{budget}"])
    if budget != headline:
        return shown
    low, high = (_percent(row[f"recall@{budget}_{end}"]) for end in ("low", "high"))
    return f"<b>{shown}</b> <small>[{low}, {high}]</small>"


def _behind(outcome: Outcome, made: Verdict) -> str:
    """How far a setting is behind the first, and whether that can be told from chance."""
    for one in made.told:
        if one.outcome is outcome:
            return points(one.behind)
    for one in made.alike:
        if one.outcome is outcome:
            return points(one.behind) + " <small>not told</small>"
    return ""


def _figures(row: dict[str, Any], headline: int, k: int) -> list[str]:
    children = f" + {row['children']:,} children" if row["children"] else ""
    return [
        _percent(row[f"whole@{headline}"]),
        f"{row['mrr']:.3f}",
        *(_percent(row[f"{name}_at_{k}"]) for name in ("recall", "precision", "iou")),
        _percent(row["precision_omega"]),
        f"{row['chunks']:,}{children}",
        f"{row['tokens']:,}",
        _percent(row["repeated_share"]),
    ]


def _plots(evaluation: Evaluation, made: Verdict, rows: Sequence[dict[str, Any]]) -> str:
    headline = evaluation.budgets[evaluation.headline]
    marks = []
    for i, row in enumerate(rows):
        mean, low, high = (100 * row[f"recall@{headline}{end}"] for end in ("", "_low", "_high"))
        cheap = row["tokens"] if row["cost"] is None else row["cost"]
        marks.append(plots.Point(cheap, mean, low, high, row["setting"], i))
    cost = "Tokens to embed" if rows[0]["cost"] is None else "Cost of embedding"
    by_budget = [(row["setting"], [100 * row[f"recall@{b}"] for b in evaluation.budgets]) for row in rows]
    sizes = [(outcome.setting.name, outcome.sizes) for outcome in evaluation.outcomes]
    found = "Found, percent"
    return (
        f"<h2>Found against cost</h2>{plots.scatter(marks, cost, found)}"
        "<p>Bars are intervals of 95 %. The dashed line joins the settings that no other beats in both: with as little cost, "
        "none found more on these questions.</p>"
        f"<h2>Found against the budget of a reader</h2>{plots.lines(evaluation.budgets, by_budget, 'Retrieved tokens', found)}"
        f"<h2>Sizes of the chunks</h2>{plots.ranges(sizes, 'Tokens of a chunk: smallest, middle half with median, largest')}"
    )


def _lost(evaluation: Evaluation, made: Verdict) -> str:
    """A row for each question that some setting lost: what each found, and what the setting to take missed."""
    by_question: list[dict[int, Lost]] = [{one.question: one for one in o.lost} for o in evaluation.outcomes]
    taken = next(i for i, o in enumerate(evaluation.outcomes) if o is made.cheapest)
    numbers = sorted({number for lost in by_question for number in lost})
    if not numbers:
        return "<h2>Lost questions</h2><p>None: every setting found every passage whole.</p>"
    heads = "".join(f"<th scope='col'>{escape(o.setting.name)}</th>" for o in evaluation.outcomes)
    body = []
    for number in numbers:
        cells = "".join(_share_cell(o.found[number][evaluation.headline]) for o in evaluation.outcomes)
        one = by_question[taken].get(number)
        detail = f"<div class='missed'>{_missed(one, evaluation)}</div>" if one else ""
        body.append(
            f"<tr><th scope='row'>{escape(evaluation.questions[number].text)}{detail}</th>{cells}</tr>"
        )
    budget = evaluation.budgets[evaluation.headline]
    return (
        f"<h2>Lost questions</h2><p>Percent found within {budget:,} tokens, for each question that some setting did not find whole. "
        f"Below a question: what {escape(made.cheapest.setting.name)} missed, and the chunk that should have brought it.</p>"
        f"<div class='wide'><table class='lost'><thead><tr><th scope='col'>Question</th>{heads}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _share_cell(share: float) -> str:
    kind = "all" if share >= WHOLE else "none" if share == 0 else "part"
    return f"<td class='{kind}'>{'100' if kind == 'all' else f'{min(share * 100, 99.9):.0f}'}</td>"


def _missed(one: Lost, evaluation: Evaluation) -> str:
    passages = "".join(
        f"<q>{escape(_short(text))}</q> " for _, _, _, text in missed_passages(one, evaluation)
    )
    return f"{passages}<br>{escape(where_held(one))}"


def _doubts(located: Located) -> str:
    if not located.doubts and not located.blank:
        return ""
    items = "".join(f"<li>{_doubt(one)}</li>" for one in located.doubts)
    blank = f"<p>{located.blank} lines have no question yet.</p>" if located.blank else ""
    return f"<h2>Passages in doubt</h2><p>{located.lost} questions are left out.</p>{blank}<ul>{items}</ul>"


def _doubt(one: Doubt) -> str:
    taken = f" Taken: <q>{escape(_short(one.found))}</q>" if one.found is not None else ""
    return f"Line {one.line}: <q>{escape(_short(one.excerpt))}</q> {escape(one.why)}.{taken}"


def _method(evaluation: Evaluation) -> str:
    k = evaluation.k
    return (
        "<h2>How it is measured</h2><p>All documents are in one index. A chunk is charged its whole embedded text, so overlap and "
        "context pay for themselves; of the last chunk only what fits counts. White space between words does not count. Intervals come "
        "from a paired bootstrap over the questions; those of the differences hold for all settings together. "
        f"Recall, precision and IoU at {k} chunks and precision Ω (if exactly the chunks that touch a passage were retrieved) are those of "
        "Chroma's report on chunking. What a few questions about a few documents tell holds for questions and documents like "
        "these.</p>"
    )


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= SHOWN_CHARACTERS else words[: SHOWN_CHARACTERS - 1] + "…"


def _percent(share: float) -> str:
    return f"{share * 100:.1f}"
