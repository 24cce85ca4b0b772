"""Every splitter as one function: text and language in, code-point offsets of sentence ends out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

Splitter = Callable[[str, str | None], Sequence[int]]

PUNKT_MODELS = {
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "fi": "finnish",
    "fr": "french",
    "it": "italian",
    "ml": "malayalam",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ru": "russian",
    "sl": "slovene",
    "sv": "swedish",
    "tr": "turkish",
}


def khand() -> Splitter:
    from khand.segmentation import sentence_ends

    return sentence_ends


def icu() -> Splitter:
    from icu import BreakIterator, Locale

    @lru_cache(maxsize=64)
    def breaker(language: str):
        return BreakIterator.createSentenceInstance(Locale(language))

    def split(text: str, language: str | None) -> list[int]:
        found = breaker(language or "en")
        found.setText(text)
        ends = list(found)
        if text.isascii() or max(text) < "\U00010000":
            return ends
        # ICU counts UTF-16 units
        units = [0]
        for i, letter in enumerate(text):
            units += [i + 1] * (2 if letter >= "\U00010000" else 1)
        return [units[end] for end in ends]

    return split


def sentencex() -> Splitter:
    from sentencex import get_sentence_boundaries

    return lambda text, language: [s["end_index"] for s in get_sentence_boundaries(language or "en", text)]


def pysbd() -> Splitter:
    from pysbd import Segmenter
    from pysbd.languages import LANGUAGE_CODES

    @lru_cache(maxsize=64)
    def segmenter(language: str):
        return Segmenter(
            language=language if language in LANGUAGE_CODES else "en", clean=False, char_span=True
        )

    return lambda text, language: [s.end for s in segmenter(language or "en").segment(text)]


def blingfire() -> Splitter:
    from blingfire import text_to_sentences_and_offsets

    return lambda text, language: [end for _, end in text_to_sentences_and_offsets(text)[1]]


def punkt() -> Splitter:
    from punkt import PunktSentenceTokenizer, load_model

    @lru_cache(maxsize=64)
    def tokenizer(language: str):
        return PunktSentenceTokenizer(load_model(PUNKT_MODELS.get(language, "english")))

    return lambda text, language: [end for _, end in tokenizer(language or "en").span_tokenize(text)]


def spacy() -> Splitter:
    from spacy import blank

    @lru_cache(maxsize=64)
    def pipeline(language: str):
        # the languages whose tokenizers need further packages fall back on the one for any language
        made = blank("xx" if language in {"ja", "zh", "ko", "th", "vi", "no"} else language)
        made.add_pipe("sentencizer")
        made.max_length = 10_000_000
        return made

    def split(text: str, language: str | None) -> list[int]:
        try:
            found = pipeline(language or "en")
        except ImportError:
            found = pipeline("xx")
        return [s.end_char for s in found(text).sents]

    return split


PEERS: dict[str, tuple[str, Callable[[], Splitter]]] = {
    "khand": ("khand", khand),
    "icu": ("UAX #29 (ICU)", icu),
    "sentencex": ("sentencex", sentencex),
    "pysbd": ("pySBD", pysbd),
    "blingfire": ("BlingFire", blingfire),
    "punkt": ("NLTK Punkt", punkt),
    "spacy": ("spaCy sentencizer", spacy),
}
