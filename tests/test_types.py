"""What type checkers know of the public names."""

import re
import shutil
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


ADAPTERS = """\
import khand
from khand.adapters.mcp import server
from khand.adapters.postgres import PgvectorSql, pgvector_sql
from khand.adapters.stores import qdrant_id, to_records

chunks: khand.Chunks = khand.chunk("a")
difference: khand.Difference = khand.diff(chunks, chunks)
ids: list[str] = difference.to_delete
new: list[khand.Chunk] = difference.to_embed
sql: PgvectorSql = pgvector_sql("chunks", 3)
text: str = sql.upsert + qdrant_id("a")
to_records(chunks, "chroma")
khand.chunk_table({"text": ["a"]}, size=5)
server(["docs"]).run()
pgvector_sql("chunks")  # wrong
server(5)  # wrong
khand.chunk_table({"text": ["a"]}, siz=5)  # wrong
difference.children.added  # wrong
"""
PYRIGHT = "pyright@1.1.414"


def mypy(folder: Path) -> str:
    """What mypy says."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "use.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def pyright(folder: Path) -> str:
    """What pyright says, as npm brings it."""
    if shutil.which("npm") is None:
        pytest.skip("no npm here")
    npm = ["npm", "exec", "--yes", f"--package={PYRIGHT}", "--", "pyright"]
    command = [*npm, "--pythonpath", sys.executable, "use.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.mark.timeout(300)
@pytest.mark.parametrize("checker", [mypy, pyright])
@pytest.mark.parametrize("code", [CODE, ADAPTERS], ids=["names", "adapters"])
def test_wrong_calls_are_seen_and_right_ones_pass(checker, code: str, tmp_path: Path) -> None:
    """Though names load lazily, every one has its type, and settings by keyword are checked; adapters are typed as well."""
    (tmp_path / "use.py").write_text(code)
    told = checker(tmp_path)
    seen = {int(line.split(":")[1]) for line in told.splitlines() if re.search(r"error: |: error", line)}
    wrong = {number for number, line in enumerate(code.splitlines(), 1) if line.endswith("# wrong")}
    assert wrong == seen, told
