"""The report on a set of chunks: its figures, and in words what explains every surprise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from khand.characters.space import BOM
from khand.chunk_record import Chunk
from khand.cutting.piece import Piece
from khand.figures import CuttingFigures
from khand.notes import Note, notes_on
from khand.planning import Plan, join_plans, plan
from khand.settings import Settings

_SMALL_SHARE = 0.5
"""A chunk below half the size counts as small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(CuttingFigures):
    """
    The report on the chunks of one document, or of several joined: the figures, and what they say in words.

    Attributes:
        notes: Remarks in words: why the result differs from the plan, warnings and advice.
    """

    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        from khand.summaries import table

        return table(self, self.notes)

    def _repr_html_(self) -> str:
        from khand.notebook import report_html

        return report_html(self, self.notes)

    def to_dict(self) -> dict[str, Any]:
        """Every figure by its name, ready for JSON; `sizes` as its summary and histogram."""
        out: dict[str, Any] = {
            f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("sizes", "plan", "notes")
        }
        out |= {
            "repeated_share": self.repeated_share,
            "context_share": self.context_share,
            "smallest": self.smallest,
            "mean": self.mean,
            "median": self.median,
            "p95": self.p95,
            "largest": self.largest,
            "histogram": [bar._asdict() for bar in self.histogram],
            "plan": self.plan.to_dict(),
            "notes": [note._asdict() for note in self.notes],
        }
        return out

    @classmethod
    def from_dict(cls, figures: dict[str, Any], sizes: Sequence[int]) -> Report:
        """
        Build the report again from what ``to_dict`` gave.

        Args:
            figures: The dictionary that ``to_dict`` gave, or the same read back from JSON.
            sizes: Tokens of every chunk; the dictionary does not hold them.
        """
        given = {f.name: figures[f.name] for f in fields(cls) if f.name in figures}
        known = {f.name for f in fields(Plan)}
        return cls(
            **given
            | {
                "sizes": tuple(sizes),
                "plan": Plan(**{name: value for name, value in figures["plan"].items() if name in known}),
                "notes": tuple([Note(**note) for note in figures["notes"]]),
            }
        )


def make_report(
    text: str,
    chunks: Sequence[Chunk],
    pieces: Sequence[Piece],
    settings: Settings,
    *,
    document_tokens: int,
    exact: bool,
    template: int = 0,
    children: Sequence[Chunk] = (),
) -> Report:
    """
    The report on the chunks of one document.

    Args:
        text: The source text.
        chunks: Its chunks, in order.
        pieces: What cutting knows of each chunk.
        settings: How it was cut.
        document_tokens: Tokens of the source text alone.
        exact: Whether the tokens are exact counts.
        template: Tokens that the tokenizer's template adds to every chunk.
        children: The windows inside the chunks.
    """
    context = sum(piece.context_tokens for piece in pieces)
    return _with_notes(
        Report(
            chunks=len(chunks),
            exact=exact,
            unit=settings.unit,
            size=settings.size,
            overlap=settings.overlap_tokens,
            document_tokens=document_tokens,
            tokens=sum(chunk.tokens for chunk in chunks),
            repeated=sum(chunk.overlap_tokens for chunk in chunks),
            context_tokens=context,
            sizes=tuple([chunk.tokens for chunk in chunks]),
            cuts=dict(Counter(chunk.cut for chunk in chunks)),
            overlaps=dict(Counter(piece.carried.value for piece in pieces)),
            gave_way=_gave_way(pieces),
            small=_small(chunks, settings),
            moved_edges=sum(piece.moved for piece in pieces),
            children=len(children),
            child_tokens=sum(child.tokens for child in children),
            left_out=_left_out(text, pieces, settings),
            in_links=sum(piece.in_link for piece in pieces),
            plan=plan(document_tokens, size=settings.size - template, overlap=settings.overlap_tokens),
        ),
        settings,
        nul_at=text.find("\0"),
        nuls=text.count("\0"),
    )


def join_reports(reports: Sequence[Report], settings: Settings) -> Report:
    """
    One report on several documents, each planned and cut alone.

    Args:
        reports: The reports of the documents, at least one, all made with `settings`.
        settings: How they were cut.
    """
    first = reports[0]
    joined = Report(
        chunks=sum(r.chunks for r in reports),
        exact=first.exact,
        unit=first.unit,
        size=first.size,
        overlap=first.overlap,
        document_tokens=sum(r.document_tokens for r in reports),
        tokens=sum(r.tokens for r in reports),
        repeated=sum(r.repeated for r in reports),
        context_tokens=sum(r.context_tokens for r in reports),
        sizes=tuple([size for r in reports for size in r.sizes]),
        cuts=_added([r.cuts for r in reports]),
        overlaps=_added([r.overlaps for r in reports]),
        gave_way=_added([r.gave_way for r in reports]),
        small=sum(r.small for r in reports),
        moved_edges=sum(r.moved_edges for r in reports),
        children=sum(r.children for r in reports),
        child_tokens=sum(r.child_tokens for r in reports),
        left_out=sum(r.left_out for r in reports),
        in_links=sum(r.in_links for r in reports),
        plan=join_plans([r.plan for r in reports]),
    )
    nuls = sum(int(note.values["count"]) for r in reports for note in r.notes if note.code == "nul")
    at = next((int(note.values["position"]) for r in reports for note in r.notes if note.code == "nul"), -1)
    return _with_notes(joined, settings, nul_at=at, nuls=nuls)


def _added(counts: Sequence[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return dict(total)


def _left_out(text: str, pieces: Sequence[Piece], settings: Settings) -> int:
    """Code points before the first chunk that hold more than white space: front matter that was skipped."""
    if settings.front_matter != "skip":
        return 0
    before = text[: pieces[0].start] if pieces else text
    return len(before.removeprefix(BOM).strip())


def _gave_way(pieces: Sequence[Piece]) -> dict[str, int]:
    """How often each rule gave way, from the one that does so last to the one that does so first."""
    counts = {
        "oversized": sum(piece.oversized for piece in pieces),
        "words": sum(piece.reason == "grapheme" for piece in pieces),
        "headings": sum(piece.heading_alone for piece in pieces),
        "units": sum(piece.reason in ("line", "word", "grapheme") for piece in pieces),
        "context": sum(bool(piece.gave_way) for piece in pieces),
        "overlap": sum(piece.carried == "no room" for piece in pieces),
    }
    return {name: number for name, number in counts.items() if number}


def _small(chunks: Sequence[Chunk], settings: Settings) -> int:
    """Chunks below half the size that end at a heading, or at the end of a block that may not be joined."""
    stops = ("heading", "block") if settings.by == "paragraph" else ("heading",)
    return sum(chunk.tokens < _SMALL_SHARE * settings.size and chunk.cut in stops for chunk in chunks)


def _with_notes(report: Report, settings: Settings, *, nul_at: int, nuls: int) -> Report:
    return replace(report, notes=notes_on(report, settings, nul_at=nul_at, nuls=nuls))
