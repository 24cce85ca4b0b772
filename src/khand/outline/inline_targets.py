"""Where the destination of a link ends, which stands in parentheses and may be followed by a title."""

from __future__ import annotations

import re

_BLANKS = re.compile(r"[ \t\r\n]*+")
_ANGLES = re.compile(r"<(?:[^<>\r\n\\]|\\[^\r\n])*+>")
_IN_DESTINATION = re.compile(r"\\[^\x01-\x20\x7f]?+|[()\x01-\x20\x7f]")
_REST_OF_TARGET = re.compile(
    r"""(?:[ \t\r\n]++(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)))?+[ \t\r\n]*+\)""",
    re.DOTALL,
)


class Targets:
    """
    Destinations in one text; none is looked at twice.

    Args:
        text: The source text.
        stop: Where the passage ends that is read.

    >>> text = "[a](b(c)d 'e') [f](g"
    >>> Targets(text, 20).end(3), Targets(text, 20).end(18)
    (14, 0)
    """

    def __init__(self, text: str, stop: int) -> None:
        self.text = text
        self.stop = stop
        self._bare_ends: dict[int, int] = {}

    def end(self, opened: int) -> int:
        """The end of the parentheses opened at `opened` if they hold a destination and perhaps a title, else 0."""
        text, end = self.text, self.stop
        at = _end(_BLANKS, text, opened + 1, end)
        at = _end(_ANGLES, text, at, end) if text.startswith("<", at, end) else self._bare_end(at)
        return _end(_REST_OF_TARGET, text, at, end) if at else 0

    def _bare_end(self, start: int) -> int:
        """
        Where a destination without angle brackets that begins at `start` ends; 0 where its parentheses do not pair.

        What begins behind its inner parentheses is settled on the way.
        """
        ends = self._bare_ends
        if start in ends:
            return ends[start]
        opened = [start]
        for found in _IN_DESTINATION.finditer(self.text, start, self.stop):
            at = found.start()
            character = self.text[at]
            if character == "(":
                opened.append(at + 1)
            elif character == ")":
                ends[opened.pop()] = at
                if not opened:
                    break
            elif character != "\\":
                ends[opened.pop()] = at
                break
        for at in opened:
            ends[at] = 0
        return ends[start]


def _end(pattern: re.Pattern[str], text: str, at: int, end: int) -> int:
    """The end of a match at `at`, else 0."""
    found = pattern.match(text, at, end)
    return found.end() if found is not None else 0
