"""
Measure khand beside its peers and write docs/benchmarks.md.

    KHAND_CORPUS=... python bench/run.py            # everything; about an hour on an idle core
    KHAND_CORPUS=... python bench/run.py --quick    # 10 KB and 1 MB, one run each
    KHAND_CORPUS=... python bench/run.py --only khand semchunk --inputs "markdown 1 MB"
    KHAND_CORPUS=... python bench/run.py --add --inputs hard   # measured again, the rest of bench/results.json kept
    python bench/run.py --render                    # docs/benchmarks.md again from bench/results.json

The document is written after a complete run or with --add only; the other forms print their table.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import environment
import inputs
import table
import tools

RESULTS = Path(__file__).parent / "results.json"
DOCUMENT = environment.ROOT / "docs" / "benchmarks.md"
SIZE = 512
RUNS = 5
PEER_RUNS = 3
LONG_S = 8.0
"""A measurement longer than this is made once: its own length evens the noise out."""


@dataclass(frozen=True)
class Job:
    """One cell of the table."""

    input: str
    tool: str
    counter: str
    overlap: int

    @property
    def key(self) -> str:
        return f"{self.input} | {self.tool} | {self.counter} | {self.overlap}"


def main() -> None:
    arguments = _arguments()
    environment.enter()
    if arguments.render:
        _write(json.loads(RESULTS.read_text()))
        return
    kept = arguments.add or not (arguments.quick or arguments.only or arguments.inputs)
    names = _inputs(arguments)
    results: dict = {
        "about": {
            **environment.describe(),
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
            "runs": arguments.runs or (1 if arguments.quick else RUNS),
            "peer_runs": min(PEER_RUNS, arguments.runs or PEER_RUNS),
            "bound_s": arguments.bound,
            "size": SIZE,
            "load": round(os.getloadavg()[0], 2),
        },
        "bytes": {},
        "commits": {},
        "cells": {},
    }
    if arguments.add and RESULTS.exists():
        before = json.loads(RESULTS.read_text())
        results.update({part: before[part] for part in ("bytes", "commits", "cells")})
    for name in names:
        _measure_input(name, arguments, results)
        if kept:  # an hour's work survives an interruption; --render shows what there is
            RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    print(table.summary(results))
    if kept:
        _write(results)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure khand beside its peers.")
    parser.add_argument("--quick", action="store_true", help="10 KB and 1 MB only, one run each")
    parser.add_argument("--only", nargs="+", metavar="TOOL", help="only tools whose name starts so")
    parser.add_argument("--inputs", nargs="+", metavar="INPUT", help="only inputs whose name starts so")
    parser.add_argument(
        "--runs",
        type=int,
        default=0,
        help=f"runs of each cell, {RUNS} unless told; of a peer at most {PEER_RUNS}",
    )
    parser.add_argument(
        "--bound", type=float, default=20.0, metavar="SECONDS",
        help="leave a peer out of an input that would take it longer than this",
    )  # fmt: skip
    parser.add_argument("--add", action="store_true", help="keep what was measured before of other inputs")
    parser.add_argument("--render", action="store_true", help="write the document from the last results")
    return parser.parse_args()


def _inputs(arguments: argparse.Namespace) -> list[str]:
    sizes = list(inputs.SIZES)[: 2 if arguments.quick else None]
    names = [f"{kind} {size}" for size in sizes for kind in ("markdown", "prose")]
    if not arguments.quick:
        names += [f"folder {folder}" for folder in inputs.FOLDERS]
        names += [f"hard {hard}" for hard in inputs.HARD]
    if arguments.inputs:
        names = [name for name in names if name.startswith(tuple(arguments.inputs))]
    return names


def _measure_input(name: str, arguments: argparse.Namespace, results: dict) -> None:
    text = inputs.get(name)
    results["bytes"][name] = text.size_bytes
    results["commits"][name] = results["about"]["khand"]
    found: dict[str, list[dict]] = {}
    runs = arguments.runs or results["about"]["runs"]
    for turn in range(runs):  # all tools in turn, so that a busy minute does not hit one tool alone
        for job in _jobs(name, arguments.only):
            before = found.setdefault(job.key, [])
            if before and ("cpu_s" not in before[0] or before[0]["cpu_s"] > LONG_S):
                continue
            if job.tool in tools.PEERS and turn >= PEER_RUNS:
                continue
            expected = _expected_s(job, results)
            if job.tool in tools.PEERS and expected > arguments.bound:
                before.append({"left_out": round(expected)})
                continue
            check = turn == 0 and name == "markdown 1 MB"
            before.append(_run(job, text, arguments.bound, check=check))
            print(f"{job.key}: {before[-1]}", file=sys.stderr, flush=True)
    results["cells"].update({key: _middle(several) for key, several in found.items()})


def _jobs(name: str, only: list[str] | None) -> list[Job]:
    """The cells of one input: all tools on the texts, khand and the limit alone on the hard inputs."""
    kind, _, rest = name.partition(" ")
    chosen = {tool: spec for tool, spec in tools.TOOLS.items() if not only or tool.startswith(tuple(only))}
    if kind == "hard":
        chosen = {tool: spec for tool, spec in chosen.items() if tool in {"khand", *tools.LIMITS}}
    jobs = []
    for tool, spec in chosen.items():
        for counter in spec.counters:
            for overlap in spec.overlaps:
                if overlap and (kind in {"folder", "hard"} or (tool in tools.PEERS and rest == "40 MB")):
                    continue
                jobs.append(Job(name, tool, counter, overlap))
    return jobs


def _run(job: Job, text: inputs.Input, bound_s: float, *, check: bool) -> dict:
    return environment.measure(
        {
            "tool": job.tool,
            "counter": job.counter,
            "overlap": job.overlap,
            "size": SIZE,
            "folder": str(text.folder),
            "check": check,
            "core": os.cpu_count() - 1,
        },
        timeout_s=max(60.0, 4 * bound_s),
    )


def _expected_s(job: Job, results: dict) -> float:
    """What the cell should take by the largest smaller input of its kind, in proportion to the bytes; 0 if unknown."""
    kind = job.input.split(" ")[0]
    here = results["bytes"][job.input]
    if kind == "folder":
        kind = "markdown"
    expected, largest = 0.0, 0
    for size in inputs.SIZES:
        other = f"{kind} {size}"
        size_bytes = results["bytes"].get(other, 0)
        cell = results["cells"].get(Job(other, job.tool, job.counter, job.overlap).key, {})
        if not size_bytes or other == job.input or size_bytes < largest:
            continue
        pace_s = cell.get("cpu_s") or cell.get("left_out")
        if pace_s is None and str(cell.get("failed", "")).startswith(">"):
            pace_s = float(cell["failed"].strip("> s"))
        if pace_s is not None:
            expected, largest = pace_s / size_bytes * here, size_bytes
    return expected


def _middle(several: list[dict]) -> dict:
    """Medians of the figures of several runs; a failure or omission as it is."""
    timed = [run for run in several if "cpu_s" in run]
    if not timed:
        return several[0]
    middle = {
        field: median(run[field] for run in timed)
        for field in ("cpu_s", "wall_s", "startup_s", "peak_bytes", "chunks")
    }
    return {**timed[0], **middle, "fastest_s": min(run["cpu_s"] for run in timed), "runs": len(timed)}


def _write(results: dict) -> None:
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(table.document(results, DOCUMENT.parent), encoding="utf-8")
    print(f"Wrote {DOCUMENT.relative_to(environment.ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
