"""Chunks and reports as a notebook shows them: HTML without scripts, readable on light and on dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from khand.chunk_record import Chunk, around
from khand.figures import CuttingFigures
from khand.formatting import number
from khand.notes import Note
from khand.summaries import LISTED, rows, title

# translucent colours over whatever the page has; the text keeps the page's own colour
_STYLE = """<style>
.khand { font: inherit; line-height: 1.45 }
.khand section { border-inline-start: 4px solid rgb(64 128 255 / .6); margin: .6em 0; padding: .2em .8em }
.khand section:nth-of-type(even) { border-color: rgb(230 140 0 / .7) }
.khand h4 { font-size: 1em; font-weight: 600; margin: 0 0 .3em }
.khand div { white-space: pre-wrap; overflow-wrap: anywhere; text-align: start }
.khand .context { opacity: .6; font-style: italic }
.khand mark { background: rgb(255 200 0 / .35); color: inherit }
.khand table { border-collapse: collapse } .khand td, .khand th { padding: .1em .8em; text-align: start }
.khand td:nth-of-type(1) { text-align: end; font-variant-numeric: tabular-nums }
</style>"""


def chunks_html(chunks: Sequence[Chunk], *, exact: bool, unit: str) -> str:
    """
    The first chunks, with their overlap marked and their context set apart, and how many more there are.

    >>> from khand.engine import chunk
    >>> '<div dir="auto"># A &amp; B' in chunk("# A & B")._repr_html_()
    True

    """
    shown = [_chunk(chunk, exact=exact, unit=unit) for chunk in chunks[:LISTED]]
    if len(chunks) > LISTED:
        shown.append(f"<p>… and {number(len(chunks) - LISTED)} more</p>")
    return f'{_STYLE}<div class="khand">{"".join(shown) or "<p>no chunks</p>"}</div>'


def report_html(figures: CuttingFigures, notes: Iterable[Note]) -> str:
    """The figures of a report as a table, and its notes as a list."""
    lines = [
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(figure)}</td><td>{escape("".join(remark))}</td></tr>'
        for name, figure, *remark in rows(figures, documents=figures.plan.documents)
    ]
    said = "".join(f"<li>{escape(note.text)}</li>" for note in notes)
    listed = f"<ul>{said}</ul>" if said else ""
    return f'{_STYLE}<div class="khand"><table>{"".join(lines)}</table>{listed}</div>'


def _chunk(chunk: Chunk, *, exact: bool, unit: str) -> str:
    before, after = (_context(part.strip("\n")) for part in around(chunk))
    repeated, own = chunk.text[: chunk.overlap_chars], chunk.text[chunk.overlap_chars :]
    marked = f"<mark>{escape(repeated)}</mark>" if repeated else ""
    named = escape(title(chunk, exact=exact, unit=unit))
    return f'<section><h4>{named}</h4>{before}<div dir="auto">{marked}{escape(own)}</div>{after}</section>'


def _context(text: str) -> str:
    return f'<div dir="auto" class="context">{escape(text)}</div>' if text else ""
