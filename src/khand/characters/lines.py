"""Line numbers of offsets."""

from __future__ import annotations


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
        self._old_ends = "\r" in text

    def at(self, offset: int) -> int:
        """The line of the character at `offset`; a line end belongs to the line it ends."""
        if self._old_ends and self._text.startswith("\r\n", offset - 1) and offset:
            offset -= 1  # never stop inside a line end, so that counts of stretches add up
        if offset < self._at:
            self._line -= self._count(offset, self._at)
        elif more := self._count(
            self._at, offset
        ):  # else the number of before is kept, and no other made of it
            self._line += more
        self._at = offset
        return self._line

    def _count(self, start: int, end: int) -> int:
        """Line ends from `start` to `end`."""
        count = self._text.count
        newlines = count("\n", start, end)
        if self._old_ends:
            newlines += count("\r", start, end) - count("\r\n", start, end)
        return newlines
