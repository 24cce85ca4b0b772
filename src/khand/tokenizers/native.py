"""The native backend: toktok-rs counts cl100k_base and o200k_base where it is installed."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import accumulate

from khand.tokenizers.patterns import seam_test
from khand.tokenizers.tables import begun_chars, load_tokens

_BATCH = 200
"""Texts from which on one call for all is faster than a call for each: it costs 30 µs to begin."""

_SHORT = 4096
"""Code points from which on ids that come as bytes are faster than a list of them: that call, too, costs 30 µs to begin."""

NATIVE_ENCODINGS = ("cl100k_base", "o200k_base")


def has_native(encoding: str) -> bool:
    """Whether the native backend knows `encoding` and is installed."""
    return encoding in NATIVE_ENCODINGS and find_spec("toktok") is not None


class NativeTokenizer:
    """
    A byte-pair encoding counted by toktok-rs; ids are the same as those of the Python backend.

    One thread only: khand's own jobs are what runs in parallel.
    """

    backend = "native"
    exact = True
    template = 0

    def __init__(self, encoding: str) -> None:
        import toktok

        self.name = encoding
        self.is_seam = seam_test(encoding)
        # private to its authors, hence the exact pin of the version: the public function costs 35 µs a call
        self._engine = toktok._encoding(encoding)
        self.count: Callable[[str], int] = self._engine.count
        """Exact number of tokens of a text; special-token strings are plain text. No method: it is called for every place tried."""

    @cached_property
    def _begun(self) -> bytes:
        return begun_chars(load_tokens(self.name))

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """``[count(t) for t in texts]``; shape (n,)."""
        if len(texts) < _BATCH:
            return list(map(self.count, texts))
        return list(self._engine.count_batch(list(texts), 1, False))

    def encode(self, text: str) -> list[int]:
        """The ids of the tokens of `text`; shape (count(text),)."""
        return list(self._engine.encode_ordinary(text))

    def ends(self, text: str) -> array[int]:
        """The code points begun up to and including each token; shape (count(text),)."""
        if len(text) < _SHORT:
            ids = self._engine.encode_ordinary(text)
            return array("I", accumulate(map(self._begun.__getitem__, ids)))
        ids, _ = self._engine.encode_batch([text], 1, False)
        return array("I", accumulate(map(self._begun.__getitem__, memoryview(ids).cast("I"))))
