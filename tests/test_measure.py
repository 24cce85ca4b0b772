"""Exact counts of spans by adding up (docs/algorithms.md, claims 2 and 8), and line numbers."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khand.characters.lines import LineNumbers
from khand.cutting.measure import Measure
from khand.outline import blocks
from khand.tokenizers import get_tokenizer

HANDBOOKS = ("examples/handbook.md", "examples/handbook-hi.md")
TOKENIZERS = ("cl100k_base", "o200k_base", "p50k_base", "characters", "words", "estimate")


def read(name):
    return Path(name).read_bytes().decode()


@pytest.fixture(autouse=True)
def _at_root(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)


@pytest.mark.parametrize("name", HANDBOOKS)
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_spans_of_a_document(name, tokenizer):
    """Any span's count, added up from its blocks, is the count of its text alone."""
    text, counter = read(name) * 2, get_tokenizer(tokenizer)
    measure = Measure(text, [0, *[block.end for block in blocks(text, "markdown")]], counter)
    rng = random.Random(20261129)
    edges = measure.edges
    for _ in range(400):
        start, end = sorted(rng.sample(range(len(text) + 1), 2))
        if rng.random() < 0.5:
            start = rng.choice(edges)
        start, end = min(start, end), max(start, end)
        end = start + len(text[start:end].rstrip())
        assert counter.count(text[start:end]) == measure.count(start, end), (start, end)


@given(st.text(alphabet="a.1 '\n\t/ क्ष।漢\u3000-", max_size=400), st.data())
@pytest.mark.parametrize("tokenizer", ["cl100k_base", "o200k_base", "r50k_base"])
def test_spans_of_any_text(tokenizer, text, data):
    """The same for texts of awkward neighbours cut into units anywhere."""
    counter = get_tokenizer(tokenizer)
    offsets = st.integers(0, len(text))
    edges = sorted({0, len(text), *data.draw(st.lists(offsets, max_size=8))})
    start, end = sorted((data.draw(offsets), data.draw(offsets)))
    assert counter.count(text[start:end]) == Measure(text, edges, counter).count(start, end)


@given(st.text(alphabet="a.1 '\n\t/ क्ष।漢\u3000-", max_size=900), st.data())
@pytest.mark.parametrize("tokenizer", ["cl100k_base", "o200k_base", "r50k_base"])
def test_spans_inside_refined_units(tokenizer, text, data):
    """The same where a unit, then one of its pieces, is measured by pieces of its own, whatever was refined before."""
    counter = get_tokenizer(tokenizer)

    def places(start, end):
        return sorted({start, end, *data.draw(st.lists(st.integers(start, end), max_size=6))})

    measure = Measure(text, places(0, len(text)), counter)
    for _ in range(data.draw(st.integers(1, 3))):
        edges = measure.edges
        for depth in (1, 2):
            k = data.draw(st.integers(0, max(len(edges) - 2, 0)))
            edges = places(edges[k], edges[min(k + 1, len(edges) - 1)])
            measure.refine(Measure(text, edges, counter), depth)
        start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
        assert counter.count(text[start:end]) == measure.count(start, end)


@given(
    st.text(alphabet="a.1 '\n\t/ क्ष।漢\u3000-;", max_size=300),
    st.text(alphabet="a \n`~>", max_size=9),
    st.data(),
)
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_text_with_something_behind_it(tokenizer, text, after, data):
    """The count of a span with a line behind it that is not in the text is the count of both together."""
    counter = get_tokenizer(tokenizer)
    start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
    measure = Measure(text, sorted({0, len(text) // 2, len(text)}), counter)
    assert counter.count(text[start:end] + after) == measure.count_followed(start, end, after)


@given(st.text(alphabet="ab\r\n\u2028", max_size=60), st.randoms(use_true_random=False))
def test_line_numbers(text, rng):
    r"""Lines end with \n, \r\n or \r and with nothing else, in whatever order they are asked for."""
    lines = LineNumbers(text)
    offsets = list(range(len(text)))
    rng.shuffle(offsets)
    ends = [found.end() for found in re.finditer(r"\r\n|\n|\r", text)]
    for i in offsets:
        assert sum(end <= i for end in ends) + 1 == lines.at(i), i
