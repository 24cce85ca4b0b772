"""Does it fit: the one question that every choice asks, of a chunk whose start and context are fixed."""

from __future__ import annotations

from khand.cutting.context import Around, Contexts
from khand.cutting.measure import NO_SEAM, SHORT
from khand.cutting.piece import Mark
from khand.cutting.source import Source
from khand.outline.blocks import BoundaryLevel

_NEAR = 32
"""Code points on either side of a seam that are enough for any tokenizer to tell it."""


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
        spent: What to take from the tokens of the document up to an end to get those of the chunk; a plan where it is not `exact`.
    """

    __slots__ = ("around", "bare", "contexts", "exact", "mark", "source", "spent", "start")

    def __init__(
        self, source: Source, contexts: Contexts, start: int, mark: Mark, around: Around, *, bare: bool = False
    ) -> None:
        self.source = source
        self.contexts = contexts
        self.start = start
        self.mark = mark
        self.around = around
        self.bare = bare
        spent = self._spent()
        self.exact = spent is not None
        self.spent = mark.tokens - around.tokens if spent is None else spent

    def _spent(self) -> int | None:
        source, start, before = self.source, self.start, self.around.before
        if self.mark.at == start:
            near = before[-_NEAR:]
            if not near or source.measure.is_seam(near + source.text[start : start + _NEAR], len(near)):
                return self.mark.tokens - self.around.tokens
        return source.measure.since(start, self.mark, before)

    def mark_at(self, end: int) -> Mark:
        """A seam in the chunk near `end`, where it has one; else one near its start."""
        source = self.source
        if not self.exact:
            return Mark(NO_SEAM, self.spent + source.tokenizer.count(self.around.before + source.text[self.start : end]))
        seam = source.measure.seam_before(end, min(source.measure.seam_after(self.start), end))
        if seam in (end, NO_SEAM) and not source.measure.is_seam(source.text, end):
            return self.mark
        return Mark(seam, self.spent + source.tokenizer.count(self.around.before + source.text[self.start : seam]))

    def smaller(self) -> Opening | None:
        """The same chunk without the part of its context that gives way first; bare in the end; None where it is bare already."""
        if self.bare:
            return None
        around = self.contexts.smaller(self.around)
        last = around is None or bool(around.full.fence and not around.context.fence)
        return Opening(self.source, self.contexts, self.start, self.mark, around or self.around, bare=last)

    def embedded(self, end: int, level: BoundaryLevel) -> str:
        """What is embedded if the chunk ends at `end`, a boundary of `level`."""
        return self.around.before + self.source.text[self.start : end] + self.closing(end, level)

    def closing(self, end: int, level: BoundaryLevel) -> str:
        """The line that closes a fence left open at `end`, if the context then still takes at most half of the size."""
        closing = self._fence(end, level)
        return closing if closing and self.contexts.has_room(self.around, closing) else ""

    def leaves_open(self, end: int, level: BoundaryLevel) -> bool:
        """Whether an end inside fenced code is not closed because the context has no room left for that."""
        closing = self._fence(end, level)
        return bool(closing) and not self.contexts.has_room(self.around, closing)

    def _fence(self, end: int, level: BoundaryLevel) -> str:
        if level >= BoundaryLevel.BLOCK or self.bare:
            return ""
        return self.contexts.closing(self.around, end)

    def tokens(self, end: int, mark: Mark, level: BoundaryLevel) -> int:
        """Exact tokens of what is embedded if the chunk ends at `end`, a boundary of `level` with a seam near it at `mark`."""
        closing = self.closing(end, level) if level < BoundaryLevel.BLOCK else ""
        if self.exact and end - self.start > SHORT:
            measure = self.source.measure
            upto = measure.upto(end, mark)
            added = measure.closed(end, closing) if closing else 0
            if upto is not None and added is not None:
                return upto - self.spent + added
        return self.source.tokenizer.count(self.around.before + self.source.text[self.start : end] + closing)

    def context_tokens(self, end: int, mark: Mark, level: BoundaryLevel) -> int:
        """Tokens that the context adds to the text if the chunk ends at `end`."""
        if not self.around.before and not self.closing(end, level):
            return 0
        text = self.source.measure.count(self.start, end, self.mark, mark)
        return self.tokens(end, mark, level) - text
