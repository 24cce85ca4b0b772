"""
Which paragraphs are records: logs, chats, CSV, addresses, verse, code without a fence, and not wrapped prose.

A line end means something there, and before each line is a place to cut. No one sign tells the two apart, so several are
asked in turn, each of which hardly any wrapped prose shows; where none does, the paragraph is prose. docs/records.md says
what they get wrong, measured on prose and on records of many kinds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from khand.outline import record_signs as signs

_SAMPLE, _STRETCH = 320, 40
"""Lines that are looked at, and in how long stretches: a paragraph of a million lines is told by these."""

_ODD_IF_FULL = 2
"""Marks a line that wrapped prose may have where every line is full: inline code and links."""
_WIDE = 50
"""Columns that wrapped prose has at least, to be told at the first look."""
# what the sets begin with is told by one look into a table; each expression has a set to skip to
_ODD = (
    re.compile(r"[^a-zA-Z0-9_ \n\w\s.,;:!?'\"“”‘’«»()।॥—–-]"),
    re.compile(r"[,;:=]\S"),
    re.compile(r"[:/.](?<=\d\d[:/.])\d"),
    re.compile("  "),
)
"""What is rare in running text."""

_DEFINED = re.compile(r"[ \t]*(?:\[[^\]\n]+\]:|\.\. (?:\[[^\]\n]+\]|_[^:\n]+:))")
_CUE = re.compile(r"(?:\d+:)?\d\d:\d\d[.,]\d{3} --> |[\[(]?(?:\d+:)?\d{1,2}:\d\d(?:[.,]\d+)?[\])]?$")
_SIGNS = (signs.stamped, signs.separated, signs.begun_alike, signs.code, signs.listed, signs.ragged)

# each alternative begins with one character, which Python's matcher skips to ten times as fast
_BROKEN = r"(?:(?<=[ ][ ].)|(?<=\\.))"
_BREAK = re.compile(
    rf"\n{_BROKEN} | \r{_BROKEN}\n? | <[bB][rR]\b[^<>]*>[ \t]*(?:\r\n?|\n)?", re.DOTALL | re.VERBOSE
)
_BREAKS = ("<", "\\", "  \n", "  \r")
"""One of these is in what `_BREAK` finds: a first look that costs next to nothing."""
_LINE_END = re.compile(r"\r\n?|\n")


def record_starts(lines: Sequence[str]) -> list[int]:
    r"""
    The lines of a paragraph with which its records begin.

    Args:
        lines: Its lines without their ends and without what a list or a quote puts before them, none blank. Shape (n,).

    Returns:
        Indices of lines, the first 0; none where the lines are wrapped prose, or where it is not sure that they are not.

    >>> record_starts(["[10:00] Ravi: hello", "[10:01] Asha: good morning to you", "[10:02] Ravi: bye"])
    [0, 1, 2]
    >>> record_starts(["The committee read the report and", "was helped by the auditors before", "it agreed to the budget."])
    []
    >>> record_starts(["00:01.000 --> 00:04.000", "Hello", "there.", "00:05.000 --> 00:07.000", "Bye."])
    [0, 3]
    """
    sample = _sample(lines)
    if len(sample) < 2 or is_wrapped_prose(sample):
        return []
    if _DEFINED.match(lines[0]):
        starts = [k for k, line in enumerate(lines) if _DEFINED.match(line)]
        return starts if len(starts) > 1 else []
    if sum(map(_is_cue, sample)) > 1:
        return _cues(lines)
    if signs.keyed(sample) and not signs.code(sample):
        return [0, *(k for k in range(1, len(lines)) if not _goes_on(lines[k], lines[0]))]
    return list(range(len(lines))) if any(sign(sample) for sign in _SIGNS) else []


def hard_breaks(text: str, start: int, end: int) -> list[int]:
    r"""
    Where the parts of a Markdown paragraph begin that its author broke on purpose: by two spaces, a backslash, ``<br>``.

    Args:
        text: The document.
        start: Where the paragraph begins.
        end: Where it ends.

    Returns:
        Offsets in `text`, the first `start`; none where most lines just go on.

    >>> hard_breaks("one  \ntwo\\\nthree<br>four", 0, 24), hard_breaks("one  \ntwo\nthree\nfour", 0, 19)
    ([0, 6, 11, 20], [])
    """
    while end > start and text[end - 1].isspace():
        end -= 1
    if not any(text.find(sign, start, end) >= 0 for sign in _BREAKS):
        return []
    breaks = [found.end() for found in _BREAK.finditer(text, start, end) if found.end() < end]
    if not breaks:
        return []
    ends = sum(1 for _ in _LINE_END.finditer(text, start, end))
    at_ends = sum(text[at - 1] in "\r\n" for at in breaks)
    return [start, *breaks] if len(breaks) >= ends - at_ends else []


def is_wrapped_prose(lines: Sequence[str]) -> bool:
    """
    Whether lines are wrapped prose at the first look, which spares the signs: most paragraphs that have to be cut are.

    They are wide, each is as full as the next one's first word lets it be, most go on in lower case, and few have marks that running
    text has not: the fewer, the more lines are not full.

    Args:
        lines: Its lines, perhaps with the white space at their ends. Shape (n,).

    >>> told = ["It was the first time they had heard of anything like that,", "and none of them knew what", "would follow."]
    >>> is_wrapped_prose(told)
    False
    >>> is_wrapped_prose([told[0], told[1] + " to say to those who had brought it", told[2]])
    True
    """
    width, ends = max(map(len, lines)), len(lines) - 1
    if ends < 2 or width < _WIDE or 2 * sum([line[:1].islower() for line in lines[1:]]) < ends:
        return False
    words = [(line.find(" ") + 1 or len(line) + 1) - 1 for line in lines[1:]]
    full = sum([width - len(line) <= word for line, word in zip(lines, words, strict=False)])
    if 5 * full < 4 * ends:
        return False
    most = len(lines) * _ODD_IF_FULL if full == ends else len(lines) // 4
    text = "\n".join(lines)
    for odd in _ODD:
        most -= len(odd.findall(text))
        if most < 0:
            return False
    return True


def _sample(lines: Sequence[str]) -> list[str]:
    """Stretches of neighbouring lines, spread evenly."""
    if len(lines) <= _SAMPLE:
        chosen: Sequence[str] = lines
    else:
        stretches = _SAMPLE // _STRETCH
        last = len(lines) - _STRETCH
        begins = [last * k // (stretches - 1) for k in range(stretches)]
        chosen = [line for begin in begins for line in lines[begin : begin + _STRETCH]]
    return [bare for line in chosen if (bare := line.rstrip())]  # a form feed is a line to Markdown


def _goes_on(line: str, first: str) -> bool:
    """Whether a line is indented under a key and none itself."""
    return line[:1] in " \t" and first[:1] not in " \t" and not signs.is_keyed(line)


def _cues(lines: Sequence[str]) -> list[int]:
    """Where the cues of a transcript begin: with the time, or with a number above it."""
    starts = [0]
    above = ""
    for k, line in enumerate(lines):
        if _is_cue(line) and k:
            start = k - 1 if above.strip().isdecimal() else k
            if start > starts[-1]:
                starts.append(start)
        above = line
    return starts


def _is_cue(line: str) -> bool:
    return ":" in line and _CUE.match(line.strip()) is not None
