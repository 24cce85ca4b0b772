"""Emphasis: which runs of ``*``, ``_`` and ``~`` pair up, as CommonMark's "process emphasis" does it."""

from __future__ import annotations

import unicodedata


class Delimiter:
    """A run of ``*``, ``_`` or ``~`` that may open or close emphasis."""

    __slots__ = ("closes", "count", "length", "mark", "opens", "part")

    def __init__(self, mark: str, length: int, part: int, *, opens: bool, closes: bool) -> None:
        self.mark = mark
        self.length = self.count = length
        self.part = part
        self.opens = opens
        self.closes = closes

    def pairs_with(self, opener: Delimiter) -> bool:
        """Whether `opener` can be closed by this run (CommonMark's rules 9 and 10 for emphasis)."""
        if opener.mark != self.mark:
            return False
        both = opener.closes or self.opens
        return not (both and (opener.length + self.length) % 3 == 0 and opener.length % 3)


def close(run: Delimiter, openers: list[Delimiter]) -> None:
    """Pair a run with the nearest openers that it can close; what stands between them opens nothing any more."""
    at = len(openers) - 1
    while run.count and at >= 0:
        opener = openers[at]
        if not run.pairs_with(opener):
            at -= 1
            continue
        used = 2 if run.count >= 2 and opener.count >= 2 else 1
        run.count -= used
        opener.count -= used
        del openers[at + 1 :]
        if not opener.count:
            del openers[at]
            at -= 1


def flanks(mark: str, before: str, after: str) -> tuple[bool, bool]:
    """
    Whether a run of `mark` between two characters may open and may close emphasis.

    >>> flanks("*", " ", "a"), flanks("_", "a", "b"), flanks("*", "a", "b")
    ((True, False), (False, False), (True, True))
    """
    left = not is_white(after) and (not is_punctuation(after) or is_white(before) or is_punctuation(before))
    right = not is_white(before) and (not is_punctuation(before) or is_white(after) or is_punctuation(after))
    if mark != "_":
        return left, right
    return left and (not right or is_punctuation(before)), right and (not left or is_punctuation(after))


def is_punctuation(character: str) -> bool:
    """
    Whether emphasis treats a character as punctuation.

    >>> is_punctuation("।"), is_punctuation("क")
    (True, False)
    """
    return unicodedata.category(character)[0] in "PS"


def is_white(character: str) -> bool:
    """
    Whether emphasis treats a character as white space: what prints as a space, not every separator.

    >>> is_white("\u3000"), is_white("\u2028")
    (True, False)
    """
    return character in "\t\n\v\f\r" or unicodedata.category(character) == "Zs"
