"""A chunk that is being tried: its start and context are fixed, its end is looked for."""

from __future__ import annotations

from typing import NamedTuple

from khand.cutting.measure import CHARS_A_TOKEN, SEEN, Measure
from khand.cutting.structure import Structure
from khand.outline.blocks import BoundaryLevel
from khand.render import NO_CONTEXT, Context


class Around(NamedTuple):
    """
    What goes around a text.

    Attributes:
        full: All that could.
        context: What does.
        before: What of it stands before the text; "" or ends with a newline.
        tokens: Exact tokens of `before` alone.
        gave_way: Names of the parts that are left out for the size.
    """

    full: Context
    context: Context
    before: str
    tokens: int
    gave_way: tuple[str, ...]

    def is_apart(self, measure: Measure, start: int) -> bool:
        """Whether its tokens and those of the text from `start` on add up."""
        before = self.before
        if not before:
            return True
        near = before[-SEEN:]
        return measure.tokenizer.is_seam(near + measure.text[start : start + SEEN], len(near))


NOTHING_AROUND = Around(NO_CONTEXT, NO_CONTEXT, "", 0, ())


class Trial:
    """
    Counts what would be embedded if the chunk ended at a place.

    Args:
        measure: Of the source text.
        start: Where the chunk's text begins.
        around: What goes around it.
        size: The budget.
        structure: Finds the fence that an end inside code must close; None to leave fences open.

    Attributes:
        bare: Nothing is left that could give way.
        room: Tokens left for the text, near enough to plan with.
        seam: Whether the counts of the context and of the text add up.
    """

    def __init__(
        self, measure: Measure, start: int, around: Around, size: int, structure: Structure | None
    ) -> None:
        self.measure = measure
        self.start = start
        self.around = around
        self.size = size
        self.structure = structure
        self.bare = structure is None and not around.before
        self.room = size - around.tokens
        self.seam = around.is_apart(measure, start)
        self._counted: dict[int, int] = {}
        self._closings: dict[int, str] = {}

    def embedded(self, end: int, level: BoundaryLevel) -> str:
        """What is embedded if the chunk ends at `end`, a boundary of `level`."""
        return self.around.before + self.measure.text[self.start : end] + self.closing(end, level)

    def count_to(self, end: int, level: BoundaryLevel) -> int:
        """Exact tokens of what is embedded if the chunk ends at `end`."""
        tokens = self._counted.get(end)
        if tokens is None:
            if self.seam:
                closing = self.closing(end, level)
                own = (
                    self.measure.count_followed(self.start, end, closing)
                    if closing
                    else self.measure.count(self.start, end)
                )
                tokens = self.around.tokens + own
            else:
                tokens = self.measure.tokenizer.count(self.embedded(end, level))
            self._counted[end] = tokens
        return tokens

    def context_tokens(self, end: int, level: BoundaryLevel) -> int:
        """Tokens that the context adds to the text if the chunk ends at `end`."""
        if self.seam and not self.closing(end, level):
            return self.around.tokens
        return self.count_to(end, level) - self.measure.count(self.start, end)

    def leaves_open(self, end: int, level: BoundaryLevel) -> bool:
        """Whether an end inside fenced code is not closed because the context has no room left for that."""
        return bool(self._fence(end, level)) and not self.closing(end, level)

    def closing(self, end: int, level: BoundaryLevel) -> str:
        """The line that closes a fence left open at `end`, if the context then still takes at most half of the size."""
        closing = self._closings.get(end)
        if closing is None:
            closing = self._fence(end, level)
            if closing and not self._has_room(closing):
                closing = ""
            self._closings[end] = closing
        return closing

    def _has_room(self, closing: str) -> bool:
        if len(closing) > CHARS_A_TOKEN * self.size:
            return False
        return 2 * (self.around.tokens + self.measure.tokenizer.count(closing)) <= self.size

    def _fence(self, end: int, level: BoundaryLevel) -> str:
        if self.structure is None or level >= BoundaryLevel.BLOCK:
            return ""
        closing = self.structure.closing(end)
        return "\n" + closing if closing else ""
