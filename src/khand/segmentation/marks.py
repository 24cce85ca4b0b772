"""Where a paragraph ends and where a sentence may: the patterns, and what may stand around a mark."""

from __future__ import annotations

import re

from khand.characters.punctuation import (
    BULLETS,
    CLOSING_BRACKETS,
    CLOSING_QUOTES,
    FULL_STOPS,
    INVERTED,
    LOW_QUOTES,
    OPENING_BRACKETS,
    OPENING_QUOTES,
    STOPS,
    STRAIGHT_QUOTES,
)

_EMPHASIS = "*_`"
"""Markdown's marks, which stand around the first or the last word of a sentence."""

OPENERS = (
    STRAIGHT_QUOTES
    + OPENING_QUOTES
    + CLOSING_QUOTES
    + LOW_QUOTES
    + OPENING_BRACKETS
    + INVERTED
    + _EMPHASIS
    + "•⁃·"  # and bullets
)
"""What may stand before the first word of a sentence. Many quotes open in one language and close in another."""

SURE_CLOSERS = CLOSING_BRACKETS + "”’"
"""Closing marks wherever they stand."""

EITHER_CLOSERS = STRAIGHT_QUOTES + OPENING_QUOTES + "»›" + _EMPHASIS
"""Closing marks in some languages: they close when they follow the mark directly and no letter follows them."""

_BLANK = rf"\n[^\S\n]*(?:\n\s*|(?=[{BULLETS}][^\S\n]))"

BLANK_LINE = re.compile(_BLANK)
"""Where a paragraph ends: a blank line or a line end before a bullet, with the white space after it."""

RARE_BLANK_LINE = re.compile(rf"{_BLANK}|\r[^\S\r\n]*\r\s*|\u2029\s*")
"""The same for a text with paragraph separators or old line ends; six times slower, since no fixed character leads."""


def paragraph_ends(text: str) -> re.Pattern[str]:
    """The pattern of paragraph ends that a text needs."""
    rare = "\u2029" in text or ("\r" in text and "\n" not in text)
    return RARE_BLANK_LINE if rare else BLANK_LINE


_VERSE = r"(?:(?<=[॥।|])\s{0,3}\d[\d.–-]{0,15}+\s{0,3}(?:॥|।।|\|\|))?+"
"""The rest of ``॥१॥``, ``।। १.१ ।।``, ``॥ 1-2 ॥``: the number of the verse that it closes."""


_BEHIND_WORD = r"(?:(?<=[^\W\d_][^\W\d_]\.)|(?<=[^\s(]\)\.))"
_NUMBERS = r"\d{1,3}(?:[,;–-][ ]?\d{1,3}){0,8}+"
_NOTE = "|".join(
    (
        rf"[ ]?\[{_NUMBERS}\]",  # [4], [12, 13]
        r"[ ]?\[@[^\]\n]{1,80}+\]",  # [@lee2001]
        r"\[\^[^\]\s]{1,32}\]",  # [^1]
        r"[¹²³⁰⁴-⁹]{1,3}+",
        r"<sup>[\d[\]]{1,5}</sup>",
        rf"{_BEHIND_WORD}{_NUMBERS}(?=\s+[A-Z])",  # at low pH.3,4 Higher: what was a superscript
    )
)
"""Signs of a footnote or a source, which belong to the sentence before them."""

_FACE = (
    r"\s?[\u2639\u263a\u2764\u2728\U0001f389\U0001f38a\U0001f44b-\U0001f450\U0001f493-\U0001f49f\U0001f4aa\U0001f4af\U0001f525"
    r"\U0001f600-\U0001f64f\U0001f680\U0001f90c-\U0001f93e\U0001f970-\U0001f97a\U0001fae0-\U0001faf8]"
    r"[\ufe0f\u200d\U0001f3fb-\U0001f3ff]*+|[ ]?[:;]-?[)DP](?!\w)"
)
"""Faces, hands and hearts comment on the sentence before them; other pictures may be bullets."""


_LETTER = r"[^\W\d_¹²³⁰⁴-⁹]"
"""Where one follows nothing more belongs to the mark: asked first, it saves the time of all the rest."""


_NEVER = r"(?!(?<=\.)(?:[a-z]|,(?!,))|(?<=[A-Z]\.)[A-Z]|(?<=\d\.)\d)"
"""Not behind a full stop inside a name or a number, nor before a comma: ``main.py``, ``U.S``, ``3.14``, ``Inc., a``."""


def candidates(more: str = "", closers: str = "", sure: str = "(?!)") -> re.Pattern[str]:
    """
    The pattern that finds every place a sentence may end.

    Args:
        more: Marks one language adds to ``STOPS``, e.g. the Greek question mark.
        closers: A closing quote one language writes after a space, e.g. the Dutch ``''``.
        sure: What follows a mark where the sentence surely ends, see ``sure.py``.

    Returns:
        A pattern with the empty group (1) where the sentence surely ends, at the end of the match; with the group (2) letter
        if nothing but white space stands between one mark and that; else with the groups (3) the rest of a run of marks, with
        the number of a verse between two (``॥१॥``), (4) closing quotes, brackets, notes and faces, and, looked at but not
        consumed, (5) white space, (6) opening quotes, brackets and dashes, (7) first
        character of the next token. It begins with a plain character class, the form Python's matcher skips through
        fastest; everything after it is optional and possessive, so no input makes it slow.

    >>> candidates().search("Stop.” Go").groups()
    (None, None, '', '”', ' ', '', 'G')

    """
    marks = re.escape(STOPS + FULL_STOPS + more)
    closing, either, openers = map(re.escape, (SURE_CLOSERS, EITHER_CLOSERS, OPENERS))
    apart = rf"|\s{re.escape(closers)}(?!\S)" if closers else ""
    return re.compile(
        rf"[{marks}](?:{sure}()|{_NEVER}\s*+({_LETTER})"
        rf"|{_NEVER}([{marks}]*+(?:(?:\s\.){{2}}+|\s[.!?…]++(?![^\s{closing}{either}]))*+{_VERSE})"
        rf"((?=\s\w|{_LETTER})|(?:[{closing}]|[{either}]++(?!\w)|[ \u00a0\u202f]»(?!\w){apart})*+"
        rf"(?:[-–—](?=\s))?+(?:{_NOTE})*+(?:{_FACE})*+)"
        rf"(?=(\s*+)((?:,,[ ]?|[{openers}]|[-–—―]++\s{{0,3}}+){{0,4}}+)(.?)))",
        re.DOTALL,
    )
