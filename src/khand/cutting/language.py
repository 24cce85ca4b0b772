"""The language of a document, told from its prose: the words of code, tags, links and settings are of no language."""

from __future__ import annotations

import re

from khand.cutting.sections import Sections
from khand.outline.blocks import Kind
from khand.segmentation import detect_language
from khand.segmentation.detect import PLACES, SAMPLE

_NOT_PROSE = frozenset((Kind.FENCED_CODE, Kind.INDENTED_CODE, Kind.MATH, Kind.FRONT_MATTER, Kind.HTML))
_NO_WORDS = re.compile(r"<[^<>]*>|`[^`\n]*`|\]\([^()\s]*\)|https?://\S+")


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
