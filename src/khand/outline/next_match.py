"""A search that may be asked for the same match again and again."""

from __future__ import annotations

import re


class NextMatch:
    """
    Finds the next match of a pattern and remembers it, so that asking from every line up to it stays linear.

    >>> ends = NextMatch(re.compile("b"), "aaba", 0)
    >>> ends.after(0), ends.after(1), ends.after(3)
    (3, 3, 0)
    """

    def __init__(self, pattern: re.Pattern[str], source: str, none: int) -> None:
        self.pattern = pattern
        self.source = source
        self.none = none
        self.known = (0, -1, none)

    def after(self, at: int) -> int:
        """The end of the first match that starts at `at` or later; `none` if there is none."""
        asked, start, end = self.known
        if not asked <= at <= start:
            found = self.pattern.search(self.source, at)
            start, end = (found.start(), found.end()) if found is not None else (len(self.source), self.none)
            self.known = (at, start, end)
        return end
