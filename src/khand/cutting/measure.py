"""
Exact counts of spans of one text without counting its tokens again and again.

Every unit is counted once. Where two units meet at a seam of the tokenizer (a place no token reaches over) their counts add up, so
the count of a span is a difference of sums and only its edges are counted anew. Inside a unit that is cut the same holds for its
pieces, see ``Measure.refine``. See docs/algorithms.md.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from khand.characters.space import trimmed_end
from khand.outline.blocks import offsets
from khand.tokenizers.base import Tokenizer

_SHORT = 200
"""Code points up to which counting anew is cheaper than adding up."""

_SHORT_ENDING = 16
"""Code points of the last word and the white space behind it up to which they are likely to come again."""

CHARS_A_TOKEN = 16
"""Code points a token, on average, that hardly any text has."""

SEEN = 32
"""Code points on either side of a seam that are enough for any tokenizer to tell it."""

_AT_ONCE = 4096
"""Pieces counted in one call: their texts, which are copies, are held no longer than that."""


def counts_before(text: str, edges: Sequence[int], tokenizer: Tokenizer) -> array[int]:
    """
    Sum of the counts of the pieces before each edge. Shape (n + 1,).

    Args:
        text: The source text.
        edges: Offsets at which the pieces begin, and where the last ends; increasing. Shape (n + 1,).
        tokenizer: What counts.
    """
    before = offsets([0])
    for k in range(0, len(edges) - 1, _AT_ONCE):
        pieces = [text[a:b] for a, b in pairwise(edges[k : k + _AT_ONCE + 1])]
        before.extend(accumulate(tokenizer.count_many(pieces), initial=before.pop()))
    return before


class Measure:
    r"""
    Counts spans of one text.

    Args:
        text: The source text.
        edges: Offsets at which its units begin, and its end; increasing. Shape (n + 1,).
        tokenizer: What counts.

    Attributes:
        before: Sum of the counts of the units before each edge. Shape (n + 1,).

    >>> from khand.tokenizers import get_tokenizer
    >>> Measure("One.\n\nTwo.", [0, 6, 10], get_tokenizer("characters")).count(0, 4)
    4
    """

    def __init__(self, text: str, edges: Sequence[int], tokenizer: Tokenizer) -> None:
        self.text = text
        self.edges = edges
        self.tokenizer = tokenizer
        self.before = counts_before(text, edges, tokenizer)
        # tokens that white space adds, by what stands before it and itself
        self._added: dict[tuple[str, str], int] = {}
        # by an end and a budget: from where to that end there are more than twice the budget
        self._too_many: dict[tuple[int, int], int] = {}
        self._finer: Measure | None = None
        is_seam = tokenizer.is_seam
        self._joins = offsets([edge for edge in edges[1:-1] if not is_seam(text, edge)])

    def count_all(self) -> int:
        """Exact tokens of the whole text."""
        return self.tokenizer.count(self.text) if self._joins else self.before[-1]

    def count(self, start: int, end: int) -> int:
        """Exact tokens of ``text[start:end]`` alone."""
        if end - start <= _SHORT:
            return self.tokenizer.count(self.text[start:end])
        edges, before = self.edges, self.before
        first = bisect_left(edges, start)  # the first edge at or after `start`
        last = bisect_left(edges, end, first)  # the first edge at or after `end`
        if last <= first or self.joined(edges[first], edges[last - 1]):
            return self._count_inside(start, end)
        tokens = self._count_inside(start, edges[first]) if start < edges[first] else 0
        if edges[last] == end:
            return tokens + before[last] - before[first]
        return tokens + before[last - 1] - before[first] + self._count_tail(last - 1, end)

    def count_followed(self, start: int, end: int, after: str) -> int:
        """Exact tokens of ``text[start:end]`` with `after`, which is no part of the text, behind it; mostly only its last word is counted anew."""
        near = self.text[max(start, end - SEEN) : end]
        whole = near + after
        at = self._parted(whole, 0, len(near))
        if at < 2:  # a seam may depend on two characters before it
            return self.tokenizer.count(self.text[start:end] + after)
        return self.count(start, end) + self.tokenizer.count(whole[at:]) - self.tokenizer.count(near[at:])

    def refine(self, finer: Measure, depth: int) -> None:
        """
        Count spans inside a unit by its pieces from now on; one unit a depth is refined, that of the last call.

        Args:
            finer: Measures the pieces of the unit, the same text and tokenizer.
            depth: 1 for pieces of a unit, 2 for pieces of those, ….
        """
        coarse = self
        while depth > 1 and coarse._finer is not None:
            coarse, depth = coarse._finer, depth - 1
        coarse._finer = finer

    def _count_inside(self, start: int, end: int) -> int:
        """Exact tokens of ``text[start:end]``, by the pieces of what was refined where it lies in that."""
        finer = self._finer
        while finer is not None:
            if finer.edges[0] <= start and end <= finer.edges[-1]:
                return finer.count(start, end)
            finer = finer._finer
        return self.tokenizer.count(self.text[start:end])

    def fits(self, start: int, end: int, size: int) -> bool:
        """Whether ``text[start:end]``, without the white space at its end, has at most `size` tokens."""
        return self.count(start, trimmed_end(self.text, start, end)) <= size

    def count_units(self, first: int, last: int, end: int) -> int:
        """
        Exact tokens of the units from `first` up to `last`, the white space after `end` left out.

        Args:
            first: Index of the first unit.
            last: Index after the last unit, > first.
            end: Where the last unit's last non-blank character ends.
        """
        if self._joins and self.joined(self.edges[first], self.edges[last - 1]):
            return self._count_inside(self.edges[first], end)
        return self.before[last - 1] - self.before[first] + self._count_tail(last - 1, end)

    def last_unit(self, first: int, stop: int, budget: int) -> int:
        """The edge, at most `stop`, up to which units from `first` on take at most `budget` tokens, near enough to plan with."""
        before = self.before
        if before[stop] - before[first] <= budget:
            return stop
        return bisect_right(before, before[first] + budget, first + 1, stop + 1) - 1

    def first_unit(self, last: int, end: int, budget: int) -> int:
        """The first unit from which at most `budget` tokens lead to `end` in unit `last`, near enough to plan with; last + 1 if none."""
        before, start = self.before, self.edges[last]
        if end - start > CHARS_A_TOKEN * budget and not self.text[end : self.edges[last + 1]].isspace():
            tokens = self.count_within(start, end, budget)
            if tokens is None:
                return last + 1
        else:
            tokens = self._count_tail(last, end)
        return bisect_left(before, before[last] + tokens - budget, 0, last + 1)

    def count_within(self, start: int, end: int, budget: int) -> int | None:
        """
        Exact tokens of ``text[start:end]``; None if they are more than `budget`.

        Cost: that of counting a few times as much text as the budget holds, however long the span is. Where its last part alone
        has twice the budget, the rest is not looked at: what stands before a text can join a few of its tokens, not half of them.
        """
        if start <= self._too_many.get((end, budget), -1):
            return None
        reach = CHARS_A_TOKEN * budget
        while reach < end - start:
            if self.count(end - reach, end) > 2 * budget:
                self._too_many[end, budget] = end - reach
                return None
            reach *= 4
        tokens = self.count(start, end)
        return tokens if tokens <= budget else None

    def count_space(self, start: int, end: int, stop: int) -> int:
        """Tokens that the white space from `end` to `stop` adds to the text from `start` to `end`; mostly without counting that."""
        if end == stop:
            return 0
        at = self._parted(self.text, start, end)
        if stop - at > _SHORT_ENDING:
            return self._count_space(at, end, stop)
        ending = self.text[at:end], self.text[end:stop]
        added = self._added.get(ending)
        if added is None:
            added = self._added[ending] = self._count_space(at, end, stop)
        return added

    def _parted(self, text: str, start: int, end: int) -> int:
        """A place near `end` at which tokens are parted: behind a letter, or a mark with a letter before it, no word need be counted; else `start`."""
        is_seam = self.tokenizer.is_seam
        if is_seam(text, end):
            return end
        if end - 1 > start and is_seam(text, end - 1):
            return end - 1
        word = text.rfind(" ", start, end)
        return word if word > start and is_seam(text, word) else start

    def _count_space(self, start: int, end: int, stop: int) -> int:
        return self.tokenizer.count(self.text[start:stop]) - self.tokenizer.count(self.text[start:end])

    def _count_tail(self, unit: int, end: int) -> int:
        """Tokens of a unit up to `end`; little is counted where nothing but white space is left out."""
        start, stop = self.edges[unit], self.edges[unit + 1]
        if end == stop or self.text[end:stop].isspace():
            return self.before[unit + 1] - self.before[unit] - self.count_space(start, end, stop)
        return self._count_inside(start, end)

    def joined(self, start: int, end: int) -> bool:
        """Whether tokens may reach over an edge from `start` to `end`, both inclusive."""
        k = bisect_left(self._joins, start)
        return k < len(self._joins) and self._joins[k] <= end


class Running:
    """
    Counts from one place to others behind it, each from the nearest before that is known, where counts add up.

    Args:
        measure: Of the text.
        start: The place.

    >>> from khand.tokenizers import get_tokenizer
    >>> running = Running(Measure("One two three.", [0, 14], get_tokenizer("cl100k_base")), 0)
    >>> running.to(3), running.to(13), running.to(7)
    (1, 3, 2)
    """

    def __init__(self, measure: Measure, start: int) -> None:
        self._text = measure.text
        self._tokenizer = measure.tokenizer
        self._places = [start]
        self._tokens = [0]

    def to(self, end: int) -> int:
        """Exact tokens of the text from the start to `end`, >= the start."""
        k = bisect_right(self._places, end) - 1
        at, tokens = self._places[k], self._tokens[k]
        if at < end:
            tokens += self._tokenizer.count(self._text[at:end])
            if self._tokenizer.is_seam(self._text, end):
                self._places.insert(k + 1, end)
                self._tokens.insert(k + 1, tokens)
        return tokens
