"""What holds for every document and every setting, on generated and on real documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from _grid import BY, GRID, SIZES, TOKENIZERS, check, documents, make, options_of, settings_of
from _records import jsonl_round_trips
from _reference import token_ends, windows
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from strategies import html, markdown, prose

import khand
from khand.settings import CONTEXT, Settings

pytestmark = pytest.mark.timeout(600)
"""One test is many documents, and a failure is made smaller before it is reported."""

LARGEST = 12_000
"""Characters of a real document that a test reads; the full grid, ``scripts/full_grid.py``, reads them whole."""
QUICK = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
"""Without the phase that explains a failure: it traces every line and takes minutes."""
OF_A_KIND = 36
"""Settings of the grid that one test goes through."""


def overlaps(size: int) -> st.SearchStrategy[int | str]:
    return st.sampled_from([0, 0, "10%", size // 2])


@st.composite
def ways(draw: st.DrawFn, by: str) -> Settings:
    """Settings of any kind."""
    size = draw(st.sampled_from([8, *SIZES, 24, 64]))
    return Settings(
        by=by,
        size=size,
        overlap=draw(overlaps(size)),
        tokenizer=draw(st.sampled_from(TOKENIZERS)),
        context=draw(st.sampled_from([CONTEXT, CONTEXT, (), ("headings",), ("table", "fence")])),
        language=draw(st.sampled_from(["en", "hi"])),
    )


@pytest.mark.parametrize("by", BY)
def test_generated_markdown(by: str):
    """Nested, broken and mixed Markdown is cut by the rules."""

    @settings(phases=QUICK)
    @given(text=markdown(), way=ways(by))
    def holds(text: str, way: Settings) -> None:
        check(text, way)

    holds()


@settings(phases=QUICK)
@given(
    text=markdown(),
    way=ways("heading"),
    min_size=st.integers(0, 8),
    depth=st.integers(1, 6),
    across=st.booleans(),
)
def test_opt_in_exceptions(text: str, way: Settings, min_size: int, depth: int, across: bool):
    """``min_size``, ``heading_depth`` and ``overlap_across_headings`` change only what they say."""
    options = options_of(way)
    options |= {"min_size": min_size, "heading_depth": depth, "overlap_across_headings": across}
    check(text, Settings(**options))


@given(text=prose, way=ways("sentence"))
def test_plain_text(text: str, way: Settings):
    """Plain text is cut by the same rules, without headings."""
    options = options_of(way)
    check(text, Settings(**{**options, "format": "text"}))


@pytest.mark.parametrize("by", BY)
def test_html(by: str):
    """HTML is cut by the same rules, however broken it is."""

    @settings(phases=QUICK)
    @given(text=html(), way=ways(by))
    def holds(text: str, way: Settings) -> None:
        check(text, Settings(**{**options_of(way), "format": "html-source"}))

    holds()


@pytest.mark.parametrize("part", range(len(GRID) // OF_A_KIND))
def test_real_documents(part: int):
    """Real documents are cut by the rules: a fixed sample of the grid in which every setting meets a document."""
    found = documents()
    for i in range(part, len(GRID), len(GRID) // OF_A_KIND):
        document = found[i * 5 % len(found)]
        text = document.text[:LARGEST].rpartition("\n")[0]
        way = settings_of(i, document)
        try:
            check(text, way)
        except AssertionError as error:
            raise AssertionError(f"{document.name}: {error}") from error


@given(text=markdown(), by=st.sampled_from(BY))
def test_every_record_comes_back(tmp_path_factory: pytest.TempPathFactory, text: str, by: str):
    """What is written as JSONL is read back unchanged, one line a chunk."""
    jsonl_round_trips(make(text, Settings(by=by, size=40, overlap=8)), tmp_path_factory.mktemp("jsonl"))


@given(
    words=st.lists(
        st.sampled_from(["the", "rain", "fell", "on", "roofs", "never", "stopping"]), max_size=120
    ),
    size=st.integers(1, 40),
    data=st.data(),
)
def test_windows_are_the_plan(words: list[str], size: int, data: st.DataObject):
    """Where no edge has to move, windows are those of the arithmetic, cut by brute force."""
    text, overlap = " ".join(words), data.draw(st.integers(0, size - 1))
    ends = token_ends(text, "cl100k_base")
    assume(ends is not None)
    assert ends is not None
    expected = [(ends[a], ends[b]) for a, b in windows(len(ends) - 1, size, overlap)]
    chunks = khand.chunk(text, by="window", size=size, overlap=overlap)
    assert expected == [(chunk.start, chunk.end) for chunk in chunks]
    assert khand.plan(len(ends) - 1, size=size, overlap=overlap).chunks == len(chunks)


@given(text=prose, size=st.integers(1, 60), data=st.data())
@settings(max_examples=30)
def test_windows_of_characters(text: str, size: int, data: st.DataObject):
    """In characters without clusters, too, windows are those of the arithmetic."""
    text = "".join(char if char.isascii() and char != "\r" else "x" for char in text)
    overlap = data.draw(st.integers(0, size - 1))
    chunks = khand.chunk(text, by="window", size=size, overlap=overlap, tokenizer="characters")
    expected = windows(len(text), size, overlap) if text.strip() else []
    assert expected == [(chunk.start, chunk.end) for chunk in chunks]


@given(text=markdown())
def test_blank_lines_at_the_end_change_nothing(text: str):
    """White space after the last character is not part of any chunk."""
    assume(text.strip() and "\r" not in text and not text.rstrip(" ").endswith("\\"))
    texts = [
        [chunk.text for chunk in khand.chunk(given, size=30)] for given in (text + "\n", text + "\n\n\n")
    ]
    assert texts[0] == texts[1]


def test_the_sample_is_there():
    """The documents that the invariants are held against, in five languages' folders and four kinds."""
    assert {Path(document.name).parent.name for document in documents()} >= {
        "fastapi-hi",
        "fastapi-zh",
        "prose",
        "peps",
    }
