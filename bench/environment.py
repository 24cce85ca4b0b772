"""The bench's own Python: bench/.venv with the pinned peers, and tiktoken's tables out of a package."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import own_venv

HERE = Path(__file__).parent
ROOT = HERE.parent
VENV = HERE / ".venv"
REQUIREMENTS = HERE / "requirements.txt"
PACKAGES = (
    "tiktoken",
    "toktok-rs",
    "langchain-text-splitters",
    "semantic-text-splitter",
    "semchunk",
    "chonkie",
    "llama-index-core",
)


def enter() -> None:
    """Go on in bench/.venv, made where it is missing or old."""
    own_venv.enter(VENV, REQUIREMENTS)


@cache
def compiled() -> Path:
    """A folder with khand compiled from the sources as they are, made where it is missing or they have changed."""
    files = sorted((ROOT / "src" / "khand").rglob("*.py"))
    seen = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    folder = HERE / ".cache" / f"compiled-{seen}"
    if not folder.is_dir():
        print("Compiling khand", file=sys.stderr)
        sys.path.insert(0, str(ROOT / "scripts"))
        from compile_rooms import compile_rooms

        config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        wanted = config["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["compiled"]
        unfinished = folder.with_name(f"{folder.name}.{os.getpid()}")
        shutil.copytree(ROOT / "src", unfinished, ignore=shutil.ignore_patterns("__pycache__"))
        with tempfile.TemporaryDirectory() as work:
            for made, place in compile_rooms(ROOT, Path(work), wanted).items():
                shutil.copy(made, unfinished / place)
        unfinished.rename(folder)
    return folder


def variables(build: str) -> dict[str, str]:
    """
    The environment of a measured process; `build` is the khand it has.

    llama-index-core's wheel carries the published cl100k_base table in the form of tiktoken's cache, so tiktoken
    needs no network.
    """
    tables = next(VENV.glob("**/llama_index/core/_static/tiktoken_cache"))
    return {
        **os.environ,
        "PYTHONPATH": str(compiled() if build == "compiled" else ROOT / "src"),
        "TIKTOKEN_CACHE_DIR": str(tables),
        "PYTHONHASHSEED": "0",
        "NLTK_DATA": str(tables.parent / "nltk_cache"),
    }


def describe() -> dict[str, str]:
    """The machine, the versions and khand's commit."""
    commit = _said(["git", "-C", str(ROOT), "rev-parse", "--short=9", "HEAD"])
    changed = _said(["git", "-C", str(ROOT), "status", "--porcelain", "--", "src"])
    return {
        "khand": commit + (" and changes not committed" if changed else ""),
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **{package: version(package) for package in PACKAGES},
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "?")


def _said(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


class Child:
    """
    A process of one tool, which answers one job after the other.

    Args:
        tool: Its name.
        build: The khand it has.
        timeout_s: How long a job may take.
    """

    def __init__(self, tool: str, build: str, timeout_s: float) -> None:
        command = [sys.executable, str(HERE / "child.py"), tool, str((os.cpu_count() or 1) - 1)]
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115 (as long as the process)
        self._process = subprocess.Popen(
            command,
            env=variables(build),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
        )
        self._timeout_s = timeout_s

    def ask(self, job: dict) -> dict:
        """The figures of a job; ``{"failed": reason}`` where it fails or takes too long, and the process is then done with."""
        if self._process.poll() is not None:
            return {"failed": "ended before"}
        late = threading.Timer(self._timeout_s, self._process.kill)
        late.start()
        try:
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        finally:
            late.cancel()
        if line:
            return json.loads(line)
        code = self._process.wait()
        self._said.seek(0)
        said = self._said.read().strip().splitlines()
        return {
            "failed": f"> {self._timeout_s:.0f} s"
            if code == -9
            else (said or [f"exit code {code}"])[-1][:200]
        }

    def end(self) -> None:
        """No more jobs."""
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait()


def load() -> float:
    """Processes that want a processor, the mean of the last minute."""
    return os.getloadavg()[0]


def once(tool: str, build: str, job: dict, timeout_s: float) -> dict:
    """The figures of a job in a process of its own."""
    child = Child(tool, build, timeout_s)
    try:
        return child.ask(job)
    finally:
        child.end()
