"""Tables of HTML as rows of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from khand.readers.html_main import is_seen
from khand.readers.html_tree import Element

MAX_SPAN = 50
"""Columns or rows that a cell is repeated over; more is a mistake or an attack."""
_LAYOUT = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "table", "pre"))
_GROUPS = frozenset(("thead", "tbody", "tfoot"))


def is_data(table: Element) -> bool:
    """Whether a table is one; else it only puts parts of the page beside each other, and these are read one by one."""
    if table.attributes.get("role") in ("presentation", "none"):
        return False
    return not any(element.name in _LAYOUT for element in table.elements())


def parts(table: Element) -> Iterator[Element]:
    """The caption and the cells of a table, in order; not those of tables in its cells."""
    yield from (e for e in table.children if isinstance(e, Element) and e.name == "caption")
    for row, _ in _row_elements(table):
        yield from (e for e in row.children if isinstance(e, Element) and e.name in ("td", "th"))


def rows(table: Element, text_of: Callable[[Element], str]) -> tuple[list[list[str]], list[list[str]]]:
    """
    The header rows and the other rows of a table.

    Args:
        table: The element.
        text_of: The text of a cell, without line ends.

    Returns:
        All rows of ``thead``, else the leading rows of nothing but ``th``, else a first row all in bold; and the rest. A
        cell over several rows or columns is repeated in each row, and stands in the first of its columns.
    """
    header: list[list[str]] = []
    body: list[list[str]] = []
    below: dict[int, tuple[int, str]] = {}
    for row, in_head in _row_elements(table):
        cells = [c for c in row.children if isinstance(c, Element) and c.name in ("td", "th") and is_seen(c)]
        texts = _with_spans(cells, below, text_of)
        if not any(texts):
            continue
        heads = in_head or (not body and _is_header(cells, first=not header))
        (header if heads and not body else body).append(texts)
    return header, body


def _row_elements(table: Element) -> list[tuple[Element, bool]]:
    found = []
    for child in table.children:
        if not isinstance(child, Element) or not is_seen(child):
            continue
        if child.name == "tr":
            found.append((child, False))
        elif child.name in _GROUPS:
            inner = [row for row in child.children if isinstance(row, Element) and row.name == "tr"]
            found += [(row, child.name == "thead") for row in inner if is_seen(row)]
    return found


def _is_header(cells: list[Element], *, first: bool) -> bool:
    if cells and all(cell.name == "th" for cell in cells):
        return True
    return first and len(cells) > 1 and all(_is_bold(cell) for cell in cells)


def _is_bold(cell: Element) -> bool:
    words = "".join(cell.text().split())
    bold = "".join("".join(e.text().split()) for e in cell.elements() if e.name in ("b", "strong"))
    return bool(words) and words == bold


def _with_spans(
    cells: list[Element], below: dict[int, tuple[int, str]], text_of: Callable[[Element], str]
) -> list[str]:
    """The texts of a row, those that reach down from rows above among them; `below` holds how far they still reach."""
    out: list[str] = []
    todo = list(cells)
    while todo or len(out) in below:
        column = len(out)
        if column in below:
            left, text = below[column]
            out.append(text)
            if left > 1:
                below[column] = (left - 1, text)
            else:
                del below[column]
            continue
        cell = todo.pop(0)
        text = text_of(cell)
        down = _span(cell, "rowspan")
        for k in range(_span(cell, "colspan")):
            out.append(text if k == 0 else "")
            if down > 1:
                below[column + k] = (down - 1, text if k == 0 else "")
    return out


def _span(cell: Element, name: str) -> int:
    said = cell.attributes.get(name, "1").strip()
    return min(max(int(said), 1), MAX_SPAN) if said.isascii() and said.isdigit() and len(said) < 6 else 1
