"""The context of texts that begin at a place, within its share of the size."""

from __future__ import annotations

from khand.cutting.measure import Measure
from khand.cutting.sections import Path
from khand.cutting.structure import NOTHING, Structure
from khand.cutting.trial import Trial
from khand.render import NO_CONTEXT, Context
from khand.settings import Settings

_KEPT = 4096
"""How many counted contexts are kept: neighbours share theirs."""


class Contexts:
    """
    Finds what goes around the texts of one document.

    Args:
        measure: Of the document.
        structure: The inside of its blocks.
        settings: Which parts are wanted, and the size.
    """

    def __init__(self, measure: Measure, structure: Structure, settings: Settings) -> None:
        self.measure = measure
        self.structure = structure
        self.size = settings.size
        self.titles = "headings" in settings.context
        self.fences = "fence" in settings.context
        self.wanted = frozenset(settings.context)
        self._tokens: dict[str, int] = {"": 0}

    def at(self, start: int, path: Path) -> tuple[Context, Context]:
        """
        What goes around a text that begins at `start`: all of it, and what is left when it takes at most half of the size.

        Args:
            start: First code point of the text.
            path: The heading path of its own part.
        """
        titles = tuple([heading.title for heading in path if heading.start < start]) if self.titles else ()
        repeats = self.structure.repeats(start)
        if repeats is NOTHING and not titles:
            return NO_CONTEXT, NO_CONTEXT
        full = Context(titles)
        if repeats is not NOTHING:
            fence = repeats.fence if self.fences else ""
            full = Context(
                titles,
                repeats.lead_in if "lead_in" in self.wanted else "",
                repeats.table if "table" in self.wanted else "",
                fence,
                self.structure.closing(start + 1) if fence else "",
            )
        half: Context | None = full
        while half is not None and 2 * self._all_tokens(half) > self.size:
            half = half.smaller()
        return full, half or NO_CONTEXT

    def trial(self, start: int, context: Context, *, bare: bool = False) -> Trial:
        """A chunk that begins at `start`; a bare one leaves fences open."""
        before = context.before()
        structure = self.structure if self.fences and not bare else None
        return Trial(self.measure, start, before, self.tokens(before), self.size, structure)

    def tokens(self, before: str) -> int:
        """Exact tokens of a context alone."""
        tokens = self._tokens.get(before)
        if tokens is None:
            if len(self._tokens) >= _KEPT:
                self._tokens.clear()
            tokens = self._tokens[before] = self.measure.tokenizer.count(before)
        return tokens

    def _all_tokens(self, context: Context) -> int:
        return self.tokens(context.before()) + self.tokens(context.after())
