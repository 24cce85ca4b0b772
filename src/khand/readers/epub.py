"""EPUB: the pages of the book in reading order, each read as HTML."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterable
from urllib.parse import unquote

from khand.errors import InputError
from khand.readers.decode import decode
from khand.readers.document import Document
from khand.readers.html import markdown
from khand.readers.html_tree import Element, tree
from khand.readers.office import check_unpacked
from khand.readers.options import ReadOptions


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """The text of all pages that are read one after the other."""
    check_unpacked(data, name, "an EPUB book")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            pages = [_text(archive, path, name) for path in _reading_order(archive, name)]
    except (KeyError, zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError) as error:
        raise InputError(
            f"{name}: is an EPUB book that is damaged or protected ({error})", source=name
        ) from error
    parts = [markdown(page, main=options.main) for page in pages]
    return [Document("", "\n".join([part for part in parts if part]))]


def _text(archive: zipfile.ZipFile, path: str, name: str) -> str:
    return decode(archive.read(path), source=f"{name}: {path}")


def _reading_order(archive: zipfile.ZipFile, name: str) -> list[str]:
    """The paths of the pages, by the book's own list."""
    container = tree(_text(archive, "META-INF/container.xml", name))
    root = next((e.attributes.get("full-path", "") for e in container.elements() if e.name == "rootfile"), "")
    if not root:
        raise InputError(f"{name}: is an EPUB book that does not say where its list of pages is", source=name)
    book = tree(_text(archive, root, name))
    folder = posixpath.dirname(root)
    items = {e.attributes.get("id", ""): e for e in book.elements() if _local(e) == "item"}
    order = [e.attributes.get("idref", "") for e in book.elements() if _local(e) == "itemref"]
    shown = [items[each] for each in order if each in items]
    return [
        posixpath.normpath(posixpath.join(folder, unquote(item.attributes.get("href", ""))))
        for item in shown
        if "html" in item.attributes.get("media-type", "")
    ]


def _local(element: Element) -> str:
    """A name without its prefix."""
    return element.name.rpartition(":")[2]
