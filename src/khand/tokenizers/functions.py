"""A tokenizer that counts with a function of the caller's."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress

from khand.errors import TokenizerError

_STEP_CHARS = 512
"""Pieces counted one by one to place the tokens of a long text, in code points."""


_MOST_TOKENS = 64
"""Tokens of one code point beyond which a plan has no use for their places."""


class FunctionTokenizer:
    """
    Counts with a function ``str -> int``; the function is taken at its word.

    >>> FunctionTokenizer(len).count("four")
    4
    """

    backend = "callable"
    exact = True
    template = 0

    def __init__(self, function: Callable[[str], int]) -> None:
        self.name = str(getattr(function, "__qualname__", type(function).__qualname__))
        self._function = function

    def count(self, text: str) -> int:
        """What the function says of `text`; 0 for ''."""
        if not text:
            return 0
        found = self._function(text)
        tokens = -1
        if not isinstance(found, bool):
            with suppress(TypeError):
                tokens = operator.index(found)  # NumPy's whole numbers, too
        if tokens < 0:
            raise TokenizerError(
                f"tokenizer={self.name}: the function gave {found!r} for a text of {len(text)} characters; "
                "it must give the number of tokens, a whole number from 0 up",
                tokenizer=self.name,
            )
        return tokens

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """``[count(t) for t in texts]``; shape (n,)."""
        return [self.count(text) for text in texts]

    def ends(self, text: str) -> array[int]:
        """
        Where tokens end, for planning only: a function tells how many tokens there are, not where.

        The text is counted in pieces of equal length and the tokens of a piece are spread evenly over it, so the
        work is linear in the text; the number of ends may differ from ``count(text)``.
        """
        ends = array("L")
        for start in range(0, len(text), _STEP_CHARS):
            piece = text[start : start + _STEP_CHARS]
            tokens = min(self.count(piece), _MOST_TOKENS * len(piece))
            ends.extend(start + len(piece) * k // tokens for k in range(1, tokens + 1))
        if ends:
            ends[-1] = len(text)
        return ends

    def is_seam(self, text: str, i: int) -> bool:
        """Nothing is known of the function."""
        return i <= 0 or i >= len(text)
