"""What is a word: markup in running text stays whole if it fits, and no cut is inside a grapheme cluster."""

from __future__ import annotations

import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import khand
from khand.characters.graphemes import grapheme_ends
from khand.characters.space import first_nonblank
from khand.cutting.words import kept_whole, word_ends
from khand.outline.inline import whole_spans

DEFINITIONS = "\n\n[user guide]: https://x.y/z\n[ref one]: u\n\n[two words]: v\n"
LINKS = (
    "[setup guide page](<docs/my guide.md>)",
    "![alt text](<img/path one.png>)",
    "[foo bar](u (a title))",
    "[foo bar](u\n'a title')",
    r"[a\] b c d](u)",
    r'[a b c](u/v "say \"x y\" z")',
    "[a b]( u/v/w )",
    "[x y](u?a=b&c=(d(e)f))",
    r"[a b](u\)v)",
    "[a `]` b](u)",
    "[a [b c] d](u)",
    "[![build status](b.svg)](<https://ci.x/y z>)",
    "[some text][ref one]",
    "![some text][ref one]",
    "[two words][]",
    "[user guide]",
    "[User\n  Guide]",
)
MATH = (r"\(x + y = z\)", "$x + y$")
CODE = ("`git push origin`", "`` a ` b ``")
TAGS = (
    "<kbd>Ctrl C</kbd>",
    "<code>pip install it</code>",
    '<a href="u.html" class="x">it is</a>',
    "<A HREF=u>it <b>is</b></A>",
    "<kbd><kbd>Ctrl</kbd> <kbd>C</kbd></kbd>",
    '<img src="a b.png" alt="A cat sat here. It slept well.">',
    "<img src='a b.png'\nalt=x />",
    "</div >",
    "<!-- a comment. Of two -->",
    "<?php echo 1 ?>",
)
ATOMS = LINKS + MATH + CODE + TAGS


def always(_start, _end):
    return True


def kept(text, fits=always):
    return [text[a:b] for a, b in kept_whole(text, 0, len(text), whole_spans(text, 0, len(text)), fits)]


def edges_inside(chunks, start, end):
    return [edge for chunk in chunks for edge in (chunk.start, chunk.end) if start < edge < end]


@pytest.mark.parametrize("by", ["heading", "sentence"])
@pytest.mark.parametrize("atom", ATOMS)
def test_stays_whole(atom, by):
    """What is one thing to a reader of the page is not cut where it fits, whatever white space it holds."""
    before = "Some words stand before "
    text = f"{before}{atom} and some more of them follow. Then comes another one.{DEFINITIONS}"
    for size in range(len(atom), len(atom) + 30):
        for overlap in (0, size // 2):
            chunks = khand.chunk(
                text, by=by, size=size, overlap=overlap, tokenizer="characters", context=(), language="en"
            )
            assert [] == edges_inside(chunks, len(before), len(before) + len(atom)), (size, overlap)


@pytest.mark.parametrize("atom", TAGS)
def test_stays_whole_in_html(atom):
    """The same in a paragraph of HTML."""
    before = "<p>Some words stand before "
    text = f"{before}{atom} and some more of them follow.</p>"
    for size in range(len(atom), len(atom) + 30):
        chunks = khand.chunk(text, format="html-source", size=size, tokenizer="characters", context=())
        assert [] == edges_inside(chunks, len(before), len(before) + len(atom)), size


@pytest.mark.parametrize(
    "text",
    [
        "a < b and c > d",
        "a <b and 3c> d",
        '<a href="x"title="y z">',
        "<1 b>",
        "[a b] (c)",
        r"\[a b](c)",
        "[no definition]",
        "[a b](c d)",
        r"\`a b`",
        "a $5 and $6",
        r"\\(a b\)",
    ],
)
def test_is_none(text):
    """What only looks like markup is cut between its words like any text."""
    assert [] == kept(text)


def test_the_larger_that_fits():
    """Of a picture inside a link the whole stays together, or at least the picture."""
    text = "x [![alt text](p.png) and words](u) y"
    for size, largest in ((40, text[2:35]), (33, text[2:35]), (32, "![alt text](p.png)"), (17, None)):
        assert ([largest] if largest else []) == kept(text, lambda a, b, size=size: b - a <= size), size


def test_a_link_anchor_that_is_never_closed():
    """An anchor without an end does not reach to the end of the next link."""
    text = 'x <a name="top one"> y <a href="u v">z</a>'
    assert ['<a name="top one">', '<a href="u v">z</a>'] == kept(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("漢字。「ok」漢（x）漢 „漢”", ["漢", "字。", "「ok」", "漢", "（x）", "漢", "„漢”"]),
        ("က။ခ၊ဂ", ["က။", "ခ၊", "ဂ"]),
        ("កខ។ គ៖", ["ក", "ខ។", "គ៖"]),
        ("`x y`។ក", ["`x y`។", "ក"]),
        ("ก(ข)", ["ก", "(ข)"]),
    ],
)
def test_marks_stay_with_words(text, words):
    """In scripts without spaces closing marks stay with what precedes, opening ones with what follows, those of the script too."""
    spans = whole_spans(text, 0, len(text))
    ends = word_ends(text, 0, len(text), spans, always)
    assert words == [text[a:b].strip() for a, b in zip([0, *ends], ends, strict=False)]


MARKS = st.sampled_from(["\u200c", "\u200d", "\ufe0f", "\u0301", "\u0e31", "\u0903", "\u0600"])
AROUND = st.one_of(MARKS, st.sampled_from([*" (.,a\u6f22\u0e01", "\u00a0"]))


@given(
    parts=st.lists(st.one_of(st.sampled_from(ATOMS), st.just(" ab cd "), AROUND, AROUND), max_size=12),
    size=st.integers(1, 60),
)
@example(["\u0645\u062a\u0646 ", "`git push origin`", "\u200cab"], 17)
@example(["x ", "[a b](c)", "\ufe0f", " y"], 8)
@example(["x ", "[a b](c)", "a", "\u0e31", "\u0e01"], 9)
def test_words_end_between_clusters(parts, size):
    """No word ends inside a grapheme cluster, beside markup either, whatever hangs on it."""
    text = "".join(parts)
    clusters = {0, *grapheme_ends(text)}
    found = word_ends(text, 0, len(text), whole_spans(text, 0, len(text)), lambda a, b: b - a <= size)
    # a sign that is one cluster with the white space behind it is cut from it: white space at an edge is left out
    inside = [end for end in found if end not in clusters and not text[end].isspace()]
    assert [] == inside
    assert sorted(set(found)) == found


@given(
    parts=st.lists(
        st.sampled_from([*ATOMS, "some", "words,", "(and", "marks).", "\u6f22\u5b57"]), max_size=9
    ),
    size=st.integers(10, 60),
    by=st.sampled_from(["heading", "paragraph", "sentence"]),
)
def test_atoms_in_any_order_stay_whole(parts, size, by):
    """Markup among words and other markup is not cut if it fits."""
    text = " ".join(["Words", *parts, "end."])
    chunks = khand.chunk(
        text + DEFINITIONS, by=by, size=size, overlap=size // 3, tokenizer="characters", context=()
    )
    at = len("Words ")
    for part in parts:
        if part in ATOMS and len(part) <= size:
            assert [] == edges_inside(chunks, at, at + len(part)), part
        at += len(part) + 1


@given(
    parts=st.lists(st.one_of(st.sampled_from(ATOMS), st.just(" ab cd "), AROUND), max_size=9),
    size=st.integers(1, 60),
    pick=st.randoms(use_true_random=False),
)
def test_words_of_a_stretch(parts, size, pick):
    """Words looked for from any word behind white space on, up to anywhere, are those of the passage, but for the last."""
    text = "".join(parts)
    spans = whole_spans(text, 0, len(text))

    def fits(a, b):
        return b - a <= size

    every = word_ends(text, 0, len(text), spans, fits)
    starts = [
        0,
        *(start for end in every if end < (start := first_nonblank(text, end, len(text))) < len(text)),
    ]
    start = pick.choice(starts)
    end = pick.randint(start, len(text))
    found = word_ends(text, start, end, spans, fits)
    known = [stop for stop in found if stop < end]
    expected = [stop for stop in every if start < stop < end]
    assert expected[: len(known)] == known
    assert expected == known or found[-1] == end < len(text)
    assert end < len(text) or every[-1:] == found[-1:]


PLAIN = str.maketrans("[]<>`$\\!", "()()'%/;")
"""Marks that mean nothing, in place of those that may."""
DENSE = {
    "json": '{"id": 5, "tags": ["a", "b"], "at": [[0.5, 2], [3, 4]], "name": "x y"} ',
    "code": "foo(a[i], b[j]) and `x` or <T> y; ",
    "links": "see [a](b) and ![c](d) or [e f](g 'h i'); ",
    "stray brackets": "[ ( [x y ]( ](u ",
    "stray tags": "<a <b c='d <!-- <? > ",
    "stray code": "`` x ` y `z` ",
    "stray math": "$a \\( b$c \\) $ ",
    "never closed": "[a](b [c ",
}


def calls(text, **settings):
    """How many functions, Python's own included, are called to cut a text: a measure of work that no busy machine changes."""
    count = 0

    def called(_frame, _event, _function):
        nonlocal count
        count += 1

    sys.setprofile(called)
    try:
        khand.chunk(text, language="en", **settings)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("settings", [{"size": 64}, {"size": 64, "overlap": 16}, {"size": 8}])
@pytest.mark.parametrize("dense", DENSE)
def test_work_on_brackets(dense, settings):
    """Text dense in brackets and other marks takes at most three times the work of the same with marks that mean nothing."""
    marks = DENSE[dense] * (6_000 // len(DENSE[dense]))
    khand.chunk(marks, **settings)  # what is loaded when first used is no work of a text
    assert calls(marks, **settings) <= 3 * calls(marks.translate(PLAIN), **settings)


@pytest.mark.parametrize("size", [1, 16])
@pytest.mark.parametrize(
    "unit", ["[", "]", "`", "(", "<", "$", "\\(", "![", "](", "](](", "<a", "[a](b)", "{", ">"]
)
def test_work_on_words_of_brackets(unit, size):
    """Nor does one huge word of them take more than four times the work of one of commas; twice as much is twice the work."""
    once, twice = unit * (1000 // len(unit)), unit * (2000 // len(unit))
    khand.chunk(once, size=size)
    assert calls(once, size=size) <= 4 * calls("," * 1000, size=size)
    assert calls(twice, size=size) <= 2.5 * calls(once, size=size)
