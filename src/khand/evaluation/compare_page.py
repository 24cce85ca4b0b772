"""A comparison as one self-contained HTML page: the table and two plots."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from khand.comparison import Compared
from khand.evaluation import plots
from khand.formatting import format_amount


def page(rows: Sequence[Compared], price: float | None) -> str:
    """
    A comparison as HTML.

    Args:
        rows: The figures of each setting.
        price: Price of one million tokens; None to show no cost.
    """
    style = files("khand.evaluation").joinpath("page.css").read_text("utf-8")
    names = [
        "Setting", "Chunks", "by the formula", "Embedded tokens", "by the formula", "Repeated", "Context", "Smallest", "Mean",
        "Largest", "Sentences cut", "Tables cut", "Code cut", *(["Cost"] if price is not None else []),
    ]  # fmt: skip
    heads = "".join(f"<th scope='col'>{escape(name)}</th>" for name in names)
    body = "".join(_row(row, price) for row in rows)
    bars = [(row.setting, float(row.tokens)) for row in rows]
    ends = [(row.setting, float(row.sentences_cut + row.tables_cut + row.code_cut)) for row in rows]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark"><title>khand: ways of cutting</title>'
        f"<style>{style}</style></head><body><main><h1>Ways of cutting</h1>"
        "<p>What each setting makes of the same documents, beside what the formula says for fixed windows of its size and "
        "overlap. Which of them finds more, only questions can tell: khand evaluate.</p>"
        f"<div class='wide'><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
        f"<h2>Tokens to embed</h2>{plots.bars(bars, 'Tokens')}"
        f"<h2>Sentences, tables and code blocks cut</h2>{plots.bars(ends, 'How many a chunk ends inside of')}"
        "</main></body></html>\n"
    )


def _row(row: Compared, price: float | None) -> str:
    counts = (row.chunks, row.plan_chunks, row.tokens, row.plan_tokens)
    shares = (row.repeated_share, row.context_share)
    sizes = (row.smallest, round(row.mean), row.largest, row.sentences_cut, row.tables_cut, row.code_cut)
    cells = [
        *(f"{value:,}" for value in counts),
        *(f"{share * 100:.1f} %" for share in shares),
        *(f"{value:,}" for value in sizes),
        *([format_amount(row.tokens / 1e6 * price)] if price is not None else []),
    ]
    return (
        f"<tr><th scope='row'>{escape(row.setting)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    )
