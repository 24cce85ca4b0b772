"""Jupyter notebooks as Markdown: text cells as they are, code cells as code, their outputs where asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from khand.errors import InputError
from khand.readers.decode import decode
from khand.readers.document import Document, Marks
from khand.readers.markdown_text import fenced
from khand.readers.options import ReadOptions

_ATTACHED = re.compile(r"!\[([^\]]{0,1000})\]\((?:attachment:|data:)[^()\s]*+\)")
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def sniff(data: bytes, suffix: str) -> str:
    """JSON with cells and the version of the notebook's format."""
    if suffix not in (".ipynb", ".json", "") or not data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(
        b"{"
    ):
        return ""
    ends = data[:20_000] + data[-20_000:]
    return "ipynb" if b'"nbformat"' in ends and b'"cells"' in data else ""


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """The cells with a blank line between them; each chunk carries the numbers of its first and last cell, from 1."""
    try:
        notebook = json.loads(decode(data, encoding=options.encoding, source=name))
        cells = notebook["cells"] if "cells" in notebook else notebook["worksheets"][0]["cells"]
        language = notebook.get("metadata", {}).get("language_info", {}).get("name", "")
        language = language or notebook.get("metadata", {}).get("kernelspec", {}).get("language", "")
        found = [(number, _cell(cell, language, options.outputs)) for number, cell in enumerate(cells, 1)]
        hidden = sum(len(cell.get("outputs", ())) for cell in cells)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError, IndexError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{name}: is no Jupyter notebook that can be read ({type(error).__name__}: {error}); it is damaged or mislabelled",
            source=name,
        ) from error
    starts, numbers, parts, at = [], [], [], 0
    for number, text in found:
        if text:
            starts.append(at)
            numbers.append(number)
            parts.append(text)
            at += len(text) + 2
    text = "\n\n".join(parts) + "\n" if parts else ""
    left_out = (
        ()
        if options.outputs or not hidden
        else (f"outputs of code cells: {hidden} (take them with --outputs)",)
    )
    return [
        Document(
            "",
            text,
            "markdown",
            (),
            None,
            (Marks("first_cell", "last_cell", starts, numbers, numbers),),
            left_out,
        )
    ]


def _cell(cell: dict[str, Any], language: str, outputs: bool) -> str:
    text = _joined(cell.get("source", cell.get("input", "")))
    if cell["cell_type"] == "markdown":
        return _ATTACHED.sub(r"\1", text).strip("\n").rstrip()
    if cell["cell_type"] == "heading":  # of the third version
        return f"{'#' * int(cell.get('level', 1))} {text.strip()}"
    if not text.strip():
        return ""
    if cell["cell_type"] != "code":
        return fenced(text)
    shown = [fenced(text, language)]
    if outputs:
        shown += [fenced(each) for each in map(_output, cell.get("outputs", ())) if each.strip()]
    return "\n\n".join(shown)


def _output(output: dict[str, Any]) -> str:
    """What an output shows as plain text; of pictures nothing."""
    if "traceback" in output:
        text = "\n".join(output["traceback"])
    elif "data" in output:
        text = _joined(output["data"].get("text/plain", ""))
    else:
        text = _joined(output.get("text", ""))
    return _ESCAPE.sub("", text)


def _joined(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)
