"""The two builds of the same source: what is compiled, and that nothing of it shows."""

import ast
import doctest
import importlib.util
import inspect
import tomllib
import traceback
from importlib import import_module
from pathlib import Path

import pytest

import khand
from khand.build import build

ROOT = Path(__file__).parent.parent
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WANTED = CONFIG["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["compiled"]


def load_script():
    """The script that compiles."""
    spec = importlib.util.spec_from_file_location("compile_rooms", ROOT / "scripts" / "compile_rooms.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


SCRIPT = load_script()
FILES = SCRIPT.compiled_modules(ROOT, WANTED)
MODULES = [".".join(path.with_suffix("").parts) for path in FILES]


@pytest.mark.parametrize("module", MODULES)
def test_a_build_is_of_one_kind(module):
    """Every module that is to be compiled is an extension in the compiled build, and none is in the other."""
    suffix = Path(import_module(module).__file__).suffix
    assert ("compiled", True) == (build(), suffix in (".so", ".pyd")) or ("pure Python", ".py") == (
        build(),
        suffix,
    )


def test_public_names_are_not_compiled():
    """What users import keeps its docstring and its signature, which a compiled function has not."""
    public = {name: getattr(khand, name) for name in khand.__all__ if name != "__version__"}
    assert [] == [name for name, thing in public.items() if thing.__module__ in MODULES]
    assert [] == [name for name, thing in public.items() if not inspect.getdoc(thing)]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module):
    """Examples in docstrings hold in compiled modules too, where `pytest --doctest-modules` does not see them."""
    loaded = import_module(module)
    source = Path(importlib.util.find_spec("khand").origin).parent.parent / (module.replace(".", "/") + ".py")
    runner = doctest.DocTestRunner(verbose=False)
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
            text := ast.get_docstring(node)
        ):
            name = getattr(node, "name", module)
            test = doctest.DocTestParser().get_doctest(text, dict(vars(loaded)), name, str(source), 0)
            runner.run(test)
    assert 0 == runner.failures


@pytest.mark.parametrize("path", FILES, ids=str)
def test_source_that_compiles(path):
    """No cached property: compiled, it is made anew at each look. No function in a function: compiled, it is never freed at once."""
    tree = ast.parse((ROOT / "src" / path).read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    nested = [b.name for a in functions for b in ast.walk(a) if isinstance(b, ast.FunctionDef) and b is not a]
    cached = [
        f.name for f in functions for d in f.decorator_list if ast.unparse(d).endswith("cached_property")
    ]
    assert ([], []) == (nested, cached)


@pytest.mark.timeout(600)  # ten seconds of a processor of its own
def test_mypyc_takes_the_source(tmp_path):
    """Every module that is to be compiled can be translated to C."""
    SCRIPT.translate(ROOT, tmp_path, WANTED)
    made = {path.name for path in tmp_path.rglob("__native*.c")}
    assert len(made) >= len(FILES)


def test_tracebacks():
    """The way to an error leads through files, functions and lines of khand's source, compiled or not."""

    def broken(text):
        raise ZeroDivisionError(text)

    with pytest.raises(ZeroDivisionError) as raised:
        khand.chunk("One. Two.", size=10, tokenizer=broken)
    package = Path(khand.__file__).parent
    way = []
    for frame in traceback.extract_tb(raised.value.__traceback__)[1:-1]:
        file = package.parent / frame.filename  # of a compiled module from the package on, else from the root
        functions = [
            node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)
        ]
        inside = [f.name for f in functions if f.lineno <= frame.lineno <= f.end_lineno]
        assert frame.name in inside or (frame.name.startswith("<") and inside)  # or a comprehension in one
        way.append(file.relative_to(package).parts[0])
    assert "cutting" in way
