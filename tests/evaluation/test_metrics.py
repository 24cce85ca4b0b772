"""What a ranking is worth: by budget and at k, against slow references over sets of characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khand.evaluation.index import IndexedText, index_of
from khand.evaluation.metrics import (
    at_k,
    found_by_budget,
    missed,
    precision_omega,
    reciprocal_rank,
    subtract,
    within,
)
from khand.evaluation.passages import Passage
from khand.evaluation.questions import merge

spans = st.tuples(st.sampled_from("ab"), st.integers(0, 30), st.integers(1, 12))
chunks_of = st.lists(spans, max_size=8).map(lambda made: [text(s, a, a + n) for s, a, n in made])
gold_of = st.lists(spans, min_size=1, max_size=4).map(
    lambda made: merge(Passage(s, a, a + n) for s, a, n in made)
)


def text(source: str, start: int, end: int, before: int = 0) -> IndexedText:
    """A chunk of one token a character, with `before` characters of context."""
    return IndexedText(source, start, end, "c" * before + "x" * (end - start), before + end - start, before)


def ends(words: str) -> range:
    return range(1, len(words) + 1)


def characters(spans: list) -> set[tuple[str, int]]:
    return {(one[0], i) for one in spans for i in range(one[1], one[2])}


@given(gold_of, chunks_of, st.lists(st.integers(1, 60), min_size=1, max_size=4, unique=True).map(sorted))
def test_found_by_budget_is_what_a_reader_sees(
    gold: tuple, chunks: list[IndexedText], budgets: list[int]
) -> None:
    """Reading token by token up to the budget gives the same share."""
    wanted = characters(gold)
    expected = []
    for budget in budgets:
        seen = [(one.source, one.start + i) for one in chunks for i in range(one.end - one.start)][:budget]
        expected.append(1 - len(wanted - set(seen)) / len(wanted))
    got = found_by_budget(gold, chunks, budgets, ends)
    assert [round(share, 9) for share in expected] == [round(share, 9) for share in got]


def test_context_is_charged_and_holds_nothing() -> None:
    """Of a chunk cut off inside its context nothing has been read; behind it, its first words."""
    chunk = text("a", 0, 10, before=5)
    gold = [Passage("a", 0, 10)]
    assert [0.0, 0.0, 0.3, 1.0] == pytest.approx(found_by_budget(gold, [chunk], [4, 5, 8, 15], ends))


def test_repeated_tokens_are_charged() -> None:
    """A chunk that repeats the one before leaves less of the budget for what is new."""
    apart = [text("a", 0, 10), text("a", 10, 20)]
    overlapping = [text("a", 0, 10), text("a", 5, 15), text("a", 10, 20)]
    gold = [Passage("a", 15, 20)]
    assert [1.0] == found_by_budget(gold, apart, [20], ends)
    assert [0.0] == found_by_budget(gold, overlapping, [20], ends)


@given(gold_of, chunks_of)
def test_measures_at_k_by_sets(gold: tuple, chunks: list[IndexedText]) -> None:
    """Recall, precision and IoU are what sets of characters give; chunks are charged in full."""
    wanted, read = characters(gold), characters(chunks)
    length = sum(one.end - one.start for one in chunks)
    got = at_k(gold, chunks)
    found = len(wanted & read)
    assert found / len(wanted) == got.recall
    assert (found / length if length else 0.0) == got.precision
    left = length + len(wanted - read)
    assert (found / left if left else 0.0) == got.iou


@given(gold_of, chunks_of)
def test_precision_omega_by_sets(gold: tuple, chunks: list[IndexedText]) -> None:
    """Precision omega reads exactly the chunks that touch a passage, each character once, and charges what none holds."""
    touching = [
        one
        for one in chunks
        if any(p.source == one.source and one.start <= p.end and p.start <= one.end for p in gold)
    ]
    read, wanted = characters(touching), characters(gold)
    assert len(wanted & read) / len(read | wanted) == precision_omega(gold, chunks)


@given(gold_of, chunks_of)
def test_missed_is_the_rest(gold: tuple, chunks: list[IndexedText]) -> None:
    """What was missed is what no chunk holds, each once."""
    left = missed(gold, chunks)
    assert characters(gold) - characters(chunks) == characters(left)
    assert len(characters(left)) == sum(one.end - one.start for one in left)


def test_rank_of_the_first_chunk_that_helps() -> None:
    """A chunk that only adjoins a passage does not hold it."""
    chunks = [text("b", 0, 9), text("a", 0, 5), text("a", 5, 9)]
    assert 1 / 3 == reciprocal_rank([Passage("a", 5, 6)], chunks)
    assert 0.0 == reciprocal_rank([Passage("c", 5, 6)], chunks)


def test_within_takes_whole_chunks_only() -> None:
    """Reading stops at the first chunk that does not fit."""
    chunks = [text("a", 0, 5), text("a", 5, 15), text("a", 15, 17)]
    assert chunks[:1] == within(chunks, 9)
    assert chunks == within(chunks, 17)


@given(st.integers(0, 20), st.integers(1, 20), st.integers(0, 20), st.integers(0, 20))
def test_subtract_by_sets(start: int, length: int, low: int, more: int) -> None:
    """A span less another is the difference of their numbers."""
    left = subtract([(start, start + length)], (low, low + more))
    assert sorted(set(range(start, start + length)) - set(range(low, low + more))) == [
        i for a, b in left for i in range(a, b)
    ]


def test_children_find_their_chunk_in_any_order() -> None:
    """A list of texts with parents becomes chunks and children that point at them."""
    given_texts = [
        text("a", 0, 4)._replace(parent=2),
        text("a", 4, 8)._replace(parent=3),
        text("a", 0, 4),
        text("a", 4, 8),
    ]
    made = index_of(given_texts)
    assert [(0, 4), (4, 8)] == [(made.chunks[child.parent].start, child.end) for child in made.children]
    assert 16 == made.tokens
