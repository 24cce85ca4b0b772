"""The lines of a stretch of text: where they begin, and each as a string when it is asked for."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from typing import overload

from khand.outline.blocks import offsets

_NEXT_LINE = re.compile(r"(?:\r\n?+|\n)(?=[ \t]*+[^ \t\r\n])")
_BLANK_LINES = re.compile(r"\ufeff?(?:[ \t]*+[\r\n])*+")


def line_starts(text: str, start: int, end: int) -> array[int]:
    r"""
    Where the lines of ``text[start:end]`` begin that are not blank; the first is `start`, blank lines belong to the line above.

    >>> list(line_starts("\na\r\n\nb\n", 0, 7))
    [0, 5]
    """
    starts = offsets([start])
    starts.extend(map(re.Match.end, _NEXT_LINE.finditer(text, past_blanks(text, start, end), end)))
    return starts


def past_blanks(text: str, start: int, end: int) -> int:
    """Where the first line of ``text[start:end]`` begins that is not blank."""
    found = _BLANK_LINES.match(text, start, end)
    return found.end() if found is not None else start


class Lines(Sequence[str]):
    r"""
    Lines as strings, without their ends and the blank lines around them, each made when it is asked for.

    >>> text = "\n a\r\n\nb\n"
    >>> list(Lines(text, line_starts(text, 0, 8), 8))
    [' a', 'b']
    """

    def __init__(self, text: str, starts: array[int], end: int) -> None:
        self.text = text
        self.starts = starts
        self.end = end

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self.starts)))]
        start = self.starts[index]
        end = self.starts[index + 1] if index + 1 < len(self.starts) else self.end
        return self.text[past_blanks(self.text, start, end) : end].rstrip()
