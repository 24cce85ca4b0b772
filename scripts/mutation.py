"""
Small faults put in by hand, one at a time: which of them do the tests not see?

    nice python scripts/mutation.py figures report notes      # modules of khand; a package means all its files
    nice python scripts/mutation.py cutting/windows --show    # every mutant with what became of it
    nice python scripts/mutation.py cutting --sample 200      # a random 200 of them
    nice python scripts/mutation.py cutting --tests tests/test_invariants.py

Each mutant runs in a fork of this process, which has the tests' libraries and tables loaded, against the tests of its room until one
fails. Those that survive are compared with the list in ``tests/mutation.md``: known ones stand there with the reason why they may. The
exit code is 1 if there is one that is not listed, or one listed that is now seen. Not part of the continuous integration: it takes hours.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import random
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "khand"
KNOWN = ROOT / "tests" / "mutation.md"
TESTS = ("test_cutting_golden", "test_notes", "test_report", "test_engine", "test_cases", "test_snapshots")
REPORT_TESTS = (
    "test_report",
    "test_notes",
    "test_cutting_golden",
    "test_api",
    "test_changes",
    "test_children",
)
ROOMS = {
    "figures.py": REPORT_TESTS,
    "report.py": REPORT_TESTS,
    "notes.py": ("test_notes", "test_report", "test_cutting_golden"),
    "outline": ("test_outline", "test_outline_conformance", *TESTS),
    "cutting": (*TESTS, "test_words", "test_measure", "test_windows", "test_packing", "test_invariants"),
}
"""Tests by room, the quick and telling ones first; files that are not there are left out."""
SKIPPED = "not performance and not linear and not slow and not garbage and not real_documents"
"""Tests that time, and those that take long to see what snapshots see at once."""
SECONDS = 120
"""Processor time after which a mutant counts as seen: it does not end."""
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "in": "not in", "not in": "in", "is": "is not",
    "is not": "is", "and": "or", "or": "and", "+": "-", "-": "+", "*": "//", "//": "*", "/": "*", "%": "*", "|": "&", "&": "|",
}  # fmt: skip
NAMES = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "bisect_left": "bisect_right",
    "bisect_right": "bisect_left",
}
OPERATORS = re.compile(r"not in\b|is not\b|in\b|is\b|and\b|or\b|//|<=|>=|==|!=|[-+*/%<>|&]")


class Mutant(NamedTuple):
    """
    One small fault.

    Attributes:
        module: Dotted name.
        line: 1-based.
        what: The line as it is and as it becomes, as the list of known ones holds it.
        source: The whole module with the fault.

    """

    module: str
    line: int
    what: str
    source: str

    @property
    def name(self) -> str:
        """How the list of known ones names it; without the line's number, which moves."""
        return f"{self.module}: {self.what}"


class Edit(NamedTuple):
    """A stretch of bytes of the source and what stands there instead."""

    start: int
    end: int
    new: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file, from its top to its end."""
    source = path.read_bytes()
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    module = ".".join(("khand", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    seen = set()
    for node in _behaviour(tree):
        for edit in _edits(node, source, starts):
            changed = source[: edit.start] + edit.new.encode() + source[edit.end :]
            if edit in seen or not _compiles(changed):
                continue
            seen.add(edit)
            line = source.count(b"\n", 0, edit.start) + 1
            before, after = (_line(text, starts[line - 1], edit) for text in (source, changed))
            yield Mutant(module, line, f"`{before}` → `{after}`", changed.decode())


def _line(text: bytes, start: int, edit: Edit) -> str:
    end = text.find(b"\n", max(start, edit.start + len(edit.new.encode())))
    return " ".join(text[start : end if end >= 0 else None].decode(errors="replace").split())


def _compiles(source: bytes) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _behaviour(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that do something: no annotations, docstrings, imports, error messages."""
    todo = [tree]
    while todo:
        node = todo.pop(0)
        yield node
        for name, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST) or name in (
                    "annotation",
                    "returns",
                    "decorator_list",
                    "bases",
                ):
                    continue
                docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
                checking = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
                if (
                    not docstring
                    and not checking
                    and not isinstance(child, (ast.Import, ast.ImportFrom, ast.Raise))
                ):
                    todo.append(child)


def _edits(node: ast.AST, source: bytes, starts: list[int]) -> Iterator[Edit]:
    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    def span(of: ast.AST) -> tuple[int, int]:
        return at(of.lineno, of.col_offset), at(of.end_lineno, of.end_col_offset)  # type: ignore[attr-defined]

    def swap(left: ast.AST, right: ast.AST) -> Iterator[Edit]:
        start, end = span(left)[1], span(right)[0]
        found = OPERATORS.search(source[start:end].decode())
        if found and found[0] in SWAPS:
            yield Edit(start + found.start(), start + found.end(), SWAPS[found[0]])

    match node:
        case ast.Compare(left=left, comparators=comparators):
            for a, b in zip([left, *comparators], comparators, strict=False):
                yield from swap(a, b)
        case ast.BoolOp(values=values):
            for a, b in pairwise(values):
                yield from swap(a, b)
        case ast.BinOp(left=left, right=right):
            yield from swap(left, right)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield Edit(span(node)[0], span(operand)[0], "")
        case ast.Constant(value=bool(value)):
            yield Edit(*span(node), str(not value))
        case ast.Constant(value=int(value)):
            yield Edit(*span(node), str(value + 1))
        case ast.Constant(value=str()) if source[span(node)[0] : span(node)[1]][-1:] in b"\"'":
            yield Edit(*span(node), '"XX"')
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield Edit(*span(node), NAMES[name])
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(test, (ast.Compare, ast.Constant)):
                yield Edit(*span(test), f"(not ({source[slice(*span(test))].decode()}))")
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield Edit(*span(value), "None")
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield Edit(*span(node), "pass")
        case ast.Break():
            yield Edit(*span(node), "continue")
        case ast.Continue():
            yield Edit(*span(node), "break")


class Replaced(MetaPathFinder, Loader):
    """Imports one module from a text."""

    def __init__(self, mutant: Mutant, path: str) -> None:
        self.mutant, self.path = mutant, path

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The module, if it is the one."""
        if name != self.mutant.module:
            return None
        package = self.path.endswith("__init__.py")
        return spec_from_loader(name, self, origin=self.path, is_package=package)

    def exec_module(self, module: ModuleType) -> None:
        """Run the text."""
        module.__file__ = self.path
        exec(compile(self.mutant.source, self.path, "exec"), module.__dict__)


def survives(mutant: Mutant | None, path: Path, tests: list[str]) -> bool:
    """Whether all tests pass with the mutant, or as it is, run in a fork."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # ends the fork
    try:
        if mutant:
            sys.meta_path.insert(0, Replaced(mutant, str(path)))
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(io.StringIO()):
            os._exit(0 if run(tests) == 0 else 1)
    except BaseException:
        os._exit(1)


def run(tests: list[str]) -> int:
    """Run tests in this process, khand imported anew but for its tables."""
    import pytest

    for name in list(sys.modules):
        if name.split(".")[0] == "khand" and not name.startswith(
            ("khand.tokenizers", "khand.characters", "khand.errors")
        ):
            del sys.modules[name]
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "-k", SKIPPED]
    return int(pytest.main([*options, "--hypothesis-seed=0", *tests]))


def prepare() -> None:
    """Load what every mutant needs, so that forks find it loaded."""
    sys.path.insert(0, str(ROOT / "tests"))
    os.environ.setdefault("KHAND_EXAMPLES", "15")
    import _grid  # noqa: F401
    import hypothesis  # noqa: F401
    import pytest  # noqa: F401
    from _reference import reference_count

    from khand.tokenizers import get_tokenizer

    for name in ("cl100k_base", "o200k_base", "p50k_base", "r50k_base"):
        reference_count(name)("a")
        get_tokenizer(name).count("a")
    for name in [
        name for name in sys.modules if name in ("_grid", "invariants", "_facts", "_packing", "_records")
    ]:
        del sys.modules[name]  # they have imported what is to be mutated


def known() -> list[str]:
    """The mutants of ``tests/mutation.md`` that may survive: its list items that name one."""
    if not KNOWN.exists():
        return []
    return re.findall(r"^- (khand[\w.]*: `.*` → `.*`)(?: —|$)", KNOWN.read_text("utf-8"), re.MULTILINE)


def files(names: list[str]) -> list[Path]:
    """The files that names of modules and packages stand for."""
    found = []
    for name in names:
        path = PACKAGE / name
        found += sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    return found


def tests_of(path: Path, given: list[str]) -> list[str]:
    """The tests that have to see what is wrong with a file."""
    if given:
        return given
    room = path.relative_to(PACKAGE).parts[0]
    wanted = [ROOT / "tests" / f"{name}.py" for name in ROOMS.get(room, TESTS)]
    return [str(test) for test in wanted if test.exists()]


def main() -> int:
    """Try the mutants and say which survive."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="+", help="such as report, cutting/windows, cutting")
    parser.add_argument("--tests", action="append", default=[], help="instead of those of the room")
    parser.add_argument("--sample", type=int, help="as many, chosen at random")
    parser.add_argument("--seed", type=int, default=0, help="of that choice")
    parser.add_argument("--show", action="store_true", help="show the mutants that are seen, too")
    options = parser.parse_args()
    os.chdir(ROOT)
    prepare()
    work = [(path, mutant) for path in files(options.modules) for mutant in mutants(path)]
    if options.sample:
        work = sorted(random.Random(options.seed).sample(work, min(options.sample, len(work))))
    for path in files(options.modules):
        if not survives(None, path, tests_of(path, options.tests)):
            raise SystemExit(f"{path}: its tests fail without any fault put in")
    listed, survivors, started = set(known()), [], time.monotonic()
    for path, mutant in work:
        lives = survives(mutant, path, tests_of(path, options.tests))
        if lives:
            survivors.append(mutant)
        if lives or options.show:
            sign = ("listed  " if mutant.name in listed else "SURVIVES") if lives else "seen    "
            print(f"{sign} {path.relative_to(PACKAGE)}:{mutant.line}: {mutant.what}", flush=True)
    names = {mutant.name for mutant in survivors}
    stale = [name for name in listed & {mutant.name for _, mutant in work} if name not in names]
    for name in stale:
        print(f"listed, but seen: {name}")
    new = [mutant for mutant in survivors if mutant.name not in listed]
    print(
        f"{len(work)} mutants, {len(survivors)} survive, {len(new)} of them not listed; "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if new or stale else 0


if __name__ == "__main__":
    sys.exit(main())
