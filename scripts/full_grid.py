"""
Hold every document of the corpus to every invariant under every setting of the grid.

    python scripts/full_grid.py                  # the sample in tests/data, or the folder that KHAND_CORPUS names
    python scripts/full_grid.py --jobs 2         # on two processors
    python scripts/full_grid.py --step 50        # every 50th of the runs
    python scripts/full_grid.py --only fastapi-hi --largest 20000

Prints each failure as it is found and how often each rule broke, and exits with 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from _grid import GRID, Document, checks, corpus, documents, make, settings_of

Failure = tuple[str, str]


def run(document: Document, numbers: list[int]) -> list[Failure]:
    """
    Cut one document in the given ways.

    Args:
        document: What is cut.
        numbers: Indices of settings in ``GRID``.

    Returns:
        The rule and a message for each invariant that broke.

    """
    failures = []
    for number in numbers:
        settings = settings_of(number, document)
        try:
            made = make(document.text, settings)
        except Exception as error:
            failures.append((type(error).__name__, f"{document.name}: {error} with {settings}"))
            continue
        for invariant in checks(settings.by):
            try:
                invariant(made)
            except AssertionError as error:
                failures.append((invariant.__name__, f"{document.name}: {error}"))
    return failures


def main() -> int:
    """Run the grid and print what broke."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--step", type=int, default=1, help="take every n-th run")
    parser.add_argument("--only", default="", help="documents whose name contains this")
    parser.add_argument("--largest", type=int, default=100_000, help="characters read of a document")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    started = time.monotonic()
    work = []
    runs = 0
    for document in documents(corpus()):
        if options.only not in document.name:
            continue
        numbers = [n for n in range(len(GRID)) if (runs + n) % options.step == 0]
        runs += len(GRID)
        work.append((document._replace(text=document.text[: options.largest]), numbers))
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        for failures in pool.map(run, *zip(*work, strict=True)):
            counts.update(rule for rule, _ in failures)
            for rule, message in failures:
                print(f"{rule}: {message}\n", flush=True)
    for rule, count in counts.most_common():
        print(f"{rule}: {count} times")
    print(
        f"{sum(len(n) for _, n in work)} runs, {counts.total()} failures, {time.monotonic() - started:.0f} s"
    )
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
