"""A chunk that is being tried: its start and context are fixed, its end is looked for."""

from __future__ import annotations

from khand.cutting.measure import Measure
from khand.cutting.structure import Structure
from khand.outline.blocks import BoundaryLevel
from khand.render import Context


class Trial:
    """
    Counts what would be embedded if the chunk ended at a place.

    Args:
        measure: Of the source text.
        start: Where the chunk's text begins.
        full: All that could go around it.
        context: What does.
        before: What of it stands before the text; "" or ends with a newline.
        before_tokens: Exact tokens of `before` alone.
        size: The budget.
        structure: Finds the fence that an end inside code must close; None to leave fences open.

    Attributes:
        bare: Nothing is left that could give way.
        room: Tokens left for the text, near enough to plan with.
        seam: Whether the counts of the context and of the text add up.
    """

    def __init__(
        self,
        measure: Measure,
        start: int,
        full: Context,
        context: Context,
        before: str,
        before_tokens: int,
        size: int,
        structure: Structure | None,
    ) -> None:
        self.measure = measure
        self.start = start
        self.full = full
        self.context = context
        self.before = before
        self.before_tokens = before_tokens
        self.size = size
        self.structure = structure
        self.bare = structure is None and not before
        self.room = size - before_tokens
        self._counted: dict[int, int] = {}
        # a look at a few characters behind the seam is enough for any tokenizer
        self.seam = not before or measure.tokenizer.is_seam(
            before + measure.text[start : start + 32], len(before)
        )

    def embedded(self, end: int, level: BoundaryLevel) -> str:
        """What is embedded if the chunk ends at `end`, a boundary of `level`."""
        return self.before + self.measure.text[self.start : end] + self._closing(end, level)

    def count_to(self, end: int, level: BoundaryLevel) -> int:
        """Exact tokens of what is embedded if the chunk ends at `end`."""
        tokens = self._counted.get(end)
        if tokens is None:
            if self.seam and not self._closing(end, level):
                tokens = self.before_tokens + self.measure.count(self.start, end)
            else:
                tokens = self.measure.tokenizer.count(self.embedded(end, level))
            self._counted[end] = tokens
        return tokens

    def context_tokens(self, end: int, level: BoundaryLevel) -> int:
        """Tokens that the context adds to the text if the chunk ends at `end`."""
        if self.seam and not self._closing(end, level):
            return self.before_tokens
        return self.count_to(end, level) - self.measure.count(self.start, end)

    def leaves_open(self, end: int, level: BoundaryLevel) -> bool:
        """Whether an end inside fenced code is not closed because the context has no room left for that."""
        return bool(self._fence(end, level)) and not self._closing(end, level)

    def _closing(self, end: int, level: BoundaryLevel) -> str:
        """The line that closes a fence left open at `end`, if the context then still takes at most half of the size."""
        closing = self._fence(end, level)
        if not closing:
            return ""
        context = self.before_tokens + self.measure.tokenizer.count(closing)
        return closing if 2 * context <= self.size else ""

    def _fence(self, end: int, level: BoundaryLevel) -> str:
        if self.structure is None or level >= BoundaryLevel.BLOCK:
            return ""
        closing = self.structure.closing(end)
        return "\n" + closing if closing else ""
