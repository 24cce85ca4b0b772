"""The lines of a stretch of text: where they begin, and each as a string when it is asked for."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from khand.characters.space import BOM
from khand.outline.blocks import offsets

_NOT_BLANK = r"(?=\S|[ \t]*+[^ \t\r\n])"  # most lines begin with a letter
_NEXT_LINE = re.compile(rf"(?:\r\n?+|\n){_NOT_BLANK}")
_NEXT_PLAIN_LINE = re.compile(rf"\n{_NOT_BLANK}")
"""The same where no line ends by a carriage return: Python's matcher skips to one character ten times as fast as to one of two."""
_BLANK_LINES = re.compile(r"\ufeff?(?:[ \t]*+[\r\n])*+")

_AT_ONCE = 256
"""Lines that are made together."""


def line_starts(text: str, start: int, end: int) -> array[int]:
    r"""
    Where the lines of ``text[start:end]`` begin that are not blank; the first is `start`, blank lines belong to the line above.

    >>> list(line_starts("\na\r\n\nb\n", 0, 7))
    [0, 5]
    """
    starts = offsets([start])
    next_line = _NEXT_LINE if text.find("\r", start, end) >= 0 else _NEXT_PLAIN_LINE
    starts.extend(map(re.Match.end, next_line.finditer(text, past_blanks(text, start, end), end)))
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
            first, stop, step = index.indices(len(self.starts))
            return self._between(first, stop) if step == 1 else [self[k] for k in range(first, stop, step)]
        first = range(len(self.starts))[index]
        return self._between(first, first + 1)[0]

    def __iter__(self) -> Iterator[str]:
        for first in range(0, len(self.starts), _AT_ONCE):
            yield from self._between(first, first + _AT_ONCE)

    def _between(self, first: int, stop: int) -> list[str]:
        text, starts, ends = self.text, self.starts[first:stop], self.starts[first + 1 : stop + 1]
        if len(ends) < len(starts):
            ends.append(self.end)
        if not first:
            starts[0] = past_blanks(text, starts[0], ends[0])
        return [text[start:end].rstrip().removeprefix(BOM) for start, end in zip(starts, ends, strict=True)]
