"""The context-window planner."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import khand
from khand.context_window import window
from khand.errors import OptionError


def test_rest_is_what_the_parts_leave() -> None:
    """Prompt, tools, history and answer are taken from the window; chunks get the rest."""
    made = window(128_000, prompt=2_000, tools=3_000, history=8_000, answer=4_000, chunk_tokens=512)
    assert (111_000, 216, 408) == (made.rest, made.nominal.chunks, made.nominal.left)


def test_measured_chunks_give_three_answers() -> None:
    """Mean, nearest-rank p95 and worst each say how many chunks fit and what is left."""
    made = window(1_000, chunks=[*range(1, 100), 400])
    assert {"mean", "p95", "worst"} == set(made.fits)
    assert (53.5, 18) == (made.mean.tokens, made.mean.chunks)
    assert made.mean.left == pytest.approx(1_000 - 18 * 53.5)
    assert (95, 10, 50) == tuple(made.p95)
    assert (400, 2, 200) == tuple(made.worst)


@given(st.lists(st.integers(1, 1_000), min_size=1, max_size=60), st.integers(1, 100_000))
def test_fits_are_floors(sizes: list[int], total: int) -> None:
    """As many as fit, never one more, exactly; the larger the measure, the fewer."""
    made = window(total, chunks=sizes)
    p95 = sorted(sizes)[math.ceil(0.95 * len(sizes)) - 1]
    assert total * len(sizes) // sum(sizes) == made.mean.chunks
    assert total // p95 == made.p95.chunks
    assert total // max(sizes) == made.worst.chunks
    for fit in made.fits.values():
        assert fit.chunks * fit.tokens + fit.left == pytest.approx(total)


def test_a_full_window_has_room_for_no_chunk() -> None:
    """Parts that fill the window exactly are allowed; nothing is left."""
    made = window(100, prompt=60, answer=40, chunk_tokens=10)
    assert (0, 0, 0) == (made.rest, made.nominal.chunks, made.nominal.left)


@pytest.mark.parametrize(
    ("total", "parts", "says"),
    [
        (1_000, {"prompt": 900, "answer": 250}, "150 tokens more than the window of 1000"),
        (0, {}, "total=0"),
        (1_000, {"history": -5}, "history=-5"),
        (1_000, {"tools": 1.5}, "tools=1.5"),
        (1_000, {"chunk_tokens": 0}, "chunk_tokens=0"),
        (1_000, {"chunks": []}, "chunks"),
        (1_000, {"chunks": [0, 0]}, "chunks"),
        (1_000, {"chunks": ["many"]}, "chunks='many'"),
    ],
)
def test_what_does_not_fit_is_refused(total: int, parts: dict[str, object], says: str) -> None:
    """The message says by how much, or names the value."""
    with pytest.raises(OptionError, match=says):
        window(total, **parts)


def test_dictionary_is_json() -> None:
    """All figures have a name and fit into JSON."""
    made = json.loads(json.dumps(window(1_000, prompt=100, chunks=[300], chunk_tokens=450).to_dict()))
    assert {"tokens": 450, "chunks": 2, "left": 0} == made["nominal"]
    assert (900, 3) == (made["rest"], made["mean"]["chunks"])


def test_public_name() -> None:
    """``khand.window`` is this planner."""
    assert khand.window is window
