"""Source code by its syntax: functions and classes are sections, statements are the places to cut between."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from functools import lru_cache
from typing import Any, NamedTuple

from khand.errors import MissingExtraError, OptionError
from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind
from khand.outline.languages import BODIES, CONTAINERS, LANGUAGES, SECTIONS, WRAPPERS, Language

MAX_TITLE = 80
"""Code points of a title."""
_ANNOTATION = re.compile(r"^(?:@[\w.]+(?:\([^()]*\))?\s*|#\[[^\[\]]*\]\s*|\[[^\[\]]*\]\s*)+")


def blocks(text: str, format: str) -> Blocks:
    """
    The sections of a file and what is in them.

    A function, class or other definition of two lines or more is a section: its first line, or the first of the comment or
    decorator right above it, is the heading, its title the definition up to its name. Inside classes and modules the same.
    Statements that follow a definition on the outer level begin a section named by their first line.

    Args:
        text: The file.
        format: ``"code:"`` and a name of ``LANGUAGES``.

    Raises:
        MissingExtraError: The grammars are not installed.
        OptionError: The language is not known.
    """
    if not text:
        return NO_BLOCKS
    return Blocks.of(_Scanner(text, _parsed(text, format)).blocks())


def children(text: str, block: Block, format: str) -> Blocks:
    """The statements of a stretch of code; of a statement over several lines the parts that begin a line; then lines."""
    if block.kind not in (Kind.INDENTED_CODE, Kind.GROUP):
        return NO_BLOCKS
    rows = _rows(text)
    first, last = bisect_left(rows, block.start), bisect_left(rows, block.end)
    node = _parsed(text, format)
    begins: list[int] = []
    while node is not None and not begins:
        inside = [n for n in node.children if n.end_point.row >= first and n.start_point.row < last]
        begins = sorted(
            {n.start_point.row for n in inside if first < n.start_point.row and _begins_line(text, rows, n)}
        )
        node = inside[0] if len(inside) == 1 else max(inside, key=_length, default=None)
    starts = [rows[row] for row in begins] or list(rows[first + 1 : last])
    found = Blocks.tiling(Kind.LINE, [block.start, *starts], block.end)
    for k, (start, end) in enumerate(zip(found.starts, found.ends, strict=True)):
        if "\n" in text[start : end - 1].rstrip() and len(found) > 1:
            found.kinds[k] = Kind.GROUP
    return found


def _length(node: Any) -> int:  # noqa: ANN401  # a node of tree-sitter
    length: int = node.end_byte - node.start_byte
    return length


@lru_cache(1)
def _rows(text: str) -> array[int]:
    """Where the lines begin; tree-sitter counts lines by line feeds."""
    return array("I", [0, *(found.end() for found in re.finditer("\n", text))])


@lru_cache(1)
def _parsed(text: str, format: str) -> Any:  # noqa: ANN401
    """The root of the syntax tree; the last one is kept, since the pieces of a file are asked for one by one."""
    name = format.removeprefix("code:")
    if name not in LANGUAGES:
        raise OptionError(
            f"format={format!r}: known are {', '.join(f'code:{known}' for known in LANGUAGES)}",
            option="format",
            value=format,
        )
    return _parser(LANGUAGES[name]).parse(text.encode()).root_node


def _parser(language: Language) -> Any:  # noqa: ANN401
    try:
        import importlib

        import tree_sitter

        grammar = getattr(importlib.import_module(language.package), language.function)()
    except ImportError as error:
        raise MissingExtraError(
            f'code is cut by its syntax with tree-sitter and its grammars: pip install "khand[code]" ({error})',
            extra="code",
        ) from error
    return tree_sitter.Parser(tree_sitter.Language(grammar))


def _begins_line(text: str, rows: array[int], node: Any) -> bool:  # noqa: ANN401
    start = rows[node.start_point.row]
    return not text[start : start + node.start_point.column].strip()


class _Section(NamedTuple):
    row: int
    level: int
    title: str


class _Scanner:
    """Collects sections, then makes blocks of the lines between their headings."""

    def __init__(self, text: str, root: Any) -> None:  # noqa: ANN401
        self.text = text
        self.rows = _rows(text)
        self.source = text.encode()
        self.sections: list[_Section] = []
        self.parts: set[int] = set()  # rows in which a statement begins that is not inside another one
        self._walk(root, 1)

    def blocks(self) -> list[Block]:
        """A heading for each section, and its other lines in stretches without a blank line."""
        out: list[Block] = []
        ends = [section.row for section in self.sections[1:]] + [len(self.rows)]
        first = self.sections[0].row if self.sections else len(self.rows)
        self._stretches(0, first, out)
        for section, end in zip(self.sections, ends, strict=True):
            start = self.rows[section.row]
            out.append(Block(Kind.HEADING, start, self._at(section.row + 1), section.level, section.title))
            self._stretches(section.row + 1, end, out)
        if len(out) > 1 and not self.text[: out[0].end].strip():
            out[1] = out[1]._replace(start=0)
            del out[0]
        return out

    def _at(self, row: int) -> int:
        return self.rows[row] if row < len(self.rows) else len(self.text)

    def _stretches(self, row: int, end: int, out: list[Block]) -> None:
        """Blocks of the rows from one to another, with the blank lines behind them: no statement is parted."""
        begin, blank = row, False
        for at in range(row, end):
            if not self.text[self.rows[at] : self._at(at + 1)].strip():
                blank = True
                continue
            if blank and at in self.parts and at > begin:
                self._stretch(self._at(begin), self._at(at), out)
                begin = at
            blank = False
        self._stretch(self._at(begin), self._at(end), out)

    def _stretch(self, start: int, stop: int, out: list[Block]) -> None:
        if start >= stop:
            return
        if self.text[start:stop].strip() or not out:
            out.append(Block(Kind.INDENTED_CODE, start, stop))
        else:
            out[-1] = out[-1]._replace(end=stop)

    def _walk(self, node: Any, level: int) -> None:  # noqa: ANN401
        """Find the sections among the parts of a file, class or module."""
        opened = False  # whether a section stands before on this level
        comment: int | None = None  # row of the comment right above
        last_row = -1
        for part in node.children:
            row, last = part.start_point.row, part.end_point.row
            if "comment" in part.type or part.type == "attribute_item":
                comment = comment if comment is not None and row == last_row + 1 else row
                last_row = last if part.end_point.column else last - 1
                continue
            starts = comment if comment is not None and row <= last_row + 1 else row
            self.parts.add(starts)
            comment, last_row = None, last
            if not part.is_named or not _begins_line(self.text, self.rows, part):
                continue
            definition = _definition(part)
            if definition is not None and last > row and self._is_new(starts):
                self.sections.append(_Section(starts, level, self._title(definition)))
                opened = True
                body = _body(definition)
                if body is not None:
                    self.parts |= {child.start_point.row for child in body.children}
                if definition.type in CONTAINERS and body is not None and level < 6:
                    self._walk(body, level + 1)
            elif opened and self._is_new(starts):
                line = self.text[self.rows[row] : self._at(row + 1)].strip()
                self.sections.append(_Section(starts, level, line[:MAX_TITLE]))
                opened = False

    def _is_new(self, row: int) -> bool:
        return not self.sections or row > self.sections[-1].row

    def _title(self, definition: Any) -> str:  # noqa: ANN401
        name = definition.child_by_field_name("name")
        declarator = definition.child_by_field_name("declarator")
        while name is None and declarator is not None:
            inner = declarator.child_by_field_name("declarator")
            name, declarator = (declarator, None) if inner is None else (None, inner)
        body = _body(definition)
        first_line = self.source.find(b"\n", definition.start_byte)
        end = (
            name.end_byte
            if name is not None
            else min(first_line, body.start_byte if body is not None else first_line)
        )
        words = " ".join(self.source[definition.start_byte : end].decode("utf-8", "replace").split())
        return (_ANNOTATION.sub("", words) or words)[:MAX_TITLE].rstrip(" {(:=")


def _definition(node: Any) -> Any | None:  # noqa: ANN401
    """The definition that a part of a file is, or that it wraps: decorated, exported, a template, a function that is named."""
    for _ in range(4):
        if node.type in SECTIONS:
            return node
        if node.type not in WRAPPERS:
            return None
        inner = [child for child in node.children if child.type in SECTIONS or child.type in WRAPPERS]
        if not inner:
            return None
        node = inner[-1]
    return None


def _body(definition: Any) -> Any | None:  # noqa: ANN401
    body = definition.child_by_field_name("body")
    if body is not None:
        return body
    return next((child for child in reversed(definition.children) if child.type in BODIES), None)
