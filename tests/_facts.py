"""
What is true of a document before it is cut: its tree of blocks, its sentences, and what each place to cut is worth.

The tree comes from khand's own outline (which has its own tests against markdown-it-py), headings from the slow reference,
sentences and links from a reading of our own, ``_inline``, that tells what is certain from what is possible.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from _inline import certain_ends, may_end, possible_atoms
from _reference import LINE_END, Heading, heading_path, headings, is_blank, word_may_end

from khand.characters.graphemes import grapheme_ends
from khand.outline import blocks, children
from khand.outline.blocks import Block, BoundaryLevel, Kind
from khand.outline.markdown_scopes import keep_company

UNITS = frozenset({Kind.ITEM, Kind.ROW, Kind.LINE, Kind.GROUP, Kind.MATH, Kind.RECORD})
"""What stays whole when it fits alone, beside sentences."""
WITHOUT_SENTENCES = frozenset({Kind.HEADING, Kind.LINE, Kind.RULE})
"""A full stop in a line of code or a title ends nothing."""


@dataclass(frozen=True, eq=False)
class Node:
    """
    A block without the blanks around it, and what is inside it.

    Lines that open a scope count to the block behind them, those that close one to the block before; `body` and `foot` are where
    the block itself begins and ends.
    """

    block: Block
    start: int
    end: int
    body: int
    foot: int
    depth: int
    inner: tuple[Node, ...] = field(repr=False)


class Place(NamedTuple):
    """
    What a cut lies between.

    Attributes:
        level: The highest boundary that may lie there.
        levels: Every boundary that may: one, but where it cannot be told whether a sentence ends or markup is one word.
        depth: How deep in the tree, 0 between the document's blocks.
        around: The nodes the cut is inside of, outermost first.
        sentence: What holds the sentence it is inside of, without blanks, or None.

    """

    level: BoundaryLevel
    levels: frozenset[BoundaryLevel]
    depth: int
    around: tuple[Node, ...]
    sentence: tuple[int, int] | None

    @property
    def rank(self) -> tuple[int, int]:
        """The higher, the earlier the packer cuts here."""
        return int(self.level), -self.depth


def _place(
    levels: set[BoundaryLevel], depth: int, around: tuple[Node, ...], sentence: tuple[int, int] | None
) -> Place:
    return Place(max(levels), frozenset(levels), depth, around, sentence)


def blank(source: str, i: int) -> bool:
    """White space; a BOM at the start counts as blank."""
    return source[i].isspace() or (i == 0 and source[i] == "\ufeff")


def strip(source: str, start: int, end: int) -> tuple[int, int]:
    """
    The span without blanks at its edges; an empty one at its end if it is all blank.

    >>> strip(" ab ", 0, 4), strip("  ", 0, 2)
    ((1, 3), (2, 2))
    """
    while start < end and blank(source, start):
        start += 1
    while start < end and blank(source, end - 1):
        end -= 1
    return start, end


@lru_cache(maxsize=8)
def tree(source: str, format: str) -> tuple[Node, ...]:
    """The blocks of a document without the blanks around them, and all that is inside them."""

    def nodes(found: Iterable[Block], depth: int) -> tuple[Node, ...]:
        made: list[Node] = []
        opened = -1
        kept = [block for block in found if strip(source, block.start, block.end)[0] < block.end]
        kinds = bytearray(block.kind for block in kept)
        keep_company(kinds)  # a scope may have held nothing but blanks
        for block, kind in zip(kept, kinds, strict=True):
            start, end = strip(source, block.start, block.end)
            if kind == Kind.CLOSER:
                made[-1] = replace(made[-1], end=end)
            elif kind == Kind.OPENER:
                opened = start if opened < 0 else opened
            else:
                inner = nodes(children(source, block, format), depth + 1)
                made.append(Node(block, start if opened < 0 else opened, end, start, end, depth, inner))
                opened = -1
        return tuple(made)

    return nodes(blocks(source, format), 0)


class Facts:
    """
    Everything the invariants ask about one document.

    Args:
        source: The document.
        format: "markdown", "text" or "html".
        language: Language of its sentences.
        depth: Headings down to this level end chunks.
        fits: Whether a text alone fits a chunk.

    """

    def __init__(
        self, source: str, format: str | None, language: str | None, depth: int, fits: Callable[[str], bool]
    ) -> None:
        self.source, self.format = source, format or "markdown"
        self.language, self.depth, self.fits = language, depth, fits
        self._sentences: dict[Node, tuple[tuple[int, int], ...]] = {}
        self._links: dict[Node, list[tuple[int, int]]] = {}

    @cached_property
    def clusters(self) -> frozenset[int]:
        """Every offset at which a grapheme cluster starts or ends."""
        return frozenset([0, *grapheme_ends(self.source)])

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """
        The document's headings: by markdown-it-py, for HTML and where there are scopes, of which it knows none, by khand's outline.

        Lines that open a scope before a heading count to it.
        """
        scoped = any(node.start < node.body or node.foot < node.end for node in self.tree)
        if self.format == "markdown" and not scoped:
            return headings(self._without_math)
        found = [
            (node.start if node.start < node.body else node.block.start, node.block) for node in self.tree
        ]
        return tuple(Heading(start, b.end, b.level, b.title) for start, b in found if b.kind is Kind.HEADING)

    @cached_property
    def scopes(self) -> tuple[tuple[int, int], ...]:
        """Where scopes with headings begin and end, by khand's outline."""
        return tuple(blocks(self.source, self.format).scopes)

    def path_at(self, position: int) -> list[Heading]:
        """The headings in force at a position: those of a scope inside of it only."""
        closed = [(start, end) for start, end in self.scopes if end <= position]
        seen = [h for h in self.headings if not any(start <= h.start < end for start, end in closed)]
        return heading_path(seen, position)

    @cached_property
    def _without_math(self) -> str:
        """The document with ``$$`` math as HTML of the same length: markdown-it-py knows none and takes it for a paragraph that goes on."""
        lines = list(self.source)
        for node in self.walk():
            closing = re.split(r"[\r\n]", self.source[node.start : node.end].rstrip())[-1]
            # inside containers else a line that lazily goes on with the paragraph around it
            closed = closing.endswith("$$") if node.depth == 0 else closing.strip(" \t>") == "$$"
            if node.block.kind is Kind.MATH and closed:
                first, last = (
                    find("$$", node.start, node.end) for find in (self.source.find, self.source.rfind)
                )
                for at, mark in ((last, "?>"), (first, "<?")):
                    lines[at : at + 2] = mark
                for at in range(first + 2, last):
                    if self.source[at] not in "\r\n\t >":
                        lines[at] = "x"
        return "".join(lines)

    @cached_property
    def front_matter_end(self) -> int:
        """Where front matter ends; 0 without any."""
        first = self.tree[0] if self.tree else None
        return first.end if first and first.block.kind is Kind.FRONT_MATTER else 0

    @cached_property
    def title(self) -> str:
        """The title of the front matter, if no heading of level 1 gives one: a plain or quoted value on the line of its key."""
        found = re.search(
            r"[\r\n]title[ \t]*: +(['\"]?)(\w[^\r\n#]*?)\1 *[\r\n]", self.source[: self.front_matter_end]
        )
        return found[2] if found and all(heading.level > 1 for heading in self.headings) else ""

    @cached_property
    def tree(self) -> tuple[Node, ...]:
        """The document's blocks and all that is inside them."""
        return tree(self.source, self.format)

    def blank(self, i: int) -> bool:
        """White space; a BOM at the start counts as blank."""
        return blank(self.source, i)

    def strip(self, start: int, end: int) -> tuple[int, int]:
        """The span without blanks at its edges; an empty one at its end if it is all blank."""
        return strip(self.source, start, end)

    def sentence_spans(self, node: Node) -> tuple[tuple[int, int], ...]:
        """The sentences of a leaf as far as they are certain, without blanks: each is one or several."""
        if node not in self._sentences:
            self._sentences[node] = tuple(self._split(node))
        return self._sentences[node]

    def links(self, leaf: tuple[Node, ...]) -> list[tuple[int, int]]:
        """What may be links, inline code, math or tags in a leaf, as far as it fits."""
        if not leaf or leaf[0].inner:
            return []
        if leaf[0] not in self._links:
            start, end = leaf[0].block.start, leaf[0].block.end
            found = sorted((start + a, start + b) for a, b in possible_atoms(self.source[start:end]))
            self._links[leaf[0]] = [(a, b) for a, b in found if self.fits(self.source[a:b])]
        return self._links[leaf[0]]

    def _split(self, node: Node) -> Iterator[tuple[int, int]]:
        ends: list[int] = []
        if node.block.kind not in WITHOUT_SENTENCES:
            ends = [node.start + end for end in certain_ends(self.source[node.start : node.end])]
        for start, end in pairwise([node.start, *ends, node.end]):
            span = self.strip(start, end)
            if span[0] < span[1]:
                yield span

    def place(self, a: int, b: int) -> Place:
        """What lies at the cut that ends one chunk at `a` and starts the next at `b`, blanks between them not counted."""
        nodes, around, depth = self.tree, (), 0
        while nodes:
            i = bisect_right(nodes, a - 1, key=lambda node: node.start) - 1
            if i >= 0 and nodes[i].end <= a:
                return _place({self._between(nodes[i + 1], depth)}, depth, around, None)
            if i < 0 or b >= nodes[i].end:
                break
            around = (*around, nodes[i])
            if a <= nodes[i].body or a >= nodes[i].foot:
                return self._beside_scope(a, b, around)
            nodes, depth = nodes[i].inner, depth + 1
        return self._inside_leaf(a, b, around, depth)

    def _beside_scope(self, a: int, b: int, around: tuple[Node, ...]) -> Place:
        """What lies among the lines that open or close scopes: they are blocks of their own."""
        deep = len(around) > 1
        pieces = (
            children(self.source, around[-2].block, self.format) if deep else blocks(self.source, self.format)
        )
        if b in [self.strip(block.start, block.end)[0] for block in pieces]:
            # what closes a scope counts to the piece before it
            inner = {BoundaryLevel.SENTENCE, BoundaryLevel.ITEM} if a >= around[-1].foot else set()
            return _place({BoundaryLevel.ITEM if deep else BoundaryLevel.BLOCK} | inner, 0, around, None)
        space = any(map(is_blank, self.source[a:b])) or word_may_end(self.source, a)
        sentence = {BoundaryLevel.SENTENCE} if may_end(self.source, a, b) else set()
        return _place({BoundaryLevel.WORD if space else BoundaryLevel.GRAPHEME} | sentence, 0, around, None)

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
            return _place({BoundaryLevel.SENTENCE}, depth, around, None)
        levels = {BoundaryLevel.SENTENCE} if self._may_end_sentence(a, b, around) else set()
        sentence = None if levels or i < 0 else spans[i]
        space = any(map(is_blank, self.source[a:b]))
        link = any(a in edges for edges in self.links(around[-1:]))  # a link is a word, whatever touches it
        may_end = a in self.clusters and word_may_end(self.source, a)
        broken = any(char in self.source[a:b] for char in "\r\n")
        if broken and around and around[-1].block.kind not in WITHOUT_SENTENCES:
            levels.add(BoundaryLevel.LINE)
        else:
            levels.add(BoundaryLevel.WORD if space or may_end or link else BoundaryLevel.GRAPHEME)
        if link and not space and not may_end:
            levels.add(BoundaryLevel.GRAPHEME)
        if LINE_END.search(self.source, a, b):
            levels.add(BoundaryLevel.LINE)
        return _place(levels, depth, around, sentence)

    def _may_end_sentence(self, a: int, b: int, around: tuple[Node, ...]) -> bool:
        if not around or around[-1].block.kind in WITHOUT_SENTENCES:
            return False
        start = around[-1].start
        return may_end(self.source[start : b + 8], a - start, b - start)

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
