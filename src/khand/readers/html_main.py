"""Which parts of a page a reader sees, and which are its main part."""

from __future__ import annotations

import re
from collections.abc import Iterator

from khand.readers.html_tree import Element

_UNSEEN = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "head",
        "title",
        "meta",
        "link",
        "svg",
        "iframe",
        "object",
        "embed",
        "audio",
        "video",
        "canvas",
        "map",
        "button",
        "select",
        "datalist",
        "input",
        "textarea",
        "dialog",
        "option",
        "optgroup",
        "progress",
        "meter",
        "param",
        "source",
        "track",
    ]
)
_HIDDEN_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_FRAME = frozenset(("nav", "aside", "footer", "search"))
_FRAME_ROLES = frozenset(("navigation", "banner", "contentinfo", "complementary", "search", "menubar"))


def is_seen(element: Element) -> bool:
    """
    Whether a reader sees an element.

    >>> [is_seen(Element("p", tag)) for tag in ("<p>", "<p hidden>", "<p style='color:red; display: none'>")]
    [True, False, False]
    """
    if element.name in _UNSEEN:
        return False
    if "hidden" in element.tag or "none" in element.tag:
        attributes = element.attributes
        if attributes.get("hidden", "no") in ("", "hidden", "until-found", "true"):
            return False
        return _HIDDEN_STYLE.search(attributes.get("style", "")) is None
    return True


def main_part(root: Element) -> Element:
    """The element that a page marks as its main part: ``main``, else the only ``article``, else all of it."""
    found = [e for e in root.elements() if is_seen(e)]
    marked = [e for e in found if e.name == "main" or e.attributes.get("role") == "main"]
    if marked:
        return max(marked, key=lambda element: len(element.text()))
    articles = list(_outer(root, "article"))
    return articles[0] if len(articles) == 1 else root


def _outer(element: Element, name: str) -> Iterator[Element]:
    """The elements of a name that stand in no other of this name."""
    for child in element.children:
        if isinstance(child, Element) and child.name == name:
            yield child
        elif isinstance(child, Element):
            yield from _outer(child, name)


def without_frame(element: Element, *, inside: bool = False) -> Element:
    """
    An element without navigation, asides and footers, and without the header of the page (that of an article stays).

    Args:
        element: All of a page, or its main part.
        inside: Whether it stands in an article or in the main part.
    """
    inside = inside or element.name in ("main", "article") or element.attributes.get("role") == "main"
    kept = Element(element.name, element.tag)
    for child in element.children:
        if isinstance(child, str):
            kept.children.append(child)
        elif not (
            child.name in _FRAME
            or (child.name == "header" and not inside)
            or child.attributes.get("role") in _FRAME_ROLES
        ):
            kept.children.append(without_frame(child, inside=inside))
    return kept
