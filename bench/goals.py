"""What khand's speed is held to, and whether a run holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log10

import inputs
import tools

Pace = Callable[[dict, str, str, str, int], float | None]
KINDS = ("markdown", "prose")
OVERLAPS = (0, 64)

NAMED_HARD = {
    "one line of words": 3,
    "one table": 3,
    "blank lines": 3,
    "spaces": 3,
    "no full stop": 3,
    "one word": 10,
}
"""Times the same amount of Markdown that these may take."""


@dataclass(frozen=True)
class Goal:
    """One goal and its worst figure."""

    what: str
    wanted: str
    measured: str
    met: bool


def checked(results: dict, pace: Pace) -> list[Goal]:
    """All goals that the run's cells can decide."""
    found = []
    for kind in KINDS:
        found.append(_against_limit(results, pace, kind))
        found.append(_against_peers(results, pace, kind, ("tiktoken",), 5.0))
        found.append(
            _against_peers(results, pace, kind, ("tiktoken", "fast"), 1.5 if kind == "markdown" else 1.0)
        )
        found.append(_linear(results, pace, kind))
    found += [_hard(results, pace, name, times) for name, times in NAMED_HARD.items()]
    found.append(_memory(results))
    return [goal for goal in found if goal is not None]


def _names(results: dict, kind: str) -> list[str]:
    return [name for name in (f"{kind} {size}" for size in inputs.SIZES) if name in results["bytes"]]


def _against_limit(results: dict, pace: Pace, kind: str) -> Goal | None:
    ratios = []
    for name in _names(results, kind):
        limit = pace(results, name, "token ids once", "own", 0)
        for overlap in OVERLAPS:
            mine = pace(results, name, "khand", "own", overlap)
            if limit:  # a run that failed counts as 0
                ratios.append(((mine or 0.0) / limit, f"{name}, overlap {overlap}"))
    return _least(f"{kind}: speed against token ids once", 0.35, ratios)


def _against_peers(
    results: dict, pace: Pace, kind: str, counters: tuple[str, ...], wanted: float
) -> Goal | None:
    ratios = []
    for name in _names(results, kind):
        for overlap in OVERLAPS:
            peers = [
                (found, f"{tool} ({counter})")
                for tool, spec in tools.PEERS.items()
                for counter in spec.counters
                if counter in counters and (found := pace(results, name, tool, counter, overlap))
            ]
            mine = pace(results, name, "khand", "own", overlap)
            if peers:
                best, who = max(peers)
                ratios.append(((mine or 0.0) / best, f"{name}, overlap {overlap}, {who}"))
    whom = "tiktoken" if counters == ("tiktoken",) else "any tokenizer"
    return _least(f"{kind}: speed against the fastest peer with {whom}", wanted, ratios)


def _least(what: str, wanted: float, ratios: list[tuple[float, str]]) -> Goal | None:
    if not ratios:
        return None
    worst, where = min(ratios)
    return Goal(what, f"≥ {wanted:g} ×", f"{worst:.2f} × ({where})", worst >= wanted)


def _linear(results: dict, pace: Pace, kind: str) -> Goal | None:
    """Ten times the text takes at most 11.5 times the time, between every two neighbouring sizes."""
    growths = []
    names = _names(results, kind)
    for smaller, larger in pairwise(names):
        for overlap in OVERLAPS:
            paces = [pace(results, name, "khand", "own", overlap) for name in (smaller, larger)]
            if None in paces:
                growths.append((inf, f"{smaller} to {larger}, overlap {overlap}: not measured"))
                continue
            sizes = [_one_text_bytes(results, name) for name in (smaller, larger)]
            decades = log10(sizes[1] / sizes[0])
            slower = paces[0] / paces[1]
            growths.append((10 * slower ** (1 / decades), f"{smaller} to {larger}, overlap {overlap}"))
    if not growths:
        return None
    worst, where = max(growths)
    return Goal(f"{kind}: time for ten times the text", "≤ 11.5 ×", f"{worst:.1f} × ({where})", worst <= 11.5)


def _one_text_bytes(results: dict, name: str) -> float:
    return results["bytes"][name] / inputs.PIECES.get(name.partition(" ")[2], 1)


def _hard(results: dict, pace: Pace, name: str, times: int) -> Goal | None:
    markdown = pace(results, "markdown 10 MB", "khand", "own", 0)
    full = f"hard {name}"
    cell = results["cells"].get(f"{full} | khand | own | 0")
    if cell is None:
        return None
    mine = pace(results, full, "khand", "own", 0)
    what, wanted = f"{name}: time against as much Markdown", f"≤ {times} ×"
    if mine is None or markdown is None:
        return Goal(what, wanted, str(cell.get("failed", "no Markdown to compare")), met=False)
    return Goal(what, wanted, f"{markdown / mine:.1f} ×", markdown / mine <= times)


def _memory(results: dict) -> Goal | None:
    peaks = []
    for key, cell in results["cells"].items():
        name, tool, _, overlap = key.split(" | ")
        # of a hundred small texts all chunks are kept: their memory is not that of one text
        if tool == "khand" and "peak_bytes" in cell and not name.endswith("10 KB"):
            peaks.append((cell["peak_bytes"] / results["bytes"][name], f"{name}, overlap {overlap}"))
    if not peaks:
        return None
    worst, where = max(peaks)
    return Goal("peak memory over the text, in its sizes", "≤ 10 ×", f"{worst:.1f} × ({where})", worst <= 10)
