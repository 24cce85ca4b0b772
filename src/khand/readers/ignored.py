"""Which paths the patterns of ``.gitignore`` name, and those of ``--include`` and ``--exclude``, which are of the same kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple


class Rule(NamedTuple):
    """
    One pattern.

    Attributes:
        base: The folder it speaks of, in POSIX form with a slash behind it; "" for the top.
        pattern: Matches a path relative to that.
        names: Whether it names what it matches, or takes it back (``!``).
        only_folders: Whether it speaks of folders only.

    """

    base: str
    pattern: re.Pattern[str] | _Prefixed
    names: bool
    only_folders: bool


def rules(lines: Iterable[str], base: str = "") -> list[Rule]:
    r"""
    The rules that lines say, as git reads them.

    Args:
        lines: Of a ``.gitignore``.
        base: Of the folder it stands in, relative to the top.

    >>> [is_named(path, rules(["*.log", "!keep.log", "/build/"])) for path in ("a/b.log", "keep.log", "build/", "a/build/")]
    [True, False, True, False]
    """
    found = []
    for raw in lines:
        line = re.sub(r"(?<!\\)[ \t]+$", "", raw.rstrip("\r\n"))
        if not line or line.startswith("#"):
            continue
        names = not line.startswith("!")
        line = line if names else line[1:]
        only_folders = line.endswith("/")
        line = line.rstrip("/") if only_folders else line
        anchored = "/" in line
        pattern = ("" if anchored else "(?:.*/)?") + _expression(line.removeprefix("/"))
        try:
            found.append(Rule(base, re.compile(pattern, re.DOTALL), names, only_folders))
        except re.error:  # a class that is not one, such as [z-a]: git matches nothing by it
            continue
    return found


def is_named(path: str, found: Sequence[Rule]) -> bool:
    """
    Whether rules name a path; the last that speaks of it counts.

    Args:
        path: Relative to the top, in POSIX form; of a folder with a slash behind it.
        found: Rules, the farthest first.

    """
    is_folder = path.endswith("/")
    path = path.rstrip("/")
    for rule in reversed(found):
        speaks = (is_folder or not rule.only_folders) and path.startswith(rule.base)
        if speaks and rule.pattern.fullmatch(path, len(rule.base)) is not None:
            return rule.names
    return False


def above(folder: Path) -> list[Rule]:
    """The rules of the folders above one, up to the top of its repository; none outside of one."""
    found: list[Rule] = []
    here = folder.absolute()
    inner = ""
    for other in here.parents:
        if not (here / ".git").exists():
            inner = f"{here.name}/{inner}"
            here = other
            found = [_moved(rule, inner) for rule in read(other, "")] + found
        else:
            return found
    return found if (here / ".git").exists() else []


def read(folder: Path, base: str) -> list[Rule]:
    """The rules of a folder's own ``.gitignore``; one that cannot be read says nothing."""
    try:
        lines = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return []
    return rules(lines, base)


def _moved(rule: Rule, inner: str) -> Rule:
    """A rule of a folder above, for paths relative to the folder `inner` in it."""
    return rule._replace(pattern=_Prefixed(rule.pattern, inner))


class _Prefixed:
    """A pattern for paths that begin with something more."""

    def __init__(self, pattern: re.Pattern[str] | _Prefixed, prefix: str) -> None:
        self.pattern = pattern
        self.prefix = prefix

    def fullmatch(self, path: str, at: int) -> re.Match[str] | None:
        """Whether it matches."""
        return self.pattern.fullmatch(self.prefix + path[at:], 0)


def _expression(glob: str) -> str:
    out = []
    at = 0
    while at < len(glob):
        sign = glob[at]
        if glob.startswith("**/", at) and (at == 0 or glob[at - 1] == "/"):
            out.append("(?:.*/)?")
            at += 3
            continue
        if glob.startswith("**", at) and at + 2 == len(glob) and (at == 0 or glob[at - 1] == "/"):
            out.append(".*")
            break
        end = glob.find("]", at + 2) if sign == "[" else -1
        if sign == "*":
            out.append("[^/]*")
        elif sign == "?":
            out.append("[^/]")
        elif sign == "[" and end > 0:
            inner = glob[at + 1 : end].replace("\\", "\\\\")
            out.append(f"[{'^' + inner[1:] if inner[0] in '!^' else inner}]")
            at = end
        elif sign == "\\" and at + 1 < len(glob):
            at += 1
            out.append(re.escape(glob[at]))
        else:
            out.append(re.escape(sign))
        at += 1
    return "".join(out)
