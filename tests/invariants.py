"""
What holds for every document and every setting.

Each invariant takes what was made, and raises an AssertionError that names the chunk and the rule it breaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, takewhile

from _facts import UNITS, Facts
from _reference import ATTRIBUTE, LINE_END, Heading, is_blank, reference_count, word_around

from khand.chunk_record import Chunk
from khand.outline.blocks import BoundaryLevel
from khand.settings import Settings

REFERENCE = re.compile(r"!?\[([^\[\]]*)\](?:\[[^\[\]]*\])?")


@dataclass(frozen=True, eq=False)
class Made:
    """
    A document, how it was cut, and what came out.

    Args:
        source: The document.
        settings: How it was cut.
        chunks: What came out.

    """

    source: str
    settings: Settings
    chunks: Sequence[Chunk]
    facts: Facts = field(repr=False)

    @cached_property
    def count(self) -> Callable[[str], int]:
        """Counts as the tokenizer's own library does."""
        return reference_count(self.settings.tokenizer)

    def own_start(self, k: int) -> int:
        """Where chunk `k`'s own part starts: after its overlap, at the first character that is not blank."""
        start = self.chunks[k].start if k == 0 else max(self.chunks[k].start, self.chunks[k - 1].end)
        return self.facts.strip(start, self.chunks[k].end)[0]

    def cuts(self) -> Iterator[tuple[int, int, int]]:
        """``(k, a, b)``: chunk k ends at `a` and the own part of the next starts at `b`, blanks not counted."""
        for k in range(len(self.chunks) - 1):
            yield k, self.facts.strip(self.chunks[k].start, self.chunks[k].end)[1], self.own_start(k + 1)

    def opening(self, k: int, *, beyond: bool = False) -> list[Heading]:
        """The headings chunk `k`'s own part opens with: only blanks between, each deeper than the one before."""
        return self.chain(self.own_start(k), len(self.source) if beyond else self.chunks[k].end)

    def chain(self, position: int, stop: int) -> list[Heading]:
        """The headings from `position` on, up to `stop`: only blanks between, each deeper than the one before."""
        chain = list[Heading]()
        for heading in self.facts.headings:
            start, end = self.facts.strip(heading.start, heading.end)
            if end <= position:
                continue
            if start > position or position >= stop or (chain and heading.level <= chain[-1].level):
                break
            chain.append(heading)
            position = self.facts.strip(end, len(self.source))[0]
        return chain

    def ends_section(self, a: int, b: int) -> bool:
        """Whether a heading that ends a chunk starts at `b`, and none stands right before `a`."""
        starts = any(
            h.start <= b < h.end and h.level <= self.settings.heading_depth for h in self.facts.headings
        )
        return starts and not any(h.start < a <= h.end for h in self.facts.headings)

    def around(self, k: int) -> tuple[str, str]:
        """The context before and after chunk `k`'s text."""
        text, embedded = self.chunks[k].text, self.chunks[k].embed_text
        after = embedded[len(text) :]
        if embedded.startswith(text) and after[:1] in ("", "\n") and set(after) <= set("\n`~> "):
            return "", after
        if embedded.endswith("\n" + text):
            return embedded[: -len(text)], ""
        start = embedded.rindex(f"\n{text}\n") + 1
        return embedded[:start], embedded[start + len(text) :]

    def say(self, k: int, rule: str) -> str:
        """A readable message."""
        chunk = self.chunks[k]
        around = "".join(
            f"\n    {c.index}: {c.start}..{c.end} {c.cut} {c.text!r}"
            for c in self.chunks[max(0, k - 1) : k + 2]
        )
        return f"chunk {k} ({chunk.start}..{chunk.end}): {rule}\n  settings {self.settings}{around}"


def made_of(source: str, settings: Settings, chunks: Sequence[Chunk]) -> Made:
    """What was made, with the facts of its document."""
    count = reference_count(settings.tokenizer)
    depth = settings.heading_depth
    facts = Facts(
        source, settings.format, settings.language, depth, lambda text: count(text) <= settings.size
    )
    return Made(source, settings, chunks, facts)


# --- spans --------------------------------------------------------------------------------------------------------------


def slices_are_exact(made: Made) -> None:
    """``text`` is ``source[start:end]``; lines and index are where it stands."""
    ends = [found.end() for found in LINE_END.finditer(made.source)]
    for k, chunk in enumerate(made.chunks):
        assert 0 <= chunk.start < chunk.end <= len(made.source), made.say(k, "not a span of the source")
        assert made.source[chunk.start : chunk.end] == chunk.text, made.say(k, "text is not the slice")
        lines = (1 + sum(end <= chunk.start for end in ends), 1 + sum(end <= chunk.end - 1 for end in ends))
        assert lines == (chunk.start_line, chunk.end_line), made.say(k, f"lines should be {lines}")
        assert k == chunk.index, made.say(k, f"index is {chunk.index}")


def spans_increase(made: Made) -> None:
    """Starts strictly increase and no chunk lies inside the one before."""
    for k in range(1, len(made.chunks)):
        before, chunk = made.chunks[k - 1], made.chunks[k]
        assert before.start < chunk.start, made.say(k, "starts at or before the one before")
        assert before.end < chunk.end, made.say(k, "lies inside the one before")


def nothing_is_lost(made: Made) -> None:
    """Every non-blank character is in some chunk; no chunk is blank."""
    position = 0
    for k, chunk in enumerate(made.chunks):
        lost = made.source[position : chunk.start].replace("\ufeff", "" if position == 0 else "\ufeff")
        assert lost.strip() == "", made.say(k, f"lost before it: {lost!r}")
        own = made.facts.strip(max(position, chunk.start), chunk.end)
        assert own[0] < own[1], made.say(k, "nothing of its own but blanks")
        position = chunk.end
    rest = made.source[position:].removeprefix("\ufeff" if position == 0 else "")
    assert rest.strip() == "", f"lost at the end: {rest!r} with {made.settings}"


def windows_tile(made: Made) -> None:
    """Windows trim nothing: they cover every character from the first to the last."""
    if not made.source.removeprefix("\ufeff").strip():
        assert [] == list(made.chunks), "chunks of a blank text"
        return
    assert made.chunks[0].start == 0, made.say(0, "does not start at 0")
    assert made.chunks[-1].end == len(made.source), made.say(
        len(made.chunks) - 1, "does not end with the text"
    )
    for k in range(1, len(made.chunks)):
        assert made.chunks[k].start <= made.chunks[k - 1].end, made.say(
            k, "characters are left out before it"
        )


# --- size ---------------------------------------------------------------------------------------------------------------


def size_holds(made: Made) -> None:
    """``tokens`` is the count of the embedded text made again, and at most `size`, one cluster alone excepted."""
    for k, chunk in enumerate(made.chunks):
        tokens = made.count(chunk.embed_text)
        assert tokens == chunk.tokens, made.say(k, f"tokens={chunk.tokens}, counted again {tokens}")
        if not chunk.oversized:
            assert tokens <= made.settings.size, made.say(k, f"{tokens} tokens")
            continue
        inside = sum(chunk.start < i < chunk.end for i in made.facts.clusters)
        assert inside == 0, made.say(k, "oversized, but more than one grapheme cluster")
        assert tokens > made.settings.size, made.say(k, "flagged oversized, but is not")
        assert chunk.text == chunk.embed_text, made.say(k, "oversized, and context on top")


def context_is_modest(made: Made) -> None:
    """Context takes at most half of the size; without context the embedded text is the text."""
    for k, chunk in enumerate(made.chunks):
        if not made.settings.context or made.settings.by == "window":
            assert chunk.text == chunk.embed_text, made.say(k, f"context: {chunk.embed_text!r}")
        assert chunk.text in chunk.embed_text, made.say(k, f"not in its embedded text {chunk.embed_text!r}")
        before, after = made.around(k)
        context = min(chunk.tokens - made.count(chunk.text), made.count(before) + made.count(after))
        assert 2 * context <= made.settings.size, made.say(
            k, f"{context} tokens of context: {chunk.embed_text!r}"
        )


def context_is_from_the_document(made: Made) -> None:
    """Before the text stand titles of the path that the text does not hold, then lines of the document."""
    for k, chunk in enumerate(made.chunks):
        before, _ = made.around(k)
        path, gap, rest = before.partition("\n\n")
        if gap and _is_path(path, chunk):
            before = rest
        above = " ".join(made.source[: chunk.start].split())
        above += " ".join(re.sub(r"(?m)^[> \t]+", "", made.source[: chunk.start]).split())
        for line in filter(None, before.split("\n")):
            # lines inside a quote or an item are repeated in it, without the sign of the item
            known = " ".join(line.lstrip("> \t").split()) in above
            assert known, made.say(k, f"context {line!r} is no line above it: {chunk.embed_text!r}")


def _is_path(line: str, chunk: Chunk) -> bool:
    path = [" ".join(title.split()) for title in chunk.headings if title.strip()]
    spans = ((i, j) for i in range(len(path)) for j in range(i + 1, len(path) + 1))
    return any(" > ".join(path[i:j]) == " ".join(line.split()) for i, j in spans)


# --- places to cut ------------------------------------------------------------------------------------------------------


def clusters_stay_whole(made: Made) -> None:
    """No chunk starts or ends inside a grapheme cluster."""
    for k, chunk in enumerate(made.chunks):
        for edge in (chunk.start, chunk.end):
            assert edge in made.facts.clusters, made.say(k, f"{edge} is inside a grapheme cluster")


def words_stay_whole(made: Made) -> None:
    """A cut is inside a word only if that word alone is larger than the size; the same where overlap starts."""
    for k, a, b in made.cuts():
        _word_is_whole(made, k, a, b)
    for k in range(1, len(made.chunks)):
        start, end = made.chunks[k].start, made.chunks[k - 1].end
        if 0 < start < end and not made.facts.blank(start):
            _word_is_whole(made, k, start, start)


def _word_is_whole(made: Made, k: int, a: int, b: int) -> None:
    place = made.facts.place(a, b)
    if place.level > BoundaryLevel.GRAPHEME:
        return
    start, end = word_around(made.source, a, made.facts.edges(place.around), made.facts.clusters)
    for a_link, its_end in made.facts.links(place.around[-1:]):
        if a_link < end and start < its_end:  # what hangs on a link is one word with it
            start, end = min(start, a_link), max(end, its_end)
    word = made.source[start:end]
    assert made.count(word) > made.settings.size, made.say(k, f"cut at {a} inside the word {word!r}")


def units_stay_whole(made: Made) -> None:
    """A sentence, row, code line or item that fits alone is not cut, save for the heading it must stay with."""
    for k, a, b in made.cuts():
        place = made.facts.place(a, b)
        units = [(node.start, node.end) for node in place.around if node.block.kind in UNITS]
        for start, end in [*units, *filter(None, [place.sentence])]:
            # that cut has been judged; its rest need not stay whole
            cut_before = start < made.own_start(k)
            if cut_before or not _fits_alone(made, start, end) or _opens_too_large(made, k, start, end):
                continue
            raise AssertionError(
                made.say(k, f"cut at {a} inside {made.source[start:end]!r}, which fits alone")
            )


def _fits_alone(made: Made, start: int, end: int) -> bool:
    """Whether a unit fits, with and without its indentation."""
    indented = start
    while indented > 0 and made.source[indented - 1] in " \t":
        indented -= 1
    return (
        max(made.count(made.source[start:end]), made.count(made.source[indented:end])) <= made.settings.size
    )


def _opens_too_large(made: Made, k: int, start: int, end: int) -> bool:
    """Whether a unit is the first under headings with which it does not fit: headings hold on to its first word."""
    own = made.own_start(k)
    for heading in made.facts.headings:
        begin = made.facts.strip(heading.start, heading.end)[0]
        chain = made.chain(max(own, begin), len(made.source)) if own < heading.end else []
        first = made.facts.strip(chain[-1].end, len(made.source))[0] if chain else -1
        if start <= first < end and made.count(made.source[max(own, begin) : end]) > made.settings.size:
            return True
    return False


def boundaries_hold(made: Made) -> None:
    """A chunk's own part crosses no heading; by paragraph, no block."""
    if made.settings.min_size:
        return
    for k, chunk in enumerate(made.chunks):
        start, chain = made.own_start(k), made.opening(k)
        body = made.facts.strip(chain[-1].end, len(made.source))[0] if chain else start
        for heading in made.facts.headings:
            inside = start < made.facts.strip(heading.start, heading.end)[0] < chunk.end
            if inside and heading not in chain and heading.level <= made.settings.heading_depth:
                raise AssertionError(made.say(k, f"own part crosses the heading {heading.title!r}"))
        if made.settings.by == "paragraph" and body < chunk.end:
            crossed = [node for node in made.facts.tree if body < node.start < chunk.end]
            assert not crossed, made.say(
                k, f"own part crosses a block at {crossed[0].start if crossed else None}"
            )


def headings_keep_their_text(made: Made) -> None:
    """A heading line is at the end of a chunk only if nothing follows it, or nothing of what follows fits."""
    for k, a, b in made.cuts():
        last = next((h for h in made.facts.headings if h.start < a <= h.end), None)
        following = next((h for h in made.facts.headings if h.start <= b < h.end), None)
        if last is None or a < made.facts.strip(last.start, last.end)[1]:
            continue
        if following and following.level <= last.level:
            continue
        if any(start <= last.start < end <= b for start, end in made.facts.scopes):
            continue  # nothing follows in the scope it is in force in
        kept = kept_word(made, last)
        assert not kept, made.say(k, f"ends with a heading, though {kept!r} fits")


def kept_word(made: Made, heading: Heading) -> str:
    """A heading and the headings below it with the first word that follows, if all that fits; else an empty text."""
    start = made.facts.strip(heading.start, heading.end)[0]
    chain = made.chain(start, len(made.source))
    end = made.facts.strip(chain[-1].end, len(made.source))[0]
    if end == len(made.source) or any(h.start <= end < h.end for h in made.facts.headings):
        return ""  # headings without a text below
    kept = made.source[start : _first_word_end(made, end)]
    return kept if made.count(kept) <= made.settings.size else ""


def _first_word_end(made: Made, start: int) -> int:
    """Where the word that begins at `start` ends; a link or tag is one whatever white space it holds."""
    leaf = next((n for n in made.facts.walk() if not n.inner and n.block.start <= start < n.block.end), None)
    links = made.facts.links((leaf,)) if leaf else []
    end = start
    while end < len(made.source) and not is_blank(made.source[end]):
        end = max([end + 1, *(its_end for a_link, its_end in links if a_link <= end < its_end)])
    return end


def cuts_say_why(made: Made) -> None:
    """``cut`` names the highest boundary that lies there."""
    names = ("grapheme", "word", "line", "sentence", "item", "block", "heading")
    for k, a, b in made.cuts():
        place = made.facts.place(a, b)
        beside = any(h.start < a <= h.end or h.start <= b < h.end for h in made.facts.headings)
        expected = {names[level] for level in place.levels}
        if place.level >= BoundaryLevel.BLOCK and beside and not made.ends_section(a, b):
            expected = {"block", "heading"}  # heading lines kept apart, and headings below heading_depth
        assert made.chunks[k].cut in expected, made.say(k, f"cut should be {expected}")
    if made.chunks:
        assert made.chunks[-1].cut == "end", made.say(len(made.chunks) - 1, "cut should be end")


def paths_are_right(made: Made) -> None:
    """The heading path is the one in force where the chunk's own text begins; after a join, the common one."""
    for k, chunk in enumerate(made.chunks):
        paths = [_path(made, start, end) for start, end in _joined(made, k)]
        # two headings with one title are not a common heading
        expected = [found[0].title for found in takewhile(_all_equal, zip(*paths, strict=False))]
        if made.facts.title and made.own_start(k) >= made.facts.front_matter_end:
            expected.insert(0, made.facts.title)
        expected = [title for title in expected if _plain(title)]  # an empty title is in no path
        if made.settings.min_size and len(made.opening(k)) > 1:
            expected = expected[: len(chunk.headings)]  # heading lines may have been pieces of their own
        same = list(map(_plain, expected)) == list(filter(None, map(_plain, chunk.headings)))
        assert all(title.strip() for title in chunk.headings), made.say(
            k, f"an empty title in {chunk.headings}"
        )
        assert same, made.say(k, f"path is {chunk.headings}, should be {expected}")
        last = chunk.headings[-1] if chunk.headings else None
        assert chunk.heading == last, made.say(k, "heading is not the last")


def _joined(made: Made, k: int) -> list[tuple[int, int]]:
    """The spans of the sections that may have been joined in chunk `k`'s own part."""
    start, end = made.own_start(k), made.chunks[k].end
    edges = [start]
    before = None
    for heading in made.facts.headings if made.settings.min_size else ():
        # a deeper heading right behind another opens one unit with it
        glued = before and heading.level > before.level and heading in made.chain(before.start, end)
        apart = (_is_alone(made, heading) and not glued) or (before and _is_alone(made, before))
        ends = apart or heading.level <= made.settings.heading_depth
        before = heading
        if ends and start < heading.start < end and heading not in made.chain(edges[-1], end):
            edges.append(made.facts.strip(heading.start, heading.end)[0])
    return list(pairwise([*edges, end]))


def _is_alone(made: Made, heading: Heading) -> bool:
    """Whether nothing, or a heading that is not below it, follows a heading."""
    after = made.facts.strip(heading.end, len(made.source))[0]
    following = next((h for h in made.facts.headings if h.start <= after < h.end), None)
    return after == len(made.source) or (following is not None and following.level <= heading.level)


def _path(made: Made, start: int, end: int) -> list[Heading]:
    """The path in force at the first character that is neither blank nor in a heading line; else the last heading's."""
    position = start
    for heading in made.facts.headings:
        if heading.start <= position < heading.end and position < end:
            start, position = position, made.facts.strip(heading.end, len(made.source))[0]
    return made.facts.path_at(position if position < end else start)


def _all_equal(found: Sequence[Heading]) -> bool:
    return len(set(found)) == 1


def _plain(title: str) -> str:
    """A title to compare: whether a label is defined is told from few lines, see docs/outline.md; there is a test of its own."""
    return " ".join(REFERENCE.sub(r"\1", ATTRIBUTE.sub("", title.strip())).split())
