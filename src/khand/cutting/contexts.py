"""The context of texts that begin at a place, within its share of the size."""

from __future__ import annotations

from typing import NamedTuple

from khand.cutting.measure import Measure
from khand.cutting.sections import Path
from khand.cutting.structure import NOTHING, Structure
from khand.cutting.trial import Trial
from khand.render import NO_CONTEXT, Context
from khand.settings import Settings

_KEPT = 4096
"""How many counted contexts are kept: neighbours share theirs."""


class _Counted(NamedTuple):
    """A context as it stands before a text, and its exact tokens."""

    context: Context
    before: str
    tokens: int


class Contexts:
    """
    Begins the chunks of one document: finds what goes around a text that starts at a place.

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
        self._halves: dict[Context, _Counted] = {}

    def trial(self, start: int, path: Path) -> Trial:
        """
        A chunk that begins at `start`, with as much of its context as takes at most half of the size.

        Args:
            start: First code point of its text.
            path: The heading path of its own part.
        """
        titles = tuple([heading.title for heading in path if heading.start < start]) if self.titles else ()
        repeats = self.structure.repeats(start) if len(self.wanted) > self.titles else NOTHING
        full = NO_CONTEXT
        if repeats is not NOTHING:
            lead_in, table, fence = repeats
            closing = self.structure.closing(start + 1) if fence else ""
            full = Context(titles, lead_in, table, fence, closing).only(self.wanted)
        elif titles:
            full = Context(titles)
        half = self._halves.get(full)
        if half is None:
            if len(self._halves) >= _KEPT:
                self._halves.clear()
            half = self._halves[full] = self._half(full)
        return Trial(self.measure, start, full, *half, self.size, self.structure if self.fences else None)

    def smaller(self, trial: Trial) -> Trial:
        """The same chunk without the part of its context that gives way first; bare in the end."""
        context = trial.context.smaller()
        bare = context is None or bool(trial.full.fence and not context.fence)
        counted = self._counted(context or NO_CONTEXT)
        return Trial(
            self.measure, trial.start, trial.full, *counted, self.size, None if bare else trial.structure
        )

    def _half(self, full: Context) -> _Counted:
        context: Context | None = full
        while context is not None:
            counted = self._counted(context)
            closing = self.measure.tokenizer.count(context.after()) if context.closing else 0
            if 2 * (counted.tokens + closing) <= self.size:
                return counted
            context = context.smaller()
        return self._counted(NO_CONTEXT)

    def _counted(self, context: Context) -> _Counted:
        before = context.before()
        return _Counted(context, before, self.measure.tokenizer.count(before) if before else 0)
