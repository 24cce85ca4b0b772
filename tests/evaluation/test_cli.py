"""``khand evaluate``, ``khand evaluate init``, ``khand compare`` and ``khand models`` as their users run them."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from khand.cli import main

TOPICS = ("pump", "valve", "tank", "meter", "pipe", "filter", "boiler", "sensor", "motor", "belt")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ten documents and ten questions in the working folder; caches go elsewhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("KHAND_MODELS", raising=False)
    (tmp_path / "docs").mkdir()
    lines = []
    for n, name in enumerate(TOPICS):
        answer = f"The {name} of the second hall is looked at every {n + 2} weeks by the team on duty there."
        text = f"# The {name}\n\nIt came with the plant.\n\n## Upkeep\n\n{answer}\n\n## Spare parts\n\nAsk the store for a {name}.\n"
        (tmp_path / "docs" / f"{name}.md").write_text(text, encoding="utf-8")
        lines.append(
            json.dumps(
                {"question": f"How often is the {name} checked?", "doc": f"{name}.md", "excerpts": [answer]}
            )
        )
    (tmp_path / "q.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def test_newcomer_gets_an_answer() -> None:
    """A folder and a file of questions are enough: a table, what can be told, what to do."""
    made = run("evaluate", "docs", "--questions", "q.jsonl")
    assert 0 == made.exit_code, made.stderr
    assert "10 questions, 10 documents, bm25" in made.stdout
    assert re.search(r"^size 200 .*100\.0 \[100\.0, 100\.0\]", made.stdout, re.M)
    assert "not distinguishable with n = 10" in made.stdout
    assert "only differences above about 30 points: write more" in made.stdout


def test_hybrid_takes_vectors_from_the_cache_in_a_second_run(folder: Path) -> None:
    """A second run needs no embedding and says the same."""
    first = run("evaluate", "docs", "--questions", "q.jsonl", "--retriever", "hybrid", "--json")
    (kept,) = (folder / "cache" / "khand" / "embeddings").iterdir()
    before = kept.read_bytes()
    again = run("evaluate", "docs", "--questions", "q.jsonl", "--retriever", "hybrid", "--json")
    assert first.stdout == again.stdout
    assert before == kept.read_bytes()


def test_no_cache_keeps_nothing(folder: Path) -> None:
    """With --no-cache no file is left."""
    made = run("evaluate", "docs", "--questions", "q.jsonl", "--retriever", "dense", "--no-cache")
    assert 0 == made.exit_code
    assert not (folder / "cache").exists()


def test_figures_in_every_form(folder: Path) -> None:
    """JSON and CSV have the same figures; the page is whole, needs nothing from elsewhere and has no script."""
    made = run("evaluate", "docs", "--questions", "q.jsonl", "--size", "60,90", "--by", "heading,window", "--json", "--csv",
               "r.csv", "--html", "r.html", "--model", "text-embedding-3-small")  # fmt: skip
    assert 0 == made.exit_code, made.stderr
    figures = json.loads(made.stdout)
    rows = list(csv.DictReader((folder / "r.csv").open(encoding="utf-8")))
    assert ["by heading, size 60", "by heading, size 90", "by window, size 60", "by window, size 90"] == [
        row["setting"] for row in rows
    ]
    for one, other in zip(figures["settings"], rows, strict=True):
        assert one["recall@1000"] == float(other["recall@1000"])
        assert one["cost"] == float(other["cost"]) == one["tokens"] * 0.02 / 1e6
    page = (folder / "r.html").read_text(encoding="utf-8")
    parser = Tags()
    parser.feed(page)
    assert {"svg", "table", "style"} <= parser.names
    assert not {"script", "link", "img", "iframe"} & parser.names
    assert [] == parser.open
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")


class Tags(HTMLParser):
    """The names of all tags, and those left open."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, _attributes: list) -> None:
        self.names.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, _attributes: list) -> None:
        self.names.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()


def test_what_stands_in_questions_and_documents_is_text_in_the_page(folder: Path) -> None:
    """Markup in a question or a passage is shown, not followed."""
    evil = "<script>alert(1)</script> & the rest of a passage that is long"
    (folder / "docs" / "evil.md").write_text(f"# <img src=x>\n\n{evil}\n")
    (folder / "q.jsonl").write_text(json.dumps({"question": "<b>zebra</b>?", "excerpts": [evil]}))
    made = run(
        "evaluate", "docs", "--questions", "q.jsonl", "--html", "r.html", "--size", "100", "--headline", "10"
    )
    assert 0 == made.exit_code, made.stderr
    page = (folder / "r.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;" in page
    assert "&lt;b&gt;zebra" in page
    assert "<script" not in page


def test_goal_that_is_missed_fails() -> None:
    """For CI: exit code 1 and the figure, on standard error."""
    assert 0 == run("evaluate", "docs", "--questions", "q.jsonl", "--fail-under", "recall@1000=0.9").exit_code
    made = run(
        "evaluate",
        "docs",
        "--questions",
        "q.jsonl",
        "--budget",
        "5",
        "--headline",
        "5",
        "--fail-under",
        "recall@5=0.9",
    )
    assert 1 == made.exit_code
    assert "recall@5 is 0." in made.stderr
    assert 2 == run("evaluate", "docs", "--questions", "q.jsonl", "--fail-under", "beauty=1").exit_code


def test_doubts_are_told_and_the_rest_goes_on(folder: Path) -> None:
    """A passage that was not found is named with its line; its question is left out."""
    with (folder / "q.jsonl").open("a") as file:
        file.write('\n{"question": "Why?", "excerpts": ["Of this nothing at all is said anywhere in here."]}')
    made = run("evaluate", "docs", "--questions", "q.jsonl")
    assert 0 == made.exit_code
    assert "Line 11: “Of this nothing" in made.stderr
    assert "10 questions (1 left out)" in made.stdout


def test_document_that_cannot_be_read_is_named(folder: Path) -> None:
    """The others are evaluated; the exit code says that one failed."""
    (folder / "docs" / "bad.md").write_bytes(b"\xff\xfe\x00")
    (folder / "docs" / "worse.md").write_bytes(b"abc\xff")
    made = run("evaluate", "docs", "--questions", "q.jsonl")
    assert 1 == made.exit_code
    assert "worse.md" in made.stderr
    assert "10 questions" in made.stdout


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--size", "ten"], "'ten' is not a whole number"),
        (["--size", "100", "--overlap", "100"], "overlap must be smaller"),
        (["--by", "chapter"], "chapter"),
        (["--context", "heading"], "'heading'"),
        (["--chunker", "nothing"], "module:function"),
        (["--retriever", "dense", "--embedder", "word2vec"], "static"),
        (["--model", "text-embedding-3-smal"], "text-embedding-3-small"),
    ],
)
def test_wrong_usage_is_refused(more: list[str], said: str) -> None:
    """What was given and what is allowed is said; exit code 2."""
    made = run("evaluate", "docs", "--questions", "q.jsonl", *more)
    assert 2 == made.exit_code
    assert said in made.stderr


def test_template_is_drawn_and_not_overwritten(folder: Path) -> None:
    """``init`` writes passages with empty questions, which evaluate passes over until they are written."""
    made = run("evaluate", "init", "docs", "--count", "4", "-o", "t.jsonl")
    assert 0 == made.exit_code, made.stderr
    lines = [json.loads(line) for line in (folder / "t.jsonl").read_text().splitlines()]
    assert (4, {""}) == (len(lines), {line["question"] for line in lines})
    assert 4 == len({line["doc"] for line in lines})
    empty = run("evaluate", "docs", "--questions", "t.jsonl")
    assert 1 == empty.exit_code
    assert "4 lines have no question yet" in empty.stderr
    again = run("evaluate", "init", "docs", "-o", "t.jsonl")
    assert 2 == again.exit_code
    assert "is there already" in again.stderr


def test_compare_shows_the_formula_beside_the_result(folder: Path) -> None:
    """Fixed windows come to what the formula says; structure does not cut sentences through."""
    made = run(
        "compare",
        "docs",
        "--by",
        "heading,window",
        "--size",
        "20",
        "--overlap",
        "0",
        "--json",
        "--price",
        "1",
        "--html",
        "c.html",
    )
    assert 0 == made.exit_code, made.stderr
    heading, window = json.loads(made.stdout)
    assert window["plan_chunks"] == window["chunks"]
    assert window["sentences_cut"] > heading["sentences_cut"] == 10  # one of 19 tokens under its heading path
    assert heading["cost"] == heading["tokens"] / 1e6
    assert "<svg" in (folder / "c.html").read_text()
    table = run("compare", "docs", "--size", "20,40").stdout
    assert "by formula" in table
    assert 4 == len(table.splitlines()) + 1


def test_models_by_name_and_ones_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list can be searched; the file that KHAND_MODELS names comes first; a broken one is named."""
    assert "0.02" in run("models", "3-small").stdout
    assert 2 == run("models", "nothinglikeit").exit_code
    (folder / "mine.tsv").write_text("# mine\nhouse-embed\t\t0.5\tcl100k_base\t12\n")
    monkeypatch.setenv("KHAND_MODELS", str(folder / "mine.tsv"))
    assert run("models").stdout.splitlines()[1].startswith("house-embed")
    made = run("chunk", "docs", "--model", "house-embed", "--size", "40", "-o", "c.jsonl")
    assert 0 == made.exit_code
    assert "longer than the 12 tokens that house-embed reads" in made.stderr
    assert "at 0.50 for a million tokens" in made.stdout
    (folder / "mine.tsv").write_text("house-embed\t\tcheap\n")
    broken = run("plan", "1000", "--model", "house-embed")
    assert 2 == broken.exit_code
    assert "line 1" in broken.stderr
