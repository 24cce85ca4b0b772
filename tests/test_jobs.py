"""Many files: in order, in processes, in parts that a run which was ended does not make again."""

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import khand
from khand.pool import in_order
from khand.readers import Document
from khand.shards import shards_of

HANDBOOK = Path(__file__).parent.parent / "examples" / "handbook.md"
TEXT = HANDBOOK.read_text(encoding="utf-8")


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with documents in ``docs``, one of which is not UTF-8."""
    monkeypatch.chdir(tmp_path)
    for number in range(9):
        folder = tmp_path / "docs" / f"d{number % 3}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.md").write_text(f"# Number {number}\n\n" + TEXT * (number % 4), encoding="utf-8")
    (tmp_path / "docs" / "bad.md").write_bytes(b"caf\xe9")
    return tmp_path


def khand_command(*arguments: str) -> list[str]:
    """The command line as a list for a process."""
    return [sys.executable, "-m", "khand", *arguments]


@pytest.mark.usefixtures("corpus")
def test_one_file() -> None:
    """A file is cut as its text is, under its name from the working folder; what cannot be read is raised."""
    text = Path("docs/d1/1.md").read_text()
    assert khand.chunk(text, size=99, source="docs/d1/1.md") == khand.chunk_file("docs/d1/1.md", size=99)
    assert "d1/1.md" == khand.chunk_file("docs/d1/1.md", root="docs")[0].source
    assert "x" == khand.chunk_file(Path("docs/d1/1.md"), khand.Settings(source="x"))[0].source
    assert "#" == khand.chunk_file("docs/d1/1.md", format="text")[0].embed_text[0]
    with pytest.raises(khand.InputError, match=r"bad\.md: not utf-8"):
        khand.chunk_file("docs/bad.md")
    assert "café" == khand.chunk_file("docs/bad.md", encoding="cp1252").document


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_with_failures_among_them(jobs: int) -> None:
    """One for each document of a folder, by name, and one before them for an input that names none."""
    found = list(khand.chunk_files(["nothing.md", "docs"], size=99, jobs=jobs))
    assert ["nothing.md", "bad.md", "d0/0.md", "d0/3.md", "d0/6.md"] == [one.source for one in found[:5]]
    assert [True, True] + [False] * 9 == [one.chunks is None for one in found]
    assert ["no such file or folder", "not utf-8 at byte 3"] == [
        str(one.error).split(": ")[1].split(" (")[0] for one in found[:2]
    ]
    for one in found[2:]:
        assert one.chunks == khand.chunk(one.chunks.document, size=99, source=one.source)


@pytest.mark.usefixtures("corpus")
def test_processes_change_nothing() -> None:
    """Results of several processes are equal to those of one, reports and errors included."""
    one, two = (list(khand.chunk_files("docs", size=99, overlap=9, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    reports = [[result.chunks and result.chunks.report for result in results] for results in (one, two)]
    assert reports[0] == reports[1]
    assert one == pickle.loads(pickle.dumps(one))


@pytest.mark.usefixtures("corpus")
def test_files_are_read_when_they_are_asked_for() -> None:
    """The first result is there before the last file is."""
    results = khand.chunk_files(["docs/d0", "docs/d1"])
    assert next(results).chunks is not None
    Path("docs/d1/7.md").unlink()
    assert "No such file" in str(list(results)[-1].error)


@pytest.mark.usefixtures("corpus")
def test_documents_that_were_read_already() -> None:
    """They are cut with the files, under the names they have."""
    given = [Document("mine", "# A", "markdown"), Path("docs/d0/0.md")]
    assert {"mine", "docs/d0/0.md"} == {one.source for one in khand.chunk_files(given)}
    with pytest.raises(khand.OptionError, match="'mine' would name two documents"):
        khand.chunk_files([*given, given[0]])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"jobs": 0}, "jobs=0"),
        ({"size": 0}, "size=0"),
        ({"encoding": "klingon"}, "klingon"),
        ({"tokenizer": "nope"}, "nope"),
        ({"source": "x"}, "chunk_file"),
        ({"jobs": 2, "tokenizer": lambda text: len(text) + 1}, "jobs=2 with tokenizer=<function"),
    ],
)
def test_refused_before_any_work(options: dict, says: str) -> None:
    """At the call, not when the first result is asked for."""
    with pytest.raises(khand.OptionError, match=says):
        khand.chunk_files([Document("a", "text", "markdown")], **options)


def fails_at_three(text: str) -> int:
    """A tokenizer with a fault of its own."""
    if "Number 3" in text:
        raise IndexError("out of range")
    return len(text)


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("jobs", [1, 2])
def test_fault_in_one_document_does_not_cost_the_others_theirs(jobs: int) -> None:
    """It is one failure among others, and says what is needed to find it."""
    results = khand.chunk_files("docs", tokenizer=fails_at_three, jobs=jobs)
    found = {one.source: one.error for one in results}
    assert ["bad.md", "d0/3.md"] == [source for source, error in found.items() if error]
    told = str(found["d0/3.md"])
    assert told.startswith("d0/3.md: khand failed on it: IndexError: out of range (test_jobs.py, line ")
    assert told.endswith(", in fails_at_three); please report it")


def double(number: int) -> int:
    """Work; some of it ends its process, or takes long, as a crash in native code would."""
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    if number % 5 == 0:
        time.sleep(0.02)
    return 2 * number


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_item_that_kills_its_process_is_the_only_one_lost() -> None:
    """All others have their results, in order."""
    found = list(in_order(double, range(300), jobs=2, weigh=lambda _: 10_000, lost=lambda _: -1))
    assert [-1 if number == 13 else 2 * number for number in range(300)] == found


def test_items_are_taken_little_ahead() -> None:
    """Memory is bounded: what has been taken is never far ahead of what was handed out."""
    taken = 0

    def items():
        nonlocal taken
        for number in range(20, 400):
            taken += 1
            yield number

    ahead = []
    for number, _ in enumerate(
        in_order(double, items(), jobs=2, weigh=lambda _: 10_000_000, lost=lambda _: -1)
    ):
        ahead.append(taken - number)
    assert 5 >= max(ahead)


def test_iterator_that_is_dropped_ends_its_processes() -> None:
    """Nobody waits for work whose result nobody wants."""
    results = in_order(double, range(20, 10_000_000), jobs=2, weigh=lambda _: 100, lost=lambda _: -1)
    assert 40 == next(results)
    began = time.monotonic()
    results.close()
    assert 5 > time.monotonic() - began


def chunked(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``khand chunk`` in a folder, in a process of its own."""
    return subprocess.run(
        khand_command("chunk", *arguments), cwd=folder, capture_output=True, text=True, check=False
    )


def write_while_somebody_reads(descriptor: int) -> None:
    """Write to a pipe for up to ten seconds, until nobody is there to read."""
    for _ in range(100):
        os.write(descriptor, b"x")
        time.sleep(0.1)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and pipes")
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_run_that_is_ended_takes_its_processes_along(corpus: Path, name: str, code: int) -> None:
    """Also one that waits for a document: a line at most, no half-written file, nobody left who reads."""
    os.mkfifo("pipe.md")
    arguments = khand_command("chunk", "docs/d1", "pipe.md", "-o", "c.jsonl", "--jobs", "2")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    process = subprocess.Popen(arguments, cwd=corpus, **pipes)
    # opens when a worker waits for the document
    with Path("pipe.md").open("wb") as pipe:
        # as a terminal does it: every process of the run gets the signal of Ctrl+C
        (os.killpg if name == "SIGINT" else os.kill)(process.pid, getattr(signal, name))
        shown = process.communicate(timeout=60)
        assert (code, ("", "Interrupted.\n" if name == "SIGINT" else "")) == (process.returncode, shown)
        with pytest.raises(BrokenPipeError):
            write_while_somebody_reads(pipe.fileno())
    assert {"docs", "pipe.md"} == {path.name for path in corpus.iterdir()}


def test_jobs_of_the_command_line(corpus: Path) -> None:
    """The same bytes, the same summary and failures, however many processes."""
    one, two = (chunked(corpus, "docs", "-o", f"{jobs}.jsonl", "--jobs", str(jobs)) for jobs in (1, 2))
    assert (1, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr)
    assert (corpus / "1.jsonl").read_bytes() == (corpus / "2.jsonl").read_bytes()
    assert b"Number 8" in (corpus / "2.jsonl").read_bytes()
    assert "Failed" in one.stdout
    assert "of 10: 1 not utf-8" in one.stdout


def parts(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def small_shards(corpus: Path) -> str:
    """A script that is the command line, with shards of two documents."""
    (corpus / "run.py").write_text(
        "import khand.shards as shards\n"
        "shards.SHARD_FILES = 2\n"
        "from khand.__main__ import run\n"
        "if __name__ == '__main__': run()\n"
    )
    return str(corpus / "run.py")


def to_parts(script: str, folder: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Cut the corpus into parts of two documents."""
    arguments = [sys.executable, script, "chunk", "docs", "--out-dir", folder, *more]
    return subprocess.run(arguments, cwd=Path(script).parent, capture_output=True, text=True, check=False)


def test_parts_hold_what_one_file_does(corpus: Path, small_shards: str) -> None:
    """In order; the manifest names every document; a second run makes nothing again and tells the same."""
    whole = chunked(corpus, "docs", "-o", "c.jsonl")
    first = to_parts(small_shards, "out", "--jobs", "2")
    made = parts(corpus / "out")
    assert (corpus / "c.jsonl").read_bytes() == b"".join(made[f"part-0000{k}.jsonl"] for k in range(5))
    manifest = json.loads(made["manifest.json"])
    assert 10 == sum(len(part["documents"]) for part in manifest["parts"])
    assert ["docs/bad.md: not utf-8"] == [
        document["error"][:22]
        for part in manifest["parts"]
        for document in part["documents"]
        if document["error"]
    ]
    assert (1, whole.stdout) == (first.returncode, first.stdout)
    times = {path.name: path.stat().st_mtime_ns for path in (corpus / "out").glob("part-*")}
    again = to_parts(small_shards, "out")
    assert (1, whole.stdout) == (again.returncode, again.stdout)
    assert "5 parts were finished by an earlier run" in again.stderr
    assert times == {path.name: path.stat().st_mtime_ns for path in (corpus / "out").glob("part-*")}
    assert made == parts(corpus / "out")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_run_that_is_killed_goes_on(corpus: Path, small_shards: str) -> None:
    """Killed at any moment and started again it ends with the same bytes, without what the killed run left over."""
    to_parts(small_shards, "whole")
    expected = parts(corpus / "whole")
    arguments = [sys.executable, small_shards, "chunk", "docs", "--out-dir", "out", "--jobs", "2"]
    for seconds in (0.2, 0.4, 0.5, 0.6, 0.8):
        process = subprocess.Popen(
            arguments, cwd=corpus, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(seconds)
        process.kill()
        process.wait()
    to_parts(small_shards, "out", "--jobs", "2")
    assert expected == parts(corpus / "out")


def test_only_what_changed_is_made_again(corpus: Path, small_shards: str) -> None:
    """A part whose documents are the same stays; a damaged one, and one of a changed document, are made anew."""
    to_parts(small_shards, "out")
    made = parts(corpus / "out")
    (corpus / "docs/d1/4.md").write_text("# Four\n\nChanged.\n")
    (corpus / "out/part-00000.jsonl").write_bytes(made["part-00000.jsonl"][:-9])
    again = to_parts(small_shards, "out")
    assert "3 parts were finished by an earlier run" in again.stderr
    now = parts(corpus / "out")
    changed = {name for name in made if made[name] != now[name]}
    assert {"part-00002.jsonl", "part-00002.json", "manifest.json"} == changed
    shutil.rmtree(corpus / "docs/d2")
    to_parts(small_shards, "out")
    assert "part-00004.jsonl" not in parts(corpus / "out")


@pytest.mark.usefixtures("corpus")
def test_folder_of_other_parts_is_refused(small_shards: str) -> None:
    """Parts that were cut in another way, and a folder of something else, are never mixed with or removed."""
    to_parts(small_shards, "out")
    refused = to_parts(small_shards, "out", "--size", "99")
    assert (2, "") == (refused.returncode, refused.stdout)
    assert "--size 400 (now 99)" in refused.stderr
    refused = to_parts(small_shards, "docs/d0")
    assert 2 == refused.returncode
    assert "holds something else than parts" in refused.stderr
    assert {"0.md", "3.md", "6.md"} == {path.name for path in Path("docs/d0").iterdir()}


def test_shards_follow_sizes_and_order_alone(corpus: Path) -> None:
    """Every document is in one shard, in order, and none is larger than it must be."""
    from khand.readers import find

    files, _ = find([str(corpus / "docs")])
    shards = list(shards_of(files))
    assert files == [file for shard in shards for file in shard.files]
    assert ["part-00000.jsonl"] == [shard.name for shard in shards]
