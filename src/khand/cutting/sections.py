"""
Blocks to sections: what a chunk's own part may not cross, and the heading path of every place.

A heading is glued to what follows it, so the unit of packing is "heading lines and the block after them".
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from khand.cutting.space import first_nonblank, own_start
from khand.outline.blocks import Block, Kind

# looked up once: members of an enum are slow to reach
_HEADING = Kind.HEADING
_MARKS = frozenset((Kind.HEADING, Kind.FRONT_MATTER))


class Heading(NamedTuple):
    """A heading in force: its title and where its block stands in the source."""

    title: str
    start: int
    end: int


Path = tuple[Heading, ...]


@dataclass(slots=True)
class Sections:
    """
    The units of a document, and which of them may share a chunk.

    Attributes:
        edges: Offsets; unit k is ``text[edges[k]:edges[k + 1]]``. Shape (n + 1,); they tile the text.
        blocks: The block of unit k that may be cut; for headings alone, the last of them. Shape (n,).
        bodies: Where the heading lines of unit k end; ``edges[k]`` without any, ``edges[k + 1]`` for headings alone. Shape (n,).
        paths: The heading path in force in the body of unit k. Shape (n,).
        ends: Unit indices, increasing: a section ends before unit ``ends[i]``; the last is n.
    """

    edges: list[int]
    blocks: list[Block]
    bodies: list[int]
    paths: list[Path]
    ends: list[int]

    def add(self, block: Block, body: int, path: Path) -> None:
        """Append the unit that ends with `block`; heading lines that wait before it are part of it."""
        self.edges.append(block.end)
        self.blocks.append(block)
        self.bodies.append(body)
        self.paths.append(path)

    def extend(self, blocks: Sequence[Block], path: Path) -> None:
        """Append blocks that are no headings, each a unit."""
        self.edges += [block.end for block in blocks]
        self.blocks += blocks
        self.bodies += [block.start for block in blocks]
        self.paths += [path] * len(blocks)

    def unit_at(self, offset: int) -> int:
        """Index of the unit that holds `offset`, 0 <= offset < len(text)."""
        return bisect_right(self.edges, offset) - 1

    def path_at(self, text: str, own: int, end: int) -> Path:
        """
        The heading path of a chunk: in force at the first character of its own part that is neither blank nor in a heading line.

        Args:
            text: The source text.
            own: Where the chunk's own part begins.
            end: Where it ends; of headings alone it is the last heading's path.
        """
        unit = self.unit_at(min(first_nonblank(text, own, end), end - 1))
        path = self.paths[unit]
        if end <= self.bodies[unit] and path and path[-1].start >= end:
            return tuple([heading for heading in path if heading.start < end])
        return path

    def section_end(self, unit: int) -> int:
        """Index of the first unit after the section of `unit`."""
        return self.ends[bisect_right(self.ends, unit)]


def without_blank(text: str, blocks: Sequence[Block]) -> list[Block]:
    """
    The blocks with those of nothing but white space made part of the one before; they still tile the text.

    Markdown calls only spaces and tabs blank; a line of U+3000 is a paragraph to it.

    >>> without_blank("a\u3000", [Block(Kind.PARAGRAPH, 0, 1), Block(Kind.PARAGRAPH, 1, 2)])[0].end
    2
    """
    kept: list[Block] = []
    for block in blocks:
        if kept and text[block.start].isspace() and text[block.start : block.end].isspace():
            kept[-1] = kept[-1]._replace(end=block.end)
        else:
            kept.append(block)
    return kept


def find_sections(text: str, blocks: Sequence[Block], heading_depth: int) -> Sections:
    r"""
    Glue headings to what follows and find where sections end.

    A heading followed by a deeper heading opens the same unit; followed by one of the same or a higher level, or by nothing, it
    is a unit and a section of its own. Front matter is a section of its own with an empty path.

    Args:
        text: The source text.
        blocks: They tile it, in order; not empty.
        heading_depth: Only headings of this level or above end a section, 1..6.

    >>> h1, h2 = Block(Kind.HEADING, 0, 4, 1, "A"), Block(Kind.HEADING, 4, 9, 2, "B")
    >>> found = find_sections("# A\n## B\none", [h1, h2, Block(Kind.PARAGRAPH, 9, 12)], 6)
    >>> found.edges, found.bodies, [h.title for h in found.paths[0]], found.ends
    ([0, 12], [9], ['A', 'B'], [1])
    """
    found = Sections([blocks[0].start], [], [], [], [])
    count = len(blocks)
    marks = [k for k, block in enumerate(blocks) if block.kind in _MARKS]
    open_headings: list[tuple[int, Heading]] = []
    path: Path = ()
    found.extend(blocks[: marks[0] if marks else count], path)
    apart = waiting = (
        False  # the unit before ends its section whatever follows; heading lines wait for what follows
    )
    for mark, following in zip(marks, [*marks[1:], count], strict=False):
        block, plain = blocks[mark], blocks[mark + 1 : following]
        if block.kind == _HEADING:
            while open_headings and open_headings[-1][0] >= block.level:
                open_headings.pop()
            start = own_start(text, 0, block.end) if mark == 0 else block.start
            open_headings.append((block.level, Heading(block.title, start, block.end)))
            path = tuple([heading for _, heading in open_headings])
        opens = block.kind == _HEADING and (
            bool(plain) or (following < count and blocks[following].level > block.level)
        )
        if found.blocks and not waiting and (apart or not opens or block.level <= heading_depth):
            found.ends.append(len(found.blocks))
        waiting = opens and not plain
        apart = not opens
        if apart:
            found.add(block, block.end if block.kind == _HEADING else block.start, path)
            if plain:
                found.ends.append(len(found.blocks))
                apart = False
        found.extend(plain, path)
    found.ends.append(len(found.blocks))
    return found
