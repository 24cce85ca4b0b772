"""
Blocks to sections: what a chunk's own part may not cross, and the heading path of every place.

A heading is glued to what follows it, so the unit of packing is "heading lines and the block after them". So is a line that
opens a scope; one that closes it is glued to what stands before it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

from khand.characters.space import first_nonblank, own_start
from khand.outline.blocks import Blocks, Kind, following, offsets
from khand.outline.markdown_scopes import keep_company
from khand.segmentation import detect_language
from khand.segmentation.detect import PLACES, SAMPLE

BEFORE = -1
"""Where the title of a document stands that no heading gives: before its text."""

_HEADING, _FRONT_MATTER = (
    Kind.HEADING,
    Kind.FRONT_MATTER,
)  # looked up once: members of an enum are slow to reach
_MARKS = re.compile(b"[%c%c]" % (Kind.HEADING, Kind.FRONT_MATTER))
_GLUED = re.compile(b"[%c%c]" % (Kind.OPENER, Kind.CLOSER))
_SPACE = re.compile(r"\s")
_NOT_PROSE = frozenset((Kind.FENCED_CODE, Kind.INDENTED_CODE, Kind.MATH, Kind.FRONT_MATTER, Kind.HTML))
_NO_WORDS = re.compile(r"<[^<>]*>|`[^`\n]*`|\]\([^()\s]*\)|https?://\S+")


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
        starts: Where the blocks begin, those that are glued to others included.
    """

    edges: array[int]
    blocks: Blocks
    bodies: array[int]
    paths: list[Path]
    ends: array[int]
    starts: array[int]

    def begins_block(self, text: str, offset: int) -> bool:
        """Whether the first character of a block that is not blank stands at `offset`: also one that is glued to a unit."""
        start = self.starts[bisect_right(self.starts, offset) - 1]
        return start == offset or (
            text[start].isspace() and first_nonblank(text, start, offset + 1) >= offset
        )

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

    def ends_before(self, unit: int) -> bool:
        """Whether a section ends before unit `unit`."""
        k = bisect_left(self.ends, unit)
        return k < len(self.ends) and self.ends[k] == unit

    def section_end(self, unit: int) -> int:
        """Index of the first unit after the section of `unit`."""
        return self.ends[bisect_right(self.ends, unit)]


def without_blank(text: str, blocks: Blocks) -> Blocks:
    """
    The blocks with those of nothing but white space made part of the one before; they still tile the text.

    Markdown calls only spaces and tabs blank; a line of U+3000 is a paragraph to it.

    >>> without_blank("a\u3000", Blocks.tiling(Kind.PARAGRAPH, [0, 1], 2))[0].end
    2
    """
    firsts = "".join(map(text.__getitem__, blocks.starts))
    keep = bytearray(b"\1") * len(blocks)
    for found in _SPACE.finditer(firsts, 1):
        k = found.start()
        keep[k] = not text[blocks.starts[k] : blocks.ends[k]].isspace()
    if all(keep):
        return blocks
    kept = blocks.chosen(keep)
    kept.ends = following(kept.starts, blocks.ends[-1])
    keep_company(kept.kinds)  # a scope may have held nothing else
    return kept


def find_sections(text: str, blocks: Blocks, heading_depth: int, title: str = "") -> Sections:
    r"""
    Glue headings to what follows and find where sections end.

    A heading followed by a deeper heading opens the same unit; followed by one of the same or a higher level, or by nothing, it
    is a unit and a section of its own. Front matter is a section of its own with an empty path.

    Args:
        text: The source text.
        blocks: They tile it, in order; not empty.
        heading_depth: Only headings of this level or above end a section, 1..6.
        title: Of the document: the first of every path but that of front matter; "" for none.

    >>> from khand.outline.blocks import Block
    >>> h1, h2 = Block(Kind.HEADING, 0, 4, 1, "A"), Block(Kind.HEADING, 4, 9, 2, "B")
    >>> found = find_sections("# A\n## B\none", Blocks.of([h1, h2, Block(Kind.PARAGRAPH, 9, 12)]), 6)
    >>> list(found.edges), list(found.bodies), [h.title for h in found.paths[0]], list(found.ends)
    ([0, 12], [9], ['A', 'B'], [1])
    """
    own, outer = _without_glued(blocks)
    root: Path = (Heading(title, BEFORE, BEFORE),) if title else ()
    scopes = _Scopes(own, heading_depth)
    walk = _Walk(text, own, scopes, root, heading_depth)
    marks = sorted({*(found.start() for found in _MARKS.finditer(own.kinds)), *scopes.ends})
    walk.paths += [root] * (marks[0] if marks else len(own))
    for mark, next_mark in zip(marks, [*marks[1:], len(own)], strict=False):
        walk.take(mark, next_mark)
    walk.ends.append(len(walk.paths))
    edges = offsets([blocks.starts[0]])
    edges.extend(compress(outer, walk.keep))
    bodies = edges[:-1]
    for unit, body in zip(walk.headed, walk.bodies, strict=True):
        bodies[unit] = body
    units = own.chosen(walk.keep) if walk.headed else own
    return Sections(edges, units, bodies, walk.paths, walk.ends, blocks.starts)


OpenPaths = list[tuple[int, Path]]
"""The headings in force: the level of each, and the path down to it."""


class _Walk:
    """
    Goes through the headings, the front matter and the ends of scopes of a document, and glues headings to what follows.

    Args:
        text: The source text.
        blocks: Those that are units, and the headings before them.
        scopes: Of these blocks.
        root: The heading path where no heading is in force.
        heading_depth: Only headings of this level or above end a section.

    Attributes:
        keep: 0 for a heading that is part of the unit of what follows. Shape (n,), n blocks.
        paths: The heading path of each unit.
        ends: The units before which a section ends.
        headed: The units that begin with headings.
        bodies: Where the heading lines of each of these end.
    """

    def __init__(self, text: str, blocks: Blocks, scopes: _Scopes, root: Path, heading_depth: int) -> None:
        self.text = text
        self.blocks = blocks
        self.scopes = scopes
        self.root = root
        self.heading_depth = heading_depth
        self.keep = bytearray(b"\1") * len(blocks)
        self.paths: list[Path] = []
        self.ends, self.headed, self.bodies = offsets(), offsets(), offsets()
        self._path = root
        self._open_paths: OpenPaths = []
        # the unit before ends its section whatever follows; heading lines wait for what follows
        self._apart = self._waiting = False

    def take(self, mark: int, next_mark: int) -> None:
        """Take what stands at block `mark`, and the blocks behind it up to `next_mark`, which are units of their own."""
        plain = next_mark - mark - 1
        kind = self.blocks.kinds[mark]
        if self.scopes.ends and self.scopes.close(mark, self._open_paths):
            self._apart = self._apart or self.scopes.parted
            self._path = self._open_paths[-1][1] if self._open_paths else self.root
        if kind == _HEADING:
            level = self._heading(mark)
            self._glue(mark, self._path, level, plain, opens=plain > 0 or self._is_deeper(next_mark, level))
        elif kind == _FRONT_MATTER:
            self._glue(mark, (), 0, plain, opens=False)
        else:  # a scope ends here, and no more
            if self._apart and self.paths:
                self.ends.append(len(self.paths))
            self._apart = False
            self.paths.append(self._path)
        self.paths += [self._path] * plain

    def _heading(self, mark: int) -> int:
        """Put a heading in force; return its level."""
        blocks, open_paths = self.blocks, self._open_paths
        begin, end = blocks.starts[mark], blocks.ends[mark]
        self.scopes.open(begin, open_paths)
        level, title, _, _ = blocks.details[begin]
        while open_paths and open_paths[-1][0] >= level:
            open_paths.pop()
        heading = Heading(title, begin if mark else own_start(self.text, 0, end), end)
        self._path = (*(open_paths[-1][1] if open_paths else self.root), heading)
        open_paths.append((level, self._path))
        self.headed.append(len(self.paths))
        self.bodies.append(end)
        return level

    def _is_deeper(self, mark: int, level: int) -> bool:
        """Whether block `mark`, in the same scope, is a heading below `level`."""
        blocks = self.blocks
        if mark >= len(self.keep) or mark in self.scopes.ends:
            return False
        return blocks.details.get(blocks.starts[mark], (0,))[0] > level

    def _glue(self, mark: int, path: Path, level: int, plain: int, *, opens: bool) -> None:
        """Make block `mark` part of the unit of what follows if it `opens` that, else a unit and a section of its own."""
        unit = len(self.paths)
        if unit and not self._waiting and (self._apart or not opens or level <= self.heading_depth):
            self.ends.append(unit)
        self._waiting = opens and not plain
        self._apart = not opens
        if opens:
            self.keep[mark] = 0
            return
        self.paths.append(path)
        if plain:
            self.ends.append(unit + 1)
            self._apart = False


def _without_glued(blocks: Blocks) -> tuple[Blocks, array[int]]:
    """The blocks that neither open nor close a scope, and where each ends with the closers behind it, shape (n,)."""
    if not _GLUED.search(blocks.kinds):
        return blocks, blocks.ends
    glued = (Kind.OPENER, Kind.CLOSER)
    outer = offsets()
    for kind, end in zip(blocks.kinds, blocks.ends, strict=True):
        if kind not in glued:
            outer.append(end)
        elif kind == Kind.CLOSER:
            outer[-1] = end
    return blocks.without_scopes(), outer


class _Scopes:
    """
    Keeps the headings in force where a scope begins until it ends.

    Args:
        blocks: The blocks whose headings are followed.
        heading_depth: Only headings of this level or above part what is behind a scope from what is in it.

    Attributes:
        ends: Indices of the blocks before which a scope ends.
        parted: Whether the scope closed last had such headings.
    """

    def __init__(self, blocks: Blocks, heading_depth: int) -> None:
        self.parted = False
        self._depth = heading_depth
        self._scopes = [(start, bisect_left(blocks.starts, end)) for start, end in blocks.scopes]
        self.ends = {index for _, index in self._scopes if index < len(blocks)}
        self._next = 0
        self._open: list[tuple[int, OpenPaths]] = []

    def open(self, begin: int, open_paths: OpenPaths) -> None:
        """Note the headings in force for the scopes whose first heading begins at `begin`."""
        while self._next < len(self._scopes) and self._scopes[self._next][0] <= begin:
            self._open.append((self._scopes[self._next][1], list(open_paths)))
            self._next += 1

    def close(self, index: int, open_paths: OpenPaths) -> bool:
        """Bring back the headings that were in force before the scopes that end before block `index`; False if none does."""
        before = None
        while self._open and self._open[-1][0] <= index:
            before = self._open.pop()[1]
        if before is None:
            return False
        self.parted = any(level <= self._depth for level, _ in open_paths)
        open_paths[:] = before
        return True


def language_of(text: str, sections: Sections) -> str:
    """
    The code of the language most of the prose is in; that of the whole text where it has no prose.

    Args:
        text: The source text.
        sections: Its units.

    Returns:
        One of ``known_languages()``. At most ``PLACES`` samples of ``SAMPLE`` code points of prose are read.
    """
    whole = len(text) <= SAMPLE * PLACES
    starts = [0] if whole else range(0, len(text), len(text) // PLACES + 1)
    samples = [_prose_from(text, sections, start, len(text) if whole else SAMPLE) for start in starts]
    prose = _NO_WORDS.sub(" ", "\n".join(samples))
    return detect_language(prose if prose.strip() else text)


def _prose_from(text: str, sections: Sections, start: int, wanted: int) -> str:
    """The first `wanted` code points of prose from `start` on; fewer at the end of the text."""
    kinds, bodies, edges = sections.blocks.kinds, sections.bodies, sections.edges
    found = []
    for unit in range(sections.unit_at(start), len(kinds)):
        begin = max(edges[unit], start)
        end = min(bodies[unit] if kinds[unit] in _NOT_PROSE else edges[unit + 1], begin + wanted)
        if begin < end:
            found.append(text[begin:end])
            wanted -= end - begin
        if not wanted:
            break
    return "".join(found)
