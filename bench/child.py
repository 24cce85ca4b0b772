"""
One measurement in a process of its own: ``python child.py '{"tool": ..., ...}'`` prints one line of JSON.

A short text goes through the tool first, so that imports, tables and lazy set-up are not timed; the measured run
then gets a fresh splitter and a text it has not seen.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path

import inputs
import tools

WARM_UP = "# Warm\n\nA first text, so that tables are loaded. It says nothing else.\n\n- one\n- two\n"


def main(job: dict) -> dict:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {job["core"]})
    started = time.process_time()
    tool = tools.TOOLS[job["tool"]]
    tool.make(job["counter"], job["size"], job["overlap"])(WARM_UP)
    startup = time.process_time() - started
    texts = inputs.read(Path(job["folder"]))
    chunk = tool.make(job["counter"], job["size"], job["overlap"])
    before = _reset_peak()
    cpu, wall = time.process_time(), time.perf_counter()
    results = [chunk(text) for text in texts]
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    peak = _peak_bytes()
    found = {
        "cpu_s": cpu,
        "wall_s": wall,
        "startup_s": startup,
        "peak_bytes": max(0, peak - before),
        "chunks": sum(len(result) for result in results),
    }
    if job.get("check") and job["tool"] not in tools.LIMITS:
        count = tools.fast_count()
        sizes = [count(tool.text_of(part)) for result in results for part in result]
        found["over"] = sum(size > job["size"] for size in sizes)
        found["largest"] = max(sizes, default=0)
        found["mean"] = sum(sizes) / max(1, len(sizes))
    return found


def _reset_peak() -> int:
    """Forget the peak so far where the system allows it; resident bytes now."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return _peak_bytes()
    return _status("VmRSS")


def _peak_bytes() -> int:
    if Path("/proc/self/status").exists():
        return _status("VmHWM")
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _status(field: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024
    raise LookupError(field)


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
