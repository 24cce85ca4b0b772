"""
Files a second and MB/s of each format, read alone and read and cut, by processor time: ``python bench/formats.py``.

The documents are made here, of the text of the examples, and repeated to about 200 KB of text each; a line for each format.
"""

import csv
import io
import json
import sys
import time
from pathlib import Path

import docx
import openpyxl
import pyarrow as pa
from fpdf import FPDF
from pptx import Presentation
from pyarrow import parquet

from khand.engine import chunk_document
from khand.readers import ReadOptions, documents
from khand.settings import Settings

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "examples" / "handbook.md").read_text("utf-8")
PARAGRAPHS = [part for part in TEXT.split("\n\n") if part.strip() and not part.startswith(("```", "|"))]
WORDS = 200_000
MANY = PARAGRAPHS * (WORDS // sum(map(len, PARAGRAPHS)) + 1)


def saved(document: object) -> bytes:
    """What a writer library saves."""
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def markdown() -> bytes:
    return "\n\n".join(MANY).encode()


def html() -> bytes:
    parts = [f"<h2>{p.lstrip('# ')}</h2>" if p.startswith("#") else f"<p>{p}</p>" for p in MANY]
    return ("<!doctype html><body><main>" + "\n".join(parts) + "</main>").encode()


def notebook() -> bytes:
    cells = [{"cell_type": "markdown", "source": p, "metadata": {}} for p in MANY]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def table() -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerows([["number", "text"], *enumerate(p.replace("\n", " ") for p in MANY)])
    return out.getvalue().encode()


def subtitles() -> bytes:
    cues = [
        f"00:{k // 60 % 60:02}:{k % 60:02}.000 --> 00:{k // 60 % 60:02}:{k % 60:02}.900\n{' '.join(p.split())}"
        for k, p in enumerate(MANY)
    ]
    return ("WEBVTT\n\n" + "\n\n".join(cues)).encode()


def word() -> bytes:
    document = docx.Document()
    for p in MANY:
        document.add_heading(p.lstrip("# "), 2) if p.startswith("#") else document.add_paragraph(p)
    return saved(document)


def slides() -> bytes:
    deck = Presentation()
    for p in MANY:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = p[:40]
        slide.placeholders[1].text = p
    return saved(deck)


def sheet() -> bytes:
    book = openpyxl.Workbook()
    for k, p in enumerate(MANY):
        book.active.append([k, p])
    return saved(book)


def pdf() -> bytes:
    made = FPDF()
    made.add_page()
    made.set_font("helvetica", size=11)
    for p in MANY:
        made.multi_cell(0, 5, p.encode("latin-1", "replace").decode("latin-1"))
        made.ln(3)
    return bytes(made.output())


def columns() -> bytes:
    out = io.BytesIO()
    parquet.write_table(pa.table({"text": MANY}), out)
    return out.getvalue()


FORMATS = {
    "a.md": markdown, "a.html": html, "a.ipynb": notebook, "a.csv": table, "a.vtt": subtitles, "a.rst": markdown,
    "a.parquet": columns, "a.docx": word, "a.pptx": slides, "a.xlsx": sheet, "a.pdf": pdf,
}  # fmt: skip


def measured(work: object, least_seconds: float = 1.0) -> float:
    """Processor seconds of one call, the best of as many as fit."""
    best, spent = float("inf"), 0.0
    while spent < least_seconds:
        began = time.process_time()
        work()
        took = time.process_time() - began
        best, spent = min(best, took), spent + took
    return best


def main() -> None:
    print("| format | file KB | text KB | read: files/s | read: MB/s of text | read and cut: MB/s of text |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, make in FORMATS.items():
        data = make()
        read = list(documents(data, name, name))
        size = sum(len(each.text.encode()) for each in read)
        alone = measured(lambda data=data, name=name: list(documents(data, name, name)))
        both = measured(
            lambda data=data, name=name: [
                chunk_document(d, Settings()).report for d in documents(data, name, name, ReadOptions())
            ]
        )
        figures = f"{1 / alone:,.0f} | {size / alone / 1e6:,.1f} | {size / both / 1e6:,.1f}"
        print(f"| {name[2:]} | {len(data) / 1e3:,.0f} | {size / 1e3:,.0f} | {figures} |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
