"""Headings and blocks are where CommonMark and GFM say, compared with markdown-it-py; differences are listed by reason."""

import json
import os
import random
import re
from pathlib import Path

import pytest
from _markdown_it import both, our_items, their_items
from hypothesis import given
from hypothesis import strategies as st

from khand.outline import Kind, blocks

HERE = Path(__file__).parent
SPEC = json.loads((HERE / "data" / "commonmark-spec.json").read_text(encoding="utf-8"))
CORPUS = os.environ.get("KHAND_CORPUS")

# Examples of the specification in which khand differs on purpose, with the reason (docs/outline.md has them, too).
LISTED = {98: "two rules at the very start are empty front matter"}

PIECES = [
    *(
        "# h|## h ##|#|text|text *a* b|more `c`|- a|-|* b|+ c|1. one|2. two|10. ten|7) sev|> q|>|>q|> - x|> > y|> ```|```|```py|~~~|"
        "````|    code|  two|   three|    - deep|  - nest|---|***|- - -|===|--|<div>|</div>|<!-- c|c -->|<pre>|</pre>|<b>|<?x|?>|"
        "<![CDATA[|]]>|<!D|[b]||||||  |\\# no|&amp; x|**b** c|_e_|1986. x|- - a|1. - b|- # h|- ```|  ```| # h| - s|  > q|   ===|- > z|a\\|"
        "*|+|1.|0. z|: x|:-|<kbd>x|<a href='x'>|`` x|***b|* * x|__x|_ _ _|3.14 x|1.x|~~x|~~~x~|$5|#x|=|-x|-- x|+x|>>"
    ).split("|"),
    "| a | b |",
    "|---|---|",
    "a | b",
    "--|--",
    "| c |",
    "-\tx",
    ">\tq",
    "\tcode",
    "- | a | b |",
    "  |---|---|",
]
INDENTS = ["", "", "", "", "", "  ", "    ", "> ", "- ", "   ", " ", "\t", "  > ", "1. "]


def reason(text, found, expected):
    """Why khand and markdown-it may differ on a generated text, or None."""
    if any(block[0] == "TABLE" for block in [*found, *expected]):
        return "a table's header row is never the line of a container; row-like lines above it belong to it"
    if re.search(r"^[ >]*(?: {4}| {0,3}\t)", text.replace("\r", "\n"), re.MULTILINE):
        return "an indented line after a paragraph in a list goes on with the paragraph"
    return None


def generated(seed):
    pick = random.Random(seed)
    lines = []
    for _ in range(pick.randint(1, 12)):
        indent = "".join(pick.choice(INDENTS) for _ in range(pick.choice([0, 0, 0, 1, 2])))
        lines.append(indent + pick.choice(PIECES))
    return pick.choice(["\n", "\n", "\r\n", "\r"]).join(lines) + pick.choice(["", "\n"])


@pytest.mark.parametrize("example", SPEC, ids=lambda example: str(example["example"]))
def test_specification(example):
    """Every example of the CommonMark specification has the blocks, levels and titles of markdown-it."""
    found, expected = both(example["markdown"])
    assert (expected == found) is (example["example"] not in LISTED), (expected, found)


def test_items_of_specification():
    """List items and table rows begin on the lines on which markdown-it has them, at any depth."""
    different = {e["example"] for e in SPEC if their_items(e["markdown"]) != our_items(e["markdown"])}
    assert set() == different


@given(st.integers(0, 10**9))
def test_generated(seed):
    """Nested and broken Markdown has the same blocks, but for the reasons listed."""
    text = generated(seed)
    if blocks(text, "markdown")[:1] and blocks(text, "markdown")[0].kind == Kind.FRONT_MATTER:
        return
    found, expected = both(text)
    assert expected == found or reason(text, found, expected), (text, expected, found)


def test_reasons_are_rare():
    """Of a thousand generated texts at most one in ten differs at all."""
    different = 0
    for seed in range(1000):
        found, expected = both(generated(seed))
        different += found != expected
    assert different < 100


def documents(folder):
    return sorted(path for path in Path(folder).rglob("*") if path.suffix in (".md", ".rst", ".txt"))


def same(path):
    text = path.read_bytes().decode("utf-8")
    first = blocks(text, "markdown")[:1]
    if first and first[0].kind == Kind.FRONT_MATTER:
        text = text[first[0].end :]
    found, expected = both(text)
    return found == expected


def test_sample_documents():
    """The sample documents have the blocks of markdown-it."""
    paths = documents(HERE / "data" / "documents")
    assert paths
    assert [] == [path.name for path in paths if not same(path)]


@pytest.mark.skipif(CORPUS is None, reason="KHAND_CORPUS names no folder of documents")
def test_corpus():
    """Every document of the corpus has the blocks of markdown-it."""
    paths = documents(CORPUS)
    assert paths
    assert [] == [path.name for path in paths if not same(path)]
