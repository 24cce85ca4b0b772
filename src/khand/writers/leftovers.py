"""Clears what a killed run left beside its output, without touching what a running one is writing."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

_NEW_SECONDS = 5


def hold(descriptor: int) -> None:
    """Mark a file or folder that is open as being written, until it is closed or its process ends."""
    try:
        import fcntl
    except ImportError:  # Windows: a file that is open cannot be deleted there
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return  # a file system without locks: its leftovers stay


def clear(target: Path) -> None:
    """Delete what ended runs have left for a target: files and folders of the name ``.NAME.HEX.part`` that nobody holds."""
    for left in target.parent.glob(f".{_literal(target.name[:100])}.{'[0-9a-f]' * 16}.part"):
        if not _is_held(left):
            if left.is_dir():
                import shutil  # only a run that was killed leaves a folder

                shutil.rmtree(left, ignore_errors=True)
            else:
                with suppress(OSError):
                    left.unlink(missing_ok=True)


def _is_held(path: Path) -> bool:
    try:
        import fcntl
    except ImportError:
        return False  # deleting it fails where it is
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # made this moment and not held yet: its writer will be
        return time.time() - os.fstat(descriptor).st_mtime < _NEW_SECONDS and not os.fstat(descriptor).st_size
    except OSError:
        return True
    finally:
        os.close(descriptor)


def _literal(name: str) -> str:
    """A name as a glob that matches it alone."""
    return "".join([f"[{sign}]" if sign in "*?[" else sign for sign in name])
