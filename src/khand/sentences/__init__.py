"""Sentence boundaries; rules apart from languages, which are data."""

from khand.sentences.language import known_languages
from khand.sentences.segment import sentence_ends, sentences

__all__ = ["known_languages", "sentence_ends", "sentences"]
