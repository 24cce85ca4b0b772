"""The words that a lexical index matches: without regard to case, stemmed, without the words that are in every text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from khand.characters import class_tables
from khand.characters.classes import char_class
from khand.characters.spaceless import is_spaceless, none_spaceless
from khand.extras import load
from khand.segmentation.detect import detect_language
from khand.segmentation.language import small_words, word_lists

STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil",
    "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""The Snowball stemmer of each language that has one."""

STOP_WORDS = {
    "da": "DANISH", "de": "GERMAN", "en": "EN", "es": "SPANISH", "fr": "FRENCH", "it": "ITALIAN", "ko": "KOREAN",
    "nl": "DUTCH", "no": "NORWEGIAN", "pt": "PORTUGUESE", "ru": "RUSSIAN", "sv": "SWEDISH", "tr": "TURKISH",
    "zh": "CHINESE",
}  # fmt: skip
"""The list of bm25s for each language it has one for; for others khand's own small words are left out."""

# \w would part Hindi words at their vowel signs
_WORD_CLASS = "".join(
    char_class(getattr(class_tables, name))
    for name in ("UPPER", "LOWER", "OTHER_LETTERS", "MARKS", "NUMBERS")
)
# beyond the basic plane by exclusion: a class that reaches there is eight times slower
_WORD = re.compile(f"[{_WORD_CLASS}]+|[^\x00-\uffff]")

Words = Callable[[str], list[str]]


@lru_cache(maxsize=64)
def words_of(language: str) -> Words:
    """
    The function that finds the words of texts in a language.

    Args:
        language: A code such as ``"en"``.

    Returns:
        A function from a text to its words in order. A run in a script without spaces gives its pairs of neighbours.

    Raises:
        MissingExtraError: The stemmer is not installed.

    >>> words_of("en")("The pumps are running!")
    ['pump', 'run']
    >>> words_of("ja")("東京都")
    ['東京', '京都']
    """
    name = STEMMERS.get(language)
    stem = load("Stemmer", "evaluate").Stemmer(name).stemWords if name else list
    stop = _stop_words(language)

    def words(text: str) -> list[str]:
        text = unicodedata.normalize("NFC", text).casefold()
        found = _WORD.findall(text)
        if not none_spaceless(text, 0, len(text)):
            found = [part for run in found for part in _pairs(run)]
        kept = [word for word in found if word not in stop]
        made: list[str] = stem(kept)
        return made

    return words


def _stop_words(language: str) -> frozenset[str]:
    name = STOP_WORDS.get(language)
    if name:
        listed: Iterable[str] = getattr(load("bm25s.stopwords", "evaluate"), f"STOPWORDS_{name}")
    else:
        listed = small_words(word_lists(language))
    return frozenset(unicodedata.normalize("NFC", word).casefold() for word in listed)


def _pairs(run: str) -> list[str]:
    """A run of letters; where it is of a script without spaces, its pairs of neighbours."""
    if not any(map(is_spaceless, run)):
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def languages_of(documents: Iterable[str]) -> list[str]:
    """The language of each document, from a sample of it."""
    return [detect_language(text) for text in documents]


def language_of_question(text: str, languages: Sequence[str]) -> str:
    """
    The language whose words a question is made of: its own where documents are in it, else that of most documents.

    Args:
        text: The question; too short for its language to be told for sure.
        languages: Of the documents, one each, not empty.

    >>> language_of_question("What is it?", ["en", "en", "de"])
    'en'
    """
    ranked = Counter(languages).most_common()
    if len(ranked) == 1:
        return ranked[0][0]
    own = detect_language(text)
    return own if own in languages else ranked[0][0]
