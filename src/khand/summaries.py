"""Chunks and reports in words and columns, for people."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from khand.figures import Row, columns, counted, number, percent
from khand.models import format_amount

if TYPE_CHECKING:
    from khand.chunks import Chunk
    from khand.report import Report

LISTED = 10
"""Chunks named one by one; of more, only how many they are is said."""
BARS = " ▁▂▃▄▅▆▇█"


def title(chunk: Chunk, *, exact: bool, unit: str = "tokens") -> str:
    """
    One line that names a chunk.

    >>> from khand.chunks import Chunk
    >>> one = Chunk("", "", 1, "Eligibility", ("Eligibility",), "", "", 58, 0, 0, 1, 1, None, 0, 0, "end")
    >>> title(one, exact=True), title(one._replace(heading=None), exact=False)
    ('chunk 2 — under “Eligibility”, 58 tokens', 'chunk 2 — ≈58 tokens')

    """
    under = f"under “{chunk.heading}”, " if chunk.heading else ""
    return f"chunk {chunk.index + 1} — {under}{counted(chunk.tokens, unit[:-1], estimated=not exact)}"


def titles(first: Sequence[Chunk], *, exact: bool, unit: str = "tokens", total: int | None = None) -> str:
    """
    The first chunks of a document, each named in a line, and how many more there are.

    Args:
        first: At least ten of them, or all.
        exact: Whether their tokens are counts.
        unit: What is counted.
        total: How many there are; None for all of `first`.

    """
    total = len(first) if total is None else total
    lines = [title(chunk, exact=exact, unit=unit) for chunk in first[:LISTED]]
    if total > LISTED:
        lines.append(f"… and {number(total - LISTED)} more")
    return "\n".join(lines) if lines else "no chunks"


def table(
    report: Report,
    *,
    price: float | None = None,
    documents: int = 1,
    name_settings: Callable[[str], str] = str,
) -> str:
    r"""
    The figures of a report.

    Args:
        report: Of one document or of several.
        price: Of one million tokens, or None.
        documents: Of how many.
        name_settings: What a setting is called where this is shown, in the text of a note.

    >>> from khand.engine import chunk
    >>> print(table(chunk("# A\n\nBe kind.", size=40).report).splitlines()[0])
    Chunks           1  fixed windows would make 1

    """
    lines = [columns(figures(report, price=price, documents=documents))]
    notes = [name_settings(note.text) for note in report.notes if note.code != "nul"]
    if notes:
        lines.append("")
    for note in notes:
        lines += textwrap.wrap(note, 100, initial_indent="- ", subsequent_indent="  ")
    return "\n".join(lines)


def figures(report: Report, *, price: float | None = None, documents: int = 1) -> list[Row]:
    """The rows of ``table``: a name, a figure, a remark."""

    def tokens(value: float) -> str:
        return number(value, estimated=not report.exact)

    rows: list[Row] = [
        *([("Documents", number(documents), "")] if documents > 1 else []),
        ("Chunks", number(report.chunks), f"fixed windows would make {tokens(report.plan.chunks)}"),
        (f"{report.unit.capitalize()} to embed", tokens(report.tokens), _sum(report, documents)),
    ]
    if report.chunks:
        context = f"{percent(report.context_share)} of what is embedded"
        rows += [
            ("Repeated", tokens(report.repeated), _repeated(report)),
            ("Context", tokens(report.context_tokens), context),
            *_sizes(report),
            *([("Children", number(report.children), _children(report, price))] if report.children else []),
            ("Chunks end at", "", _counts(report.cuts)),
        ]
    if price is not None:
        rows.append(_cost(report, price))
    return rows


def _children(report: Report, price: float | None) -> str:
    """What the windows inside the chunks come to: they are in no other figure."""
    about = f"{number(report.child_tokens, estimated=not report.exact)} {report.unit} to embed in the chunks' stead"
    return about if price is None else f"{about}, {format_amount(report.child_tokens / 1e6 * price)}"


def _sum(report: Report, documents: int) -> str:
    """What the tokens to embed are the sum of, so that it adds up in sight."""

    def tokens(value: int) -> str:
        return number(value, estimated=not report.exact)

    own = "in the document itself" if documents == 1 else "in the documents themselves"
    parts = [f"{tokens(report.document_tokens)} {own}"]
    parts += [f"+ {tokens(report.repeated)} repeated"] if report.repeated else []
    parts += [f"+ {tokens(report.context_tokens)} context"] if report.context_tokens else []
    rest = report.tokens - report.document_tokens - report.repeated - report.context_tokens
    if rest:
        # white space between chunks is in none, and where a text is cut or joined tokens part or merge
        parts.append(f"{'+' if rest > 0 else '−'} {tokens(abs(rest))} where pieces part and join")
    return " ".join(parts)


def _sizes(report: Report) -> list[Row]:
    def tokens(value: float) -> str:
        return number(value, estimated=not report.exact)

    if report.smallest == report.largest:
        same = "the only one" if report.chunks == 1 else "all of them"
        return [("Size of a chunk", tokens(report.largest), same)]
    spread = (
        f"mean; {tokens(report.smallest)} to {tokens(report.largest)}, median {tokens(report.median)}, "
        f"95 % up to {tokens(report.p95)}"
    )
    return [
        ("Size of a chunk", tokens(report.mean), spread),
        ("", "", f"1 {sparkline(report)} {tokens(report.largest)}"),
    ]


def _cost(report: Report, price: float) -> Row:
    about = "" if report.exact else "≈"
    parts = {"repeated": report.repeated, "context": report.context_tokens}
    shown = [f"{name} {about}{format_amount(n / 1e6 * price)}" for name, n in parts.items() if n]
    of_it = f"; {', '.join(shown)}" if shown else ""
    note = f"at {format_amount(price)} for a million tokens{of_it}"
    return "Cost", about + format_amount(report.cost(price)), note


def _repeated(report: Report) -> str:
    if not report.overlap:
        return "no overlap"
    cuts = sum(report.overlaps.values()) - report.overlaps.get("first", 0)
    share = percent(report.repeated_share)
    return f"{share} of what is embedded; carried at {report.overlaps.get('carried', 0)} of {counted(cuts, 'cut')}"


def sparkline(report: Report) -> str:
    """The histogram of sizes as a line of bars."""
    counts = [bar.chunks for bar in report.histogram]
    # a bar that is not empty is never shown as empty
    return "".join(BARS[-(-count * (len(BARS) - 1) // max(counts))] for count in counts)


def _counts(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{number} {name}" for name, number in ordered)
