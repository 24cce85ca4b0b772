r"""
What builders of documentation add to a heading and no reader takes for its title: attributes, anchors, permalinks.

Pandoc, Quarto, MkDocs and Docusaurus write ``{#id .class}`` and ``{-}``, doc-builder ``[[anchor]]``, MDX ``{/* id */}``; Sphinx,
MkDocs, Docusaurus, VitePress and rustdoc put a link to the heading itself beside it, which shows ``¶``, ``#``, ``§``, nothing or
"Direct link to …". Whatever may be words of the title stays: "C#", "Section #1", "f{x}", ``[[a page]]`` of a wiki.
"""

from __future__ import annotations

import re

_ITEM = r"""(?:\#[^\s{}"'=]++|\.[A-Za-z_-][^\s{}"'=]*+)"""
SIMPLE_ATTRIBUTES = rf"(?:\{{:?[ \t]*+(?:{_ITEM}[ \t]*+)++\}}[ \t]*+)?"
"""An attribute list of an id and classes, or nothing, as a pattern."""
_ATTRIBUTES = re.compile(
    rf"""\s*+(?:(?:{_ITEM}|-|[\w:-]++=(?:"[^"]*+"|'[^']*+'|[^\s"'=]++))(?:\s++|$))++"""
    r"|:\s*+[^\s:].*+",  # what Kramdown and MkDocs write behind a colon is never shown
    re.DOTALL,
)
_SURE = re.compile(r"""[#.:]|-$|.*["'#]""", re.DOTALL)
"""Of what has the form of an attribute list that which is no formula such as ``{x=1}``."""
_COMMENT = re.compile(r"\{/\*(?:(?!\*/).)*+\*/\}$", re.DOTALL)
_ANCHOR = re.compile(r"([^\s!])([ \t]*+)\[\[([a-z0-9][a-z0-9_.:-]*+)\]\]$")
_WORD = re.compile(r"[^\W_]+")
_LATIN = re.compile("[A-Za-z]")
_CLOSING = re.compile(r"(?:^|[ \t])#+$")

NEVER_SEEN = "\u200b\u2060\ufeff"
"""Characters without width that hold no letters together."""
_AT_EDGES = re.compile(rf"^[\s{NEVER_SEEN}]+|(?:(?<=[^\s¶])¶)?[\s{NEVER_SEEN}]*$")
_UNCLEAN = re.compile(f"[¶{NEVER_SEEN}]")

_SIGNS = re.compile(f"(?:[\\s{NEVER_SEEN}¶#§∞⚓⛓\ufe0e\ufe0f]|🔗|📎)*+")
_PHRASE = re.compile(
    r"(?:direct|permanent|anchor) link(?: (?:to|for) .+)?|perma(?:nent )?link(?:(?: (?:to|for)|:) .+)?"
    r"|link (?:to|for) (?:this|the) (?:head|section|title|part|paragraph|definition|term|page|topic).*"
    r"|copy (?:direct |section )?link.*|heading self-link|section titled\b.+",
    re.IGNORECASE | re.DOTALL,
)
_SHORT = re.compile(r"(?:link|anchor|permalink|\W)*+", re.IGNORECASE)
_DESTINATION = re.compile(r"\]\([ \t\r\n]*+<?([^\s>]*+)")
_HREF = re.compile(r"""\shref\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'=<>`]++))""", re.IGNORECASE)
_NAMED = re.compile(
    r"""(?:\s(?:title|aria-label)\s*+=\s*+["']|[\s(]["'])\s*+(?:direct |permanent |anchor )?(?:perma)?link\b"""
    r"""|\sclass\s*+=\s*+["'][^"']*?\b(?:header-?link|hash-link|anchor|permalink)""",
    re.IGNORECASE,
)


def without_labels(raw: str, *, atx: bool) -> str:
    r"""
    The content of a heading without attributes and anchors at its end, and without its closing hashes.

    >>> [without_labels(raw, atx=True) for raw in ("A {: #a .big}", "B {/*b*/} ##", "C c[[c-c]]", "D {-}", "D {#d k='1' -}\u00a0")]
    ['A', 'B', 'C c', 'D', 'D']
    >>> [without_labels(raw, atx=True) for raw in ("f{x}", "C#", "{x=1}", "S_{-}", r"a \{#b}", "See [[my-note]]")]
    ['f{x}', 'C#', '{x=1}', 'S_{-}', 'a \\{#b}', 'See [[my-note]]']
    """
    text = raw.strip(" \t\n")
    while True:
        shorter, bare = text, text.rstrip()  # a no-break space or a form feed hides no attribute
        if bare.endswith("}"):
            shorter = _without_attributes(bare)
        elif bare.endswith("]]"):
            shorter = _without_anchor(bare)
        elif atx and text.endswith("#"):
            shorter, atx = _CLOSING.sub("", text), False
        if shorter in (text, bare):
            return text
        text = shorter.rstrip(" \t\n")


def _without_attributes(text: str) -> str:
    comment = _COMMENT.search(text)
    if comment is not None:
        return text[: comment.start()]
    start = text.rfind("{")
    inner = text[start + 1 : -1].strip()
    if (
        start < 0
        or text[start - 1 : start] == "\\"
        or not _ATTRIBUTES.fullmatch(inner)
        or not _SURE.match(inner)
    ):
        return text
    if inner == "-" and text[start - 1 : start] not in ("", " ", "\t"):
        return text
    return text[:start]


def _without_anchor(text: str) -> str:
    """
    Without an anchor of doc-builder: one that touches the title, shares a word with it, or is in other letters.

    >>> [_without_anchor(text) for text in ("Watering [[watering-beds]]", "개요 [[overview]]", "On [[python]]", "[[note]]")]
    ['Watering', '개요', 'On [[python]]', '[[note]]']
    """
    found = _ANCHOR.search(text)
    if found is None:
        return text
    title = text[: found.end(1)]
    words = set(_WORD.findall(title.casefold()))
    if found[2] and _LATIN.search(title) and words.isdisjoint(_WORD.findall(found[3])):
        return text
    return title


def is_permalink(seen: str, link: str) -> bool:
    """
    Whether a link in a heading leads to the heading itself and says nothing else.

    Args:
        seen: What a reader sees of it.
        link: Its opening tag, or of a Markdown link what stands behind its text, from ``](`` on.

    >>> is_permalink("¶", '<a class="headerlink" href="#guide">'), is_permalink("Direct link to Use it", "](#use-it)")
    (True, True)
    >>> is_permalink("#", "](https://example.org)"), is_permalink("C#", "](#c)"), is_permalink("the link", "](#link)")
    (False, False, False)
    """
    if link.startswith("<"):
        found = _HREF.search(link)
        target = "#" if found is None else found[1] or found[2] or found[3] or ""
    else:
        found = _DESTINATION.match(link)
        target = "" if found is None else found[1]
    if "#" not in target:
        return False
    if _SIGNS.fullmatch(seen) or _PHRASE.fullmatch(seen.strip()):
        return True
    return _NAMED.search(link) is not None and _SHORT.fullmatch(seen) is not None


def one_line(text: str) -> str:
    r"""
    A title with one space for each run of white space, without what has no width and the pilcrow of a permalink at its edges.

    >>> one_line("A \n B\u00a0C"), one_line("\u200bUse it¶"), one_line("Pilcrow ¶")
    ('A B C', 'Use it', 'Pilcrow ¶')
    """
    if not text.isascii() and _UNCLEAN.search(text) is not None:
        text = _AT_EDGES.sub("", text.strip())
    return " ".join(text.split())
