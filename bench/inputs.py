"""
The texts of the speed bench, made from the corpus and kept in bench/.cache.

Each input is a folder of one or more ``.txt`` files; a run chunks all of them, one after the other. Small inputs are
many different pieces, so that a run takes long enough to be timed and no cache sees the same text twice.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

CACHE = Path(__file__).parent / ".cache" / "inputs-1"
"""The number is the version of this recipe: change it whenever the texts change."""

MARKDOWN_FOLDERS = ("rust-book", "fastapi-en", "fastapi-hi", "fastapi-ja", "fastapi-zh")
PROSE_FOLDERS = ("prose",)
FOLDERS = (*MARKDOWN_FOLDERS, "peps", *PROSE_FOLDERS)
SIZES = {"10 KB": 10_000, "1 MB": 1_000_000, "10 MB": 10_000_000, "40 MB": 40_000_000}
PIECES = {"10 KB": 100}


@dataclass(frozen=True)
class Input:
    """One text, or several of the same kind: `files` in `folder`, `size_bytes` in UTF-8 together."""

    name: str
    folder: Path
    pieces: int
    size_bytes: int


def corpus() -> Path:
    """The folder of documents that KHAND_CORPUS names."""
    folder = os.environ.get("KHAND_CORPUS")
    if not folder or not Path(folder).is_dir():
        raise SystemExit("The bench needs documents: set KHAND_CORPUS to a folder with " + ", ".join(FOLDERS))
    return Path(folder)


def get(name: str) -> Input:
    """
    The input of this name, made on first use.

    Names: ``markdown 1 MB``, ``prose 40 MB``, ``folder rust-book``, ``hard one word`` (see HARD).
    """
    folder = CACHE / name.replace(" ", "-")
    if not folder.is_dir():
        unfinished = folder.with_name(folder.name + f".{os.getpid()}")
        unfinished.mkdir(parents=True)
        for number, text in enumerate(_texts(name)):
            (unfinished / f"{number:04}.txt").write_bytes(text.encode())
        unfinished.rename(folder)
    files = sorted(folder.iterdir())
    return Input(name, folder, len(files), sum(file.stat().st_size for file in files))


def read(folder: Path) -> list[str]:
    """The texts of an input's folder, in order."""
    return [file.read_bytes().decode() for file in sorted(folder.iterdir())]


def _texts(name: str) -> Iterator[str]:
    kind, _, rest = name.partition(" ")
    if kind == "folder":
        yield "\n\n".join(_documents((rest,)))
    elif kind == "hard":
        yield HARD[rest]()
    else:
        folders = {"markdown": MARKDOWN_FOLDERS, "prose": PROSE_FOLDERS}[kind]
        stream = _endless(_documents(folders))
        for _ in range(PIECES.get(rest, 1)):
            yield _take(stream, SIZES[rest])


def _documents(folders: tuple[str, ...]) -> list[str]:
    files = [file for folder in folders for file in sorted((corpus() / folder).iterdir())]
    return [file.read_bytes().decode() for file in files]


def _endless(documents: list[str]) -> Iterator[str]:
    """
    Sections of all documents, again and again, each pass in another order and with other words swapped.

    Cutting the documents at blank lines before headings keeps a small input from being one single document.
    """
    if len(documents) < 10:  # two novels: their chapters are the documents
        documents = [part for text in documents for part in re.split(r"\n\n(?=CHAPTER|Chapter)", text)]
    random.Random(1).shuffle(documents)
    for turn in count():
        swaps = random.Random(turn)
        first = turn * 37 % len(documents)
        for document in documents[first:] + documents[:first]:
            yield document if turn == 0 else _varied(document, swaps)


def _varied(text: str, swaps: random.Random) -> str:
    """
    The text with two words of each longer line swapped (two characters, in writing without spaces).

    Without this a splitter that remembers the counts of sentences or paragraphs would find them all again.
    """
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if not line[:1].isalpha():
            continue
        words = line.split(" ")
        if len(words) < 4:
            words = list(line)
            if len(words) < 12:
                continue
            lines[at] = "".join(_swapped(words, swaps))
        else:
            lines[at] = " ".join(_swapped(words, swaps))
    return "\n".join(lines)


def _swapped(parts: list[str], swaps: random.Random) -> list[str]:
    one, other = (int(swaps.random() * len(parts)) for _ in range(2))
    parts[one], parts[other] = parts[other], parts[one]
    return parts


def _take(stream: Iterator[str], size_bytes: int) -> str:
    parts: list[str] = []
    missing = size_bytes
    while missing > 0:
        document = next(stream)
        encoded = len(document.encode()) + 2
        if encoded > missing:
            document = document.encode()[:missing].decode(errors="ignore")
        parts.append(document)
        missing -= encoded
    return "\n\n".join(parts)


def _prose(size_bytes: int) -> str:
    return _take(_endless(_documents(PROSE_FOLDERS)), size_bytes)


def _one_line() -> str:
    return " ".join(_prose(10_000_000).split())


def _one_word() -> str:
    letters = random.Random(2)
    return "".join(chr(97 + int(letters.random() * 26)) for _ in range(10_000_000))


def _table() -> str:
    words = iter(_prose(6_000_000).replace("|", " ").split())
    rows = ["| number | name | what it says | more |", "|---|---|---|---|"]
    size = 0
    while size < 5_000_000:
        cells = [str(len(rows)), next(words), " ".join(next(words) for _ in range(9)), next(words)]
        rows.append("| " + " | ".join(cells) + " |")
        size += len(rows[-1]) + 1
    return "\n".join(rows) + "\n"


def _no_full_stop() -> str:
    lines = _prose(5_600_000).splitlines()
    return "\n".join(re.sub(r"[.!?:;।…]", "", line) for line in lines if line.strip())


def _repeated(piece: str) -> str:
    return piece * (5_000_000 // len(piece))


HARD = {
    # those that the goals name
    "one line of words": _one_line,
    "one table": _table,
    "blank lines": lambda: "First.\n" + "\n" * 5_000_000 + "Last.\n",
    "spaces": lambda: "First." + " " * 5_000_000 + "last.\n",
    "no full stop": _no_full_stop,
    "one word": _one_word,
    # and some that break parsers
    "headings only": lambda: _repeated("# a\n"),
    "one letter": lambda: "a" * 5_000_000,
    "open brackets": lambda: _repeated("["),
    "backticks": lambda: "a " + _repeated("` `` ``` "),
    "quote in quote": lambda: _repeated(">"),
    "open fence": lambda: "```\n" + _repeated("let x = 1;\n"),
    "list items": lambda: _repeated("- a\n"),
    "nested list": lambda: _repeated("".join("  " * depth + "- a\n" for depth in range(50))),
    "full stops": lambda: _repeated("."),
    "emoji family": lambda: _repeated("\U0001f469\u200d\U0001f469\u200d"),
}
