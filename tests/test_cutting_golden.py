"""Golden cases of cutting: the chunks are those written down, and every rule holds for them."""

from __future__ import annotations

import difflib

import pytest
from _grid import checks
from cutting_cases import FOLDER, Case, decode, encode, lines, read
from invariants import made_of

import khand
from khand.settings import Settings

CASES = [
    pytest.param(case, id=f"{file.stem}: {case.title}")
    for file in sorted(FOLDER.glob("*.txt"))
    for case in read(file)
]


@pytest.mark.parametrize("case", CASES)
def test_golden(case: Case):
    """The chunks of the case are as it says, with path, reason, context and overlap; and all invariants hold."""
    for way in case.ways():
        chunks = khand.chunk(case.text, **way)
        found = "\n".join(lines(chunks, case.expected))
        assert decode(case.expected) == found, difference(case, found)
        for invariant in checks(way["by"]):
            invariant(made_of(case.text, Settings(**way), chunks))


def difference(case: Case, found: str) -> str:
    """What is expected and what was found, line by line, as a case is written."""
    expected = encode(decode(case.expected))
    shown = difflib.unified_diff(
        expected.split("\n"), encode(found).split("\n"), case.file.name, "found", n=100, lineterm=""
    )
    return "\n".join([f"{case.title} ({case.settings})", *shown])
