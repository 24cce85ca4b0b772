"""Chunks to files; one format a file."""

from khand.write.jsonl import dumps, replacing, write_jsonl

__all__ = ["dumps", "replacing", "write_jsonl"]
