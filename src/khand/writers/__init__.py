"""Writes chunks to files; one format a file."""

from khand.writers.jsonl import dumps, dumps_record, part_of, replacing, write_jsonl

__all__ = ["dumps", "dumps_record", "part_of", "replacing", "write_jsonl"]
