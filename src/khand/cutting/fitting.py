"""Does it fit: the one question that every choice asks, of a chunk whose start and context are fixed."""

from __future__ import annotations

from bisect import bisect_right

from khand.characters.space import trimmed_end
from khand.cutting.context import Around, Contexts
from khand.cutting.edges import Edges
from khand.cutting.measure import NO_SEAM, SHORT, Sums
from khand.cutting.piece import Mark
from khand.cutting.source import Source

_NEAR = 32
"""Code points on either side of a seam that are enough for any tokenizer to tell it."""

_MOST_CHARS = 16
"""Code points a token, on average, that hardly any text has."""

_SLACK = 2
"""Tokens by which neighbours that are counted apart may exceed the two counted together, their white space left out."""


class Opening:
    """
    The beginning of a chunk: tells what would be embedded if it ended at a place, and how many tokens that has.

    Args:
        source: The document.
        contexts: Of the document.
        start: Where the chunk's text begins.
        mark: A seam near there.
        around: What goes around the text.
        bare: Nothing is left that could give way, and code that is left open stays so.

    Attributes:
        apart: Whether the tokens of the context and of the text add up.
        exact: Whether the tokens of the chunk are told by sums.
        spent: What to take from the tokens of the document up to an end to get those of the chunk; a plan where it is not `exact`.
    """

    __slots__ = ("apart", "around", "bare", "contexts", "exact", "mark", "source", "spent", "start")

    def __init__(
        self,
        source: Source,
        contexts: Contexts,
        start: int,
        mark: Mark,
        around: Around,
        *,
        bare: bool = False,
    ) -> None:
        self.source = source
        self.contexts = contexts
        self.start = start
        self.mark = mark
        self.around = around
        self.bare = bare
        self.apart = self.exact = mark.at == start and self._is_apart(around.before)
        self.spent = mark.tokens - around.tokens
        if not self.apart:
            spent = source.measure.since(start, mark, around.before)
            if spent is not None:
                self.exact, self.spent = True, spent

    def _is_apart(self, before: str) -> bool:
        near = before[-_NEAR:]
        if not near:
            return True
        return self.source.measure.is_seam(
            near + self.source.text[self.start : self.start + _NEAR], len(near)
        )

    def mark_at(self, end: int) -> Mark:
        """A seam in the chunk near `end`, where it has one; else one near its start."""
        source = self.source
        if not self.exact:
            return Mark(
                NO_SEAM,
                self.spent + source.tokenizer.count(self.around.before + source.text[self.start : end]),
            )
        seam = source.measure.seam_before(end, min(source.measure.seam_after(self.start), end))
        if seam in (end, NO_SEAM) and not source.measure.is_seam(source.text, end):
            return self.mark
        return Mark(
            seam, self.spent + source.tokenizer.count(self.around.before + source.text[self.start : seam])
        )

    def smaller(self) -> Opening | None:
        """The same chunk without the part of its context that gives way first; bare in the end; None where it is bare already."""
        if self.bare:
            return None
        around = self.contexts.smaller(self.around)
        last = around is None or bool(around.full.fence and not around.context.fence)
        return Opening(self.source, self.contexts, self.start, self.mark, around or self.around, bare=last)

    def closing(self, fence: str) -> str:
        """
        What closes the code that the chunk would leave open.

        Args:
            fence: The line that does, with the line end before it; "" where no code is left open.

        Returns:
            "" as well where the code was not reopened, or where the context has no room for it.
        """
        return fence if fence and not self.bare and self.contexts.closes(self.around, fence) else ""

    def leaves_open(self, fence: str) -> bool:
        """Whether code is not closed because the context has no room for that."""
        return bool(fence) and not self.bare and not self.contexts.has_room(self.around, fence)

    def embedded(self, end: int, fence: str) -> str:
        """What is embedded if the chunk ends at `end`."""
        return self.around.before + self.source.text[self.start : end] + self.closing(fence)

    def tokens(self, end: int, seam: int, before: int, fence: str) -> int:
        """
        Exact tokens of what is embedded if the chunk ends at `end`.

        Args:
            end: Where.
            seam: A seam near there.
            before: Tokens of the document before that.
            fence: As for ``closing``.
        """
        closing = self.closing(fence) if fence else ""
        if self.exact and end - self.start > SHORT:
            measure = self.source.measure
            upto = before if seam == end else measure.upto(end, seam, before)
            added = measure.closed(end, closing) if closing else 0
            if upto is not None and added is not None:
                return upto - self.spent + added
        return self.source.tokenizer.count(self.around.before + self.source.text[self.start : end] + closing)

    def context_tokens(self, end: int, mark: Mark, fence: str, tokens: int) -> int:
        """Tokens that the context adds to the text of a chunk of `tokens` that ends at `end`."""
        if self.apart and not self.closing(fence):
            return self.around.tokens
        return tokens - self.source.measure.count(self.start, end, self.mark, mark)


def last_fitting(opening: Opening, edges: Edges, i: int, last: int) -> tuple[int, int, int]:
    """
    The last boundary after boundary `i`, at most `last`, at which the chunk fits.

    Sums say where to look. Counts are exact; where there are no sums they need not rise with the text, so the place is moved by
    what is over until the next boundary no longer fits.

    Returns:
        Index of the boundary, where the text before it ends, and the exact tokens of the chunk to there; ``(i, -1, 0)`` when
        there is none.
    """
    sums, size = edges.sums, opening.source.size
    before = sums.before
    text, room = opening.source.text, opening.spent + size
    if not opening.exact:
        room = _replanned(opening, edges, i, room)
    j = bisect_right(before, room, i + 1, last + 1) - 1
    if j == i < last and _may_fit(text, sums, i, room - before[i]):
        j += 1
    best, best_end, best_tokens, too_far = i, -1, 0, last + 1
    while best < j < too_far:
        end = trimmed_end(text, opening.start, edges.edges[j])
        tokens = opening.tokens(end, sums.seams[j], before[j], edges.fence_at(j))
        if tokens > size:
            too_far = j
            if best == i:
                over = tokens - size
                j = max(min(i + 1, j - 1), bisect_right(before, before[j] - over, i + 1, j) - 1)
            else:
                j = (best + j) // 2
            continue
        best, best_end, best_tokens = j, end, tokens
        j = bisect_right(before, before[j] + size - tokens, j + 1, too_far) - 1
        if j == best and j + 1 < too_far and _may_fit(text, sums, j, size - tokens):
            j += 1
    return best, best_end, best_tokens


def _replanned(opening: Opening, edges: Edges, i: int, room: int) -> int:
    """Where there are no sums: how far the tokens before the boundaries may go, by a count to the end of piece `i` if that is near."""
    edge = edges.edges[i + 1]
    if edge - opening.start > _MOST_CHARS * opening.source.size:
        return room
    tokens = opening.tokens(edge, NO_SEAM, 0, "")
    return edges.sums.before[i + 1] + opening.source.size - tokens


def _may_fit(text: str, sums: Sums, j: int, left: int) -> bool:
    """Whether piece `j` may fit into `left` tokens, though its sum, white space included, says a little more."""
    over = sums.before[j + 1] - sums.before[j] - left - _SLACK
    if over <= 0:
        return True
    end = sums.edges[j + 1]
    return end - over >= sums.edges[j] and text[end - 1].isspace() and text[end - over : end].isspace()
