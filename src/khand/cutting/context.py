"""
The embedded text: what is put around a chunk's text so that it stands on its own, within its share of the size.

From top to bottom, each on lines of its own: the missing part of the heading path as ``A > B`` and a blank line; the list's
sentence that leads in and the items above; the table's header rows or the fence's opening line; the text; the fence's closing line.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, TypeVar

from khand.cutting.sections import Path
from khand.cutting.source import Source
from khand.cutting.structure import NOTHING


class Context(NamedTuple):
    """
    What goes around one text. Parts that the text already holds are not in it.

    Attributes:
        titles: The missing part of the heading path, from the top.
        lead_in: The sentence or item that leads in the block the text begins in, and the first lines of the items above it.
        table: The header rows of the table the text begins in.
        fence: The opening line of the fenced code the text begins in.
        closing: The line that closes the fenced code the text ends in.
    """

    titles: tuple[str, ...] = ()
    lead_in: tuple[str, ...] = ()
    table: str = ""
    fence: str = ""
    closing: str = ""

    def smaller(self) -> Context | None:
        """
        The context with the part left out that gives way first; None when nothing is left.

        The heading path gives way from the top, then the lead-in, the table header, the fence.

        >>> Context(("A", "B"), table="| h |").smaller()
        Context(titles=('B',), lead_in=(), table='| h |', fence='', closing='')
        """
        if self.titles:
            return self._replace(titles=self.titles[1:])
        if self.lead_in:
            return self._replace(lead_in=self.lead_in[1:])
        if self.table:
            return self._replace(table="")
        if self.fence or self.closing:
            return self._replace(fence="", closing="")
        return None

    def before_fence(self) -> bool:
        """Whether a part is left that gives way before the fence does."""
        return bool(self.titles or self.lead_in or self.table)

    def only(self, wanted: Collection[str]) -> Context:
        r"""
        The context without the parts that are not wanted.

        Args:
            wanted: Names as in ``settings.CONTEXT``.

        >>> Context(("A",), table="| h |").only({"table"}).before()
        '| h |\n'
        """
        fence = "fence" in wanted
        return Context(
            self.titles if "headings" in wanted else (),
            self.lead_in if "lead_in" in wanted else (),
            self.table if "table" in wanted else "",
            self.fence if fence else "",
            self.closing if fence else "",
        )

    def lacks(self, full: Context) -> tuple[str, ...]:
        """Names, as in ``settings.CONTEXT``, of the parts of `full` that are missing or shorter here."""
        if self is full:
            return ()
        lacking = (
            ("headings", len(self.titles) < len(full.titles)),
            ("lead_in", len(self.lead_in) < len(full.lead_in)),
            ("table", bool(full.table) and not self.table),
            ("fence", bool(full.fence) and not self.fence),
        )
        return tuple([name for name, lacks in lacking if lacks])

    def before(self) -> str:
        r"""
        What stands before the text.

        >>> Context(("A", "B"), lead_in=("Bring:",)).before()
        'A > B\n\nBring:\n'
        """
        path = " > ".join([title for title in self.titles if title])
        lines = [line + "\n" for line in (*self.lead_in, self.table, self.fence) if line]
        return (path + "\n\n" if path else "") + "".join(lines)

    def after(self) -> str:
        """What stands after the text."""
        return "\n" + self.closing if self.closing else ""


NO_CONTEXT = Context()


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


NOTHING_AROUND = Around(NO_CONTEXT, NO_CONTEXT, "", 0, ())

_KEPT = 4096
"""How many counted contexts are kept: neighbours share theirs."""


class Contexts:
    """
    Finds what goes around the texts of one document.

    Args:
        source: The document.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.structure = source.structure
        self.size = source.size
        self.wanted = frozenset(source.settings.context)
        self.titles = "headings" in self.wanted
        self.beyond_titles = len(self.wanted) > self.titles
        self._inside: dict[Context, Around] = {}
        self._below: dict[int, Around] = {}
        self._closings: dict[str, int] = {}

    def around(self, start: int, path: Path, unit: int) -> Around:
        """
        What goes around a text: as much of its context as takes at most half of the size.

        Args:
            start: First code point of the text.
            path: The heading path of its own part.
            unit: Index of the unit that `start` is in.
        """
        repeats = self.structure.repeats(start, unit) if self.beyond_titles else NOTHING
        if repeats is NOTHING:
            return self._headings(start, path)
        titles = _titles(path[: _depth_above(path, start)])
        full = Context(titles, *repeats).only(self.wanted)
        return self._kept(self._inside, full, full)

    def smaller(self, around: Around) -> Around | None:
        """The same without the part that gives way first; None when nothing is left."""
        context = around.context.smaller()
        if context is None:
            return None
        return self._counted(around.full, context)

    def closes(self, around: Around, fence: str) -> bool:
        """Whether code that a text leaves open is closed: where it was not left out that it was reopened, and if there is room."""
        if "fence" not in self.wanted or (around.full.fence and not around.context.fence):
            return False
        return self.has_room(around, fence)

    def has_room(self, around: Around, closing: str) -> bool:
        """Whether the context takes at most half of the size with a closing line, too."""
        tokens = self._closings.get(closing)
        if tokens is None:
            tokens = self._closings[closing] = self.source.tokenizer.count(closing)
        return 2 * (around.tokens + tokens) <= self.size

    def _headings(self, start: int, path: Path) -> Around:
        """What goes around a text that needs its headings only."""
        depth = _depth_above(path, start) if self.titles else 0
        if not depth:
            return NOTHING_AROUND
        nearest = path[depth - 1].start  # a heading's place tells all of its path
        return self._below.get(nearest) or self._kept(self._below, nearest, Context(_titles(path[:depth])))

    def _kept(self, kept: dict[_Key, Around], key: _Key, full: Context) -> Around:
        around = kept.get(key)
        if around is None:
            if len(kept) >= _KEPT:
                kept.clear()
            around = kept[key] = self._half(full)
        return around

    def _half(self, full: Context) -> Around:
        around: Around | None = self._counted(full, full)
        while around is not None and not self.has_room(around, around.context.after()):
            around = self.smaller(around)
        return around or self._counted(full, NO_CONTEXT)

    def _counted(self, full: Context, context: Context) -> Around:
        before = context.before()
        tokens = self.source.tokenizer.count(before) if before else 0
        return Around(full, context, before, tokens, context.lacks(full))


_Key = TypeVar("_Key")


def _depth_above(path: Path, start: int) -> int:
    """How many headings of a path begin before a text at `start` does."""
    depth = len(path)
    while depth and path[depth - 1].start >= start:
        depth -= 1
    return depth


def _titles(path: Path) -> tuple[str, ...]:
    return tuple([heading.title for heading in path if heading.title])
