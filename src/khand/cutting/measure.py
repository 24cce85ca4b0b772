"""
Exact counts of spans of one text without counting its tokens again and again.

A *seam* is a place that no token ever reaches over, whatever is cut off before and after it. The tokens of the document before a seam
are a sum; the count of a span is a difference of two of them, corrected by the few code points between the span's edges and the
seams next to these. See docs/algorithms.md, claims 2 and 8.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from khand.characters.space import trimmed_end
from khand.cutting.piece import Mark
from khand.outline.blocks import offsets
from khand.tokenizers.base import Tokenizer

NO_SEAM = 2**32 - 1
"""In place of a seam's offset: there is none near, or the tokenizer promises none."""

REACH = 90
"""Code points in which a seam next to an edge is looked for; farther away, the span is counted whole."""

_PLANNED = 24
"""Code points between a boundary and its seam up to which the tokens before the one tell where the other is."""

SHORT = 2 * REACH + 16
"""Code points up to which a span is counted whole: beyond, the seams next to its edges lie apart."""

START = Mark(0, 0)
"""The seam at the start of a text."""

_AT_ONCE = 4096
"""Pieces counted in one call: their texts, which are copies, are held no longer than that."""


class Sums:
    """
    The boundaries of one level, and the tokens of the document before each.

    Attributes:
        edges: Offsets of the boundaries, increasing. Shape (n + 1,).
        seams: A seam at each boundary, or before the white space in front of it; ``NO_SEAM`` where there is none. Shape (n + 1,).
        before: Tokens before that seam; where there is none a plan, near enough to look with. Shape (n + 1,).
    """

    __slots__ = ("_known", "before", "edges", "seams")

    def __init__(
        self,
        edges: Sequence[int],
        seams: Sequence[int],
        before: Sequence[int],
        known: dict[int, Mark] | None = None,
    ) -> None:
        self.edges = edges
        self.seams = seams
        self.before = before
        self._known = known or {}

    def mark(self, k: int) -> Mark:
        """The seam at boundary `k`."""
        return Mark(self.seams[k], self.before[k])

    def base(self, k: int) -> Mark:
        """The last seam at or before boundary `k`, near or far."""
        return self._known.get(k) or self.mark(k)


class Measure:
    """
    Counts spans of one text.

    Args:
        text: The source text.
        tokenizer: What counts.
    """

    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        self.text = text
        self.tokenizer = tokenizer
        self.is_seam = tokenizer.is_seam
        # tokens that white space adds, by itself and the two characters before it
        self._added: dict[str, int] = {}

    def sums(self, edges: Sequence[int], base: Mark = START, planned: int = 0) -> Sums:
        r"""
        The tokens before each of a row of boundaries; the text between is counted once.

        Args:
            edges: Increasing. Shape (n + 1,).
            base: A seam at or before the first, near or far.
            planned: Tokens before the first, if `base` is far.

        >>> from khand.tokenizers import get_tokenizer
        >>> sums = Measure("One.\n\nTwo. Three", get_tokenizer("cl100k_base")).sums([0, 6, 11, 16])
        >>> list(sums.seams), list(sums.before)
        ([0, 6, 10, 16], [0, 2, 4, 5])
        """
        seams = self._seams(edges, base)
        if NO_SEAM in seams:
            return self._planned(edges, seams, base, planned)
        return Sums(edges, seams, self._counted(seams, base.tokens))

    def _seams(self, edges: Sequence[int], base: Mark) -> array[int]:
        text, is_seam = self.text, self.is_seam
        low = base.at
        seams = offsets([low if edges[0] - low <= REACH else NO_SEAM])
        for edge in edges[1:]:
            seam = edge
            if not is_seam(text, edge):
                seam = trimmed_end(text, low, edge)
                if not is_seam(text, seam):
                    seam = self.seam_before(seam, low, _PLANNED)
            if seam != NO_SEAM:
                low = seam
            seams.append(seam)
        return seams

    def _counted(self, seams: Sequence[int], tokens: int) -> array[int]:
        text = self.text
        before = offsets([tokens])
        for k in range(0, len(seams) - 1, _AT_ONCE):
            pieces = [text[a:b] for a, b in pairwise(seams[k : k + _AT_ONCE + 1])]
            before.extend(accumulate(self.tokenizer.count_many(pieces), initial=before.pop()))
        return before

    def _planned(self, edges: Sequence[int], seams: Sequence[int], base: Mark, planned: int) -> Sums:
        """The same where some boundaries have no seam: exact at those that have one, the sum of the pieces elsewhere."""
        count, text = self.tokenizer.count, self.text
        known, at = {}, edges[0]
        if seams[0] == NO_SEAM:
            known[0] = base
        else:
            planned, at = base
        before = offsets([planned])
        for k in range(1, len(edges)):
            if seams[k] == NO_SEAM:
                planned += count(text[at : edges[k]])
                at = edges[k]
                known[k] = base
            else:
                base = Mark(seams[k], base.tokens + count(text[base.at : seams[k]]))
                planned, at = base.tokens, base.at
                low = bisect_right(before, planned)  # a plan before it says too much
                before[low:] = offsets([planned]) * (k - low)
            before.append(max(planned, before[-1]))
        return Sums(edges, seams, before, known)

    def seam_before(self, end: int, low: int, reach: int = REACH) -> int:
        """The last seam inside the text at or before `end` that is near and not before `low`; ``NO_SEAM`` if there is none."""
        text, is_seam = self.text, self.is_seam
        floor = max(low, end - reach, 1)
        for i in range(end, floor - 1, -1):
            if is_seam(text, i):
                return i
        return NO_SEAM

    def seam_after(self, start: int) -> int:
        """The first seam near behind `start` that stays one whatever is put before `start`; ``NO_SEAM`` if there is none."""
        text, is_seam = self.text, self.is_seam
        # a seam may depend on two characters before it; a space is one most often
        space = text.find(" ", start + 2, start + REACH)
        if space > 0 and is_seam(text, space):
            return space
        for i in range(start + 2, min(start + REACH, len(text)) + 1):
            if is_seam(text, i):
                return i
        return NO_SEAM

    def upto(self, end: int, seam: int, before: int) -> int | None:
        """Tokens of the document up to `end` if it ended there, by a seam near `end` and the tokens before that; None where there is no sum."""
        if seam == end:
            return before
        if seam == NO_SEAM:
            return None
        if seam < end:
            return before + self.tokenizer.count(self.text[seam:end])
        space = self._space(end, seam)
        return None if space is None else before - space

    def since(self, start: int, mark: Mark, context: str = "") -> int | None:
        """
        What to take from ``upto(end, …)`` to get the tokens of `context` and ``text[start:end]``; None where there is no sum.

        Args:
            start: Where the span begins; it ends at least ``SHORT`` code points behind that.
            mark: A seam near `start`, at or before it.
            context: What stands before the span, no part of the text.
        """
        text, count = self.text, self.tokenizer.count
        if mark.at == start and not context:
            return mark.tokens
        seam = self.seam_after(start)
        if NO_SEAM in (seam, mark.at):
            return None
        seam = max(seam, mark.at)
        return mark.tokens + count(text[mark.at : seam]) - count(context + text[start:seam])

    def count(self, start: int, end: int, start_mark: Mark, end_mark: Mark) -> int:
        """Exact tokens of ``text[start:end]``, by seams near both."""
        if end - start > SHORT:
            since = self.since(start, start_mark)
            upto = None if since is None else self.upto(end, *end_mark)
            if since is not None and upto is not None:
                return upto - since
        return self.tokenizer.count(self.text[start:end])

    def closed(self, end: int, closing: str) -> int | None:
        """Tokens that `closing`, no part of the text, adds behind ``text[:end]``; None where that is not told near."""
        near = self.text[max(0, end - REACH) : end]
        whole = near + closing
        for at in range(len(near) - 1, 1, -1):
            if self.is_seam(whole, at) and self.is_seam(near, at):
                return self.tokenizer.count(whole[at:]) - self.tokenizer.count(near[at:])
        return None

    def _space(self, end: int, seam: int) -> int | None:
        """Tokens that the white space from `end` to `seam` adds; mostly without counting it again."""
        text = self.text
        ending = text[end - 2 : seam]
        added = self._added.get(ending)
        if added is None:
            # mostly a seam stands so near that the two characters before the space tell
            at = self.seam_before(end, max(0, end - 1))
            if at == NO_SEAM:
                at = self.seam_before(end, 0)
                return None if at == NO_SEAM else self._count_space(at, end, seam)
            added = self._count_space(at, end, seam)
            if len(ending) <= _KEPT_CHARS:
                self._added[ending] = added
        return added

    def _count_space(self, at: int, end: int, seam: int) -> int:
        count = self.tokenizer.count
        return count(self.text[at:seam]) - count(self.text[at:end])


_KEPT_CHARS = 16
"""Code points of the last word and the white space behind it up to which they are likely to come again."""
