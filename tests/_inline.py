"""
An independent reading of running text: where sentences end and what markup is one word.

Nothing here is shared with the package. What cannot be told without its rules is told as *possible*: an invariant accuses only on
what is *certain*, and what is possible excuses. Links and code that are certain come from markdown-it-py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

Span = tuple[int, int]

# --- sentences ----------------------------------------------------------------------------------------------------------

CERTAIN = re.compile(
    r"(?<=[a-z]{7})[.!?](?=[ \n][A-Z][a-z]+ [a-z])"  # no abbreviation is a lower-case word so long
    r"|[\u0964\u0965](?=[ \n][\u0905-\u0939])"
    r"|(?<=[\u3041-\u3093\u4e00-\u9fff])\u3002(?=[\u3041-\u3093\u4e00-\u9fff])"
)
INSIDE = re.compile(r"[\"'`$*_~<>\[\](){}\u2018-\u201f\u00ab\u00bb\u3008-\u301f\uff08\uff09\\]")
"""Quotes, brackets and markup: a sentence inside of them may go on behind."""
CLOSERS = re.compile(
    r"(?:\[[\^@]?[\w.:-]+\]|[\"'`*_~)\]}>\u2018-\u201f\u00ab\u00bb\u3008-\u301f\uff02\uff07\uff09])+\Z"
)


def certain_ends(text: str) -> list[int]:
    """
    Where sentences end whatever the rules.

    >>> certain_ends("It is certain. The next one is not approx. Two."), certain_ends("He said (certain. The other one) so.")
    ([14], [])

    """
    found = INSIDE.search(text)
    return [match.end() for match in CERTAIN.finditer(text, 0, found.start() if found else len(text))]


def may_end(text: str, a: int, b: int) -> bool:
    """
    Whether a sentence may end at `a`, if what follows begins at `b`; without a gap only in scripts that need none.

    >>> [may_end("Dr. Rao (who?) came, late", i, i + 1) for i in (3, 7, 14, 20)], may_end("a.b", 2, 2), may_end("字。!a", 3, 3)
    ([True, False, True, False], False, True)

    """
    if re.search(r"[\r\n\u2028\u2029\x0b\x0c\x85]", text[a:b]):
        return True
    if re.match(r"\(?\w{1,3}[.)] ", text[b:]):
        return True  # the mark of an enumeration begins one
    before = text[:a]
    while before and (unicodedata.category(before[-1])[0] in "MC" or before[-1].isspace()):
        before = before[:-1]
    before = CLOSERS.sub("", before).rstrip()
    last = before[-1:]
    # Hindi is typed with a bar for a danda, too
    if last and unicodedata.category(last) in ("So", "Sk"):
        return True  # a face behind a mark stays with the sentence before it
    if last != "|" and (unicodedata.category(last or "a") != "Po" or "COMMA" in unicodedata.name(last, "")):
        return False
    letter = before
    while unicodedata.category(letter[-1:] or "a") == "Po":  # what stands before all the marks
        letter = letter[:-1]
    return a < b or b == len(text) or not (before[len(letter) - 1 :] + text[b]).isascii()


# --- markup that is one word --------------------------------------------------------------------------------------------

KEPT = ("link", "image", "backticks", "html_inline", "autolink")
"""Rules of markdown-it-py that read what is kept whole."""


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """A parser that notes where the markup of a paragraph stands, which markdown-it-py does not tell."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    rules = {rule.name: rule.fn for rule in parser.inline.ruler.__rules__}
    for name in KEPT:
        parser.inline.ruler.at(name, _noting(rules[name]))
    return parser


def _noting(rule: Any) -> Any:
    def noted(state: StateInline, silent: bool) -> bool:
        start = state.pos
        found = rule(state, silent)
        spans = state.env.get("spans")
        if found and not silent and spans is not None and state.src == state.env["of"]:
            spans.add((start, state.pos))
        return bool(found)

    return noted


def certain_atoms(text: str, definitions: str = "") -> list[Span]:
    """
    Links, images, inline code and tags in a paragraph, by markdown-it-py.

    Args:
        text: The paragraph on its own; no quote or list around it.
        definitions: A document whose link definitions hold in it.

    >>> certain_atoms("a [b c](d) `e f` ![g h](i) <b>"), certain_atoms("[a b]"), certain_atoms("[a b]", "[a b]: c")
    ([(2, 10), (11, 16), (17, 26), (27, 30)], [], [(0, 5)])

    """
    env: dict[str, Any] = {}
    if "]:" in definitions:
        _parser().parse(definitions, env)
    env |= {"spans": set(), "of": text}
    _parser().parseInline(text, env)
    return sorted(env["spans"])


def possible_atoms(text: str) -> set[Span]:
    """
    All that any reading could take for a link, an image, code, math, a tag or an element.

    >>> sorted(possible_atoms("a [b](c) `d`"))
    [(2, 5), (2, 8), (9, 12)]

    """
    found = set(_pairs(text))
    masked = text
    for start, end in sorted(found):
        masked = masked[:start] + "x" * (end - start) + masked[end:]
    for reading in {text, masked, re.sub(r"\\[^\n]", "xx", text)}:
        found |= set(_brackets(reading))
    return found


def _pairs(text: str) -> Iterator[Span]:
    ticks: dict[str, list[int]] = {}
    for run in re.finditer("`+", text):
        ticks.setdefault(run[0], []).append(run.start())
    for run_, at in ticks.items():
        yield from ((a, b + len(run_)) for a, b in pairwise(at))
    dollars = [found.start() for found in re.finditer(r"\$", text)]
    for k, start in enumerate(dollars):
        yield from ((start, end + 1) for end in dollars[k + 1 : k + 4])
    for start, end in (
        (r"\\\(", r"\\\)"),
        (r"<[A-Za-z/!?]", ">"),
        (r"<(?:a|code|kbd)\b", r"</(?:a|code|kbd)\s*>"),
    ):
        closings = [found.end() for found in re.finditer(end, text, re.IGNORECASE)]
        for found in re.finditer(start, text, re.IGNORECASE):
            yield from [(found.start(), stop) for stop in closings if stop > found.end()][:4]


def _brackets(text: str) -> Iterator[Span]:
    """Brackets by pairs, alone and with what follows them at once."""
    opened: list[int] = []
    for i, char in enumerate(text):
        if char == "[":
            opened.append(i)
        elif char == "]" and opened:
            start = opened.pop()
            start -= text[start - 1 : start] == "!"
            yield start, i + 1
            if text[i + 1 : i + 2] == "[":
                yield from [(start, stop + 1) for stop in [text.find("]", i + 1)] if stop > 0]
            elif text[i + 1 : i + 2] == "(":
                stops = [found.end() for found in re.finditer(r"\)", text[: i + 4000]) if found.start() > i]
                yield from ((start, stop) for stop in stops[:6])
