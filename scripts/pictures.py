"""
Draw how texts are cut into docs/cutting.md: ``python scripts/pictures.py``.

A document of the page is a fenced block of Markdown. Below it, a call such as `khand.chunk(text, size=20)` alone on a line stands before a
block of text: the picture of what that call makes of the document.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src")]

import khand  # noqa: E402 - after the path

PAGE = ROOT / "docs" / "cutting.md"
WIDTH = 76
"""Columns of a picture; a longer line is folded."""

_PARTS = re.compile(
    r"^(?P<fence>`{3,})markdown\n(?P<document>.*?)^(?P=fence)$"
    r"|^`khand\.chunk\(text, (?P<options>[^\n]*)\)`\n\n(?P<around>`{3,})text\n.*?^(?P=around)$",
    re.M | re.S,
)


def page(text: str) -> str:
    """The page with each picture drawn anew."""
    document = ""

    def drawn(part: re.Match[str]) -> str:
        nonlocal document
        if part["document"] is not None:
            document = part["document"]
            return part[0]
        picture = "\n".join(lines(document, options(part["options"])))
        return f"`khand.chunk(text, {part['options']})`\n\n````text\n{picture}\n````"

    return _PARTS.sub(drawn, text)


def options(given: str) -> dict[str, Any]:
    """
    Keywords as they stand in a call.

    >>> options('size=20, by="sentence"')
    {'size': 20, 'by': 'sentence'}

    """
    call = ast.parse(f"f({given})", mode="eval").body
    assert isinstance(call, ast.Call)
    return {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg}


def lines(document: str, given: dict[str, Any]) -> Iterator[str]:
    """
    The picture of a document's chunks, a line after the other.

    >>> print("\\n".join(lines("# A\\n\\nOne two.", {"size": 9, "tokenizer": "words"})))
    ┌ chunk 1 · A · 4 of 9
    │ # A
    │
    │ One two.
    └ end

    """
    size, number, end = khand.Settings(**given).size, 0, 0
    for chunk in khand.chunk(document, **given).with_children():
        child = chunk.parent is not None
        number += not child
        indent = "    " if child else ""
        name = f"child of {number}" if child else f"chunk {number}"
        path = [" > ".join(chunk.headings)] * bool(chunk.headings)
        repeated = 0 if child else max(0, end - chunk.start)
        before, _, after = chunk.embed_text.partition(chunk.text)
        yield indent + " · ".join([f"┌ {name}", *path, f"{chunk.tokens} of {size}"])
        for sign, part in (
            ("+", before.removesuffix("\n")),
            ("↻", chunk.text[:repeated].rstrip("\n")),
            ("│", chunk.text[repeated:].lstrip("\n") if repeated else chunk.text),
            ("+", after.removeprefix("\n")),
        ):
            for row in _rows(part):
                yield f"{indent}{sign} {row}".rstrip()
        yield f"{indent}└ {chunk.cut}{', oversized' if chunk.oversized else ''}"
        end = end if child else chunk.end


def _rows(text: str) -> Iterator[str]:
    """The lines of a part, long ones folded."""
    for line in text.splitlines():
        if len(line) <= WIDTH:
            yield line
        else:
            yield from textwrap.wrap(line, WIDTH, drop_whitespace=False, break_long_words=True)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
