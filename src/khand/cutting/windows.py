"""Fixed windows of tokens: no boundary but the grapheme cluster, by the arithmetic of the plan."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from khand.characters.graphemes import cluster_end, cluster_start
from khand.cutting.piece import Carried, Piece, Reason
from khand.cutting.sections import Sections
from khand.tokenizers.base import Tokenizer


def cut_windows(
    text: str, sections: Sections, tokenizer: Tokenizer, size: int, overlap: int
) -> Iterator[Piece]:
    """
    Windows of `size` tokens, each begun `overlap` tokens before the end of the one before.

    An edge inside a grapheme cluster moves back to the cluster's start, and a window that recounts above `size` ends one cluster
    earlier; an overlap that would start at or before the previous start, or leave no room for a new cluster, is dropped.

    Args:
        text: The source text, not blank.
        sections: Its units, for the heading path of each window.
        tokenizer: What counts.
        size: Tokens of a window, >= 1.
        overlap: Tokens two neighbours share, 0 <= overlap < size.

    Yields:
        Pieces without context whose spans cover the text, white space included.

    >>> from khand.cutting.sections import find_sections
    >>> from khand.outline import blocks
    >>> from khand.tokenizers import get_tokenizer
    >>> sections = find_sections("abcdefgh", blocks("abcdefgh", "text"), 6)
    >>> [(p.start, p.end) for p in cut_windows("abcdefgh", sections, get_tokenizer("characters"), 4, 1)]
    [(0, 4), (3, 7), (6, 8)]
    """
    windows = _Windows(text, tokenizer, size)
    start = own = 0
    carried, begin_moved = Carried.FIRST, False
    while True:
        end, tokens, end_moved = windows.end(start, own)
        done = end == len(text)
        yield Piece(
            start,
            own,
            end,
            Reason.END if done else Reason.WINDOW,
            sections.path_at(text, own, end),
            text[start:end],
            tokens,
            carried,
            oversized=tokens > size,
            moved=begin_moved or end_moved,
            repeated=tokenizer.count(text[start:own]) if start < own else 0,
        )
        if done:
            return
        start, own, begin_moved = windows.next_start(start, end, overlap)
        carried = Carried.OFF if not overlap else Carried.CARRIED if start < own else Carried.NO_ROOM


class _Windows:
    def __init__(self, text: str, tokenizer: Tokenizer, size: int) -> None:
        self.text = text
        self.tokenizer = tokenizer
        self.ends = tokenizer.ends(text)
        self.size = size

    def end(self, start: int, own: int) -> tuple[int, int, bool]:
        """Where the window from `start` ends, beyond `own`; its exact tokens; whether its edge moved."""
        text = self.text
        last = bisect_right(self.ends, start) + self.size
        end, moved = self._edge(last, start) if last < len(self.ends) else (len(text), False)
        while end > own:
            tokens = self.tokenizer.count(text[start:end])
            if tokens <= self.size:
                return end, tokens, moved
            end, moved = cluster_start(text, end - 1, start), True
        # one new cluster: with its overlap it fits (or it would have none); alone it is emitted whole however large
        end = cluster_end(text, own)
        return end, self.tokenizer.count(text[start:end]), True

    def next_start(self, start: int, end: int, overlap: int) -> tuple[int, int, bool]:
        """Where the next window and its own part start, and whether its edge moved."""
        if not overlap:
            return end, end, False
        begin, moved = self._edge(bisect_right(self.ends, end) - overlap, start)
        if begin <= start or begin >= end:
            return end, end, True
        new = cluster_end(self.text, end)
        if self.tokenizer.count(self.text[begin:new]) > self.size:
            return end, end, True
        return begin, end, moved

    def _edge(self, tokens: int, floor: int) -> tuple[int, bool]:
        """The edge behind the first `tokens` tokens, moved back to the start of a cluster; and whether it moved."""
        if tokens <= 0:
            return 0, False
        offset = self.ends[tokens - 1]
        # where the next token begins no character, this edge is inside the last one
        inside = tokens < len(self.ends) and self.ends[tokens] == offset
        edge = cluster_start(self.text, offset - inside, min(floor, offset - inside))
        return edge, edge < offset
