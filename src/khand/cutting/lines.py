"""Line numbers of offsets."""

from __future__ import annotations

import re
from bisect import bisect_left


class LineNumbers:
    r"""
    The 1-based line of offsets of one text; lines end with ``\n``, ``\r\n`` or ``\r``.

    Cheap when each offset asked for is near the one before.

    >>> lines = LineNumbers("a\r\nb\rc\nd")
    >>> [lines.at(i) for i in range(8)]
    [1, 1, 1, 2, 2, 3, 3, 4]
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        # line ends by position only where there are carriage returns; str.count is far faster
        self._ends = [m.end() for m in re.finditer(r"\r\n?|\n", text)] if "\r" in text else None

    def at(self, offset: int) -> int:
        """The line of the character at `offset`; a line end belongs to the line it ends."""
        if self._ends is not None:
            return bisect_left(self._ends, offset + 1) + 1
        if offset < self._at:
            self._line -= self._text.count("\n", offset, self._at)
        else:
            self._line += self._text.count("\n", self._at, offset)
        self._at = offset
        return self._line
