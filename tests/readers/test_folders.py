"""Which files a folder stands for, by git's own reading of .gitignore; what is passed over is told."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from khand.cli import main
from khand.readers import FolderRules, PassedOver, find
from khand.readers.ignored import is_named, rules


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of many kinds of files."""
    monkeypatch.chdir(tmp_path)
    for name in (
        "d/a.md", "d/b.html", "d/c.csv", "d/d.json", "d/e.py", "d/f.png", "d/g.log", "d/.hidden.md", "d/.git/x.md",
        "d/build/x.md", "d/sub/h.rst", "d/sub/build.txt", "d/sub/keep.log", "d/i", "d/sub/n.ipynb", "d/sub/t.vtt",
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
    (tmp_path / "d/.gitignore").write_text("/build/\nsub/h*\n")
    return tmp_path / "d"


def names(inputs: list[str], **options: tuple[str, ...]) -> tuple[list[str], PassedOver]:
    """Names of the documents found, and what was passed over."""
    passed = PassedOver()
    found, errors = find(inputs, rules=FolderRules(**options), passed=passed)
    assert not errors
    return [each.source for each in found], passed


@pytest.mark.usefixtures("folder")
def test_prose_is_taken_and_the_rest_is_told() -> None:
    """Not hidden, not ignored; data, code and pictures only where asked for."""
    found, passed = names(["d"])
    assert ["a.md", "b.html", "c.csv", "sub/build.txt", "sub/n.ipynb", "sub/t.vtt"] == found
    assert {".json": 1, ".py": 1, ".png": 1, ".log": 2, "": 1} == dict(passed.suffixes)
    assert (2, 1, 0) == (passed.ignored, passed.hidden, passed.excluded)
    first, second = passed.sentences()
    assert "passed over: 6 files (2 .log" in first
    assert "take them with --include '*.log'" in first
    assert "2 that .gitignore names, 1 hidden" in second


@pytest.mark.usefixtures("folder")
def test_include_and_exclude() -> None:
    """Patterns as in .gitignore; what is excluded is out, whatever includes it."""
    found, passed = names(["d"], include=("*.py", "sub/*.log"), exclude=("*.html", "t.*", "/c.csv"))
    assert ["a.md", "e.py", "sub/build.txt", "sub/keep.log", "sub/n.ipynb"] == found
    assert 3 == passed.excluded


@pytest.mark.usefixtures("folder")
def test_format_that_is_no_prose() -> None:
    """A folder then stands for its files."""
    assert ["e.py"] == names(["d"], format="code")[0]
    assert ["d.json"] == names(["d"], format="json")[0]


def test_run_tells_what_it_passed_over(folder: Path) -> None:
    """On standard error, with how to take it."""
    for name in ("b.html", "sub/n.ipynb", "sub/t.vtt"):
        (folder / name).unlink()
    done = CliRunner().invoke(main, ["chunk", "d", "--json"])
    assert 0 == done.exit_code, done.stderr
    assert json.loads(done.stdout)["chunks"]
    assert "Note: passed over: 6 files" in done.stderr


PATTERNS = [
    "*.log", "!keep.log", "/top.txt", "build/", "docs/*.md", "a/**/z.txt", "**/cache", "temp/**", "[ab].txt", "x?.md",
    "# comment", "\\#real", "trailing   ", "nested/deep/", "*.[oa]", "!important/", "/*.cfg", "q/", "**/r/s.txt",
]  # fmt: skip
PATHS = [
    "a.log", "keep.log", "d/keep.log", "top.txt", "d/top.txt", "build/x.txt", "d/build/y.md", "docs/a.md", "docs/b/c.md",
    "a/z.txt", "a/b/c/z.txt", "d/cache", "cache", "temp/a/b", "a.txt", "c.txt", "x1.md", "x12.md", "#real", "# comment",
    "trailing", "nested/deep/f", "f.o", "f.oo", "important/z.log", "u.cfg", "d/u.cfg", "q", "d/q/f", "r/s.txt", "d/r/s.txt",
]  # fmt: skip


@pytest.mark.skipif(shutil.which("git") is None, reason="git says what is ignored")
def test_patterns_are_read_as_git_reads_them(tmp_path: Path) -> None:
    """The same files as ``git check-ignore`` names."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    for path in PATHS:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    (tmp_path / ".gitignore").write_text("\n".join(PATTERNS))
    done = subprocess.run(
        ["git", "-C", str(tmp_path), "check-ignore", "--no-index", *PATHS],
        capture_output=True,
        text=True,
        check=False,
    )
    expected = {line.strip('"') for line in done.stdout.splitlines()}
    found = rules(PATTERNS)

    def ignored(path: str) -> bool:
        parts = path.split("/")
        folders = ["/".join(parts[:k]) + "/" for k in range(1, len(parts))]
        return any(is_named(folder, found) for folder in folders) or is_named(path, found)

    assert expected == {path for path in PATHS if ignored(path)}


@pytest.mark.skipif(shutil.which("git") is None, reason="git says what is ignored")
def test_rules_of_folders_above_and_inside(tmp_path: Path) -> None:
    """Those of the repository hold in a folder of it, those of a folder inside go before."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    for name in ("p/d/a.md", "p/d/b.md", "p/d/e/c.md", "p/d/e/b.md", "p/other/a.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / ".gitignore").write_text("b.md\np/d/a.md\n")
    (tmp_path / "p/d/e/.gitignore").write_text("!b.md\n")
    assert ["e/b.md", "e/c.md"] == names([str(tmp_path / "p/d")])[0]


def test_links_name_a_file_once(tmp_path: Path) -> None:
    """A file that inputs and links name several times is taken once, by the name it has first; another file of its name is."""
    for name in ("notes", "more"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text("# A\n", encoding="utf-8")
    try:
        (tmp_path / "notes" / "b.md").symlink_to(tmp_path / "notes" / "a.md")
        (tmp_path / "linked").symlink_to(tmp_path / "notes", target_is_directory=True)
    except OSError:
        pytest.skip("no right to make links here")
    inputs = [str(tmp_path / name) for name in ("notes", "linked", "more", "notes/../notes/a.md")]
    found, errors = find(inputs, root=tmp_path)
    assert ([], ["notes/a.md", "more/a.md"]) == (errors, [each.source for each in found])
