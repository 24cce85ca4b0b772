"""What type checkers know of the public names."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

CODE = """\
import khand
from khand import Settings, chunk

settings: Settings = Settings(size=5)
tokens: int = chunk("a", settings, by="sentence")[0].tokens
text: str = khand.chunk_file("a.md", overlap="10%").document
for source, chunks, error in khand.chunk_files(["a", "b"], jobs=2):
    cost: float = chunks.report.cost("text-embedding-3-small") if chunks else 0.0
version: str = khand.__version__
chunk("a", siz=5)  # wrong
chunk("a", size="5")  # wrong
chunk(5)  # wrong
khand.no_such_name  # wrong
khand.chunk("a").tokens  # wrong
"""


def test_wrong_calls_are_seen_and_right_ones_pass(tmp_path: Path) -> None:
    """Though names load lazily, every one has its type, and settings by keyword are checked."""
    (tmp_path / "use.py").write_text(CODE)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "use.py"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    seen = {int(line.split(":")[1]) for line in told.splitlines() if ": error: " in line}
    wrong = {number for number, line in enumerate(CODE.splitlines(), 1) if line.endswith("# wrong")}
    assert wrong == seen, told
