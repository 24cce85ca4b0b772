"""The documentation does what it says."""

import doctest
import importlib.util
import os
import re
from pathlib import Path

import pytest

import khand

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

spec = importlib.util.spec_from_file_location("make_docs", ROOT / "scripts" / "make_docs.py")
make_docs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make_docs)
pictures = make_docs.pictures


def test_cli_page_is_current() -> None:
    """docs/cli.md is what ``scripts/make_docs.py`` writes now."""
    assert make_docs.page() == make_docs.CLI.read_text(encoding="utf-8")


def test_api_page_is_current_and_complete() -> None:
    """docs/api.md is what ``scripts/make_docs.py`` writes now, and every public name is on it once."""
    page = make_docs.API.read_text(encoding="utf-8")
    assert make_docs.api_page.page() == page
    named = re.findall(r"^### `khand\.(\w+)`$", page, re.M)
    assert sorted(named) == [name for name in khand.__all__ if name != "__version__"]


def test_record_page_has_every_field() -> None:
    """docs/record.md has the fields of a chunk in their order, and its example is the record that is written."""
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    assert list(khand.Chunk._fields) == re.findall(r"^\| `(\w+)` \|", page, re.M)
    assert make_docs.record_page(page) == page


def test_pictures_of_cutting_are_current() -> None:
    """Every picture on docs/cutting.md is what khand makes of the document above it, and every call on the page has one."""
    page = pictures.PAGE.read_text(encoding="utf-8")
    drawn = re.findall(r"^`khand\.chunk\(text, .*\)`\n\n````text\n┌", page, re.M)
    assert len(re.findall(r"^`khand\.chunk\(", page, re.M)) == len(drawn) > 10
    assert pictures.page(page) == page


def test_tests_that_the_proofs_name_exist() -> None:
    """Every test, test file and golden case that docs/algorithms.md names is there."""
    page = (ROOT / "docs" / "algorithms.md").read_text(encoding="utf-8")
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    names = set(re.findall(r"`(test_\w+)`", page))
    assert len(names) > 20
    assert [] == sorted(name for name in names if f"def {name}(" not in tests)
    files = set(re.findall(r"`(tests/[\w/.-]+|golden/[\w/.-]+)`", page))
    assert files
    assert [] == sorted(
        file for file in files if not any((at / file).exists() for at in (ROOT, ROOT / "tests"))
    )


@pytest.mark.skipif(os.name == "nt", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize(
    ("page", "command"),
    [
        pytest.param(page, command, id=f"{page.name} {command}")
        for page in make_docs.SHOWN
        for command in make_docs.CONSOLE.findall(page.read_text(encoding="utf-8"))
    ],
)
def test_commands_print_what_pages_say(page: Path, command: str) -> None:
    """What stands below a command is what it prints."""
    text = page.read_text(encoding="utf-8")
    assert f"```console\n$ {command}\n{make_docs.output(command)}```" in text


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the examples."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


@pytest.mark.parametrize("block", re.findall(r"^```python\n(.*?)^```$", README, re.M | re.S))
def test_readme_python_runs(block: str, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python of the README gives what stands below each line."""
    monkeypatch.chdir(checkout)
    test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    problems: list[str] = []
    failed, tried = doctest.DocTestRunner(verbose=False).run(test, out=problems.append)
    assert "" == "".join(problems)
    assert tried > 0 == failed


def test_readme_links_lead_somewhere() -> None:
    """Every relative link of the README names a file that is there."""
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [] == [link for link in links if not (ROOT / link).exists()]


@pytest.mark.parametrize(
    "page",
    [
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md")),
    ],
)
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    """Every relative link of a page names a file that is there; links in code are examples."""
    text = re.sub(
        r"^(`{3,})[^\n]*\n.*?^\1`*$|`[^`\n]*`",
        "",
        (ROOT / page).read_text(encoding="utf-8"),
        flags=re.M | re.S,
    )
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)
    assert [] == [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]
