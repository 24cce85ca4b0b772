"""The documentation does what it says."""

import doctest
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
KHAND = f'"{sys.executable}" -m khand'


def blocks(language: str) -> list[str]:
    """The fenced blocks of the README in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def run(command: str, folder: Path) -> str:
    """Standard output of a command line, as a user would see it in the folder."""
    line = re.sub(r"\bkhand (?=\w)", lambda _: f"{KHAND} ", command).replace(
        "python -c", f'"{sys.executable}" -c'
    )
    # a wide terminal, so that no line of the output depends on where the tests run
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "COLUMNS": "120", "PYTHONUTF8": "1"}
    done = subprocess.run(
        line, shell=True, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert 0 == done.returncode, done.stderr
    return done.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the examples, where commands may write."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="the README's commands are for a POSIX shell")
@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.split("\n")[0][2:50])
def test_readme_commands_print_what_they_say(block: str, checkout: Path) -> None:
    """Each command of the README prints what stands below it."""
    command, _, expected = block.partition("\n")
    assert expected.rstrip("\n") == run(command.removeprefix("$ "), checkout).rstrip("\n")


@pytest.mark.parametrize("block", blocks("python"))
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


def test_cli_page_is_current() -> None:
    """docs/cli.md is what ``scripts/make_docs.py`` writes now."""
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "scripts" / "make_docs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.page() == module.TARGET.read_text(encoding="utf-8")
