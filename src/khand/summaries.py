"""Chunks and reports in words and columns, for people."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence

from khand.chunk_record import Chunk
from khand.figures import CuttingFigures
from khand.formatting import Row, columns, counted, format_amount, number, percent
from khand.notes import Note

LISTED = 10
"""Chunks named one by one; of more, only how many they are is said."""
BARS = " ▁▂▃▄▅▆▇█"


def title(chunk: Chunk, *, exact: bool, unit: str = "tokens") -> str:
    """
    One line that names a chunk.

    >>> from khand.chunk_record import Chunk
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
        first: The first chunks: at least ten, or all there are.
        exact: Whether their tokens are exact counts.
        unit: What was counted: tokens, characters or words.
        total: How many chunks there are; None if `first` has all of them.

    """
    total = len(first) if total is None else total
    lines = [title(chunk, exact=exact, unit=unit) for chunk in first[:LISTED]]
    if total > LISTED:
        lines.append(f"… and {number(total - LISTED)} more")
    return "\n".join(lines) if lines else "no chunks"


def table(
    figures: CuttingFigures,
    notes: Iterable[Note] = (),
    *,
    price: float | None = None,
    documents: int = 1,
    name_settings: Callable[[str], str] = str,
) -> str:
    r"""
    The figures of a report as a table, with its notes below.

    Args:
        figures: Those of one document, or of several joined.
        notes: What the figures say in words.
        price: Price of one million tokens, or None for a table without costs.
        documents: How many documents the figures are of.
        name_settings: Turns the names of settings in a note into those of the place where it is shown.

    >>> from khand.engine import chunk
    >>> print(table(chunk("# A\n\nBe kind.", size=40).report).splitlines()[0])
    Chunks           1  fixed windows would make 1

    """
    lines = [columns(rows(figures, price=price, documents=documents))]
    said = [name_settings(note.text) for note in notes if note.code != "nul"]
    if said:
        lines.append("")
    for text in said:
        lines += textwrap.wrap(text, 100, initial_indent="- ", subsequent_indent="  ")
    return "\n".join(lines)


def rows(figures: CuttingFigures, *, price: float | None = None, documents: int = 1) -> list[Row]:
    """The rows of ``table``: a name, a figure, a remark."""

    def tokens(value: float) -> str:
        return number(value, estimated=not figures.exact)

    out: list[Row] = [
        *([("Documents", number(documents), "")] if documents > 1 else []),
        ("Chunks", number(figures.chunks), f"fixed windows would make {tokens(figures.plan.chunks)}"),
        (f"{figures.unit.capitalize()} to embed", tokens(figures.tokens), _sum(figures, documents)),
    ]
    if figures.chunks:
        context = f"{percent(figures.context_share)} of what is embedded"
        out += [
            ("Repeated", tokens(figures.repeated), _repeated(figures)),
            ("Context", tokens(figures.context_tokens), context),
            *_sizes(figures),
            *(
                [("Children", number(figures.children), _children(figures, price))]
                if figures.children
                else []
            ),
            ("Chunks end at", "", _counts(figures.cuts)),
        ]
    if price is not None:
        out.append(_cost(figures, price))
    return out


def _children(figures: CuttingFigures, price: float | None) -> str:
    """What the windows inside the chunks come to: they are in no other figure."""
    about = f"{number(figures.child_tokens, estimated=not figures.exact)} {figures.unit} to embed in the chunks' stead"
    return about if price is None else f"{about}, {format_amount(figures.child_tokens / 1e6 * price)}"


def _sum(figures: CuttingFigures, documents: int) -> str:
    """What the tokens to embed are the sum of, so that it adds up in sight."""

    def tokens(value: int) -> str:
        return number(value, estimated=not figures.exact)

    own = "in the document itself" if documents == 1 else "in the documents themselves"
    parts = [f"{tokens(figures.document_tokens)} {own}"]
    parts += [f"+ {tokens(figures.repeated)} repeated"] if figures.repeated else []
    parts += [f"+ {tokens(figures.context_tokens)} context"] if figures.context_tokens else []
    rest = figures.tokens - figures.document_tokens - figures.repeated - figures.context_tokens
    if rest:
        # white space between chunks is in none, and where a text is cut or joined tokens part or merge
        parts.append(f"{'+' if rest > 0 else '−'} {tokens(abs(rest))} where pieces part and join")
    return " ".join(parts)


def _sizes(figures: CuttingFigures) -> list[Row]:
    def tokens(value: float) -> str:
        return number(value, estimated=not figures.exact)

    if figures.smallest == figures.largest:
        same = "the only one" if figures.chunks == 1 else "all of them"
        return [("Size of a chunk", tokens(figures.largest), same)]
    spread = (
        f"mean; {tokens(figures.smallest)} to {tokens(figures.largest)}, median {tokens(figures.median)}, "
        f"95 % up to {tokens(figures.p95)}"
    )
    return [
        ("Size of a chunk", tokens(figures.mean), spread),
        ("", "", f"1 {sparkline(figures)} {tokens(figures.largest)}"),
    ]


def _cost(figures: CuttingFigures, price: float) -> Row:
    about = "" if figures.exact else "≈"
    parts = {"repeated": figures.repeated, "context": figures.context_tokens}
    shown = [f"{name} {about}{format_amount(n / 1e6 * price)}" for name, n in parts.items() if n]
    of_it = f"; {', '.join(shown)}" if shown else ""
    note = f"at {format_amount(price)} for a million tokens{of_it}"
    return "Cost", about + format_amount(figures.cost(price)), note


def _repeated(figures: CuttingFigures) -> str:
    if not figures.overlap:
        return "no overlap"
    cuts = sum(figures.overlaps.values()) - figures.overlaps.get("first", 0)
    share = percent(figures.repeated_share)
    return f"{share} of what is embedded; carried at {figures.overlaps.get('carried', 0)} of {counted(cuts, 'cut')}"


def sparkline(figures: CuttingFigures) -> str:
    """The histogram of sizes as a line of bars."""
    counts = [bar.chunks for bar in figures.histogram]
    # a bar that is not empty is never shown as empty
    return "".join(BARS[-(-count * (len(BARS) - 1) // max(counts))] for count in counts)


def _counts(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{number(count)} {name}" for name, count in ordered)
