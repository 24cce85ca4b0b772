"""The tests of the core, run by the very interpreter that runs in the page."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
RUNTIME = PROJECT / "src" / "khand" / "web" / "runtime"
# pure Python, as there are no compiled ones for the browser; hypothesis is compiled from 6.113 on
PACKAGES = """pytest pluggy iniconfig packaging pygments hypothesis==6.112.0 attrs sortedcontainers click markdown-it-py mdurl
    rich""".split()
SUITES = "plan window engine report notes graphemes sentences measure outline cutting_golden cases".split()
# what times itself, starts processes or compares with compiled packages stays with CPython
LEFT_OUT = "not performance and not linear and not slow and not test_command and not test_bytes and not B50 and not B54 and not B58"


@pytest.fixture(scope="session")
def surroundings(tmp_path_factory):
    """Pyodide's whole standard library out of npm, and the packages that tests import out of PyPI."""
    if not shutil.which("node") or not shutil.which("npm"):
        pytest.skip("the core's tests in Pyodide need Node and npm")
    folder = tmp_path_factory.mktemp("pyodide")
    version = json.loads((RUNTIME / "manifest.json").read_bytes())["pyodide"]
    fetched = subprocess.run(
        ["npm", "pack", "--silent", f"pyodide@{version}"], cwd=folder, check=False, capture_output=True
    )
    if fetched.returncode:
        pytest.skip("npm cannot be reached for Pyodide's standard library")
    shutil.unpack_archive(folder / f"pyodide-{version}.tgz", folder)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--only-binary=:all:", "--target", folder / "packages", *PACKAGES], check=True)
    return folder


@pytest.mark.timeout(900)
def test_core_holds_in_the_interpreter_of_the_page(surroundings):
    """Plans, cuts, sentences, graphemes, outlines and reported cases: the same tests pass in Pyodide."""
    command = [
        "node",
        Path(__file__).parent / "pytest_in_pyodide.mjs",
        RUNTIME,
        surroundings / "package" / "python_stdlib.zip",
        surroundings / "packages",
        PROJECT,
        "-p",
        "no:timeout",
        "--hypothesis-seed=0",
        "-k",
        LEFT_OUT,
        *[f"tests/test_{suite}.py" for suite in SUITES],
    ]
    ran = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={"KHAND_EXAMPLES": "10", "PATH": "/usr/bin:/bin:/usr/local/bin"},
    )
    assert 0 == ran.returncode, ran.stdout[-4000:] + ran.stderr[-1000:]
    assert " passed" in ran.stdout
