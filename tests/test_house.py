"""The house as CONTRIBUTING.md draws it: no file imports upwards, and none in a circle."""

import ast
import re
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "khand"
TOP = ["__init__", "__main__"]
"""The public names and the program, above all rooms."""
WITH_LIBRARIES = ("cli", "adapters", "evaluation", "web")
"""Rooms that may import somebody else's library at the top of a file."""


def rooms(page: str) -> list[str]:
    """The rooms that the table of a page names, from the ground up."""
    cells = re.findall(r"^\| (`[^|]+) \|", page, re.M)
    return [room.strip("/") for cell in cells for room in re.findall(r"`([^`]+)`", cell)]


def modules(package: Path) -> dict[str, Path]:
    """The files of a package by the dotted name that an import has for them."""
    found = {}
    for file in package.rglob("*.py"):
        parts = file.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports(code: str, known: set[str]) -> set[str]:
    """The modules that a file imports, wherever it does so: at its top, in a function, for type checkers."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{name.name}" for name in node.names}
            found |= inside & known
            found |= set() if inside <= known else {node.module}
    return found & known


def room(module: str) -> str:
    """The room of a module."""
    return (module.split(".") + TOP)[1]


def arrows_up(arrows: dict[str, set[str]], order: list[str]) -> list[str]:
    """The imports of a room that stands later in the order."""
    floor = {name: number for number, name in enumerate(order)}
    return sorted(
        f"{above} imports {below}"
        for above, imported in arrows.items()
        for below in imported
        if floor[room(below)] > floor[room(above)]
    )


def libraries(code: str) -> set[str]:
    """The libraries, khand and the standard library apart, that a file imports when it is loaded."""
    found = set()
    for node in ast.parse(code).body:
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"khand"}


@pytest.fixture(scope="module")
def arrows() -> dict[str, set[str]]:
    known = modules(PACKAGE)
    return {name: imports(file.read_text("utf-8"), set(known)) - {name} for name, file in known.items()}


@pytest.fixture(scope="module")
def order() -> list[str]:
    return rooms((ROOT / "CONTRIBUTING.md").read_text("utf-8")) + TOP


def test_the_map_names_every_room_once(arrows: dict[str, set[str]], order: list[str]) -> None:
    """The table of CONTRIBUTING.md names every room there is, and none that there is not."""
    assert sorted({room(module) for module in arrows}) == sorted(order)


def test_no_import_goes_up(arrows: dict[str, set[str]], order: list[str]) -> None:
    """A file imports from its own room and from those before it in the table."""
    assert [] == arrows_up(arrows, order)


def test_no_circle(arrows: dict[str, set[str]]) -> None:
    """No file imports, by way of others, itself; not even inside a function."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_no_library_is_needed_for_cutting() -> None:
    """Outside of the rooms that are made for them, libraries are imported where they are used, not when a file is loaded."""
    found = {
        name: libraries(file.read_text("utf-8"))
        for name, file in modules(PACKAGE).items()
        if room(name) not in WITH_LIBRARIES
    }
    assert {} == {name: names for name, names in found.items() if names}


def test_libraries_are_seen() -> None:
    """Of the imports at the top those of the standard library and of khand are none."""
    assert {"click", "rich"} == libraries(
        "import json\nimport rich.table\nfrom click import echo\nfrom khand import chunk\ndef f():\n    import numpy\n"
    )


def test_imports_are_seen_wherever_they_stand() -> None:
    """The reading of imports sees those at the top, in functions and for type checkers, of modules and of names in them."""
    known = {"khand.a", "khand.b", "khand.c", "khand.d"}
    code = "import khand.a\nif TYPE_CHECKING:\n    from khand.b import B\ndef f():\n    from khand import c\n    import json\n"
    assert {"khand.a", "khand.b", "khand.c"} == imports(code, known)


def test_an_import_that_goes_up_is_seen() -> None:
    """An import of a later room is named."""
    found = arrows_up({"khand.a": {"khand.b.inner"}, "khand.b.inner": {"khand.a"}}, ["a", "b"])
    assert ["khand.a imports khand.b.inner"] == found
