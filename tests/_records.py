"""What holds for overlap, ids and exported records, whatever the document; see ``invariants``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from invariants import Made

import khand
from khand.chunk_record import Chunk
from khand.settings import Settings


def overlap_is_measured(made: Made) -> None:
    """``overlap`` is counted from the spans, at most as large as asked for; the share is their sum over all tokens."""
    total = 0
    for k, chunk in enumerate(made.chunks):
        shared = made.source[chunk.start : made.chunks[k - 1].end] if k else ""
        expected = (len(shared), made.count(shared))
        found = (chunk.overlap_chars, chunk.overlap_tokens)
        assert expected == found, made.say(k, f"overlap {found}, measured {expected}")
        total += expected[1]
        if made.settings.by != "window":
            assert expected[1] <= made.settings.overlap_tokens, made.say(
                k, f"overlap of {expected[1]} tokens"
            )
            ends = [h.start for h in made.facts.headings if h.level <= made.settings.heading_depth]
            crosses = bool(shared) and any(chunk.start < start <= made.own_start(k) for start in ends)
            allowed = made.settings.overlap_across_headings or made.settings.min_size
            assert allowed or not crosses, made.say(k, "overlap carried over a heading")
    tokens = sum(chunk.tokens for chunk in made.chunks)
    report = made.chunks.report
    assert total == report.repeated, f"report says {report.repeated} repeated tokens, measured {total}"
    share = total / tokens if tokens else 0
    assert abs(share - report.repeated_share) < 1e-9, f"report says {report.repeated_share}, measured {share}"


def ids_are_stable(made: Made) -> None:
    """Ids are unique, and the same input gives the same chunks."""
    ids = [chunk.id for chunk in made.chunks]
    assert len(ids) == len(set(ids)), "two chunks share an id"
    assert list(made.chunks) == list(chunk_again(made)), "the same input gave other chunks"


def chunk_again(made: Made) -> Sequence[Chunk]:
    """Cut the same document in the same way."""
    settings = {name: getattr(made.settings, name) for name in Settings.__slots__}
    return khand.chunk(made.source, **settings)


def jsonl_round_trips(made: Made, folder: Path) -> None:
    """Every chunk is one line by any line splitter, and comes back as it was."""
    path = folder / "chunks.jsonl"
    khand.write_jsonl(made.chunks, path)
    lines = path.read_bytes().decode("utf-8").splitlines()
    assert len(lines) == len(made.chunks), "a chunk is not one line"
    for line, chunk in zip(lines, made.chunks, strict=True):
        record = json.loads(line)
        expected = {name: getattr(chunk, name) for name in KEYS} | {"headings": list(chunk.headings)}
        assert list(expected.items()) == list(record.items()), f"read back as {record}"


KEYS = (
    *("id", "source", "index", "heading", "headings", "text", "embed_text", "tokens", "start", "end"),
    *("start_line", "end_line", "page", "overlap_chars", "overlap_tokens", "cut", "oversized"),
)
