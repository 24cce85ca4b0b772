"""
How far a difference between two settings is more than chance: paired bootstrap over questions.

Two settings answer the same questions, so their difference is taken question by question and the questions are drawn
again, with replacement (Efron's percentile interval). Questions of one document may be kept together.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import ceil, isfinite
from typing import TYPE_CHECKING, NamedTuple

from khand.extras import load

if TYPE_CHECKING:
    import numpy as np

DRAWS = 10_000
"""With these the ends of an interval of 95 % move by about a fiftieth of its width from seed to seed."""
SEED = 20_240_229
LEVEL = 0.95
_CELLS = 4_000_000
"""Drawn questions held at a time: 32 MB."""
_POWER = (1.959964 + 0.841621) ** 2
"""For telling a difference at 95 % with a chance of 80 %: the two quantiles of the normal distribution, added and squared."""


class Interval(NamedTuple):
    """A mean and the ends of its interval."""

    mean: float
    low: float
    high: float

    @property
    def tells(self) -> bool:
        """Whether 0 is outside."""
        return self.low > 0 or self.high < 0


class Draws:
    """
    The questions of every draw, the same for all settings: what makes their comparison paired.

    Args:
        questions: How many, >= 1.
        clusters: What each question belongs to, such as its document; None to take them as independent.
        draws: How many times they are drawn again.
    """

    def __init__(
        self, questions: int, clusters: Sequence[Hashable] | None = None, draws: int = DRAWS
    ) -> None:
        numpy = load("numpy", "evaluate")
        self._numpy = numpy
        self._draws = draws
        names = list(dict.fromkeys(clusters)) if clusters is not None else list(range(questions))
        place = {name: i for i, name in enumerate(names)}
        self._of = (
            numpy.array([place[c] for c in clusters]) if clusters is not None else numpy.arange(questions)
        )
        self.clusters = len(names)

    def interval(self, values: Sequence[float] | np.ndarray, level: float = LEVEL) -> Interval:
        """
        The mean of one value a question, and its interval.

        Args:
            values: Shape (questions,); for a comparison, the differences.
            level: 0 to 1.

        >>> Draws(4).interval([1.0, 1.0, 1.0, 1.0])
        Interval(mean=1.0, low=1.0, high=1.0)
        """
        numpy = self._numpy
        given = numpy.asarray(values, dtype=numpy.float64)
        sums = numpy.bincount(self._of, weights=given, minlength=self.clusters)
        sizes = numpy.bincount(self._of, minlength=self.clusters)
        chance = numpy.random.default_rng(SEED)
        means = []
        step = max(1, _CELLS // self.clusters)
        for low in range(0, self._draws, step):
            drawn = chance.integers(self.clusters, size=(min(step, self._draws - low), self.clusters))
            means.append(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))
        tail = (1 - level) / 2
        low, high = numpy.quantile(numpy.concatenate(means), [tail, 1 - tail])
        return Interval(float(given.mean()), float(low), float(high))


def questions_needed(differences: Sequence[float], points: float) -> int | None:
    """
    About how many questions would tell a true difference.

    Args:
        differences: Of two settings, one a question: how much they scatter is what counts.
        points: The difference to tell, > 0, in the unit of the differences.

    Returns:
        For an interval of 95 % that leaves 0 out in four of five such evaluations; None where nothing scatters, so that
        nothing can be said.

    >>> questions_needed([0.0, 1.0, 0.0, -1.0], 0.1)
    524
    """
    n = len(differences)
    if n < 2:
        return None
    mean = sum(differences) / n
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    needed = _POWER * variance / points**2
    return ceil(needed) if isfinite(needed) and needed > 0 else None
