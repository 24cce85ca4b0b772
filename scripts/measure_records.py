"""
Measure how well records are told from prose: the two tables of docs/records.md.

Record samples are those of tests/data/records; the prose is tests/data/documents, or the folder that KHAND_CORPUS names. A
sample is found if its lines are told to be records where it stands alone, in Markdown and in plain text, or if Markdown
makes another block of it that is cut by lines or items.

    python scripts/measure_records.py            # the tables
    python scripts/measure_records.py --missed   # and the samples missed
    python scripts/measure_records.py --taken    # and the paragraphs of the documents that were taken
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from khand.outline import Block, Kind, blocks, children

HERE = Path(__file__).resolve().parent.parent
RECORDS = HERE / "tests" / "data" / "records"


def samples() -> Iterator[tuple[str, str, str]]:
    """Kind, title and text of every sample."""
    for path in sorted(RECORDS.glob("*.txt")):
        for sample in path.read_text(encoding="utf-8").split("=== ")[1:]:
            title, _, text = sample.partition("\n")
            yield path.stem, title, text


def record_share(text: str, format: str) -> float:
    """The share of the characters of a text's paragraphs of several lines that stand in records; 1 without such paragraphs."""
    every = [block for block in blocks(text, format) if block.kind == Kind.PARAGRAPH]
    several = [block for block in every if is_several(text, block, format)]
    taken = sum(block.end - block.start for block in several if children(text, block, format))
    return taken / sum(block.end - block.start for block in several) if several else 1.0


def is_several(text: str, block: Block, format: str) -> bool:
    """Whether a paragraph has several lines, or several parts in Markdown."""
    inner = text[block.start : block.end].strip()
    return "\n" in inner or ("<br" in inner and format == "markdown")


def found(text: str, format: str) -> bool:
    """Whether nearly all of a record file is told to be records."""
    return record_share(text, format) >= 0.9


def documents(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Path and text of the documents, by the folder that holds them."""
    out: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".md", ".rst", ".txt") and path.name != "SOURCES.md":
            out.setdefault(path.parent.name, []).append((path.name, path.read_bytes().decode("utf-8")))
    return out


def taken(texts: list[tuple[str, str]], format: str) -> tuple[int, int, list[str]]:
    """How many paragraphs there are, how many of them have several lines, and those taken for records."""
    every = several = 0
    hits: list[str] = []
    for name, text in texts:
        for block in blocks(text, format):
            if block.kind != Kind.PARAGRAPH:
                continue
            every += 1
            several += is_several(text, block, format)
            if children(text, block, format):
                hits.append(f"{name}\n{text[block.start : block.end].rstrip()}")
    return every, several, hits


def main() -> None:
    """Print the tables."""
    by_kind: dict[str, list[tuple[str, str, str]]] = {}
    for kind, title, text in samples():
        by_kind.setdefault(kind, []).append((kind, title, text))
    print("| records | samples | found in Markdown | found in plain text |\n|---|---|---|---|")
    totals = [0, 0, 0]
    missed = []
    for kind, own in by_kind.items():
        row = [len(own)]
        for format in ("markdown", "text"):
            lost = [(format, *sample) for sample in own if not found(sample[2], format)]
            missed += lost
            row.append(len(own) - len(lost))
        totals = [a + b for a, b in zip(totals, row, strict=True)]
        print(f"| {kind} | {row[0]} | {row[1]} | {row[2]} |")
    print(f"| all | {totals[0]} | {totals[1]} | {totals[2]} |\n")
    folder = Path(os.environ.get("KHAND_CORPUS") or HERE / "tests" / "data" / "documents")
    print("| prose | format | paragraphs | of several lines | taken for records |\n|---|---|---|---|---|")
    for name, texts in documents(folder).items():
        for format in ("markdown", "text"):
            every, several, hits = taken(texts, format)
            print(f"| {name} | {format} | {every:,} | {several:,} | {len(hits):,} |")
            if "--taken" in sys.argv:
                print("\n".join(f"--- {hit}" for hit in hits))
    if "--missed" in sys.argv:
        for format, kind, title, text in missed:
            print(f"--- {format} {kind}: {title}\n{text}", end="")


if __name__ == "__main__":
    main()
