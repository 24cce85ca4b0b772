"""Chunks of documents with fences, notes and components: openers and closers keep their company, paths come back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_outline import BUILDER

from khand import chunk

DOCUMENTS = {
    "docusaurus": "# Top\n\nIntro words here.\n\n:::note[Read]\n\n## Inner\n\nInner text goes on.\n\n:::\n\nBehind the note.\n",
    "without blank lines": "# Top\n\nIntro words here.\n:::tip\n## Inner\nInner text goes on.\n:::\nBehind the note.\n",
    "quarto": "# Top\n\nIntro words here.\n\n:::: {.callout}\n## Inner\n\n::: {.x}\nInner text goes on.\n:::\n::::\n\nBehind the note.\n",
    "myst": "# Top\n\nIntro words here.\n\n:::{admonition} A\n## Inner\n\nInner text goes on.\n:::\n\nBehind the note.\n",
    "mkdocs": "# Top\n\nIntro words here.\n\n!!! tip\n\n    ## Inner\n\n    Inner text goes on.\n\nBehind the note.\n",
    "tabs": '# Top\n\nIntro words here.\n\n=== "A"\n\n    ## Inner\n\n    Inner text goes on.\n\nBehind the note.\n',
    "slashes": "# Top\n\nIntro words here.\n\n/// tip | A\n\n## Inner\n\nInner text goes on.\n\n///\n\nBehind the note.\n",
    "details": "# Top\n\nIntro words here.\n\n<details>\n<summary>A</summary>\n\n## Inner\n\nInner text goes on.\n\n</details>\n\nBehind the note.\n",
    "component": "# Top\n\nIntro words here.\n\n<Tabs>\n<Tab a={1}>\n\n## Inner\n\nInner text goes on.\n\n</Tab>\n</Tabs>\n\nBehind the note.\n",
}
OPENS = re.compile(r"(?::{3,}[ \t]*[{\w].*|!!! .*|=== .*|/// \w.*|</?\w[^<>]*>|<summary>.*)\Z")
CLOSES = re.compile(r"\s*(?::{3,}[ \t]*$|///[ \t]*$|</\w+>)", re.MULTILINE)


@pytest.mark.parametrize("size", [40, 60, 100, 400])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_paths_come_back(name, size):
    """Headings inside are in force inside only; no chunk ends with an opener or begins with a closer where its company fits."""
    chunks = chunk(DOCUMENTS[name], size=size, overlap=0, tokenizer="characters", context=())
    of = {
        words: made.headings for made in chunks for words in ("Intro", "goes", "Behind") if words in made.text
    }
    assert {"Intro": ("Top",), "goes": ("Top", "Inner"), "Behind": ("Top",)} == of
    if size > 60:
        assert [] == [
            made.text for made in chunks if OPENS.search(made.text.splitlines()[-1]) and "</" not in made.text
        ]
        assert [] == [made.text for made in chunks if CLOSES.match(made.text)]


def test_label_and_preamble():
    """A label stays with its heading; what holds no word before the first heading opens its section."""
    text = "import T from 't';\n\n<!-- c -->\n\n# A\n\nText.\n\n(b)=\n## B\n\nMore.\n"
    chunks = chunk(text, tokenizer="characters", context=())
    assert ["import T", "(b)=\n## B"] == [
        made.text[: len(s)] for made, s in zip(chunks, ("import T", "(b)=\n## B"), strict=True)
    ]
    assert [("A",), ("A", "B")] == [made.headings for made in chunks]


@pytest.mark.parametrize(
    "text", [":::note\n\u3000\n:::\n", ":::note\n\u3000\n::::\n", "a\n\n:::b\n\u3000\n:::\n\nc\n"]
)
def test_a_scope_of_nothing_but_space(text):
    """A scope that holds a line of white space, which Markdown calls a paragraph, is cut as one that holds nothing."""
    assert (
        text.split() == "".join(made.text for made in chunk(text, tokenizer="characters", context=())).split()
    )


def test_code_before_a_closer():
    """Code that is cut inside a fence of colons is closed and reopened, and its end is not closed twice."""
    text = "# A\n\n:::tip\n```py\n" + "x = 1\n" * 12 + "```\n:::\n\nEnd.\n"
    embedded = [made.embed_text for made in chunk(text, size=60, overlap=0, tokenizer="characters")]
    assert [] == [piece for piece in embedded if piece.count("```") % 2]
    assert len(embedded) > 1


@given(
    st.lists(st.sampled_from(BUILDER), max_size=20),
    st.sampled_from([8, 20, 60]),
    st.sampled_from(["heading", "paragraph", "sentence"]),
    st.sampled_from([0, 5]),
)
def test_nothing_is_lost(pieces, size, by, overlap):
    """Whatever builders' lines stand together, chunks are slices that cover the text, in order, within the size."""
    text = "\n".join(pieces).replace("¦", "|").replace("\x02", "")
    chunks = chunk(text, by=by, size=size, overlap=overlap, tokenizer="characters")
    covered = 0
    for made in chunks:
        assert text[made.start : made.end] == made.text
        assert made.tokens <= size
        assert not text[covered : made.start].strip()
        assert made.end > covered
        covered = made.end
    assert not text[covered:].strip()
