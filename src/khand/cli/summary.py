"""The summary of a run: figures in columns for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Callable

from khand.build import build
from khand.cli.run import Run
from khand.duplicates import Seen
from khand.formatting import Row, columns, counted, format_amount, number
from khand.report import Report
from khand.summaries import LISTED, table

__all__ = ["as_dict", "run_table"]


def run_table(
    run: Run, report: Report, price: float | None, *, dropped: bool, naming: Callable[[str], str]
) -> str:
    """
    The figures of a run, for people.

    Args:
        run: What was done and what failed.
        report: The report on all documents that were cut.
        price: Price of one million tokens, or None.
        dropped: Whether duplicates were left out.
        naming: Turns the names of settings in a note into those of the options.

    """
    several = len(run.done) + len(run.failures) > 1
    parts = [columns(_documents(run, report)), ""] if several else []
    parts.append(table(report, report.notes, price=price, documents=len(run.done), name_settings=naming))
    more = [*_duplicates(run.seen, report, price, dropped=dropped), *_failures(run)]
    if more:
        parts += ["", columns(more)]
    return "\n".join(parts)


def as_dict(run: Run, report: Report | None, *, price: float | None, dropped: bool) -> dict[str, object]:
    """
    The figures of a run, for programs: those of the report, its documents, failures, duplicates and cost, and which khand it was.

    Args:
        run: What was done and what failed.
        report: The report on all documents that were cut; None if there are none.
        price: Price of one million tokens, or None.
        dropped: Whether duplicates were left out.

    """
    tokens = {
        "cost": report.tokens if report else 0,
        "repeated_cost": report.repeated if report else 0,
        "context_cost": report.context_tokens if report else 0,
    }
    figures: dict[str, object] = {
        "build": build(),
        "documents": [done._asdict() for done in run.done],
        "failed": len(run.failures),
        "failures": [failure._asdict() for failure in run.failures],
        "duplicates": {
            "chunks": run.seen.chunks,
            "tokens": run.seen.tokens,
            "cost": None if price is None else run.seen.tokens / 1e6 * price,
            "dropped": dropped,
        },
        "price": price,
    }
    figures |= {name: None if price is None else count / 1e6 * price for name, count in tokens.items()}
    return figures if report is None else figures | report.to_dict()


def _documents(run: Run, report: Report) -> list[Row]:
    def row(name: str, tokens: int, chunks: int) -> Row:
        shown = number(tokens, estimated=not report.exact)
        return name, shown, f"{report.unit} in {counted(chunks, 'chunk')}"

    rows = [row(one.source or "standard input", one.tokens, one.chunks) for one in run.done[:LISTED]]
    rest = run.done[LISTED:]
    if rest:
        tokens, chunks = sum(one.tokens for one in rest), sum(one.chunks for one in rest)
        rows.append(row(f"{len(rest):,} more", tokens, chunks))
    return rows


def _duplicates(seen: Seen, report: Report, price: float | None, *, dropped: bool) -> list[Row]:
    if not seen.chunks:
        return []
    about = "" if report.exact else "≈"
    tokens = f"{about}{counted(seen.tokens, report.unit[:-1])}"
    cost = "" if price is None else f", cost {about}{format_amount(seen.tokens / 1e6 * price)}"
    what = "left out; the chunk with the same embedded text names them in its metadata"
    if not dropped:
        what = "their embedded text is that of an earlier chunk; --drop-duplicates leaves them out"
    return [("Duplicates", number(seen.chunks), f"{tokens}{cost}; {what}")]


def _failures(run: Run) -> list[Row]:
    if not run.failures:
        return []
    total = len(run.done) + len(run.failures)
    return [("Failed", number(len(run.failures)), f"of {number(total)}: {run.reasons()}")]
