"""Extended grapheme clusters (UAX #29 with rule GB9c, Unicode 17)."""

import time
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khand.characters.graphemes import cluster_start, grapheme_ends

CHARS = "a\u0301\u0308\u200d\u200c\r\n \u0600\u0904क्षत्ि़ा👩🚀🏽❤\ufe0f🇮🇳🇩☀ᄀ가각ᅡᆨ\U000110bd\U0001133e\U0001d173中é\uffff"
TEXTS = st.text(st.sampled_from(CHARS), max_size=25)


def unicode_cases():
    """The clusters of each case of Unicode's own test."""
    path = Path(__file__).parent / "data" / "GraphemeBreakTest.txt"
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert 766 == len(lines)
    for line in lines:
        yield ["".join(chr(int(point, 16)) for point in c.split("×")) for c in line.strip("÷ ").split("÷")]


def slow_start(text, i):
    return max([0, *(end for end in grapheme_ends(text) if end <= i)])


def test_unicodes_own_test():
    """Every case of GraphemeBreakTest comes out as Unicode says, and the starts agree."""
    for clusters in unicode_cases():
        text = "".join(clusters)
        ends = list(accumulate(map(len, clusters)))
        assert ends == grapheme_ends(text), clusters
        for i in range(len(text) + 1):
            assert max([0, *(end for end in ends if end <= i)]) == cluster_start(text, i)


@pytest.mark.parametrize(
    "clusters",
    [
        ["न", "म", "स्ते"],
        ["ខ្ម", "រ"],
        ["क्षे", "त्र"],
        ["क्‍ष", "क्\u200c", "ष"],
        ["👩‍🚀", "👋🏽", "🇮🇳", "🇩🇪", "❤️"],
        ["e\u0301", "\r\n", "\n", "\r"],
        ["각", "각", "中", "文"],
        ["\u0600क", "x"],
    ],
)
def test_clusters_by_hand(clusters):
    """Conjuncts, emoji sequences, flags, marks, line ends and Hangul stay whole."""
    assert list(accumulate(map(len, clusters))) == grapheme_ends("".join(clusters))


@given(TEXTS)
def test_ends_tile_the_text(text):
    """Ends grow and the last one is the text's."""
    ends = grapheme_ends(text)
    assert sorted(set(ends)) == ends
    assert ends[-1:] == ([len(text)] if text else [])


@given(text=TEXTS, data=st.data())
def test_a_range_of_the_text(text, data):
    """A range is treated as a text of its own, with offsets in the whole."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert [start + e for e in grapheme_ends(text[start:end])] == grapheme_ends(text, start, end)


@given(TEXTS)
def test_cluster_start(text):
    """The start of a cluster, found from a look at what is near, is the one found from the start of the text."""
    for i in range(len(text) + 1):
        assert slow_start(text, i) == cluster_start(text, i), i


@pytest.mark.parametrize(
    ("unit", "clusters"),
    [
        ("a", 300_000),
        ("\u0301", 1),
        ("\u200d", 1),
        ("🇮", 150_000),
        ("्", 1),
        ("\u0600", 1),
        ("क्\u200c", 300_000),
        ("क्", 1),
        ("☀\u200d", 1),
        ("\u1100", 1),
        ("\r\n", 300_000),
    ],
)
def test_long_runs_are_linear(unit, clusters):
    """Runs of marks, joiners, flags and the like take time linear in their length."""
    begin = time.process_time()
    ends = grapheme_ends(unit * 300_000)
    assert clusters == len(ends)
    cluster_start(unit * 300_000, len(unit) * 299_999)
    assert time.process_time() - begin < 5
