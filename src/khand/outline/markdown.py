"""Markdown to blocks: CommonMark's structure, GFM's tables, ``$$`` math, front matter."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from khand.outline import html, markdown_common
from khand.outline.blocks import NO_BLOCKS, Blocks, Details, Kind, following, offsets
from khand.outline.definitions import DEFINITION, Definitions
from khand.outline.markdown_containers import MAX_DEPTH, quote_end
from khand.outline.markdown_ends import (
    code_end,
    fence_end,
    first_row,
    past_blanks,
    rows_end,
    text_at,
    whole_list_end,
)
from khand.outline.markdown_lines import (
    BLANK_LINE,
    FRONT_MATTER,
    HTML_HEADING,
    MATH_END,
    SETEXT,
    START,
    interrupts,
    normal,
    raw_end,
)
from khand.outline.markdown_marks import MARK, marked
from khand.outline.markdown_scopes import nested, settled
from khand.outline.next_match import NextMatch
from khand.outline.tables import grid_header, is_table
from khand.outline.titles import Titles, one_line

_OPENER, _CLOSER, _TABLE = Kind.OPENER, Kind.CLOSER, Kind.TABLE  # members of an enum are slow to reach

_BODY_INDENT = 4
"""Columns by which the body of a note is indented."""


def blocks(text: str) -> Blocks:
    r"""
    The top-level blocks of a Markdown document.

    Args:
        text: The document; lines end by ``\n``, ``\r\n`` or ``\r``.

    Returns:
        Blocks that tile the text, each with the blank lines after it; none for ''.

    >>> for block in blocks("# A {#a}\n\nb\n- c\n"):
    ...     print(block.start, block.end, block.kind.name, block.title or '-')
    0 10 HEADING A
    10 12 PARAGRAPH -
    12 16 LIST -
    """
    if not text:
        return NO_BLOCKS
    source = normal(text)
    start = 1 if source[0] == "\ufeff" else 0
    found = FRONT_MATTER.match(source, start)
    definitions = Definitions(text)
    scanner = Scanner(source, Titles(definitions))
    if found is not None:
        start = scanner.add(Kind.FRONT_MATTER, start, found.end())
    scanner.scan(start)
    blocks = scanner.blocks(len(text))
    blocks.definitions = definitions
    return blocks


class Scanner:
    """Walks a text that ``normal`` returned and collects the kinds, ends and details of its blocks."""

    def __init__(self, source: str, titles: Titles | None = None, depth: int = 0) -> None:
        self.source, self.marks = marked(source) if depth < MAX_DEPTH else (source, {})
        self.depth = depth
        self.unmarked = source
        self.kinds = bytearray()
        self.ends = offsets()
        self.details: dict[int, Details] = {}
        self.insides: dict[int, tuple[int, ...]] = {}
        self.scopes: list[tuple[int, int]] = []
        self.opened: dict[int, int] = {}  # the index of an OPENER, by the line of its CLOSER
        self.pairs: list[tuple[int, int]] = []
        self.titles = titles or Titles(Definitions(source))
        self._math_ends = NextMatch(MATH_END, source, 0)
        self._blank_lines = NextMatch(BLANK_LINE, source, len(source))

    def blocks(self, size: int) -> Blocks:
        """The blocks found, the first beginning at 0 and the last ending at `size`."""
        if not self.kinds:
            return Blocks.tiling(Kind.PARAGRAPH, [0], size)
        self.ends[-1] = size
        found = [(self._start(first), self.ends[last - 1]) for first, last in self._settled()]
        starts = offsets([0])
        starts.extend(self.ends[:-1])
        for known in (self.details, self.insides):
            first = next(iter(known), self.ends[0])
            if first < self.ends[0]:
                known[0] = known.pop(first)  # type: ignore[assignment]
        scopes = nested(found + self.scopes)
        return Blocks(self.kinds, starts, self.ends, self.details, (), self.insides, scopes)

    def _settled(self) -> list[tuple[int, int]]:
        return settled(self.unmarked, self.kinds, self.ends, self.pairs, self.opened.values())

    def _start(self, index: int) -> int:
        return self.ends[index - 1] if index else 0

    def scan(self, at: int) -> None:
        """Collect the blocks from the line at `at` to the end."""
        source, size, details, title = self.source, len(self.source), self.details, self.titles.title
        add_kind, add_end = self.kinds.append, self.ends.append
        common, kinds = markdown_common.common(), markdown_common.COMMON_KINDS
        at = past_blanks(source, at)
        while at < size:
            for found in common.finditer(source, at):
                which = found.lastindex
                if which is None:
                    break
                start, at = at, found.end()
                add_kind(kinds[which])
                add_end(at)
                if which == 2:
                    continue
                if which == 4:
                    details[start] = (len(found[3]), one_line(found[4]), "", "")
                elif which == 5:
                    details[start] = (len(found[3]), title(found[5], atx=True), "", "")
                elif which == 8:
                    details[start] = (0, "", found[8].rstrip(" \t"), "```")
            if at < size:
                marked = source[at] == MARK
                at = self._mark(at, source.find("\n", at) + 1) if marked else self._block(at)

    def _block(self, at: int) -> int:
        """Add the block that begins on the line at `at`, which is not blank; return where its lines end."""
        source = self.source
        text = text_at(source, at)
        if text - at > 3 or "\t" in source[at:text]:
            return self.add(Kind.INDENTED_CODE, at, code_end(self.source, at))
        found = START.match(source, text)
        kind = found.lastgroup if found is not None else None
        if found is None or kind is None:
            return self._paragraph(at)
        if kind == "item":
            return self.add(Kind.LIST, at, whole_list_end(self.source, at, found.group()[-1]))
        if kind == "quote":
            plain = markdown_common.QUOTE.match(source, at)
            return self.add(Kind.QUOTE, at, plain.end() if plain is not None else quote_end(source, at))
        if kind == "fence":
            return self._fence(at, text, found.group())
        line_end = source.find("\n", text) + 1
        if kind == "heading":
            level = len(found.group())
            title = self.titles.title(source[found.end() : line_end - 1], atx=True)
            return self.add(Kind.HEADING, at, line_end, level, title)
        if kind == "rule":
            return self.add(Kind.RULE, at, line_end)
        if kind == "math":
            end = self._math_end(found.end(), line_end)
            return self.add(Kind.MATH, at, end) if end else self._paragraph(at)
        if kind == "mark":
            return self._mark(at, line_end)
        return self._html(at, text, found)

    def _mark(self, at: int, line_end: int) -> int:
        """Add what a marked line begins; a character of the document that is no mark is text."""
        mark = self.marks.get(at)
        if mark is None:
            return self._paragraph(at)
        kind, partner, indented = mark
        if kind == _TABLE:
            return self.add(kind, at, partner, opening=grid_header(self.source[at:partner], MARK))
        if kind not in (_OPENER, _CLOSER):
            return self.add(kind, at, partner)
        index = len(self.kinds)
        if kind == _CLOSER:
            opener = self.opened.pop(at, None)
            if opener is None:
                return self.add(Kind.PARAGRAPH, at, line_end)
            self.pairs.append((opener, index))
        elif partner >= 0 and not indented:
            self.opened[partner] = index
        end = self.add(kind, at, line_end)
        return self._body(at, end, partner) if indented else end

    def _body(self, opener: int, at: int, end: int) -> int:
        """Add the blocks of the indented body of the note that begins at `opener`; return where it ends."""
        lines = self.source[at:end].split("\n")[:-1]
        begins = offsets(accumulate((len(line) + 1 for line in lines), initial=at))
        bare = [line.expandtabs(4)[_BODY_INDENT:] + "\n" for line in lines]
        inner_begins = offsets(accumulate(map(len, bare), initial=0))
        inner = Scanner("".join(bare), self.titles, self.depth + 1)
        inner.scan(0)
        found = inner.blocks(len(inner.source))
        outer = partial(_in_line, begins, inner_begins)
        starts = offsets(map(outer, found.starts))
        self.kinds += found.kinds
        self.ends.extend(following(starts, end))
        for inside_start, start in zip(found.starts, starts, strict=True):
            self.insides[start] = (_BODY_INDENT, *found.insides.get(inside_start, ()))
            if inside_start in found.details:
                self.details[start] = found.details[inside_start]
        if found.kinds.find(Kind.HEADING) >= 0:
            self.scopes += [(opener, end), *((outer(first), outer(last)) for first, last in found.scopes)]
        return end

    def add(
        self,
        kind: Kind,
        start: int,
        end: int,
        level: int = 0,
        title: str = "",
        opening: str = "",
        closing: str = "",
    ) -> int:
        """Add a block whose lines end at `end`; return where the next one begins."""
        end = past_blanks(self.source, end)
        self.kinds.append(kind)
        self.ends.append(end)
        if level or opening:
            self.details[start] = (level, title, opening, closing)
        return end

    def _fence(self, at: int, text: int, run: str) -> int:
        source = self.source
        line_end = source.find("\n", text) + 1
        found = fence_end(run).search(source, line_end - 1)
        end = found.end() if found is not None else len(source)
        opening = source[text : line_end - 1].rstrip(" \t")
        return self.add(Kind.FENCED_CODE, at, end, opening=opening, closing=run)

    def _math_end(self, at: int, line_end: int) -> int:
        """
        Where the math that opens before `at` ends, 0 if it is never closed.

        Math that begins on the line of its opener must end in the same paragraph, else it is prose about dollars.
        """
        end = self._math_ends.after(at)
        alone = not self.source[at:line_end].strip(" \t\n")
        return end if alone or end <= self._blank_lines.after(at) else 0

    def _html(self, at: int, text: int, found: re.Match[str]) -> int:
        source = self.source
        if found.lastgroup == "raw":
            closed = raw_end(found["raw"]).search(source, text)
            end = source.find("\n", closed.start()) + 1 if closed is not None else len(source)
            return self.add(Kind.HTML, at, end)
        blank = BLANK_LINE.search(source, text)
        end = blank.start() + 1 if blank is not None else len(source)
        name = (found["html"] or "").lower()
        table = html.table(source, at, end) if name == "table" else None
        if table is not None:
            return self.add(Kind.TABLE, at, end, opening=table.opening)
        heading = HTML_HEADING.fullmatch(source, at, end) if name[:1] == "h" else None
        title = self.titles.html(heading[2]) if heading is not None else ""
        if heading is not None and title:
            return self.add(Kind.HEADING, at, end, int(heading[1]), title)
        return self.add(Kind.HTML, at, end)

    def _paragraph(self, at: int) -> int:
        """Add the paragraph at `at`, or what the lines below make of it: a heading or a table."""
        source, size = self.source, len(self.source)
        line = at
        while True:
            after = source.find("\n", line) + 1
            plain = markdown_common.PLAIN_LINES.match(source, after)
            if plain is not None and plain.end() > after:
                after = plain.end()
                line = source.rfind("\n", 0, after - 1) + 1
            text = text_at(source, after)
            if after >= size or source[text] == "\n":
                return self.add(Kind.PARAGRAPH, at, after)
            if text - after > 3 or "\t" in source[after:text]:
                line = after
                continue
            if source[text] in "|:-" and self._is_table(line, after, text):
                return self._table(at, line, after)
            if source[text] in "=-" and SETEXT.match(source, text) is not None:
                return self._underlined(at, after, text)
            found = START.match(source, text)
            if found is not None and interrupts(found, source) and not self._open_math(found, text):
                return self.add(Kind.PARAGRAPH, at, after)
            line = after

    def _open_math(self, found: re.Match[str], text: int) -> bool:
        """Whether the line opens math that is not closed, so that it is text."""
        if found.lastgroup != "math":
            return False
        return not self._math_end(found.end(), self.source.find("\n", text) + 1)

    def _underlined(self, at: int, after: int, text: int) -> int:
        """Add the heading above the underline at `text`, and the link definitions above it as a paragraph."""
        source = self.source
        start = at
        while source[start] == "[" or source[start] == " ":
            found = DEFINITION.match(source, start, after)
            if found is None:
                break
            start = found.end()
        line_end = source.find("\n", text) + 1
        if start >= after:
            self.add(Kind.PARAGRAPH, at, after)
            return after if source[text] == "-" else self._paragraph(after)
        if start > at:
            self.add(Kind.PARAGRAPH, at, start)
        level = 1 if source[text] == "=" else 2
        return self.add(Kind.HEADING, start, line_end, level, self.titles.title(source[start:after]))

    def _is_table(self, header: int, after: int, text: int) -> bool:
        source = self.source
        return is_table(source[header : after - 1], source[text : source.find("\n", text)])

    def _table(self, at: int, header: int, after: int) -> int:
        """Add the table whose delimiter row begins at `after`, and the text above its header rows as a paragraph."""
        first = first_row(self.source, at, header)
        if first > at:
            self.add(Kind.PARAGRAPH, at, first)
        body = self.source.find("\n", after) + 1
        opening = "\n".join(row.strip(" \t") for row in self.source[first : body - 1].split("\n"))
        return self.add(Kind.TABLE, first, rows_end(self.source, body), opening=opening)


def _in_line(begins: Sequence[int], inner_begins: Sequence[int], offset: int) -> int:
    """Where the line begins in a document that holds `offset` in a copy of some lines of it, which begin there and here."""
    return begins[bisect_right(inner_begins, offset) - 1]
