"""The page out of a wheel, which carries khand compiled for it, and out of a checkout, which does not."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from contextlib import contextmanager
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PARTS = "pyproject.toml README.md LICENSE CHANGELOG.md scripts src".split()
# what the page asks for only when Python is ready, or not at all
LATE = r"(o200k|p50k|r50k)_base|sw\.js|icon\.svg|webmanifest|/licenses/|khand\.zip|stdlib\.zip|/help/|\.br$"

# 3 MB of it are Pyodide, 0.4 the first table, 1.6 the image; the goal is 5 MB
FIRST_LOAD = 5_100_000

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """An unpacked wheel, built of a copy of the checkout: nothing here changes under the other tests."""
    if not shutil.which("node"):
        pytest.skip("only with Node a wheel gets its compiled page")
    copy = tmp_path_factory.mktemp("checkout")
    for name in PARTS:
        source = PROJECT / name
        if source.is_dir():
            leave = shutil.ignore_patterns("core.*", "__pycache__")
            shutil.copytree(source, copy / name, ignore=leave)
        else:
            shutil.copy(source, copy)
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", out, copy], check=True)
    with zipfile.ZipFile(next(out.glob("*.whl"))) as archive:
        archive.extractall(out)
    return out


@contextmanager
def serving(folder):
    """``khand serve`` of the package in a folder."""
    command = [sys.executable, "-m", "khand", "serve", "--port", "0"]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder, env=environment)
    try:
        yield re.search(r"http://\S+", process.stderr.readline())[0]
    finally:
        process.terminate()
        process.wait()


def cuts(khand):
    """The page is there and cuts."""
    khand.open("#chunker?size=60")
    khand.paste("# One\n\nText.\n\n# Two\n\nMore.")
    return [card["text"] for card in khand.chunks()]


def test_page_of_a_wheel_wakes_a_python_that_has_khand_imported(wheel, tab):
    """The wheel holds the image, the page starts from it, and it cuts."""
    with serving(wheel) as address:
        khand = tab(address)
        assert ["# One\n\nText.", "# Two\n\nMore."] == cuts(khand)
        assert "yes" == khand.page.evaluate("document.documentElement.dataset.image")
        assert [] == khand.errors


def test_what_is_loaded_before_python_is_ready_is_small_in_brotli(wheel, tmp_path):
    """Runtime, image, page and the first table are small enough to wait for."""
    command = [sys.executable, "-m", "khand", "build-site", str(tmp_path)]
    subprocess.run(command, check=True, cwd=wheel, env=os.environ | {"PYTHONPATH": str(wheel)})
    first = [p for p in tmp_path.rglob("*") if p.is_file() and not re.search(LATE, p.as_posix())]
    assert any(path.name == "khand.image" for path in first)
    packed = [path.with_name(path.name + ".br") for path in first]
    sizes = [(br if br.exists() else path).stat().st_size for path, br in zip(first, packed, strict=True)]
    assert sum(sizes) <= FIRST_LOAD


def test_page_of_a_checkout_needs_nothing_built(tmp_path, tab):
    """Without Node and without built files the page imports the sources, and cuts."""
    leave = shutil.ignore_patterns("core.*", "__pycache__")
    shutil.copytree(PROJECT / "src" / "khand", tmp_path / "khand", ignore=leave)
    shutil.rmtree(tmp_path / "khand" / "web" / "runtime" / "page", ignore_errors=True)
    with serving(tmp_path) as address:
        khand = tab(address)
        assert ["# One\n\nText.", "# Two\n\nMore."] == cuts(khand)
        assert "no" == khand.page.evaluate("document.documentElement.dataset.image")
        assert [] == khand.errors
