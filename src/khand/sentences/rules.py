"""
What a full stop means: the decisions, one small function each, in the order they are asked.

Each looks at one place and answers True (the sentence ends), False (it goes on) or None (not my case). Where nothing is
certain the answer is False: rather no cut than a wrong one. No rule remembers an open quote or bracket, so two stray
marks can never swallow what lies between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from khand.sentences.language import Kind, Language
from khand.sentences.marks import FULL_STOPS, OPENERS

REACH = 32
"""Code points looked at before a mark and after it; longer words are not abbreviations. Bounds the work per place."""

_ROMAN = re.compile(r"[IVXLCDM]+")
_WORD = re.compile(r"[^\W\d_]+(?:[.'’\-][^\W\d_]+)*")
_MARKER = re.compile(rf"[\s{OPENERS}•*⁃·–-]*(?:\d{{1,3}}(?:\.\d{{1,3}}){{0,4}}|[^\W\d_]|[ivxIVX]{{1,5}})")
_DOTTED = re.compile(r"[^\W\d_]{1,3}(?:\.[^\W\d_]{1,3})+")


class Place:
    """
    A mark in a text that may end a sentence, and what stands around it.

    Attributes:
        text: The text.
        begin: Where the sentence in hand begins.
        mark: Where the run of marks begins.
        run: The marks, e.g. ``"."`` or ``"?!"``.
        closers: Closing quotes and brackets after them.
        gap: White space after those.
        openers: Opening quotes, brackets, dashes after that.
        after: The first character of the next token; "" at the end.
        language: The lists.
        word: The word before the marks, without opening quotes.
        following: The word that follows, lower case; "" if none does.

    """

    __slots__ = (
        "after",
        "begin",
        "closers",
        "following",
        "gap",
        "language",
        "mark",
        "openers",
        "run",
        "text",
        "word",
    )

    def __init__(
        self, text: str, begin: int, mark: int, found: tuple[str, ...], at: int, language: Language
    ) -> None:
        self.text, self.begin, self.mark, self.language = text, begin, mark, language
        self.run, self.closers, self.gap, self.openers, self.after = found
        self.word = word_before(text, begin, mark)
        next_word = _WORD.match(text, at, at + REACH)
        self.following = next_word[0].lower() if next_word else ""

    @property
    def starts(self) -> bool:
        """Whether the next word likes to start sentences."""
        return self.following in self.language.starters


def word_before(text: str, begin: int, mark: int) -> str:
    """
    The word that a mark at `mark` follows, opening quotes and brackets removed; "" if white space stands before it.

    >>> word_before("See (Dr. Rao", 0, 7)
    'Dr'

    """
    start = max(begin, mark - REACH)
    pieces = text[start:mark].rsplit(None, 1)
    return pieces[-1].lstrip(OPENERS) if pieces and not text[mark - 1].isspace() else ""


def goes_on(after: str) -> bool:
    """
    Whether a character can only continue a sentence: a lower-case letter, a comma, a closing mark.

    Georgian letters count as lower case in Unicode but have no capitals in use.

    >>> goes_on("a"), goes_on(","), goes_on("A"), goes_on("ა"), goes_on("")
    (True, True, False, False, False)

    """
    return after in _CONTINUING or (after.islower() and not "ა" <= after <= "ჿ")


_CONTINUING = frozenset(",;:)]}，；：、،؛&%=/<>|~^")


def list_marker(p: Place) -> bool | None:
    """``1. The first``, ``a. The``, ``IV. The``: a marker alone is no sentence."""
    found = _MARKER.fullmatch(p.text, p.begin, p.mark)
    return False if found and p.run == "." and not p.closers else None


def single_letter(p: Place) -> bool | None:
    """``J. Smith``, ``z. B. Wasser`` go on; ``you and I. Did`` ends, before a word that starts sentences."""
    if len(p.word) != 1 or not p.word.isalpha() or _is_east_asian(p.word):
        return None
    return p.starts and p.word.isupper()


def listed(p: Place) -> bool | None:
    """``Dr. Rao`` never ends, ``etc. The`` may, ``No. 7`` does not before a number, ``5 lb. Tom`` does."""
    kind = kind_of(p.word, p.language)
    if kind is None or kind == Kind.MONTH:
        return None
    if kind == Kind.NEVER:
        return False
    if kind == Kind.NUMBER:
        return not (p.after.isdigit() or _roman_follows(p))
    if kind == Kind.UNIT:
        return not p.after.isdigit() if _number_before(p) else None
    return p.starts and not _fronted(p)


def acronym(p: Place) -> bool | None:
    """``U.S. Government`` goes on, ``in the U.S. The`` ends."""
    if _DOTTED.fullmatch(p.word) is None:
        return None
    return p.starts and not _fronted(p)


def consonants(p: Place) -> bool | None:
    """``Mgr. Novák``: a short word without a vowel is an abbreviation in any language, listed or not."""
    if re.fullmatch(r"[^\W\d_aeiouyAEIOUY]{2,4}", p.word) and p.word.isascii() and not p.word.isupper():
        return p.starts
    return None


def ordinal(p: Place) -> bool | None:
    """``12. Juni``, ``3. Band``, ``XII. století``, where a number with a full stop is an ordinal; ``1990. Der`` ends."""
    if not p.language.ordinals or p.run != ".":
        return None
    if p.following in p.language.months:
        return False
    if p.word.isdigit():
        return len(p.word) > 2 or p.starts
    return p.starts if _ROMAN.fullmatch(p.word) and len(p.word) > 1 else None


def date(p: Place) -> bool | None:
    """``3. 12. 2020``: short numbers with full stops are one date."""
    return False if p.after.isdigit() and p.word.isdigit() and len(p.word) <= 2 else None


RULES: tuple[Callable[[Place], bool | None], ...] = (
    list_marker,
    listed,
    single_letter,
    acronym,
    consonants,
    ordinal,
    date,
)


def ends_at(p: Place) -> bool:
    """Whether a full stop with a space after it ends the sentence: the first rule that knows decides, else it does."""
    for rule in RULES:
        answer = rule(p)
        if answer is not None:
            return answer
    return True


def kind_of(word: str, language: Language) -> Kind | None:
    """
    What a full stop after `word` means, of its last part if the whole is not listed: ``l'art``, ``Ober-Ing``.

    """
    kind = language.words.get(word)
    if kind is None and not word.isalpha():
        kind = language.words.get(re.split(r"[^\w.]", word)[-1])
    return kind


def _roman_follows(p: Place) -> bool:
    at = p.following.upper()
    return bool(_ROMAN.fullmatch(at)) and p.after.isupper()


def _number_before(p: Place) -> bool:
    """Whether a number stands before the word, with or without a space: ``5 lb``, ``10km``."""
    before = p.text[max(p.begin, p.mark - REACH) : p.mark - len(p.word)].rstrip()
    return before[-1:].isdigit()


def _fronted(p: Place) -> bool:
    """``At 5 a.m. Mr. Rao went``: a sentence that has only begun with a time or place is not over."""
    opening = p.text[p.begin : p.begin + REACH].split(None, 1)
    return p.mark - p.begin < 24 and bool(opening) and opening[0].lower() in p.language.fronting


def _is_east_asian(letter: str) -> bool:
    """Han, kana, Hangul: one character there is a word, not an initial."""
    return "\u3040" <= letter <= "\u9fff" or "\uac00" <= letter <= "\ud7a3"


__all__ = ["FULL_STOPS", "Place", "ends_at", "goes_on"]
