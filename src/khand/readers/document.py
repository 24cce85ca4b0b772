"""What a reader makes of a file: a text, its format, and what is known of places in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Marks(NamedTuple):
    """
    What is known of stretches of a text, such as the times of subtitles or the rows of a table.

    Attributes:
        begins: The name under which a chunk carries `first` of the stretch it begins in.
        ends: The name under which it carries `last` of the stretch it ends in.
        starts: Where the stretches begin, increasing; each reaches to the next. Shape (n,).
        first: What the chunk carries under `begins`, for each stretch. Shape (n,).
        last: What the chunk carries under `ends`, for each stretch. Shape (n,).

    """

    begins: str
    ends: str
    starts: Sequence[int]
    first: Sequence[Any]
    last: Sequence[Any]


class Document(NamedTuple):
    """
    A document as text.

    Attributes:
        source: The name its chunks carry.
        text: Its text; offsets of chunks refer to it.
        format: The format the text is cut as: one of ``khand.settings.FORMATS`` that needs no reader, such as ``"markdown"``.
        pages: Where its pages begin, the first page at ``pages[0]``; empty where the format knows none. Shape (pages,).
        metadata: What is known of the whole document; all its chunks carry it.
        marks: What is known of stretches of the text.
        left_out: What the reader left out or could not read, one sentence each.

    """

    source: str
    text: str
    format: str = "markdown"
    pages: Sequence[int] = ()
    metadata: Mapping[str, Any] | None = None
    marks: Sequence[Marks] = ()
    left_out: Sequence[str] = ()

    def page(self, offset: int) -> int | None:
        """
        The page that holds a code point, counted from 1; None where the format knows none.

        >>> [Document("a", "one two", pages=[0, 4]).page(offset) for offset in (0, 3, 4)]
        [1, 1, 2]

        """
        return max(1, bisect_right(self.pages, offset)) if self.pages else None

    def about(self, start: int, end: int) -> dict[str, Any] | None:
        """
        The metadata of a chunk that is ``text[start:end]``; None where there are none.

        >>> times = Marks("from", "to", [0, 4], ["0:00", "0:02"], ["0:02", "0:05"])
        >>> Document("a", "one two", metadata={"lang": "en"}, marks=[times]).about(0, 7)
        {'lang': 'en', 'from': '0:00', 'to': '0:05'}

        """
        if self.metadata is None and not self.marks:
            return None
        known = dict(self.metadata or {})
        for mark in self.marks:
            if mark.starts:
                known[mark.begins] = mark.first[max(0, bisect_right(mark.starts, start) - 1)]
                known[mark.ends] = mark.last[max(0, bisect_right(mark.starts, end - 1) - 1)]
        return known
