"""
Measure khand beside its peers and write docs/benchmarks.md.

    KHAND_CORPUS=... python bench/run.py            # everything, five runs of each
    KHAND_CORPUS=... python bench/run.py --quick    # three runs of each, without the largest texts
    KHAND_CORPUS=... python bench/run.py --try      # one run of a few cells, to see it work; writes nothing
    python bench/run.py --render                    # docs/benchmarks.md again from bench/results.json

Figures are of a quiet machine: the bench does not begin, or go on, where another process wants a processor all the time,
unless --busy says that it may; the page then says so.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import environment
import goals
import hard_inputs
import inputs
import table
import tools

RESULTS = Path(__file__).parent / "results.json"
DOCUMENT = environment.ROOT / "docs" / "benchmarks.md"
SETTINGS = ((512, 0), (128, 0), (256, 32))
CHARACTERS = ((2_000, 0), (1_000, 200))
RUNS, QUICK_RUNS = 5, 3
OTHERS = 1.0
"""Processors that others may use: more, and the figures are theirs."""
TIMEOUT_S = 60.0
"""A peer that takes longer for half a megabyte is left out of that cell."""


class Bench:
    """
    What a run of the bench measures.

    Args:
        arguments: The options.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.quick, self.trying, self.busy = arguments.quick, arguments.trying, arguments.busy
        self.runs = 1 if self.trying else QUICK_RUNS if self.quick else RUNS
        self.results: dict = {
            "about": {
                **environment.describe(),
                "date": time.strftime("%Y-%m-%d", time.gmtime()),
                "runs": self.runs,
                "load_before": round(environment.load(), 2),
                "load_most": 0.0,
            },
            "cells": {},
            "first": {},
            "growth": {},
            "hard": {},
            "files": {},
        }
        self._mind_load(own=0.0)

    def _mind_load(self, own: float = 1.0) -> None:
        """Stop where others keep the machine busy."""
        others = max(0.0, environment.load() - own)
        about = self.results["about"]
        about["load_most"] = round(max(about["load_most"], others), 2)
        if others > OTHERS and not self.busy:
            sys.exit(
                f"The machine is busy: others want {others:.1f} processors. Try again later, or say --busy."
            )

    def measure(self) -> None:
        """All parts, one after the other; what there is by then is kept."""
        for part in (self._grid, self._characters, self._first, self._growth, self._hard, self._files):
            part()
            if not self.trying:
                RESULTS.write_text(json.dumps(self.results, indent=1, sort_keys=True) + "\n")

    def _grid(self) -> None:
        names = inputs.GRID[:2] if self.trying else inputs.GRID
        self._cells("cells", tools.GRID, names, SETTINGS)

    def _characters(self) -> None:
        self._cells("cells", tools.CHARACTERS, inputs.GRID[:2], CHARACTERS)

    def _cells(
        self, part: str, among: dict[str, tools.Tool], names: tuple[str, ...], settings: tuple
    ) -> None:
        """Every tool in turn on the same text, then the next text; each run has other texts."""
        children: dict[str, environment.Child] = {}
        found: dict[str, list[dict]] = {}
        for run in range(self.runs):
            for name in names:
                folder = inputs.stored(name, lambda name=name: inputs.grid(name, RUNS))[run]
                self._mind_load()
                for size, overlap in settings:
                    for tool, spec in among.items():
                        key = f"{name} | {size}/{overlap} | {tool}"
                        before = found.setdefault(key, [])
                        if (overlap and not spec.overlaps) or any("failed" in one for one in before):
                            continue
                        if tool not in children:
                            children[tool] = environment.Child(tool, spec.build, TIMEOUT_S)
                            for kind in ("Markdown", "prose"):
                                children[tool].ask(self._first_job(kind))
                        check = run == 0 and name == names[0] and tool not in tools.LIMITS
                        figures = children[tool].ask(_job(folder, size, overlap, check=check))
                        before.append(figures)
                        if "failed" in figures:
                            children.pop(tool).end()
                _say(part, run, name)
        for child in children.values():
            child.end()
        self.results[part] |= {key: _middle(several) for key, several in found.items() if several}

    def _first_job(self, kind: str = "Markdown") -> dict:
        """A document of 10 KB, which no other is like."""
        return _job(inputs.stored(f"first {kind}", lambda: inputs.grown(kind, 10_000, 2)[1:])[0], 512, 0)

    def _first(self) -> None:
        """Start-up and the first document of a process."""
        found: dict[str, list[dict]] = {}
        for _ in range(self.runs):
            self._mind_load()
            for tool, spec in tools.GRID.items():
                found.setdefault(tool, []).append(
                    environment.once(tool, spec.build, self._first_job(), TIMEOUT_S)
                )
        self.results["first"] = {tool: _middle(several) for tool, several in found.items()}
        _say("first documents")

    def _growth(self) -> None:
        """Larger and larger documents: the first of a process, and after another, with its memory."""
        sizes = list(inputs.GROWTH.items())[: 2 if self.trying else None]
        among = ("khand", "khand, compiled", "khand and its report", "token ids once", "token count once")
        for kind in ("Markdown", "prose"):
            for label, size_bytes in sizes:
                folder = inputs.stored(f"{kind} {label}", lambda k=kind, n=size_bytes: inputs.grown(k, n, 1))[
                    0
                ]
                self._grown(f"{kind} | {label}", folder, among)
        if not (self.quick or self.trying):
            folder = inputs.stored("Markdown 40 MB", lambda: inputs.grown("Markdown", 40_000_000, 1))[0]
            self._grown("Markdown | 40 MB", folder, ("khand",))

    def _grown(self, key: str, folder: Path, among: tuple[str, ...]) -> None:
        found: dict[str, list[dict]] = {}
        self._mind_load()
        for _ in range(min(self.runs, QUICK_RUNS)):
            for tool in among:
                job, build = _job(folder, 512, 0), tools.TOOLS[tool].build
                cold = environment.once(tool, build, job, 4 * TIMEOUT_S)
                found.setdefault(f"{key} | {tool} | cold", []).append(cold)
                child = environment.Child(tool, build, 4 * TIMEOUT_S)
                child.ask(self._first_job(key.partition(" | ")[0]))
                found.setdefault(f"{key} | {tool} | warm", []).append(child.ask(job | {"memory": True}))
                child.end()
        self.results["growth"] |= {cell: _middle(several) for cell, several in found.items()}
        _say("growth", key)

    def _hard(self) -> None:
        """Hard texts: khand's two builds and the limit, warm, with their memory."""
        found: dict[str, list[dict]] = {}
        names = ("words in brackets", "record lines") if self.trying else tuple(hard_inputs.HARD)
        names = ("Markdown", *names)
        for name in names:
            folder = self._hard_folder(name)
            self._mind_load()
            for tool in ("khand", "khand, compiled", "token ids once"):
                child = environment.Child(tool, tools.TOOLS[tool].build, 2 * TIMEOUT_S)
                child.ask(self._first_job("prose"))
                child.ask(self._first_job())
                found[f"{name} | {tool}"] = [child.ask(_job(folder, 512, 0) | {"memory": True})]
                child.end()
            _say("hard", name)
        self.results["hard"] = {key: _middle(several) for key, several in found.items()}

    def _hard_folder(self, name: str) -> Path:
        if name == "Markdown":
            return inputs.stored("Markdown 1 MB", lambda: inputs.grown("Markdown", 1_000_000, 1))[0]
        return inputs.stored(f"hard {name}", lambda: hard_inputs.texts(name))[0]

    def _files(self) -> None:
        """A folder of small files, read, cut and written: whole processes."""
        folder = inputs.folder_of_files()
        found: dict[str, list[dict]] = {}
        with tempfile.TemporaryDirectory() as scratch:
            khand = [
                sys.executable,
                "-m",
                "khand",
                "chunk",
                str(folder),
                "-q",
                "-o",
                f"{scratch}/khand.jsonl",
            ]
            peer = [
                sys.executable,
                str(environment.HERE / "files_peer.py"),
                str(folder),
                f"{scratch}/peer.jsonl",
            ]
            for _ in range(self.runs):
                self._mind_load()
                for tool, command, build in (
                    ("khand", khand, "pure"),
                    ("khand, compiled", khand, "compiled"),
                    ("LangChain Header+Recursive", peer, "pure"),
                ):
                    found.setdefault(tool, []).append({"cpu_s": _process_s(command, build)})
        self.results["files"] = {tool: _middle(several) for tool, several in found.items()}
        _say("files")


def _job(folder: Path, size: int, overlap: int, *, check: bool = False) -> dict:
    return {"folder": str(folder), "size": size, "overlap": overlap, "check": check}


def _process_s(command: list[str], build: str) -> float:
    """Processor seconds of a command and what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment.variables(build), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _middle(several: list[dict]) -> dict:
    """Medians of the figures of several runs; a failure as it is."""
    failed = [one for one in several if "failed" in one]
    if failed:
        return failed[0]
    fields = [name for name in several[0] if name not in ("over", "largest", "mean")]
    middle = {name: median(one[name] for one in several) for name in fields}
    if "bytes" in middle:
        middle["mb_s"] = median(one["bytes"] / 1e6 / max(one["cpu_s"], 1e-6) for one in several)
    return {**several[0], **middle, "runs": len(several)}


def _say(*what: object) -> None:
    print(time.strftime("%H:%M:%S"), *what, file=sys.stderr, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure khand beside its peers.")
    parser.add_argument(
        "--quick", action="store_true", help=f"{QUICK_RUNS} runs instead of {RUNS}, up to 10 MB"
    )
    parser.add_argument(
        "--try", dest="trying", action="store_true", help="a few cells, once; nothing is written"
    )
    parser.add_argument("--busy", action="store_true", help="measure on a busy machine; the page says so")
    parser.add_argument("--render", action="store_true", help="write the document from the last results")
    return parser.parse_args()


def main() -> int:
    """The exit code is 1 where a goal is missed without a reason beside it."""
    arguments = _arguments()
    environment.enter()
    if arguments.render:
        results = json.loads(RESULTS.read_text())
    else:
        bench = Bench(arguments)
        bench.measure()
        results = bench.results
    page = table.document(results, DOCUMENT.parent)
    if arguments.trying:
        print(page)
        return 0
    DOCUMENT.write_text(page, encoding="utf-8")
    unexplained = [goal.what for goal in goals.checked(results) if not goal.met and not goal.reason]
    for what in unexplained:
        print(f"missed, and goals.REASONS does not say why: {what}", file=sys.stderr)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
