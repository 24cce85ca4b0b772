"""The name that the chunks of a file carry: it depends on the file and on how it was given, on no other input."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from khand.errors import OptionError


class Found(NamedTuple):
    """
    A file to read.

    Attributes:
        path: Where it is.
        source: The name its chunks carry, a POSIX path; see ``source_of``.

    """

    path: Path
    source: str


def source_of(path: Path, *, folder: Path | None = None, root: str | os.PathLike[str] | None = None) -> str:
    """
    The name of a file.

    Args:
        path: The file.
        folder: The folder given in which it was found; None for a file that was named itself.
        root: The folder that every name is relative to; None for the rule below.

    Returns:
        The POSIX path relative to `root`; else to `folder`; else to the working directory, or outside of that the bare name.

    Raises:
        OptionError: The file is not under `root`.

    >>> source_of(Path("docs/sub/a.md")), source_of(Path("docs/sub/a.md"), folder=Path("docs"))
    ('docs/sub/a.md', 'sub/a.md')
    >>> source_of(Path("docs/sub/a.md"), root="docs/sub"), source_of(Path("/elsewhere/a.md"))
    ('a.md', 'a.md')

    """
    if root is not None:
        inner = _relative(path, Path(root))
        if inner is None:
            raise OptionError(
                f"root={str(root)!r}: {readable(path)} is not under it", option="root", value=str(root)
            )
        return readable(inner)
    if folder is not None:
        return readable(path.relative_to(folder))
    return readable(_relative(path, Path()) or Path(path.name))


def refuse_same_source(found: Iterable[Found]) -> None:
    """
    Check that no two documents carry one name: their chunks could not be told apart.

    Raises:
        OptionError: Two carry the same name; the message names both.

    """
    by_source: dict[str, Path] = {}
    for path, source in found:
        other = by_source.setdefault(source, path)
        if other is not path:
            raise OptionError(
                f"source={source!r} would name two documents, {readable(other)} and {readable(path)}; name the folder "
                "that holds both with root=FOLDER",
                option="source",
                value=source,
            )


def _relative(path: Path, folder: Path) -> Path | None:
    """The way from a folder to a file under it, as the names say, links not followed; None for one that is not."""
    try:
        # pathlib's absolute() keeps `..`, its resolve() follows links
        return Path(os.path.abspath(path)).relative_to(os.path.abspath(folder))  # noqa: PTH100
    except ValueError:
        return None


def readable(path: Path) -> str:
    """A path as text that every format can hold."""
    # a name that is not UTF-8 on disk is carried as surrogates, which JSON Lines cannot hold
    return os.fsencode(path.as_posix()).decode("utf-8", "replace")
