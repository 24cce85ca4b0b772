"""
Cut documents with two khands and compare what they write, byte by byte: the pure build and the compiled one.

    python scripts/compare_builds.py PYTHON PYTHON [FOLDER …]

Each PYTHON is that of an environment with one of the builds; the folders are those of the sample documents, and
``KHAND_CORPUS`` where it is set.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SAMPLES = Path(__file__).parent.parent / "tests" / "data" / "documents"
SETTINGS = (
    "",
    "--size 128 --overlap 16",
    "--size 256 --overlap 32 --by sentence",
    "--size 96 --by paragraph --min-size 24",
    "--by window",
    "--size 200 --children 40",
    "--size 600 --overlap 60 --tokenizer characters",
)


def kind(python):
    """What an environment has, as it says itself."""
    return subprocess.run(
        [python, "-m", "khand", "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()


def chunked(python, folder, settings, out):
    """The records of a folder's documents, as bytes; files that no reader of this environment reads are left out alike."""
    command = [python, "-m", "khand", "chunk", folder, *settings.split(), "--quiet", "-o", out]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or not out.exists():
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stderr}")
    return out.read_bytes()


def main(first, second, *folders):
    """Compare; the exit code is 1 where anything differs."""
    kinds = kind(first), kind(second)
    if kinds[0] == kinds[1]:
        sys.exit(f"both are {kinds[0]}")
    corpus = os.environ.get("KHAND_CORPUS")
    different = chunks = 0
    with tempfile.TemporaryDirectory() as scratch:
        for folder in folders or [SAMPLES, *([corpus] if corpus else [])]:
            for settings in SETTINGS:
                made = [
                    chunked(python, folder, settings, Path(scratch, f"{number}.jsonl"))
                    for number, python in enumerate((first, second))
                ]
                chunks += made[0].count(b"\n")
                if made[0] != made[1]:
                    different += 1
                    print(f"{folder} {settings or 'as it comes'}: not the same")
    print(
        f"{chunks:,} chunks by {kinds[0]} and by {kinds[1]}: {'the same bytes' if not different else 'DIFFERENT'}"
    )
    return 1 if different or not chunks else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
