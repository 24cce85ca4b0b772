"""
The keys a case may expect, each one small check; ``cases/README.md`` says what they mean.
"""

from __future__ import annotations

import json
import socket
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import invariants
from _reference import reference_count
from invariants import Made, made_of

import khand
from khand.chunk_record import Chunk
from khand.settings import Settings
from khand.tokenizers import get_tokenizer

BOUNDARIES = {"fixed": ["window"], "word": ["heading", "paragraph", "sentence"]}
TOKENIZERS = {"chars": "characters", "tokens": "cl100k_base"}
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


def paths(cut: Cut, expected: list[list[str]]) -> None:
    assert expected == [list(chunk.headings) for chunk in cut.chunks]


def n_chunks(cut: Cut, expected: int) -> None:
    assert expected == len(cut.chunks)


def slices(cut: Cut, expected: bool) -> None:
    assert expected
    invariants.slices_are_exact(cut.made)


def covers(cut: Cut, expected: bool) -> None:
    assert expected
    (invariants.windows_tile if cut.settings.by == "window" else invariants.nothing_is_lost)(cut.made)


def no_chunk_within_previous(cut: Cut, expected: bool) -> None:
    assert expected
    invariants.spans_increase(cut.made)


# --- sizes and figures --------------------------------------------------------------------------------------------------


def max_size(cut: Cut, expected: int) -> None:
    assert [] == [c.embed_text for c in cut.chunks if not c.oversized and cut.count(c.embed_text) > expected]


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
    "terminates_s",
    "raises",
    "names",
    "error_names_position",
    "calc",
    "also",
    "html_escaped",
}
"""Keys that the test itself looks at."""
CHECKS: dict[str, Callable[[Cut, Any], None]] = {
    check.__name__: check
    for check in (
        texts, paths, n_chunks, slices, covers, no_chunk_within_previous, max_size, token_count, token_prefix,
        no_network, warns, export_lines_ok, export_roundtrip, export_contains_utf8, export_valid_utf8, export_keys,
        export_escapes,
    )
}  # fmt: skip
