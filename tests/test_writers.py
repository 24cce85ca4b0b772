"""Chunks as CSV, Parquet and Markdown files: read back by others; complete or not there."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from khand.cli import main
from khand.errors import OptionError
from khand.writers.formats import writer_of
from khand.writers.leftovers import clear

TEXT = '# नीति, "A"\n\nWords; and a table.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## B\n\nLast\u2028line.\n'


def run(*arguments: str) -> list[dict[str, object]]:
    """Cut a.md; the records of JSON Lines of the same run."""
    done = CliRunner().invoke(main, ["chunk", "a.md", "--size", "30", *arguments])
    assert 0 == done.exit_code, done.stderr
    done = CliRunner().invoke(main, ["chunk", "a.md", "--size", "30"])
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(autouse=True)
def _document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(TEXT, encoding="utf-8")


def test_csv_is_read_by_pandas() -> None:
    """Every field in its column, line ends in texts kept."""
    expected = run("-o", "c.csv")
    table = pd.read_csv("c.csv")
    assert [r["text"] for r in expected] == list(table["text"])
    assert [r["headings"] for r in expected] == [json.loads(each) for each in table["headings"]]
    assert [*expected[0], "parent", "metadata"] == list(table.columns)


def test_parquet_is_read_by_pandas() -> None:
    """One schema, whatever is in it."""
    expected = run("-o", "c.parquet")
    table = pd.read_parquet("c.parquet")
    for record, (_, row) in zip(expected, table.iterrows(), strict=True):
        assert record["headings"] == list(row["headings"])
        assert all(
            record[name] == row[name]
            for name in ("id", "text", "embed_text", "tokens", "start", "end", "cut")
        )
        assert (record["page"] is None) == pd.isna(row["page"])


def test_one_markdown_file_a_chunk() -> None:
    """Front matter and the embedded text; a folder that is not empty is refused before any work."""
    expected = run("--split-dir", "out")
    files = sorted(Path("out/a.md").iterdir())
    assert [f"{k + 1:04}.md" for k in range(len(expected))] == [file.name for file in files]
    for record, file in zip(expected, files, strict=True):
        head, _, text = file.read_text(encoding="utf-8").removeprefix("---\n").partition("\n---\n")
        assert "\n" + record["embed_text"] + "\n" == text
        assert record["id"] == json.loads(head.split("\n")[0].removeprefix("id: "))
    refused = CliRunner().invoke(main, ["chunk", "a.md", "--split-dir", "out"])
    assert (2, True) == (refused.exit_code, "is not empty" in refused.stderr)


def test_suffix_that_no_format_has_is_refused() -> None:
    """Before any work; the known ones are named. --to goes before the suffix."""
    refused = CliRunner().invoke(main, ["chunk", "a.md", "-o", "c.xlsx"])
    assert (2, False) == (refused.exit_code, Path("c.xlsx").exists())
    assert ".jsonl .ndjson .csv .parquet" in refused.stderr
    run("-o", "c.txt", "--to", "csv")
    assert Path("c.txt").read_text(encoding="utf-8-sig").startswith("id,source,")
    with pytest.raises(OptionError, match="cannot go to standard output"):
        writer_of(None, "parquet")


def test_split_folders_are_apart() -> None:
    """Two sources whose safe names are the same."""
    from khand.writers.split import write_split

    Path("x y.md").write_text("one")
    Path("x-y.md").write_text("two")
    done = CliRunner().invoke(main, ["chunk", "x y.md", "x-y.md"])
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert 2 == write_split(records, "out")
    assert ["one", "two"] == sorted(f.read_text().split("\n")[-2] for f in Path("out").rglob("0*.md"))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_leftovers_of_a_killed_run_are_cleaned() -> None:
    """By the next run to the same file; those of a living one stay."""
    code = (
        "import os, signal\nfrom khand.writers import replacing\n"
        "with replacing('c.jsonl') as file:\n    file.write('x' * 100_000); file.flush()\n"
        "    print('ready', flush=True)\n    signal.pause()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline()
        assert 1 == len(list(Path().glob(".c.jsonl.*.part")))
        clear(Path("c.jsonl").absolute())
        assert 1 == len(list(Path().glob(".c.jsonl.*.part")))
        process.kill()
        process.wait()
    assert 1 == len(list(Path().glob(".c.jsonl.*.part")))
    run("-o", "c.jsonl")
    assert [] == list(Path().glob(".c.jsonl.*.part"))
    old = Path(".other.jsonl.0123456789abcdef.part")
    old.touch()
    os.utime(old, (time.time() - 60,) * 2)
    run("-o", "c.jsonl")
    assert old.exists()
