"""
Where lists and quotes end.

Whether a line still belongs to a list can depend on all that is open inside it: after an open paragraph an unindented
line goes on (a "lazy" line), after a code block it does not. So the containers are followed line by line, as the
CommonMark specification describes it in "Phase 1: block structure".
"""

from __future__ import annotations

import re

from khand.outline.markdown_lines import LEAD, SETEXT, START, interrupts, raw_end
from khand.outline.tables import is_table

MAX_DEPTH = 16
"""Containers inside containers that are told apart; deeper ones are text. Keeps the time linear."""

_NONE, _PARAGRAPH, _TABLE, _CODE, _FENCE, _RAW, _HTML, _MATH = range(8)


def list_end(text: str, start: int, *, items: int | None = None) -> tuple[int, list[int]]:
    r"""
    The end of the list that begins on the line at `start`, and where its items begin.

    Args:
        text: As ``normal`` returns it.
        start: Offset of the line with the first marker.
        items: Stop where an item more than these would begin; None for the whole list.

    Returns:
        Offset one past its last line (blank lines after it may be included), and the offsets of the lines with
        its markers, shape (items,).

    >>> list_end("- a\nlazy\n- b\n\n  c\n\nend\n", 0)
    (19, [0, 9])
    """
    return _follow(text, start, items)


def quote_end(text: str, start: int) -> int:
    r"""
    The end of the quote that begins on the line at `start`.

    >>> quote_end("> a\nlazy\n\nend\n", 0)
    9
    """
    return _follow(text, start, None)[0]


def item_width(line: str) -> int:
    """
    The columns by which the content of an item is indented.

    Args:
        line: Its first line, tabs expanded.

    >>> item_width("- a"), item_width("10.  a"), item_width("-"), item_width("-      code")
    (2, 5, 2, 2)
    """
    lead = len(line) - len(line.lstrip(" "))
    found = START.match(line, lead)
    return _width(line, lead, found.end() if found is not None else lead)


def _width(rest: str, lead: int, marker_end: int) -> int:
    after = rest[marker_end:]
    spaces = len(after) - len(after.lstrip(" "))
    if spaces == len(after) or spaces > 4:
        spaces = 1
    return marker_end + spaces


def _follow(text: str, start: int, most: int | None) -> tuple[int, list[int]]:
    at = start
    lead = LEAD.match(text, start)
    first = START.match(text, lead.end() if lead is not None else start)
    open_ = _Open(first.group()[-1] if first is not None else ">")
    items: list[int] = []
    size = len(text)
    while at < size:
        after = text.find("\n", at) + 1
        line = text[at : after - 1]
        if "\t" in line:
            line = line.expandtabs(4)
        if not open_.goes_on(line):
            break
        if open_.new_item:
            if len(items) == most:
                break
            items.append(at)
        at = after
    return at, items


class _Open:
    """
    What is open at the end of the line read last.

    Attributes:
        stack: The containers, outermost first: 0 for a quote, else the width of an item.
        leaf: What the innermost one holds open.
        new_item: Whether the last line began an item of the outermost list.

    """

    def __init__(self, marker: str) -> None:
        self.marker = marker
        self.stack: list[int] = []
        self.leaf = _NONE
        self.new_item = False
        self.empty = False
        self.last = ""
        self.fence = ""
        self.ends: re.Pattern[str] = SETEXT

    def goes_on(self, line: str) -> bool:
        """Take the next line, tabs expanded; False if it is outside the outermost container."""
        rest, depth = self._continued(line)
        self.new_item = False
        if not rest.strip(" "):
            return self._blank(depth)
        if depth == len(self.stack) and self.leaf in (_FENCE, _RAW, _HTML, _MATH):
            self._verbatim(rest)
            return True
        if self.leaf == _MATH:
            self.leaf = _PARAGRAPH if self.last else _NONE  # math that does not end in its container is none
        return self._text(rest, depth)

    def _continued(self, line: str) -> tuple[str, int]:
        """What is left of the line inside the containers that it continues, and how many these are."""
        rest = line
        for depth, width in enumerate(self.stack):
            lead = len(rest) - len(rest.lstrip(" "))
            if width == 0:
                if lead > 3 or rest[lead : lead + 1] != ">":
                    return rest, depth
                rest = rest[lead + 2 :] if rest[lead + 1 : lead + 2] == " " else rest[lead + 1 :]
            elif lead == len(rest):
                # an item may begin with one blank line, not with two
                if self.empty and depth == len(self.stack) - 1:
                    return "", depth
            elif lead >= width:
                rest = rest[width:]
            else:
                return rest, depth
        return rest, len(self.stack)

    def _blank(self, depth: int) -> bool:
        if depth < len(self.stack):
            self._close(depth)
        elif self.leaf in (_PARAGRAPH, _TABLE, _HTML):
            self.leaf = _NONE
        self.empty = False
        self.last = ""
        return depth > 0 or self.marker != ">"

    def _close(self, depth: int) -> None:
        if depth < len(self.stack):
            del self.stack[depth:]
            self.leaf = _NONE

    def _verbatim(self, rest: str) -> None:
        if self.leaf == _RAW:
            closed = self.ends.search(rest) is not None
        elif self.leaf == _FENCE:
            closed = closes(rest, self.fence)
        else:
            closed = self.leaf == _MATH and rest.rstrip(" ").endswith("$$")
            self.last = rest
        if closed:
            self.leaf = _NONE

    def _text(self, rest: str, depth: int) -> bool:
        paragraph = self.leaf == _PARAGRAPH
        direct = paragraph and depth == len(self.stack)
        inside = depth > 0
        self.empty = False
        while True:
            lead = len(rest) - len(rest.lstrip(" "))
            found = START.match(rest, lead) if lead <= 3 else None
            if direct and lead <= 3 and self._underlined(rest, lead):
                return True
            if found is not None and direct and not interrupts(found, rest):
                found = None
            kind = found.lastgroup if found is not None else None
            if found is None or kind not in ("quote", "item") or depth >= MAX_DEPTH:
                break
            self._close(depth)
            if depth == 0:
                if found.group()[-1] != self.marker:
                    return False
                self.new_item = inside = True
            rest = self._enter(rest, lead, found)
            depth += 1
            paragraph = direct = False
            if not rest.strip(" "):
                self.leaf = _NONE
                self.empty = kind == "item"
                return True
        return self._leaf(rest, lead, found, depth, paragraph) or inside

    def _enter(self, rest: str, lead: int, found: re.Match[str]) -> str:
        self.leaf = _NONE
        if found.lastgroup == "quote":
            self.stack.append(0)
            return rest[lead + 2 :] if rest[lead + 1 : lead + 2] == " " else rest[lead + 1 :]
        width = _width(rest, lead, found.end())
        self.stack.append(width)
        return rest[width:]

    def _underlined(self, rest: str, lead: int) -> bool:
        """Whether the line makes a table or a heading of the paragraph open directly above it."""
        if rest[lead] in "|:-" and is_table(self.last, rest[lead:]):
            self.leaf = _TABLE
            return True
        if rest[lead] in "=-" and SETEXT.match(rest, lead) is not None:
            self.leaf = _NONE
            return True
        return False

    def _leaf(self, rest: str, lead: int, found: re.Match[str] | None, depth: int, paragraph: bool) -> bool:
        """Take a line that begins no container; True if it lazily goes on with a paragraph."""
        kind = found.lastgroup if found is not None and found.lastgroup not in ("quote", "item") else None
        if paragraph and (kind is None or kind == "tag"):
            self.last = rest
            return True
        self._close(depth)
        if found is None or kind is None:
            if lead > 3:
                self.leaf = _CODE
            elif self.leaf != _TABLE:
                self.leaf = _PARAGRAPH
                self.last = rest
            return False
        self._open_leaf(kind, found, rest)
        return False

    def _open_leaf(self, kind: str, found: re.Match[str], rest: str) -> None:
        self.leaf = _NONE
        if kind == "fence":
            self.leaf, self.fence = _FENCE, found.group()
        elif kind == "math":
            self.leaf = _NONE if rest.rstrip(" ").endswith("$$", found.end()) else _MATH
            self.last = rest
        elif kind == "raw":
            self.ends = raw_end(found["raw"])
            self.leaf = _NONE if self.ends.search(rest) else _RAW
        elif kind in ("html", "tag"):
            self.leaf = _HTML


def closes(line: str, fence: str) -> bool:
    """
    Whether a line, tabs expanded, closes the code block that `fence` opened.

    >>> closes("  ````", "```"), closes("```ruby", "```"), closes("    ```", "```")
    (True, False, False)
    """
    body = line.lstrip(" ")
    run = body.rstrip(" \t")
    return len(line) - len(body) <= 3 and len(run) >= len(fence) and not run.strip(fence[0])
