"""Exact counts of spans by adding up (docs/algorithms.md, claims 2 and 8), and line numbers."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khand.characters.lines import LineNumbers
from khand.characters.space import own_start, trimmed_end
from khand.cutting.measure import SHORT, Measure
from khand.outline import blocks
from khand.segmentation import sentence_ends
from khand.tokenizers import get_tokenizer

HANDBOOKS = ("examples/handbook.md", "examples/handbook-hi.md")
TOKENIZERS = ("cl100k_base", "o200k_base", "p50k_base", "characters", "words", "estimate")


def read(name):
    return Path(name).read_bytes().decode()


@pytest.fixture(autouse=True)
def _at_root(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)


def by_sums(measure, sums, i, j, context=""):
    """Span and tokens of what stands from boundary `i` to boundary `j`, its edges trimmed, by sums; None where there are none."""
    text, edges = measure.text, sums.edges
    start = own_start(text, edges[i], edges[j])
    end = trimmed_end(text, start, edges[j])
    since = measure.since(start, sums.mark(i), context)
    upto = measure.upto(end, *sums.mark(j))
    return start, end, None if since is None or upto is None else upto - since


@pytest.mark.parametrize("name", HANDBOOKS)
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_spans_of_a_document(name, tokenizer):
    """The count of any span between blocks, sentences or words, told by sums, is the count of its text alone, with context, too."""
    text, counter = read(name) * 2, get_tokenizer(tokenizer)
    rng = random.Random(20261130)
    units = [0, *[block.end for block in blocks(text, "markdown")]]
    words = [0, *[found.end() for found in re.finditer(r"\S+\s*", text)]]
    told = 0
    for edges in (units, sentence_ends(text), words):
        measure = Measure(text, counter)
        sums = measure.sums([0, *edges[edges[0] == 0 :]])
        for context in ("", "A > B\n\n", "| a |\n|---|\n"):
            for _ in range(100):
                i, j = sorted(rng.sample(range(len(sums.edges)), 2))
                start, end, tokens = by_sums(measure, sums, i, j, context)
                if end - start <= SHORT:
                    continue
                told += tokens is not None
                assert tokens in (None, counter.count(context + text[start:end])), (start, end)
                assert counter.count(text[start:end]) == measure.count(start, end, sums.mark(i), sums.mark(j))
    assert told > 500 or tokenizer == "estimate"


TEXT = st.text(alphabet="a.1 '\n\t/ क्ष।漢\u3000-", max_size=60).map(lambda text: text * 12)


@given(TEXT, st.data())
@pytest.mark.parametrize("tokenizer", ["cl100k_base", "o200k_base", "r50k_base", "estimate"])
def test_spans_of_any_text(tokenizer, text, data):
    """The same for texts of awkward neighbours, a unit of which is cut anywhere, and a piece of that again."""
    counter = get_tokenizer(tokenizer)
    measure = Measure(text, counter)

    def places(start, end):
        return sorted({start, end, *data.draw(st.lists(st.integers(start, end), max_size=6))})

    outer = measure.sums(places(0, len(text)))
    known = [(edge, outer.mark(k)) for k, edge in enumerate(outer.edges)]
    for _ in range(2):
        k = data.draw(st.integers(0, max(len(outer.edges) - 2, 0)))
        edges = places(outer.edges[k], outer.edges[min(k + 1, len(outer.edges) - 1)])
        outer = measure.sums(edges, outer.base(k), outer.before[k])
        known += [(edge, outer.mark(k)) for k, edge in enumerate(outer.edges)]
    known.sort()
    for start, start_mark in known:
        for end, end_mark in known:
            if start < end:
                last = trimmed_end(text, start, end)
                assert counter.count(text[start:last]) == measure.count(start, last, start_mark, end_mark)


@given(
    st.text(alphabet="a.1 '\n\t/ क्ष।漢\u3000-;", max_size=300),
    st.text(alphabet="a \n`~>", max_size=9),
    st.data(),
)
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_text_with_something_behind_it(tokenizer, text, after, data):
    """What a line adds that stands behind a span and is not in the text is told by the end of the span, or not at all."""
    counter = get_tokenizer(tokenizer)
    end = data.draw(st.integers(0, len(text)))
    added = Measure(text, counter).closed(end, after)
    assert added in (None, counter.count(text[:end] + after) - counter.count(text[:end]))


@given(st.text(alphabet="ab\r\n\u2028", max_size=60), st.randoms(use_true_random=False))
def test_line_numbers(text, rng):
    r"""Lines end with \n, \r\n or \r and with nothing else, in whatever order they are asked for."""
    lines = LineNumbers(text)
    offsets = list(range(len(text)))
    rng.shuffle(offsets)
    ends = [found.end() for found in re.finditer(r"\r\n|\n|\r", text)]
    for i in offsets:
        assert sum(end <= i for end in ends) + 1 == lines.at(i), i
