"""The calculator: the arithmetic of fixed windows, proved against windows cut one by one."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import khand
from khand.errors import OptionError
from khand.formatting import format_amount
from khand.planning import plan, window_count


def windows(tokens: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """Cut windows the obvious way: each starts `overlap` tokens before the end of the one before."""
    cut = []
    start = 0
    while tokens:
        end = min(start + size, tokens)
        cut.append((start, end))
        if end == tokens:
            break
        start = end - overlap
    return cut


def test_formula_is_what_brute_force_cuts() -> None:
    """Chunks, embedded tokens, repeated tokens and the remainder equal those of windows cut one by one."""
    rng = random.Random(7)
    for _ in range(40_000):
        size = rng.randint(1, 60)
        overlap = rng.randrange(size)
        tokens = rng.choice((rng.randint(0, 3 * size), rng.randint(0, 400)))
        cut = windows(tokens, size, overlap)
        lengths = [end - start for start, end in cut]
        made = plan(tokens, size=size, overlap=overlap)
        expected = (len(cut), sum(lengths), sum(lengths) - tokens, lengths[-1] if lengths else 0)
        assert expected == (made.chunks, made.embedded, made.repeated, made.last), (tokens, size, overlap)


def test_worked_example() -> None:
    """The example everybody knows: 10,000 tokens, size 512, overlap 64, price 0.02."""
    made = plan(10_000, size=512, overlap=64, price=0.02)
    assert (23, 11_408, 1_408) == (made.chunks, made.embedded, made.repeated)
    assert ("12.3%", "14.1%") == (f"{made.repeated_share:.1%}", f"{made.surplus:.1%}")
    assert "0.00022816" == format_amount(made.cost)


@pytest.mark.parametrize(
    ("tokens", "chunks", "embedded"),
    [(0, 0, 0), (1, 1, 1), (40, 1, 40), (64, 1, 64), (512, 1, 512), (513, 2, 577), (50_000, 112, 57_104)],
)
def test_edges_of_one_window(tokens: int, chunks: int, embedded: int) -> None:
    """No document, no chunk; up to `size` one chunk; one token more, two."""
    made = plan(tokens, size=512, overlap=64, price=1)
    assert (chunks, embedded, embedded / 1e6) == (made.chunks, made.embedded, made.cost)


@given(st.lists(st.integers(0, 5_000)), st.integers(1, 600), st.data())
def test_corpus_is_the_sum_of_its_documents(lengths: list[int], size: int, data: st.DataObject) -> None:
    """Several documents are planned one by one and summed, never as one long document."""
    overlap = data.draw(st.integers(0, size - 1))
    single = [plan(n, size=size, overlap=overlap) for n in lengths]
    made = plan(iter(lengths), size=size, overlap=overlap)
    assert len(lengths) == made.documents
    assert sum(p.chunks for p in single) == made.chunks
    assert sum(p.embedded for p in single) == made.embedded
    assert sum(p.repeated for p in single) == made.repeated


def test_documents_are_never_joined() -> None:
    """Three documents of 200 tokens are three chunks, not two of 512."""
    assert 3 == plan([200] * 3, size=512, overlap=64).chunks


def test_characters_are_an_estimate_rounded_up() -> None:
    """Four characters are a token, unless told; what is left over is one more."""
    made = plan(4_001, size=512, overlap=64, unit="characters")
    assert (1_001, True) == (made.tokens, made.estimated)
    assert 10 == plan(3, size=512, overlap=64, unit="characters", ratio=0.3).tokens
    assert not plan(4_001, size=512, overlap=64).estimated


def test_default_overlap_is_that_of_windows() -> None:
    """64 tokens, and a tenth of a small size."""
    assert [64, 12, 0] == [plan(1, size=size).overlap for size in (128, 127, 9)]


def test_overlap_as_share_is_rounded_down() -> None:
    """A share of the size is a whole number of tokens."""
    assert 51 == plan(10_000, size=512, overlap="10%").overlap


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({"size": 100, "overlap": 100}, ["overlap=100", "size=100", "0 to 99"]),
        ({"size": 0, "overlap": 0}, ["size=0", "1 up"]),
        ({"size": "1000", "overlap": "200"}, ["size='1000'"]),
        ({"size": 512, "overlap": -1}, ["overlap=-1"]),
        ({"size": 512, "overlap": 6.5}, ["overlap=6.5"]),
        ({"size": 512, "price": -1}, ["price=-1"]),
        ({"size": 512, "price": float("nan")}, ["price=nan"]),
        ({"size": 512, "price": "0.02"}, ["price='0.02'"]),
        ({"size": 512, "unit": "words"}, ["unit='words'", "tokens, characters"]),
        ({"size": 512, "unit": "characters", "ratio": 0}, ["ratio=0"]),
        ({"size": True}, ["size=True"]),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, object], names: list[str]) -> None:
    """The message names the values and what is allowed."""
    with pytest.raises(OptionError) as caught:
        plan(1_000, **settings)
    assert [] == [name for name in names if name not in str(caught.value)]


@pytest.mark.parametrize("length", [-1, 1.5, "1000", None, [10, -1], True])
def test_impossible_lengths_are_refused(length: object) -> None:
    """A length is a whole number from 0 up."""
    with pytest.raises(ValueError, match="length="):
        plan(length, size=512)


def test_huge_numbers_stay_exact() -> None:
    """Lengths are whole numbers of any size; nothing goes through a float."""
    assert 10**30 + 1 == window_count(10**30 + 1, 1, 0)


def test_dictionary_is_json() -> None:
    """All figures have a name and fit into JSON."""
    made = json.loads(json.dumps(plan(10_000, size=512, overlap=64, price=0.02).to_dict()))
    assert (23, 144, 0.02) == (made["chunks"], made["last"], made["price"])
    assert made["repeated_share"] == pytest.approx(1408 / 11408)


@given(st.floats(min_value=5e-324, max_value=1e12))
def test_amount_is_never_shown_as_nothing(amount: float) -> None:
    """A cost that is not zero has a digit that is not zero."""
    shown = format_amount(amount)
    assert set("123456789") & set(shown)
    assert float(shown.replace(",", "")) == pytest.approx(amount, rel=1e-4 if amount < 1 else 5e-3)


def test_public_name() -> None:
    """``khand.plan`` is this calculator."""
    assert khand.plan is plan
