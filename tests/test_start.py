"""What a start loads: only what is asked for, since a command that does little should be quick."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from khand.tokenizers import FEW_CHARS, get_tokenizer

HEAVY = (
    "rich",
    "toktok",
    "tiktoken",
    "tokenizers",
    "importlib.metadata",
    "multiprocessing",
    "asyncio",
    "numpy",
)
"""What takes long to load; khand works without, or needs it for some commands only."""


def loaded(code: str) -> set[str]:
    """The modules that are there after the code has run in a process of its own."""
    tell = "\nimport json, sys\nprint(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code + tell], capture_output=True, check=True, timeout=60)
    return set(json.loads(done.stderr))


def heavy(modules: set[str]) -> set[str]:
    return {name for name in HEAVY if name in modules}


def command(*arguments: str) -> str:
    return (
        "from khand.cli import main\n"
        f"try: main({list(arguments)!r}, prog_name='khand')\n"
        "except SystemExit as end: assert not end.code, end.code"
    )


def test_importing_khand_loads_no_room():
    """``import khand`` loads neither a room of its own nor anything heavy; a name brings its room with it."""
    modules = loaded("import khand")
    assert {"khand"} == {name for name in modules if name.split(".")[0] == "khand"}
    assert set() == heavy(modules) | ({"click"} & modules)
    assert "khand.engine" in loaded("import khand; khand.chunk")


def test_telling_the_version_loads_no_room():
    """``khand --version`` loads the command line and no room, no command and nothing heavy."""
    modules = loaded(command("--version"))
    rooms = {name for name in modules if name.startswith("khand.")}
    assert {"khand.cli", "khand.build"} == rooms - {"khand.cutting"}
    assert set() == heavy(modules)


@pytest.mark.parametrize(("chars", "native"), [(2_000, False), (FEW_CHARS + 1_000, True)])
def test_a_small_run_does_without_the_native_tables(tmp_path, chars, native):
    """``khand chunk`` of a small file counts with the Python tables, which load sooner; of a large one with the native ones."""
    pytest.importorskip("toktok")
    path = tmp_path / "letter.md"
    path.write_text("One more line of the letter.\n\n" * (chars // 30), encoding="utf-8")
    modules = loaded(command("chunk", str(path), "-o", str(tmp_path / "chunks.jsonl")))
    assert (native, set()) == ("toktok" in modules, heavy(modules) - {"toktok", "rich"})


def test_few_code_points_of_many_texts_are_many():
    """The code points of all texts of a process count together: many small texts get the native tables, too."""
    pytest.importorskip("toktok")
    code = (
        "from khand.tokenizers import get_tokenizer, FEW_CHARS\n"
        "told = [get_tokenizer('cl100k_base', chars=FEW_CHARS // 2).backend for _ in range(3)]\n"
        "assert told == ['python', 'python', 'native'], told"
    )
    loaded(code)


def test_the_tables_of_few_give_the_same_ids():
    """Whichever backend counts, ids and ends are the same."""
    text = "Dr. Rao’s 12 खंड; naïve 中文\n\n\tx = 'y'  "
    few, many = get_tokenizer("cl100k_base", backend="python"), get_tokenizer("cl100k_base")
    assert many.encode(text) == few.encode(text)
    assert list(many.ends(text)) == list(few.ends(text))
