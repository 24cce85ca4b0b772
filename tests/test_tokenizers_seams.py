"""Seams: places that no token reaches over, whatever is cut off before and after (docs/algorithms.md, claim 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khand.characters.classes import kind
from khand.tokenizers import get_tokenizer
from khand.tokenizers.patterns import ENCODINGS, slices

# a few characters of every kind, so that short texts meet every rule
CHARS = " \t\u00a0\u3000\n\r/'.!-।。“a'sStTlLvVeErRdmMſ1२½éÉǅʰक中ひ한िी्ा\u0301\u200d👋𝒳𝟙\U000e0041\x00\ufeff"
TEXTS = st.one_of(
    st.text(st.sampled_from(CHARS), min_size=1, max_size=14),
    st.lists(
        st.sampled_from(
            ["वह", " आया", "।", "\n", "\n\n", " ", "  ", "don", "'t", "'LL", ".", "!!", "/", "12", "है", "中"]
        ),
        min_size=1,
        max_size=12,
    ).map("".join),
)


@pytest.mark.parametrize("name", [*ENCODINGS, "words", "characters"])
@given(text=TEXTS, data=st.data())
def test_counts_add_up_at_a_seam(name, text, data):
    """At a seam the counts of both sides add up to the count of the whole, for every cut before and after."""
    tokenizer = get_tokenizer(name)
    i = data.draw(st.integers(0, len(text)))
    if not tokenizer.is_seam(text, i):
        return
    for a in range(i + 1):
        for b in range(i, len(text) + 1):
            assert tokenizer.count(text[a:b]) == tokenizer.count(text[a:i]) + tokenizer.count(text[i:b]), (
                a,
                b,
            )


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_pair_of_kinds(name):
    """Every two characters beside a seam, in every surrounding of one character more, add up."""
    count, is_seam = get_tokenizer(name).count, get_tokenizer(name).is_seam
    sample = " \n'/.a1िé中"
    for left in sample:
        for right in sample:
            for before in ["", *sample]:
                for after in ["", *sample]:
                    text, i = before + left + right + after, len(before) + 1
                    if is_seam(text, i):
                        assert count(text) == count(text[:i]) + count(text[i:]), (text, i)


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_the_places_where_chunks_are_cut_are_seams(name):
    """Before white space, at the start of a line and before an indentation tokens never join."""
    is_seam = get_tokenizer(name).is_seam
    for text in [
        "word| next",
        "यह| है",
        "end.\n|Next",
        "end.\n\n|# Head",
        "end.\n|    code",
        "a|\nb",
        "中文|。",
        "\n|\tx",
    ]:
        i = text.index("|")
        assert is_seam(text.replace("|", ""), i), text


def test_places_that_are_no_seams():
    """After a space, inside white space and inside a contraction tokens may join."""
    is_seam = get_tokenizer("cl100k_base").is_seam
    for text in ["word |next", "a |  b", "a\n|  \nb", ".|\nb", "'|s", "wo|rd", "1|2", "。|中"]:
        i = text.index("|")
        assert not is_seam(text.replace("|", ""), i), text
    assert not get_tokenizer("o200k_base").is_seam("a.\n/b", 3)
    assert not get_tokenizer("o200k_base").is_seam("don't", 3)


def test_an_endless_indentation_is_no_seam():
    """The look at an indentation is bounded: a very long one is not followed to its end."""
    is_seam = get_tokenizer("cl100k_base").is_seam
    assert is_seam("a\n" + " " * 50 + "b", 2)
    assert not is_seam("a\n" + " " * 5000 + "b", 2)


@pytest.mark.parametrize("name", ENCODINGS)
@given(text=st.text(st.sampled_from(CHARS), min_size=1, max_size=60))
def test_slices_are_cut_at_seams(name, text):
    """Long texts are worked on in slices that tile them, cut only at seams."""
    from khand.tokenizers import patterns

    before, patterns.SLICE_CHARS = patterns.SLICE_CHARS, 5
    try:
        parts = list(slices(text))
    finally:
        patterns.SLICE_CHARS = before
    assert text == "".join(parts)
    at = 0
    for part in parts[:-1]:
        at += len(part)
        assert get_tokenizer(name).is_seam(text, at)


def test_kinds():
    """Characters beyond the basic plane are of the kind of their category."""
    assert "LNOMLO" == "".join(map(kind, "𝒳𝟙👋\U0001e8d0\U00020000\ud800"))
