"""Files, folders and globs to the documents they name, each with the name its chunks carry."""

from __future__ import annotations

import glob
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
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
        inputs: Paths as given. A folder stands for all files under it that have a known extension, hidden ones
            (``.git``) and links to folders apart; a glob for the files it matches, ``**`` for folders at any depth.

    Returns:
        The files: inputs in the order given, what is inside each in the order of its path. And one error for
        each input that names no file. Where two files would carry the same name, both carry their path relative
        to the folder that holds both.

    """
    found: dict[Path, Found] = {}
    errors = []
    for given in inputs:
        here = list(_files_of(given))
        if not here:
            errors.append(InputError(f"{given}: {_why_nothing(given)}", source=given))
        for each in here:
            found.setdefault(each.path.resolve(), each)
    return _told_apart(list(found.values())), errors


def _files_of(given: str) -> Iterator[Found]:
    path = Path(given)
    if path.is_dir():
        for inner in _walk(path):
            yield Found(inner, _readable(inner.relative_to(path)))
    elif path.exists():
        yield Found(path, _readable(Path(path.name)))
    elif glob.has_magic(given):
        fixed = _fixed_folder(given)
        matches = (Path(match) for match in glob.glob(given, recursive=True))  # noqa: PTH207 - leaves hidden files out
        inside = ((match.relative_to(fixed), match) for match in matches if match.is_file())
        for relative, match in sorted(inside, key=lambda pair: pair[0].as_posix()):
            yield Found(match, _readable(relative))


def _walk(folder: Path) -> list[Path]:
    found = []
    for base, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files = (Path(base, name) for name in names if not name.startswith("."))
        found += [path for path in files if path.suffix.lower() in EXTENSIONS]
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


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
    return "nothing matches" if glob.has_magic(given) else "no such file or folder"


def _told_apart(found: list[Found]) -> list[Found]:
    by_source: defaultdict[str, list[Path]] = defaultdict(list)
    for each in found:
        by_source[each.source].append(each.path.resolve())
    common = {
        source: Path(os.path.commonpath(paths)) for source, paths in by_source.items() if len(paths) > 1
    }
    return [
        Found(path, _readable(path.resolve().relative_to(common[source])) if source in common else source)
        for path, source in found
    ]
