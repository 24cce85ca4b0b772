"""Texts that are hard on splitters, a megabyte each: those that the goals name, and some that break parsers."""

from __future__ import annotations

import random
import re

import inputs

BYTES = 1_000_000


def texts(name: str) -> list[list[str]]:
    """The one version of one document."""
    return [[HARD[name]()]]


def _prose(size_bytes: int) -> str:
    return inputs.grown("prose", size_bytes, 1)[0][0]


def _one_word() -> str:
    letters = random.Random(2)
    return "".join(chr(97 + int(letters.random() * 26)) for _ in range(BYTES))


def _table() -> str:
    words = iter(_prose(2 * BYTES).replace("|", " ").split())
    rows = ["| number | name | what it says | more |", "|---|---|---|---|"]
    size = 0
    while size < BYTES:
        cells = [str(len(rows)), next(words), " ".join(next(words) for _ in range(9)), next(words)]
        rows.append("| " + " | ".join(cells) + " |")
        size += len(rows[-1]) + 1
    return "\n".join(rows) + "\n"


def _no_full_stop() -> str:
    lines = _prose(BYTES).splitlines()
    return "\n".join(re.sub(r"[.!?:;।…]", "", line) for line in lines if line.strip())


def _brackets() -> str:
    """Prose in which every third word is in brackets, some of them nested, some never closed."""
    chance = random.Random(3)
    forms = ("[{}]", "[{}](u)", "({})", "[[{}]]", "![{}](u)", "[{}", "{}]", "[{}][r]")
    words = _prose(BYTES * 2 // 3).split(" ")
    return " ".join(chance.choice(forms).format(word) if n % 3 == 0 else word for n, word in enumerate(words))


def _record_lines() -> str:
    chance = random.Random(4)
    words = _prose(BYTES).split()
    lines = []
    size = 0
    while size < BYTES:
        second = len(lines)
        what = " ".join(chance.choice(words) for _ in range(chance.randint(3, 15)))
        lines.append(
            f"2026-11-30 {second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02} INFO [worker-{second % 7}] {what}"
        )
        size += len(lines[-1]) + 1
    return "\n".join(lines) + "\n"


def _repeated(piece: str) -> str:
    return piece * (BYTES // len(piece.encode()))


HARD = {
    "one line of words": lambda: " ".join(_prose(BYTES).split()),
    "one table": _table,
    "blank lines": lambda: "First.\n" + "\n" * BYTES + "Last.\n",
    "spaces": lambda: "First." + " " * BYTES + "last.\n",
    "no full stop": _no_full_stop,
    "one word": _one_word,
    "words in brackets": _brackets,
    "record lines": _record_lines,
    "headings only": lambda: _repeated("# a\n"),
    "one letter": lambda: "a" * BYTES,
    "open brackets": lambda: _repeated("["),
    "backticks": lambda: "a " + _repeated("` `` ``` "),
    "quote in quote": lambda: _repeated(">"),
    "open fence": lambda: "```\n" + _repeated("let x = 1;\n"),
    "list items": lambda: _repeated("- a\n"),
    "nested list": lambda: _repeated("".join("  " * depth + "- a\n" for depth in range(50))),
    "full stops": lambda: _repeated("."),
    "emoji family": lambda: _repeated("\U0001f469\u200d\U0001f469\u200d"),
}
