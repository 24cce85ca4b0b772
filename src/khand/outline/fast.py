"""
The common shapes of Markdown, each recognised by one regular expression.

Nine paragraphs and lists in ten are plain: none of their lines could be anything but text. These are taken as a whole
without a look at each line in Python; whatever is not certain is left to the line-by-line rules, whose result is the
same (a test takes the fast way and the slow one through the same documents).
"""

from __future__ import annotations

import re
from functools import lru_cache

from khand.outline.patterns import TAG

# Tags that stand in text; alone on its line such a tag begins an HTML block, but never within a paragraph.
_INLINE = r"<(?=https?:|(?:a|abbr|b|br|code|em|i|img|kbd|small|span|strong|sub|sup)[ />])"
# The beginning of a line that is text whatever stands above it, and of one below a line of text.
_FIRST = (
    r"(?:[^ \t\n#>`~*_+\-=<|:$0-9]|\*\*?[^ \t\n*]|__?[^ \t\n_]|``?[^`\n]|[0-9](?![0-9]{0,8}[.)][ \t\n])"
    rf"|:(?!-)|~(?!~~)|\$(?!\$)|{_INLINE}(?!{TAG}[ \t]*+\n))"
)
PLAIN = rf"(?:{_FIRST}|{_INLINE})"
_BEGIN = rf"{_FIRST}[^\n]*+\n"
_LINE = rf"{PLAIN}[^\n]*+\n"
_BLANK = r"[ \t]*+\n"
# A tag alone on its line, those left out that end otherwise or may be headings.
_ALONE = rf"<(?!(?i:script|pre|style|textarea|h[1-6])[ \t>/]){TAG}[ \t]*+\n"
# Lines that end a paragraph, a list or a quote whatever stands in it, at no indent.
_ENDS = r"\#{1,6}[ \t\n]|```[^`\n]*+\n|~~~"

PLAIN_LINES = re.compile(rf"(?:[ \t]*+{_LINE})*+")
QUOTE = re.compile(rf"(?: {{0,3}}>[^\n]*+\n)++(?=[ \t]*\n|\Z|{_ENDS})")
ROWS = re.compile(r"(?: {0,3}\|[^\n]*+\n)*+")
CODE_LINES = re.compile(rf"(?:(?:[ ]{{4}}|[ ]{{0,3}}\t)[^\n]*+\n|{_BLANK})*+")


LIST_HEAD = re.compile(r"( {0,3})([-+*]|[0-9]{1,9}[.)])( {1,4})(?=[^ \t\n])")
"""The first line of an item with text behind its marker; groups: the indent, the marker, the space."""


def _list(lead: int, marker: str, width: int) -> tuple[str, str]:
    """The pattern of an item with what must follow it, and the pattern of the beginning of a further one."""
    own = re.escape(marker[-1])
    digits = len(marker) - 1
    mark = rf"[0-9]{{{digits}}}{own}" if digits else own
    head = rf" {{{lead}}}{mark} {{{width - lead - len(marker)}}}{_BEGIN}"
    any_mark = r"(?:(?:[-+*]|[0-9]{1,9}[.)]) {1,4})"
    deeper = rf" {{{width},}}(?:{any_mark}++{_BEGIN}|{_LINE})"
    text = rf"(?:{deeper}|[ \t]*+{_LINE})"
    sibling = rf" {{0,3}}{'[0-9]{1,9}' if digits else ''}{own}[ \t\n]"
    # after a blank line: a block of the item itself, in which a lazy line is text; or something deeper, perhaps code,
    # after which it would not be
    near = rf" {{{width},{width + 3}}}{any_mark}*+{_BEGIN}{text}*+"
    far = rf" {{{width + 4},}}{any_mark}*+{_BEGIN}(?:{deeper})*+(?={_BLANK}|{sibling}|\Z)"
    item = rf"{head}{text}*+(?:(?:{_BLANK})++(?:{near}|{far}))*+"
    return rf"{item}(?:(?={sibling}|{_ENDS})|(?:{_BLANK})++(?={sibling}|[^ \t])|(?:{_BLANK})*+\Z)", sibling


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
    return re.compile(rf"(?:{_list(lead, marker, width)[0]})*+")


def _whole_list(marker: str, width: int) -> str:
    item, sibling = _list(0, marker, width)
    return rf"(?:{item})++(?!{sibling})"


COMMON = re.compile(
    rf"({_BEGIN}(?:[ \t]*+{_LINE})*+(?:(?:{_BLANK})++|\Z|(?={_ENDS}|>|[-+*][ \t]++[^ \t\n*-])))"
    rf"|(\#{{1,6}}(?=[ \t\n]))([^\n]*+)\n(?:{_BLANK})*+"
    rf"|({_whole_list('-', 2)}|{_whole_list('*', 2)}|{_whole_list('1.', 3)})"
    rf"|(```(?!`)[^`\n]*+)\n(?:(?! {{0,3}}```)[^\n]*+\n)*+ {{0,3}}```++[ \t]*+\n(?:{_BLANK})*+"
    rf"|(<!--[^\n]*?-->[^\n]*+\n|{_ALONE}(?:[ \t]*+[^ \t\n][^\n]*+\n)*+)(?:{_BLANK})*+"
    r"|"
)
"""
The commonest blocks with the blank lines after them. Group 1: a paragraph. 2 and 3: the marks and the content of a
heading. 4: a list. 5: the opening line of fenced code. 6: a comment of one line, a tag alone on its line with the lines below it. None: something else.
"""
