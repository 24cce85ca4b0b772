"""What a mark means where no rule need be asked, which is most often."""

from __future__ import annotations

import re

from khand.characters.punctuation import FULL_STOPS
from khand.segmentation.language import CAREFUL, Kind, Language, Says
from khand.segmentation.period_rules import is_acronym
from khand.segmentation.place import (
    LEADING,
    LONG_WORD,
    QUOTE_CLOSES,
    QUOTE_REACH,
    REACH,
    goes_on,
    is_east_asian,
    is_name,
    starts_at,
    word_after,
)

_FULL_STOPS = frozenset(FULL_STOPS)
_FIRST_KANA = "\u3040"
_VOWELS = frozenset("aeiouyäöüåæøáéóúàèêâôаеоуыэюяєіїεοαηωυ")
_QUOTES = '」』》”"'
_PARTICLES = frozenset("はがを")
_PARTS = re.compile(r"['’\-–/]")
_CAPITAL_LABEL = re.compile(r"[IVXLCDM]+|(.)\1|[AP]M")
"""Words in capitals that mean more: Roman numbers, the doubled letters of ``EE. UU.``, times."""

_SHUT = ')”’"*_`'
"""Marks behind a word that no short form has: ``(left).``, ``*left*.``"""

_MANY = 4096
"""Words of a language whose meaning is kept; a book has some thousand before its full stops."""


_PLAIN, _IN_CAPITALS, _NEVER, _LISTED = Says.PLAIN, Says.CAPITALS, Says.NEVER, Says.LISTED
_MAY, _INITIAL = Says.MAY, Says.INITIAL


def clear(text: str, mark: int, at: int, groups: tuple[str, ...], language: Language) -> bool | None:
    """
    Whether a sentence ends at a mark, where that is clear; None where the rules have to decide.

    The rules would say the same: this only saves their time. What the groups are is told by ``candidates``; `at` is where
    the last of them begins.

    >>> from khand.segmentation.language import get_language
    >>> clear("this morning. She", 12, 14, (".", "", " ", "", "S"), get_language("en"))
    True

    """
    run, closers, gap, openers, after = groups
    if run == ".":
        last = text[mark - 1 : mark]
        if not gap:
            # a number, a name; but a capital may follow a forgotten space
            return None if closers or openers or (after.isupper() and last.islower()) else False
        if last.isdigit():
            number = text[max(0, mark - 3) : mark].rsplit(None, 1)[-1]
            return False if after.isdigit() and len(number) < 3 and number.isdigit() else None  # 3. 12. 2020
        if last.isspace():
            return None
        return _period(text, mark, at, groups, language)
    if run in _FULL_STOPS:
        return None if closers else _full_stop(text, mark, gap, openers, after)
    if run in ("?", "!"):
        return _question(text, mark, at, groups, language)
    return None


def _period(text: str, mark: int, at: int, groups: tuple[str, ...], language: Language) -> bool | None:
    """``morning. She`` ends; ``Dr. Rao``, ``No. 7``, ``approx. the``, ``z. B. im`` go on."""
    words = text[max(0, mark - REACH) : mark].rsplit(None, 1)
    word = words[-1] if words else ""
    says = language.heard.get(word) or _hear(word, language)
    _, closers, _, openers, after = groups
    if says is _NEVER:
        return None if closers else False
    if says is _PLAIN or says is _IN_CAPITALS:
        # behind a full stop or a number it may be a part of something longer: pr. Kr, 16 Wallace
        behind = words[0][-1] if len(words) > 1 else ""
        if behind == "." or behind.isdigit() or (closers and language.saying):
            return None
        if says is _IN_CAPITALS:
            return True if after.isupper() and text[at + 1 : at + 2].islower() else None
        if (after.isalpha() and not after.islower()) or after.isdigit():
            return True
    if closers or openers:
        return None
    if after.isdigit():
        return False if says is _LISTED or says is _MAY else None
    if (says is _MAY or says is _INITIAL) and after.isupper() and (len(words) < 2 or words[0][-1] != "."):
        starts = starts_at(text, at, word_after(text, at), language)
        if says is _MAY:
            return starts
        named = len(words) > 1 and words[0].rsplit(None, 1)[-1].lower() in language.lettered
        return None if starts or named else False
    return _small(text, at, word, says, after)


def _small(text: str, at: int, word: str, says: Says, after: str) -> bool | None:
    """``at noon. the rest`` ends, ``approx. the`` and ``noon., the`` do not; of initials ``z. B. im`` goes on."""
    if len(word) >= LONG_WORD:
        return True if says is _PLAIN and after.islower() and word.isalpha() else None
    if not word.isascii():
        return None
    if goes_on(after):
        return None if is_name(text, at) else False
    initials = len(word) == 1 and word.isalpha() and after.isalpha() and text.startswith(".", at + 1)
    return False if initials else None


def _question(text: str, mark: int, at: int, groups: tuple[str, ...], language: Language) -> bool | None:
    """``Why? She`` and ``“Why?” She`` end, ``“Why?” he`` and ``Stop! he`` go on; ``Why? he`` depends on the sentence before."""
    run, closers, gap, openers, after = groups
    last = text[mark - 1 : mark]
    if not gap or not last.isalnum() or language.saying or (closers and language.followers):
        return None
    if after.isupper():
        word = text[max(0, mark - REACH) : mark].rsplit(None, 1)[-1]
        return True if word[0].isalpha() and word + run not in language.words else None
    if openers or not after.islower() or not last.isascii() or not (closers or run == "!"):
        return None
    return False if goes_on(after) and not is_name(text, at) else None


def _full_stop(text: str, mark: int, gap: str, openers: str, after: str) -> bool | None:
    """``है। वह``, ``了。他``; not where a quote or a particle may go on."""
    if (
        openers
        or not after.isalnum()
        or after.islower()
        or (after.isdigit() and not gap and text[mark] in "．۔")
    ):
        return None
    if gap or after < _FIRST_KANA:
        return True
    ahead = text[mark + 1 : mark + 1 + QUOTE_REACH]
    for quote in _QUOTES:
        if quote in ahead and QUOTE_CLOSES.match(text, mark + 1, mark + 1 + QUOTE_REACH):
            return None
    return None if after in _PARTICLES else True


def _hear(word: str, language: Language) -> Says:
    """What a word says, kept for the next time."""
    says = _judge(word.lstrip(LEADING), language)
    if len(language.heard) < _MANY:
        language.heard[word] = says
    return says


def _judge(word: str, language: Language) -> Says:
    """What a word says in a language, opening marks before it removed."""
    kind = language.words.get(word)
    if word in language.units:
        return Says.OTHER
    if kind is Kind.NEVER:
        return Says.NEVER
    core = word.rstrip(_SHUT)
    if core != word:
        plain = len(core) > 2 and core.isalpha() and core.lower().strip("ivx") != ""
        return Says.PLAIN if plain and language.traits.isdisjoint(CAREFUL) else Says.OTHER
    label = len(word) < 2 or not word.lower().strip("ivx") or word.lower() in ("am", "pm", "a.m", "p.m")
    if len(word) == 1 and word.isupper() and not is_east_asian(word) and language.traits.isdisjoint(CAREFUL):
        return Says.INITIAL
    if kind is not None:
        return Says.OTHER if label else Says.MAY if kind is Kind.MAY else Says.LISTED
    if label or not language.traits.isdisjoint(CAREFUL):
        return Says.OTHER
    if is_acronym(word):
        return Says.MAY
    parts = _PARTS.split(word)
    if not all(map(str.isalpha, parts)) or (len(parts) > 1 and parts[-1] in language.words):
        return Says.OTHER
    if parts[-1].isupper():
        return Says.CAPITALS if len(parts) == 1 and not _CAPITAL_LABEL.fullmatch(word) else Says.OTHER
    return Says.PLAIN if len(parts) > 1 or _plain(word) else Says.OTHER


def _plain(word: str) -> bool:
    """Whether a word of letters is no abbreviation unless listed: long, with a vowel, or of a script without capitals."""
    if len(word) > LONG_WORD:
        return True
    small = word[1:]
    if small.islower() and word.isalpha():
        return not _VOWELS.isdisjoint(word.lower())
    return word[0].lower() == word[0].upper()
