"""Sentence boundaries; rules apart from languages, which are data."""

from khand.sentences.detect import detect_language
from khand.sentences.language import known_languages
from khand.sentences.segment import sentence_ends, sentences

__all__ = ["detect_language", "known_languages", "sentence_ends", "sentences"]
