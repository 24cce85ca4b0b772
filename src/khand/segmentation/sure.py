"""
The ends that a pattern can tell by itself, so that no other code need run.

They are behind a long plain word, before a capital, and behind a full stop of a script without capitals. ``clear.py`` and
the rules would say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from khand.characters.punctuation import FULL_STOPS

LONG = 6
"""Letters from which a word in small letters is a short form only if a list has it."""

SMALL = "a-zß-öø-ÿа-яё"
"""Small letters that are looked for; words with others are asked about one by one."""

_CASELESS = r"(?=[\u0590-\u109f\u3040-\ud7a3])[^\W\d_]"
"""A letter of the scripts without capitals; a digit may be the number of a verse."""

_NO_QUOTE = '(?=[^「」『』《》“”"]{60})(?![はがを])(?=[\u3040-\u9fff])[^\\W\\d_]'
"""A letter of Han or kana, far from a quote that it may stand in, and no particle that goes on."""


def sure_ends(words: Iterable[str], *, careful: bool, saying: bool) -> str:
    """
    The pattern of what follows a mark, white space consumed, where the sentence surely ends; it captures nothing.

    Args:
        words: The short forms of a language and the names it writes with a mark (``Yahoo!``).
        careful: Whether a full stop says less in this language, see ``clear.py``.
        saying: Whether what follows a question may belong to it.

    >>> end = re.compile("[.]" + sure_ends(["approx"], careful=False, saying=False))
    >>> bool(end.search("the morning. She")), bool(end.search("approx. Das"))
    (True, False)

    """
    listed = list(words)
    alike = sorted({word[-LONG:] for word in listed if re.search(rf"[{SMALL}]{{{LONG}}}$", word)})
    marked = sorted({word for word in listed if word[-1] in "?!"})
    capital = "(?=[A-ZÀ-ÖØ-ÞА-ЯЁ])"
    ends = [rf"(?<=[{FULL_STOPS}])(?:\s++(?={_CASELESS})|(?={_NO_QUOTE}))"]
    if not careful:
        # 16 Wallace. Cas. 36 is a source: no second short form may follow
        unlisted = rf"(?<!(?:{'|'.join(map(re.escape, alike))})\.)" if alike else ""
        ends.insert(0, rf"(?<=[{SMALL}]{{{LONG}}}\.){unlisted}\s++{capital}(?!\w[\w'’]{{0,9}}\.)")
    if not saying:
        names = "".join(rf"(?<!{re.escape(name)})" for name in marked)
        ends.append(rf"(?<=[{SMALL}][?!])\s++{capital}")
        if names:
            ends[-1] = rf"(?<=[{SMALL}][?!]){names}\s++{capital}"
    return f"(?:{'|'.join(ends)})"
