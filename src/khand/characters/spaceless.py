"""Scripts written without spaces between words: Han, kana, Bopomofo, Thai, Lao, Khmer, Burmese."""

from __future__ import annotations

import re

# Han with its radicals and marks, kana, Bopomofo: clusters of one character and its marks.
HAN = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa"
    "\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d"
)
# Thai, Lao, Khmer, Burmese.
_SOUTH_EAST = "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\ua9e0-\ua9ff\uaa60-\uaa7f"
_SPACELESS = re.compile(f"[{HAN}{_SOUTH_EAST}]")
# Apart, since a class that reaches over U+FFFF is eight times slower.
_ASTRAL = re.compile("[\U0001aff0-\U0001b16f\U00020000-\U0003ffff]")


def is_spaceless(character: str) -> bool:
    """
    Whether a character is of such a script.

    >>> is_spaceless("漢"), is_spaceless("न")
    (True, False)
    """
    return bool(_SPACELESS.match(character) or _ASTRAL.match(character))


def first_spaceless(text: str, start: int, end: int) -> int:
    """
    Where the first character of such a script stands in ``text[start:end]``; `end` if there is none.

    >>> first_spaceless("ab漢", 0, 3), first_spaceless("ab", 0, 2)
    (2, 2)
    """
    found = _SPACELESS.search(text, start, end)
    end = found.start() if found else end
    found = _ASTRAL.search(text, start, end)
    return found.start() if found else end


def none_spaceless(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` holds no character of such a script."""
    if text.isascii() or text[start:end].isascii():
        return True
    return not (_SPACELESS.search(text, start, end) or _ASTRAL.search(text, start, end))
