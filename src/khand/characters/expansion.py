"""How much of a text says as much as English does: the same size in tokens holds less of some scripts than of others."""

from __future__ import annotations

import re

ENGLISH_CHARS = 4.6
"""Code points of running English a token of cl100k_base or o200k_base has (parallel sentences of PUD: 4.8; FastAPI's pages: 4.4)."""

_HAN_CHARS = 3.0
"""English code points that one of Han says (PUD, Chinese beside English: 1 / 0.33)."""
_SYLLABLE_CHARS = 2.0
"""The same of kana and Hangul, about: between Han and an alphabet."""

_STRETCHES, _STRETCH = 16, 1_000
"""Stretches of a long text that are looked at, evenly spread, and the code points of each."""

_SYLLABLES = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc\uac00-\ud7a3\uff66-\uff9d]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")


def like_english(text: str) -> float:
    """
    How many code points of English say what one of this text does; 0 for a text that is mostly in Latin letters.

    Letters of other alphabets and of the scripts of India say about as much each as those of English (PUD: Arabic 1.2, Hindi and
    Russian 1.0); a Han character says three times as much.

    Args:
        text: The document; of a long one some stretches are looked at.

    >>> like_english("Be kind to all."), like_english("सबके प्रति दयालु रहें।")
    (0.0, 1.0)
    >>> like_english("善待所有人")
    3.0
    """
    step = max(len(text) // _STRETCHES, _STRETCH)
    sample = (
        text
        if len(text) <= step * 2
        else "".join([text[at : at + _STRETCH] for at in range(0, len(text), step)])
    )
    visible = sum(map(len, sample.split()))
    latin = sum(map(len, _LATIN.findall(sample)))
    if 2 * latin >= visible:
        return 0.0
    letters = sum(map(str.isalpha, sample))
    if not letters or 2 * latin >= letters:
        return 0.0
    more = (_HAN_CHARS - 1) * len(_HAN.findall(sample)) + (_SYLLABLE_CHARS - 1) * len(
        _SYLLABLES.findall(sample)
    )
    return (visible + more) / visible
