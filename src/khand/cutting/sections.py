"""
Blocks to sections: what a chunk's own part may not cross, and the heading path of every place.

A heading is glued to what follows it, so the unit of packing is "heading lines and the block after them".
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from khand.outline.blocks import Block, Kind


class Heading(NamedTuple):
    """A heading in force: its title and where its block stands in the source."""

    title: str
    start: int
    end: int


Path = tuple[Heading, ...]


@dataclass(frozen=True, slots=True)
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

    def unit_at(self, offset: int) -> int:
        """Index of the unit that holds `offset`, 0 <= offset < len(text)."""
        return bisect_right(self.edges, offset) - 1

    def section_end(self, unit: int) -> int:
        """Index of the first unit after the section of `unit`."""
        return self.ends[bisect_right(self.ends, unit)]


def find_sections(blocks: Sequence[Block], heading_depth: int) -> Sections:
    """
    Glue headings to what follows and find where sections end.

    A heading followed by a deeper heading opens the same unit; followed by one of the same or a higher level, or by nothing, it
    is a unit and a section of its own. Front matter is a section of its own with an empty path.

    Args:
        blocks: They tile the text, in order; not empty.
        heading_depth: Only headings of this level or above end a section, 1..6.

    >>> h1, h2 = Block(Kind.HEADING, 0, 4, 1, "A"), Block(Kind.HEADING, 4, 9, 2, "B")
    >>> found = find_sections([h1, h2, Block(Kind.PARAGRAPH, 9, 12)], 6)
    >>> found.edges, found.bodies, [h.title for h in found.paths[0]], found.ends
    ([0, 12], [9], ['A', 'B'], [1])
    """
    edges: list[int] = [blocks[0].start]
    refined: list[Block] = []
    bodies: list[int] = []
    paths: list[Path] = []
    ends: list[int] = []
    open_headings: list[tuple[int, Heading]] = []
    path: Path = ()
    gathering = False  # whether heading lines wait for what follows them
    apart = False  # whether the unit before ends its section whatever follows
    last = len(blocks) - 1
    for k, block in enumerate(blocks):
        heading = block.kind == Kind.HEADING
        if heading:
            while open_headings and open_headings[-1][0] >= block.level:
                open_headings.pop()
            open_headings.append((block.level, Heading(block.title, block.start, block.end)))
            path = tuple([h for _, h in open_headings])
        front = block.kind == Kind.FRONT_MATTER
        if refined and not gathering and (apart or front or (heading and block.level <= heading_depth)):
            ends.append(len(refined))
            apart = False
        if heading and k < last and _opens(block, blocks[k + 1]):
            gathering = True
            continue
        refined.append(block)
        bodies.append(block.end if heading else block.start)
        paths.append(path)
        edges.append(block.end)
        gathering = False
        # a heading without a text of its own is a section of its own
        apart = front or heading
        if heading and len(refined) > 1 and ends[-1:] != [len(refined) - 1]:
            ends.append(len(refined) - 1)  # too deep to end the section before it by its level
    ends.append(len(refined))
    return Sections(edges, refined, bodies, paths, ends)


def _opens(heading: Block, following: Block) -> bool:
    return following.kind != Kind.HEADING or following.level > heading.level
