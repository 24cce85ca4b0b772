"""HTML to a tree of elements, forgiving what browsers forgive: what is not closed is closed by what cannot stand inside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from khand.outline.html_tags import tags

MAX_DEPTH = 100
"""Elements inside one another; what is deeper stands beside its parent, so that no input exhausts the stack."""

_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
_ATTRIBUTE = re.compile(
    r"[\s\"'/]([^\s\"'<>/=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'=<>`]++)))?", re.DOTALL
)
_CLOSE_P = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "details",
        "dialog",
        "div",
        "dl",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "table",
        "ul",
    ]
)
BLOCKS = _CLOSE_P | frozenset(
    [
        "body",
        "caption",
        "center",
        "dd",
        "dt",
        "html",
        "legend",
        "li",
        "summary",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
    ]
)
"""Elements that are blocks of their own."""
_ROWS = frozenset(("tr", "tbody", "thead", "tfoot"))
_CLOSED_BY = {
    "p": _CLOSE_P,
    "li": frozenset(("li",)),
    "dt": frozenset(("dt", "dd")),
    "dd": frozenset(("dt", "dd")),
    "td": _ROWS | {"td", "th"},
    "th": _ROWS | {"td", "th"},
    "tr": _ROWS,
    "thead": _ROWS - {"tr"},
    "tbody": _ROWS - {"tr"},
    "tfoot": _ROWS - {"tr"},
    "option": frozenset(("option", "optgroup")),
    "head": frozenset(("body",)),
}
"""Which opening tags close an element that is open."""
_WALLS = {
    "li": frozenset(("ul", "ol", "menu")),
    "dt": frozenset(("dl",)),
    "dd": frozenset(("dl",)),
    **dict.fromkeys(("td", "th", "tr", "thead", "tbody", "tfoot"), frozenset(("table",))),
}
"""Elements that keep a tag inside them from closing what is outside."""
_XML = re.compile(
    r"\ufeff?\s*+(?:<\?xml\b|(?:<![^>]{0,300}+>\s*+)*+<html\b[^>]{0,500}?\bxmlns\s*=)", re.IGNORECASE
)
"""In XML any element may be closed by the slash in its tag; in HTML the slash says nothing."""
_EMPTY_RAW = re.compile(r"<(?:script|style|title|textarea|template)\b[^<>]{0,2000}+(?<=/)>", re.IGNORECASE)
_SCOPES = frozenset(("table", "td", "th", "li", "blockquote", "body", "html", "section", "article", "div"))


class Element:
    """
    An element; `children` are elements and texts, entities resolved but white space as it stands.

    Attributes:
        name: In lower case.
        tag: Its opening tag as it stands in the source.
        children: What stands in it, in order.
        is_block: Whether it is a block or has one in it.

    """

    __slots__ = ("_attributes", "children", "is_block", "name", "tag")

    def __init__(self, name: str, tag: str = "") -> None:
        self.name = name
        self.tag = tag
        self.children: list[Element | str] = []
        self.is_block = name in BLOCKS
        self._attributes: dict[str, str] | None = None

    @property
    def attributes(self) -> dict[str, str]:
        """Values by name in lower case, "" for those without one; of two of a name the first."""
        if self._attributes is None:
            self._attributes = {}
            for found in _ATTRIBUTE.finditer(self.tag, len(self.name) + 1):
                value = found[2] or found[3] or found[4] or ""
                self._attributes.setdefault(found[1].lower(), unescape(value) if "&" in value else value)
        return self._attributes

    def elements(self) -> Iterator[Element]:
        """All elements inside, in order."""
        todo: list[Element | str] = list(reversed(self.children))
        while todo:
            each = todo.pop()
            if isinstance(each, Element):
                yield each
                todo += reversed(each.children)

    def text(self) -> str:
        """All text inside as it stands."""
        return "".join([each for part in (self, *self.elements()) for each in part.own_text()])

    def own_text(self) -> list[str]:
        """The texts that stand directly inside."""
        return [each for each in self.children if isinstance(each, str)]


def tree(source: str) -> Element:
    """
    The tree of a page or a part of one.

    >>> found = tree("<ul><li>a<li>b &amp; c</ul>").children[0]
    >>> [(item.name, item.children) for item in found.children]
    [('li', ['a']), ('li', ['b & c'])]
    """
    root = Element("")
    open_ = [root]
    is_xml = _XML.match(source) is not None
    if is_xml:
        source = _EMPTY_RAW.sub("", source)
    at = 0
    for tag in tags(source, 0, len(source)):
        if tag.start > at:
            text = source[at : tag.start]
            open_[-1].children.append(unescape(text) if "&" in text else text)
        at = tag.end
        if tag.name and tag.closes:
            _close(open_, tag.name)
        elif tag.name:
            _open(open_, Element(tag.name, source[tag.start : tag.end]), is_xml=is_xml)
    if at < len(source):
        open_[-1].children.append(unescape(source[at:]))
    return root


def _open(open_: list[Element], element: Element, *, is_xml: bool) -> None:
    name = element.name
    walls = _WALLS.get(name, _SCOPES)
    for depth in range(len(open_) - 1, 0, -1):
        other = open_[depth].name
        if name in _CLOSED_BY.get(other, ()):
            del open_[depth:]
            if name in ("li", "dt", "dd", "td", "th") or other == "p":
                break
        elif other in walls:
            break
    if len(open_) > MAX_DEPTH:
        del open_[MAX_DEPTH:]
    open_[-1].children.append(element)
    if element.is_block:
        for holder in reversed(open_):
            if holder.is_block:
                break
            holder.is_block = True
    is_empty = element.tag.endswith("/>") and (is_xml or name in ("svg", "path", "math", "use"))
    if name not in _VOID and not is_empty:
        open_.append(element)


def _close(open_: list[Element], name: str) -> None:
    walls = _WALLS.get(name, ())
    for depth in range(len(open_) - 1, 0, -1):
        if open_[depth].name == name:
            del open_[depth:]
            return
        if open_[depth].name in walls:
            return
