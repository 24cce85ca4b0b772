"""Sentence boundaries; rules apart from languages, which are data."""
