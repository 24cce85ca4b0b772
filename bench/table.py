"""The figures of a run as docs/benchmarks.md."""

from __future__ import annotations

from pathlib import Path

import environment
import goals
import hard_inputs
import inputs
import tools

FRAGMENTS = ("benchmarks-compiled.md", "benchmarks-sentences.md", "benchmarks-web.md")
"""Parts of the document that other scripts measure and write; put in where they are present."""


def document(results: dict, docs: Path) -> str:
    """The whole of docs/benchmarks.md; `docs` is the folder that may hold the fragments."""
    parts = [
        _head(results["about"]),
        _goals(results),
        _grid(results),
        _characters(results),
        _first(results),
        _growth(results),
        _chunks(results),
        _hard(results),
        _files(results),
    ]
    for fragment in FRAGMENTS:
        if (docs / fragment).is_file():
            parts.append((docs / fragment).read_text(encoding="utf-8").strip())
    return "\n\n".join(parts) + "\n"


def _head(about: dict) -> str:
    versions = ", ".join(f"{package} {about[package]}" for package in environment.PACKAGES)
    before, most = about["load_before"], about["load_most"]
    busy = max(before, most) > 1
    quiet = "**The machine was busy: the figures are not to be relied on.** " if busy else ""
    return f"""# Benchmarks

<!-- Made by bench/run.py from bench/results.json; change the scripts, not this page. -->

Measured on {about["date"]}: {about["machine"]}; {about["python"]}; khand at commit {about["khand"]}; {versions}.
{quiet}Beside the bench, other processes wanted {before:.2f} processors when it began and {most:.2f} at most while it ran (means of a minute).
To repeat it, name a folder of documents in `KHAND_CORPUS` and run `python bench/run.py`; it does not run where others want more than one processor.

## Speed beside other splitters

How it was measured: sizes and overlaps in tokens of cl100k_base, written 256/32. Every tool has a process of its own, pinned to one core, and a fresh splitter for
each text. All take turns on the same text; each of the {about["runs"]} runs has other texts of the same kind, so that remembering helps no more than in real work. A figure
is the median of the runs, in million bytes of text (UTF-8) a second of processor time, after a first document (whose time stands in a table of its own).

A peer is a tool in a setting that its own documentation shows, with tiktoken. "khand's counter" is LangChain with the native counter that khand uses, which
nobody ships but an expert could build. khand counts every embedded text exactly, records heading paths, lines and offsets, and repeats what a chunk needs around it,
within its time. "compiled" is [the compiled build](../CONTRIBUTING.md) of the same source. "token ids once" is the time in which the native tokenizer gives the ids of
the whole text: the limit of any splitter that looks at every token. A dash: it cannot be set so, or was left out after 60 s."""


def _goals(results: dict) -> str:
    rows = []
    for goal in goals.checked(results):
        met = "yes" if goal.met else f"**no**: {goal.reason or 'not explained yet'}"
        rows.append([goal.what, goal.wanted, goal.measured, met])
    return "### Goals\n\n" + _table(["goal", "wanted", "measured (the worst)", "met"], rows)


def _grid(results: dict) -> str:
    settings = dict.fromkeys(
        key.split(" | ")[1] for key in results["cells"] if key.split(" | ")[2] in tools.GRID
    )
    parts = ["### The grid: MB/s, 500 KB of each text"]
    for setting in settings:
        rows = _rows(results, tools.GRID, inputs.GRID, setting)
        for build in tools.OWN:
            times = [_times(results, name, setting, build) for name in inputs.GRID]
            rows.append([f"*{build}, times the fastest peer*", *times])
        parts.append(f"**{setting}**\n\n" + _table(["tool", *inputs.GRID], rows))
    return "\n\n".join(parts)


def _characters(results: dict) -> str:
    parts = ["### Sizes in characters: MB/s"]
    names = inputs.GRID[:2]
    settings = dict.fromkeys(
        key.split(" | ")[1] for key in results["cells"] if key.split(" | ")[2] in tools.CHARACTERS
    )
    for setting in settings:
        parts.append(
            f"**{setting}**\n\n" + _table(["tool", *names], _rows(results, tools.CHARACTERS, names, setting))
        )
    return "\n\n".join(parts)


def _rows(results: dict, among: dict, names: tuple[str, ...], setting: str) -> list[list[str]]:
    rows = []
    for tool in among:
        row = [_pace(results["cells"].get(f"{name} | {setting} | {tool}", {})) for name in names]
        if any(cell != "–" for cell in row):
            rows.append([tool, *row])
    return rows


def _times(results: dict, name: str, setting: str, build: str) -> str:
    fastest = goals.best(results, name, setting, tools.PEERS)
    mine = goals.best(results, name, setting, (build,))
    return f"*{mine[0] / fastest[0]:.2f}*" if fastest and mine else "–"


def _pace(cell: dict) -> str:
    return f"{cell['mb_s']:.3g}" if "mb_s" in cell else str(cell.get("failed", "–"))


def _first(results: dict) -> str:
    rows = [
        [
            tool,
            *(
                f"{seconds * 1e3:,.0f}"
                for seconds in (cell["make_s"], cell["cpu_s"], cell["make_s"] + cell["cpu_s"])
            ),
        ]
        for tool, cell in results["first"].items()
        if "cpu_s" in cell
    ]
    return (
        "### The first document of a process: ms\n\nStart-up is imports, tables and making the splitter, so far as a tool does that before it has a text (khand "
        "does it then); the document is 10 KB of Markdown, at 512/0.\n\n"
        + _table(["tool", "start-up", "first document", "together"], rows)
    )


def _growth(results: dict) -> str:
    cells = results["growth"]
    rows = []
    for kind, label, tool in dict.fromkeys(tuple(key.split(" | ")[:3]) for key in cells):
        cold, warm = (cells.get(f"{kind} | {label} | {tool} | {state}", {}) for state in ("cold", "warm"))
        peak = f"{warm['peak_bytes'] / warm['bytes']:.1f}" if "peak_bytes" in warm else ""
        rows.append([kind, label, tool, _pace(cold), _pace(warm), peak])
    return (
        "### Small and large documents, 512/0: MB/s\n\nCold is the first document of a process, warm one that comes after another of 10 KB and its kind. Peak memory is what the process "
        "needs above the text itself for the warm one, in sizes of the text.\n\n"
        + _table(["text", "size", "tool", "cold", "warm", "peak memory ×"], rows)
    )


def _chunks(results: dict) -> str:
    rows = []
    for key, cell in results["cells"].items():
        name, setting, tool = key.split(" | ")
        if name == inputs.GRID[0] and "largest" in cell and tool in tools.GRID:
            figures = f"{cell['chunks']:,.0f}", f"{cell['mean']:.0f}", str(cell["largest"]), str(cell["over"])
            rows.append([tool, setting, *figures])
    header = ["tool", "size and overlap", "chunks", "mean tokens", "largest", "over the size"]
    return (
        "### What they make of 500 KB of Markdown\n\nTokens are counted again by the native counter; khand's are those of the embedded text, with its context.\n\n"
        + _table(header, rows)
    )


def _hard(results: dict) -> str:
    markdown = results["hard"].get("Markdown | khand", {}).get("mb_s")
    rows = []
    for name in hard_inputs.HARD:
        cells = [
            results["hard"].get(f"{name} | {tool}", {})
            for tool in ("khand", "khand, compiled", "token ids once")
        ]
        if not cells[0]:
            continue
        times = [
            f"{cell['cpu_s']:.2f}" if "cpu_s" in cell else str(cell.get("failed", "–")) for cell in cells
        ]
        ratio = f"{markdown / cells[0]['mb_s']:.1f}" if markdown and "mb_s" in cells[0] else ""
        peak = f"{cells[0]['peak_bytes'] / cells[0]['bytes']:.1f}" if "peak_bytes" in cells[0] else ""
        rows.append([name, times[0], times[1], ratio, times[2], peak])
    header = ["text", "khand s", "compiled s", "times as much Markdown", "token ids once s", "peak memory ×"]
    return "### Texts that are hard on splitters, 1 MB each\n\n" + _table(header, rows)


def _files(results: dict) -> str:
    rows = [[tool, f"{cell['cpu_s']:.2f}"] for tool, cell in results["files"].items()]
    return (
        f"### A folder of {inputs.FILES:,} Markdown files of 2 KB: seconds of processor time\n\n"
        "Read, cut at headings to 512 tokens, written as JSON lines; the whole process.\n\n"
        + _table(["tool", "s"], rows)
    )


def _table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
