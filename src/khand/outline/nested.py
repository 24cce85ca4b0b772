"""What stands inside a Markdown block: items, rows, lines, and blocks inside items and quotes."""

from __future__ import annotations

import re

from khand.outline.blocks import Block, Kind
from khand.outline.containers import MAX_DEPTH, closes, item_width, list_end
from khand.outline.fast import list_run
from khand.outline.markdown import Scanner, tiled
from khand.outline.patterns import normal

_FIRST_MARK = re.compile(r"( {0,3})([-*+]|[0-9]{1,9}[.)]) {1,4}(?=[^ \t\n])")

LAZY = "\ufdd0"
"""Put before a line that goes on with a paragraph without its container's prefix, so that it can begin nothing."""

_LINES = (Kind.INDENTED_CODE, Kind.MATH, Kind.FRONT_MATTER, Kind.HTML)


def children(text: str, block: Block) -> list[Block]:
    r"""
    The pieces of a block, which tile it.

    Args:
        text: The document.
        block: One of its blocks, from ``blocks`` or from this function.

    Returns:
        For a list its items; for an item or a quote its blocks (the first one includes the marker); for a table,
        fenced code and other lines a row or line each, the table's header and the fences in a GROUP with their
        neighbour; [] for what has no pieces.

    >>> text = "- a\n\n  b\n- c\n"
    >>> [(c.kind.name, text[c.start : c.end]) for c in children(text, Block(Kind.LIST, 0, 13))]
    [('ITEM', '- a\n\n  b\n'), ('ITEM', '- c\n')]
    """
    if block.kind in (Kind.LIST, Kind.ITEM, Kind.QUOTE):
        if len(block.inside) >= MAX_DEPTH:
            return _pieces(block, Kind.LINE, _line_starts(text, block))
        return _items(text, block) if block.kind == Kind.LIST else _blocks(text, block)
    if block.kind in _LINES:
        return _pieces(block, Kind.LINE, _line_starts(text, block))
    if block.kind == Kind.TABLE:
        return _rows(text, block)
    if block.kind == Kind.FENCED_CODE:
        return _code(text, block)
    if block.kind == Kind.GROUP:
        return _pieces(block, Kind.ROW if block.level else Kind.LINE, _line_starts(text, block))
    return []


def _line_starts(text: str, block: Block) -> list[int]:
    """Where the lines of a block begin; blank ones belong to the line above."""
    source, starts = _inner(text, block)
    lines = source[:-1].split("\n")
    return [
        start for start, line in zip(starts, lines, strict=True) if start == block.start or line.strip(" \t")
    ]


def _pieces(block: Block, kind: Kind, starts: list[int]) -> list[Block]:
    ends = [*starts[1:], block.end]
    return [Block(kind, start, end, inside=block.inside) for start, end in zip(starts, ends, strict=True)]


def _rows(text: str, block: Block) -> list[Block]:
    """A group of the header rows with the first row, then the other rows."""
    starts = _line_starts(text, block)
    header = block.opening.count("\n") + 1
    if len(starts) <= header + 1:
        return _pieces(block, Kind.ROW, starts)
    rows = _pieces(block, Kind.ROW, [block.start, *starts[header + 1 :]])
    rows[0] = rows[0]._replace(kind=Kind.GROUP, level=header)
    return rows


def _code(text: str, block: Block) -> list[Block]:
    """A group of the opening fence with the first line, lines, a group of the last line with the closing fence."""
    starts = _line_starts(text, block)
    source, _ = _inner(text, block)
    last = source.rstrip(" \t\n").rpartition("\n")[2]
    closed = len(starts) > 1 and closes(last, block.closing)
    if len(starts) - closed <= 2:
        return _pieces(block, Kind.LINE, starts)
    del starts[1]
    if closed:
        del starts[-1]
    lines = _pieces(block, Kind.LINE, starts)
    lines[0] = lines[0]._replace(kind=Kind.GROUP)
    if closed:
        lines[-1] = lines[-1]._replace(kind=Kind.GROUP)
    return lines


def _items(text: str, block: Block) -> list[Block]:
    source, starts = _inner(text, block)
    items = _plain_items(source) or list_end(source, 0)[1]
    return _pieces(block, Kind.ITEM, [block.start, *_at_source(source, starts, items[1:])])


def _plain_items(source: str) -> list[int]:
    """Where the items of a list of plain text and plain lists begin; [] for any other list."""
    first = _FIRST_MARK.match(source)
    if first is None:
        return []
    lead, marker, width = len(first[1]), first[2], first.end()
    if list_run(lead, marker, width).match(source, 0, len(source)).end() < len(source.rstrip()):  # type: ignore[union-attr]
        return []
    kind = re.escape(marker[-1])
    sibling = f"[0-9]{{1,9}}{kind}" if marker[:-1] else kind
    return [
        found.start()
        for found in re.finditer(rf"^ {{0,{min(3, width - 1)}}}{sibling}(?=[ \t\n])", source, re.MULTILINE)
    ]


def _blocks(text: str, block: Block) -> list[Block]:
    width = 0
    if block.kind == Kind.ITEM:
        source, _ = _inner(text, block)
        width = item_width(source.partition("\n")[0].expandtabs(4))
    inside = (*block.inside, width)
    source, starts = _inner(text, block._replace(inside=inside))
    scanner = Scanner(source)
    scanner.scan(0)
    found = tiled(scanner.out, len(source))
    ends = [*_at_source(source, starts, [piece.start for piece in found[1:]]), block.end]
    pieces = []
    start = block.start
    for piece, end in zip(found, ends, strict=True):
        pieces.append(
            piece._replace(start=start, end=end, inside=inside, title=piece.title.replace(LAZY, ""))
        )
        start = end
    return pieces


def _at_source(source: str, starts: list[int], offsets: list[int]) -> list[int]:
    """Where lines of `source` that begin at `offsets` begin in the document, which has its lines at `starts`."""
    at = []
    line = position = 0
    for offset in offsets:
        line += source.count("\n", position, offset)
        position = offset
        at.append(starts[line])
    return at


def _inner(text: str, block: Block) -> tuple[str, list[int]]:
    """The lines of a block without the prefixes of the containers around it, and where they begin in `text`."""
    lines = normal(text[block.start : block.end])[:-1].split("\n")
    starts = []
    at = block.start
    for i, line in enumerate(lines):
        starts.append(at)
        at += len(line) + 1
        if block.inside:
            lines[i] = _without_prefix(line, block.inside, first=i == 0)
    return "\n".join(lines) + "\n", starts


def _without_prefix(line: str, inside: tuple[int, ...], *, first: bool) -> str:
    if "\t" in line:
        line = line.expandtabs(4)
    for width in inside:
        rest = line.lstrip(" ")
        if not rest:
            return line[width:]
        if width == 0:
            if rest[0] != ">" or len(line) - len(rest) > 3:
                return LAZY + rest
            line = rest[2:] if rest[1:2] == " " else rest[1:]
        elif first or len(line) - len(rest) >= width:
            line = line[width:]
        else:
            return LAZY + rest
    return line
