"""The results of bench/retrieval.py as tables of the documentation."""

from __future__ import annotations

import subprocess
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent
RESAMPLES = 10_000

COLUMNS = (
    ("aws", "BM25"),
    ("aws", "WordLlama"),
    ("aws", "hybrid"),
    ("chroma", "BM25"),
    ("chroma", "WordLlama"),
    ("chroma", "hybrid"),
    ("xquad_hi", "BM25"),  # WordLlama's vectors know no Hindi
)
SUMMARY = (("aws", "hybrid"), ("chroma", "hybrid"), ("xquad_hi", "BM25"))
"""One column a set: their mean is the last column of the differences."""

PACKING = (
    ("heading", "sentence"),
    ("heading", "sentence, as short"),
    ("heading, no context", "sentence, no context"),
    ("heading, overlap 10%", "sentence, overlap 10%"),
    ("heading, min_size a quarter", "sentence, min_size a quarter"),
)
"""Both keep to the headings; they differ in whether the rest of the size is filled with a part of the next block."""
OTHERS = (
    ("heading", "paragraph"),
    ("heading", "window, overlap 0"),
    ("heading", "window, overlap 10%"),
    ("heading", "heading, no context"),
    ("heading, overlap 10%", "heading"),
    ("sentence, overlap 10%", "sentence"),
    ("heading, min_size a quarter", "heading"),
    ("sentence, min_size a quarter", "sentence"),
)
"""As above, the first minus the second."""


def about() -> str:
    """What is measured, and with what."""
    commit = ["git", "-C", str(ROOT), "rev-parse", "--short=9", "HEAD"]
    khand = subprocess.check_output(commit, text=True).strip()
    versions = ", ".join(f"{name} {version(name)}" for name in ("bm25s", "wordllama", "numpy"))
    return f"{time.strftime('%Y-%m-%d', time.gmtime())}, khand {khand}, {versions}."


def tables(scores: dict, means: dict, sets: list[str], sizes: tuple[int, ...]) -> str:
    """
    The tables, in Markdown.

    Args:
        scores: ``{(set, retriever, variant, size): array of R1k in percent, shape (questions,)}``.
        means: ``{(set, variant, size): (passages, mean tokens a passage)}``.
        sets: The sets to show.
        sizes: The sizes measured.
    """
    columns = [column for column in COLUMNS if column[0] in sets]
    names = [" ".join(column) for column in columns]
    found, lengths = [], []
    for variant in dict.fromkeys(variant for _, variant, _ in means):
        cells = [[scores[*c, variant, size].mean() for size in sizes] for c in columns]
        found.append([variant, *[" / ".join(f"{value:.1f}" for value in cell) for cell in cells]])
        pairs = [[means[name, variant, size] for size in sizes] for name in sets]
        lengths.append([variant, *[" / ".join(f"{n:,} ({mean:.0f})" for n, mean in pair) for pair in pairs]])
    packing = [_difference(scores, columns, *pair, some) for pair in PACKING for some in (*zip(sizes), sizes)]
    others = [_difference(scores, columns, *pair, some) for pair in OTHERS for some in zip(sizes)]
    head = ["difference", "size", *names, "mean of the sets"]
    parts = [
        "R1k in percent at size 200 / 400:",
        _table(["by", *names], found),
        "Packing: not filled minus filled, in points, with 95 % intervals; bold where 0 is outside:",
        _table(head, packing),
        "Other choices, in the same way:",
        _table(head, others),
        "Chunks, and in brackets their mean tokens, at size 200 / 400:",
        _table(["by", *sets], lengths),
    ]
    return "\n\n".join(parts)


def _difference(scores: dict, columns: list, one: str, other: str, sizes: tuple[int, ...]) -> list[str]:
    """One row: `one` minus `other`; of several sizes the mean of each question."""
    pairs = [sum(scores[*c, one, s] - scores[*c, other, s] for s in sizes) / len(sizes) for c in columns]
    summary = [pair for column, pair in zip(columns, pairs, strict=True) if column in SUMMARY]
    shown = "both" if len(sizes) > 1 else str(sizes[0])
    return [f"{one} − {other}", shown, *[_interval([pair]) for pair in pairs], _interval(summary)]


def _interval(pairs: list) -> str:
    """The mean over sets of the mean over questions, and its interval: questions are drawn within their set."""
    draw = np.random.default_rng(0)  # the same draws for every cell
    drawn = [pair[draw.integers(0, len(pair), (RESAMPLES, len(pair)))].mean(axis=1) for pair in pairs]
    low, high = np.percentile(np.mean(drawn, axis=0), (2.5, 97.5))
    shown = f"{np.mean([pair.mean() for pair in pairs]):+.1f} [{low:.1f}, {high:.1f}]".replace("-", "−")
    return f"**{shown}**" if low > 0 or high < 0 else shown


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
