"""The Python backend: byte-pair encoding on the standard library alone, exact for all four encodings."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

from khand.characters.classes import in_basic_plane
from khand.tokenizers.merging import Joints, Ranks, merge
from khand.tokenizers.patterns import SLICE_CHARS, piece_pattern, seam_test, slices
from khand.tokenizers.tables import begun_chars, load_tokens

CACHE_CHARS = 1 << 21
"""Code points of pieces whose ids, and of those whose counts are kept, at most: about 60 and 40 MB when all are short words."""

_KEPT_PART_CHARS = 8

Ids = tuple[int, ...]


class BytePairTokenizer:
    """
    A byte-pair encoding of OpenAI's, in Python.

    Pieces come again and again (a megabyte of English has 220,000, but 11,000 different ones), so each
    piece's ids are kept, in a cache on this object whose size is bounded.

    >>> BytePairTokenizer("cl100k_base").encode("hello world")
    [15339, 1917]
    """

    backend = "python"
    exact = True
    template = 0

    def __init__(self, encoding: str) -> None:
        self.name = encoding
        self.is_seam = seam_test(encoding)
        self._known = _Kept(self._find)
        self._counts = _Kept(self._count_piece)

    @cached_property
    def _tokens(self) -> list[bytes]:
        return load_tokens(self.name)

    @cached_property
    def _ranks(self) -> Ranks:
        ranks = {token: rank for rank, token in enumerate(self._tokens)}
        ranks.pop(b"", None)
        return ranks

    @cached_property
    def _begun(self) -> bytes:
        return begun_chars(self._tokens)

    @cached_property
    def _joints(self) -> Joints:
        return Joints(self._tokens)

    def count(self, text: str) -> int:
        """Exact number of tokens of `text`; special-token strings are plain text."""
        if len(text) <= SLICE_CHARS:
            return self._count_slice(text)
        return sum([self._count_slice(part) for part in slices(text)])

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """``[count(t) for t in texts]``; shape (n,)."""
        return [self.count(text) for text in texts]

    def encode(self, text: str) -> list[int]:
        """The ids of the tokens of `text`; shape (count(text),)."""
        return [token for part in slices(text) for ids in self._ids(part) for token in ids]

    def ends(self, text: str) -> array[int]:
        """The code points begun up to and including each token; shape (count(text),)."""
        return array("I", accumulate(map(self._begun.__getitem__, self.encode(text))))

    def _ids(self, text: str) -> Iterator[Ids]:
        """The ids of each piece."""
        known = self._known = self._known.with_room(len(text))
        return map(known.__getitem__, self._pieces(text))

    def _count_slice(self, text: str) -> int:
        counts = self._counts = self._counts.with_room(len(text))
        # a comprehension: WebAssembly calls a method through map() more slowly
        return sum([counts[piece] for piece in self._pieces(text)])

    def _count_piece(self, piece: str) -> int:
        return len(self._find(piece))

    def _pieces(self, text: str) -> list[str]:
        plain = in_basic_plane(text)
        pieces: list[str] = piece_pattern(self.name).findall(plain)
        if plain is text:
            return pieces
        ends = accumulate(map(len, pieces), initial=0)
        return [text[end : end + len(piece)] for end, piece in zip(ends, pieces, strict=False)]

    def _find(self, piece: str) -> Ids:
        ranks = self._ranks
        rank = ranks.get(piece.encode())
        if rank is not None:
            return (rank,)
        if len(piece) < 4 or piece.isascii():
            return self._merged(piece)
        parts = self._joints.parts(piece)
        if len(parts) == 1:
            return self._merged(piece)
        ids: list[int] = []
        for part in parts:
            ids += self._known[part] if len(part) <= _KEPT_PART_CHARS else self._merged(part)
        return tuple(ids)

    def _merged(self, piece: str) -> Ids:
        ranks = self._ranks
        return tuple([ranks[token] for token in merge(piece.encode(), ranks)])


_Found = TypeVar("_Found")


class _Kept(dict[str, _Found]):
    """
    What was found for pieces, each when it is first asked for.

    Args:
        find: Finds it.

    Attributes:
        chars: Code points of all pieces.
    """

    def __init__(self, find: Callable[[str], _Found]) -> None:
        self._find = find
        self.chars = 0

    def __missing__(self, piece: str) -> _Found:
        found = self[piece] = self._find(piece)
        self.chars += len(piece)
        return found

    def with_room(self, chars: int) -> _Kept[_Found]:
        """Itself, or a new one if `chars` more would be too many; not cleared, since another thread may still read it."""
        return self if self.chars + chars <= CACHE_CHARS else _Kept(self._find)
