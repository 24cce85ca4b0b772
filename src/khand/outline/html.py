"""
HTML to blocks of its source: headings, paragraphs, lists, tables, quotes, preformatted text.

The tags are found by one expression and not by ``html.parser``: offsets are then those of the source, and broken markup
takes linear time, which it does not in the parser of every Python that khand runs on.
"""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind, offsets

MAX_DEPTH = 16
"""Lists and quotes inside each other that are told apart."""

_QUOTED = r"\"[^\"]{0,4000}+\"|'[^']{0,4000}+'"
_TOKEN = re.compile(
    rf"<(?:(?P<comment>!--)|(?P<close>/)?(?P<name>[A-Za-z][^\s/<>]*+)(?:[^<>\"']++|{_QUOTED}|[\"'])*+>|[!?][^<>]*+>)"
)
_LEAVES = {
    **{f"h{level}": Kind.HEADING for level in range(1, 7)},
    **dict.fromkeys(("ul", "ol", "dl", "menu"), Kind.LIST),
    **dict.fromkeys(("script", "style", "template", "head", "noscript", "textarea", "svg"), Kind.HTML),
    "p": Kind.PARAGRAPH,
    "table": Kind.TABLE,
    "blockquote": Kind.QUOTE,
    "pre": Kind.INDENTED_CODE,
    "hr": Kind.RULE,
}
_RAW = frozenset(("script", "style", "textarea", "template"))
_WRAPPER_NAMES = (
    "html body main div section article aside nav header footer form fieldset figure figcaption details summary address "
    "center hgroup li dt dd td th tr tbody thead tfoot caption search dialog"
)
_WRAPPERS = frozenset(_WRAPPER_NAMES.split())


_NEWLINE = re.compile("\n")


class Tag(NamedTuple):
    """A tag of the source; `name` is in lower case, "" for comments and declarations."""

    start: int
    end: int
    name: str
    closes: bool


def tags(text: str, start: int, end: int) -> list[Tag]:
    """
    The tags of ``text[start:end]``; what stands in scripts and other raw text is none.

    >>> [(tag.name, tag.closes) for tag in tags("<p>a<!-- <b> --></p>", 0, 20)]
    [('p', False), ('', False), ('p', True)]
    """
    found = []
    at = start
    unclosed: set[str] = set()
    while (token := _TOKEN.search(text, at, end)) is not None:
        at = token.end()
        name = (token["name"] or "").lower()
        if token["comment"]:
            closed = text.find("-->", at, end)
            at = closed + 3 if closed >= 0 else end
        found.append(Tag(token.start(), at, name, token["close"] is not None))
        if name in _RAW and not token["close"] and name not in unclosed:
            raw_end = re.compile(f"</{name}", re.IGNORECASE).search(text, at, end)
            if raw_end is None:
                unclosed.add(name)
            else:
                at = raw_end.start()
    return found


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


def _rows(text: str, block: Block) -> Blocks:
    if block.kind == Kind.GROUP:
        inside_table = text[block.start : block.end].lstrip().lower().startswith("<table")
        depth = ("table",) if inside_table else ()
        rows = [
            tag.start for tag in tags(text, block.start, block.end) if tag.name == "tr" and not tag.closes
        ]
        return _pieces(block, Kind.ROW, rows if not depth else _starts(text, block, ("tr",), depth))
    rows = _starts(text, block, ("tr",), ("table",))
    if not block.opening or len(rows) < 3:
        return _pieces(block, Kind.ROW, rows)
    del rows[1]
    found = _pieces(block, Kind.ROW, rows)
    found.kinds[0] = Kind.GROUP
    return found


def _header(text: str, start: int, end: int) -> str:
    """The header row of a table as it stands in the source, on one line; "" if its first row is none."""
    block = Block(Kind.TABLE, start, end)
    rows = _starts(text, block, ("tr",), ("table",))
    if len(rows) < 2:
        return ""
    row = text[rows[0] : rows[1]]
    closed = row.lower().find("</tr>")
    row = row[: closed + 5] if closed >= 0 else row
    return " ".join(row.split()) if "<th" in row.lower() else ""


def _title(text: str, start: int, end: int) -> str:
    parts = []
    at = start
    for tag in tags(text, start, end):
        parts.append(text[at : tag.start])
        at = tag.end
    parts.append(text[at:end])
    return " ".join(unescape("".join(parts)).split())


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
        self.depth = 0
        self.loose = False

    def blocks(self) -> list[Block]:
        """The blocks."""
        at = self.skip
        for tag in tags(self.text, self.skip, self.end):
            self._loose_text(at, tag.start)
            at = tag.end
            if self.leaf is not None and self._within(self.leaf, tag):
                continue
            self._between(tag)
        self._loose_text(at, self.end)
        if self.leaf is not None:
            self._finish(self.leaf, self.end)
        return self._tiled()

    def _within(self, leaf: Tag, tag: Tag) -> bool:
        """Take a tag inside an open block; False if it ends the block without belonging to it."""
        if tag.name == leaf.name:
            self.depth += -1 if tag.closes else 1
            if self.depth == 0:
                self._finish(leaf, tag.end)
                return True
            if leaf.name != "p" and _LEAVES[leaf.name] != Kind.HEADING:
                return True
        open_ended = leaf.name == "p" or _LEAVES[leaf.name] == Kind.HEADING
        if open_ended and (tag.name in _LEAVES or tag.name in _WRAPPERS):
            self._finish(leaf, tag.start)
            return False
        return True

    def _between(self, tag: Tag) -> None:
        """Take a tag outside any block."""
        kind = _LEAVES.get(tag.name)
        if kind is not None and not tag.closes:
            start = tag.start if self.pending is None else self.pending
            self.out.append(Block(kind, start, tag.end))
            self.pending = None
            self.loose = False
            if tag.name != "hr":
                self.leaf = tag
                self.depth = 1
        elif tag.name in _WRAPPERS or not tag.name or kind is not None:
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
            title = _title(self.text, leaf.end, end)
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
