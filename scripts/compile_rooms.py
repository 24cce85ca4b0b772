"""
Compiles rooms of khand with mypyc: each module becomes a C extension, which Python prefers to the source beside it.

Which ones is said in ``pyproject.toml``; `scripts/build_wheel.py` calls this when a compiled wheel is asked for.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

LIBRARY = "khand"
"""The one library that all modules share, so that they call each other without Python between: ``khand__mypyc``."""

OPT_LEVEL = os.environ.get("KHAND_OPT_LEVEL", "2")
"""Of the C compiler; 0 compiles in a third of the time, for a look at what fails."""

SETUP = """
import sys
from setuptools import setup
from mypyc.build import mypycify

command, level, *arguments = sys.argv[1:]
extensions = mypycify(
    arguments, opt_level=level, debug_level="0", multi_file=True, group_name={library!r}, target_dir="c"
)
folders = ["--build-lib", "built", "--build-temp", "objects"] if command == "build_ext" else []
setup(name="khand", packages=[], ext_modules=extensions, script_args=[command, *folders])
"""


def compiled_modules(root, wanted):
    """The modules to compile, relative to the folder of sources: the files of ``rooms`` but those of ``left-out``, in order."""
    left_out = {path for pattern in wanted["left-out"] for path in root.glob(pattern)}
    found = {path for pattern in wanted["rooms"] for path in root.glob(pattern)}
    return sorted(path.relative_to(root / "src") for path in found - left_out)


def compile_rooms(root, work, wanted):
    """
    Compile, away from the checkout, which stays as it is.

    Args:
        root: The checkout.
        work: An empty folder for all that is made.
        wanted: The table ``compiled`` of ``pyproject.toml``.

    Returns:
        Each library and extension that was made, and its path in the wheel.
    """
    _set_up(root, work, wanted, "build_ext")
    built = work / "built"
    return {
        str(path): path.relative_to(built).as_posix() for path in sorted(built.rglob("*")) if path.is_file()
    }


def translate(root, work, wanted):
    """To C only, in seconds and without a C compiler: whether mypyc takes the source; the arguments of ``compile_rooms``."""
    _set_up(root, work, wanted, "--name")


def _set_up(root, work, wanted, command):
    # paths as they are below site-packages, so that a traceback names files of the package
    shutil.copytree(root / "src", work, ignore=_not_source, dirs_exist_ok=True)
    (work / "setup.py").write_text(SETUP.format(library=LIBRARY))
    types = [
        "--config-file",
        str(root / "pyproject.toml"),
        "--follow-imports",
        "silent",
        "--cache-dir",
        "types",
    ]
    modules = [path.as_posix() for path in compiled_modules(root, wanted)]
    arguments = [sys.executable, "setup.py", command, OPT_LEVEL, *types, *modules]
    done = subprocess.run(
        arguments, check=False, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise RuntimeError(f"mypyc or the C compiler failed:\n{done.stdout}")


def _not_source(folder, names):
    return [
        name
        for name in names
        if not (name.endswith((".py", ".pyi", "py.typed")) or Path(folder, name).is_dir())
    ]
