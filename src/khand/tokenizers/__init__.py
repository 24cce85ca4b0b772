"""Tokenizers behind one protocol."""
