"""What khand's speed is held to, whether a run holds it, and why not where it does not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import inputs
import tools

NAMED_HARD = {
    "one line of words": 3,
    "one table": 3,
    "blank lines": 3,
    "spaces": 3,
    "no full stop": 3,
    "words in brackets": 3,
    "record lines": 3,
    "one word": 10,
}
"""Times the same amount of Markdown that these may take."""

LONG_PARAGRAPHS = ("prose, paragraphs of 2,000", "prose, one paragraph", "Hindi, paragraphs of 1,500")
PLAIN = tuple(name for name in inputs.GRID if name.partition(",")[0] in ("Markdown", "prose"))
EXPERT = "LangChain Recursive, khand's counter"
HEADER = "LangChain Header+Recursive, khand's counter"

_INSIDE = (
    "cuts inside blocks are Python a chunk; by samples of the pure build, prose at 128 tokens, 124 µs a chunk: opening blocks 49 (record lines 27, made "
    "cheaper since, sentences 12), finding cuts in them 24, counting 18, record and id 15; no one function takes more than a tenth"
)
_EXPERT = "that splitter neither counts what it returns nor keeps offsets, headings or context; " + _INSIDE
_FILES = "every file is looked at by its content first and its report has notes of its own; the rest is as for texts of 10 KB"
_TABLE = (
    "the native counter's table, 44 MB, is loaded by the first text of more than 100,000 code points of a process and counted here; with it loaded "
    "before, 1 MB of Markdown adds 5 MB"
)
_RECORDS = "a record has 20 fields, some 575 bytes with its id, however short its text: every line of four characters is one"

REASONS = {
    **dict.fromkeys(
        (
            "khand, compiled: speed beside the fastest peer, everywhere",
            "khand, compiled: the same at 512 on Markdown and prose",
            "khand: speed beside the fastest peer, everywhere",
            "khand: the same at 512 on Markdown and prose",
        ),
        _INSIDE,
    ),
    **dict.fromkeys(
        (
            f"khand, compiled: beside {EXPERT}, everywhere",
            f"khand, compiled: beside {EXPERT}, where paragraphs are long",
            f"khand, compiled: beside {EXPERT}, at 512",
            f"khand: beside {HEADER}",
            f"khand, compiled: beside {HEADER}",
        ),
        _EXPERT,
    ),
    **dict.fromkeys(
        (
            f"{build}: a folder of {inputs.FILES:,} small files, beside LangChain Header+Recursive with tiktoken"
            for build in ("khand", "khand, compiled")
        ),
        _FILES,
    ),
    "peak memory over the text, 1 MB and more": _TABLE,
    "peak memory where every line is a heading": _RECORDS,
}
"""By what a goal is called: why it is not met, from a profile."""


@dataclass(frozen=True)
class Goal:
    """One goal, its worst figure, and why that is not enough."""

    what: str
    wanted: str
    measured: str
    met: bool

    @property
    def reason(self) -> str:
        """Why it is not met; "" where nothing is told."""
        return REASONS.get(self.what, "")


Ratio = tuple[float, str]


def checked(results: dict) -> list[Goal]:
    """All goals that the run's cells can decide."""
    found = []
    for build, everywhere, at_512 in (("khand, compiled", 2.0, 4.0), ("khand", 1.5, 3.0)):
        to_peers = list(_against(results, build, tools.PEERS))
        found.append(_least(f"{build}: speed beside the fastest peer, everywhere", everywhere, to_peers))
        at = [one for one in to_peers if _is_at(one, (*PLAIN[:2], *PLAIN[-2:]), "512/0")]
        found.append(_least(f"{build}: the same at 512 on Markdown and prose", at_512, at))
    expert = list(_against(results, "khand, compiled", (EXPERT,)))
    found.append(_least(f"khand, compiled: beside {EXPERT}, everywhere", 0.5, expert))
    long = [one for one in expert if _is_at(one, LONG_PARAGRAPHS, "")]
    found.append(_least(f"khand, compiled: beside {EXPERT}, where paragraphs are long", 1.0, long))
    at = [one for one in expert if _is_at(one, inputs.GRID, "512/0")]
    found.append(_least(f"khand, compiled: beside {EXPERT}, at 512", 0.6, at))
    for build in tools.OWN:
        found.append(_least(f"{build}: beside {HEADER}", 1.0, list(_against(results, build, (HEADER,)))))
    for build in tools.OWN:
        found.append(_files(results, build))
    found += [_growth(results, kind) for kind in ("Markdown", "prose")]
    found += [_memory(results), _memory_of_headings(results)]
    found += [_hard(results, name, times) for name, times in NAMED_HARD.items()]
    return [goal for goal in found if goal is not None]


def best(results: dict, name: str, setting: str, among: Iterable[str]) -> tuple[float, str] | None:
    """The fastest of some tools in a cell, in MB/s, and its name; None where none was measured."""
    paces = [(results["cells"].get(f"{name} | {setting} | {tool}", {}).get("mb_s"), tool) for tool in among]
    return max(((mb_s, tool) for mb_s, tool in paces if mb_s), default=None)


def _against(results: dict, build: str, others: Iterable[str]) -> Iterable[Ratio]:
    cells = dict.fromkeys(tuple(key.split(" | ")[:2]) for key in results["cells"])
    others = tuple(others)
    for name, setting in cells:
        fastest = best(results, name, setting, others)
        if fastest is not None:
            mine = best(results, name, setting, (build,))  # a run that failed counts as 0
            yield (mine[0] if mine else 0.0) / fastest[0], f"{name}, {setting}, {fastest[1]}"


def _is_at(ratio: Ratio, names: tuple[str, ...], setting: str) -> bool:
    return any(ratio[1].startswith(f"{name}, {setting}") for name in names)


def _least(what: str, wanted: float, ratios: list[Ratio]) -> Goal | None:
    if not ratios:
        return None
    worst, where = min(ratios)
    below = sum(ratio < wanted for ratio, _ in ratios)
    missed = f"; {below} of {len(ratios)} cells below" if below else ""
    return Goal(what, f"≥ {wanted:g} ×", f"{worst:.2f} × ({where}){missed}", worst >= wanted)


def _files(results: dict, build: str) -> Goal | None:
    paces = [results["files"].get(tool, {}).get("cpu_s") for tool in (build, "LangChain Header+Recursive")]
    if None in paces:
        return None
    times = paces[1] / paces[0]
    what = (
        f"{build}: a folder of {inputs.FILES:,} small files, beside LangChain Header+Recursive with tiktoken"
    )
    return Goal(what, "≥ 2 ×", f"{times:.2f} ×", times >= 2)


def _growth(results: dict, kind: str) -> Goal | None:
    """Ten times the text takes at most 11.5 times the time, between every two neighbouring sizes."""
    grown = []
    sizes = list(inputs.GROWTH)
    for smaller, larger in pairwise(sizes):
        cells = [results["growth"].get(f"{kind} | {size} | khand | warm", {}) for size in (smaller, larger)]
        if all("mb_s" in cell for cell in cells):
            grown.append((10 * cells[0]["mb_s"] / cells[1]["mb_s"], f"{smaller} to {larger}"))
    if not grown:
        return None
    worst, where = max(grown)
    return Goal(f"{kind}: time for ten times the text", "≤ 11.5 ×", f"{worst:.1f} × ({where})", worst <= 11.5)


def _memory(results: dict) -> Goal | None:
    peaks = [
        (cell["peak_bytes"] / cell["bytes"], key)
        for key, cell in results["growth"].items()
        if key.endswith("| khand | warm") and "peak_bytes" in cell and cell["bytes"] >= 900_000
    ]
    if not peaks:
        return None
    worst, key = max(peaks)
    where = ", ".join(key.split(" | ")[:2])
    return Goal(
        "peak memory over the text, 1 MB and more", "≤ 6.5 ×", f"{worst:.1f} × ({where})", worst <= 6.5
    )


def _memory_of_headings(results: dict) -> Goal | None:
    cell = results["hard"].get("headings only | khand", {})
    if "peak_bytes" not in cell:
        return None
    times = cell["peak_bytes"] / cell["bytes"]
    return Goal("peak memory where every line is a heading", "≤ 60 ×", f"{times:.1f} ×", times <= 60)


def _hard(results: dict, name: str, times: int) -> Goal | None:
    markdown = results["hard"].get("Markdown | khand", {}).get("mb_s")
    cell = results["hard"].get(f"{name} | khand")
    if cell is None or markdown is None:
        return None
    what, wanted = f"{name}: time against as much Markdown", f"≤ {times} ×"
    if "mb_s" not in cell:
        return Goal(what, wanted, str(cell["failed"]), met=False)
    slower = markdown / cell["mb_s"]
    return Goal(what, wanted, f"{slower:.1f} ×", slower <= times)
