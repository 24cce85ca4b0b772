"""Time is linear: what is tokenized for a text does not grow faster than the text (docs/algorithms.md, claim 18)."""

import pytest

from khand import chunk, engine
from khand.tokenizers import get_tokenizer

ROWS = "| x one | y two three four |\n"
TEXTS = {
    "sentences": ("", "The rain fell on the roofs and did not stop. \n", ""),
    "words": ("", "plain words go here ", ""),
    "one letter": ("", "a", ""),
    "dandas": ("", "।", ""),
    "families": ("", "👨‍👩‍👧‍👦", ""),
    "flags": ("", "🇮🇳", ""),
    "marks": ("a", "\u0301", ""),
    "Han": ("", "漢字かな", ""),
    "spaces": ("a", " ", "b"),
    "lines": ("", "a\n", ""),
    "paragraphs": ("", "a b c\n\n", ""),
    "table": ("| a | b |\n|---|---|\n", ROWS, ""),
    "fence": ("```sh\n", "run it\n", "```\n"),
    "fence in a quote": ("> ```sh\n", "> run it\n", "> ```\n"),
    "items": ("", "- one item here\n", ""),
    "item": ("- ", "One more word. ", ""),
    "quote": ("", "> quoted words go\n", ""),
    "links": ("", "[a b](c d) ", ""),
    "backticks": ("", "`", ""),
    "tildes": ("", "~", ""),
    "brackets": ("", "[", ""),
    "HTML": ("", "<p>one two</p>\n", ""),
    "headings": ("", "# a\n", ""),
}


class Counted:
    """A tokenizer that notes how much it is given."""

    def __init__(self):
        self.inner = get_tokenizer("cl100k_base")
        self.name, self.backend, self.exact, self.template = self.inner.name, self.inner.backend, True, 0
        self.is_seam = self.inner.is_seam
        self.chars = 0

    def count(self, text):
        self.chars += len(text)
        return self.inner.count(text)

    def count_many(self, texts):
        self.chars += sum(map(len, texts))
        return self.inner.count_many(texts)

    def ends(self, text):
        self.chars += len(text)
        return self.inner.ends(text)


@pytest.mark.parametrize("markup", ["markdown", "html-source", "text"])
@pytest.mark.parametrize("overlap", [0, 20])
@pytest.mark.parametrize("name", TEXTS)
def test_tokenized_once_and_not_again_and_again(name, overlap, markup, monkeypatch):
    """Three times the text: about three times as much is given to the tokenizer, also with overlap in one huge block."""
    before, unit, after = TEXTS[name]

    def tokenized(chars):
        counted = Counted()
        monkeypatch.setattr(engine, "get_tokenizer", lambda _, **_options: counted)
        chunk(before + unit * (chars // len(unit)) + after, size=100, overlap=overlap, format=markup)
        return counted.chars / chars

    few = 3  # where a text of 10,000 is one chunk
    assert tokenized(30_000) < 1.5 * max(few, tokenized(10_000))
