"""
The keys a case may expect, each one small check; ``cases/README.md`` says what they mean.
"""

from __future__ import annotations

import json
import re
import socket
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import invariants
from _records import overlap_is_measured
from _reference import reference_count
from invariants import Made, made_of

import khand
from khand.chunks import Chunk
from khand.settings import Settings
from khand.tokenizers import get_tokenizer

BOUNDARIES = {"fixed": ["window"], "word": ["heading", "paragraph", "sentence"]}
TOKENIZERS = {"chars": "characters", "tokens": "cl100k_base"}
CONTEXTS = {"heading_path": ("headings",)}
PASSED = (
    "size",
    "overlap",
    "format",
    "min_size",
    "heading_depth",
    "language",
    "overlap_across_headings",
    "source",
)


def options_of(params: dict[str, Any]) -> list[dict[str, Any]]:
    """
    The options of ``khand.chunk`` a case stands for: one set, or one for each boundary.

    >>> [options["by"] for options in options_of({"by": "word", "size": 9, "overlap": 0, "unit": "chars"})]
    ['heading', 'paragraph', 'sentence']
    """
    given = {name: params[name] for name in PASSED if name in params}
    given["tokenizer"] = params.get("tokenizer") or TOKENIZERS[params["unit"]]
    if "context" in params:
        context = params["context"]
        given["context"] = CONTEXTS.get(context, context) if isinstance(context, str) else tuple(context)
    if "levels" in params:
        given["heading_depth"] = max(params["levels"])
    return [{"by": by, **given} for by in BOUNDARIES.get(params["by"], [params["by"]])]


@dataclass(frozen=True, eq=False)
class Cut:
    """A case, cut in one way."""

    text: str
    settings: Settings
    chunks: Sequence[Chunk]
    seconds: float

    @cached_property
    def made(self) -> Made:
        """The same for the invariants."""
        return made_of(self.text, self.settings, self.chunks)

    @cached_property
    def count(self) -> Callable[[str], int]:
        """Counts in the case's unit."""
        return reference_count(self.settings.tokenizer)

    @cached_property
    def records(self) -> list[dict[str, Any]]:
        """What is exported, read back."""
        return [json.loads(line) for line in self.exported.splitlines()]

    @cached_property
    def exported(self) -> str:
        """The bytes of the export as text."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "chunks.jsonl"
            khand.write_jsonl(self.chunks, path)
            return path.read_bytes().decode("utf-8")


# --- texts and spans ----------------------------------------------------------------------------------------------------


def texts(cut: Cut, expected: list[str]) -> None:
    assert expected == [chunk.text for chunk in cut.chunks]


def embeds(cut: Cut, expected: list[str]) -> None:
    assert expected == [chunk.embed_text for chunk in cut.chunks]


def cuts(cut: Cut, expected: list[str]) -> None:
    assert expected == [chunk.cut for chunk in cut.chunks]


def paths(cut: Cut, expected: list[list[str]]) -> None:
    assert expected == [list(chunk.headings) for chunk in cut.chunks]


def lines(cut: Cut, expected: list[list[int]]) -> None:
    assert expected == [[chunk.start_line, chunk.end_line] for chunk in cut.chunks]


def oversized(cut: Cut, expected: list[str]) -> None:
    assert expected == [chunk.text for chunk in cut.chunks if chunk.oversized]


def overlaps(cut: Cut, expected: list[str]) -> None:
    assert expected == [chunk.text[: chunk.overlap_chars] for chunk in cut.chunks]


def spans(cut: Cut, expected: list[list[int]]) -> None:
    assert expected == [[chunk.start, chunk.end] for chunk in cut.chunks]


def n_chunks(cut: Cut, expected: int) -> None:
    assert expected == len(cut.chunks)


def slices(cut: Cut, expected: bool) -> None:
    assert expected
    invariants.slices_are_exact(cut.made)


def covers(cut: Cut, expected: bool) -> None:
    assert expected
    (invariants.windows_tile if cut.settings.by == "window" else invariants.nothing_is_lost)(cut.made)


def starts_increasing(cut: Cut, expected: bool) -> None:
    assert expected
    starts = [chunk.start for chunk in cut.chunks]
    assert sorted(set(starts)) == starts


def no_chunk_within_previous(cut: Cut, expected: bool) -> None:
    assert expected
    invariants.spans_increase(cut.made)


def no_blank_chunks(cut: Cut, expected: bool) -> None:
    assert expected
    assert [] == [chunk for chunk in cut.chunks if not chunk.text.strip()]


def contains(cut: Cut, expected: list[str]) -> None:
    for wanted in expected:
        assert any(wanted in chunk.text for chunk in cut.chunks), f"{wanted!r} is in no chunk: {cut.chunks}"


intact = contains


def together(cut: Cut, expected: list[list[str]]) -> None:
    for group in expected:
        assert any(all(part in chunk.text for part in group) for chunk in cut.chunks), (
            f"{group} apart: {cut.chunks}"
        )


def not_contains(cut: Cut, expected: list[str]) -> None:
    assert [] == [(word, chunk.text) for word in expected for chunk in cut.chunks if word in chunk.text]


def no_char(cut: Cut, expected: str) -> None:
    assert [] == [chunk.embed_text for chunk in cut.chunks if expected in chunk.embed_text]


def no_chunk_equals(cut: Cut, expected: list[str]) -> None:
    assert [] == [chunk.text for chunk in cut.chunks if chunk.text.strip() in expected]


def not_start(cut: Cut, expected: list[str]) -> None:
    assert [] == [chunk.text for chunk in cut.chunks if chunk.text.startswith(tuple(expected))]


def not_end(cut: Cut, expected: list[str]) -> None:
    assert [] == [chunk.text for chunk in cut.chunks if chunk.text.endswith(tuple(expected))]


def cut_not_inside(cut: Cut, expected: list[str]) -> None:
    edges = {edge for chunk in cut.chunks for edge in (chunk.start, chunk.end)}
    for whole in expected:
        found = list(re.finditer(re.escape(whole), cut.text))
        assert found, f"{whole!r} is not in the text"
        for match in found:
            assert [] == [edge for edge in edges if match.start() < edge < match.end()], (
                f"cut inside {whole!r}"
            )


def starts_at_word(cut: Cut, expected: bool) -> None:
    assert expected
    starts = [chunk.start for chunk in cut.chunks]
    assert [] == [i for i in starts if i and not cut.text[i - 1].isspace()]


def ends_at_word(cut: Cut, expected: bool) -> None:
    assert expected
    ends = [chunk.end for chunk in cut.chunks]
    assert [] == [i for i in ends if i < len(cut.text) and not cut.text[i].isspace()]


# --- headings, sentences, tables ----------------------------------------------------------------------------------------


def headings(cut: Cut, expected: list[str]) -> None:
    seen = dict.fromkeys(title for chunk in cut.chunks for title in chunk.headings)
    assert sorted(expected) == sorted(seen)


def heading_path_of(cut: Cut, expected: dict[str, list[str]]) -> None:
    for marker, path in expected.items():
        found = [list(chunk.headings) for chunk in cut.chunks if marker in chunk.text[chunk.overlap_chars :]]
        assert found, f"{marker!r} is in no chunk"
        assert [path] * len(found) == found, marker


def sentences(cut: Cut, expected: list[str]) -> None:
    found = [cut.text[a:b].strip() for a, b in khand.sentences(cut.text, cut.settings.language)]
    assert expected == found
    contains(cut, expected)
    starts = {match.start() for whole in expected for match in re.finditer(re.escape(whole), cut.text)}
    assert [] == [chunk.text for chunk in cut.chunks if chunk.start not in starts]


def rows_carry(cut: Cut, expected: dict[str, Any]) -> None:
    row = re.compile(expected["row"], re.MULTILINE)
    held = [chunk for chunk in cut.chunks if row.search(chunk.text)]
    assert held, "no chunk holds a row"
    for chunk in held:
        assert [] == [line for line in expected["must"] if line not in chunk.embed_text], chunk.embed_text


def embed_contains(cut: Cut, expected: dict[str, list[str]]) -> None:
    for marker, wanted in expected.items():
        held = [chunk.embed_text for chunk in cut.chunks if marker in chunk.text]
        assert held, f"{marker!r} is in no chunk"
        assert [] == [(text, part) for text in held for part in wanted if part not in text]


def embed_occurs_once(cut: Cut, expected: list[str]) -> None:
    for once in expected:
        found = [chunk.embed_text.count(once) for chunk in cut.chunks if once in chunk.embed_text]
        assert found, f"{once!r} is in no embedded text"
        assert [1] * len(found) == found, once


# --- sizes and figures --------------------------------------------------------------------------------------------------


def max_size(cut: Cut, expected: int) -> None:
    assert [] == [c.embed_text for c in cut.chunks if not c.oversized and cut.count(c.embed_text) > expected]


embed_max_size = max_size


def overlap_min(cut: Cut, expected: int) -> None:
    assert [] == [chunk for chunk in cut.chunks[1:] if chunk.overlap_tokens < expected]


def overlap_max(cut: Cut, expected: int) -> None:
    assert [] == [chunk for chunk in cut.chunks if chunk.overlap_tokens > expected]


def exported_count_matches(cut: Cut, expected: bool) -> None:
    assert expected
    for record in cut.records:
        assert cut.count(record.get("embed_text", record["text"])) == record["tokens"]


def reported_share_is_measured(cut: Cut, expected: bool) -> None:
    assert expected
    overlap_is_measured(cut.made)


def token_count(cut: Cut, expected: dict[str, int]) -> None:
    assert expected == {name: get_tokenizer(name).count(cut.text) for name in expected}
    assert expected == {name: get_tokenizer(name, backend="python").count(cut.text) for name in expected}


def token_prefix(cut: Cut, expected: dict[str, list[int]]) -> None:
    for name, ids in expected.items():
        for tokenizer in (get_tokenizer(name), get_tokenizer(name, backend="python")):
            assert ids == list(tokenizer.encode(cut.text))[: len(ids)]


def no_network(cut: Cut, expected: bool) -> None:
    assert expected
    opened = socket.socket
    try:
        socket.socket = _refused  # type: ignore[assignment, misc]
        khand.chunk(cut.text, size=cut.settings.size, tokenizer=cut.settings.tokenizer)
        for name in ("cl100k_base", "o200k_base"):
            get_tokenizer(name, backend="python").count(cut.text)
    finally:
        socket.socket = opened  # type: ignore[misc]


def _refused(*args: object, **kwargs: object) -> None:
    raise AssertionError("a socket was opened")


# --- export and warnings ------------------------------------------------------------------------------------------------


def warns(cut: Cut, expected: list[str]) -> None:
    said = "\n".join(note.text for note in cut.chunks.report.notes)
    assert [] == [word for word in expected if word not in said], said


def export_lines_ok(cut: Cut, expected: bool) -> None:
    assert expected
    assert len(cut.chunks) == len(cut.exported.splitlines())


def export_roundtrip(cut: Cut, expected: bool) -> None:
    assert expected
    assert [chunk.text for chunk in cut.chunks] == [record["text"] for record in cut.records]


def export_contains_utf8(cut: Cut, expected: list[str]) -> None:
    assert [] == [word for word in expected if word not in cut.exported]


def export_valid_utf8(cut: Cut, expected: bool) -> None:
    assert expected
    assert cut.exported.encode("utf-8")


def export_keys(cut: Cut, expected: list[str]) -> None:
    assert [expected] * len(cut.records) == [list(record) for record in cut.records]


def export_escapes(cut: Cut, expected: list[str]) -> None:
    assert [] == [escape for escape in expected if escape not in cut.exported]


ELSEWHERE = {
    "words",
    "optional",
    "terminates_s",
    "raises",
    "names",
    "error_names_position",
    "calc",
    "also",
    "also_inputs",
    "html_escaped",
}
"""Keys that the test itself looks at."""
CHECKS: dict[str, Callable[[Cut, Any], None]] = {
    check.__name__: check
    for check in (
        texts, embeds, cuts, paths, lines, oversized, overlaps, spans, n_chunks, slices, covers, starts_increasing,
        no_chunk_within_previous, no_blank_chunks, contains, together, not_contains, no_char, no_chunk_equals, not_start,
        not_end, cut_not_inside, starts_at_word, ends_at_word, headings, heading_path_of, sentences, rows_carry,
        embed_contains, embed_occurs_once, max_size, overlap_min, overlap_max, exported_count_matches,
        reported_share_is_measured, token_count, token_prefix, no_network, warns, export_lines_ok, export_roundtrip,
        export_contains_utf8, export_valid_utf8, export_keys, export_escapes,
    )
} | {"intact": contains, "embed_max_size": max_size}  # fmt: skip
