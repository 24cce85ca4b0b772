"""``khand mcp``, asked by the client of the official SDK over standard input and output."""

import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from _loops import finished
from click.testing import CliRunner

import khand
from khand.adapters.mcp_answers import MAX_ANSWER, Cut, Record, Sentences
from khand.adapters.roots import Roots
from khand.cli import main

ROOT = Path(__file__).parent.parent
HANDBOOK = ROOT / "examples" / "handbook.md"
PAGE = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
TOOLS = ["plan", "chunk", "inspect", "window", "sentences"]


def ask(folders, *calls):
    """What the tools answer, or the text of the error; all in one session with a process of its own."""
    from mcp import Client, StdioServerParameters

    async def session():
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "khand", "mcp", *map(str, folders)]
        )
        async with Client(command) as client:
            return [told(await client.call_tool(name, arguments)) for name, arguments in calls]

    return finished(session())


def told(result):
    return result.content[0].text if result.is_error else result.structured_content


@pytest.fixture
def docs(tmp_path):
    """A folder that may be read, and what stands around it."""
    (tmp_path / "docs" / "in").mkdir(parents=True)
    (tmp_path / "docs" / "in" / "a.md").write_text("# A\n\nBe kind. Be fair.\n\n# B\n\nThirty days.\n")
    (tmp_path / "docs-too").mkdir()
    (tmp_path / "docs-too" / "secret.md").write_text("secret")
    return tmp_path / "docs"


def test_every_tool_is_described_typed_and_only_reads() -> None:
    """A client sees five tools, each with what it takes and gives, and none that changes anything."""
    from mcp import Client, StdioServerParameters

    async def session():
        async with Client(
            StdioServerParameters(command=sys.executable, args=["-m", "khand", "mcp"])
        ) as client:
            return (await client.list_tools()).tools

    tools = finished(session())
    assert TOOLS == [tool.name for tool in tools]
    for tool in tools:
        assert tool.description
        assert tool.annotations.read_only_hint
        assert "object" == tool.output_schema["type"]
    assert list(khand.Chunk._fields) == list(tools[1].output_schema["$defs"]["Record"]["properties"])


def test_tools_answer_what_the_library_says(docs) -> None:
    """Plan, chunks of a file and of a text, sentences and window are those of the functions of the same names."""
    text = HANDBOOK.read_text("utf-8")
    plan, by_path, by_text, sentences, window = ask(
        [docs, HANDBOOK.parent],
        ("plan", {"lengths": [10_000, 3], "size": 512, "overlap": "12.5%", "price": 0.02}),
        ("chunk", {"path": "handbook.md", "size": 128, "count": 100}),
        ("chunk", {"text": text, "size": 128, "overlap": 16, "count": 2, "first": 3}),
        ("sentences", {"text": "Dr. Rao came.  She left."}),
        ("window", {"total": 1000, "answer": 100, "chunk_tokens": 200}),
    )
    assert khand.plan([10_000, 3], size=512, overlap=64, price=0.02).to_dict() == plan
    expected = khand.chunk_file(HANDBOOK, size=128, root=HANDBOOK.parent)
    assert [Record(**chunk.to_dict()).__dict__ for chunk in expected] == by_path["records"]
    assert (len(expected), expected.report.tokens, None) == tuple(
        by_path[k] for k in ("total", "tokens", "next")
    )
    assert [note.text for note in expected.report.notes] == by_path["notes"]
    again = khand.chunk(text, size=128, overlap=16)
    assert [chunk.id for chunk in again[3:5]] == [record["id"] for record in by_text["records"]]
    assert (5, again.report.repeated) == (by_text["next"], by_text["repeated"])
    assert ["Dr. Rao came.  ", "She left."] == [one["text"] for one in sentences["sentences"]]
    assert (900, {"tokens": 200, "chunks": 4, "left": 100}) == (window["rest"], window["nominal"])


def test_inspect_shows_the_tree_flat_and_to_a_depth(docs) -> None:
    """Parts in order, each with how deep it stands; of a text and of a file; further parts by asking again."""
    whole, first, rest, html = ask(
        [docs],
        ("inspect", {"path": "in/a.md"}),
        ("inspect", {"path": "in/a.md", "depth": 1, "count": 1}),
        ("inspect", {"path": "in/a.md", "depth": 1, "first": 1}),
        ("inspect", {"text": "<h1>A</h1><p>One.", "format": "html"}),
    )
    shape = [(part["depth"], part["kind"], part["title"], part["start_line"]) for part in whole["parts"]]
    assert [
        (1, "section", "A", 1),
        (2, "paragraph", "", 3),
        (1, "section", "B", 5),
        (2, "paragraph", "", 7),
    ] == shape
    assert (["A"], 1, 2) == ([part["title"] for part in first["parts"]], first["next"], first["total"])
    assert (["B"], None) == ([part["title"] for part in rest["parts"]], rest["next"])
    assert ["A", ""] == [part["title"] for part in html["parts"]]


def test_window_measures_a_chunk_file(docs) -> None:
    """A file of chunks under the folders gives mean, 95 % and worst; its children are not counted."""
    chunks = khand.chunk_file(HANDBOOK, size=128, children=20)
    khand.write_jsonl(chunks, docs / "chunks.jsonl")
    (room,) = ask([docs], ("window", {"total": 2000, "chunks_path": "chunks.jsonl"}))
    expected = khand.window(2000, chunks=chunks)
    assert (expected.worst.chunks, expected.mean.tokens) == (room["worst"]["chunks"], room["mean"]["tokens"])


def test_errors_are_khands_own_words(docs) -> None:
    """A wrong setting, both or neither of text and path, the path of a tokenizer: the model reads what to do; the next call works."""
    wrong, both, neither, tokenizer, unknown, fine = ask(
        [docs],
        ("chunk", {"text": "a", "overlap": 500}),
        ("chunk", {"text": "a", "path": "in/a.md"}),
        ("sentences", {}),
        ("chunk", {"text": "a", "tokenizer": str(docs / "tokenizer.json")}),
        ("inspect", {"text": "a", "tokenizer": "nonsense"}),
        ("plan", {"lengths": [1]}),
    )
    assert "overlap must be smaller than size (0 to 399)" in wrong
    assert "give either text or path" in both
    assert "give either text or path" in neither
    assert "only names are taken here, no files" in tokenizer
    assert "'nonsense' is not known here; known are cl100k_base" in unknown
    assert 1 == fine["chunks"]


def test_inputs_are_bounded(docs) -> None:
    """Texts, lists, sizes and counts that are too large are refused before any work."""
    answers = ask(
        [docs],
        ("chunk", {"text": "a" * 2_000_001}),
        ("plan", {"lengths": [1] * 10_001}),
        ("chunk", {"text": "a", "size": 100_001}),
        ("sentences", {"text": "a", "count": 501}),
        ("window", {"total": -1}),
    )
    assert all(isinstance(answer, str) and "validation error" in answer for answer in answers), answers


def test_answers_are_bounded() -> None:
    """What is longer than a model should read comes in parts that hold everything once."""
    text = "\n\n".join(f"# {n}\n\n{'word ' * 4000}" for n in range(12))
    chunks = khand.chunk(text, size=10_000)
    at, seen = 0, []
    while at is not None:
        part = Cut.of(chunks, at, 500)
        assert MAX_ANSWER >= sum(len(one.text) + len(one.embed_text) for one in part.records) > 0
        seen += [one.index for one in part.records]
        at = part.next
    assert list(range(len(chunks))) == seen
    assert len(part.records) < len(chunks)
    assert (1, None) == ((one := Sentences.of("a", [khand.Span(0, 1)], 0, 9)).total, one.next)


def test_only_files_under_the_folders(docs) -> None:
    """Neither `..`, an absolute path, a sibling of like name nor a link leads out; links inside do."""
    outside = docs.parent / "docs-too" / "secret.md"
    (docs / "link.md").symlink_to(outside)
    (docs / "linked").symlink_to(outside.parent)
    (docs / "inner.md").symlink_to(docs / "in" / "a.md")
    (docs / "circle").symlink_to(docs / "circle")
    os.mkfifo(docs / "pipe")
    out = [
        "../docs-too/secret.md",
        str(outside),
        "link.md",
        "linked/secret.md",
        "in/../../docs-too/secret.md",
    ]
    no_file = ["", "in", "pipe"]
    missing = ["none.md", "circle", "a\0b", "in/a.md/x"]
    inside = ["in/a.md", "./in/../in/a.md", "inner.md", str(docs / "in" / "a.md")]
    answers = ask([docs], *(("chunk", {"path": path}) for path in [*out, *no_file, *missing, *inside]))
    assert not [answer for answer in answers if "secret" in str(answer) and "no such file" not in str(answer)]
    for path, answer in zip(
        [*out, *missing], answers[: len(out)] + answers[-len(missing + inside) : -len(inside)], strict=True
    ):
        assert f"{path!r}: no such file under the folders that may be read" in answer
    for path, answer in zip(no_file, answers[len(out) : len(out) + len(no_file)], strict=True):
        assert f"{path!r}: is not a file" in answer
    assert [2, 2, 2, 2] == [answer["total"] for answer in answers[-len(inside) :]]
    assert {"in/a.md"} == {
        record["source"] for answer in answers[-len(inside) :] for record in answer["records"]
    }


def test_without_folders_no_file_is_read(docs, monkeypatch) -> None:
    """A server that was given no folder reads none, not even the one it was started in."""
    monkeypatch.chdir(docs)
    (answer,) = ask([], ("chunk", {"path": "in/a.md"}))
    assert "no folder was named under which files may be read" in answer


def test_files_that_are_too_large(docs) -> None:
    """A file above the bound is refused before it is read."""
    with pytest.raises(khand.InputError, match="is larger than 10 bytes"):
        Roots([str(docs)], max_bytes=10).file("in/a.md")
    assert docs / "in" / "a.md" == Roots([str(docs)], max_bytes=100).file("in/a.md").path


def test_a_folder_that_is_not_there() -> None:
    """The command says so before it serves."""
    result = CliRunner().invoke(main, ["mcp", "no-such-folder"])
    assert (1, "") == (result.exit_code, result.stdout)
    assert "no-such-folder: is no folder" in result.stderr


def test_missing_package_names_the_extra(monkeypatch) -> None:
    """Without the SDK the command says what to install."""
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    monkeypatch.delitem(sys.modules, "khand.adapters.mcp", raising=False)
    result = CliRunner().invoke(main, ["mcp"])
    assert 2 == result.exit_code
    assert 'pip install "khand[mcp]"' in result.stderr


def test_record_has_the_fields_of_a_chunk() -> None:
    """In their order."""
    assert list(khand.Chunk._fields) == [field.name for field in fields(Record)]


@pytest.fixture
def on_path(monkeypatch):
    """``khand`` is a command, as where it is installed."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


def test_entry_of_the_page_starts_the_server(docs, on_path, monkeypatch) -> None:
    """What docs/mcp.md gives for a client's list of servers is a server that reads the folder in it."""
    from mcp import Client, StdioServerParameters

    (entry,) = re.findall(r"^```json\n(.*?)^```$", PAGE, re.M | re.S)
    monkeypatch.chdir(docs.parent)

    async def session():
        command = StdioServerParameters(**json.loads(entry)["mcpServers"]["khand"])
        async with Client(command) as client:
            return told(await client.call_tool("chunk", {"path": "in/a.md"}))

    assert 2 == finished(session())["total"]


def test_python_of_the_page_prints_what_it_says(on_path) -> None:
    """The client of docs/mcp.md, run beside the examples."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
    (printed,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.M | re.S)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert (printed, 0) == (done.stdout, done.returncode), done.stderr


def test_page_has_every_tool() -> None:
    """The table of docs/mcp.md names the tools that there are."""
    assert sorted(TOOLS) == sorted(re.findall(r"^\| `(\w+)` \|", PAGE, re.M))
