"""Chunks to files; one format a file."""

from khand.writers.jsonl import dumps, replacing, write_jsonl

__all__ = ["dumps", "replacing", "write_jsonl"]
