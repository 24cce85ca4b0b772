"""The memory of a Python that has started, as the file that the page loads."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest


def test_memory_comes_out_of_its_file_as_it_went_in():
    """Pointers to places nearby, words that look like such distances, gaps and the shared beginning: all as they were."""
    if not shutil.which("node"):
        pytest.skip("the file is made and read by Node here")
    script = Path(__file__).with_name("image_again.mjs")
    ran = subprocess.run(["node", script], capture_output=True, text=True, check=True)
    assert {"differ": 0, "state": {"some": "state"}, "files": {"a/b.txt": "kept"}} == json.loads(ran.stdout)
