"""Paired bootstrap and what it says."""

import pytest

from khand.evaluation.statistics import Draws, questions_needed


def test_interval_holds_the_mean_as_often_as_it_says() -> None:
    """Of many samples from a known distribution about 95 % of the intervals hold its mean."""
    import numpy

    chance = numpy.random.default_rng(1)
    draws = Draws(60, draws=1_000)
    held = 0
    for _ in range(200):
        interval = draws.interval(chance.normal(0.3, 1, 60))
        held += interval.low <= 0.3 <= interval.high
    assert 180 <= held <= 198


def test_same_values_give_the_same_interval() -> None:
    """Nothing depends on the run: the draws are seeded."""
    values = [0.0, 1.0, 1.0, 0.5, 0.0, 1.0]
    assert Draws(6).interval(values) == Draws(6).interval(values)


def test_a_wider_level_is_wider() -> None:
    """An interval that must hold for many comparisons is wider."""
    values = [0.0, 1.0] * 30
    narrow, wide = Draws(60).interval(values), Draws(60).interval(values, 0.999)
    assert wide.low < narrow.low < narrow.high < wide.high


def test_questions_of_one_document_are_drawn_together() -> None:
    """Questions that agree because they share a document do not count as many."""
    values = [1.0] * 10 + [0.0] * 10 + [1.0] * 10
    documents = ["a"] * 10 + ["b"] * 10 + ["c"] * 10
    apart, together = Draws(30).interval(values), Draws(30, documents).interval(values)
    assert together.high - together.low > 1.5 * (apart.high - apart.low)
    assert apart.mean == together.mean


def test_one_document_tells_nothing_of_others() -> None:
    """With a single cluster there is nothing to draw; the interval has no width, which `clusters` shows."""
    draws = Draws(3, ["a", "a", "a"])
    assert 1 == draws.clusters


@pytest.mark.parametrize("share", [0.2, 0.3])
def test_as_many_questions_as_said_tell_the_difference(share: float) -> None:
    """With the number of questions named, about four of five samples leave 0 outside."""
    import numpy

    chance = numpy.random.default_rng(2)
    points = 0.1

    def sample(n: int) -> list[float]:
        # differences of 1, -1 and 0 with a mean of `points`
        drawn = chance.random(n)
        return [1.0 if d < share else -1.0 if d < 2 * share - points else 0.0 for d in drawn]

    needed = questions_needed(sample(4_000), points)
    told = sum(Draws(needed, draws=500).interval(sample(needed)).low > 0 for _ in range(100))
    assert 65 <= told <= 92


def test_nothing_can_be_said_where_nothing_differs() -> None:
    """No number of questions is named for two settings that never differ."""
    assert questions_needed([0.0, 0.0, 0.0], 0.03) is None
    assert questions_needed([1.0], 0.03) is None
