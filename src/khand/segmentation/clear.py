"""What a mark means where no rule need be asked, which is most often."""

from __future__ import annotations

from khand.characters.punctuation import FULL_STOPS
from khand.segmentation.language import Kind, Language
from khand.segmentation.place import LONG_WORD, QUOTE_CLOSES, QUOTE_REACH, REACH, goes_on, is_name

_FULL_STOPS = frozenset(FULL_STOPS)
_ASCII = frozenset(".?!")
_FIRST_KANA = "\u3040"
_VOWELS = frozenset("aeiouyäöüåæøáéóúàèêâôаеоуыэюяєіїεοαηωυ")
_QUOTES = '」』》”"'
_CAREFUL = frozenset(("no-full-stop", "danda", "initials"))
"""Traits of languages in which a full stop says less."""

_PARTICLES = frozenset("はがを")


def clear(text: str, mark: int, groups: tuple[str, ...], language: Language) -> bool | None:
    """
    Whether a sentence ends at a mark, where that is clear; None where the rules have to decide.

    The rules would say the same: this only saves their time. What the groups are is told by ``candidates``.

    >>> from khand.segmentation.language import get_language
    >>> clear("this morning. She", 12, (".", "", " ", "", "S"), get_language("en"))
    True

    """
    run, closers, gap, openers, after = groups
    if closers:
        return None
    if run in _FULL_STOPS:
        return _full_stop(text, mark, gap, openers, after)
    if run not in _ASCII:
        return None
    last = text[mark - 1]
    if not gap:
        # a number, a name; but a capital may follow a forgotten space
        forgotten = run != "." or openers or (after.isupper() and last.islower())
        return None if forgotten else False
    if last.isdigit() or last.isspace():
        return None
    words = text[max(0, mark - REACH) : mark].rsplit(None, 1)
    word = words[-1] if words else ""
    if run == ".":
        behind = words[0][-1] if len(words) > 1 else ""
        return _period(text, mark + 1 + len(gap), behind, word, openers, after, language)
    plain = after.isupper() and word[:1].isalpha() and word + run not in language.words
    return True if plain and not language.saying else None


def _period(
    text: str, at: int, behind: str, word: str, openers: str, after: str, language: Language
) -> bool | None:
    """``morning. She`` ends; ``Dr. Rao``, ``approx. the``, ``z. B. im`` go on."""
    kind = language.words.get(word)
    if (
        kind is None
        and after.isalpha()
        and not after.islower()
        and word not in language.units
        and _plain(word)
    ):
        # behind a full stop or a number it may be a part of something longer: pr. Kr, 16 Wallace
        alone = behind != "." and not behind.isdigit()
        return True if alone and (not language.traits or language.traits.isdisjoint(_CAREFUL)) else None
    if kind is Kind.NEVER and word not in language.units:
        return False
    if openers or len(word) >= LONG_WORD or not word.isascii():
        return None
    if goes_on(after):
        return None if is_name(text, at) else False
    initials = len(word) == 1 and word.isalpha() and after.isalpha() and text.startswith(".", at + 1)
    return False if initials else None


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


def _plain(word: str) -> bool:
    """
    Whether a word is no abbreviation, initial or Roman number unless listed: long, with a vowel, without capitals.

    ``am`` may be a time.
    """
    if not word.isalpha():
        return False
    if len(word) > LONG_WORD:
        return not word.isupper()
    if word.islower():
        return len(word) > 1 and word != "am" and not _VOWELS.isdisjoint(word) and word.strip("ivx") != ""
    return len(word) > 1 and word[0].lower() == word[0].upper()
