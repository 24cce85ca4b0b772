"""Files, folders and globs to the documents they name, each with the name its chunks carry."""

from __future__ import annotations

import fnmatch
import glob
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from khand.errors import InputError
from khand.readers.folders import (
    EVERYTHING,
    FolderRules,
    PassedOver,
    documents_in,
    may_be_file,
    prose_suffixes,
)


class Found(NamedTuple):
    """
    A file to read.

    Attributes:
        path: Where it is.
        source: The name its chunks carry: the POSIX path relative to the folder given, or the bare name.

    """

    path: Path
    source: str


def find(
    inputs: Sequence[str],
    *,
    rules: FolderRules = EVERYTHING,
    passed: PassedOver | None = None,
) -> tuple[list[Found], list[InputError]]:
    """
    The documents that files, folders and globs name, in a fixed order and each once.

    Args:
        inputs: Paths as given. A folder stands for what ``khand.readers.folders`` says; a glob for the files it matches,
            ``**`` for folders at any depth, hidden ones and links to folders apart.
        rules: What the user says of files in folders.
        passed: What is passed over in folders is added, if given.

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
            here = _files_of(given, failed, rules, passed or PassedOver())
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


def _files_of(given: str, failed: list[OSError], rules: FolderRules, passed: PassedOver) -> list[Found]:
    """The files of one input; folders that cannot be listed are added to `failed`."""
    path = Path(given)
    if path.is_dir():
        return _named(documents_in(path, rules, failed, passed), path)
    if path.exists():
        return [Found(path, _readable(Path(path.name)))]
    if not glob.has_magic(given):
        return []
    return _named([match for match in _glob(given, failed) if may_be_file(match)], _fixed_folder(given))


def _named(paths: Iterable[Path], folder: Path) -> list[Found]:
    named = [(path.relative_to(folder), path) for path in paths]
    return [
        Found(path, _readable(inner)) for inner, path in sorted(named, key=lambda pair: pair[0].as_posix())
    ]


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
        return f"no documents in this folder (looked for {' '.join(sorted(prose_suffixes()[0]))})"
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
