"""
The common shapes of Markdown, each recognised by one regular expression.

Nine paragraphs and lists in ten are plain: none of their lines could be anything but text. These are taken as a whole
without a look at each line in Python; whatever is not certain is left to the line-by-line rules, whose result is the
same (a test takes the fast way and the slow one through the same documents). The larger expressions are compiled when
they are first needed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from khand.outline.blocks import Kind
from khand.outline.markdown_lines import TAG
from khand.outline.titles import PLAIN_TITLE

# The beginning of a line that is text whatever stands above it.
_LETTER = r"[^ \t\n#>`~*_+\-=<|:$0-9\x02]"
_TEXT = (
    rf"(?:{_LETTER}|[0-9](?![0-9]{{0,8}}[.)][ \t\n])|\*\*?[^ \t\n*]|``?[^`\n]|__?[^ \t\n_]|:(?!-)"
    r"|~(?!~~)|\$(?!\$))"
)
_LINE = rf"{_TEXT}[^\n]*+\n"
# Tags that stand in text; alone on its line such a tag begins an HTML block, but never below a line of text.
_INLINE = r"<(?:https?:|(?:a|abbr|b|br|code|em|i|img|kbd|small|span|strong|sub|sup)[ />])"
# A tag alone on its line, those left out that end otherwise or may be headings or tables.
_ALONE = rf"<(?!(?i:script|pre|style|textarea|table|h[1-6])[ \t>/]){TAG}[ \t]*+\n"
_BLANK = r"[ \t]*+\n"
# Lines that end a paragraph whatever it stands in, at no indent.
_ENDS = r"\#{1,6}[ \t\n]|```[^`\n]*+\n|~~~|>|[-+*][ \t]++[^ \t\n*-]"
_ANY_MARK = r"(?:[-+*]|[0-9]{1,9}[.)]) {1,4}"

PLAIN_LINES = re.compile(rf"(?:[ \t]*+{_LINE})*+")
QUOTE = re.compile(rf"(?: {{0,3}}>[^\n]*+\n)++(?=[ \t]*\n|\Z|{_ENDS})")
ROWS = re.compile(rf"(?: {{0,3}}(?:\||{_TEXT})[^\n]*+\n)*+")
CODE_LINES = re.compile(rf"(?:(?:[ ]{{4}}|[ ]{{0,3}}\t)[^\n]*+\n|{_BLANK})*+")
LIST_HEAD = re.compile(r"( {0,3})([-+*]|[0-9]{1,9}[.)])(?: {1,4}(?=[^ \t\n])|(?=[ \t]*\n))")
"""What stands before the text of an item; groups: the indent, the marker."""


COMMON_KINDS = bytes(
    (0, Kind.HTML, Kind.PARAGRAPH, 0, Kind.HEADING, Kind.HEADING, Kind.LIST, 0, Kind.FENCED_CODE, Kind.RULE)
)
"""What ``common`` found, by the last group that matched."""


@lru_cache(maxsize=1)
def common() -> re.Pattern[str]:
    """
    The commonest blocks with the blank lines after them.

    Group 1: a comment, or a tag alone on its line with the lines below it. 2: a paragraph. 3: the marks of a heading;
    4: its title, or 5: its content, if there is markup in it. 6: a list (its marker is 7). 8: the opening line of
    fenced code. 9: a rule. No group: something else.
    """
    more = rf"(?:{_LETTER}[^\n]*+\n)*+(?:[ \t]*+(?:{_TEXT}|{_INLINE})[^\n]*+\n)*+"  # most lines begin so
    paragraph = (
        rf"(?: {{0,3}}+{_TEXT}|{_INLINE})[^\n]*+\n{more}(?:\n(?![ \t\n])|(?:{_BLANK})++|\Z|(?={_ENDS}))"
    )
    # after a run of backticks that is not at the start of a line, and after one that is too short to close
    code = r"[^`]*+(?:(?:(?<!\n)(?<!\n )(?<!\n  )(?<!\n   )`++|``?(?!`))[^`]*+)*+"
    bullets = _item("(?P=bullet) ", "(?P=bullet)", 2)
    numbers = _item(r"[0-9]\. ", r"[0-9]{1,9}\.", 3)
    lists = (
        rf"(?=(?P<bullet>[-+*]) ){bullets}++(?! {{0,3}}(?P=bullet)[ \t\n])"
        rf"|{numbers}++(?! {{0,3}}[0-9]{{1,9}}\.[ \t\n])"
    )
    comment = r"<!--(?!-?>)[^-]*+(?:-(?!->)[^-]*+)*+-->"
    return re.compile(
        rf"({comment}[^\n]*+\n|{_ALONE}(?:[ \t]*+[^ \t\n][^\n]*+\n)*+)(?:{_BLANK})*+"
        rf"|({paragraph})"
        rf"|(\#{{1,6}})(?:{PLAIN_TITLE}|((?=[ \t\n])[^\n]*+)\n)(?:{_BLANK})*+"
        rf"|({lists})"
        rf"|(```(?!`)[^`\n]*+)\n{code}```++[ \t]*+\n(?:{_BLANK})*+"
        rf"|(---++[ \t]*+\n)(?:{_BLANK})*+"
        r"|"
    )


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
    digits = len(marker) - 1
    own = re.escape(marker[-1])
    mark = f"[0-9]{{{digits}}}{own}" if digits else own
    spaces = width - lead - len(marker)
    item = _item(f" {{{lead}}}{mark} {{{spaces}}}", f"[0-9]{{1,9}}{own}" if digits else own, width)
    empty = rf" {{{lead}}}{mark}[ \t]*+\n(?= {{{lead}}}{mark}[ \t\n])"
    return re.compile(rf"(?:{item}|{empty})*+")


def _item(head: str, sibling: str, width: int) -> str:
    """
    The pattern of a plain item, if what follows it ends its last paragraph.

    Args:
        head: What stands before its text.
        sibling: The marker of a further item.
        width: Columns by which its content is indented.

    """
    near = min(3, width - 1)  # a marker further in begins a list inside the item
    more = rf"(?:(?: {{{width},}}(?:{_ANY_MARK})*+|[ \t]*+){_LINE})*+"
    # a block of the item itself, not code: in what is plain there a lazy line is text
    after_blank = rf"(?:{_BLANK})++ {{{width},{width + 3}}}(?:{_ANY_MARK})*+{_LINE}{more}"
    ends = (
        rf"(?:(?= {{0,{near}}}{sibling}[ \t\n]|{_ENDS})|(?:{_BLANK})++(?= {{0,{near}}}{sibling}[ \t\n]|[^ \t])"
        rf"|(?:{_BLANK})*+\Z)"
    )
    return rf"(?:{head}{_LINE}{more}(?:{after_blank})*+{ends})"
