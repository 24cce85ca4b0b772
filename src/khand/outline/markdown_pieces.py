"""What stands inside a Markdown block: items, rows, lines, and blocks inside items and quotes."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence

from khand.outline import html
from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind, following, offsets
from khand.outline.markdown import Scanner
from khand.outline.markdown_common import list_run
from khand.outline.markdown_containers import MAX_DEPTH, closes, item_width, list_end
from khand.outline.markdown_lines import normal
from khand.outline.records import hard_breaks, is_wrapped_prose, record_starts
from khand.outline.tables import GRID_RULE
from khand.outline.text_lines import Lines, line_starts, past_blanks

_FIRST_MARK = re.compile(r"( {0,3})([-*+]|[0-9]{1,9}[.)]) {1,4}(?=[^ \t\n])")

_FIRST_LOOK = 8_000
"""Code points of a paragraph up to which its lines are looked at together first."""
_LINE = re.compile(r"[^\n]*+\n")
LAZY = "\ufdd0"
"""Put before a line that goes on with a paragraph without its container's prefix, so that it can begin nothing."""

_LINES = (Kind.INDENTED_CODE, Kind.HTML)
_DELIMITED = (Kind.MATH, Kind.FRONT_MATTER)
_DELIMITERS = frozenset(("$$", "---", "...", "+++"))


def children(text: str, block: Block) -> Blocks:
    r"""
    The pieces of a block, which tile it.

    Args:
        text: The document.
        block: One of its blocks, from ``blocks`` or from this function.

    Returns:
        For a list its items; for an item or a quote its blocks (the first one includes the marker); for a table,
        fenced code and other lines a row or line each, the table's header and the fences in a GROUP with their
        neighbour; for a paragraph of records (docs/records.md) a record each; none for what has no pieces.

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
    if block.kind == Kind.TABLE and GRID_RULE.match(
        _line_at(text, block, past_blanks(text, block.start, block.end))
    ):
        return _grid_rows(text, block)
    if _is_html_table(block):
        return _html_rows(text, block)
    if block.kind == Kind.TABLE:
        return _rows(text, block)
    if block.kind == Kind.FENCED_CODE:
        return _code(text, block)
    if block.kind in _DELIMITED:
        return _delimited(text, block)
    if block.kind == Kind.PARAGRAPH:
        return _records(text, block)
    if block.kind == Kind.GROUP:
        return _pieces(block, Kind.ROW if block.level else Kind.LINE, _line_starts(text, block))
    return NO_BLOCKS


def _line_starts(text: str, block: Block) -> array[int]:
    """Where the lines of a block begin; blank ones belong to the line above."""
    if not block.inside:
        return line_starts(text, block.start, block.end)
    starts = offsets([block.start])
    lines = _lines(text, block)
    next(lines)
    starts.extend(start for start, line in lines if line.strip(" \t"))
    return starts


def _pieces(block: Block, kind: Kind, starts: Iterable[int]) -> Blocks:
    return Blocks.tiling(kind, starts, block.end, block.inside)


def _records(text: str, block: Block) -> Blocks:
    """The records of a paragraph: the parts its author broke on purpose, or lines that are none of wrapped prose."""
    broken = hard_breaks(text, block.start, block.end)
    if broken:
        return _pieces(block, Kind.RECORD, broken)
    looked_at = not block.inside and block.end - block.start <= _FIRST_LOOK
    if looked_at and is_wrapped_prose(text[block.start : block.end].rstrip().split("\n")):
        return NO_BLOCKS
    starts = _line_starts(text, block)
    if len(starts) < 2:
        return NO_BLOCKS
    lines: Sequence[str] = Lines(text, starts, block.end)
    if block.inside:
        lines = [line.replace(LAZY, "") for _, line in _lines(text, block) if line.strip(" \t")]
    found = record_starts(lines)
    return _pieces(block, Kind.RECORD, [starts[k] for k in found]) if found else NO_BLOCKS


def _rows(text: str, block: Block) -> Blocks:
    """A group of the header rows with the first row, then the other rows."""
    starts = _line_starts(text, block)
    header = block.opening.count("\n") + 1
    if len(starts) <= header + 1:
        return _pieces(block, Kind.ROW, starts)
    del starts[1 : header + 1]
    rows = _pieces(block, Kind.ROW, starts)
    rows.kinds[0] = Kind.GROUP
    rows.details[block.start] = (header, "", "", "")
    return rows


def _grid_rows(text: str, block: Block) -> Blocks:
    """The rows of a grid table, each up to its rule line; a group of the header rows with the first row before them."""
    starts = _line_starts(text, block)
    lines = [_line_at(text, block, start) for start in starts]
    after_rule = [start for start, above in zip(starts[1:], lines, strict=False) if GRID_RULE.match(above)][
        1:
    ]
    if not lines or not GRID_RULE.match(lines[-1]):
        after_rule = after_rule or [*starts[1:]]
    rows = _pieces(block, Kind.ROW, [block.start, *after_rule])
    if not block.opening or len(rows) < 3:
        return rows
    rows = _pieces(block, Kind.ROW, [block.start, *after_rule[1:]])
    rows.kinds[0] = Kind.GROUP
    rows.details[block.start] = (block.opening.count("\n") + 1, "", "", "")
    return rows


def _is_html_table(block: Block) -> bool:
    """Whether a table, or the group of its header, is HTML: Markdown's has an opening that is no ``<tr>``."""
    if block.kind == Kind.GROUP:
        return block.opening != ""
    return block.kind == Kind.TABLE and (not block.opening or block.opening[:3].lower() == "<tr")


def _html_rows(text: str, block: Block) -> Blocks:
    """The rows of a table in HTML; those that begin a line begin with the prefixes of the containers around it."""
    rows = html.children(text, block)
    if not rows:
        return rows
    starts = rows.starts
    if block.inside:
        starts = offsets([block.start, *(_line_start(text, start) for start in rows.starts[1:])])
    group = {block.start: (0, "", block.opening, "")} if rows.kinds[0] == Kind.GROUP else {}
    return Blocks(rows.kinds, starts, following(starts, block.end), group, block.inside)


def _line_start(text: str, at: int) -> int:
    """Where the line begins of which only prefixes of containers stand before `at`; `at` where there is more."""
    start = at
    while text[start - 1] in "> \t":
        start -= 1
    return start if text[start - 1] in "\r\n" else at


def _code(text: str, block: Block) -> Blocks:
    """A group of the opening fence with the first line, lines, a group of the last line with the closing fence."""
    starts = _line_starts(text, block)
    closed = len(starts) > 1 and closes(_line_at(text, block, starts[-1]), block.closing)
    return _between_fences(block, starts, opened=True, closed=closed)


def _delimited(text: str, block: Block) -> Blocks:
    """The lines of math or front matter; one that only opens or closes it is grouped like a fence."""
    starts = _line_starts(text, block)
    ends = past_blanks(text, block.start, block.end), starts[-1]
    opened, closed = (_line_at(text, block, start).strip() in _DELIMITERS for start in ends)
    return _between_fences(block, starts, opened=opened, closed=closed)


def _between_fences(block: Block, starts: array[int], *, opened: bool, closed: bool) -> Blocks:
    """Lines of which the first and the last, where they are fences, are grouped with their neighbours."""
    if len(starts) - opened - closed <= 1:
        whole = len(starts) > 1 and block.kind == Kind.FENCED_CODE
        return _pieces(block, Kind.GROUP if whole else Kind.LINE, starts[:1] if whole else starts)
    if opened:
        del starts[1]
    if closed:
        del starts[-1]
    lines = _pieces(block, Kind.LINE, starts)
    if opened:
        lines.kinds[0] = Kind.GROUP
    if closed:
        lines.kinds[-1] = Kind.GROUP
    return lines


def _items(text: str, block: Block) -> Blocks:
    source, starts = _inner(text, block)
    items = _plain_items(source) or list_end(source, 0)[1]
    begins = offsets([block.start])
    begins.extend(_at_source(block, source, starts, items[1:]))
    return _pieces(block, Kind.ITEM, begins)


def _plain_items(source: str) -> array[int]:
    """Where the items of a list of plain text and plain lists begin; none for any other list."""
    first = _FIRST_MARK.match(source)
    if first is None:
        return offsets()
    lead, marker, width = len(first[1]), first[2], first.end()
    if list_run(lead, marker, width).match(source, 0, len(source)).end() < len(source.rstrip()):  # type: ignore[union-attr]
        return offsets()
    kind = re.escape(marker[-1])
    sibling = f"[0-9]{{1,9}}{kind}" if marker[:-1] else kind
    heads = re.compile(rf"^ {{0,{min(3, width - 1)}}}{sibling}(?=[ \t\n])", re.MULTILINE)
    return offsets(map(re.Match.start, heads.finditer(source)))


def _blocks(text: str, block: Block) -> Blocks:
    width = 0
    if block.kind == Kind.ITEM:
        width = item_width(_line_at(text, block, block.start).expandtabs(4))
    inside = (*block.inside, width)
    source, starts = _inner(text, block._replace(inside=inside))
    scanner = Scanner(source)
    scanner.scan(0)
    found = scanner.blocks(len(source))
    begins = offsets(_at_source(block, source, starts, found.starts))
    details = {}
    for start, begin in zip(found.starts, begins, strict=True):
        if start in found.details:
            level, title, opening, closing = found.details[start]
            details[begin] = (level, title.replace(LAZY, ""), opening, closing)
    return Blocks(found.kinds, begins, following(begins, block.end), details, inside)


def _at_source(block: Block, source: str, starts: array[int], at: Iterable[int]) -> Iterator[int]:
    """Where lines of the `source` and `starts` of ``_inner`` that begin at `at` there begin in the document."""
    line = position = 0
    for offset in at:
        if starts:
            line += source.count("\n", position, offset)
            position = offset
            yield starts[line]
        else:
            yield block.start + offset


def _inner(text: str, block: Block) -> tuple[str, array[int]]:
    """The lines of a block without the prefixes of the containers around it, and where they begin in `text`."""
    if not block.inside:
        return normal(text[block.start : block.end]), offsets()
    starts = offsets()
    lines = []
    for start, line in _lines(text, block):
        starts.append(start)
        lines.append(line)
    return "\n".join(lines) + "\n", starts


def _lines(text: str, block: Block) -> Iterator[tuple[int, str]]:
    """Where the lines of a block inside containers begin, and the lines without the prefixes of these."""
    at = block.start
    for found in _LINE.finditer(normal(text[at : block.end])):
        start = at + found.start()
        line = _without_prefix(found.group()[:-1], block.inside, first=start == at)
        yield start, line


def _line_at(text: str, block: Block, start: int) -> str:
    """The line at `start` without the prefixes of the containers around the block."""
    line = normal(text[start : block.end]).partition("\n")[0]
    return _without_prefix(line, block.inside, first=start == block.start) if block.inside else line


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
