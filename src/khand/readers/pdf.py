"""PDF as Markdown, each block with its page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from khand.errors import InputError
from khand.readers.document import Document
from khand.readers.extraction import extract, missing
from khand.readers.markdown_text import escaped, fenced, indented, table
from khand.readers.options import ReadOptions

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
Page = tuple[int, str]


def sniff(data: bytes, _suffix: str) -> str:
    """The mark stands in the first kilobyte."""
    head = data[:1024]
    return "pdf" if head.startswith(b"%PDF-") or (b"%PDF-" in head and b"%%EOF" in data[-1024:]) else ""


def read(data: bytes, name: str, _options: ReadOptions) -> Iterable[Document]:
    """The blocks in order; no page is read by optical recognition, one without text is named."""
    result = extract(data, "application/pdf", name, "a PDF")
    plain = [(page["page_number"], page["content"]) for page in result.pages or ()]
    blank = [number for number, text in plain if not text.strip()]
    if plain and len(blank) == len(plain):
        raise InputError(
            f"{name}: is a PDF without text on its {len(plain)} pages: pictures of pages, which need optical recognition first",
            source=name,
        )
    nodes = result.document["nodes"]
    if any(_RIGHT_TO_LEFT.search(text) for _, text in plain):
        _turn(nodes, _lines(data, name))
    blocks = list(_blocks(nodes))
    left_out = [f"pages without text (pictures of pages?): {', '.join(map(str, blank))}"] if blank else []
    return [_document(blocks, len(plain), left_out)]


def _document(blocks: list[Page], pages: int, left_out: list[str]) -> Document:
    """Blocks with their pages as a document; a page on which none begins begins with the one after."""
    at = 0
    parts: list[str] = []
    begins: list[int] = []
    for page, block in blocks:
        begins += [at] * (page - len(begins))
        parts.append(block)
        at += len(block) + 2
    text = "\n\n".join(parts) + "\n" if parts else ""
    begins += [len(text)] * (pages - len(begins))
    return Document("", text, "markdown", begins, None, (), left_out)


def _blocks(nodes: list[dict[str, Any]]) -> Iterator[Page]:
    """The nodes of the document's structure as Markdown, each with the page it begins on."""
    page = 1
    for node in nodes:
        content = node["content"]
        if content["node_type"] == "list":
            items = [nodes[child] for child in node.get("children", ())]
            page = next((item["page"] for item in items if "page" in item), page)
            yield page, _list(items, ordered=bool(content.get("ordered")))
            continue
        page = node.get("page", page)
        text = _block(content)
        if text:
            yield page, text


def _block(content: dict[str, Any]) -> str:
    kind = content["node_type"]
    if kind in ("group", "list_item"):  # what they hold comes by itself
        return ""
    if kind == "table":
        return _table(content["grid"])
    text = str(content.get("text") or "").strip()
    if kind == "heading" and text:
        return (
            f"{'#' * min(6, max(1, content.get('level', 1)))} {escaped(' '.join(text.split()), heading=True)}"
        )
    if kind == "code" and text:
        return fenced(text, content.get("language") or "")
    if kind == "quote" and text:
        return indented(escaped(text), "> ", "> ")
    return escaped(text.replace("<", "\\<"))


def _list(items: list[dict[str, Any]], *, ordered: bool) -> str:
    texts = [" ".join(str(item["content"].get("text", "")).split()) for item in items]
    markers = [f"{number}. " if ordered else "- " for number in range(1, len(texts) + 1)]
    return "\n".join([marker + escaped(text) for marker, text in zip(markers, texts, strict=True)])


def _table(grid: dict[str, Any]) -> str:
    rows = [[""] * grid["cols"] for _ in range(grid["rows"])]
    for cell in grid["cells"]:
        rows[cell["row"]][cell["col"]] = " ".join(str(cell["content"]).split())
    return table(rows[:1], rows[1:]) if rows and grid["cols"] else ""


def _turn(nodes: list[dict[str, Any]], pages: list[list[str]]) -> None:
    """
    Put the words of nodes in a script from right to left in the order in which they are read.

    The library gives them as they stand from left to right (kreuzberg 4.10); PDFium, which it is built on, in their order. So the
    lines of PDFium with the same letters are taken, and where there are none the words are turned round.
    """
    for node in nodes:
        content = node["content"]
        text = content.get("text")
        if not text or len(_RIGHT_TO_LEFT.findall(text)) * 2 < sum(map(str.isalpha, text)):
            continue
        page = node.get("page", 0) - 1
        same = _same_letters(text, pages[page]) if 0 <= page < len(pages) else ""
        content["text"] = same or "\n".join([" ".join(reversed(line.split())) for line in text.split("\n")])


def _same_letters(text: str, lines: list[str]) -> str:
    """The lines, one after the other, that have the letters of a text; "" if none have."""
    wanted = _letters(text)
    for first in range(len(lines)):
        found = ""
        for line in range(first, len(lines)):
            found += _letters(lines[line])
            if len(found) >= len(wanted):
                if sorted(found) == sorted(wanted):
                    return "\n".join(lines[first : line + 1])
                break
    return ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))


def _lines(data: bytes, name: str) -> list[list[str]]:
    """The lines of each page as PDFium gives them."""
    try:
        import pypdfium2
    except ImportError as error:
        raise missing(name, "a PDF in a script from right to left") from error
    document = pypdfium2.PdfDocument(data)
    try:
        pages = [document[number].get_textpage().get_text_range() for number in range(len(document))]
    finally:
        document.close()
    return [[line.strip() for line in page.split("\r\n") if line.strip()] for page in pages]
