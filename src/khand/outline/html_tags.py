"""
The tags of HTML, and the text that a reader sees between them.

They are found by one expression and not by ``html.parser``: offsets are then those of the source, and broken markup
takes linear time, which it does not in the parser of every Python that khand runs on.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from khand.outline.blocks import Kind
from khand.outline.labels import is_permalink, one_line

_QUOTED = r"\"[^\"]{0,4000}+\"|'[^']{0,4000}+'"
_TOKEN = re.compile(
    rf"<(?:(?P<comment>!--)|(?P<close>/)?(?P<name>[A-Za-z][^\s/<>]*+)(?:[^<>\"']++|{_QUOTED}|[\"'])*+>|[!?][^<>]*+>)"
)
_NAME = re.compile(r"</?([A-Za-z][^\s/<>]*+)")
_ATTRIBUTE = re.compile(
    r"\s([^\s\"'<>/=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'=<>`]++)))?", re.DOTALL
)

HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
LEAVES = {
    **dict.fromkeys(HEADINGS, Kind.HEADING),
    **dict.fromkeys(("ul", "ol", "dl", "menu"), Kind.LIST),
    **dict.fromkeys(("script", "style", "template", "head", "noscript", "textarea", "svg"), Kind.HTML),
    "p": Kind.PARAGRAPH,
    "table": Kind.TABLE,
    "blockquote": Kind.QUOTE,
    "pre": Kind.INDENTED_CODE,
    "hr": Kind.RULE,
}
"""What tags make a block, and its kind."""
_WRAPPER_NAMES = (
    "html body main div section article aside nav header footer form fieldset figure figcaption details summary address "
    "center hgroup li dt dd td th tr tbody thead tfoot caption search dialog"
)
WRAPPERS = frozenset(_WRAPPER_NAMES.split())
"""Tags that begin and end text without being a block."""

_RAW = frozenset(("script", "style", "textarea", "template"))
_UNSEEN = frozenset(("script", "style", "template", "noscript", "svg"))
_BREAKS = frozenset((*WRAPPERS, *LEAVES, "br"))
"""Tags at which a reader sees one word end and another begin."""


class Tag(NamedTuple):
    """A tag of the source; `name` is in lower case, "" for comments and declarations."""

    start: int
    end: int
    name: str
    closes: bool


def tags(text: str, start: int, end: int) -> list[Tag]:
    """
    The tags of ``text[start:end]``; what stands in scripts and other raw text is none.

    >>> [(tag.name, tag.closes) for tag in tags("<p>a<!-- <b> --></p>", 0, 20)]
    [('p', False), ('', False), ('p', True)]
    """
    found = []
    at = start
    unclosed: set[str] = set()
    while (token := _TOKEN.search(text, at, end)) is not None:
        at = token.end()
        name = (token["name"] or "").lower()
        if token["comment"]:
            closed = text.find("-->", at, end)
            at = closed + 3 if closed >= 0 else end
        found.append(Tag(token.start(), at, name, token["close"] is not None))
        if name in _RAW and not token["close"] and name not in unclosed:
            raw_end = re.compile(f"</{name}", re.IGNORECASE).search(text, at, end)
            if raw_end is None:
                unclosed.add(name)
            else:
                at = raw_end.start()
    return found


def seen_text(text: str, start: int, end: int) -> str:
    """
    What a reader sees of ``text[start:end]``, on one line, without links of a heading to itself.

    >>> source = 'A&nbsp;&amp; <b>B</b><br>C<!-- c --><style>d</style> <div>D</div><img src="/" alt="E"><a href="#a">¶</a>'
    >>> seen_text(source, 0, len(source))
    'A & B C D E'
    """
    parts: list[str] = []
    left_out: list[str] = []
    at, unseen = start, ""
    anchor, inside = "", 0  # the tag that opened the link around, and from which part on it is
    for tag in tags(text, start, end):
        if not unseen:
            parts += [text[at : tag.start], seen_of_tag(text[tag.start : tag.end])]
            unseen = tag.name if tag.name in _UNSEEN and not tag.closes else ""
            if tag.name == "a" and not tag.closes:
                anchor, inside = text[tag.start : tag.end], len(parts)
            elif tag.name == "a" and anchor:
                seen = _unescaped("".join(parts[inside:]))
                if is_permalink(seen, anchor):
                    left_out += [seen] if any(map(str.isalnum, seen)) else []
                    del parts[inside:]
                anchor = ""
        elif tag.closes and tag.name == unseen:
            unseen = ""
        at = tag.end
    if not unseen:
        parts.append(text[at:end])
    return one_line(_unescaped("".join(parts))) or one_line(" ".join(left_out))


def _unescaped(text: str) -> str:
    if "&" not in text:
        return text
    from html import unescape  # its table of names is large, and most texts have none

    return unescape(text)


def tag_name(tag: str) -> str:
    """
    The name of a tag as it stands in the source, in lower case; "" of a comment.

    >>> tag_name("</DIV >"), tag_name("<!-- c -->")
    ('div', '')
    """
    found = _NAME.match(tag)
    return found[1].lower() if found is not None else ""


def is_unseen(tag: str) -> bool:
    """
    Whether a tag opens what no reader sees the text of.

    >>> is_unseen("<svg width='1'>"), is_unseen("</svg>"), is_unseen("<b>")
    (True, False, False)
    """
    return not tag.startswith("</") and not tag.endswith("/>") and tag_name(tag) in _UNSEEN


def seen_of_tag(tag: str) -> str:
    """
    What a reader sees in place of a tag: an image's description, a space where a line or a block ends, else nothing.

    Args:
        tag: As it stands in the source, or a comment.

    >>> seen_of_tag("<br/>"), seen_of_tag("</DIV>"), seen_of_tag("<img title='alt=x' alt=Logo>"), seen_of_tag("<wbr>")
    (' ', ' ', ' Logo ', '')
    """
    name = tag_name(tag)
    if name in _BREAKS:
        return " "
    if name != "img":
        return ""
    for attribute in _ATTRIBUTE.finditer(tag):
        if attribute[1].lower() == "alt":
            return f" {attribute[2] or attribute[3] or attribute[4] or ''} "
    return ""
