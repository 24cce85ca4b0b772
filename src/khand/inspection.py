"""What khand understood of a document: its headings and blocks as a tree, with their sizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from khand.characters.lines import LineNumbers
from khand.characters.space import BOM, first_nonblank
from khand.checks import refuse_surrogates
from khand.cutting.sections import find_sections, without_blank
from khand.engine import blocks_of, format_of_text
from khand.formatting import number
from khand.outline.blocks import Kind
from khand.readers.texts import read_text
from khand.settings import Options, Settings, settings_of
from khand.tokenizers import get_tokenizer

MAX_LEVEL = 6
"""Of headings; all are shown, however deep."""


@dataclass(slots=True)
class Part:
    """
    A section or a block of a document, and what is inside.

    Attributes:
        kind: ``"document"``, ``"section"``, or what a block is: ``"paragraph"``, ``"table"`` and so on.
        title: The title of a section as in the heading path, the source of a document; else "".
        level: 1..6 for a section, else 0.
        start: First code point.
        end: One past the last.
        start_line: 1-based line of `start`.
        end_line: 1-based line of the last code point that is not blank.
        tokens: Token count of ``text[start:end]`` without the white space at its end.
        parts: Blocks and deeper sections, in order.
    """

    kind: str
    title: str
    level: int
    start: int
    end: int
    start_line: int = 0
    end_line: int = 0
    tokens: int = 0
    parts: list[Part] = field(default_factory=list)

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Part]]:
        """Yield this part and all parts inside it, each with its depth."""
        yield depth, self
        for part in self.parts:
            yield from part.walk(depth + 1)

    def line(self, *, estimated: bool = False) -> str:
        """
        Describe the part in one line: what it is, where it stands, its size.

        Args:
            estimated: Whether its tokens are estimates.

        >>> Part("section", "Policy", 2, 0, 9, 1, 3, 1200).line()
        '## Policy  (lines 1-3, 1,200)'
        """
        lines = f"line {self.start_line}"
        if self.end_line > self.start_line:
            lines = f"lines {self.start_line}-{self.end_line}"
        name = f"{'#' * self.level} {self.title}" if self.kind == "section" else self.kind
        return f"{name}  ({lines}, {number(self.tokens, estimated=estimated)})"

    def __str__(self) -> str:
        return "\n".join([f"{'  ' * depth}{part.line()}" for depth, part in self.walk()])

    def to_dict(self) -> dict[str, Any]:
        """The tree, ready for JSON."""
        names = ("kind", "title", "level", "start", "end", "start_line", "end_line", "tokens")
        return {name: getattr(self, name) for name in names} | {
            "parts": [part.to_dict() for part in self.parts]
        }


def inspect(text: str, settings: Settings | None = None, **options: Unpack[Options]) -> Part:
    r"""
    The outline of a text: sections by their headings, inside them their blocks.

    Args:
        text: The document.
        settings: As for ``khand.chunk``; of these, format, source, tokenizer and those about headings matter.
        options: The same by keyword.

    Returns:
        The document as a part.

    Raises:
        OptionError: A setting is not allowed.
        InputError: The text holds a lone surrogate.

    >>> found = inspect("# Policy\n\nBe kind.\n\n- one\n- two\n")
    >>> [(depth, part.kind, part.title, part.tokens) for depth, part in found.walk()]
    [(0, 'document', '', 11), (1, 'section', 'Policy', 11), (2, 'paragraph', '', 3), (2, 'list', '', 5)]

    """
    made = settings_of(settings, options)
    refuse_surrogates(text, made.source)
    read = read_text(text, format_of_text(made), made.source or "")
    text = read.text
    document = _tree(text, replace(made, format=read.format))
    tokenizer, lines = get_tokenizer(made.tokenizer, chars=len(text)), LineNumbers(text)
    for _, part in document.walk():
        content = text[part.start : part.end].rstrip()
        part.tokens = tokenizer.count(content)
        part.start_line = lines.at(part.start)
        part.end_line = lines.at(max(part.start, part.start + len(content) - 1))
    return document


def _tree(text: str, settings: Settings) -> Part:
    """The parts, as the headings that cutting takes to be in force say."""
    document = Part("document", settings.source or "", 0, 0, len(text))
    if not text.removeprefix(BOM).strip():
        return document
    blocks = without_blank(text, blocks_of(text, settings))
    levels = {block.end: block.level for block in blocks if block.kind == Kind.HEADING}
    sections = find_sections(text, blocks, MAX_LEVEL)
    known: dict[int, Part] = {}
    for unit, path in enumerate(sections.paths):
        begin, end = sections.edges[unit], sections.edges[unit + 1]
        inside = document
        for heading in path:
            if heading.end not in known:
                # what stands before it in its unit opens a scope around it
                start = first_nonblank(text, begin, heading.start)
                known[heading.end] = Part("section", heading.title, levels[heading.end], start, end)
                inside.parts.append(known[heading.end])
                begin = heading.end
            inside = known[heading.end]
            inside.end = end
        if begin < end and not text[begin:end].isspace():
            kind = Kind(sections.blocks.kinds[unit]).name.lower().replace("_", " ")
            inside.parts.append(Part(kind, "", 0, begin, end))
    return document
