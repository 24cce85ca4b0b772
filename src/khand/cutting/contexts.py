"""The context of texts that begin at a place, within its share of the size."""

from __future__ import annotations

from typing import TypeVar

from khand.cutting.measure import Measure
from khand.cutting.sections import Path
from khand.cutting.structure import NOTHING, Structure
from khand.cutting.trial import NOTHING_AROUND, Around, Trial
from khand.render import NO_CONTEXT, Context
from khand.settings import Settings

_KEPT = 4096
"""How many counted contexts are kept: neighbours share theirs."""


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
        self._inside: dict[Context, Around] = {}
        self._below: dict[int, Around] = {}

    def trial(self, start: int, path: Path) -> Trial:
        """
        A chunk that begins at `start`, with as much of its context as takes at most half of the size.

        Args:
            start: First code point of its text.
            path: The heading path of its own part.
        """
        around = self.around(start, path)
        return Trial(self.measure, start, around, self.size, self.structure if self.fences else None)

    def around(self, start: int, path: Path) -> Around:
        """What goes around that chunk."""
        repeats = self.structure.repeats(start) if len(self.wanted) > self.titles else NOTHING
        if repeats is NOTHING:
            return self.below(start, path)
        lead_in, table, fence = repeats
        closing = self.structure.closing(start + 1) if fence else ""
        titles = _titles(path[: _depth_above(path, start)])
        full = Context(titles, lead_in, table, fence, closing).only(self.wanted)
        return self._kept(self._inside, full, full)

    def below(self, start: int, path: Path) -> Around:
        """The same for a start that is known to need its headings only."""
        depth = _depth_above(path, start) if self.titles else 0
        if not depth:
            return NOTHING_AROUND
        nearest = path[depth - 1].start  # a heading's place tells all of its path
        return self._below.get(nearest) or self._kept(self._below, nearest, Context(_titles(path[:depth])))

    def smaller(self, trial: Trial) -> Trial:
        """The same chunk without the part of its context that gives way first; bare in the end."""
        full, context = trial.around.full, trial.around.context.smaller()
        bare = context is None or bool(full.fence and not context.fence)
        around = self._counted(full, context or NO_CONTEXT)
        return Trial(self.measure, trial.start, around, self.size, None if bare else trial.structure)

    def _kept(self, kept: dict[_Key, Around], key: _Key, full: Context) -> Around:
        around = kept.get(key)
        if around is None:
            if len(kept) >= _KEPT:
                kept.clear()
            around = kept[key] = self._half(full)
        return around

    def _half(self, full: Context) -> Around:
        context: Context | None = full
        while context is not None:
            around = self._counted(full, context)
            closing = self.measure.tokenizer.count(context.after()) if context.closing else 0
            if 2 * (around.tokens + closing) <= self.size:
                return around
            context = context.smaller()
        return self._counted(full, NO_CONTEXT)

    def _counted(self, full: Context, context: Context) -> Around:
        before = context.before()
        tokens = self.measure.tokenizer.count(before) if before else 0
        return Around(full, context, before, tokens, context.lacks(full))


_Key = TypeVar("_Key")


def _depth_above(path: Path, start: int) -> int:
    """How many headings of a path begin before a text at `start` does."""
    depth = len(path)
    while depth and path[depth - 1].start >= start:
        depth -= 1
    return depth


def _titles(path: Path) -> tuple[str, ...]:
    return tuple([heading.title for heading in path])
