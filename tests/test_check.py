"""``khand check``: documents held against limits, for continuous integration."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import khand
from khand.budgets import Budgets
from khand.cli import main
from khand.cli.check import EXAMPLES

HANDBOOK = Path(__file__).parent.parent / "examples" / "handbook.md"


def run(*arguments: str | Path, stdin: str | None = None) -> Result:
    """Run ``khand check``."""
    return CliRunner().invoke(main, ["check", *map(str, arguments)], input=stdin)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder of its own, with a document in a folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(HANDBOOK.read_text("utf-8"), "utf-8")
    return tmp_path


def cut(*options: str) -> None:
    """What an earlier run left."""
    done = CliRunner().invoke(main, ["chunk", "docs", "-o", "old.jsonl", "-q", *options])
    assert 0 == done.exit_code, done.output


def test_documents_that_keep_to_everything() -> None:
    """Exit code 0 and one line; nothing is written."""
    before = sorted(Path().rglob("*"))
    done = run("docs", "--size", "128")
    assert (0, "") == (done.exit_code, done.stderr)
    assert "15 chunks of 1 document, 1,206 tokens, the largest 119: everything holds\n" == done.stdout
    assert before == sorted(Path().rglob("*"))


def test_sections_longer_than_a_limit_are_named_by_file_and_line() -> None:
    """With a size that cuts at headings alone, each section above the limit is a problem where it begins."""
    done = run("docs", "--size", "100000", "--max-tokens", "150")
    text = HANDBOOK.read_text("utf-8")
    chunks = khand.chunk(text, size=100_000, source="a.md")
    over = [chunk for chunk in chunks if chunk.tokens > 150]
    assert over
    assert [
        f"docs/a.md:{c.start_line}: chunk {c.index + 1} has {c.tokens} tokens, more than 150" for c in over
    ] == done.stdout.splitlines()[:-1]
    assert done.stdout.endswith(f": {len(over)} problem{'s' * (len(over) > 1)}\n")
    assert 1 == done.exit_code


def test_a_grapheme_cluster_larger_than_the_size_is_a_problem() -> None:
    """The one exception to the hard size is found without any further option."""
    Path("flag.md").write_text("Before.\n\n👩‍👩‍👧‍👦\n", "utf-8")
    done = run("flag.md", "--size", "5")
    assert 1 == done.exit_code
    assert "flag.md:3: chunk " in done.stdout


def test_no_more_than_the_model_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """--model sets the limit where it reads less than the size, and never raises it."""
    Path("models.tsv").write_text("small\t\t0.1\tcl100k_base\t100\n")
    monkeypatch.setenv("KHAND_MODELS", "models.tsv")
    done = run("docs", "--size", "128", "--model", "small")
    assert 1 == done.exit_code
    assert "tokens, more than 100" in done.stdout
    assert (
        "tokens, more than 60"
        in run("docs", "--size", "128", "--model", "small", "--max-tokens", "60").stdout
    )


def test_change_within_and_beyond_the_budget() -> None:
    """What is new and what is gone is held against a number of tokens or a share of all."""
    cut("--size", "128")
    document = Path("docs/a.md")
    document.write_text(
        document.read_text("utf-8").replace("two working days", "three working days"), "utf-8"
    )
    told = khand.diff("old.jsonl", khand.chunk_file(document, size=128, root="docs"))
    assert 108 == told.tokens
    for budget, code in [("108", 0), ("107", 1), ("9%", 0), ("8.9%", 1), ("0", 1), ("100%", 0)]:
        done = run("docs", "--size", "128", "--against", "old.jsonl", "--max-change", budget)
        assert (budget, code) == (budget, done.exit_code), done.output
    done = run("docs", "--size", "128", "--against", "old.jsonl", "--max-change", "5%")
    assert [
        "108 tokens in chunks that are new, 9.0 % of 1,206, more than 5%",
        "108 tokens in chunks that are gone, 9.0 % of 1,206, more than 5%",
    ] == done.stdout.splitlines()[:-1]


def test_a_corpus_that_shrinks_is_a_change() -> None:
    """Documents that disappear cost no embedding, and are told all the same."""
    Path("docs/b.md").write_text("# B\n\nStays.\n")
    cut()
    Path("docs/a.md").unlink()
    done = run("docs", "--against", "old.jsonl", "--max-change", "20%")
    assert 1 == done.exit_code
    assert "tokens in chunks that are gone" in done.stdout
    assert "that are new" not in done.stdout


def test_chunks_of_other_names_are_pointed_out() -> None:
    """Where nothing is the same, since the folder was given otherwise, the message says what that is mostly due to."""
    cut("--root", ".")
    done = run("docs", "--against", "old.jsonl", "--max-change", "50%")
    hint = "; no chunk is the same: were those made of the same documents with the same options?"
    assert 2 == done.stdout.count(f"100.0 % of 1,129, more than 50%{hint}\n")
    assert 0 == run("docs", "--root", ".", "--against", "old.jsonl", "--max-change", "0").exit_code


def test_cost_of_all_and_of_what_is_new() -> None:
    """--max-cost is for all chunks, with --against for those that are new."""
    cut("--size", "128")
    budget = ["--size", "128", "--price", "1000", "--max-cost", "1"]
    done = run("docs", *budget)
    assert (1, "embedding 1,206 tokens costs 1.21, more than 1.00") == (
        done.exit_code,
        done.stdout.splitlines()[0],
    )
    Path("docs/b.md").write_text("# B\n\nStays.\n")
    assert 0 == run("docs", *budget, "--against", "old.jsonl").exit_code


def test_documents_that_cannot_be_read_are_problems() -> None:
    """They are named on standard error, the others are checked, and the exit code is 1."""
    Path("docs/bad.md").write_bytes(b"fine\xc3(")
    done = run("docs", "none.md", "--size", "128")
    assert 1 == done.exit_code
    assert "none.md: no such file or folder" in done.stderr
    assert "docs/bad.md" in done.stderr
    assert "15 chunks of 1 document" in done.stdout


def test_json() -> None:
    """All of it by name: what was allowed, what does not hold, the report with its notes."""
    cut("--size", "128")
    options = ["--size", "128", "--max-tokens", "110", "--price", "0.02", "--against", "old.jsonl"]
    done = run("docs", *options, "--max-change", "0", "--json")
    figures = json.loads(done.stdout)
    assert 1 == done.exit_code
    assert not figures["ok"]
    assert [("max_tokens", "a.md", 6, 35), ("max_tokens", "a.md", 11, 81)] == [
        (one["rule"], one["source"], one["chunk"], one["line"]) for one in figures["problems"]
    ]
    assert (0, 0, 15) == (figures["tokens_to_embed"], figures["cost"], figures["difference"]["unchanged"])
    assert figures["report"] == json.loads(
        json.dumps(khand.chunk_file("docs/a.md", size=128).report.to_dict())
    )
    assert (110, 0, None) == (figures["max_tokens"], figures["max_change"], figures["max_cost"])


def test_annotations() -> None:
    """Problems and failures as commands of a GitHub workflow, with what would end them escaped."""
    Path("docs/50%, new.md").write_text("# A\n\n" + "word " * 60, "utf-8")
    done = run("docs/50%, new.md", "none.md", "--size", "1000", "--max-tokens", "20", "--github")
    assert [
        "::error file=docs/50%25%2C new.md,line=1,title=khand check::chunk 1 has 63 tokens, more than 20",
        "::error title=khand check::none.md: no such file or folder",
    ] == done.stdout.splitlines()[:-1]


def test_no_line_where_the_file_has_none_of_that_number() -> None:
    """Of a page, a record or standard input the line is one of the text that was read, not of a file."""
    Path("a.html").write_text("<p>One.</p><p>" + "word " * 60)
    Path("a.jsonl").write_text(json.dumps({"body": "word " * 60}) + "\n")
    over = ["--size", "1000", "--max-tokens", "20"]
    assert run("a.html", *over).stdout.startswith("a.html: chunk 1 has")
    assert run("a.jsonl", "--text-field", "body", *over).stdout.startswith("a.jsonl: chunk 1 has")
    assert run("-", *over, stdin="word " * 60).stdout.startswith("standard input: chunk 1 has")


def test_other_units_and_estimates_are_called_what_they_are() -> None:
    """Characters are no tokens, and an estimate carries its sign."""
    Path("b.md").write_text("word " * 60)
    assert (
        "has 299 characters, more than 20"
        in run("b.md", "--size", "1000", "--max-tokens", "20", "--tokenizer", "characters").stdout
    )
    assert (
        "has ≈75 tokens, more than 20"
        in run("b.md", "--size", "1000", "--max-tokens", "20", "--tokenizer", "estimate").stdout
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--max-change 5%", "add --against OLD"),
        ("--against old.jsonl", "add --max-change or --max-cost"),
        ("--max-cost 5", "give --price or --model"),
        ("--max-cost -1 --price 1", "--max-cost -1.0: must be a number from 0 up"),
        ("--max-tokens 0", "--max-tokens 0: must be a whole number from 1 up"),
        (
            "--against old.jsonl --max-change lots",
            "--max-change 'lots': give a whole number of tokens or a share",
        ),
        ("--json --github", "give one of them"),
        ("--size 10 --overlap 10", "overlap must be smaller"),
    ],
)
def test_wrong_usage(options: str, said: str) -> None:
    """Exit code 2 before any work."""
    done = run("docs", *options.split())
    assert (2, "") == (done.exit_code, done.stdout)
    assert said in done.stderr


def test_page_is_named_where_there_is_one() -> None:
    """Of a format with pages the message has the page."""
    (one,) = khand.chunk("word " * 60)
    (breach,) = Budgets(max_tokens=20).of_chunks([one._replace(page=3)])
    assert "chunk 1 on page 3 has 60 tokens, more than 20" == breach.text


@pytest.mark.parametrize("line", EXAMPLES.strip().splitlines())
def test_examples_of_the_help_run(line: str) -> None:
    """They hold for a small folder."""
    cut()
    Path("old.jsonl").rename("chunks.jsonl")
    command, _, _ = line.partition("  #")
    done = run(*command.split()[2:])
    assert 0 == done.exit_code, done.output
