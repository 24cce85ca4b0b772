"""A mark in a text that may end a sentence, and what stands around it."""

from __future__ import annotations

import re

from khand.characters.punctuation import BULLETS, COMMAS
from khand.segmentation.language import Language
from khand.segmentation.marks import OPENERS

REACH = 32
"""Code points looked at before a mark and after it; longer words are not abbreviations. Bounds the work per place."""

LONG_WORD = 5
"""Letters from which a word is not taken for an abbreviation that no list has."""

ROMAN = re.compile(r"[IVXLCDM]+")

QUOTE_REACH = 60
"""Code points looked at around a mark for the quote it may stand in; longer quotes are cut like other text."""

SPACED_REACH = 16
"""Code points of the longest short form written with spaces: ``př. n. l``."""

STRAIGHT_REACH = 200
"""Code points before a mark in which straight quotes are counted."""

LABEL = r"(?:\d{1,3}(?:\.\d{1,3}){0,4}|[^\W\d_]|[ivxIVX]{1,5})"
"""What an item of a list is numbered with: ``1``, ``2.1``, ``a``, ``iv``."""

_SIGNS = (
    "\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0900-\u0963\u0966-\u0dff"
    "\u0e31-\u0e4e\u102b-\u103e\u17b4-\u17d3\u200c\u200d"
)
"""Vowel signs and joiners, which Python does not count as letters; whole blocks, since letters fit as well."""

_LETTER = rf"(?:[^\W\d_]|[{_SIGNS}])"
_WORD = re.compile(rf"{_LETTER}+(?:[.'’\-]{_LETTER}+)*")
_SPACED = re.compile(r"\b(?:[^\W\d_]{1,2}\.\s){1,3}[^\W\d_]{1,3}$")
_CLITIC = re.compile(r"[^\W\d_]{1,2}\s+[A-Z]")
_ITEM = re.compile(rf"{LABEL}\)\s")
_CODE_NAME = re.compile(r"[a-z_]\w+(?:\.\w|\(\))|[a-z]\w*_\w", re.ASCII)
QUOTE_CLOSES = re.compile(r"[^「」『』《》“”\"]*+([」』》”\"])")
"""Text up to a closing quote, if that is the next quote. Group (1): the quote."""

LEADING = OPENERS + BULLETS
"""What may stand before a word."""

_CONTINUING = frozenset(COMMAS + ":：)]}&%=/<>|~^№·")
_REST = re.compile(rf"(\s*+)([{re.escape(OPENERS)}]{{0,4}}+)(.?)", re.DOTALL)
LAST_LATIN = "\u02ff"
"""The last Latin letter but for rare ones; no script without capitals and no combining mark comes before."""


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
        "_next",
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

    def __init__(
        self, text: str, begin: int, mark: int, at: int, groups: tuple[str, ...], language: Language
    ) -> None:
        self.text, self.begin, self.mark, self.at, self.language = text, begin, mark, at, language
        self.run, self.closers, self.gap, self.openers, self.after = groups
        self.word = word_before(text, begin, self.mark)
        self.before = self.mark - len(self.word)
        self._next: str | None = None
        if len(self.word) <= 3 and text[self.before - 2 : self.before - 1] == "." and self.word.isalpha():
            self._join_spaced()
        if self.openers[:1] == '"' and (not self.gap or self.after.isspace()):
            self._close_quote()

    def _join_spaced(self) -> None:
        """``př. n. l`` is one word, if it is listed so; ``z. B`` and other single letters always are."""
        spaced = _SPACED.search(self.text, max(self.begin, self.mark - SPACED_REACH), self.mark)
        while spaced:
            joined = "".join(spaced[0].split())
            letters = len(joined) == 2 * joined.count(".") + 1
            if letters or joined in self.language.words or joined in self.language.units:
                self.word, self.before = joined, spaced.start()
                return
            spaced = _SPACED.search(self.text, spaced.start() + 1, self.mark)

    def _close_quote(self) -> None:
        """
        ``说："走吧。"大家``, ``" Viens ! " Elle``: a straight quote with letters or spaces on both sides closes or opens.

        It closes if the number of those shortly before is odd.
        """
        if self.text.count('"', max(0, self.mark - STRAIGHT_REACH), self.mark) % 2:
            quote = self.at - len(self.openers)
            self.closers += self.gap + '"'
            for rest in _REST.finditer(self.text, quote + 1):
                self.gap, self.openers, self.after = rest.groups()
                self.at = rest.start(3)
                break

    @property
    def cut(self) -> int:
        """
        Where the next sentence begins: after the white space.

        ``compounds. . . . The``: a full stop, then an ellipsis that opens the next sentence.
        """
        if len(self.run) > 3 and self.run.split() == ["."] * 4 and not self.closers and self.word:
            return self.mark + 2
        return self.at - len(self.openers)

    @property
    def next_word(self) -> str:
        """The word that follows; "" if none does."""
        if self._next is None:
            self._next = word_after(self.text, self.at)
        return self._next

    @property
    def following(self) -> str:
        """The word that follows, in lower case."""
        return self.next_word.lower()

    @property
    def starts(self) -> bool:
        """Whether the next word likes to start sentences; ``A. I. Rabin``: not as an initial."""
        return starts_at(self.text, self.at, self.next_word, self.language)

    @property
    def continues(self) -> bool:
        """
        Whether what follows can only continue the sentence.

        A small Latin letter says nothing behind a script without capitals: ``है. pip``.
        """
        if not goes_on(self.after):
            return False
        if not self.after.isalpha():
            return True
        last = self.word[-1:]
        caseless = last > LAST_LATIN and last.lower() == last.upper()
        return not caseless and not self.disguised_capital

    @property
    def disguised_capital(self) -> bool:
        """``eBay``, Irish ``tUachtarán``, Dutch ``'s Avonds``, ``np.dot``, ``(a)``: a small letter that counts as a capital."""
        if self.openers[-1:] == "`" or self.item:
            return True
        if self.openers[-1:] in ("'", "’"):
            return _CLITIC.match(self.text, self.at) is not None
        return is_name(self.text, self.at)

    @property
    def item(self) -> bool:
        """Whether an item of a list follows: ``(a)``, ``(iv)``."""
        return self.openers[-1:] == "(" and _ITEM.match(self.text, self.at) is not None

    @property
    def number_before(self) -> bool:
        """Whether a number stands shortly before: ``5 lb``, ``10km``, ``600 po Kr``, ``XV w``, not ``5 кг. в кг``."""
        before = (
            self.text[max(self.begin, self.before - 16) : self.before].rpartition(f"{self.word}.")[2].split()
        )
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


def word_after(text: str, at: int) -> str:
    """The word that begins at a place; "" if none does."""
    found = _WORD.match(text, at, at + REACH)
    return found[0] if found else ""


def starts_at(text: str, at: int, word: str, language: Language) -> bool:
    """Whether the word at a place likes to start sentences and is no initial."""
    return word.lower() in language.starters and not (len(word) == 1 and text.startswith(".", at + 1))


def is_name(text: str, at: int) -> bool:
    """Whether the word at a small letter is a name written so: ``eBay``, ``np.dot``."""
    return text[at + 1 : at + 2].isupper() or _CODE_NAME.match(text, at, at + REACH) is not None


def word_before(text: str, begin: int, mark: int) -> str:
    """
    The word that a mark at `mark` follows, opening quotes and brackets removed; "" if white space stands before it.

    >>> word_before("See (Dr. Rao", 0, 7)
    'Dr'

    """
    if text[mark - 1].isspace():
        return ""
    pieces = text[max(begin, mark - REACH) : mark].rsplit(None, 1)
    if not pieces:
        return ""
    return pieces[-1] if pieces[-1][0].isalnum() else pieces[-1].lstrip(LEADING)


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
