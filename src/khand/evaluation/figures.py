"""The figures of an evaluation by name, from which the table, the JSON, the CSV and the page are made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from khand.errors import OptionError
from khand.evaluation.evaluate import Evaluation, Lost
from khand.evaluation.questions import Doubt, Located
from khand.evaluation.verdict import Verdict, means


def row(evaluation: Evaluation, made: Verdict, position: int, price: float | None) -> dict[str, Any]:
    """
    The figures of one setting, flat, by name: ``recall@1000``, ``whole@1000``, ``recall_at_5``, ``chunks``, ….

    Args:
        evaluation: All settings.
        made: The verdict on them.
        position: The position of the setting.
        price: Price of one million tokens; None for no cost.
    """
    outcome = evaluation.outcomes[position]
    out: dict[str, Any] = {
        "setting": outcome.setting.name,
        "chunks": outcome.chunks,
        "children": outcome.children,
        "tokens": outcome.tokens,
        "repeated_share": outcome.repeated_share,
        "cost": None if price is None else outcome.tokens / 1e6 * price,
    }
    for i, budget in enumerate(evaluation.budgets):
        interval = made.intervals[position][i]
        out |= {
            f"recall@{budget}": interval.mean,
            f"recall@{budget}_low": interval.low,
            f"recall@{budget}_high": interval.high,
            f"whole@{budget}": means(outcome.whole_at(i)),
        }
    k = evaluation.k
    return out | {
        "mrr": means(outcome.reciprocal_ranks),
        f"recall_at_{k}": means([one.recall for one in outcome.at_k]),
        f"precision_at_{k}": means([one.precision for one in outcome.at_k]),
        f"iou_at_{k}": means([one.iou for one in outcome.at_k]),
        "precision_omega": means(outcome.omega),
    }


def as_dict(evaluation: Evaluation, made: Verdict, located: Located, price: float | None) -> dict[str, Any]:
    """Everything, ready for JSON."""
    against = {id(one.outcome): one.behind for one in (*made.told, *made.alike)}
    told = {id(one.outcome) for one in made.told}
    settings = []
    for position, outcome in enumerate(evaluation.outcomes):
        figures = row(evaluation, made, position, price)
        behind = against.get(id(outcome))
        figures["behind_leader"] = None if behind is None else behind._asdict()
        figures["told_from_leader"] = id(outcome) in told
        figures["lost"] = [_lost(one, evaluation) for one in outcome.lost]
        settings.append(figures)
    return {
        "questions": len(evaluation.questions),
        "left_out": located.lost,
        "blank": located.blank,
        "doubts": [_doubt(one) for one in located.doubts],
        "documents": len(evaluation.documents),
        "retriever": evaluation.retriever,
        "embedder": evaluation.embedder,
        "tokenizer": evaluation.tokenizer,
        "headline": f"recall@{evaluation.budgets[evaluation.headline]}",
        "leader": made.leader.setting.name,
        "cheapest_not_told_from_leader": made.cheapest.setting.name,
        "settings": settings,
        "says": made.sentences,
    }


def _doubt(one: Doubt) -> dict[str, Any]:
    return one._asdict()


def _lost(one: Lost, evaluation: Evaluation) -> dict[str, Any]:
    question = evaluation.questions[one.question]
    holder = one.holder
    return {
        "question": question.text,
        "line": question.line,
        "missed": [
            {"source": source, "start": start, "end": end, "text": text}
            for source, start, end, text in missed_passages(one, evaluation)
        ],
        "chunk": holder
        and {
            "source": holder.source,
            "start": holder.start,
            "end": holder.end,
            "headings": list(holder.headings),
            "tokens": holder.tokens,
        },
        "rank": one.rank,
    }


def missed_passages(one: Lost, evaluation: Evaluation) -> list[tuple[str, int, int, str]]:
    """What a question missed: source, start, end and the words; words that follow each other are one passage."""
    texts = {document.source: document.text for document in evaluation.documents}
    out: list[tuple[str, int, int, str]] = []
    for source, start, end in one.missed:
        last = out[-1] if out else None
        if last and last[0] == source and not texts[source][last[2] : start].strip():
            start = last[1]  # noqa: PLW2901
            out.pop()
        out.append((source, start, end, texts[source][start:end]))
    return out


def check_goals(goals: Sequence[str], rows: Sequence[dict[str, Any]]) -> list[str]:
    """
    The goals of ``--fail-under`` that no setting reaches, in words.

    Args:
        goals: Each ``figure=least``, such as ``recall@1000=0.8``; reached when the best of the settings reaches it.
        rows: The figures of the settings.

    Raises:
        OptionError: It is not written as a goal, or there is no such figure.

    >>> check_goals(["recall@1000=0.8"], [{"recall@1000": 0.75}])
    ['recall@1000 is 0.750, under 0.8']
    """
    out = []
    for goal in goals:
        name, _, least = goal.partition("=")
        if not re.fullmatch(r"\d*\.?\d+", least):
            raise OptionError(
                f"fail_under={goal!r}: give figure=least, such as recall@1000=0.8",
                option="fail_under",
                value=goal,
            )
        known = [key for key, value in rows[0].items() if isinstance(value, int | float)]
        if name not in known:
            raise OptionError(
                f"fail_under={goal!r}: known figures are {', '.join(known)}", option="fail_under", value=goal
            )
        best = max(one[name] for one in rows)
        if best < float(least):
            out.append(f"{name} is {best:.3f}, under {least}")
    return out
