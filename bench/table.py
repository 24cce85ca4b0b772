"""The figures of a run as tables, and docs/benchmarks.md made of them."""

from __future__ import annotations

from pathlib import Path

import environment
import goals
import inputs
import tools

FRAGMENTS = ("benchmarks-sentences.md", "benchmarks-web.md")
"""Parts of the document that other scripts measure and write; put in where they are present."""


def pace(results: dict, cell_input: str, tool: str, counter: str, overlap: int) -> float | None:
    """Million bytes of text a second of processor time; None where it was not measured."""
    cell = results["cells"].get(f"{cell_input} | {tool} | {counter} | {overlap}", {})
    # below the clock's step a time can be 0
    return results["bytes"][cell_input] / 1e6 / max(cell["cpu_s"], 1e-6) if "cpu_s" in cell else None


def summary(results: dict) -> str:
    """All cells of a run, one a line."""
    lines = []
    for key, cell in results["cells"].items():
        name = key.split(" | ")[0]
        if "cpu_s" not in cell:
            lines.append(f"{key:78} {_shown(cell)}")
            continue
        mb_s = results["bytes"][name] / 1e6 / max(cell["cpu_s"], 1e-6)
        peak = cell["peak_bytes"] / results["bytes"][name]
        lines.append(
            f"{key:78} {mb_s:8.2f} MB/s  cpu {cell['cpu_s']:7.3f} s  wall {cell['wall_s']:7.3f} s"
            f"  peak {peak:5.1f} x  {cell['chunks']:.0f} chunks"
        )
    return "\n".join(lines)


def document(results: dict, docs: Path) -> str:
    """The whole of docs/benchmarks.md; `docs` is the folder that may hold the fragments."""
    parts = [
        _head(results["about"], results["commits"], _runs(results)),
        _goals(results),
        _sizes(results),
        _folders(results),
        _chunks(results),
        _hard(results),
    ]
    for fragment in FRAGMENTS:
        if (docs / fragment).is_file():
            parts.append((docs / fragment).read_text(encoding="utf-8").strip())
    return "\n\n".join(parts) + "\n"


def _head(about: dict, commits: dict, runs: str) -> str:
    versions = ", ".join(f"{package} {about[package]}" for package in environment.PACKAGES)
    older = [f"{name} at {at}" for name, at in commits.items() if at != about["khand"]]
    earlier = f" (measured earlier: {', '.join(older)})" if older else ""
    return f"""# Benchmarks

<!-- Made by bench/run.py from bench/results.json; change the scripts, not this page. -->

Measured on {about["date"]}: {about["machine"]}; {about["python"]}; khand at commit {about["khand"]}{earlier}; {versions}.
To repeat it, name a folder of documents in `KHAND_CORPUS` and run `python bench/run.py`.

## Speed beside other splitters

How it was measured: chunks of {about["size"]} tokens of cl100k_base. Every run is a process of its own, pinned to one core, with fresh objects; a short text
goes through first, so imports and loading of tables are not in the times. All tools take turns on the same input; a figure is
the median of {runs} (one run where it takes more than 8 s), in million bytes of text (UTF-8) a second of processor time.
A larger input is made of more documents and, when they are used up, of the same with words swapped in every longer line, so that remembering
earlier pieces helps no more than in real text. "10 KB" is a hundred different texts of that size.

"tiktoken" and "fast" say what counts tokens: tiktoken as each tool takes it, or the native counter that khand uses (toktok, one string a
call, one thread). khand also counts every embedded text exactly and records heading paths and offsets within its time; its report is made when it is
asked for, hence the row of its own.
"token ids once" is the time in which the native tokenizer gives the ids of the whole text, "token ends once" that of khand's step which turns them into positions: the limit of any
splitter that looks at every token. A dash means not measured: the tool has no overlap; or, with a time, an estimate from a smaller input
says it would take longer than {about["bound_s"]:.0f} s. "> … s" is a run that was ended after that time. With overlap, 40 MB is measured for khand only."""


def _runs(results: dict) -> str:
    """How many runs the cells are of, e.g. ``1 to 3 runs``."""
    found = sorted({cell["runs"] for cell in results["cells"].values() if "runs" in cell})
    return f"{found[0]} to {found[-1]} runs" if found[1:] else f"{found[0]} runs"


def _goals(results: dict) -> str:
    rows = [
        [goal.what, goal.wanted, goal.measured, "yes" if goal.met else "**no**"]
        for goal in goals.checked(results, pace)
    ]
    return "### Goals\n\n" + _table(["goal", "wanted", "measured (the worst)", "met"], rows)


def _sizes(results: dict) -> str:
    parts = []
    for kind in ("markdown", "prose"):
        for overlap in (0, 64):
            names = [f"{kind} {size}" for size in inputs.SIZES]
            rows = _pace_rows(results, names, overlap)
            title = f"### {kind.capitalize()}, overlap {overlap}: MB/s"
            header = ["tool", "counter", *inputs.SIZES, "times slower than khand (10 MB)"]
            parts.append(title + "\n\n" + _table(header, rows))
    return "\n\n".join(parts)


def _pace_rows(results: dict, names: list[str], overlap: int, *, ratio: bool = True) -> list[list[str]]:
    rows = []
    for tool, spec in tools.TOOLS.items():
        if overlap not in spec.overlaps:
            continue
        for counter in spec.counters:
            cells = [_pace_shown(results, name, tool, counter, overlap) for name in names]
            if not any(cells):
                continue
            row = [tool, "" if counter == "own" else counter, *cells]
            if ratio:
                mine = pace(results, names[2], "khand", "own", overlap)
                other = pace(results, names[2], tool, counter, overlap)
                row.append(f"{mine / other:.2g}" if mine and other else "")
            rows.append(row)
    return rows


def _pace_shown(results: dict, name: str, tool: str, counter: str, overlap: int) -> str:
    if name not in results["bytes"]:
        return ""
    mb_s = pace(results, name, tool, counter, overlap)
    if mb_s is not None:
        return f"{mb_s:.3g}"
    return _shown(results["cells"].get(f"{name} | {tool} | {counter} | {overlap}", {}))


def _shown(cell: dict) -> str:
    if "left_out" in cell:
        return f"– (≈ {cell['left_out']} s)"
    return str(cell.get("failed", "–"))


def _folders(results: dict) -> str:
    names = [f"folder {folder}" for folder in inputs.FOLDERS]
    rows = _pace_rows(results, names, 0, ratio=False)
    sizes = ["bytes", "", *(f"{results['bytes'].get(name, 0):,}" for name in names)]
    header = ["tool", "counter", *inputs.FOLDERS]
    return "### Each folder joined, overlap 0: MB/s\n\n" + _table(header, [sizes, *rows])


def _chunks(results: dict) -> str:
    name = "markdown 1 MB"
    rows = []
    for tool, spec in tools.TOOLS.items():
        for counter in spec.counters:
            for overlap in spec.overlaps:
                cell = results["cells"].get(f"{name} | {tool} | {counter} | {overlap}", {})
                if "largest" not in cell:
                    continue
                peak = cell["peak_bytes"] / results["bytes"][name]
                rows.append(
                    [
                        tool,
                        "" if counter == "own" else counter,
                        str(overlap),
                        f"{cell['chunks']:,.0f}",
                        f"{cell['mean']:.0f}",
                        str(cell["largest"]),
                        str(cell["over"]),
                        f"{peak:.1f}",
                        f"{cell['startup_s']:.2f}",
                    ]
                )
    header = [
        "tool",
        "counter",
        "overlap",
        "chunks",
        "mean tokens",
        "largest",
        "over 512",
        "peak memory ×",
        "start-up s",
    ]
    return (
        "### What they make of 1 MB of Markdown\n\nTokens are counted again by the fast counter; khand's are those of the embedded text, with its context. "
        "Peak memory is what the process needs above the text itself, in sizes of the text; start-up is import, tables and a first small text.\n\n"
        + _table(header, rows)
    )


def _hard(results: dict) -> str:
    rows = []
    markdown = pace(results, "markdown 10 MB", "khand", "own", 0)
    for hard in inputs.HARD:
        name = f"hard {hard}"
        cell = results["cells"].get(f"{name} | khand | own | 0")
        if cell is None:
            continue
        mb = results["bytes"][name] / 1e6
        if "cpu_s" not in cell:
            rows.append([hard, f"{mb:.0f}", _shown(cell), "", "", ""])
            continue
        ratio = f"{cell['cpu_s'] * markdown / mb:.1f}" if markdown else ""
        limit = pace(results, name, "token ids once", "own", 0)
        peak = cell["peak_bytes"] / results["bytes"][name]
        rows.append(
            [
                hard,
                f"{mb:.0f}",
                f"{cell['cpu_s']:.2f}",
                ratio,
                f"{mb / limit:.2f}" if limit else "",
                f"{peak:.1f}",
            ]
        )
    header = [
        "text",
        "MB",
        "khand s",
        "times the same amount of Markdown",
        "token ids once s",
        "peak memory ×",
    ]
    return "### Texts that are hard on splitters\n\n" + _table(header, rows)


def _table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
