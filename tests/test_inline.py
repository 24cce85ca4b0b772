"""The reader of inline markup: where CommonMark has it, properly nested, in linear time; titles are what is left of it."""

from __future__ import annotations

import json
import random
import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from _markdown_it import parser, seen
from hypothesis import given
from hypothesis import strategies as st

from khand.outline.definitions import Definitions
from khand.outline.inline import whole_spans
from khand.outline.markdown_lines import normal
from khand.outline.titles import Titles

SPEC = json.loads((Path(__file__).parent / "data" / "commonmark-spec.json").read_text(encoding="utf-8"))
# Examples of the specification in which khand differs on purpose, with the reason.
LISTED = {548: "a link of a wiki", 590: "a link of a wiki", 621: "<bar/ > is a tag, as in browsers"}

PIECES = (
    *"[]()!<>`*_&\\\"' ab#/=",
    *"[a](b)|![a](b)|](|[x]|][|`` |```|~~|<b>|</b>|<a href='x'>|</a>|<!-- |-->|(a (b) c)|<u v>|&amp;|\\(|\\)|**|__".split("|"),
    *"<http://x.y>|<a@b.c>|<?|?>|![|[x][y]|[]|(<u>)|( u \"t\" )|$|$a$|漢|é|<!A |<![CDATA[|]]>|((((|))))|(u 'x')|\\[|\\`".split("|"),
)  # fmt: skip
DEFINED = "[x]: /u\n[a]: /u\n\n"


def read_by_markdown_it(source):
    """The text of each paragraph, heading and cell, and what markdown-it-py shows of it."""
    for token in parser().parse(source):
        if token.type == "inline":
            yield token.content, " ".join(seen(token.children).split())


@pytest.mark.parametrize("example", SPEC, ids=lambda example: str(example["example"]))
def test_specification(example):
    """Every paragraph of the CommonMark specification's examples reads as markdown-it shows it."""
    source = normal(example["markdown"])
    titles = Titles(Definitions(source))
    same = all(shown == titles.title(raw) for raw, shown in read_by_markdown_it(source))
    assert same is (example["example"] not in LISTED)


def line_of_marks(seed):
    pick = random.Random(seed)
    return "".join(pick.choice(PIECES) for _ in range(pick.randint(1, 18)))


def reason(line):
    """Why markdown-it may differ from khand on a line of marks, or None."""
    if "[[" in line:
        return "a link of a wiki"
    if "~~~" in line:
        return "a run of three is no strikethrough in GFM; markdown-it takes two of them"
    if line.rstrip().endswith("("):
        return "markdown-it takes no reference before a parenthesis at the very end"
    return "a tag of browsers" if re.search(r"/\s+>", line) else None


@given(st.integers(0, 10**9))
def test_marks_in_any_order(seed):
    """Broken and nested markup reads as markdown-it shows it, but for the reasons listed."""
    source = normal(DEFINED + "x " + line_of_marks(seed).strip())
    titles = Titles(Definitions(source))
    for raw, shown in read_by_markdown_it(source):
        assert shown == titles.title(raw) or reason(raw), raw


def test_reasons_are_rare():
    """At most one line of marks in five has such a reason."""
    assert sum(reason(line_of_marks(seed)) is not None for seed in range(1000)) < 200


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](u(b(c(d)))) end", ["[a](u(b(c(d))))"]),
        ("[a](" + "(" * 40 + ")" * 40 + ") end", ["[a](" + "(" * 40 + ")" * 40 + ")"]),
        ("[a [b](u) c](v)", ["[b](u)"]),
        ("[![a b](u)](v)", ["[![a b](u)](v)", "![a b](u)"]),
        ("![a [b](u) c](v)", ["![a [b](u) c](v)", "[b](u)"]),
        ("[a][x] [a][y] [x] [y]", ["[a][x]", "[a][y]", "[x]"]),
        ("`a [b` c](u)", ["`a [b`"]),
        (
            "<!-- a --> <!--> <? b ?> <br/ > <b@c.de>",
            ["<!-- a -->", "<!-->", "<? b ?>", "<br/ >", "<b@c.de>"],
        ),
        ("<a href='x'>b <b>c</b></a>", ["<a href='x'>b <b>c</b></a>", "<a href='x'>", "<b>", "</b>", "</a>"]),
        (r"$a b$ \(c d\) $$e f$$ $5 and $6 \$a b$", ["$a b$", r"\(c d\)", "$$e f$$"]),
        (r"$a \$ b$", [r"$a \$ b$"]),
        ("[a $b c](u) d$", ["[a $b c](u)"]),
        ("<kbd>a [b</kbd> c](u)", ["<kbd>", "[b</kbd> c](u)", "</kbd>"]),
        ("[a](u\r\n'b c')", ["[a](u\r\n'b c')"]),
        ("{/* a b */} {* c *}", ["{/* a b */}"]),
        ("`a` ``b", ["`a`"]),
    ],
)
def test_whole_spans(text, expected):
    """What is one thing to a reader is found, the larger before what it holds; what crosses markup is none."""
    found = whole_spans(text, 0, len(text), lambda label: label == "x")
    assert expected == [text[a:b] for a, b in found]
    inside = whole_spans(f"`[{text}", 2, 2 + len(text), lambda label: label == "x")
    assert [(a + 2, b + 2) for a, b in found] == inside


@given(st.lists(st.sampled_from([*PIECES, "<kbd>", "</kbd>", "$a ", " b$", "{/*", "*/}"]), max_size=30))
def test_spans_are_nested(pieces):
    """Spans are sorted, lie in the passage, and two of them are apart or one inside the other."""
    text = "".join(pieces)
    found = whole_spans(text, 0, len(text), lambda label: label == "x")
    assert sorted(set(found), key=lambda span: (span[0], -span[1])) == found
    assert all(0 <= a < b <= len(text) for a, b in found)
    assert [] == [(a, b) for a in found for b in found if a[0] < b[0] < a[1] < b[1]]


HOSTILE = (
    *"[|]|(|<|\\|`|$|{|![|](|](<|](((|[a b](|](a \"|[[a](u)](v)|[[[ |]]] |[a](b)|<a |<a b=\"|<a b='\" c=\"' |<b>|</a>".split("|"),
    *"<!-- |<?|<!A |<code>|`` ` |$ $|$a|$a |\\(|\\(a|[a](b|![a](|![a](u)|[a][|[a][b]|{/*|<a@|![a [b](u) |[x]|[a](b 'c|\\[|\\\\".split("|"),
    "".join("`" * n + " " for n in range(1, 60)),
    "![" * 20 + "](u)" * 20,
)  # fmt: skip


def seconds(text):
    begin = time.process_time()
    whole_spans(text, 0, len(text), lambda label: label == "x")
    return time.process_time() - begin


@pytest.mark.parametrize("unit", HOSTILE)
def test_linear(unit):
    """Eight times the marks, whatever opens and never closes, take no more than some eight times the time."""
    for closing in ("", "](u)", ")", "`", ">"):
        few, many = (unit * (size // len(unit)) + closing * (size // 9) for size in (3_000, 24_000))
        seconds(few)
        for _ in range(4):  # a busy machine can take twice and thrice the time for once, not always
            if seconds(many) <= 20 * min(seconds(few) for _ in range(3)) + 0.01:
                break
        else:
            pytest.fail("the time grows faster than the text")


def test_many_deep():
    """Of what is deeply nested the inner are found, so that cutting never has to try more than a few for one place."""
    text = "![" * 30 + "a" + "](u)" * 30
    found = whole_spans(text, 0, len(text))
    assert 8 == len(found)
    assert (58, 65) == found[-1]
    assert all(a < c and d < b for (a, b), (c, d) in pairwise(found))
