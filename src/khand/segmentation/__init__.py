"""Sentence boundaries; rules apart from languages, which are data."""

from khand.segmentation.detect import detect_language
from khand.segmentation.language import known_languages
from khand.segmentation.segment import sentence_ends
from khand.segmentation.spans import sentences

__all__ = ["detect_language", "known_languages", "sentence_ends", "sentences"]
