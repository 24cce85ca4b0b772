"""
Hatch build hook: what a wheel carries that git does not hold.

Always khand compiled for the page, where Node is there to compile it; with ``KHAND_COMPILED=1`` the rooms where most of
the time goes as C extensions, beside their sources, which stay for tracebacks, for people and for the page.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from compile_rooms import compile_rooms

BUILT = "src/khand/web/runtime"


class WheelHook(BuildHookInterface):
    """Makes it before the wheel's files are collected."""

    def dependencies(self):
        """What compiles, where that is asked for."""
        return self.config["compiled"]["requires"] if _is_compiled() else []

    def initialize(self, version, build_data):
        """`version` is "editable" for a checkout, which serves and runs its sources."""
        if version == "editable":
            return
        self._build_page(build_data)
        if _is_compiled():
            self._work = tempfile.TemporaryDirectory()
            made = compile_rooms(Path(self.root), Path(self._work.name), self.config["compiled"])
            build_data["force_include"].update(made)
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version, build_data, artifact_path):
        """The wheel is written: what was compiled is in it."""
        if version != "editable" and _is_compiled():
            self._work.cleanup()

    def _build_page(self, build_data):
        """Without Node the wheel is whole all the same: the page then imports the sources and takes longer to start."""
        runtime = Path(self.root) / BUILT
        node = shutil.which("node")
        if node is None:
            forget(runtime)
            self.app.display_warning("no Node: the page of this wheel starts from khand's sources, slower")
            return
        command = [node, Path(self.root) / "scripts" / "vendor_web.mjs", "--core"]
        subprocess.run(command, check=True, env=os.environ | {"PYTHON": sys.executable})
        build_data["artifacts"] += [f"{BUILT}/core.*", f"{BUILT}/page/**"]


def _is_compiled():
    return os.environ.get("KHAND_COMPILED") == "1"


def forget(runtime):
    """What an earlier build left may be of other modules."""
    for built in runtime.glob("core.*"):
        built.unlink()
    shutil.rmtree(runtime / "page", ignore_errors=True)
