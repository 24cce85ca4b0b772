"""Chunks to files; one format a file."""
