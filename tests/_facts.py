"""
What is true of a document before it is cut: its tree of blocks, its sentences, and what each place to cut is worth.

The tree comes from khand's own outline (which has its own tests against markdown-it-py), headings from the slow reference.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from _reference import Heading, headings, is_blank, word_may_end
from khand.cutting.graphemes import grapheme_ends

from khand.outline import blocks, children
from khand.outline.blocks import Block, BoundaryLevel, Kind
from khand.sentences import sentences

UNITS = frozenset({Kind.ITEM, Kind.ROW, Kind.LINE, Kind.GROUP})
"""What stays whole when it fits alone, beside sentences."""


@dataclass(frozen=True, eq=False)
class Node:
    """A block without the blanks around it, and what is inside it."""

    block: Block
    start: int
    end: int
    depth: int
    inner: tuple[Node, ...] = field(repr=False)


class Place(NamedTuple):
    """
    What a cut lies between.

    Attributes:
        level: The highest boundary that lies there.
        depth: How deep in the tree, 0 between the document's blocks.
        around: The nodes the cut is inside of, outermost first.
        sentence: The sentence it is inside of, without blanks, or None.

    """

    level: BoundaryLevel
    depth: int
    around: tuple[Node, ...]
    sentence: tuple[int, int] | None

    @property
    def rank(self) -> tuple[int, int]:
        """The higher, the earlier the packer cuts here."""
        return int(self.level), -self.depth


class Facts:
    """
    Everything the invariants ask about one document.

    Args:
        source: The document.
        format: "markdown", "text" or "html".
        language: Language of its sentences.
        depth: Headings down to this level end chunks.

    """

    def __init__(self, source: str, format: str, language: str | None, depth: int) -> None:
        self.source, self.format, self.language, self.depth = source, format, language, depth

    @cached_property
    def clusters(self) -> frozenset[int]:
        """Every offset at which a grapheme cluster starts or ends."""
        return frozenset([0, *grapheme_ends(self.source)])

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """The document's headings: by markdown-it-py, for HTML by khand's own outline."""
        if self.format == "markdown":
            return headings(self.source)
        found = blocks(self.source, self.format)
        return tuple(Heading(b.start, b.end, b.level, b.title) for b in found if b.kind is Kind.HEADING)

    @cached_property
    def tree(self) -> tuple[Node, ...]:
        """The document's blocks and all that is inside them."""
        return self._nodes(blocks(self.source, self.format), 0)

    def _nodes(self, found: list[Block], depth: int) -> tuple[Node, ...]:
        made = []
        for block in found:
            start, end = self.strip(block.start, block.end)
            if start < end:
                inner = self._nodes(children(self.source, block, self.format), depth + 1)
                made.append(Node(block, start, end, depth, inner))
        return tuple(made)

    def blank(self, i: int) -> bool:
        """White space; a BOM at the start counts as blank."""
        return self.source[i].isspace() or (i == 0 and self.source[i] == "\ufeff")

    def strip(self, start: int, end: int) -> tuple[int, int]:
        """The span without blanks at its edges; an empty one at its end if it is all blank."""
        while start < end and self.blank(start):
            start += 1
        while start < end and self.blank(end - 1):
            end -= 1
        return start, end

    @lru_cache(maxsize=4096)  # noqa: B019 -- facts live as long as one test
    def sentence_spans(self, node: Node) -> tuple[tuple[int, int], ...]:
        """The sentences of a leaf, without blanks."""
        text = self.source[node.block.start : node.block.end]
        spans = (
            self.strip(node.block.start + a, node.block.start + b) for a, b in sentences(text, self.language)
        )
        return tuple((a, b) for a, b in spans if a < b)

    def place(self, a: int, b: int) -> Place:
        """What lies at the cut that ends one chunk at `a` and starts the next at `b`, blanks between them not counted."""
        nodes, around, depth = self.tree, (), 0
        while nodes:
            i = bisect_right(nodes, a - 1, key=lambda node: node.start) - 1
            if i >= 0 and nodes[i].end <= a:
                return Place(self._between(nodes[i + 1], depth), depth, around, None)
            if i < 0 or b >= nodes[i].end:
                break
            around = (*around, nodes[i])
            nodes, depth = nodes[i].inner, depth + 1
        return self._inside_leaf(a, b, around, depth)

    def _between(self, after: Node, depth: int) -> BoundaryLevel:
        if depth:
            return BoundaryLevel.ITEM
        if after.block.kind is Kind.HEADING and after.block.level <= self.depth:
            return BoundaryLevel.SECTION
        return BoundaryLevel.BLOCK

    def _inside_leaf(self, a: int, b: int, around: tuple[Node, ...], depth: int) -> Place:
        spans = self.sentence_spans(around[-1]) if around else ()
        i = bisect_right(spans, a - 1, key=lambda span: span[0]) - 1
        if i >= 0 and spans[i][1] <= a:
            return Place(BoundaryLevel.SENTENCE, depth, around, None)
        sentence = spans[i] if i >= 0 else None
        word = any(map(is_blank, self.source[a:b])) or (a in self.clusters and word_may_end(self.source, a))
        return Place(BoundaryLevel.WORD if word else BoundaryLevel.GRAPHEME, depth, around, sentence)

    def edges(self, around: tuple[Node, ...]) -> set[int]:
        """Where units and sentences around a place start and end: words end there, too."""
        found = set()
        for node in around:
            for inner in (node, *node.inner):
                found |= {inner.start, inner.end, inner.block.start, inner.block.end}
            if not node.inner:
                found |= {edge for span in self.sentence_spans(node) for edge in span}
        return found

    def walk(self, nodes: tuple[Node, ...] | None = None) -> Iterator[Node]:
        """Every node, outermost first, in document order."""
        for node in self.tree if nodes is None else nodes:
            yield node
            yield from self.walk(node.inner)
