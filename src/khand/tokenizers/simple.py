"""Tokenizers without a vocabulary: characters, words, an estimate."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from khand.errors import TokenizerError

DEFAULT_RATIO = "4"
"""Characters a token in English prose; Hindi, code and numbers take fewer."""

_WORD = re.compile(r"\S+")


class CharacterTokenizer:
    """
    Every code point is a token.

    >>> CharacterTokenizer().count("नमस्ते")
    6
    """

    name = "characters"
    backend = "python"
    exact = True
    template = 0

    def count(self, text: str) -> int:
        """Number of code points."""
        return len(text)

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """``[count(t) for t in texts]``; shape (n,)."""
        return list(map(len, texts))

    def ends(self, text: str) -> range:
        """1, 2, … up to ``len(text)``; shape (len(text),)."""
        return range(1, len(text) + 1)

    def is_seam(self, text: str, i: int) -> bool:
        """Always: characters add up."""
        return True


class WordTokenizer:
    r"""
    Every run without white space is a token.

    >>> WordTokenizer().count("one  two\nthree")
    3
    """

    name = "words"
    backend = "python"
    exact = True
    template = 0

    def count(self, text: str) -> int:
        """Number of runs without white space."""
        return len(text.split())

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """``[count(t) for t in texts]``; shape (n,)."""
        return [len(text.split()) for text in texts]

    def ends(self, text: str) -> array[int]:
        """Where each word ends, the last one with the white space after it; shape (count(text),)."""
        ends = array("L", (found.end() for found in _WORD.finditer(text)))
        if ends:
            ends[-1] = len(text)
        return ends

    def is_seam(self, text: str, i: int) -> bool:
        """Where white space is on one side."""
        return i <= 0 or i >= len(text) or text[i - 1].isspace() or text[i].isspace()


class EstimateTokenizer:
    """
    A token for every so many characters, rounded up; never exact.

    >>> EstimateTokenizer("4").count("thirteen char"), EstimateTokenizer("3.5").name
    (4, 'estimate:3.5')
    """

    backend = "python"
    exact = False
    template = 0

    def __init__(self, ratio: str = DEFAULT_RATIO) -> None:
        spec = f"estimate:{ratio}"
        given = re.fullmatch(r"(\d{1,6})(?:\.(\d{1,6}))?", ratio, re.ASCII)
        if given is None or not ratio.strip("0."):
            raise TokenizerError(
                f"tokenizer={spec!r}: give the characters a token as a number above 0, such as estimate:3.5",
                tokenizer=spec,
            )
        self.name = spec
        # whole numbers, because 0.1 is not exact in binary and the figures must not depend on that
        whole, part = given[1], given[2] or ""
        self._chars = int(whole + part)
        self._for_tokens: int = 10 ** len(part)

    def count(self, text: str) -> int:
        """Number of characters over the ratio, rounded up."""
        return self._tokens(len(text))

    def _tokens(self, chars: int) -> int:
        return -(-chars * self._for_tokens // self._chars)

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """``[count(t) for t in texts]``; shape (n,)."""
        return [self._tokens(len(text)) for text in texts]

    def ends(self, text: str) -> array[int]:
        """Where each estimated token ends; shape (count(text),)."""
        top, bottom = self._chars, self._for_tokens
        total = len(text)
        ends = array("L", (min(k * top // bottom, total) for k in range(1, self._tokens(total) + 1)))
        if ends:
            ends[-1] = total
        return ends

    def is_seam(self, text: str, i: int) -> bool:
        """Never, but at the edges: rounding up does not add up."""
        return i <= 0 or i >= len(text)
