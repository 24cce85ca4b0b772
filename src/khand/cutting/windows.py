"""Fixed windows of tokens: no boundary but the grapheme cluster, by the arithmetic of the plan."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from khand.cutting.graphemes import cluster_start, grapheme_ends
from khand.cutting.piece import Piece
from khand.tokenizers.base import Tokenizer


def cut_windows(text: str, tokenizer: Tokenizer, size: int, overlap: int) -> Iterator[Piece]:
    """
    Windows of `size` tokens, each begun `overlap` tokens before the end of the one before.

    An edge inside a grapheme cluster moves back to the cluster's start, and a window that recounts above `size` ends one cluster
    earlier; an overlap that would start at or before the previous start, or leave no room for a new cluster, is dropped.

    Args:
        text: The source text, not blank.
        tokenizer: What counts.
        size: Tokens of a window, >= 1.
        overlap: Tokens two neighbours share, 0 <= overlap < size.

    Yields:
        Pieces without context whose spans cover the text, white space included.

    >>> from khand.tokenizers import get_tokenizer
    >>> [(p.start, p.end) for p in cut_windows("abcdefgh", get_tokenizer("characters"), 4, 1)]
    [(0, 4), (3, 7), (6, 8)]
    """
    ends = tokenizer.ends(text)
    windows = _Windows(text, tokenizer, ends, size)
    start = own = 0
    reason = "first"
    while True:
        end, tokens = windows.end(start, own)
        done = end == len(text)
        oversized = tokens > size
        yield Piece(
            start,
            own,
            end,
            "end" if done else "window",
            (),
            text[start:end],
            tokens,
            reason,
            oversized=oversized,
        )
        if done:
            return
        start, own, reason = *windows.next_start(start, end, overlap), "carried" if overlap else "off"
        if overlap and start == own:
            reason = "no room"


class _Windows:
    def __init__(self, text: str, tokenizer: Tokenizer, ends: Sequence[int], size: int) -> None:
        self.text = text
        self.tokenizer = tokenizer
        self.ends = ends
        self.size = size

    def end(self, start: int, own: int) -> tuple[int, int]:
        """Where the window from `start` ends, beyond `own`, and its exact tokens."""
        text = self.text
        last = bisect_right(self.ends, start) + self.size
        end = cluster_start(text, self.ends[last - 1]) if last < len(self.ends) else len(text)
        while end > own:
            tokens = self.tokenizer.count(text[start:end])
            if tokens <= self.size:
                return end, tokens
            end = cluster_start(text, end - 1)
        # not even one new cluster fits: it is emitted whole
        end = _cluster_end(text, own)
        return end, self.tokenizer.count(text[own:end])

    def next_start(self, start: int, end: int, overlap: int) -> tuple[int, int]:
        """Where the next window and its own part start."""
        if not overlap:
            return end, end
        tokens_before = bisect_right(self.ends, end)
        first = tokens_before - overlap
        begin = cluster_start(self.text, self.ends[first - 1]) if first > 0 else 0
        if begin <= start or begin >= end:
            return end, end
        new = _cluster_end(self.text, end)
        if self.tokenizer.count(self.text[begin:new]) > self.size:
            return end, end
        return begin, end


def _cluster_end(text: str, start: int) -> int:
    """Where the grapheme cluster that begins at `start` ends."""
    length = 16
    while True:
        stop = min(len(text), start + length)
        ends = grapheme_ends(text, start, stop)
        if len(ends) > 1 or stop == len(text):
            return ends[0]
        length *= 4
