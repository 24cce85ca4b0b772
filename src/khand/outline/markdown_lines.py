r"""
The lines Markdown is made of, as regular expressions.

They run on text as ``normal`` returns it: every line ends with ``\n``. White space is spelled out (``[ \t]``) because
``\s`` also matches what CommonMark calls text, and because a plain set is several times faster.
"""

from __future__ import annotations

import re

_HARD_BREAK = re.compile(r"(?<!\\)\\\r\n")
BLANKS = re.compile(r"(?:[ \t]*+\n)*+")
LEAD = re.compile(r"[ \t]*+")

_BLOCK_TAGS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link "
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead "
    "title tr track ul"
)


def _any_of(tags: str) -> str:
    """The tags as a pattern that looks at the first letter first: four times faster than trying one after another."""
    by_letter: dict[str, list[str]] = {}
    for tag in tags.split():
        by_letter.setdefault(tag[0], []).append(tag[1:])
    return "|".join(f"[{a}{a.upper()}](?i:{'|'.join(rest)})" for a, rest in by_letter.items())


_ATTRIBUTE = r"""[ \t]++[A-Za-z_:][\w.:-]*+(?:[ \t]*+=[ \t]*+(?:[^ \t\n"'=<>`]++|'[^'\n]*+'|"[^"\n]*+"))?"""
TAG = rf"(?:[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*+[ \t]*+/?>|/[A-Za-z][A-Za-z0-9-]*+[ \t]*+>)"
"""A whole tag without its ``<``."""

# What can begin a block, tried at the first character of a line that is indented by less than four columns.
START = re.compile(
    rf"""
      (?P<heading>\#{{1,6}}(?=[ \t]|$))
    | (?P<fence>`{{3,}}+(?=[^`\n]*+$) | ~{{3,}}+)
    | (?P<quote>>)
    | (?P<rule>(?:(?:\*[ \t]*+){{3,}}+ | (?:-[ \t]*+){{3,}}+ | (?:_[ \t]*+){{3,}}+)$)
    | (?P<item>[-+*](?=[ \t]|$) | [0-9]{{1,9}}[.)](?=[ \t]|$))
    | (?P<math>\$\$)
    | (?P<mark>\x02)
    | <(?:
        (?P<raw>(?i:script|pre|style|textarea)(?=[ \t>]|$) | !-- | \? | ![A-Za-z] | !\[CDATA\[)
      | (?P<html>/?(?:{_any_of(_BLOCK_TAGS)})(?=[ \t>]|/>|$))
      | (?P<tag>{TAG}[ \t]*+$)
      )
    """,
    re.VERBOSE | re.MULTILINE,
)

SETEXT = re.compile(r"(?:=++|-++)[ \t]*+$", re.MULTILINE)

# Front matter begins with a key (comments may stand before it), so that a rule at the start is none.
FRONT_MATTER = re.compile(
    r"(?:---[ \t]*\n(?:(?:[ \t]*#[^\n]*\n)*[\w\"'][^\n]*:(?:[ \t][^\n]*)?\n(?:(?!---[ \t]*\n|\.\.\.[ \t]*\n)[^\n]*\n)*)?"
    r"(?:---|\.\.\.)[ \t]*\n"
    r"|\+\+\+[ \t]*\n(?:(?!\+\+\+[ \t]*\n)[^\n]*\n)*\+\+\+[ \t]*\n)"
)
HTML_HEADING = re.compile(
    r"[ ]{0,3}<h([1-6])(?:[ \t\n][^<>]*)?>((?:(?!<[/ ]*h[1-6]).)*)</h\1[ \t\n]*>\s*",
    re.DOTALL | re.IGNORECASE,
)
BLANK_LINE = re.compile(r"\n[ \t]*\n")
MATH_END = re.compile(r"\$\$[ \t]*\n")
# What ends a raw HTML block, by what began it.
_RAW_ENDS = {
    "!--": re.compile("-->"),
    "?": re.compile(r"\?>"),
    "![CDATA[": re.compile(r"\]\]>"),
    "!": re.compile(">"),
    "": re.compile("</(?:script|pre|style|textarea)>", re.IGNORECASE),
}


def raw_end(opener: str) -> re.Pattern[str]:
    """
    What ends the raw HTML block that `opener` began.

    >>> raw_end("!--").pattern, raw_end("!D").pattern
    ('-->', '>')
    """
    return _RAW_ENDS.get(opener) or _RAW_ENDS["!" if opener.startswith("!") else ""]


def normal(text: str) -> str:
    r"""
    The text with every line ended by ``\n``; offsets stay valid.

    A space in place of the ``\r`` of ``\r\n`` changes no block, since white space at the end of a line has no meaning
    to any of them; a backslash that breaks the line stays at its end.

    >>> normal("a\r\nb\rc")
    'a \nb\nc\n'
    """
    if "\r" in text:
        text = _HARD_BREAK.sub(" \\\\\n", text) if "\\\r\n" in text else text
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    return text if text.endswith("\n") else text + "\n"


def interrupts(found: re.Match[str], text: str) -> bool:
    """
    Whether the start that `START` found in `text` can end a paragraph.

    An empty item, an ordered one that does not begin with 1, and a lone tag of no known block cannot.

    >>> [interrupts(START.match(line), line) for line in ("- a", "-", "1. a", "14. of May", "<b>", "# a")]
    [True, False, True, False, False, True]
    """
    kind = found.lastgroup
    if kind == "tag":
        return False
    if kind != "item":
        return True
    marker = found.group()
    if len(marker) > 1 and int(marker[:-1]) != 1:
        return False
    after = LEAD.match(text, found.end())
    return after is not None and after.end() < len(text) and text[after.end()] != "\n"
