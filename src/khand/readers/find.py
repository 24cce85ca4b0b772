"""Files, folders and globs to the documents they name, each with the name its chunks carry."""

from __future__ import annotations

import fnmatch
import glob
import os
import stat
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from khand.errors import InputError

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


class Found(NamedTuple):
    """
    A file to read.

    Attributes:
        path: Where it is.
        source: The name its chunks carry: the POSIX path relative to the folder given, or the bare name.

    """

    path: Path
    source: str


def format_of(name: str) -> str:
    """
    The format a file's name says; plain text where it says nothing, since a wrong heading is worse than none.

    >>> format_of("README.md"), format_of("index.HTM"), format_of("notes")
    ('markdown', 'html', 'text')

    """
    return EXTENSIONS.get(Path(name).suffix.lower(), "text")


def find(inputs: Sequence[str]) -> tuple[list[Found], list[InputError]]:
    """
    The documents that files, folders and globs name, in a fixed order and each once.

    Args:
        inputs: Paths as given. A folder stands for all regular files under it that have a known extension, hidden ones
            (``.git``) and links to folders apart; a glob for the files it matches, ``**`` for folders at any depth,
            links to folders apart.

    Returns:
        The files: inputs in the order given, what is inside each in the order of its path. And one error for
        each input that names no file, and for each folder inside one that cannot be listed. Where two files would carry
        the same name, both carry their path relative to the folder that holds both.

    """
    found: dict[str, Found] = {}
    errors = []
    for given in inputs:
        failed: list[OSError] = []
        try:
            here = _files_of(given, failed)
        except OSError as error:
            here = []
            failed.append(error)
        errors += [InputError(_said(error, given), source=error.filename or given) for error in failed]
        if not here and not failed:
            errors.append(InputError(f"{given}: {_why_nothing(given)}", source=given))
        for each in here:
            found.setdefault(os.path.realpath(each.path), each)
    return _told_apart(list(found.values())), errors


def _said(error: OSError, given: str) -> str:
    return f"{error.filename or given}: {error.strerror or error}"


def _files_of(given: str, failed: list[OSError]) -> list[Found]:
    """The files of one input; folders that cannot be listed are added to `failed`."""
    path = Path(given)
    if path.is_dir():
        inside = [base / name for base, names in _walk(path, failed) for name in names]
        documents = [file for file in inside if file.suffix.lower() in EXTENSIONS and _may_be_file(file)]
        return _named(documents, path)
    if path.exists():
        return [Found(path, _readable(Path(path.name)))]
    if not glob.has_magic(given):
        return []
    return _named([match for match in _glob(given, failed) if _may_be_file(match)], _fixed_folder(given))


def _named(paths: Iterable[Path], folder: Path) -> list[Found]:
    named = [(path.relative_to(folder), path) for path in paths]
    return [
        Found(path, _readable(inner)) for inner, path in sorted(named, key=lambda pair: pair[0].as_posix())
    ]


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


def _fixed_folder(pattern: str) -> Path:
    """The folder of a glob before its first wildcard: what the names of its files are relative to."""
    folder = Path()
    for part in Path(pattern).parts[:-1]:
        if glob.has_magic(part):
            break
        folder /= part
    return folder


def _readable(relative: Path) -> str:
    # a name that is not UTF-8 on disk is carried as surrogates, which JSON Lines cannot hold
    return os.fsencode(relative.as_posix()).decode("utf-8", "replace")


def _why_nothing(given: str) -> str:
    if Path(given).is_dir():
        return f"no documents in this folder (looked for {' '.join(EXTENSIONS)})"
    if not glob.has_magic(given):
        return "no such file or folder"
    matches = [_readable(match) for match in sorted(_glob(given, []))]
    if not matches:
        return "nothing matches"
    more = f" and {len(matches) - 3} more" if len(matches) > 3 else ""
    inside = Path(given, "**", "*.md").as_posix()
    return f"matches no file, only {', '.join(matches[:3])}{more}; for what is in folders give {inside}"


def _told_apart(found: list[Found]) -> list[Found]:
    by_source: defaultdict[str, list[str]] = defaultdict(list)
    for each in found:
        by_source[each.source].append(os.path.realpath(each.path))
    common = {source: os.path.commonpath(paths) for source, paths in by_source.items() if len(paths) > 1}
    return [
        Found(path, _readable(Path(os.path.realpath(path)).relative_to(common[source])))
        if source in common
        else Found(path, source)
        for path, source in found
    ]
