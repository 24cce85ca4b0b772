"""A mark in a text that may end a sentence, and what stands around it."""

from __future__ import annotations

import re

from khand.characters.punctuation import BULLETS
from khand.segmentation.language import Language
from khand.segmentation.marks import OPENERS

REACH = 32
"""Code points looked at before a mark and after it; longer words are not abbreviations. Bounds the work per place."""

ROMAN = re.compile(r"[IVXLCDM]+")

_SIGNS = (
    "\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0900-\u0963\u0966-\u0dff"
    "\u0e31-\u0e4e\u102b-\u103e\u17b4-\u17d3\u200c\u200d"
)
"""Vowel signs and joiners, which Python does not count as letters; whole blocks, since letters fit as well."""

_LETTER = rf"(?:[^\W\d_]|[{_SIGNS}])"
_WORD = re.compile(rf"{_LETTER}+(?:[.'’\-]{_LETTER}+)*")
_SPACED = re.compile(r"(?:[^\W\d_]{1,2}\.\s)+[^\W\d_]{1,3}$")
_CLITIC = re.compile(r"[^\W\d_]{1,2}\s+[A-Z]")
_CONTINUING = frozenset(",;:)]}，；：、،؛&%=/<>|~^№·")


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
        at: Where that is.
        language: The lists.
        word: The word before the marks, without opening quotes; of letters set apart (``z. B``) all, without the spaces.
        before: Where that word begins.

    """

    __slots__ = (
        "after",
        "at",
        "before",
        "begin",
        "closers",
        "gap",
        "language",
        "mark",
        "openers",
        "run",
        "text",
        "word",
    )

    def __init__(self, text: str, begin: int, found: re.Match[str], language: Language) -> None:
        self.text, self.begin, self.language = text, begin, language
        self.mark, self.at = found.start(), found.start(5)
        self.run, self.closers, self.gap, self.openers, self.after = found.groups()
        self.word = word_before(text, begin, self.mark)
        self.before = self.mark - len(self.word)
        if len(self.word) <= 3 and text[self.before - 2 : self.before - 1] == ".":
            self._join_spaced()

    def _join_spaced(self) -> None:
        """``př. n. l`` is one word, if it is listed so; ``z. B`` and other single letters always are."""
        spaced = _SPACED.search(self.text, max(self.begin, self.mark - REACH), self.mark)
        while spaced:
            joined = re.sub(r"\s", "", spaced[0])
            listed = joined in self.language.words or joined in self.language.units
            if listed or all(len(part) == 1 for part in joined.split(".")):
                self.word, self.before = joined, spaced.start()
                return
            spaced = _SPACED.search(self.text, spaced.start() + 1, self.mark)

    @property
    def cut(self) -> int:
        """
        Where the next sentence begins: after the white space.

        ``compounds. . . . The``: a full stop, then an ellipsis that opens the next sentence.
        """
        if self.run.split() == ["."] * 4 and not self.closers and self.word:
            return self.mark + 2
        return self.at - len(self.openers)

    @property
    def next_word(self) -> str:
        """The word that follows; "" if none does."""
        found = _WORD.match(self.text, self.at, self.at + REACH)
        return found[0] if found else ""

    @property
    def following(self) -> str:
        """The word that follows, in lower case."""
        return self.next_word.lower()

    @property
    def starts(self) -> bool:
        """Whether the next word likes to start sentences; ``A. I. Rabin``: not as an initial."""
        word = self.next_word
        initial = len(word) == 1 and self.text.startswith(".", self.at + 1)
        return word.lower() in self.language.starters and not initial

    @property
    def disguised_capital(self) -> bool:
        """``eBay``, Irish ``tUachtarán``, Dutch ``'s Avonds``, code: a small letter that stands where a capital counts."""
        if self.openers[-1:] == "`":
            return True
        if self.openers[-1:] in ("'", "’"):
            return _CLITIC.match(self.text, self.at) is not None
        return self.after.islower() and self.text[self.at + 1 : self.at + 2].isupper()

    @property
    def number_before(self) -> bool:
        """Whether a number stands shortly before the word: ``5 lb``, ``10km``, ``600 po Kr``, ``XV w``."""
        before = self.text[max(self.begin, self.before - 16) : self.before].split()
        if before and ROMAN.fullmatch(before[-1].strip(OPENERS)):
            return True
        return self.word[:1].isdigit() or any(map(str.isdigit, "".join(before)))

    @property
    def fronted(self) -> bool:
        """``At 5 a.m. Mr. Rao went``, ``Już w 1926 r. Meyer``: whether a sentence has only begun, with a time."""
        if self.mark - self.begin > REACH:
            return False
        opening = self.text[self.begin : self.mark].lower().split(None, 2)[:2]
        return any(word in self.language.fronting for word in opening) or opening[0][:1].isdigit()

    @property
    def roman_follows(self) -> bool:
        """Whether the next word is a Roman number."""
        return ROMAN.fullmatch(self.next_word) is not None


def word_before(text: str, begin: int, mark: int) -> str:
    """
    The word that a mark at `mark` follows, opening quotes and brackets removed; "" if white space stands before it.

    >>> word_before("See (Dr. Rao", 0, 7)
    'Dr'

    """
    pieces = text[max(begin, mark - REACH) : mark].rsplit(None, 1)
    return pieces[-1].lstrip(OPENERS + BULLETS) if pieces and not text[mark - 1].isspace() else ""


def goes_on(after: str) -> bool:
    """
    Whether a character can only continue a sentence: a lower-case letter, a comma, a closing mark.

    Georgian letters count as lower case in Unicode but have no capitals in use.

    >>> goes_on("a"), goes_on(","), goes_on("A"), goes_on("ა"), goes_on("")
    (True, True, False, False, False)

    """
    return after in _CONTINUING or (after.islower() and not "ა" <= after <= "ჿ")


def is_east_asian(letter: str) -> bool:
    """Han, kana, Hangul: one character there is a word, not an initial."""
    return "\u3040" <= letter <= "\u9fff" or "\uac00" <= letter <= "\ud7a3"
