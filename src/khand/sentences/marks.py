"""The characters sentences end with, and what may stand around them."""

from __future__ import annotations

import re

STOPS = ".!?…‥‼⁇⁈⁉‽⸮﹒﹖﹗"
"""Marks that end a sentence only where white space or the end of the text follows: ``3.14`` does not."""

FULL_STOPS = (
    "。！？｡．"  # Han, kana
    "।॥"  # Devanagari and other Indic scripts
    "؟۔"  # Arabic, Urdu
    "։"  # Armenian
    "።፧፨"  # Ethiopic
    "။"  # Burmese
    "។៕"  # Khmer
    "།༎"  # Tibetan
    "᠃᠉"  # Mongolian
    "෴"  # Sinhala
    "᱾᱿"  # Ol Chiki
    "꓿"  # Lisu
    "߹"  # N'Ko
    "܀܁܂"  # Syriac
    "꘎꘏"  # Vai
    "꛳꛷"  # Bamum
    "꧈꧉"  # Javanese
    "꩝꩞꩟"  # Cham
    "꯫"  # Meetei Mayek
    "᙮"  # Canadian syllabics
)
"""Marks that end a sentence whatever follows: the scripts that have them do not use them for anything else."""

OPENERS = "\"'“”‘’„‚‟«»‹›`(\\[{（［｛「『【《〈〔〝¿¡*_"
CLOSERS = "\"'“”‘’»«›‹`)\\]}）］｝」』】》〉〕〞*_"

BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*|\u2029\s*")
"""Where a paragraph ends: a blank line or a paragraph separator, with all white space that follows."""


def candidates(more: str = "") -> re.Pattern[str]:
    """
    The pattern that finds every place a sentence may end.

    Args:
        more: Marks one language adds to ``STOPS``, e.g. the Greek question mark.

    Returns:
        A pattern with the groups (1) run of marks, (2) closing quotes, brackets and notes, and, looked at but not
        consumed, (3) white space, (4) opening quotes, brackets and dashes, (5) first character of the next token. It
        begins with a plain character class, the form Python's matcher skips through fastest, and every repetition in
        it starts with a character that the one before cannot match: no input makes it slow.

    >>> candidates().search("Stop.” Go").groups()
    ('.', '”', ' ', '', 'G')

    """
    marks = STOPS + FULL_STOPS + more
    return re.compile(
        rf"([{marks}][{marks}]*(?:[ \u00a0\u202f][.!?…]++(?![^\s.!?…{CLOSERS}]))*)"
        rf"((?:[{CLOSERS}]|[ \u00a0\u202f][»])*(?:\[\d{{1,3}}\])*)"
        rf"(?=(\s*)((?:[{OPENERS}]|[-–—―•·]+\s{{0,3}}){{0,4}})(.?))",
        re.DOTALL,
    )
