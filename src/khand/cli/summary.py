"""What a run came to: figures in columns for people, JSON for programs."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from khand.chunks import Chunk
from khand.cli.base import Row, columns, counted, number, percent
from khand.cli.preview import title
from khand.models import format_amount
from khand.report import Report

LISTED = 10
"""Documents named one by one; of more, only how many they are is said."""
BARS = " ▁▂▃▄▅▆▇█"


def table(done: Sequence[tuple[str, Report]], report: Report, price: float | None) -> str:
    """
    The figures of a run, for people.

    Args:
        done: Name and report of each document.
        report: Of all of them.
        price: Of one million tokens, or None.

    """
    parts = [columns(_documents(done)), ""] if len(done) > 1 else []
    own = "in the documents themselves" if len(done) > 1 else "in the document itself"
    parts.append(columns(_figures(report, price, own)))
    parts += _notes(report)
    return "\n".join(parts)


def titles(first: Sequence[Chunk], report: Report) -> str:
    """
    The first chunks of a document, each named in a line.

    Args:
        first: At least ten of them, or all.
        report: Of the document.

    """
    lines = [title(chunk, exact=report.exact, unit=report.unit) for chunk in first[:LISTED]]
    if report.chunks > LISTED:
        lines.append(f"… and {number(report.chunks - LISTED)} more")
    return "\n".join([*lines, ""]) if lines else ""


def as_dict(
    done: Sequence[tuple[str, Report]], report: Report | None, *, failed: int, price: float | None
) -> dict[str, object]:
    """
    The figures of a run, for programs: those of the report, its documents, failures and cost.

    Args:
        done: Name and report of each document.
        report: Of all of them; None if there are none.
        failed: Inputs that failed.
        price: Of one million tokens, or None.

    """
    documents = [{"source": source, "chunks": one.chunks, "tokens": one.tokens} for source, one in done]
    figures: dict[str, object] = {"documents": documents, "failed": failed, "price": price}
    if report is not None:
        parts = {"repeated_cost": report.repeated, "context_cost": report.context_tokens}
        figures |= {"cost": None if price is None else report.cost(price)}
        figures |= {name: None if price is None else n / 1e6 * price for name, n in parts.items()}
        figures |= report.to_dict()
    return figures


def _documents(done: Sequence[tuple[str, Report]]) -> list[Row]:
    rows: list[Row] = [
        (
            source or "standard input",
            _tokens(one, one.tokens),
            f"{one.unit} in {counted(one.chunks, 'chunk')}",
        )
        for source, one in done[:LISTED]
    ]
    if len(done) > LISTED:
        rest = [one for _, one in done[LISTED:]]
        tokens = sum(one.tokens for one in rest)
        chunks = sum(one.chunks for one in rest)
        rows.append(
            (f"{len(rest)} more", _tokens(rest[0], tokens), f"{rest[0].unit} in {counted(chunks, 'chunk')}")
        )
    return rows


def _figures(report: Report, price: float | None, own: str) -> list[Row]:
    def tokens(value: float) -> str:
        return _tokens(report, value)

    rows: list[Row] = [
        ("Chunks", number(report.chunks), f"fixed windows would make {tokens(report.plan.chunks)}"),
        (
            f"{report.unit.capitalize()} to embed",
            tokens(report.tokens),
            f"{tokens(report.document_tokens)} {own}",
        ),
    ]
    if report.chunks:
        rows += [
            ("Repeated", tokens(report.repeated), _repeated(report)),
            (
                "Context",
                tokens(report.context_tokens),
                f"{percent(report.context_share)} of what is embedded",
            ),
            (
                "Size of a chunk",
                tokens(report.mean),
                f"mean; {tokens(report.smallest)} to {tokens(report.largest)}, median {tokens(report.median)}, "
                f"95 % up to {tokens(report.p95)}",
            ),
            ("", "", f"1 {_sparkline(report)} {tokens(report.largest)}"),
            ("Chunks end at", "", _counts(report.cuts)),
        ]
    if price is not None:
        about = "" if report.exact else "≈"
        parts = {"repeated": report.repeated, "context": report.context_tokens}
        shown = [f"{name} {about}{format_amount(n / 1e6 * price)}" for name, n in parts.items() if n]
        of_it = f"; {', '.join(shown)}" if shown else ""
        note = f"at {format_amount(price)} for a million tokens{of_it}"
        rows.append(("Cost", about + format_amount(report.cost(price)), note))
    return rows


def _repeated(report: Report) -> str:
    if not report.overlap:
        return "no overlap"
    cuts = sum(report.overlaps.values()) - report.overlaps.get("first", 0)
    share = percent(report.repeated_share)
    return f"{share} of what is embedded; carried at {report.overlaps.get('carried', 0)} of {counted(cuts, 'cut')}"


def _sparkline(report: Report) -> str:
    counts = [bar.chunks for bar in report.histogram]
    # a bar that is not empty is never shown as empty
    return "".join(BARS[-(-count * (len(BARS) - 1) // max(counts))] for count in counts)


def _notes(report: Report) -> list[str]:
    lines = []
    for note in report.notes:
        # told beside the name of the document
        if note.code != "nul":
            text = re.sub(r"\b(min_size|overlap_across_headings)\b", _as_option, note.text)
            lines += textwrap.wrap(text, 100, initial_indent="- ", subsequent_indent="  ")
    return ["", *lines] if lines else []


def _as_option(setting: re.Match[str]) -> str:
    return "--" + setting[0].replace("_", "-")


def _counts(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{number} {name}" for name, number in ordered)


def _tokens(report: Report, value: float) -> str:
    return number(value, estimated=not report.exact)
