"""HTML to blocks of its source: headings, paragraphs, lists, tables, quotes, preformatted text."""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile

from khand.characters.span import Span
from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind, offsets
from khand.outline.html_tags import HEADINGS, LEAVES, WRAPPERS, Tag, seen_text, tags
from khand.outline.titles import MAX_TITLE

MAX_DEPTH = 16
"""Lists and quotes inside each other that are told apart."""

_NEWLINE = re.compile("\n")


def blocks(text: str) -> Blocks:
    """
    The blocks of an HTML document; wrappers such as ``div`` belong to the block they open before or close after.

    >>> [(block.kind.name, block.title) for block in blocks("<div><h1>A &amp; <b>B</b></h1> <p>C</p></div>")]
    [('HEADING', 'A & B'), ('PARAGRAPH', '')]
    """
    return Blocks.of(_Scanner(text, 0, len(text)).blocks() if text else [])


def children(text: str, block: Block) -> Blocks:
    """
    The pieces of a block: items, rows (the header with the first one), lines, blocks inside items and quotes.

    >>> text = "<ul><li>a<li>b</ul>"
    >>> [text[item.start : item.end] for item in children(text, blocks(text)[0])]
    ['<ul><li>a', '<li>b</ul>']
    """
    if len(block.inside) >= MAX_DEPTH:
        return NO_BLOCKS
    if block.kind == Kind.LIST:
        return _pieces(block, Kind.ITEM, _starts(text, block, ("li", "dt", "dd"), ("ul", "ol", "dl", "menu")))
    if block.kind in (Kind.TABLE, Kind.GROUP):
        return _rows(text, block)
    if block.kind in (Kind.INDENTED_CODE, Kind.HTML):
        lines = offsets([block.start])
        lines.extend(map(re.Match.end, _NEWLINE.finditer(text, block.start, block.end - 1)))
        return Blocks.tiling(Kind.LINE, lines, block.end, block.inside)
    if block.kind not in (Kind.ITEM, Kind.QUOTE):
        return NO_BLOCKS
    own = ("blockquote",) if block.kind == Kind.QUOTE else ("li", "dt", "dd")
    skip = next((tag.end for tag in tags(text, block.start, block.end) if tag.name in own), block.start)
    scanner = _Scanner(text, block.start, block.end, skip=skip)
    found = scanner.blocks()
    if len(found) == 1 and found[0].kind == Kind.PARAGRAPH:
        return NO_BLOCKS
    return Blocks.of([piece._replace(inside=(*block.inside, 0)) for piece in found])


def table(text: str, start: int, end: int) -> Block | None:
    """
    The table that ``text[start:end]`` is and holds nothing beside, if it has rows to cut it between.

    >>> source = "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"
    >>> table(source, 0, len(source)).opening, table(source + "text", 0, len(source) + 4)
    ('<tr><th>a</th></tr>', None)
    """
    found = _Scanner(text, start, end).blocks()
    if len(found) != 1 or found[0].kind != Kind.TABLE or len(_row_starts(text, found[0])) < 2:
        return None
    return found[0]


def _pieces(block: Block, kind: Kind, starts: list[int]) -> Blocks:
    """Pieces that begin at `starts`, the first at the block's own start."""
    return Blocks.tiling(kind, [block.start, *starts[1:]], block.end, block.inside)


def _starts(text: str, block: Block, names: tuple[str, ...], nested: tuple[str, ...]) -> list[int]:
    """Where the opening tags of these names stand that belong to the block itself, not to one nested in it."""
    depth = 0
    starts = []
    for tag in tags(text, block.start, block.end):
        if tag.name in nested:
            depth += -1 if tag.closes else 1
        elif tag.name in names and not tag.closes and depth == 1:
            starts.append(tag.start)
    return starts


def _row_starts(text: str, table: Block) -> list[int]:
    return _starts(text, table, ("tr",), ("table",))


def _rows(text: str, block: Block) -> Blocks:
    """The rows of a table, a group of its header rows with the first data row before them; of that group its rows."""
    rows = _row_starts(text, block)
    header = block.opening.count("\n") + 1
    if block.kind == Kind.GROUP or not block.opening or len(rows) < header + 2:
        return _pieces(block, Kind.ROW, rows)
    del rows[1 : header + 1]
    found = _pieces(block, Kind.ROW, rows)
    found.kinds[0] = Kind.GROUP
    return found


class _Row:
    """A row of a table: where it stands, whether inside ``<thead>``, and whether it has ``<th>`` and ``<td>``."""

    def __init__(self, start: int, end: int, *, head: bool) -> None:
        self.start = start
        self.end = end
        self.head = head
        self.cells: set[str] = set()


def header_rows(text: str, start: int, end: int) -> list[Span]:
    """
    The header rows of the table ``text[start:end]``: all in ``<thead>``, else the leading rows of nothing but ``<th>``.

    A row that mixes ``<th>`` and ``<td>`` is data. A table of nothing but such rows has no header.

    >>> one, two = "<tr><th>A</th></tr>", "<tr><th>B</th><td>1</td></tr>"
    >>> len(header_rows(one + two, 0, 47)), len(header_rows(two + two, 0, 56))
    (1, 0)
    >>> header_rows(f"<table><thead>{two}</thead>{two}</table>", 0, 85)
    [Span(start=14, end=43)]
    """
    rows: list[_Row] = []
    depth, head, nested = 0, False, 0
    for tag in tags(text, start, end):
        if tag.name == "table":
            depth += -1 if tag.closes else 1
            nested = max(depth - 1, 0)
        elif nested:
            continue
        elif tag.name == "thead":
            head = not tag.closes
        elif tag.name == "tr" and not tag.closes:
            rows.append(_Row(tag.start, end, head=head))
            if len(rows) > 1 and rows[-2].end == end:
                rows[-2].end = tag.start
        elif tag.name == "tr" and rows:
            rows[-1].end = tag.end
        elif tag.name in ("th", "td") and rows:
            rows[-1].cells.add(tag.name)
    in_head = [row for row in rows if row.head]
    header = in_head or [*takewhile(lambda row: row.cells == {"th"}, rows)]
    return [Span(row.start, row.end) for row in header] if len(header) < len(rows) else []


def _header(text: str, start: int, end: int) -> str:
    """The header rows of a table as they stand in the source, each on one line; "" if there are none."""
    return "\n".join(" ".join(text[a:b].split()) for a, b in header_rows(text, start, end))


def _heading_end(found: list[Tag], opening: int) -> int:
    """
    Where the heading ends that tag number `opening` opens, if there may be whole blocks in it.

    A heading that is not closed ends before the next block; so does one with blocks of more text than a title has.

    Returns:
        The end of its closing tag; 0 for a heading that is not closed.

    >>> [_heading_end(tags(text, 0, len(text)), 0) for text in ("<h1><p>A</p></h1>", "<h1>A<p>B</p><h1>")]
    [17, 0]
    """
    open_: Counter[str] = Counter()
    for k in range(opening + 1, len(found)):
        tag = found[k]
        if tag.start > found[opening].end + MAX_TITLE:
            return 0
        if tag.name in HEADINGS:
            return tag.end if tag.closes else 0
        if tag.closes and not open_[tag.name] and (tag.name in WRAPPERS or tag.name in LEAVES):
            return 0  # what is around the heading ends
        open_[tag.name] += -1 if tag.closes else 1
    return 0


class _Scanner:
    """Collects the blocks between `start` and `end`, which tile that part; tags before `skip` are passed over."""

    def __init__(self, text: str, start: int, end: int, *, skip: int = 0) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.skip = max(skip, start)
        self.out: list[Block] = []
        self.pending: int | None = None
        self.leaf: Tag | None = None
        self.leaf_end = 0
        self.depth = 0
        self.loose = False

    def blocks(self) -> list[Block]:
        """The blocks."""
        at = self.skip
        found = tags(self.text, self.skip, self.end)
        for i, tag in enumerate(found):
            self._loose_text(at, tag.start)
            at = tag.end
            if self.leaf is not None and self._within(self.leaf, tag):
                continue
            self._between(tag)
            if self.leaf is not None:
                self.leaf_end = _heading_end(found, i) if tag.name in HEADINGS else 0
        self._loose_text(at, self.end)
        if self.leaf is not None:
            self._finish(self.leaf, self.end)
        return self._tiled()

    def _within(self, leaf: Tag, tag: Tag) -> bool:
        """Take a tag inside an open block; False if it ends the block without belonging to it."""
        if tag.end <= self.leaf_end:
            if tag.end == self.leaf_end:
                self._finish(leaf, tag.end)
            return True
        if tag.name == leaf.name:
            self.depth += -1 if tag.closes else 1
            if self.depth == 0:
                self._finish(leaf, tag.end)
                return True
            if leaf.name != "p" and LEAVES[leaf.name] != Kind.HEADING:
                return True
        open_ended = leaf.name == "p" or LEAVES[leaf.name] == Kind.HEADING
        if open_ended and (tag.name in LEAVES or tag.name in WRAPPERS):
            self._finish(leaf, tag.start)
            return False
        return True

    def _between(self, tag: Tag) -> None:
        """Take a tag outside any block."""
        kind = LEAVES.get(tag.name)
        if kind is not None and not tag.closes:
            start = tag.start if self.pending is None else self.pending
            self.out.append(Block(kind, start, tag.end))
            self.pending = None
            self.loose = False
            if tag.name != "hr":
                self.leaf = tag
                self.depth = 1
        elif tag.name in WRAPPERS or not tag.name or kind is not None:
            if tag.name:
                self.loose = False
            if tag.closes:
                self.pending = None
            elif self.pending is None and not self.loose:
                self.pending = tag.start
        else:
            self._begin_loose(tag.start)

    def _loose_text(self, start: int, end: int) -> None:
        """Take the text between two tags."""
        text = self.text[start:end].lstrip()
        if self.leaf is None and text:
            self._begin_loose(end - len(text))

    def _begin_loose(self, start: int) -> None:
        """Begin a paragraph of text outside any block, or go on with it."""
        if not self.loose:
            self.out.append(Block(Kind.PARAGRAPH, start if self.pending is None else self.pending, start))
            self.loose = True
            self.pending = None

    def _finish(self, leaf: Tag, end: int) -> None:
        block = self.out[-1]
        if block.kind == Kind.HEADING:
            title = seen_text(self.text, leaf.end, end)
            self.out[-1] = block._replace(level=int(leaf.name[1]), title=title)
        elif block.kind == Kind.TABLE:
            self.out[-1] = block._replace(opening=_header(self.text, leaf.start, end))
        self.leaf = None

    def _tiled(self) -> list[Block]:
        if not self.out:
            return [Block(Kind.HTML, self.start, self.end)]
        self.out[0] = self.out[0]._replace(start=self.start)
        ends = [*(block.start for block in self.out[1:]), self.end]
        return [block._replace(end=end) for block, end in zip(self.out, ends, strict=True)]
