"""Which files a folder stands for: those of formats that hold prose, not hidden, not named by ``.gitignore``."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from khand.readers import ignored
from khand.readers.extraction import is_installed
from khand.readers.formats import BY_NAME, BY_SUFFIX, is_code, suffix_of


@dataclass(frozen=True)
class FolderRules:
    """
    Which files of a folder are taken, besides the rules that always hold.

    Args:
        include: Patterns of further files to take, whatever their format: ``"*.py"``, ``"data/*.json"``.
        exclude: Patterns of files and folders to pass over; they take precedence over `include`.
        format: The name of the format that all files are read as, or None.

    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    format: str | None = None


EVERYTHING = FolderRules()
"""Nothing said."""


@dataclass
class PassedOver:
    """
    What was passed over in folders.

    Attributes:
        suffixes: How many files there were of each suffix; "" for those without one.
        missing: The same of files whose format needs an extra that is not installed.
        ignored: Files and folders that a ``.gitignore`` names.
        hidden: Files and folders whose name begins with a dot.
        excluded: Files and folders that ``exclude`` names.

    """

    suffixes: Counter[str] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)
    ignored: int = 0
    hidden: int = 0
    excluded: int = 0

    def sentences(self) -> list[str]:
        """
        Sentences that tell what was passed over, and how to take it.

        >>> print(*PassedOver(Counter({".py": 2}), ignored=1).sentences(), sep="; ")
        passed over: 2 files (2 .py); take them with --include '*.py'; passed over: 1 that .gitignore names
        """
        out = []
        for counts, remedy in (
            (self.missing, 'to read them: pip install "khand[files]"'),
            (self.suffixes, ""),
        ):
            if counts:
                first = next((suffix for suffix, _ in counts.most_common() if _is_readable(suffix)), "")
                take = remedy or (
                    f"take them with --include '*{first}'" if first else "name them to take them"
                )
                total = sum(counts.values())
                out.append(f"passed over: {total:,} file{'s' * (total != 1)} ({_listed(counts)}); {take}")
        kinds = (
            (self.ignored, "that .gitignore names"),
            (self.hidden, "hidden"),
            (self.excluded, "excluded"),
        )
        others = [f"{number:,} {what}" for number, what in kinds if number]
        if others:
            out.append(f"passed over: {', '.join(others)}")
        return out


def _is_readable(suffix: str) -> bool:
    return suffix in BY_SUFFIX or is_code(f"a{suffix}")


def _listed(counts: Counter[str]) -> str:
    shown = [f"{number:,} {suffix or 'without a suffix'}" for suffix, number in counts.most_common(8)]
    rest = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {rest} more kinds" if rest > 0 else "")


class _Folder(NamedTuple):
    path: Path
    inner: str  # relative to the top, with a slash behind it; "" for the top
    rules: list[ignored.Rule]


class _Walk:
    """Goes through a folder."""

    def __init__(self, rules: FolderRules, failed: list[OSError], passed: PassedOver) -> None:
        self.include = ignored.rules(rules.include)
        self.exclude = ignored.rules(rules.exclude)
        self.suffixes, self.missing = prose_suffixes(rules.format)
        self.failed = failed
        self.passed = passed
        self.found: list[Path] = []

    def go(self, top: Path) -> list[Path]:
        todo = [_Folder(top, "", [*ignored.above(top), *ignored.read(top, "")])]
        while todo:
            folder = todo.pop()
            for entry in self._entries(folder.path):
                name = folder.inner + entry.name
                path = folder.path / entry.name
                if entry.is_dir(follow_symlinks=False):
                    if self._is_wanted(f"{name}/", entry.name, folder.rules):
                        rules = [*folder.rules, *ignored.read(path, f"{name}/")]
                        todo.append(_Folder(path, f"{name}/", rules))
                elif not path.is_dir() and self._is_wanted(name, entry.name, folder.rules):
                    self._file(path, name)
        return self.found

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self.failed.append(error)
            return []

    def _is_wanted(self, path: str, name: str, rules: list[ignored.Rule]) -> bool:
        if name.startswith("."):
            self.passed.hidden += name not in (".git", ".gitignore")
            return False
        if ignored.is_named(path, self.exclude):
            self.passed.excluded += 1
            return False
        if ignored.is_named(path, rules):
            self.passed.ignored += 1
            return False
        return True

    def _file(self, path: Path, inner: str) -> None:
        suffix = suffix_of(path.name)
        if suffix in self.suffixes or ignored.is_named(inner, self.include):
            if may_be_file(path):
                self.found.append(path)
        elif suffix in self.missing:
            self.passed.missing[suffix] += 1
        elif may_be_file(path):
            self.passed.suffixes[suffix] += 1


def documents_in(folder: Path, rules: FolderRules, failed: list[OSError], passed: PassedOver) -> list[Path]:
    """
    The files that a folder stands for, in no order.

    Args:
        folder: The folder; those inside it are gone through, too, except through links.
        rules: Which files are taken.
        failed: Folders that cannot be listed are added to this.
        passed: What is passed over is added to this.

    """
    return _Walk(rules, failed, passed).go(folder)


def prose_suffixes(format: str | None = None) -> tuple[frozenset[str], frozenset[str]]:
    """
    The suffixes that a folder stands for, and those it would if what reads them were installed.

    Args:
        format: The one all files are read as: a folder stands for the files of one that is no prose only then.

    >>> ".md" in prose_suffixes()[0], ".json" in prose_suffixes()[0], ".json" in prose_suffixes("json")[0]
    (True, False, True)
    """
    if format is not None and not BY_NAME[format].prose:
        if format == "code":
            from khand.outline.languages import LANGUAGES

            return frozenset(s for language in LANGUAGES.values() for s in language.suffixes), frozenset()
        if BY_NAME[format].suffixes:
            return frozenset(BY_NAME[format].suffixes), frozenset()
    prose = {suffix: each for suffix, each in BY_SUFFIX.items() if each.prose}
    missing: Iterable[str] = () if is_installed() else [s for s, each in prose.items() if each.extra]
    return frozenset(prose) - frozenset(missing), frozenset(missing)


def may_be_file(path: Path) -> bool:
    """Whether it is a regular file, or cannot be looked at: reading a link to nothing fails and so names it."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True
