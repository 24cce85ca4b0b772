"""Writing Markdown that reads back as what it was made of."""

from __future__ import annotations

import re
from collections.abc import Sequence

_OPENS_BLOCK = re.compile(
    r"^(?:(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|=+\s*$|-{2,}\s*$|```|~~~|\||:::|!!!|\?\?\?|\$\$|\[[^\]\n]{1,100}\]:)|(\d{1,9})([.)])(?=\s|$))",
    re.MULTILINE,
)
_MARKUP = re.compile(r"[*`_\[\]]")


def escaped(text: str, *, heading: bool = False) -> str:
    r"""
    A text whose lines open no block; in a heading also nothing that is markup.

    >>> escaped("# no heading"), escaped("1. Mai"), escaped("a_b *c*", heading=True)
    ('\\# no heading', '1\\. Mai', 'a\\_b \\*c\\*')

    """
    if heading:
        return _MARKUP.sub(r"\\\g<0>", text) if "`" not in text else text
    return _OPENS_BLOCK.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", text)


def as_lines(text: str) -> str:
    r"""
    Running text as a paragraph; line breaks on purpose are hard breaks.

    >>> as_lines(" a  b \n c\n")
    'a b  \nc'

    """
    lines = [re.sub(r" {2,}", " ", line).strip(" ") for line in text.split("\n")]
    return "  \n".join([line for line in lines if line])


def code_span(text: str) -> str:
    """
    Inline code.

    >>> code_span("a`b"), code_span("x")
    ('`` a`b ``', '`x`')

    """
    if not text:
        return ""
    ticks = "`" * (_longest_run(text, "`") + 1)
    return f"{ticks} {text} {ticks}" if len(ticks) > 1 else f"`{text}`"


def fenced(text: str, language: str = "") -> str:
    r"""
    Lines of code.

    >>> fenced("a = 1\n", "python")
    '```python\na = 1\n```'

    """
    fence = "`" * max(3, _longest_run(text, "`") + 1)
    return f"{fence}{language}\n{text.strip(chr(10)).rstrip()}\n{fence}"


def indented(text: str, first: str, rest: str) -> str:
    r"""
    Lines behind a marker.

    >>> indented("a\n\nb", "- ", "  ")
    '- a\n\n  b'

    """
    lines = text.split("\n")
    return "\n".join([first + lines[0], *((rest + line if line else rest.rstrip()) for line in lines[1:])])


def table(header: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> str:
    r"""
    A table; without header rows its header is empty.

    >>> print(table([["a", "b"]], [["1|2"], ["3", "4"]]))
    | a | b |
    |---|---|
    | 1\|2 |  |
    | 3 | 4 |
    """
    width = max(len(row) for row in (*header, *rows))
    lines = [_row(row, width) for row in header or [[]]]
    return "\n".join([*lines, "|" + "---|" * width, *(_row(row, width) for row in rows)])


def _row(cells: Sequence[str], width: int) -> str:
    filled = [*cells, *[""] * (width - len(cells))]
    return "| " + " | ".join([cell.replace("|", "\\|") for cell in filled]) + " |"


def _longest_run(text: str, of: str) -> int:
    return max((len(run) for run in re.findall(re.escape(of) + "+", text)), default=0)
