"""The bench's own Python: bench/.venv with the pinned peers, and tiktoken's tables out of a package."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

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
    """Make bench/.venv where it is missing or old, and go on in its Python."""
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = VENV / "requirements.sha256"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != wanted:
        print("Setting up bench/.venv", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "-r", REQUIREMENTS], check=True)
        stamp.write_text(wanted)
    if Path(sys.prefix).resolve() != VENV.resolve():
        sys.exit(subprocess.run([python, *sys.argv], check=False).returncode)


def variables() -> dict[str, str]:
    """
    The environment of a measured process.

    llama-index-core's wheel carries the published cl100k_base table in the form of tiktoken's cache, so tiktoken
    needs no network.
    """
    tables = next(VENV.glob("**/llama_index/core/_static/tiktoken_cache"))
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
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


def measure(job: dict, timeout_s: float) -> dict:
    """One run of child.py; ``{"failed": reason}`` where it fails or takes longer."""
    command = [sys.executable, str(HERE / "child.py"), json.dumps(job)]
    try:
        done = subprocess.run(
            command, env=variables(), capture_output=True, text=True, timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"> {timeout_s:.0f} s"}
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return {"failed": lines[-1][:200]}
    return json.loads(done.stdout.splitlines()[-1])
