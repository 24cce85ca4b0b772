"""
The embedded text: what is put around a chunk's text so that it stands on its own.

From top to bottom, each on lines of its own: the missing part of the heading path as ``A > B`` and a blank line; the list's
lead-in line; the table's header rows or the fence's opening line; the text; the fence's closing line.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple


class Context(NamedTuple):
    """
    What goes around one text. Parts that the text already holds are not in it.

    Attributes:
        titles: The missing part of the heading path, from the top.
        lead_in: The line that introduces the list the text begins in.
        table: The header rows of the table the text begins in.
        fence: The opening line of the fenced code the text begins in.
        closing: The line that closes the fenced code the text ends in.
    """

    titles: tuple[str, ...] = ()
    lead_in: str = ""
    table: str = ""
    fence: str = ""
    closing: str = ""

    def smaller(self) -> Context | None:
        """
        The context with the part left out that gives way first; None when nothing is left.

        The heading path gives way from the top, then the lead-in, the table header, the fence.

        >>> Context(("A", "B"), table="| h |").smaller()
        Context(titles=('B',), lead_in='', table='| h |', fence='', closing='')
        """
        if self.titles:
            return self._replace(titles=self.titles[1:])
        if self.lead_in:
            return self._replace(lead_in="")
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
            self.lead_in if "lead_in" in wanted else "",
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
            ("lead_in", bool(full.lead_in) and not self.lead_in),
            ("table", bool(full.table) and not self.table),
            ("fence", bool(full.fence) and not self.fence),
        )
        return tuple([name for name, lacks in lacking if lacks])

    def before(self) -> str:
        r"""
        What stands before the text.

        >>> Context(("A", "B"), lead_in="Bring:").before()
        'A > B\n\nBring:\n'
        """
        path = " > ".join([title for title in self.titles if title])
        lines = [line + "\n" for line in (self.lead_in, self.table, self.fence) if line]
        return (path + "\n\n" if path else "") + "".join(lines)

    def after(self) -> str:
        """What stands after the text."""
        return "\n" + self.closing if self.closing else ""


NO_CONTEXT = Context()
