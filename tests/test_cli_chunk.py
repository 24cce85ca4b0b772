"""``khand chunk``: files in, chunks and a summary out."""

import contextlib
import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import khand
from khand.build import build
from khand.cli import main

EXAMPLES = Path(__file__).parent.parent / "examples"
HANDBOOK = EXAMPLES / "handbook.md"
TEXT = HANDBOOK.read_text(encoding="utf-8")


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    """Run ``khand chunk``."""
    return CliRunner().invoke(main, ["chunk", *map(str, arguments)], input=stdin)


def records(jsonl: str | Path) -> list[dict]:
    """The records of a file or an output."""
    text = jsonl.read_text(encoding="utf-8") if isinstance(jsonl, Path) else jsonl
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_file_is_what_the_library_writes(folder: Path) -> None:
    """The command line, the library and standard output give the same bytes."""
    done = run(HANDBOOK, "--size", "128", "--overlap", "16", "-o", "c.jsonl")
    assert 0 == done.exit_code
    chunks = khand.chunk(TEXT, size=128, overlap=16, source="handbook.md")
    khand.write_jsonl(chunks, folder / "library.jsonl")
    assert (folder / "library.jsonl").read_bytes() == (folder / "c.jsonl").read_bytes()
    assert (folder / "c.jsonl").read_bytes() == run(HANDBOOK, "--size", "128", "--overlap", "16").stdout_bytes


def test_summary_goes_where_it_is_not_in_the_way() -> None:
    """With -o it is on standard output; with records there, on standard error."""
    to_file = run(HANDBOOK, "--size", "128", "-o", "c.jsonl")
    to_stdout = run(HANDBOOK, "--size", "128")
    assert "" == to_file.stderr
    assert to_file.stdout == to_stdout.stderr
    assert "Tokens to embed" in to_file.stdout
    assert len(records(to_stdout.stdout)) == len(records(Path("c.jsonl")))


def test_summary_names_chunks_and_figures() -> None:
    """Each of the first chunks with its heading and tokens; then exactly what the report says."""
    shown = run(HANDBOOK, "--size", "128", "--overlap", "16", "--price", "0.02", "-o", "c.jsonl").stdout
    chunks = khand.chunk(TEXT, size=128, overlap=16, source="handbook.md")
    report = chunks.report
    assert f"chunk 3 — under “{chunks[2].heading}”, {chunks[2].tokens} tokens" in shown
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert f"Chunks {report.chunks} fixed windows would make {report.plan.chunks}" in lines
    parts = f"{report.document_tokens:,} in the document itself + {report.repeated} repeated + {report.context_tokens} context"
    rest = report.document_tokens + report.repeated + report.context_tokens - report.tokens
    assert f"Tokens to embed {report.tokens:,} {parts} − {rest} where pieces part and join" in lines
    assert f"Repeated {report.repeated}" in "\n".join(lines)
    assert f"{report.repeated_share:.1%}".replace("%", " %") in shown
    assert f"{report.smallest} to {report.largest}" in shown
    assert f"Cost {float(f'{report.cost(0.02):.5g}'):.9f}".rstrip("0") in "\n".join(lines)
    assert [] == [note.code for note in report.notes if note.text[:40] not in shown]


def test_json_is_the_report() -> None:
    """All figures of the report, the documents, the cost; records only in the file."""
    done = run(HANDBOOK, "--size", "128", "--json", "--price", "1", "-o", "c.jsonl")
    made = json.loads(done.stdout)
    report = khand.chunk(TEXT, size=128, source="handbook.md").report
    assert json.loads(json.dumps(report.to_dict())).items() <= made.items()
    assert [{"source": "handbook.md", "chunks": report.chunks, "tokens": report.tokens}] == made["documents"]
    assert build() == made["build"]
    assert (0, 1, report.cost(1)) == (made["failed"], made["price"], made["cost"])
    assert report.chunks == len(records(Path("c.jsonl")))
    assert "" == done.stderr


def test_preview_highlights_the_overlap() -> None:
    """Exactly the repeated characters are marked; context stands beside the text; no records are written."""
    Path("a.md").write_text("# A\n\nOne is here. Two is there. Three is gone. Four is late.\n")
    chunks = khand.chunk(Path("a.md").read_text(), size=16, overlap=8, source="a.md")
    shown = run("a.md", "--size", "16", "--overlap", "8", "--preview", "2").stdout
    repeated = chunks[1].text[: chunks[1].overlap_chars]
    assert repeated
    assert f"⟦{repeated}⟧{chunks[1].text[len(repeated) :]}" in shown
    assert f"chunk 2 — under “A”, {chunks[1].tokens} tokens" in shown
    assert f"{chunks[1].overlap_tokens} tokens repeated" in shown
    assert "chunk 3" not in shown
    assert "  ┆ A" in shown
    assert "{" not in shown


def test_preview_cannot_steer_the_terminal() -> None:
    """Control characters of a document are shown, not sent."""
    Path("a.md").write_bytes(
        b"# Ti\x1b[31mtle\n\nred \x1b]0;title\x07 \x9b text\r\nline\n".replace(b"\x9b", b"\xc2\x9b")
    )
    shown = run("a.md", "--preview", "1").stdout
    assert "␛[31m" in shown
    assert not set(shown) & set(map(chr, (*range(9), *range(11, 32), *range(127, 160))))


def test_estimates_are_marked_everywhere() -> None:
    """With an estimate every figure of tokens carries ≈."""
    shown = run(HANDBOOK, "--tokenizer", "estimate", "--size", "128", "--price", "1", "-o", "c.jsonl").stdout
    assert "chunk 3 — under “Policy”, ≈" in shown
    for name in ("Tokens to embed", "Repeated", "Context", "Size of a chunk", "Cost"):
        line = next(line for line in shown.splitlines() if line.startswith(name))
        assert "≈" in line


@pytest.mark.parametrize("unit", ["characters", "words"])
def test_figures_are_named_in_their_own_unit(unit: str) -> None:
    """Characters and words are not called tokens, and have no price."""
    arguments = (HANDBOOK, "--tokenizer", unit, "--size", "300", "--price", "0.02")
    done = run(*arguments, "--overlap", "50", "-o", "c.jsonl")
    previewed = run(*arguments, "--by", "window", "--overlap", "50", "--preview", "3").stdout
    assert f"{unit.capitalize()} to embed" in done.stdout
    assert f"{records(Path('c.jsonl'))[0]['tokens']} {unit}" in done.stdout
    assert f"{unit} repeated" in previewed
    assert "token" not in done.stdout + previewed
    assert "Cost" not in done.stdout
    assert f"Note: no cost: a price is for tokens, and these are {unit}" in done.stderr
    made = json.loads(run(*arguments, "--json").stdout)
    assert (unit, None, None) == (made["unit"], made["price"], made["cost"])
    several = run(HANDBOOK, EXAMPLES / "handbook-hi.md", *arguments[1:3], "-o", "c.jsonl").stdout
    assert f"{unit} in " in several


def test_folder_is_one_run_with_one_report() -> None:
    """All documents in one file, each named by its path; figures are sums, each document planned alone."""
    for name, text in (
        ("docs/b.md", "# B\n\nbee\n"),
        ("docs/sub/a.txt", "# no heading\n"),
        ("docs/c.html", "<h1>C</h1><p>sea</p>"),
    ):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    done = run("docs", "-o", "c.jsonl", "--json")
    made = json.loads(done.stdout)
    assert ["b.md", "c.html", "sub/a.txt"] == [document["source"] for document in made["documents"]]
    assert (3, 3) == (made["chunks"], made["plan"]["documents"])
    assert [("b.md", "B"), ("c.html", "C"), ("sub/a.txt", None)] == [
        (record["source"], record["heading"]) for record in records(Path("c.jsonl"))
    ]
    table = run("docs", "-o", "c.jsonl").stdout
    assert "sub/a.txt" in table
    assert "chunk 1 —" not in table


def test_one_bad_file_does_not_stop_the_rest() -> None:
    """It is named with the byte, the others are done, the exit code is 1."""
    Path("a.md").write_text("# A\n\ntext\n")
    Path("b.md").write_bytes(b"caf\xe9")
    done = run("a.md", "b.md", "none.md", "-o", "c.jsonl", "--json")
    assert 1 == done.exit_code
    assert "b.md: not utf-8 at byte 3" in done.stderr
    assert "none.md: no such file" in done.stderr
    assert ["a.md"] == [record["source"] for record in records(Path("c.jsonl"))]
    assert 2 == json.loads(done.stdout)["failed"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_link_to_nothing_is_one_failed_document() -> None:
    """Also where the output is there already and is compared with the inputs."""
    Path("d").mkdir()
    Path("d/a.md").write_text("# A\n\ntext\n")
    Path("d/gone.md").symlink_to("nowhere.md")
    Path("d/round.md").symlink_to("round.md")
    Path("c.jsonl").write_text("old")
    done = run("d", "-o", "c.jsonl", "--json")
    assert (1, 2) == (done.exit_code, json.loads(done.stdout)["failed"])
    assert "d/gone.md: No such file" in done.stderr
    assert "d/round.md: Too many levels" in done.stderr
    assert ["a.md"] == [record["source"] for record in records(Path("c.jsonl"))]


def test_folder_that_cannot_be_listed_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, the rest is done, the exit code is 1."""
    Path("d/locked").mkdir(parents=True)
    Path("d/a.md").write_text("# A\n\ntext\n")
    scandir = os.scandir

    # rights would not do: root may list everything
    def refuse(path: str) -> object:
        if Path(path).name == "locked":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    done = run("d", "-o", "c.jsonl", "--json")
    assert (1, 1) == (done.exit_code, json.loads(done.stdout)["failed"])
    assert "Error: d/locked: Permission denied" in done.stderr
    assert ["a.md"] == [record["source"] for record in records(Path("c.jsonl"))]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and pipes")
def test_run_that_is_ended_leaves_nothing() -> None:
    """SIGTERM while records are written: exit code 143, the output as it was, no half-written file."""
    Path("c.jsonl").write_text("old")
    os.mkfifo("pipe.md")
    arguments = [sys.executable, "-m", "khand", "chunk", str(HANDBOOK), "pipe.md", "-o", "c.jsonl"]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    # opens when the first document is cut and the second is to be read
    with process, Path("pipe.md").open("wb"):
        process.terminate()
        assert 143 == process.wait(60)
    assert ("old", {"c.jsonl", "pipe.md"}) == (
        Path("c.jsonl").read_text(),
        {p.name for p in Path().iterdir()},
    )


@pytest.mark.skipif(not hasattr(__import__("signal"), "SIGHUP"), reason="POSIX signals")
def test_run_whose_terminal_closes_leaves_nothing() -> None:
    """SIGHUP, as SIGTERM: exit code 129, no half-written file."""
    import signal

    os.mkfifo("pipe.md")
    arguments = [sys.executable, "-m", "khand", "chunk", str(HANDBOOK), "pipe.md", "-o", "c.jsonl"]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    with process, Path("pipe.md").open("wb"):
        process.send_signal(signal.SIGHUP)
        assert 129 == process.wait(60)
    assert {"pipe.md"} == {path.name for path in Path().iterdir()}


def test_unreadable_argument_is_one_failure_among_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, the rest is done, the exit code is 1."""
    Path("a.md").write_text("# A\n")
    Path("locked.md").write_text("# B\n")
    access, read_bytes = os.access, Path.read_bytes

    # rights would not do: root may read everything
    def may(path: str, mode: int) -> bool:
        return "locked" not in str(path) and access(path, mode)

    def refuse(path: Path) -> bytes:
        if path.name == "locked.md":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read_bytes(path)

    monkeypatch.setattr(os, "access", may)
    monkeypatch.setattr(Path, "read_bytes", refuse)
    done = run("locked.md", "a.md")
    assert (1, ["a.md"]) == (done.exit_code, [record["source"] for record in records(done.stdout)])
    assert "Error: locked.md: Permission denied" in done.stderr


def test_output_that_cannot_be_written_is_found_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is called by the name it was given, and nothing is read."""
    opened = Path.open

    def refuse(path: Path, mode: str = "r", *args: object, **kwargs: object) -> object:
        if "x" in mode:
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        return opened(path, mode, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr("khand.cli.chunking.cut_files", None)
    failed = run(HANDBOOK, "-o", "c.jsonl")
    assert (2, "") == (failed.exit_code, failed.stdout)
    assert "Error: -o c.jsonl: cannot be written: Read-only file system" in failed.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is full")
def test_full_disk_names_what_could_not_be_written() -> None:
    """Standard output, and a file by the name it was given."""
    with Path("/dev/full").open("wb") as full:
        arguments = [sys.executable, "-m", "khand", "chunk", str(HANDBOOK)]
        done = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (1, "Error: standard output: No space left on device\n") == (done.returncode, done.stderr)
    failed = run(HANDBOOK, "-o", "/dev/full")
    assert (1, "Error: /dev/full: No space left on device\n") == (failed.exit_code, failed.stderr)


def test_full_disk_under_a_new_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the file, not what it is called until it is complete; nothing is left."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    failed = run(HANDBOOK, "-o", "c.jsonl")
    assert (1, "Error: c.jsonl: No space left on device\n") == (failed.exit_code, failed.stderr)
    assert [] == list(Path().iterdir())


def test_json_has_a_cost_also_when_all_failed() -> None:
    """Nothing was cut, which costs nothing; the failures are named."""
    made = json.loads(run("none.md", "--json", "--price", "1").stdout)
    assert (0, 0, 0, 1) == tuple(made[name] for name in ("cost", "repeated_cost", "context_cost", "failed"))
    assert [{"source": "none.md", "error": "none.md: no such file or folder"}] == made["failures"]
    assert json.loads(run("none.md", "--json").stdout)["cost"] is None


def test_quiet_says_nothing_but_failures() -> None:
    """No summary, the same file."""
    done = run(HANDBOOK, "-o", "c.jsonl", "-q")
    assert (0, "", "") == (done.exit_code, done.stdout, done.stderr)
    assert records(Path("c.jsonl"))
    assert "none.md: no such file" in run(HANDBOOK, "none.md", "-o", "c.jsonl", "--quiet").stderr


def test_root_names_documents() -> None:
    """All names are relative to it; two documents of one name are refused with both, and the remedy."""
    for name in ("a/x.md", "b/x.md"):
        Path(name).parent.mkdir()
        Path(name).write_text("# X\n")
    refused = run("a", "b", "-o", "c.jsonl")
    assert (2, False) == (refused.exit_code, Path("c.jsonl").exists())
    assert "'x.md' would name two documents, a/x.md and b/x.md" in refused.stderr
    assert "--root FOLDER" in refused.stderr
    assert ["a/x.md", "b/x.md"] == [
        record["source"] for record in records(run("a", "b", "--root", ".").stdout)
    ]
    assert 2 == run("a", "--root", "b").exit_code


def test_ids_do_not_depend_on_other_documents() -> None:
    """A document has the same ids alone and among others."""
    Path("d").mkdir()
    for name in ("a", "b"):
        Path(f"d/{name}.md").write_text("# X\n\nsame\n\n# X\n\nsame\n")
    alone = [record["id"] for record in records(run("d/b.md", "--root", "d").stdout)]
    among = [record["id"] for record in records(run("d").stdout) if record["source"] == "b.md"]
    assert (alone, 2) == (among, len(set(among)))


def test_sizes_of_a_single_chunk() -> None:
    """No mean and no median of one."""
    Path("a.md").write_text("text")
    (line,) = [line for line in run("a.md", "-o", "c.jsonl").stdout.splitlines() if line.startswith("Size")]
    assert ["Size of a chunk", "1", "the only one"] == [part.strip() for part in line.split("  ") if part]


def test_failures_are_told_by_reason() -> None:
    """At the end: how many of how many, and why."""
    for name in ("a", "b"):
        Path(f"{name}.md").write_bytes(b"caf\xe9")
    Path("c.md").write_text("# C\n")
    shown = run("a.md", "b.md", "c.md", "none.md", "-o", "c.jsonl").stdout.splitlines()
    assert "Failed  3  of 4: 2 not utf-8, 1 no such file or folder" == shown[-1]


def test_progress_on_request() -> None:
    """Where no terminal is, a line every so often tells files, bytes, rate, what is left, failures."""
    code = (
        "import khand.cli.progress as progress; progress.EVERY_SECONDS = 0\n"
        "from khand.cli import main\n"
        f"main(['chunk', {str(HANDBOOK)!r}, {str(EXAMPLES / 'handbook-hi.md')!r}, '-o', 'c.jsonl', '--progress'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second = done.stderr.splitlines()
    assert first.startswith("1 of 2 files, 0 of 0 MB, ")
    assert second.endswith("0 s left, 0 failed")


def test_duplicates_are_told_with_their_cost() -> None:
    """Exact duplicates over all documents; --drop-duplicates leaves one, which names where the others stood."""
    Path("d").mkdir()
    for name, text in (
        ("a", "# X\n\nsame\n"),
        ("b", "# X\n\nsame\n\n# Y\n\nother\n"),
        ("c", "# X\n\nsame\n"),
    ):
        Path(f"d/{name}.md").write_text(text)
    told = run("d", "-o", "all.jsonl", "--price", "1")
    made = records(Path("all.jsonl"))
    tokens = made[0]["tokens"]
    assert f"Duplicates  2  {2 * tokens} tokens, cost {2 * tokens / 1e6:.6f};" in told.stdout
    assert 0 == run("d", "-o", "one.jsonl", "--drop-duplicates").exit_code
    left = records(Path("one.jsonl"))
    assert [("a.md", "X"), ("b.md", "Y")] == [(record["source"], record["heading"]) for record in left]
    dropped = [{name: made[k][name] for name in ("id", "source", "start", "end")} for k in (1, 3)]
    assert [{"also_in": dropped}, None] == [record["metadata"] for record in left]
    figures = json.loads(run("d", "-o", "one.jsonl", "--drop-duplicates", "--json", "--price", "1").stdout)
    assert {"chunks": 2, "tokens": 2 * tokens, "cost": 2 * tokens / 1e6, "dropped": True} == figures[
        "duplicates"
    ]
    assert left == records(run("d", "--drop-duplicates").stdout)


def test_children_of_a_duplicate_go_with_it() -> None:
    """Children stay behind the chunk that is left, whose places are right; the library drops the same."""
    Path("d").mkdir()
    text = "# X\n\nOne is here. Two is there.\n"
    for name, more in (("a", "# Z\n\nThree is here. Four is there.\n\n"), ("b", ""), ("c", "")):
        Path(f"d/{name}.md").write_text(more + text)
    done = run("d", "--children", "4", "--drop-duplicates", "-o", "one.jsonl")
    assert 0 == done.exit_code, done.output
    left = records(Path("one.jsonl"))
    assert ["a.md"] * 6 == [record["source"] for record in left]
    assert [None, left[0]["id"], left[0]["id"], None, left[3]["id"], left[3]["id"]] == [
        r["parent"] for r in left
    ]
    assert [None, None, None, ["b.md", "c.md"], None, None] == [
        record["metadata"] and [place["source"] for place in record["metadata"]["also_in"]] for record in left
    ]
    made = [chunk for result in khand.chunk_files("d", children=4) for chunk in result.chunks.with_children()]
    assert khand.drop_duplicates(made) == list(khand.read_jsonl("one.jsonl").with_children())


def test_against_the_chunks_of_an_earlier_run() -> None:
    """The file may be the one that is written; the lists have what a vector store must be told."""
    Path("a.md").write_text("# A\n\none\n\n# B\n\ntwo\n")
    run("a.md", "-o", "c.jsonl")
    old = records(Path("c.jsonl"))
    Path("a.md").write_text("# A\n\none more\n\n# B\n\ntwo\n")
    lists = ("--to-embed", "new.jsonl", "--to-delete", "gone.txt", "--to-update", "moved.jsonl")
    shown = run("a.md", "-o", "c.jsonl", "--against", "c.jsonl", *lists, "--price", "1").stdout
    new = records(Path("c.jsonl"))
    assert (new[:1], new[1:]) == (records(Path("new.jsonl")), records(Path("moved.jsonl")))
    assert f"{old[0]['id']}\n" == Path("gone.txt").read_text()
    assert f"{new[0]['tokens']} tokens to embed" in shown
    figures = json.loads(run("a.md", "--against", "c.jsonl", "--json").stdout)["difference"]
    assert (0, 0, 2, 0) == tuple(figures[name] for name in ("added", "removed", "unchanged", "tokens"))


def test_undecodable_file_says_which_option_helps() -> None:
    """The command line's message names --encoding."""
    Path("b.md").write_bytes(b"caf\xe9")
    assert "name its encoding with --encoding" in run("b.md").stderr
    assert "name its encoding with --encoding" in run("-", stdin=b"caf\xe9").stderr


def test_language_without_rules_is_told() -> None:
    """A typo is not silent: the summary says that the common rules are used, and which languages are known."""
    told = "No rules of its own for the sentences of language 'xx'"
    assert told in run(HANDBOOK, "--language", "xx", "-o", "c.jsonl").stdout
    for arguments in (["--language", "hi-IN"], [], ["--language", "xx", "--by", "window"]):
        assert told[:20] not in run(HANDBOOK, *arguments, "-o", "c.jsonl").stdout


def test_heading_without_a_title_is_left_out() -> None:
    """Not shown as a pair of empty quotation marks."""
    Path("a.md").write_text("#\n\ntext\n")
    shown = run("a.md", "--preview", "1").stdout
    assert "“" not in shown
    assert "chunk 1 — " in shown


def test_costs_are_told_to_programs() -> None:
    """The cost of repetition and of context, as in the table."""
    arguments = (HANDBOOK, "--size", "128", "--overlap", "16", "--json")
    made = json.loads(run(*arguments, "--price", "2").stdout)
    assert (made["repeated"] * 2e-6, made["context_tokens"] * 2e-6) == pytest.approx(
        (made["repeated_cost"], made["context_cost"])
    )
    bare = json.loads(run(*arguments).stdout)
    assert (None, None, None) == (bare["cost"], bare["repeated_cost"], bare["context_cost"])


def test_nothing_is_written_when_everything_fails() -> None:
    """The file that is there stays as it is."""
    Path("c.jsonl").write_text("old")
    Path("b.md").write_bytes(b"caf\xe9")
    assert 1 == run("b.md", "-o", "c.jsonl").exit_code
    assert "old" == Path("c.jsonl").read_text()
    assert {"b.md", "c.jsonl"} == {path.name for path in Path().iterdir()}


def test_encoding_can_be_named() -> None:
    """What is not UTF-8 is read as the encoding says."""
    Path("b.md").write_bytes("# Café\n".encode("cp1252"))
    assert "Café" == records(run("b.md", "--encoding", "cp1252").stdout)[0]["heading"]


def test_standard_input_is_markdown_without_a_name() -> None:
    """As text pasted into the library; --format and --source change it."""
    (plain,) = records(run("-", stdin="\ufeff# A\r\n\r\ntext").stdout)
    assert ("", "A", "# A\r\n\r\ntext", 0) == (
        plain["source"],
        plain["heading"],
        plain["text"],
        plain["start"],
    )
    (named,) = records(run("-", "--source", "a/b.txt", "--format", "text", stdin="# A\n").stdout)
    assert ("a/b.txt", None) == (named["source"], named["heading"])
    assert 1 == run("-", stdin=b"\xff").exit_code


def test_source_names_a_single_document() -> None:
    """For several it is refused, before any work."""
    Path("a.md").write_text("a")
    assert "x" == records(run("a.md", "--source", "x").stdout)[0]["source"]
    failed = run("a.md", HANDBOOK, "--source", "x", "-o", "c.jsonl")
    assert (2, False) == (failed.exit_code, Path("c.jsonl").exists())


def test_blank_document_has_no_chunks_and_is_no_error() -> None:
    """An empty or blank file gives an empty file of chunks."""
    Path("a.md").write_text("")
    Path("b.md").write_text(" \n\t\n")
    done = run("a.md", "b.md", "-o", "c.jsonl")
    assert (0, "") == (done.exit_code, Path("c.jsonl").read_text())
    assert 0 == run("a.md").exit_code


def test_nul_is_reported_and_kept() -> None:
    """A warning names the file; records hold the character, escaped."""
    Path("a.md").write_bytes(b"# He\0ad\n\nbo\0dy\n")
    done = run("a.md")
    assert 0 == done.exit_code
    assert "Warning: a.md: " in done.stderr
    assert "NUL" in done.stderr
    assert "\\u0000" in done.stdout
    assert ("He\0ad", "# He\0ad\n\nbo\0dy") == (
        records(done.stdout)[0]["heading"],
        records(done.stdout)[0]["text"],
    )


def test_document_is_never_overwritten() -> None:
    """An output that is one of the inputs is refused."""
    Path("a.md").write_text("# A\n")
    failed = run(".", "-o", "./a.md")
    assert (2, "# A\n") == (failed.exit_code, Path("a.md").read_text())
    assert 2 == run("a.md", "-o", ".").exit_code


def test_dash_is_standard_output() -> None:
    """``-o -`` writes no file of that name."""
    assert records(run(HANDBOOK, "-o", "-").stdout)
    assert not Path("-").exists()


def test_every_setting_arrives() -> None:
    """Each option changes what it names, as in the library."""
    settings = {
        "by": "sentence",
        "size": 60,
        "overlap": "20%",
        "tokenizer": "o200k_base",
        "min_size": 20,
        "heading_depth": 2,
        "context": ("headings",),
        "overlap_across_headings": True,
        "language": "en",
    }
    options = [
        *(
            "--by",
            "sentence",
            "--size",
            "60",
            "--overlap",
            "20%",
            "--tokenizer",
            "o200k_base",
            "--min-size",
            "20",
        ),
        *("--heading-depth", "2", "--context", "headings", "--overlap-across-headings", "--language", "en"),
    ]
    ids = [record["id"] for record in records(run(HANDBOOK, *options).stdout)]
    assert [chunk.id for chunk in khand.chunk(TEXT, source="handbook.md", **settings)] == ids
    bare = records(run(HANDBOOK, "--context", "none", "--size", "60").stdout)
    assert [] == [record for record in bare if record["embed_text"] != record["text"]]


def test_window_planner_reads_what_was_written() -> None:
    """The measured sizes of the chunk file decide how many fit."""
    run(HANDBOOK, "--size", "128", "-o", "c.jsonl")
    report = khand.chunk(TEXT, size=128, source="handbook.md").report
    shown = CliRunner().invoke(main, ["window", "--window", "4000", "--chunks", "c.jsonl", "--json"]).stdout
    fits = json.loads(shown)
    assert (4000 // report.largest, report.p95) == (fits["worst"]["chunks"], fits["p95"]["tokens"])
    assert report.mean == pytest.approx(fits["mean"]["tokens"])


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX terminals")
@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_on_a_terminal_only(terminal: bool) -> None:
    """Long work shows how much is done where somebody looks; a log file gets nothing."""
    code = (
        "import khand.cli.progress as progress; progress.LONG_BYTES = 0\n"
        "from khand.cli import main\n"
        f"main(['chunk', {str(HANDBOOK)!r}, '-o', 'c.jsonl'])"
    )
    ours, theirs = os.openpty() if terminal else os.pipe()
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=theirs, check=True)
    os.close(theirs)
    shown = b""
    # a terminal that has closed is an error to read from, a pipe is at its end
    with contextlib.suppress(OSError):
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    assert terminal == (b"Cutting" in shown) == bool(shown)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX devices")
def test_output_may_be_a_device() -> None:
    """What cannot be replaced is written to."""
    assert 0 == run(HANDBOOK, "-o", "/dev/null").exit_code


@pytest.mark.parametrize("name", ["handbook.md", "handbook-hi.md"])
def test_examples_are_cut_whole(name: str) -> None:
    """Both example handbooks: every record a slice of its document, within the size."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    made = records(run(EXAMPLES / name, "--size", "128").stdout)
    assert [record["text"] for record in made] == [text[record["start"] : record["end"]] for record in made]
    assert 128 >= max(record["tokens"] for record in made)
    assert len({record["heading"] for record in made}) > 6
