"""Files that somebody else asks for: only under folders that were allowed, wherever links lead."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from khand.errors import InputError


class Allowed(NamedTuple):
    """A file that may be read, links resolved, and the root it is under."""

    path: Path
    root: Path


class Roots:
    """
    Folders under which files may be read.

    Args:
        folders: Each must be there; none: no file may be read.
        max_bytes: The largest file.

    Raises:
        InputError: A folder is not there, or is none.

    >>> Roots([]).file("notes.md")
    Traceback (most recent call last):
        ...
    khand.errors.InputError: 'notes.md': no folder was named under which files may be read; give the text itself
    """

    def __init__(self, folders: Iterable[str], *, max_bytes: int = 50_000_000) -> None:
        self.folders = [_folder(folder) for folder in folders]
        self.max_bytes = max_bytes

    def file(self, path: str) -> Allowed:
        """
        The file of a path.

        Args:
            path: Relative to one of the roots, the first that has it; or absolute and under one.

        Raises:
            InputError: It is not there, not a file, too large, or not under a root. What is outside of them is not told from
                what is not there.
        """
        if not self.folders:
            raise _refused(path, "no folder was named under which files may be read; give the text itself")
        for root in self.folders:
            found = _resolved(root, path)
            # after links, so that neither `..` nor a link leads out
            if found is None or not found.is_relative_to(root):
                continue
            # a pipe or a device would block, or never end
            if not found.is_file():
                raise _refused(path, "is not a file")
            if found.stat().st_size > self.max_bytes:
                raise _refused(path, f"is larger than {self.max_bytes:,} bytes")
            return Allowed(found, root)
        raise _refused(path, "no such file under the folders that may be read")


def _folder(given: str) -> Path:
    path = Path(given)
    if not path.is_dir():
        raise InputError(f"{given}: is no folder", source=given)
    return path.resolve()


def _resolved(root: Path, path: str) -> Path | None:
    try:
        return (root / path).resolve(strict=True)
    # a null character, links in a circle, no right to look
    except (OSError, ValueError, RuntimeError):
        return None


def _refused(path: str, why: str) -> InputError:
    return InputError(f"{path!r}: {why}", source=path)
