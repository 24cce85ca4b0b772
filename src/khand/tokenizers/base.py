"""What the engine asks of a tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Tokenizer(Protocol):
    """
    Counts tokens exactly; native code comes into khand only behind this.

    A tokenizer may keep a bounded cache on itself; it is safe to use from one thread at a time.
    """

    @property
    def name(self) -> str:
        """The name it is asked for by, e.g. ``"cl100k_base"``, ``"estimate:3.5"``, a file's path."""

    @property
    def backend(self) -> str:
        """What counts: ``"native"``, ``"python"``, ``"huggingface"``, ``"callable"``."""

    @property
    def exact(self) -> bool:
        """False when the figures are estimates and must be shown with ``≈``."""

    @property
    def template(self) -> int:
        """Tokens that the model's template adds to every text it embeds, such as [CLS] and [SEP]; in no count of this tokenizer."""

    def count(self, text: str) -> int:
        """Exact number of tokens of `text` alone; special-token strings are plain text; 0 for ''."""

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """``[count(t) for t in texts]``, as fast as the backend can; shape (n,)."""

    def ends(self, text: str) -> Sequence[int]:
        """
        The code point offset at which each token of `text` ends, non-decreasing; shape (count(text),).

        Counted are the code points begun up to and including a token (docs/algorithms.md, claim 4), so a token that
        parts a code point ends behind it, and the last entry is ``len(text)``. For a function of the caller's this is a
        plan only, and the shape may differ.
        """

    def is_seam(self, text: str, i: int) -> bool:
        """
        Whether tokens never reach over offset `i`, whatever is cut off before and after.

        True promises, for every ``a <= i <= b``: ``count(text[a:b]) == count(text[a:i]) + count(text[i:b])``.
        False promises nothing. O(1) (a bounded look at the neighbours of `i`).
        """
