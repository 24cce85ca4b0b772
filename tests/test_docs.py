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


@pytest.mark.skipif(os.name == "nt", reason="the README's commands are for a POSIX shell")
@pytest.mark.parametrize("command", make_docs.CONSOLE.findall(README))
def test_readme_commands_print_what_they_say(command: str) -> None:
    """What stands below a command in the README is what it prints."""
    assert f"```console\n$ {command}\n{make_docs.output(command)}```" in README


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
