"""A chunk that is being tried: its start and context are fixed, its end is looked for."""

from __future__ import annotations

from khand.cutting.structure import Structure
from khand.outline.blocks import BoundaryLevel
from khand.render import Context
from khand.tokenizers.base import Tokenizer


class Trial:
    """
    Counts what would be embedded if the chunk ended at a place.

    Args:
        text: The source text.
        start: Where the chunk's text begins.
        context: What goes around it.
        size: Its budget.
        tokenizer: What counts.
        structure: Finds the fence that an end inside code must close; None to leave fences open.

    Attributes:
        bare: Nothing is left that could give way.
        room: Tokens left for the text, near enough to plan with.
    """

    def __init__(
        self,
        text: str,
        start: int,
        context: Context,
        size: int,
        tokenizer: Tokenizer,
        structure: Structure | None,
    ) -> None:
        self.text = text
        self.start = start
        self.context = context
        self.before = context.before()
        self.tokenizer = tokenizer
        self.structure = structure
        self.bare = structure is None and not self.before
        self.context_tokens = tokenizer.count(self.before) if self.before else 0
        self.size = size
        self.room = size - self.context_tokens
        self._counted: dict[int, int] = {}

    def embedded(self, end: int, level: BoundaryLevel) -> str:
        """What is embedded if the chunk ends at `end`, a boundary of `level`."""
        embedded = self.before + self.text[self.start : end]
        if self.structure is None or level >= BoundaryLevel.BLOCK:
            return embedded
        closing = self.structure.closing(end)
        if not closing or 2 * (self.context_tokens + self.tokenizer.count("\n" + closing)) > self.size:
            return embedded
        return f"{embedded}\n{closing}"

    def count_to(self, end: int, level: BoundaryLevel) -> int:
        """Exact tokens of what is embedded if the chunk ends at `end`."""
        known = self._counted.get(end)
        if known is None:
            known = self._counted[end] = self.tokenizer.count(self.embedded(end, level))
        return known
