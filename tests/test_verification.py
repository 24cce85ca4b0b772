"""Chunks against their documents."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from strategies import markdown

import khand
from khand.cli import main
from khand.tokenizers import get_tokenizer
from khand.verification import check_chunks

TEXT = "# A\n\nOne is here. Two is there. Three is gone.\n\nFour is late.\n\n# A\n\nFive.\n"


@given(markdown(), st.sampled_from(["heading", "paragraph", "sentence", "window"]), st.integers(8, 40))
def test_what_was_cut_holds(text: str, by: str, size: int) -> None:
    """Of any document, cut in any way."""
    chunks = khand.chunk(text, by=by, size=size, overlap=5, tokenizer="words")
    assert [] == list(check_chunks(text, chunks, get_tokenizer("words"), size=size))


CHANGES = {
    "id": ("f" * 24, "id is"),
    "headings": (("B",), "heading is"),
    "heading": ("B", "heading is"),
    "text": ("other", "text is not what stands at"),
    "embed_text": ("nothing of it", "embed_text does not hold text"),
    "tokens": (3, "tokens are 3"),
    "start": (2, "text is not what stands at"),
    "end": (999, "is not in the document"),
    "start_line": (9, "lines are 9"),
    "end_line": (9, "lines are"),
    "overlap_chars": (3, "overlap_chars are 3"),
    "overlap_tokens": (99, "overlap_tokens are 99"),
    "index": (7, "index is 7"),
    "source": ("b.md", "id is"),
    "parent": ("none", "parent is none"),
}


@pytest.mark.parametrize("field", CHANGES)
@pytest.mark.parametrize("place", [0, 1])
def test_any_field_that_is_changed_is_found(field: str, place: int) -> None:
    """In the first chunk and in one with overlap; the problem says what is stored."""
    chunks = list(khand.chunk(TEXT, size=14, overlap=8))
    assert chunks[1].overlap_chars
    value, says = CHANGES[field]
    chunks[place] = chunks[place]._replace(**{field: value})
    if field == "source":
        chunks = [chunk._replace(source=value) for chunk in chunks]
    problems = [what for _, what in check_chunks(TEXT, chunks, get_tokenizer("cl100k_base"))]
    assert [] != [what for what in problems if what.startswith(says) or says in what]


def test_what_is_lost_is_found() -> None:
    """A chunk that is missing leaves characters that none holds, and one that is too large for the size is told."""
    chunks = list(khand.chunk(TEXT, size=14, overlap=8))
    counter = get_tokenizer("cl100k_base")
    without = [what for _, what in check_chunks(TEXT, chunks[1:], counter)]
    assert "no chunk holds the character '#' at 0, line 1" in without
    last = [what for _, what in check_chunks(TEXT, chunks[:-1], counter)]
    assert [f"no chunk holds the character '#' at {TEXT.rindex('#')}, line 7"] == last
    largest = max(chunk.tokens for chunk in chunks)
    over = [what for _, what in check_chunks(TEXT, chunks, counter, size=largest - 1)]
    assert f"it has {largest} tokens, more than the size of {largest - 1}" in over


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with two documents that share a section."""
    monkeypatch.chdir(tmp_path)
    Path("d").mkdir()
    Path("d/a.md").write_text(TEXT)
    Path("d/b.md").write_text("# A\n\nFive.\n\n# C\n\nSix, caf\u00e9.\n")
    return tmp_path


def run(*arguments: str) -> Result:
    """Run the command line."""
    return CliRunner().invoke(main, arguments)


@pytest.mark.usefixtures("folder")
def test_command() -> None:
    """What the run wrote holds; a document that changed afterwards, and one that is gone, are named, with exit code 1."""
    run("chunk", "d", "-o", "c.jsonl", "--size", "20", "--overlap", "5")
    assert "everything holds" in run("verify", "c.jsonl", "--sources", "d", "--size", "20").stdout
    Path("d/a.md").write_text(TEXT.replace("Two", "Too"))
    failed = run("verify", "c.jsonl", "--sources", "d")
    assert 1 == failed.exit_code
    assert "a.md, chunk 1: text is not what stands at 0 to" in failed.stdout
    Path("d/a.md").unlink()
    made = json.loads(run("verify", "c.jsonl", "--sources", "d", "--json").stdout)
    assert [("a.md", None)] == [(problem["source"], problem["index"]) for problem in made["problems"]]
    assert made["documents"] == 2
    assert 1 == run("verify", "none.jsonl").exit_code


@pytest.mark.usefixtures("folder")
def test_parts_say_how_they_were_made() -> None:
    """Tokenizer, size, format and encoding come from the folder of parts; the command line goes before them."""
    Path("d/b.md").write_bytes("# Caf\u00e9\n\nSix.\n".encode("cp1252"))
    options = ("--tokenizer", "o200k_base", "--size", "20", "--encoding", "cp1252", "--format", "text")
    assert 0 == run("chunk", "d", "--out-dir", "parts", *options).exit_code
    assert "everything holds" in run("verify", "parts", "--sources", "d").stdout
    assert 1 == run("verify", "parts", "--sources", "d", "--tokenizer", "words").exit_code
    assert "more than the size of 3" in run("verify", "parts", "--sources", "d", "--size", "3").stdout


@pytest.mark.usefixtures("folder")
def test_chunks_without_duplicates_hold() -> None:
    """What was left out is not lost: the chunk that stands for it says where it was."""
    run("chunk", "d", "-o", "c.jsonl", "--drop-duplicates")
    assert 3 == len(khand.read_jsonl("c.jsonl"))
    assert "everything holds" in run("verify", "c.jsonl", "--sources", "d").stdout


@pytest.mark.usefixtures("folder")
def test_standard_input_cannot_be_read_again() -> None:
    """It is a problem that says so."""
    text = CliRunner().invoke(main, ["chunk", "-"], input="# A\n").stdout
    Path("c.jsonl").write_text(text)
    failed = run("verify", "c.jsonl")
    assert 1 == failed.exit_code
    assert "standard input: it came from standard input and cannot be read again" in failed.stdout
