"""HTML to the text that a reader sees, as Markdown: headings, lists, tables, code, quotes, the words of links and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable

from khand.readers.decode import decode
from khand.readers.document import Document
from khand.readers.html_main import is_seen, main_part, without_frame
from khand.readers.html_tables import is_data, parts, rows
from khand.readers.html_tree import BLOCKS, Element, tree
from khand.readers.markdown_text import as_lines, code_span, escaped, fenced, indented, table
from khand.readers.options import ReadOptions

_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?:<\?xml[^>]{0,200}+>\s*+)?(?:<!--.{0,2000}?-->\s*+)*+<(?:!doctype\s+html|html)\b",
    re.IGNORECASE | re.DOTALL,
)
_CHARSET = re.compile(rb"<meta[^>]{1,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,40})", re.IGNORECASE)
_OWN_SUFFIXES = (".html", ".htm", ".xhtml")
_TEMPLATES = (".php", ".jsp", ".asp", ".aspx", ".vue", ".erb", ".ejs", ".j2", ".jinja", ".jinja2", ".tmpl")

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = frozenset(("ul", "ol", "menu"))
_CODE = frozenset(("code", "kbd", "samp", "tt"))
_TAG_LIKE = re.compile("<(?=[A-Za-z/!?]|$)")
_TWO_BREAKS = re.compile(r"\n[ ]*\n[ \n]*")
_SPACE = re.compile(r"[ \t\n\r\f]+")
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight(?:-source)?|brush:?)[-: ]\s*([A-Za-z0-9+#.]+)")
_NO_LANGUAGE = frozenset(("default", "none", "plaintext", "text", "source"))
_PERMALINK = re.compile(r"[\s¶#§🔗\u200b\ufeff]*")
_ANCHOR = re.compile(
    r"\b(?:headerlink|permalink|hash-link|anchor|heading-link|header-anchor)\b", re.IGNORECASE
)


def sniff(data: bytes, suffix: str) -> str:
    """A page says so in its first line; templates of other languages may begin so, too."""
    return "html" if suffix not in _TEMPLATES and _START.match(data[:4096]) is not None else ""


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """The text of a page; its encoding is what a mark, the user or the page itself says."""
    declared = _CHARSET.search(data[:2048])
    encoding = options.encoding or (_known(declared[1].decode("ascii")) if declared is not None else None)
    text = decode(data, encoding=encoding, source=name)
    return [Document("", markdown(text, main=options.main))]


def markdown(source: str, *, main: bool = False) -> str:
    r"""
    What a reader sees of a page, as Markdown.

    Args:
        source: The page or a part of one.
        main: Without navigation, header, footer and asides.

    Returns:
        Blocks with a blank line between them. Without scripts, styles, hidden parts, controls of forms, addresses of links
        and pictures. A page without a heading of the first level begins with its title as one.

    >>> print(markdown("<title>T</title><p>See <a href='/x'>the <b>guide</b></a>.<ul><li>a<li>b</ul><pre>x = 1</pre>"))
    # T
    <BLANKLINE>
    See the guide.
    <BLANKLINE>
    - a
    - b
    <BLANKLINE>
    ```
    x = 1
    ```
    <BLANKLINE>
    """
    root = tree(source)
    shown = without_frame(main_part(root)) if main else root
    found = _Renderer().blocks(shown)
    title = next((e for e in root.elements() if e.name == "title"), None)
    if title is not None and not any(e.name == "h1" for e in shown.elements()):
        words = " ".join(title.text().split())
        found = [f"# {escaped(words, heading=True)}", *found] if words else found
    return "\n\n".join(found) + "\n" if found else ""


def _known(encoding: str) -> str | None:
    """The encoding that a page names, if Python knows it; as browsers do, Latin 1 is read as Windows' own."""
    try:
        b" ".decode(encoding)
    except (LookupError, ValueError):
        return None
    return "cp1252" if encoding.lower() in ("iso-8859-1", "latin-1", "ascii", "us-ascii") else encoding


class _Renderer:
    """Renders elements: blocks as a list of texts, what runs inside a line as one text."""

    def blocks(self, element: Element) -> list[str]:
        """The blocks inside an element."""
        out: list[str] = []
        running: list[Element | str] = []
        for child in element.children:
            if isinstance(child, str) or not child.is_block:
                running.append(child)
                continue
            self._paragraph(running, out)
            out += self._block(child)
        self._paragraph(running, out)
        return out

    def _paragraph(self, running: list[Element | str], out: list[str]) -> None:
        # two breaks in a row are how many pages part paragraphs
        for part in _TWO_BREAKS.split(self.inline(running)):
            text = as_lines(part)
            if text:
                out.append(escaped(text))
        running.clear()

    def _block(self, element: Element) -> list[str]:
        name = element.name
        if not is_seen(element):
            return []
        if name in _HEADINGS:
            words = " ".join(self.inline([e for e in element.children if not _is_permalink(e)]).split())
            return [f"{'#' * _HEADINGS[name]} {escaped(words, heading=True)}"] if words else []
        if name == "pre":
            return _code_block(element)
        if name in _LISTS:
            return self._list(element)
        if name == "dl":
            return self._terms(element)
        if name == "table":
            return self._table(element)
        if name == "blockquote":
            inner = "\n\n".join(self.blocks(element))
            return [indented(inner, "> ", "> ")] if inner else []
        if name == "hr":
            return ["***"]
        return self.blocks(element)

    def _list(self, element: Element) -> list[str]:
        start = element.attributes.get("start", "1")
        number = int(start) if re.fullmatch(r"\d{1,9}", start) else 1
        items = []
        for child in element.children:
            if not isinstance(child, Element) or not is_seen(child):
                continue
            inner = self.blocks(child) if child.name == "li" else self._block(child)
            marker = f"{number}. " if element.name == "ol" else "- "
            if inner:
                items.append(indented(_item(inner), marker, " " * len(marker)))
            number += child.name == "li"
        return ["\n".join(items)] if items else []

    def _terms(self, element: Element) -> list[str]:
        """Terms as items, what is said of each inside it."""
        items: list[list[str]] = []
        wrapped = [e for e in element.children if isinstance(e, Element)]
        parts = [
            p for e in wrapped for p in ([e] if e.name != "div" else e.children) if isinstance(p, Element)
        ]
        for part in parts:
            if not is_seen(part):
                continue
            inner = self.blocks(part)
            if part.name == "dt" or not items:
                items.append(inner)
            else:
                items[-1] += inner
        texts = [indented(_item(inner), "- ", "  ") for inner in items if inner]
        return ["\n".join(texts)] if texts else []

    def _table(self, element: Element) -> list[str]:
        if not is_data(element):
            return [block for part in parts(element) for block in self.blocks(part)]
        caption = [
            block
            for child in element.children
            if isinstance(child, Element) and child.name == "caption"
            for block in self.blocks(child)
        ]
        header, body = rows(element, self._cell)
        return [*caption, table(header, body)] if header or body else caption

    def _cell(self, cell: Element) -> str:
        return " ".join(" ".join(self.blocks(cell)).replace("\n", " ").split())

    def inline(self, children: Iterable[Element | str]) -> str:
        r"""What runs inside a line; ``\n`` only where a line is broken on purpose."""
        parts = []
        for child in children:
            if isinstance(child, str):
                parts.append(_TAG_LIKE.sub("\\\\<", _SPACE.sub(" ", child)))
            elif is_seen(child):
                shown = self._inline(child)
                parts.append(f" {shown} " if child.name in BLOCKS else shown)
        return "".join(parts)

    def _inline(self, element: Element) -> str:
        name = element.name
        if name == "br":
            return "\n"
        if name == "img":
            return escaped(" ".join(element.attributes.get("alt", "").split()))
        if name in _CODE and not any(e.name in ("img", "math") for e in element.elements()):
            return code_span(" ".join(element.text().split()))
        if name == "math":
            return _math(element)
        if name == "q":
            return f"“{self.inline(element.children)}”"
        return self.inline(element.children)


def _item(blocks: list[str]) -> str:
    """The blocks of a list item; a list inside follows the text at once."""
    out = blocks[0]
    for block in blocks[1:]:
        out += ("\n" if re.match(r"(?:-|\d+\.) ", block) else "\n\n") + block
    return out


def _is_permalink(child: Element | str) -> bool:
    if isinstance(child, str) or child.name not in ("a", "button", "span"):
        return False
    words = child.text()
    if _PERMALINK.fullmatch(words) is not None:
        return not any(e.name in ("img", "code") for e in child.elements())
    said = child.attributes.get("class", "")
    return child.name == "a" and len(words) < 3 and _ANCHOR.search(said) is not None


def _code_block(element: Element) -> list[str]:
    inside = [element, *element.elements()]
    classes = " ".join(e.attributes.get("class", "") for e in inside if e.name in ("pre", "code"))
    found = _LANGUAGE.search(classes)
    language = found[1] if found is not None and found[1].lower() not in _NO_LANGUAGE else ""
    text = _preformatted(element)
    return [fenced(text, language)] if text.strip() else []


def _preformatted(element: Element) -> str:
    """Text as it stands; numbers of lines and what copies it are left out."""
    parts = []
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.name == "br":
            parts.append("\n")
        elif child.name != "button" and "lineno" not in child.attributes.get("class", ""):
            parts.append(_preformatted(child))
    return "".join(parts)


def _math(element: Element) -> str:
    """A formula as TeX where the page has it, else its signs."""
    for part in element.elements():
        if part.name == "annotation" and "tex" in part.attributes.get("encoding", ""):
            return f"${' '.join(part.text().split())}$"
    said = element.attributes.get("alttext", "")
    return f"${said}$" if said else " ".join(element.text().split())
