"""reStructuredText to blocks: sections by their underlines, lists, tables, literal text, directives."""

from __future__ import annotations

import re

from khand.outline import plain
from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind
from khand.outline.rst_lines import (
    ADORNMENT,
    BULLET,
    DIRECTIVE,
    EXPLICIT,
    GRID,
    LABEL,
    SIMPLE,
    Line,
    is_item,
    lines_of,
    style_of,
    title_of,
)

_PROSE_NAMES = (
    "admonition attention caution danger error hint important note tip warning seealso todo versionadded "
    "versionchanged deprecated versionremoved topic sidebar container class compound epigraph pull-quote "
    "highlights rubric details dropdown tab-item tab-set grid card only"
)
_PROSE = frozenset(_PROSE_NAMES.split())
"""Directives whose body is text like the rest."""


def blocks(text: str, _format: str) -> Blocks:
    r"""
    The blocks of a document.

    The level of a section is the order in which the form of its underline (and overline) is first met, as docutils has it.

    >>> [(b.kind.name, b.level, b.title) for b in blocks("Title\n=====\n\nText.\n\nPart\n----\n", "rst")]
    [('HEADING', 1, 'Title'), ('PARAGRAPH', 0, ''), ('HEADING', 2, 'Part')]
    """
    return Blocks.of(_Scanner(lines_of(text, 0, len(text))).blocks(0, len(text))) if text else NO_BLOCKS


def children(text: str, block: Block, _format: str) -> Blocks:
    r"""
    The pieces of a block: items of a list, rows of a table, lines of literal text, blocks inside an item or directive.

    >>> text = "* one\n* two\n"
    >>> [text[item.start : item.end] for item in children(text, blocks(text, "rst")[0], "rst")]
    ['* one\n', '* two\n']
    """
    if block.kind == Kind.PARAGRAPH:
        return plain.children(text, block)
    lines = lines_of(text, block.start, block.end)
    if block.kind == Kind.LIST:
        first = next((line for line in lines if line[2]), None)
        starts = [at for at, indent, line in lines if first and indent == first[1] and is_item(line)]
        return Blocks.tiling(Kind.ITEM, [block.start, *starts[1:]], block.end, block.inside)
    if block.kind in (Kind.TABLE, Kind.GROUP):
        return _rows(lines, block)
    if block.kind == Kind.INDENTED_CODE:
        starts = [at for at, _, line in lines if line]
        return Blocks.tiling(Kind.LINE, [block.start, *starts[1:]], block.end, block.inside)
    if block.kind in (Kind.ITEM, Kind.QUOTE) and len(block.inside) < 16:
        return _inside(lines, block)
    return NO_BLOCKS


def _inside(lines: list[Line], block: Block) -> Blocks:
    """The blocks inside an item or directive; the first one includes the marker."""
    first = next(k for k, (_, _, line) in enumerate(lines) if line)
    at, indent, line = lines[first]
    mark = BULLET.match(line)
    body = lines[first + 1 :]
    if mark is not None and block.kind == Kind.ITEM and line[mark.end() :]:
        body = [(at, indent + mark.end(), line[mark.end() :]), *body]
    own = min((i for _, i, rest in body if rest), default=0)
    found = _Scanner([(at, i - own, rest) for at, i, rest in body], titles=False).blocks(
        block.start, block.end
    )
    if len(found) <= 1:
        return NO_BLOCKS
    return Blocks.of([piece._replace(inside=(*block.inside, own)) for piece in found])


def _rows(lines: list[Line], block: Block) -> Blocks:
    """The rows of a table, the header in a group with the first one."""
    header = block.opening.count("\n") + 1 if block.opening else 0
    body = [line for line in lines if line[2]]
    if block.kind == Kind.GROUP:
        return Blocks.tiling(Kind.ROW, [at for at, _, _ in body] or [block.start], block.end, block.inside)
    if body and GRID.match(body[0][2]):
        starts = [at for (at, _, _), (_, _, above) in zip(body[1:], body, strict=False) if GRID.match(above)]
        cut = [at for at in starts if not header or at > body[header - 1][0]]
    else:
        cut = [at for k, (at, indent, _) in enumerate(body) if k >= max(header, 1) and indent <= body[0][1]]
        cut = [at for at in cut if at != body[-1][0]]  # the last rule stays with the last row
    starts = [block.start, *cut[1 if header else 0 :]]
    found = Blocks.tiling(Kind.ROW, starts, block.end, block.inside)
    if header and len(found) > 1:
        found.kinds[0] = Kind.GROUP
        found.details[block.start] = (header, "", "", "")
    return found


class _Scanner:
    """Goes through the lines once and collects blocks."""

    def __init__(self, lines: list[Line], *, titles: bool = True) -> None:
        self.lines = lines
        self.titles = titles
        self.styles: list[tuple[str, bool]] = []
        self.found: list[tuple[Kind, int, int, str, str]] = []  # kind, line, level, title, opening

    def blocks(self, start: int, end: int) -> list[Block]:
        """The blocks, which tile from `start` to `end`; blank lines belong to the block above."""
        k = 0
        while k < len(self.lines):
            k = self._block(k) if self.lines[k][2] else k + 1
        if not self.found:
            return [Block(Kind.PARAGRAPH, start, end)]
        begins = [self.lines[line][0] for _, line, *_ in self.found]
        begins[0] = start
        ends = [*begins[1:], end]
        return [
            Block(kind, begin, stop, level, title, opening)
            for (kind, _, level, title, opening), begin, stop in zip(self.found, begins, ends, strict=True)
        ]

    def _add(
        self, kind: Kind, at: int, end: int, *, level: int = 0, title: str = "", opening: str = ""
    ) -> int:
        # a label and a comment above belong to what they stand before
        while self.found and self.found[-1][0] == Kind.RULE and self.found[-1][3] == "label":
            at = self.found.pop()[1]
        self.found.append((kind, at, level, title, opening))
        return end

    def _text(self, k: int) -> str:
        return self.lines[k][2] if k < len(self.lines) else ""

    def _block(self, k: int) -> int:
        """Add the block that begins at line `k`; gives the line behind it."""
        _, indent, line = self.lines[k]
        if indent and not EXPLICIT.match(line):
            return self._quote(k, indent)
        heading = self._heading(k)
        if heading:
            return heading
        if EXPLICIT.match(line):
            return self._explicit(k, indent)
        if GRID.match(line) or SIMPLE.match(line):
            return self._table(k)
        if ADORNMENT.fullmatch(line) and len(line) >= 4 and not self._text(k + 1):
            return self._add(Kind.RULE, k, k + 1)
        if is_item(line) and not self._is_one_line_of_prose(k):
            return self._list(k)
        if self._text(k + 1) and self.lines[k + 1][1] > indent:
            return self._definitions(k, indent)
        return self._paragraph(k)

    def _heading(self, k: int) -> int:
        if not self.titles:
            return 0
        over = ADORNMENT.fullmatch(self._text(k))
        if over and self._text(k + 1) and self._text(k + 2) == self._text(k) and len(over[0]) > 2:
            return self._titled(k, self._text(k + 1), (over[1], True), k + 3)
        under = ADORNMENT.fullmatch(self._text(k + 1))
        title = self._text(k)
        # docutils warns of an underline that is too short, and takes it from four signs on
        if (
            under
            and over is None
            and self.lines[k][1] == self.lines[k + 1][1] == 0
            and len(under[0]) >= max(min(len(title), 4), len(title) * 0.5)
        ):
            return self._titled(k, title, (under[1], False), k + 2)
        return 0

    def _titled(self, k: int, line: str, style: tuple[str, bool], end: int) -> int:
        if style not in self.styles:
            self.styles.append(style)
        level = min(6, self.styles.index(style) + 1)
        return self._add(Kind.HEADING, k, end, level=level, title=title_of(line))

    def _explicit(self, k: int, indent: int) -> int:
        """A directive, a label, a comment, a footnote."""
        line = self._text(k)
        end = self._indented_end(k + 1, indent + 1)
        directive = DIRECTIVE.match(line)
        if LABEL.match(line) or (directive is None and not re.match(r"\.\.[ \t]+\[", line)):
            return self._add(Kind.RULE, k, end, title="label")
        name = (directive[1] if directive is not None else "").lower().rpartition(":")[2]
        if directive is None:
            return self._add(Kind.PARAGRAPH, k, end)
        return self._add(Kind.QUOTE if name in _PROSE else Kind.INDENTED_CODE, k, end)

    def _indented_end(self, k: int, indent: int) -> int:
        """The line behind those from `k` that are blank or indented; blank ones at the end are not among them."""
        end = k
        while k < len(self.lines) and (not self.lines[k][2] or self.lines[k][1] >= indent):
            k += 1
            if self.lines[k - 1][2]:
                end = k
        return max(end, min(k, end))

    def _quote(self, k: int, indent: int) -> int:
        """Indented text: literal behind a paragraph that ends in two colons, else a quote."""
        end = self._indented_end(k, 1)
        literal = bool(self.found) and self._text(self._last_text(k)).endswith("::")
        if literal and self.found[-1][0] in (Kind.PARAGRAPH, Kind.LIST, Kind.QUOTE):
            return self._add(Kind.INDENTED_CODE, k, end)
        return self._add(Kind.QUOTE, k, end)

    def _last_text(self, k: int) -> int:
        k -= 1
        while k > 0 and not self.lines[k][2]:
            k -= 1
        return k

    def _table(self, k: int) -> int:
        first = self._text(k)
        grid = GRID.match(first) is not None
        end = k + 1
        rules = [k]
        while end < len(self.lines):
            line = self._text(end)
            if grid and not line.startswith(("|", "+")):
                break
            if (
                not grid
                and not line
                and not any(
                    SIMPLE.match(self._text(e)) for e in range(end + 1, min(end + 3, len(self.lines)))
                )
            ):
                break
            if SIMPLE.match(line) or GRID.match(line):
                rules.append(end)
                if not grid and len(rules) == 3:
                    end += 1
                    break
            end += 1
        header = self._header(k, rules, grid)
        opening = "\n".join(self._text(row) for row in range(k, header)) if header else ""
        return self._add(Kind.TABLE, k, end, opening=opening)

    def _header(self, k: int, rules: list[int], grid: bool) -> int:
        """The line behind the header rows; 0 without any."""
        if grid:
            found = next((rule for rule in rules[1:] if "=" in self._text(rule)), None)
            return found + 1 if found is not None else 0
        return rules[1] + 1 if len(rules) > 2 else 0

    def _is_one_line_of_prose(self, k: int) -> bool:
        """Whether what looks like an item is a sentence such as "A. Smith wrote it" that goes on without indentation."""
        after = k + 1
        return bool(
            self._text(after)
            and self.lines[after][1] <= self.lines[k][1]
            and not is_item(self._text(after))
            and not self._text(k).startswith("|")
        )

    def _list(self, k: int) -> int:
        own = self.lines[k][1]
        style = style_of(self._text(k))
        end = k + 1
        while end < len(self.lines):
            _, indent, line = self.lines[end]
            if not line or indent > own or (indent == own and is_item(line) and style_of(line) == style):
                end += 1
            else:
                break
        return self._add(Kind.LIST, k, end)

    def _definitions(self, k: int, indent: int) -> int:
        """A term and what is said of it, indented below."""
        return self._add(Kind.PARAGRAPH, k, self._indented_end(k + 1, indent + 1))

    def _paragraph(self, k: int) -> int:
        end = k + 1
        while self._text(end):
            end += 1
        return self._add(Kind.PARAGRAPH, k, end)
