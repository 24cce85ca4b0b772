"""An environment of a bench's own, made where it is missing or old."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path


def enter(venv: Path, requirements: Path) -> None:
    """Go on in the Python of `venv`, which holds what `requirements` names."""
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = venv / "requirements.sha256"
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != wanted:
        print(f"Setting up {venv.name}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "-r", requirements], check=True)
        stamp.write_text(wanted)
    if Path(sys.prefix).resolve() != venv.resolve():
        sys.exit(subprocess.run([python, *sys.argv], check=False).returncode)
