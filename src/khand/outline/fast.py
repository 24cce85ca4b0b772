"""
The common shapes of Markdown, each recognised by one regular expression.

Nine paragraphs and lists in ten are plain: none of their lines could be anything but text. These are taken as a whole
without a look at each line in Python; whatever is not certain is left to the line-by-line rules, whose result is the
same (a test takes the fast way and the slow one through the same documents).
"""

from __future__ import annotations

import re
from functools import lru_cache

# The beginning of a line that is text whatever stands above it.
PLAIN = (
    r"(?:[^ \t\n#>`~*_+\-=<|:$0-9]|\*\*?[^ \t\n*]|__?[^ \t\n_]|``?[^`\n]|[0-9](?![0-9]{0,8}[.)][ \t\n])"
    r"|:(?!-)|~(?!~~)|\$(?!\$)|<(?=https?:|kbd>|abbr ))"
)
_LINE = rf"{PLAIN}[^\n]*+\n"
_BLANK = r"[ \t]*+\n"
# Lines that end a paragraph, a list or a quote whatever stands in it, at no indent.
_ENDS = r"\#{1,6}[ \t\n]|```[^`\n]*+\n|~~~"

PARAGRAPH_OR_HEADING = re.compile(
    rf"({_LINE}(?:[ \t]*+{_LINE})*+(?:(?:{_BLANK})++|\Z|(?={_ENDS}|>|[-+*][ \t]++[^ \t\n*-])))"
    rf"|(\#{{1,6}}(?=[ \t\n]))([^\n]*+)\n(?:{_BLANK})*+"
    r"|"
)
"""Group 1: a plain paragraph, its blank lines included. Groups 2 and 3: an ATX heading. Nothing: something else."""

PLAIN_LINES = re.compile(rf"(?:[ \t]*+{_LINE})*+")
QUOTE = re.compile(rf"(?: {{0,3}}>[^\n]*+\n)++(?=[ \t]*\n|\Z|{_ENDS})")
ROWS = re.compile(r"(?: {0,3}\|[^\n]*+\n)*+")
CODE_LINES = re.compile(rf"(?:(?:[ ]{{4}}|[ ]{{0,3}}\t)[^\n]*+\n|{_BLANK})*+")


@lru_cache(maxsize=64)
def list_run(lead: int, marker: str, width: int) -> re.Pattern[str]:
    r"""
    The items of a list that hold only plain text and plain lists, up to one that does not.

    Args:
        lead: Spaces before the markers.
        marker: The first marker, e.g. ``"-"`` or ``"10."``.
        width: Columns by which the content is indented.

    >>> text = "- a\n  b\n\n  - c\n- d\n\nend\n"
    >>> list_run(0, "-", 2).match(text).end()
    20
    """
    own = re.escape(marker[-1])
    digits = len(marker) - 1
    mark = rf"[0-9]{{{digits}}}{own}" if digits else own
    head = rf" {{{lead}}}{mark} {{{width - lead - len(marker)}}}{_LINE}"
    any_mark = r"(?:(?:[-+*]|[0-9]{1,9}[.)]) {1,4})"
    deeper = rf" {{{width},}}{any_mark}*+{_LINE}"
    text = rf"(?:{deeper}|[ \t]*+{_LINE})"
    sibling = rf" {{0,3}}{'[0-9]{1,9}' if digits else ''}{own}[ \t\n]"
    # after a blank line: a block of the item itself, in which a lazy line is text; or something deeper, perhaps code,
    # after which it would not be
    near = rf" {{{width},{width + 3}}}{any_mark}*+{_LINE}{text}*+"
    far = rf" {{{width + 4},}}{any_mark}*+{_LINE}(?:{deeper})*+(?={_BLANK}|{sibling}|\Z)"
    item = rf"{head}{text}*+(?:(?:{_BLANK})++(?:{near}|{far}))*+"
    return re.compile(
        rf"(?:{item}(?:(?={sibling}|{_ENDS})|(?:{_BLANK})++(?={sibling}|[^ \t])|(?:{_BLANK})*+\Z))*+"
    )
