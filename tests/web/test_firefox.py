"""The page in the other browser: it starts, takes a paste, cuts, exports, and shows every view."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import khand
from khand.writers.jsonl import dumps

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
# drives Firefox over WebDriver BiDi, with no driver between; 57 MB with what it needs
DRIVER = "puppeteer-core@24"
TEXT = "# One\n\nText here.\n\n# Two\n\nMore text."


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """The folder of the driver, out of npm."""
    if FIREFOX is None:
        pytest.skip("the page in Firefox needs Debian's firefox-esr")
    if not shutil.which("node") or not shutil.which("npm"):
        pytest.skip("the page in Firefox needs Node and npm")
    folder = tmp_path_factory.mktemp("driver")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, DRIVER]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("npm cannot be reached for the driver of Firefox")
    return folder / "node_modules" / "puppeteer-core"


@pytest.mark.timeout(300)
def test_page_works_in_firefox(driver, address, tmp_path):
    """A text that is pasted is cut, exported as khand writes it, and every view opens without an error."""
    script = Path(__file__).with_name("firefox.mjs")
    command = ["node", script, driver, FIREFOX, address, tmp_path]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 0 == ran.returncode, ran.stderr[-2000:]
    seen = json.loads(ran.stdout)
    assert [] == seen["errors"]
    assert ["Chunk 1 — under “One”, 6 tokens", "Chunk 2 — under “Two”, 6 tokens"] == seen["cards"]
    assert "".join(dumps(chunk) + "\n" for chunk in khand.chunk(TEXT, size=60)) == seen["saved"]
    assert ["Calculator – khand", "Context window – khand", "Help – khand"] == seen["views"]
