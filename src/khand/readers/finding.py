"""Finds the documents that files, folders and globs name, each with the name its chunks carry."""

from __future__ import annotations

import fnmatch
import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from khand.errors import InputError
from khand.readers.folders import (
    EVERYTHING,
    FolderRules,
    PassedOver,
    documents_in,
    may_be_file,
    prose_suffixes,
)
from khand.readers.sources import Found, readable, refuse_same_source, source_of


def find(
    inputs: Sequence[str],
    *,
    root: str | os.PathLike[str] | None = None,
    rules: FolderRules = EVERYTHING,
    passed: PassedOver | None = None,
) -> tuple[list[Found], list[InputError]]:
    """
    The documents that files, folders and globs name, in a fixed order and each once.

    Args:
        inputs: Paths as given. A folder stands for what ``khand.readers.folders`` says; a glob for the files it matches,
            ``**`` for folders at any depth, hidden ones and links to folders apart.
        root: The folder that the names of all files are relative to; None for the rule of ``source_of``.
        rules: Which files of folders are taken.
        passed: If given, what is passed over in folders is added to it.

    Returns:
        The files: inputs in the order given, what is inside each in the order of its path. And one error for
        each input that names no file, and for each folder inside one that cannot be listed.

    Raises:
        OptionError: A file is not under `root`, or two would carry the same name.

    """
    found: dict[tuple[str, str], Found] = {}
    folders: dict[str, str] = {}
    errors = []
    for given in inputs:
        failed: list[OSError] = []
        try:
            here = _files_of(given, failed, root, rules, passed or PassedOver())
        except OSError as error:
            here = []
            failed.append(error)
        errors += [InputError(_said(error, given), source=error.filename or given) for error in failed]
        if not here and not failed:
            errors.append(InputError(f"{given}: {_why_nothing(given)}", source=given))
        for each in here:
            found.setdefault(_real(each.path, folders), each)
    refuse_same_source(found.values())
    return list(found.values()), errors


def _real(path: Path, folders: dict[str, str]) -> tuple[str, str]:
    """The folder and name a path leads to, links followed; a folder's once for all its files, kept in `folders`."""
    folder, name = os.path.split(path)
    if name in ("", ".", "..") or path.is_symlink():
        folder, name = os.path.split(os.path.realpath(path))
        return folder, name
    if folder not in folders:
        folders[folder] = os.path.realpath(folder)
    return folders[folder], name


def _said(error: OSError, given: str) -> str:
    return f"{error.filename or given}: {error.strerror or error}"


def _files_of(
    given: str,
    failed: list[OSError],
    root: str | os.PathLike[str] | None,
    rules: FolderRules,
    passed: PassedOver,
) -> list[Found]:
    """The files of one input; folders that cannot be listed are added to `failed`."""
    path = Path(given)
    if path.is_dir():
        documents = documents_in(path, rules, failed, passed)
        return [Found(file, source_of(file, folder=path, root=root)) for file in _in_order(documents)]
    if path.exists():
        return [Found(path, source_of(path, root=root))]
    if not glob.has_magic(given):
        return []
    # as if the shell had named them one by one
    matches = [match for match in _glob(given, failed) if may_be_file(match)]
    return [Found(match, source_of(match, root=root)) for match in _in_order(matches)]


def _in_order(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=Path.as_posix)


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
        return f"no documents in this folder (looked for {' '.join(sorted(prose_suffixes()[0]))})"
    if not glob.has_magic(given):
        return "no such file or folder"
    matches = [readable(match) for match in sorted(_glob(given, []))]
    if not matches:
        return "nothing matches"
    more = f" and {len(matches) - 3} more" if len(matches) > 3 else ""
    inside = Path(given, "**", "*.md").as_posix()
    return f"matches no file, only {', '.join(matches[:3])}{more}; for what is in folders give {inside}"
