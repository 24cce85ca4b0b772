"""Files, folders and globs to the documents they name, each with the name its chunks carry."""

from __future__ import annotations

import fnmatch
import glob
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from khand.errors import InputError
from khand.readers.sources import Found, readable, refuse_same_source, source_of

EXTENSIONS = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".mdx": "markdown",
    ".qmd": "markdown",
    ".txt": "text",
    ".text": "text",
    ".rst": "text",
    ".adoc": "text",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
}
"""What a folder is searched for, and the format each is read as."""


def format_of(name: str) -> str:
    """
    The format a file's name says; plain text where it says nothing, since a wrong heading is worse than none.

    >>> format_of("README.md"), format_of("index.HTM"), format_of("notes")
    ('markdown', 'html', 'text')

    """
    return EXTENSIONS.get(Path(name).suffix.lower(), "text")


def find(
    inputs: Sequence[str], *, root: str | os.PathLike[str] | None = None
) -> tuple[list[Found], list[InputError]]:
    """
    The documents that files, folders and globs name, in a fixed order and each once.

    Args:
        inputs: Paths as given. A folder stands for all regular files under it that have a known extension, hidden ones
            (``.git``) and links to folders apart; a glob for the files it matches, ``**`` for folders at any depth,
            links to folders apart.
        root: What the names of all files are relative to; None for the rule of ``source_of``.

    Returns:
        The files: inputs in the order given, what is inside each in the order of its path. And one error for
        each input that names no file, and for each folder inside one that cannot be listed.

    Raises:
        OptionError: A file is not under `root`, or two would carry the same name.

    """
    found: dict[str, Found] = {}
    errors = []
    for given in inputs:
        failed: list[OSError] = []
        try:
            here = _files_of(given, failed, root)
        except OSError as error:
            here = []
            failed.append(error)
        errors += [InputError(_said(error, given), source=error.filename or given) for error in failed]
        if not here and not failed:
            errors.append(InputError(f"{given}: {_why_nothing(given)}", source=given))
        for each in here:
            found.setdefault(os.path.realpath(each.path), each)
    refuse_same_source(found.values())
    return list(found.values()), errors


def _said(error: OSError, given: str) -> str:
    return f"{error.filename or given}: {error.strerror or error}"


def _files_of(given: str, failed: list[OSError], root: str | os.PathLike[str] | None) -> list[Found]:
    """The files of one input; folders that cannot be listed are added to `failed`."""
    path = Path(given)
    if path.is_dir():
        inside = [base / name for base, names in _walk(path, failed) for name in names]
        documents = [file for file in inside if file.suffix.lower() in EXTENSIONS and _may_be_file(file)]
        return [Found(file, source_of(file, folder=path, root=root)) for file in _in_order(documents)]
    if path.exists():
        return [Found(path, source_of(path, root=root))]
    if not glob.has_magic(given):
        return []
    # as if the shell had named them one by one
    matches = [match for match in _glob(given, failed) if _may_be_file(match)]
    return [Found(match, source_of(match, root=root)) for match in _in_order(matches)]


def _in_order(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=Path.as_posix)


def _may_be_file(path: Path) -> bool:
    """Whether it is a regular file, or cannot be looked at: reading a link to nothing fails and so names it."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True


def _walk(folder: Path, failed: list[OSError]) -> Iterator[tuple[Path, list[str]]]:
    """A folder and the folders under it, each with the names of its files; hidden ones and links to folders apart."""
    for base, folders, names in os.walk(folder, onerror=failed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield Path(base), [name for name in names if not name.startswith(".")]


def _glob(pattern: str, failed: list[OSError]) -> Iterable[Path]:
    """
    What a pattern matches, each once.

    The standard library's glob follows links to folders with ``**``, round and round, and passes over folders that
    cannot be listed.
    """
    anchor = Path(Path(pattern).anchor)
    parts = Path(pattern).parts[1:] if anchor.parts else Path(pattern).parts
    return dict.fromkeys(_matches(anchor, parts, failed))


def _matches(folder: Path, parts: Sequence[str], failed: list[OSError]) -> Iterator[Path]:
    if not parts:
        yield folder
        return
    part, rest = parts[0], parts[1:]
    if part == "**":
        for base, _ in _walk(folder, failed):
            yield from _matches(base, rest or ("*",), failed)
    elif glob.has_magic(part):
        for name in fnmatch.filter(_names(folder, failed), part):
            if part.startswith(".") or not name.startswith("."):
                yield from _matches(folder / name, rest, failed)
    elif os.path.lexists(folder / part):
        yield from _matches(folder / part, rest, failed)


def _names(folder: Path, failed: list[OSError]) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries]
    except NotADirectoryError:
        return []
    except OSError as error:
        failed.append(error)
        return []


def _why_nothing(given: str) -> str:
    if Path(given).is_dir():
        return f"no documents in this folder (looked for {' '.join(EXTENSIONS)})"
    if not glob.has_magic(given):
        return "no such file or folder"
    matches = [readable(match) for match in sorted(_glob(given, []))]
    if not matches:
        return "nothing matches"
    more = f" and {len(matches) - 3} more" if len(matches) > 3 else ""
    inside = Path(given, "**", "*.md").as_posix()
    return f"matches no file, only {', '.join(matches[:3])}{more}; for what is in folders give {inside}"
