"""
Hatch build hook: a wheel carries khand compiled for the page, where Node is there to compile it.

Without Node the wheel is whole all the same: the page then imports khand's sources, which takes it longer to start.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "src/khand/web/runtime"


class PageHook(BuildHookInterface):
    """Makes what git does not hold, before the wheel's files are collected."""

    def initialize(self, version, build_data):
        """Run the script; `version` is "editable" for a checkout, which serves its sources."""
        if version == "editable":
            return
        runtime = Path(self.root) / BUILT
        node = shutil.which("node")
        if node is None:
            forget(runtime)
            self.app.display_warning("no Node: the page of this wheel starts from khand's sources, slower")
            return
        command = [node, Path(self.root) / "scripts" / "vendor_web.mjs", "--core"]
        subprocess.run(command, check=True, env=os.environ | {"PYTHON": sys.executable})
        build_data["artifacts"] += [f"{BUILT}/core.*", f"{BUILT}/page/**"]


def forget(runtime):
    """What an earlier build left may be of other modules."""
    for built in runtime.glob("core.*"):
        built.unlink()
    shutil.rmtree(runtime / "page", ignore_errors=True)
