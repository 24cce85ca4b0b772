"""
A process that measures one tool: it reads a job a line and writes its figures, a line of JSON each.

The first document of the process is a job of its own; what comes after it is warm, each time with a fresh splitter and a
text that the process has not seen.
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


def main(name: str, core: int) -> None:
    """Answer jobs until there are no more."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    tool = tools.TOOLS[name]
    for line in sys.stdin:
        print(json.dumps(measured(tool, json.loads(line))), flush=True)


def measured(tool: tools.Tool, job: dict) -> dict:
    """Processor seconds of making the splitter and of chunking every document of a folder, and what came out."""
    texts = inputs.read(job["folder"])
    before = _reset_peak() if job.get("memory") else 0
    started = time.process_time()
    chunk = tool.make(job["size"], job["overlap"])
    made = time.process_time()
    results = [chunk(text) for text in texts]
    done = time.process_time()
    found = {
        "make_s": made - started,
        "cpu_s": done - made,
        "bytes": sum(len(text.encode()) for text in texts),
        "chunks": sum(len(result) for result in results),
    }
    if job.get("memory"):
        found["peak_bytes"] = max(0, _peak_bytes() - before)
    if job.get("check"):
        count = tools.fast_count()
        sizes = [count(tool.text_of(part)) for result in results for part in result]
        found |= {
            "over": sum(size > job["size"] for size in sizes),
            "largest": max(sizes, default=0),
            "mean": sum(sizes) / max(1, len(sizes)),
        }
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
    main(sys.argv[1], int(sys.argv[2]))
