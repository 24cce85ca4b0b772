"""What an evaluation tells and what it does not: intervals, who can be told from the best, and what to do, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khand.evaluation.evaluate import Evaluation, Lost, Outcome
from khand.evaluation.statistics import LEVEL, Draws, Interval, questions_needed

POINTS_TO_TELL = (0.03, 0.05, 0.10)
"""Differences worth telling, the smallest first; the sentence on more questions names the first that takes a bearable number."""
BEARABLE_QUESTIONS = 2_000
BLUNT = 0.15
"""Where only differences above this could be told, nothing is advised but more questions."""


class Compared(NamedTuple):
    """
    A setting beside the one that found most.

    Attributes:
        outcome: The setting.
        behind: How much less it found, in shares, with an interval that holds for all these comparisons together.
    """

    outcome: Outcome
    behind: Interval


class Verdict(NamedTuple):
    """
    What can be said.

    Attributes:
        intervals: For each setting and budget the mean share found, with its interval.
        leader: The setting that found most within the headline budget; not a winner, unless it is told from all others.
        told: Settings that found less, beyond chance.
        alike: Settings that cannot be told from the leader.
        cheapest: Of the leader and those that cannot be told from it at any budget, the one that embeds the fewest tokens.
        tellable: The smallest difference that would have been told between the leader and each of those, in shares; None
            where there is none.
        sentences: What to say and what to do.
    """

    intervals: list[list[Interval]]
    leader: Outcome
    told: list[Compared]
    alike: list[Compared]
    cheapest: Outcome
    tellable: float | None
    sentences: list[str]


def verdict(evaluation: Evaluation, *, cluster: bool = False) -> Verdict:
    """
    Judge the settings of an evaluation by the share found within its headline budget.

    Args:
        evaluation: Of at least one setting and one question.
        cluster: Draw documents instead of questions, so that questions of one document stay together.
    """
    at = evaluation.headline
    clusters = [question.gold[0].source for question in evaluation.questions] if cluster else None
    draws = Draws(len(evaluation.questions), clusters)
    intervals = [
        [draws.interval(outcome.found_at(i)) for i in range(len(evaluation.budgets))]
        for outcome in evaluation.outcomes
    ]
    means = [row[at].mean for row in intervals]
    leader = evaluation.outcomes[means.index(max(means))]
    others = [outcome for outcome in evaluation.outcomes if outcome is not leader]
    # the leader was chosen after the fact, so each of the comparisons gets its part of the 5 %
    level = 1 - (1 - LEVEL) / max(1, len(others))
    compared = [Compared(one, draws.interval(_differences(leader, one, at), level)) for one in others]
    told = [one for one in compared if one.behind.low > 0]
    alike = [one for one in compared if one.behind.low <= 0]
    as_good = [
        one.outcome for one in alike if _is_as_good(leader, one.outcome, draws, level, len(intervals[0]))
    ]
    cheapest = min([leader, *as_good], key=lambda one: (one.tokens, one.chunks))
    # a difference that none of n questions shows may still be as large as 3 / n (the rule of three)
    unseen = 3 / len(evaluation.questions)
    tellable = max((max(one.behind.mean - one.behind.low, unseen) for one in alike), default=None)
    made = Verdict(intervals, leader, told, alike, cheapest, tellable, [])
    return made._replace(sentences=_sentences(evaluation, made, draws.clusters if cluster else None))


def _is_as_good(leader: Outcome, other: Outcome, draws: Draws, level: float, budgets: int) -> bool:
    """Whether a setting cannot be told from the leader at any budget."""
    return all(draws.interval(_differences(leader, other, i), level).low <= 0 for i in range(budgets))


def _differences(a: Outcome, b: Outcome, budget: int) -> list[float]:
    return [x - y for x, y in zip(a.found_at(budget), b.found_at(budget), strict=True)]


def _sentences(evaluation: Evaluation, made: Verdict, clusters: int | None) -> list[str]:
    return [
        *_on_differences(evaluation, made, clusters),
        *_on_choice(evaluation, made),
        *_on_lost(evaluation, made.cheapest),
    ]


def _on_differences(evaluation: Evaluation, made: Verdict, clusters: int | None) -> list[str]:
    n = len(evaluation.questions)
    asked = f"n = {n}" + (f" in {clusters} documents" if clusters is not None else "")
    out = []
    if made.told:
        listed = "; ".join(
            f"{_quoted(one.outcome)} by {points(one.behind)}"
            for one in sorted(made.told, key=lambda one: -one.behind.mean)
        )
        out.append(f"{_quoted(made.leader)} finds more than: {listed} points.")
    if made.alike:
        names = ", ".join(_quoted(one.outcome) for one in made.alike)
        out.append(
            f"Not distinguishable from it with {asked}: {names}."
            if made.told
            else f"The settings are not distinguishable with {asked}: none is better than the others beyond chance."
        )
        out += _on_more_questions(evaluation, made)
    return out


def _on_more_questions(evaluation: Evaluation, made: Verdict) -> list[str]:
    widest = max(
        (_differences(made.leader, one.outcome, evaluation.headline) for one in made.alike),
        key=lambda d: sum(x * x for x in d),
    )
    for worth in POINTS_TO_TELL:
        needed = questions_needed(widest, worth)
        if needed is not None and len(evaluation.questions) < needed <= BEARABLE_QUESTIONS:
            return [f"About {rounded(needed):,} questions would tell {worth * 100:.0f} points."]
    return []


def _on_choice(evaluation: Evaluation, made: Verdict) -> list[str]:
    if len(evaluation.outcomes) == 1:
        return []
    if not made.alike:
        return [f"Take {_quoted(made.leader)}."]
    if made.tellable is not None and made.tellable > BLUNT:
        return [
            f"These questions tell only differences above about {made.tellable * 100:.0f} points: write more of them "
            "(khand evaluate init draws passages to ask about) before you choose by them."
        ]
    if made.cheapest is made.leader:
        return [f"Take {_quoted(made.leader)}: none that embeds less finds as much at every budget."]
    less = 1 - made.cheapest.tokens / made.leader.tokens
    return [
        f"Take {_quoted(made.cheapest)}: of those that cannot be told from the best at any budget it embeds the fewest tokens "
        f"({made.cheapest.tokens:,}, {less * 100:.0f} % less than {_quoted(made.leader)})."
    ]


def _on_lost(evaluation: Evaluation, outcome: Outcome) -> list[str]:
    """Why questions were lost, where one reason stands out."""
    lost = outcome.lost
    if not lost:
        return []
    of = f"of the {len(lost)} questions not found whole with {_quoted(outcome)}"
    out = []
    unranked = sum(one.holder is not None and one.rank is None for one in lost)
    if unranked and evaluation.retriever == "bm25":
        out.append(f"{unranked} {of} share no word with the chunk that answers them: try --retriever hybrid.")
    split = sum(_is_split(one, evaluation) for one in lost)
    if split * 3 >= len(lost):
        out.append(f"{split} {of} have their answer in several chunks: try a larger size, or an overlap.")
    far = [one.rank for one in lost if one.rank is not None and not _is_split(one, evaluation)]
    if far and len(far) * 2 >= len(lost):
        out.append(
            f"{len(far)} {of} have it whole in one chunk that stands too far down "
            f"(median rank {sorted(far)[len(far) // 2]}): smaller chunks, children or a better retriever would raise it."
        )
    return out


def _is_split(one: Lost, evaluation: Evaluation) -> bool:
    """Whether no single chunk holds the passage that was missed."""
    holder = one.holder
    gold = evaluation.questions[one.question].gold
    return holder is not None and not any(
        p.source == holder.source and holder.start <= p.start and p.end <= holder.end for p in gold
    )


def _quoted(outcome: Outcome) -> str:
    return f"“{outcome.setting.name}”"


def points(interval: Interval) -> str:
    """
    A difference of shares in points, with its interval.

    >>> points(Interval(0.061, 0.02, 0.1024))
    '6.1 [2.0, 10.2]'
    """
    mean, low, high = (100 * value for value in interval)
    return f"{mean:.1f} [{low:.1f}, {high:.1f}]".replace("-", "\N{MINUS SIGN}")


def rounded(count: int) -> int:
    """
    Two leading digits, upwards: what an estimate is worth.

    >>> rounded(1234), rounded(97)
    (1300, 97)
    """
    unit = int(10 ** max(0, len(str(count)) - 2))
    return -(-count // unit) * unit


def means(values: Sequence[float]) -> float:
    """The mean of some values; 0 for none."""
    return sum(values) / len(values) if values else 0.0
