"""
Which language a text is in: by its script, then by its small words. No model; the words are the languages' own lists.

It is good enough for choosing lists of abbreviations and no better: close relatives (Danish and Norwegian) are mixed up in
short texts, where their lists say the same.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from math import log

from khand.segmentation.language import known_languages, small_words, word_lists
from khand.segmentation.scripts import script_of

SAMPLE = 600
"""Code points read at each of the places of a long text: some 30 small words. With half of that no text of 38 languages was told wrong."""

PLACES = 4
"""Places a long text is read at, the first at its start: a title page alone may be in another language."""

LETTER = 0.3
"""What a letter of a language's own says beside a small word: names bring foreign letters into any text."""

_WORDS = re.compile(r"[^\W\d_][\w\u0900-\u0963\u0966-\u0d7f\u200c]*+(?:['’]\w)?+")


def detect_language(text: str) -> str:
    """
    The code of the language most of a text is in.

    Args:
        text: Any text; of a long one a sample spread over its length is read, so the time does not grow with it.

    Returns:
        One of ``known_languages()``; ``"en"`` for a text without letters.

    >>> detect_language("Der Hund ist nicht im Garten."), detect_language("यह पहला वाक्य है।")
    ('de', 'hi')

    """
    sample = _sample(text)
    words = Counter(map(str.lower, _WORDS.findall(sample)))
    if not words:
        return "en"
    script = "en" if sample.isascii() else _script(words)
    if script in ("ja", "zh"):
        return script
    scores: defaultdict[str, float] = defaultdict(float)
    known, letters = _clues()
    for word in [word for word in words if word in known]:
        codes, says = known[word]
        says *= words[word]
        for code in codes:
            scores[code] += says
    if not sample.isascii():
        for word in [word for word in words if not word.isascii() and word not in known]:
            for letter in [letter for letter in dict.fromkeys(word) if letter in letters]:
                codes, says = letters[letter]
                for code in codes:
                    scores[code] += LETTER * words[word] * says
    best = max(scores, key=lambda code: (scores[code], code == script), default=script)
    return best if _same_script(best, script) else script


def _script(words: Counter[str]) -> str:
    """The script most words are in, by the language that stands for it; of Japanese and Chinese, that language."""
    firsts: Counter[str] = Counter()
    for word, times in words.items():
        # a run of Han or kana is several words, and one of Latin letters in it must not outweigh it
        firsts[word[0]] += times * (len(word) + 1) // 2 if "\u3040" <= word[0] <= "\u9fff" else times
    scripts: Counter[str] = Counter()
    for letter, times in firsts.items():
        scripts[script_of(letter)] += times
    script = scripts.most_common(1)[0][0]
    if script in ("ja", "zh"):
        # kana between Han is Japanese, however much Han there is; names in kana are rarer in Chinese
        return "ja" if scripts["ja"] * 4 > scripts["zh"] else "zh"
    return script


def _sample(text: str) -> str:
    if len(text) <= SAMPLE * PLACES:
        return text
    step = (len(text) - SAMPLE) // (PLACES - 1)
    return "\n".join(text[i * step : i * step + SAMPLE] for i in range(PLACES))


Clues = dict[str, tuple[list[str], float]]
"""Small words or letters, each with the languages that have it, and what it says: the more, the fewer they are."""


@lru_cache(maxsize=1)
def _clues() -> tuple[Clues, Clues]:
    """The small words and the letters of all languages."""
    words: defaultdict[str, list[str]] = defaultdict(list)
    letters: defaultdict[str, list[str]] = defaultdict(list)
    for code in known_languages():
        lists = word_lists(code)
        for word in {word.lower() for word in small_words(lists)}:
            words[word].append(code)
        for letter in set(lists.get("letters", ())):
            letters[letter].append(code)
    return _weighed(words), _weighed(letters)


def _weighed(found: dict[str, list[str]]) -> Clues:
    return {clue: (codes, log(len(known_languages()) / len(codes))) for clue, codes in found.items()}


@lru_cache(maxsize=128)
def _same_script(code: str, script: str) -> bool:
    """Whether a language is written in the script that `script` stands for."""
    return any(script_of(word[0].lower()) == script for word in small_words(word_lists(code))[:400])
