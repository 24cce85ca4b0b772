"""Headings that no markup shows: by a user's patterns, and by how headings of plain text look, where that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from khand.outline.blocks import Block, Blocks, Kind
from khand.patterns import matching_lines

MAX_CHARS = 100
"""A longer line is no heading."""
MAX_WORDS = 14

_NUMBER = r"(?:\d{1,4}(?:[.-]\d{1,4}){0,4}|[IVXLCDM]{1,7}|[A-Z]|[०-९]{1,4}|[٠-٩]{1,4})"
_KEYWORDS = (
    r"part|book|title|volume|teil|buch|partie|livre|parte|libro|भाग|खण्ड|खंड|الباب|القسم|часть",
    r"chapter|kapitel|chapitre|cap[ií]tulo|अध्याय|الفصل|глава",
    r"article|section|clause|schedule|annex|appendix|artikel|abschnitt|anhang|annexe|art[ií]culo|secci[oó]n|anexo|"
    r"धारा|अनुच्छेद|परिशिष्ट|المادة|статья|раздел",
)
_KEYWORD = re.compile(
    "|".join([rf"(?P<k{rank}>(?:{words})\s+{_NUMBER})" for rank, words in enumerate(_KEYWORDS)])
    + r"|(?P<paragraph>§+\s*\d{1,4}[a-z]?)",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"(?=[\s.:–—-]|$)")
_CJK = re.compile(r"第[0-9一二三四五六七八九十百]{1,6}(?P<kind>[部編章节節条條])")
_CJK_RANKS = {"部": 0, "編": 0, "章": 1, "节": 2, "節": 2, "条": 2, "條": 2}
_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})\.?[ \t]+(?=[^\W\d_])")
_UNDERLINE = re.compile(r"([=~*_-])\1{2,}[ \t]*")
_BOLD = re.compile(r"(\*\*|__)(?=\S)([^*_\n]{1,100})(?<=\S)\1:?")
_ENDS_SENTENCE = (".", ",", ";", "!", "?", "।", "。", "，", "؛", "،")
_ARTICLE_RANK = 2
_NUMBERED_RANK = 3
_BOLD_RANK = 9


class _Found(NamedTuple):
    """A heading: where its lines begin and end, its rank (0 for the highest), its title."""

    start: int
    end: int
    rank: int
    title: str


def with_headings(
    text: str, blocks: Blocks, *, detect: bool = False, patterns: Sequence[re.Pattern[str]] = ()
) -> Blocks:
    r"""
    Blocks with the headings that are found in their paragraphs.

    Args:
        text: The document.
        blocks: They tile it.
        detect: Take the first line of a paragraph for a heading where it looks like one: underlined; numbered
            (``1.2 Scope``, ``Article 5``, ``§ 3``, ``अध्याय 2``), in capitals, or all in bold, and then alone in its paragraph.
        patterns: From ``khand.patterns.line_pattern``: lines in which one is found are headings, the first pattern's of the
            highest level.

    Returns:
        Blocks that tile the text. The levels of what was found lie below the heading of the markup that is in force.

    >>> found = with_headings("1 Scope\n\nAll.\n", Blocks.tiling(Kind.PARAGRAPH, [0, 9], 14), detect=True)
    >>> [(block.kind.name, block.level, block.title) for block in found]
    [('HEADING', 1, '1 Scope'), ('PARAGRAPH', 0, '')]
    """
    if not detect and not patterns:
        return blocks
    headings: dict[int, list[_Found]] = {}
    for index, block in enumerate(blocks):
        if block.kind == Kind.PARAGRAPH:
            found = list(_by_patterns(text, block, patterns))
            if not found and detect:
                found = [each for each in [_detected(text, block)] if each is not None]
            if found:
                headings[index] = found
    ranks = sorted({each.rank for found in headings.values() for each in found})
    levels = {rank: level for level, rank in enumerate(ranks, 1)}
    out: list[Block] = []
    above = 0
    for index, block in enumerate(blocks):
        if block.kind == Kind.HEADING:
            above = block.level
        out += _parted(block, headings.get(index, ()), levels, above)
    return Blocks.of(out) if headings else blocks


def _parted(block: Block, found: Sequence[_Found], levels: dict[int, int], above: int) -> Iterator[Block]:
    """A block, or its headings and what is between them."""
    at = block.start
    for heading in found:
        if heading.start > at:
            yield block._replace(start=at, end=heading.start)
        level = min(6, above + levels[heading.rank])
        yield Block(Kind.HEADING, heading.start, heading.end, level, heading.title)
        at = heading.end
    if at < block.end:
        yield block._replace(start=at)


def _by_patterns(text: str, block: Block, patterns: Sequence[re.Pattern[str]]) -> Iterator[_Found]:
    if not patterns:
        return
    source = text[block.start : block.end]
    size = len(source.rstrip())
    lines = [line for line in matching_lines(source, *patterns) if source[line[0] : line[1]].strip()]
    for start, end, rank in lines:
        # blank lines behind the last line belong to it; those before the first line of a text do, too
        stop = len(source) if end >= size else end
        first = 0 if not source[:start].strip() else start
        title = " ".join(source[start:end].split())
        yield _Found(block.start + first, block.start + stop, rank, title)


def _detected(text: str, block: Block) -> _Found | None:
    """The heading that a paragraph begins with."""
    lines = text[block.start : block.end].strip("\ufeff").splitlines(keepends=True)
    lead = len(text[block.start : block.end]) - len("".join(lines))
    while lines and not lines[0].strip():
        lead += len(lines.pop(0))
    if not lines:
        return None
    line = lines[0].strip()
    rest = [other for other in lines[1:] if other.strip()]
    if not line or len(line) > MAX_CHARS or len(line.split()) > MAX_WORDS:
        return None
    end = block.start + lead + len(lines[0])
    if rest and _UNDERLINE.fullmatch(rest[0].strip()) and len(rest[0].strip()) * 2 >= len(line):
        last = block.end if len(rest) == 1 else end + len(lines[1])
        return _Found(block.start, last, 0 if rest[0].strip()[0] == "=" else 1, " ".join(line.split()))
    found = _looks_like(line, alone=not rest)
    if found is None:
        return None
    return _Found(block.start, end if rest else block.end, *found)


def _looks_like(line: str, *, alone: bool) -> tuple[int, str] | None:
    """Rank and title of a line that looks like a heading."""
    title = " ".join(line.split())
    bold = _BOLD.fullmatch(line)
    if bold is not None:
        inner = _looks_like(bold[2], alone=True)
        return (inner[0] if inner is not None else _BOLD_RANK, bold[2].strip()) if alone else None
    if line.endswith(_ENDS_SENTENCE) and _KEYWORD.fullmatch(line.rstrip(".")) is None:
        return None
    rank = _keyword_rank(line, alone=alone)
    if rank is not None:
        return rank, title
    if not alone:
        return None
    numbered = _NUMBERED.match(line)
    if numbered is not None and not line[numbered.end()].islower():
        return _NUMBERED_RANK + numbered[1].count("."), title
    letters = [sign for sign in line if sign.isalpha()]
    if len(letters) >= 4 and all(sign.isupper() for sign in letters):
        return 1, title
    return None


def _keyword_rank(line: str, *, alone: bool) -> int | None:
    """The rank of a line that begins with a word such as Article and a number, and goes on as a title does."""
    cjk = _CJK.match(line)
    if cjk is not None:
        return _CJK_RANKS[cjk["kind"]]
    found = _KEYWORD.match(line)
    if found is None or _BEHIND.match(line, found.end()) is None:
        return None
    rest = line[found.end() :].lstrip()
    goes_on = bool(rest) and rest[0].isalpha() and (rest[0].islower() or not (rest[0].isupper() or alone))
    if goes_on:  # "Article 5 of the treaty says"
        return None
    if found["paragraph"] is not None:
        return _ARTICLE_RANK
    return next(rank for rank in range(len(_KEYWORDS)) if found[f"k{rank}"] is not None)
