"""
The slow reference of packing: of every chunk, whether a better place to end it would have fitted.

It knows no algorithm, only the rule: a chunk ends at the last boundary of the highest level within its budget.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from _facts import UNITS, Facts, Node
from _inline import certain_atoms
from _reference import LINE_END
from invariants import Made, kept_word

from khand.outline.blocks import BoundaryLevel, Kind

Rank = tuple[int, int]
LEADS_IN = re.compile(r"[:\uff1a\ufe55\ufe13\u0589\u1365\u1366\u1804\u17d6\u05c3][*_`~\"'\u201d\u2019)\]]*\Z")
"""A colon of any script at the end of a sentence."""
FREE_INDENT = 3
"""Columns within which a fence and its lines belong together however each is indented (CommonMark)."""


def boundaries(made: Made) -> list[tuple[int, Rank]]:
    """
    Where a chunk may end, blanks not counted, and how good a place it is; inside what fits alone there is none.

    By sentence, everything from a sentence up is of one rank: sentences are joined across paragraphs.
    """
    found = list(_ends(made, made.facts.tree, 0))
    if made.settings.by == "sentence":
        return [(end, (int(BoundaryLevel.SENTENCE), 0)) for end, _ in found]
    return found


def _ends(made: Made, nodes: tuple[Node, ...], depth: int) -> Iterator[tuple[int, Rank]]:
    level = BoundaryLevel.ITEM if depth else BoundaryLevel.BLOCK
    for node in nodes:
        if node is not nodes[-1] or depth == 0:
            yield node.end, (int(level), -depth)
        fits = made.count(made.source[node.start : node.end]) <= made.settings.size
        if fits and node.block.kind in UNITS:
            continue
        if node.inner:
            yield from _ends(made, node.inner, depth + 1)
        else:
            for _, end in made.facts.sentence_spans(node)[:-1]:
                yield end, (int(BoundaryLevel.SENTENCE), -depth)


def packs_tightly(made: Made) -> None:
    """No chunk could have ended at a higher boundary, nor at a later one of the same level (without overlap and context)."""
    settings = made.settings
    if settings.overlap_tokens or settings.context or settings.min_size:
        return
    limits = _limits(made)
    ranks: dict[int, Rank] = {}
    for end, rank in boundaries(made):
        ranks[end] = max(rank, ranks.get(end, rank))
    for k, a, b in made.cuts():
        limit = limits[bisect_right(limits, made.own_start(k))]
        if b == limit:
            continue
        start = made.chunks[k].start
        chain = made.opening(k)
        body = made.facts.strip(chain[-1].end, len(made.source))[0] if chain else start
        mine = ranks.get(a, _rank(made, a, b))
        for end, rank in ((e, r) for e, r in ranks.items() if body < e <= limit):
            heading = next((h for h in made.facts.headings if h.start < end <= h.end), None)
            if heading and kept_word(made, heading):
                continue  # it stays with that word
            if _parts_code(made, a, b) and end < made.facts.place(a, b).around[0].foot:
                continue  # code is cut before an unindented line behind a blank one
            if LEADS_IN.search(made.source[:end]) and made.source[end : end + 1].isspace():
                continue  # a chunk ends before what leads in the next block
            if any(a < e <= end and LEADS_IN.search(made.source[:e]) for e in ranks):
                continue  # the same where sentences are joined across blocks
            better = rank > mine or (rank == mine and end > a)
            if better and made.count(made.source[start:end]) <= settings.size:
                raise AssertionError(
                    made.say(k, f"ends at {a} {mine}, though {end} {rank} fits: {made.source[start:end]!r}")
                )


def _parts_code(made: Made, a: int, b: int) -> bool:
    """Whether a cut lies in code before a line behind a blank one, with no more indent than the first line has."""
    codes = [
        node
        for node in made.facts.place(a, b).around
        if node.block.kind in {Kind.FENCED_CODE, Kind.INDENTED_CODE}
    ]
    if not codes:
        return False
    source, code = made.source, codes[-1]
    edges = [0, *(found.end() for found in LINE_END.finditer(source))]
    here = bisect_right(edges, b) - 1
    first = bisect_right(edges, code.start) - 1 + (code.block.kind is Kind.FENCED_CODE)
    indent = [len(source[edges[k] :]) - len(source[edges[k] :].lstrip(" \t>")) for k in (first, here)]
    # the line above belongs to the code only; it is blank but for the signs of quotes
    return (
        edges[here - 1] > code.start
        and not source[edges[here - 1] : edges[here]].strip(" \t\r\n>")
        and (indent[1] <= indent[0])
    )


def _rank(made: Made, a: int, b: int) -> Rank:
    """The rank of a place that is no certain boundary: where a sentence may end, as if it did."""
    place = made.facts.place(a, b)
    if place.level is not BoundaryLevel.SENTENCE:
        return int(place.level), -99
    return int(place.level), 0 if made.settings.by == "sentence" else 1 - place.depth


def _limits(made: Made) -> list[int]:
    """Where a new chunk has to start."""
    nodes, by, depth = made.facts.tree, made.settings.by, made.settings.heading_depth
    found = []
    for before, node, after in zip(nodes, nodes[1:], [*nodes[2:], None], strict=False):
        after_heading, heading = before.block.kind is Kind.HEADING, node.block.kind is Kind.HEADING
        if after_heading:
            must = heading and node.block.level <= before.block.level
        else:
            must = by == "paragraph" or (heading and (node.block.level <= depth or _is_alone(node, after)))
        closed = any(
            before.start < end <= node.start
            and any(start <= h.start < end and h.level <= depth for h in made.facts.headings)
            for start, end in made.facts.scopes
        )
        if must or closed or before.block.kind is Kind.FRONT_MATTER:
            found.append(node.start)
    return [*found, len(made.source)]


def _is_alone(heading: Node, after: Node | None) -> bool:
    """Whether a heading has nothing below it."""
    return after is None or (after.block.kind is Kind.HEADING and after.block.level <= heading.block.level)


def links_stay_whole(made: Made) -> None:
    """A link, image, tag or inline code that fits alone is not cut."""
    source = made.source
    for k, a, b in made.cuts():
        around = made.facts.place(a, b).around
        # markup inside quotes and items has their signs in it: markdown-it-py does not tell where it stands
        if made.settings.format != "markdown" or [n.block.kind for n in around] != [Kind.PARAGRAPH]:
            continue
        leaf = around[0]
        possible = [(x, y) for x, y in made.facts.links(around) if x < a and b < y]
        for start, end in certain_atoms(source[leaf.start : leaf.end], source):
            link = (leaf.start + start, leaf.start + end)
            alone = all(
                (x <= link[0] and link[1] <= y) or (link[0] <= x and y <= link[1]) for x, y in possible
            )
            if (
                alone
                and link[0] < a
                and b < link[1]
                and made.count(source[slice(*link)]) <= made.settings.size
            ):
                raise AssertionError(made.say(k, f"cut at {a} inside the link {source[slice(*link)]!r}"))


def pieces_carry_context(made: Made) -> None:
    """A piece of a table carries the header rows, a piece of fenced code is closed and reopened, where that fits."""
    for k, chunk in enumerate(made.chunks):
        start = made.own_start(k)
        for node in _composites(made.facts, start, chunk.end):
            before, after = made.around(k)
            if node.block.kind is Kind.TABLE and "table" in made.settings.context:
                _carries_rows(made, k, node, before)
            if node.block.kind is Kind.FENCED_CODE and "fence" in made.settings.context:
                _is_fenced(made, k, node, (before, after))


def _composites(facts: Facts, start: int, end: int) -> Iterator[Node]:
    for node in facts.walk():
        if node.start < end and start < node.end and node.block.kind in {Kind.TABLE, Kind.FENCED_CODE}:
            yield node


def _carries_rows(made: Made, k: int, node: Node, before: str) -> None:
    chunk, size = made.chunks[k], made.settings.size
    opening = _in_containers(node, node.block.opening, 0 in node.block.inside)
    header = opening.splitlines()
    all_rows = [row for group in node.inner for row in (group.inner or (group,))]
    rows = [row for row in all_rows if chunk.start <= row.start and row.end <= chunk.end]
    rows = [
        row
        for row in rows
        if not any(line.strip("> \t") in made.source[row.start : row.end] for line in header)
    ]
    # words of a heading's first line, with the heading: that header row is cut, and not repeated
    if chunk.start < all_rows[0].end or not rows or made.count(opening + "\n") * 2 >= size:
        return
    first = max(
        chunk.start, made.source.rfind("\n", 0, rows[0].start) + 1
    )  # the signs of quotes around it included
    needed = made.count(opening + "\n" + made.source[first : rows[0].end])
    # a chunk that begins between the header rows holds the second of them itself
    held = before + made.source[chunk.start : rows[0].start]
    missing = [line for line in opening.splitlines() if line.strip("> \t") not in held]
    assert needed > size or not missing, made.say(
        k, f"rows without their header {missing}: {chunk.embed_text!r}"
    )


def _in_containers(node: Node, lines: str, wanted: bool) -> str:
    """The lines inside the quotes and items around a node, if that is wanted."""
    prefix = "".join([" " * indent or "> " for indent in node.block.inside]) if wanted else ""
    return "\n".join([prefix + line for line in lines.split("\n")])


def closing_line(made: Made, node: Node) -> bool:
    """Whether a fenced code block has a line that closes it."""
    last = made.source[: node.end].splitlines()[-1].strip(" \t>")
    return bool(last) and set(last) == set(node.block.opening[0])


def _is_fenced(made: Made, k: int, node: Node, parts: tuple[str, str]) -> None:
    chunk, size = made.chunks[k], made.settings.size
    before, after = parts
    deep = 0 in node.block.inside or sum(node.block.inside) > FREE_INDENT
    opening, closing = [_in_containers(node, line, deep) for line in (node.block.opening, node.block.closing)]
    lines = [line for group in node.inner for line in (group.inner or (group,))]
    code = lines[1:-1] if closing_line(made, node) else lines[1:]
    held = [line for line in code if chunk.start <= line.start and line.end <= chunk.end]
    mid_line = any(line.start < chunk.start < line.end for line in lines)
    if not held or mid_line or 2 * (made.count(opening + "\n") + made.count("\n" + closing)) > size:
        return
    # the last line of code stays with the line that closes it
    group = next(group for group in node.inner if group.start <= held[0].start < group.end)
    # a text of one line may hold heading lines, too, and is what must fit
    only = chunk.text if len(held) == 1 else made.source[held[0].block.start : group.end]
    needed = made.count(f"{opening}\n{only}\n{closing}")
    if needed > size:
        return
    if chunk.start > lines[0].start:
        assert node.block.opening in before + chunk.text, made.say(
            k, f"code without its opening fence {opening!r}: {chunk.embed_text!r}"
        )
    if chunk.end < lines[-1].end:
        assert closing in after, made.say(
            k, f"code without its closing fence {closing!r}: {chunk.embed_text!r}"
        )
