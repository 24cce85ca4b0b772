"""
Boundary scores. A record is one document: its text, the ends of its sentences, and which of those end paragraphs.

Only ends inside paragraphs count: a chunker cuts at paragraphs first. F1t leaves out the gold ends that no mark shows
(titles, lines of verse): what rules about marks can reach.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

Record = dict
Split = Callable[[str, str | None], Iterable[int]]

_AFTER_MARK = r"(?:[\"'”’»›)\]}」』】》“‘\s]|\[\d+\]|[:;]-?[)D])*$"
_MARKED = re.compile(r"[.!?…‥。！？｡．؟۔।॥።፧፡၊။៕]" + _AFTER_MARK)
_MARKED_OWN = {"hy": re.compile(r"[:։.!?…]\W*$"), "el": re.compile(r"[;\u037e.!?…]\W*$")}
WIDTH = 72


def read(folder: Path) -> dict[str, list[Record]]:
    """All sets of a folder by name; ``golden`` apart from them holds single cases."""
    return {
        path.stem: [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
        for path in sorted(folder.glob("*.jsonl"))
    }


def ends(text: str, split: Iterable[int]) -> list[int]:
    """Where the sentences' last visible characters end; blank sentences count for none."""
    found, start = [], 0
    for end in split:
        length = len(text[start:end].rstrip())
        if length and text[start:end].strip():
            found.append(start + length)
        start = end
    return found


class Counts:
    """Hits, false alarms and misses, summed over documents."""

    def __init__(self) -> None:
        self.hits = self.false = self.missed = 0

    def add(self, gold: set[int], found: set[int], all_gold: set[int]) -> None:
        self.hits += len(gold & found)
        self.false += len(found - all_gold)
        self.missed += len(gold - found)

    def join(self, other: Counts) -> None:
        self.hits += other.hits
        self.false += other.false
        self.missed += other.missed

    @property
    def f1(self) -> float:
        wrong = self.false + self.missed
        return 100 * 2 * self.hits / (2 * self.hits + wrong) if self.hits else 0.0


def score(split: Split, records: list[Record], *, language_given: bool = True) -> tuple[Counts, Counts]:
    """Counts over all gold ends, and over those that a mark shows."""
    every, marked = Counts(), Counts()
    for record in records:
        text = record["text"]
        paragraphs = set(record.get("pars") or [record["ends"][-1]])
        gold = set(record["ends"]) - paragraphs
        found = set(ends(text, split(text, record["lang"] if language_given else None)))
        found -= paragraphs | {len(text.rstrip())}
        shown = _MARKED_OWN.get(record["lang"], _MARKED)
        every.add(gold, found, gold)
        marked.add({end for end in gold if shown.search(text[max(0, end - 14) : end])}, found, gold)
    return every, marked


def passed(split: Split, cases: list[Record]) -> int:
    """How many cases are split exactly as expected."""
    return sum(ends(case["text"], split(case["text"], case["lang"])) == case["ends"] for case in cases)


def wrapped(records: list[Record]) -> list[Record]:
    """The same with the spaces at which lines of 72 columns break turned into line ends."""
    return [{**record, "text": _wrap(record["text"])} for record in records]


def _wrap(text: str) -> str:
    lines = []
    for line in text.split("\n"):
        start = 0
        while len(line) - start > WIDTH:
            space = line.rfind(" ", start, start + WIDTH + 1)
            if space < 0:
                space = line.find(" ", start + WIDTH)
            if space < 0:
                break
            lines.append(line[start:space])
            start = space + 1
        lines.append(line[start:])
    return "\n".join(lines)


def joined(records: list[Record]) -> list[Record]:
    """A whole set as one block without line ends, as extracted from a PDF."""
    between = "" if records[0]["lang"] in ("zh", "ja") else " "
    text, gold, paragraphs = "", [], []
    for record in records:
        text += between if text else ""
        gold += [len(text) + end for end in record["ends"]]
        paragraphs += [len(text) + end for end in record.get("pars") or []]
        text += record["text"].replace("\n", " ")
    return [{**records[0], "text": text, "ends": gold, "pars": paragraphs}]
