"""The Python backend: byte-pair encoding on the standard library alone, exact for all four encodings."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain

from khand.tokenizers.kinds import in_basic_plane
from khand.tokenizers.merging import Joints, Ranks, merge
from khand.tokenizers.patterns import piece_pattern, seam_test, slices
from khand.tokenizers.tables import begun_chars, load_tokens

CACHE_CHARS = 1 << 21
"""Code points of pieces whose ids are kept, at most, plus one slice: about 60 MB when all are short words."""

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

    def __init__(self, encoding: str) -> None:
        self.name = encoding
        self.is_seam = seam_test(encoding)
        self._known: dict[str, Ids] = {}
        self._known_chars = 0

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
        return sum(sum(map(len, ids)) for ids in self._ids(text))

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """``[count(t) for t in texts]``; shape (n,)."""
        return [self.count(text) for text in texts]

    def encode(self, text: str) -> list[int]:
        """The ids of the tokens of `text`; shape (count(text),)."""
        return list(chain.from_iterable(map(chain.from_iterable, self._ids(text))))

    def ends(self, text: str) -> array[int]:
        """The code points begun up to and including each token; shape (count(text),)."""
        ids = chain.from_iterable(map(chain.from_iterable, self._ids(text)))
        return array("I", accumulate(map(self._begun.__getitem__, ids)))

    def _ids(self, text: str) -> Iterator[Iterator[Ids]]:
        """The ids of each piece, piece by piece, slice by slice."""
        for part in slices(text):
            pieces = self._pieces(part)
            yield map(self._learn(pieces).__getitem__, pieces)

    def _pieces(self, text: str) -> list[str]:
        plain = in_basic_plane(text)
        pieces: list[str] = piece_pattern(self.name).findall(plain)
        if plain is text:
            return pieces
        ends = accumulate(map(len, pieces), initial=0)
        return [text[end : end + len(piece)] for end, piece in zip(ends, pieces, strict=False)]

    def _learn(self, pieces: list[str]) -> dict[str, Ids]:
        """The ids of all `pieces` and of what else is kept."""
        known = self._known
        unknown = set(pieces).difference(known)
        chars = sum(map(len, unknown))
        if self._known_chars + chars > CACHE_CHARS:
            # a new dict, not clear(): another thread may still read the old one
            known = self._known = {}
            unknown = set(pieces)
            self._known_chars, chars = 0, sum(map(len, unknown))
        self._known_chars += chars
        ranks = self._ranks
        for piece in unknown:
            rank = ranks.get(piece.encode())
            known[piece] = (rank,) if rank is not None else self._merged(piece, known)
        return known

    def _merged(self, piece: str, known: dict[str, Ids]) -> Ids:
        ranks = self._ranks
        if len(piece) < 4 or piece.isascii():
            return tuple([ranks[token] for token in merge(piece.encode(), ranks)])
        ids: list[int] = []
        for part in self._joints.parts(piece):
            found = known.get(part)
            if found is None:
                found = tuple([ranks[token] for token in merge(part.encode(), ranks)])
                if len(part) <= _KEPT_PART_CHARS:
                    known[part] = found
                    self._known_chars += len(part)
            ids += found
        return tuple(ids)
