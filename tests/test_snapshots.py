"""Real documents under many settings: nothing moves unseen, and every rule holds for what is seen."""

from __future__ import annotations

import difflib

import pytest
from _grid import checks
from invariants import made_of
from snapshots import DOCUMENTS, FOLDER, WAYS, options, read, render

import khand
from khand.settings import Settings


@pytest.mark.parametrize("place", DOCUMENTS, ids=lambda place: read(place).path.stem)
def test_snapshot(place: str):
    """Every chunk is where it was and holds to the rules; ``python tests/snapshots.py`` writes what is meant to change."""
    document = read(place)
    made = []
    for way in WAYS:
        chunks = khand.chunk(document.text, **options(document, way))
        made.append((way, chunks))
        settings = Settings(**options(document, way))
        for invariant in checks(settings.by):
            invariant(made_of(document.text, settings, chunks))
    expected, found = document.path.read_text("utf-8"), render(document, made)
    assert expected == found, changes(expected, found)


def changes(expected: str, found: str) -> str:
    """The first lines that differ, each under its setting."""
    lines = difflib.unified_diff(
        expected.splitlines(), found.splitlines(), "snapshot", "now", n=1, lineterm=""
    )
    return "\n".join(["chunks moved"] + [line for line, _ in zip(lines, range(60), strict=False)])


def test_no_snapshot_is_left_over():
    """Every file of the folder is that of a document: one that is no longer made would show nothing."""
    assert {read(place).path for place in DOCUMENTS} == set(FOLDER.glob("*"))
