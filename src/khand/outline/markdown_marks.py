"""
Lines that documentation builders read and CommonMark does not: fences of colons, notes with indented bodies, labels, math.

They are found before the blocks are, and marked in the copy of the text that is scanned, so that the scanner sees one
character at the beginning of such a line and knows that no paragraph or list goes on there. What has no partner (a fence that
is never closed, a note without a body) is not marked and stays text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from khand.outline.blocks import Kind
from khand.outline.markdown_ends import fence_end
from khand.outline.markdown_lines import TAG
from khand.outline.next_match import NextMatch

MARK = "\x02"
"""Stands in the marked copy for the first character of such a line."""

# Most lines begin with none of these: a set behind the line end is told sooner than an assertion that looks ahead.
_FIRST = r"\n[ `~<:/!?=({%\\+](?<=(?=[ ]{0,3}+"
_HINT = re.compile(
    rf"{_FIRST}(?::::|///|!!!\ |\?\?\?|===\ |\([^\n()]{{1,99}}\)=|\{{%-?\ *[hcv]|\{{\{{[<%]|%%|\\\[|\+[-=]"
    r"|</?[A-Z](?:\w*+\.|[^\n<>{]*+(?:\{|$)))).)",
    re.MULTILINE,
)
"""What most documents have nowhere; a component's plain tag on one line needs no mark."""
_COMPONENT_TAG = re.compile(
    r"[ ]{0,3}</?[A-Z](?:[^<>{}\"'\n]|\n(?![ \t]*\n)|\"[^\"]{0,999}\"|'[^']{0,999}'|\{[^{}]{0,999}(?:\{[^{}]{0,999}\}[^{}]{0,999}){0,9}\})*+>[ \t]*\n"
)
"""A component's tag alone on its lines, with what CommonMark does not take for an attribute."""
_SHORTCODES = "highlight|comment|verbatim"
_STARTS = re.compile(
    rf"""
    {_FIRST}(?:
      (?P<fence>`{{3,}}+(?=[^`\n]*$)|~{{3,}}+)
    | (?P<comment><!--)
    | (?P<colons>:{{3,}}+)[ \t]*+(?P<of>[{{A-Za-z][^\n]*)?$
    | (?P<slashes>/{{3,}}+)[ \t]*+(?P<name>[a-z][\w-]*(?:[ \t]*\|[^\n]*)?)?[ \t]*$
    | (?P<note>(?:!!!|\?\?\?\+?)[ \t]+[\w"][^\n]*|===[!+]*[ \t]+["'][^\n]*)
    | (?P<label>\([\w.: -]+\)=[ \t]*)$
    | \{{(?:%-?|\{{[<%])[ \t]*(?P<raw>{_SHORTCODES})\b
    | (?P<hidden>%%)(?![^\n]*%%)
    | (?P<math>\\\[)[ \t]*$
    | (?P<jsx></?[A-Z][\w.]*+(?=[\s/>]))
    | (?P<grid>\+(?:[-=:]+\+)+)[ \t]*$
    )).)
    """,
    re.VERBOSE | re.MULTILINE,
)
_BODY = re.compile(r"[^\n]*\n(?:[ \t]*\n)*+(?:(?:[ ]{4}|[ ]{0,3}\t)[ \t]*+[^ \t\n][^\n]*\n(?:[ \t]*\n)*+)++")
_GRID = re.compile(r"[^\n]*\n(?: {0,3}[|+][^\n]*\n)++")
_NESTED = 16
"""Fences inside each other whose lengths are compared; keeps the time linear."""
_COMMENT_END = re.compile("-->[^\n]*\n")
_MATH_END = re.compile(r"^[ ]{0,3}\\\][ \t]*\n", re.MULTILINE)
_HIDDEN_END = re.compile(r"%%[^\n]*\n")


class Mark(NamedTuple):
    """
    What a marked line begins.

    Attributes:
        kind: OPENER or CLOSER for a line that opens or closes a scope; else what the lines up to `end` are.
        end: For an OPENER or a CLOSER where its partner's line begins, -1 for a label, which has none; for a note with an
            indented body and for others where their lines end.
        indented: Whether the lines up to `end` are the indented body of an OPENER.
    """

    kind: Kind
    end: int
    indented: bool = False


Marks = dict[int, Mark]
"""By where the line begins."""


def marked(source: str) -> tuple[str, Marks]:
    r"""
    A copy of the text, of the same length, in which the lines are marked that a builder reads, and what they are.

    Args:
        source: As ``normal`` returns it.

    >>> text, marks = marked(":::note\nA\n:::\n")
    >>> text == f"{MARK}::note\nA\n{MARK}::\n", marks[0], marks[10].kind.name
    (True, Mark(kind=<Kind.OPENER: 16>, end=10, indented=False), 'CLOSER')
    """
    lines = "\n" + source  # Python's matcher skips to a line end faster than to "^"
    if _HINT.search(lines) is None:
        return source, {}
    marks = _find(source, lines)
    if not marks:
        return source, marks
    parts: list[str] = []
    at = 0
    for line in sorted(marks):
        first = line + len(source[line : line + 4]) - len(source[line : line + 4].lstrip(" "))
        parts += (source[at:first], MARK)
        at = first + 1
    return "".join([*parts, source[at:]]), marks


def _find(source: str, lines: str) -> Marks:
    """The marks of a text; `lines` is the same with a line end before it, so that each line begins where its line end is there."""
    marks: Marks = {}
    ends: dict[str, NextMatch] = {}
    open_: dict[str, list[tuple[int, int]]] = {"colons": [], "slashes": []}
    at = 0
    while (found := _STARTS.search(lines, at)) is not None:
        start = found.start()
        kind = found.lastgroup or ""
        at = lines.find("\n", found.end(kind))
        kind = {"of": "colons", "name": "slashes"}.get(kind, kind)
        if kind == "fence":
            at = _after(fence_end(found[kind]), lines, at) - 1
        elif kind == "comment":
            at = _after(_COMMENT_END, lines, found.end(kind)) - 1
        elif kind in open_:
            _fenced(marks, open_[kind], start, len(found[kind]), opens=bool(found["of"] or found["name"]))
        elif kind == "label":
            marks[start] = Mark(Kind.OPENER, -1)
        elif kind == "note":
            body = _BODY.match(source, start)
            if body is not None:
                marks[start] = Mark(Kind.OPENER, body.end(), indented=True)
                at = body.end()
        else:
            end = _region_end(source, start, found, kind, ends)
            if end:
                marks[start] = Mark(_REGIONS[kind], end)
                at = end
    return marks


_PLAIN_TAG = re.compile(rf"<{TAG}")
_REGIONS = {"jsx": Kind.HTML, "raw": Kind.HTML, "hidden": Kind.HTML, "math": Kind.MATH, "grid": Kind.TABLE}


def _fenced(marks: Marks, open_: list[tuple[int, int]], start: int, length: int, *, opens: bool) -> None:
    """Take a fence of colons or slashes; an opener gets its mark when it is closed."""
    if opens:
        open_.append((start, length))
        return
    while open_:
        # a longer fence is not closed by a shorter one, unless nothing else is open (as pandoc has it)
        last = len(open_) - 1
        k = next((k for k in range(last, max(-1, last - _NESTED), -1) if open_[k][1] <= length), last)
        opener = open_[k][0]
        del open_[k:]
        marks[opener] = Mark(Kind.OPENER, start)
        marks[start] = Mark(Kind.CLOSER, opener or -1)
        return


def _region_end(source: str, start: int, found: re.Match[str], kind: str, ends: dict[str, NextMatch]) -> int:
    """Where the lines end that stand together from the line at `start` on, which was found; 0 if they do not end."""
    if kind == "jsx":
        tag = _COMPONENT_TAG.match(source, start)
        return tag.end() if tag is not None and not _PLAIN_TAG.fullmatch(tag.group().strip()) else 0
    if kind == "grid":
        rows = _GRID.match(source, start)
        return rows.end() if rows is not None else 0
    name = found["raw"] or kind
    if name not in ends:
        if kind == "raw":
            closing = re.compile(rf"\{{(?:%-?|\{{[<%])[ \t]*(?:end|/[ \t]*){name}\b[^\n]*\n")
        else:
            closing = _MATH_END if kind == "math" else _HIDDEN_END
        ends[name] = NextMatch(closing, source, 0)
    return ends[name].after(found.end(found.lastgroup or 0) - 1)


def _after(pattern: re.Pattern[str], source: str, at: int) -> int:
    """Where the next match ends, at the end of the text without one."""
    found = pattern.search(source, at)
    return found.end() if found is not None else len(source)
