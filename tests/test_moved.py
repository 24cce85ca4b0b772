"""The script that says how many chunks moved between two versions."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FAKE = """
from typing import NamedTuple

class Chunk(NamedTuple):
    start: int
    end: int
    cut: str
    headings: tuple
    embed_text: str

def chunk(text, **options):
    middle = len(text) // 2
    spans = [(0, middle), (middle, len(text))] if options["by"] == "heading" else [(0, len(text))]
    return [Chunk(a, b, "end", ("A",), "{says}" + text[a:b]) for a, b in spans]
"""


def moved(tmp_path, new, *options):
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "one.md").write_text("# A\n\nOne. Two.\n", encoding="utf-8")
    for name, source in (("old", FAKE), ("new", new)):
        (tmp_path / name / "khand").mkdir(parents=True)
        (tmp_path / name / "khand" / "__init__.py").write_text(source, encoding="utf-8")
    command = [ROOT / "scripts" / "moved.py", tmp_path / "old", tmp_path / "new"]
    return subprocess.run(
        [sys.executable, *map(str, command), "--folder", str(tmp_path / "documents"), *options],
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_moved(tmp_path):
    """The same chunks from both: nothing to show, and exit code 0."""
    result = moved(tmp_path, FAKE, "--size", "9")
    assert (0, "") == (result.returncode, result.stderr)
    assert "0 of 20 chunks moved and 0 changed, in 0 of 16 runs (1 documents, 16 settings)" in result.stdout


def test_moved_and_changed(tmp_path):
    """A moved boundary moves two chunks; another embedded text changes one; each is shown with what it was."""
    new = FAKE.replace("len(text) // 2", "len(text) // 2 - 1").replace("{says}", "> ")
    result = moved(tmp_path, new, "--size", "9", "--overlap", "0", "--tokenizer", "words")
    assert (1, "") == (result.returncode, result.stderr)
    assert "one.md, by heading, size 9, overlap 0, tokenizer words: 2 of 2 moved, 0 changed" in result.stdout
    assert "0–6 end 'A': > # A O\n      before: 0–7 end" in result.stdout
    assert "one.md, by window, size 9, overlap 0, tokenizer words: 0 of 1 moved, 1 changed" in result.stdout
    assert "2 of 5 chunks moved and 3 changed, in 4 of 4 runs" in result.stdout


def test_a_version_that_fails_is_no_version_without_chunks(tmp_path):
    """Where one version raises and the other does not, its chunks have moved."""
    new = FAKE.replace("    middle =", "    raise ValueError(options)\n    middle =")
    result = moved(tmp_path, new, "--size", "9", "--overlap", "0", "--tokenizer", "words", "--by", "heading")
    assert 1 == result.returncode
    assert "2 of 0 moved" in result.stdout
