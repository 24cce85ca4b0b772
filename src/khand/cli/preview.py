"""Shows chunks: where they stand, what is repeated, what is put around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from rich.text import Text

from khand.chunk_record import Chunk, around
from khand.formatting import counted
from khand.summaries import title

ENDS = {
    "heading": "ends before a heading",
    "block": "ends after a paragraph or block",
    "item": "ends after an item, row or line",
    "sentence": "ends after a sentence",
    "line": "ends at a line end",
    "word": "ends after a word",
    "grapheme": "ends inside a word",
    "window": "a full window",
    "end": "ends with the document",
}


def show(chunks: Sequence[Chunk], file: TextIO, *, exact: bool, unit: str = "tokens") -> None:
    """
    Print chunks with their context dim and their overlap highlighted.

    Where there are no colours, ⟦ ⟧ stand around the overlap and a ┆ before the lines of context.
    """
    console = Console(file=file, highlight=False, soft_wrap=True)
    for chunk in chunks:
        console.print(Text(_printable(title(chunk, exact=exact, unit=unit)), style="bold"))
        console.print(Text(_printable(_facts(chunk, exact=exact, unit=unit)), style="dim"))
        before, after = around(chunk)
        _print_context(console, before.rstrip("\n"))
        _print_text(console, chunk)
        _print_context(console, after.strip("\n"))
        console.print()


def _facts(chunk: Chunk, *, exact: bool, unit: str) -> str:
    lines = f"lines {chunk.start_line}-{chunk.end_line}"
    if chunk.start_line == chunk.end_line:
        lines = f"line {chunk.start_line}"
    facts = [f"{chunk.source}, {lines}" if chunk.source else lines, ENDS[chunk.cut]]
    if chunk.overlap_chars:
        facts.append(f"{counted(chunk.overlap_tokens, unit[:-1], estimated=not exact)} repeated")
    if chunk.oversized:
        facts.append("larger than the size: one character cannot be cut")
    return "; ".join(facts)


def _print_context(console: Console, lines: str) -> None:
    for line in lines.split("\n") if lines else ():
        console.print(Text(f"  ┆ {_printable(line)}", style="dim"))


def _print_text(console: Console, chunk: Chunk) -> None:
    marks = ("", "") if console.color_system else ("⟦", "⟧")
    repeated, own = chunk.text[: chunk.overlap_chars], chunk.text[chunk.overlap_chars :]
    shown = Text()
    if repeated:
        shown.append(f"{marks[0]}{_printable(repeated)}{marks[1]}", style="black on yellow")
    shown.append(_printable(own))
    for line in shown.split("\n", allow_blank=True):
        console.print(Text("  │ ") + line)


def _printable(text: str) -> str:
    """The text with control characters shown as pictures, so that a document cannot steer the terminal."""
    return text.replace("\r\n", "\n").translate(_PICTURES)


# U+2400 is the picture of NUL, and so on; line feed and tab stay
_PICTURES = {code: 0x2400 + code for code in range(32) if code not in (9, 10)}
_PICTURES |= dict.fromkeys(range(0x7F, 0xA0), 0xFFFD)
