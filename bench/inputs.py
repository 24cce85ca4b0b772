"""
The texts of the speed bench, made from the corpus and kept in bench/.cache.

Each input has a version for each run, of the same kind and length but of other sentences: no tool, whatever it remembers,
sees a text twice. An input of small documents is many of them, so that a run takes long enough to be timed.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

CACHE = Path(__file__).parent / ".cache" / "inputs-2"
"""The number is the version of this recipe: change it whenever the texts change."""

MARKDOWN = ("rust-book", "fastapi-en", "fastapi-hi", "fastapi-ja", "fastapi-zh")
PROSE = ("prose",)
HINDI = ("fastapi-hi",)
GRID_BYTES = 500_000
SMALL_BYTES = 10_000

GRID = (
    "Markdown",
    "prose",
    "prose, paragraphs of 2,000",
    "prose, one paragraph",
    "Hindi, paragraphs of 1,500",
    "Markdown, 10 KB each",
    "prose, 10 KB each",
)
"""The texts of the grid, 500 KB each; paragraphs are measured in code points."""
GROWTH = {"10 KB": 10_000, "100 KB": 100_000, "1 MB": 1_000_000, "10 MB": 10_000_000}
FILES = 2_000
FILE_BYTES = 2_000


def corpus() -> Path:
    """The folder of documents that KHAND_CORPUS names."""
    folder = os.environ.get("KHAND_CORPUS")
    if not folder or not Path(folder).is_dir():
        raise SystemExit(
            "The bench needs documents: set KHAND_CORPUS to a folder with " + ", ".join((*MARKDOWN, *PROSE))
        )
    return Path(folder)


def grid(name: str, versions: int) -> list[list[str]]:
    """The documents of each version of a text of the grid."""
    kind, _, form = name.partition(", ")
    folders = {"Markdown": MARKDOWN, "prose": PROSE, "Hindi": HINDI}[kind]
    stream = _endless(_documents(folders))
    if form == "10 KB each":
        return [
            [_take(stream, SMALL_BYTES) for _ in range(GRID_BYTES // SMALL_BYTES)] for _ in range(versions)
        ]
    # what becomes one line is taken with some to spare
    texts = [_take(stream, GRID_BYTES * (4 if kind == "Hindi" else 2)) for _ in range(versions)]
    return [[_cut(SHAPES[form](text), GRID_BYTES)] for text in texts]


def grown(kind: str, size_bytes: int, versions: int) -> list[list[str]]:
    """One document of this size, in as many versions; `kind` is "Markdown" or "prose"."""
    stream = _endless(_documents({"Markdown": MARKDOWN, "prose": PROSE}[kind]))
    return [[_take(stream, size_bytes)] for _ in range(versions)]


def folder_of_files() -> Path:
    """A folder of many small Markdown files, made on first use."""
    folder = CACHE / "files"
    if not folder.is_dir():
        unfinished = folder.with_name(f"files.{os.getpid()}")
        unfinished.mkdir(parents=True)
        stream = _endless(_documents(MARKDOWN))
        for number in range(FILES):
            (unfinished / f"{number:04}.md").write_bytes(_take(stream, FILE_BYTES).encode())
        unfinished.rename(folder)
    return folder


def stored(name: str, make: Callable[[], list[list[str]]]) -> list[Path]:
    """The folder of each version of an input, made on first use."""
    folder = CACHE / re.sub(r"[^A-Za-z0-9]+", "-", name)
    if not folder.is_dir():
        unfinished = folder.with_name(f"{folder.name}.{os.getpid()}")
        for version, documents in enumerate(make()):
            (unfinished / str(version)).mkdir(parents=True)
            for number, text in enumerate(documents):
                (unfinished / str(version) / f"{number:04}.txt").write_bytes(text.encode())
        unfinished.rename(folder)
    return sorted(folder.iterdir())


def read(folder: str | Path) -> list[str]:
    """The documents of one version, in order."""
    return [file.read_bytes().decode() for file in sorted(Path(folder).iterdir())]


def _paragraphs(text: str, length: int, stop: str) -> str:
    parts, at = [], 0
    while at < len(text):
        found = text.find(stop, at + length)
        end = len(text) if found < 0 else found + len(stop)
        parts.append(text[at:end].strip())
        at = end
    return "\n\n".join(parts)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _hindi(text: str) -> str:
    """The Hindi of a text without code and English, in paragraphs."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return _paragraphs(_flat(re.sub(r"[^\u0900-\u097f\s,.!?()-]", "", text)), 1_500, "। ")


SHAPES: dict[str, Callable[[str], str]] = {
    "": str,
    "paragraphs of 2,000": lambda text: _paragraphs(_flat(text), 2_000, ". "),
    "one paragraph": _flat,
    "paragraphs of 1,500": _hindi,
}


def _cut(text: str, size_bytes: int) -> str:
    return text.encode()[:size_bytes].decode(errors="ignore")


def _documents(folders: tuple[str, ...]) -> list[str]:
    """Their texts as editors show them: lines end in a line feed, and no file begins with a mark of its encoding."""
    files = [file for folder in folders for file in sorted((corpus() / folder).iterdir())]
    return [file.read_text("utf-8-sig") for file in files]


def _endless(documents: list[str]) -> Iterator[str]:
    """All documents, again and again, each pass in another order and with other words swapped."""
    if len(documents) < 10:  # a few novels: their chapters are the documents
        documents = [part for text in documents for part in re.split(r"\n\n(?=CHAPTER|Chapter)", text)]
    random.Random(1).shuffle(documents)
    for turn in count():
        swaps = random.Random(turn)
        first = turn * 37 % len(documents)
        for document in documents[first:] + documents[:first]:
            yield document if turn == 0 else _varied(document, swaps)


def _varied(text: str, swaps: random.Random) -> str:
    """The text with two words of each longer line swapped (two characters, in writing without spaces)."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if not line[:1].isalpha():
            continue
        words = line.split(" ")
        if len(words) >= 4:
            lines[at] = " ".join(_swapped(words, swaps))
        elif len(line) >= 12:
            lines[at] = "".join(_swapped(list(line), swaps))
    return "\n".join(lines)


def _swapped(parts: list[str], swaps: random.Random) -> list[str]:
    one, other = (int(swaps.random() * len(parts)) for _ in range(2))
    parts[one], parts[other] = parts[other], parts[one]
    return parts


def _take(stream: Iterator[str], size_bytes: int) -> str:
    parts: list[str] = []
    missing = size_bytes
    while missing > 0:
        document = _cut(next(stream), missing)
        parts.append(document)
        missing -= len(document.encode()) + 2
    return "\n\n".join(parts)
