"""What a set of chunks really came to: sizes, exact tokens, repetition, reasons of cuts, and what to do about surprises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from khand.characters.space import BOM
from khand.checks import price_per_million
from khand.chunks import Chunk
from khand.cutting.piece import Piece
from khand.errors import OptionError
from khand.notes import Note, notes_on
from khand.planning import Plan, join_plans, plan
from khand.settings import Settings

HISTOGRAM_BINS = 20
_SMALL_SHARE = 0.5
"""A chunk below half the size counts as small."""


class Bin(NamedTuple):
    """One bar of the histogram: `chunks` chunks of `low` to `high` tokens, both inclusive."""

    low: int
    high: int
    chunks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """
    The figures that follow from chunks alone.

    Attributes:
        chunks: How many.
        exact: Whether the tokens are counts; False for estimates, shown with ``≈``.
        unit: What is called tokens here: ``"tokens"``, or ``"characters"`` or ``"words"`` where those were counted.
        tokens: Tokens of all embedded texts: what is paid for.
        repeated: Tokens embedded more than once because of overlap; the sum of ``overlap_tokens``.
        sizes: Tokens of every chunk, in order.
        cuts: Chunks by the reason they end.
    """

    chunks: int
    exact: bool = True
    unit: str = "tokens"
    tokens: int
    repeated: int
    sizes: tuple[int, ...] = field(repr=False)
    cuts: dict[str, int]

    @property
    def repeated_share(self) -> float:
        """Repeated tokens as a share of all embedded tokens, 0 to 1."""
        return self.repeated / self.tokens if self.tokens else 0.0

    @property
    def smallest(self) -> int:
        """Tokens of the smallest chunk; 0 without chunks."""
        return min(self.sizes, default=0)

    @property
    def largest(self) -> int:
        """Tokens of the largest chunk; 0 without chunks."""
        return max(self.sizes, default=0)

    @property
    def mean(self) -> float:
        """Mean tokens of a chunk; 0 without chunks."""
        return self.tokens / self.chunks if self.chunks else 0.0

    @property
    def median(self) -> float:
        """Median tokens of a chunk; 0 without chunks."""
        # `statistics` takes longer to import than all of this package's figures to compute
        ordered = sorted(self.sizes)
        middle = len(ordered) // 2
        if len(ordered) % 2:
            return ordered[middle]
        return (ordered[middle - 1] + ordered[middle]) / 2 if ordered else 0.0

    @property
    def p95(self) -> int:
        """The size that 95 % of the chunks do not exceed (nearest rank); 0 without chunks."""
        return sorted(self.sizes)[-(-95 * self.chunks // 100) - 1] if self.sizes else 0

    @property
    def histogram(self) -> tuple[Bin, ...]:
        """The sizes in at most 20 bins of equal width from 1 to the largest; they hold every chunk."""
        if not self.sizes:
            return ()
        top = max(self.largest, 1)
        width = -(-top // HISTOGRAM_BINS)
        counts = Counter((max(size, 1) - 1) // width for size in self.sizes)
        return tuple(
            Bin(k * width + 1, min((k + 1) * width, top), counts[k]) for k in range((top - 1) // width + 1)
        )

    def cost(self, price: float | str) -> float:
        """
        What embedding all chunks costs.

        Args:
            price: Of one million tokens, >= 0; or a model's name for its published price.

        Raises:
            OptionError: Not a price; or not tokens were counted, so that nothing can be said of their price.
        """
        if self.unit != "tokens":
            raise OptionError(
                f"price={price!r} with tokenizer={self.unit!r}: a price is for tokens; count them with the model's "
                "tokenizer, or with 'estimate'",
                option="price",
                value=price,
            )
        return self.tokens / 1_000_000 * (price_per_million(price) or 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Figures):
    """
    The figures of the chunks of one document, or of several joined: those of ``Figures``, and what only cutting knows.

    Attributes:
        size: The budget, and `overlap`, what was asked for.
        document_tokens: Tokens of the source texts, each alone.
        context_tokens: Tokens that the context adds to the texts.
        overlaps: Chunks by what became of their overlap: carried, off, first, heading, no room.
        gave_way: How often each rule gave way for the size: oversized, words, headings, units, context, overlap.
        small: Chunks below half the size because a structural boundary came first.
        moved_edges: Windows whose end moved to keep a grapheme cluster whole.
        children: Windows inside the chunks, and `child_tokens` the tokens of all of them, which are in no other figure.
        left_out: Code points of front matter that was to be skipped.
        in_links: Chunks that end inside a word of a link larger than the size: pieces of addresses.
        plan: What fixed windows of the same size and overlap would come to.
        notes: Why the result differs from the plan, warnings and advice.
    """

    size: int
    overlap: int
    document_tokens: int
    context_tokens: int
    overlaps: dict[str, int]
    gave_way: dict[str, int]
    small: int
    moved_edges: int
    children: int = 0
    child_tokens: int = 0
    left_out: int = 0
    in_links: int = 0
    plan: Plan
    notes: tuple[Note, ...] = ()

    @property
    def context_share(self) -> float:
        """Context tokens as a share of all embedded tokens, 0 to 1."""
        return self.context_tokens / self.tokens if self.tokens else 0.0

    def __str__(self) -> str:
        from khand.summaries import table

        return table(self)

    def _repr_html_(self) -> str:
        from khand.notebook import report_html

        return report_html(self)

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
        The report that ``to_dict`` gave.

        Args:
            figures: What it gave, also read back from JSON.
            sizes: Tokens of every chunk, which are not in it.
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


def figures_of(chunks: Sequence[Chunk]) -> Figures:
    r"""
    What follows from chunks, whoever made them; a file of chunks does not say what counted them: tokens are taken for counts.

    >>> from khand.engine import chunk
    >>> figures_of(chunk("# A\n\nBe kind.\n\n# B\n\nBe fair.")).sizes
    (6, 6)
    """
    return Figures(
        chunks=len(chunks),
        tokens=sum(chunk.tokens for chunk in chunks),
        repeated=sum(chunk.overlap_tokens for chunk in chunks),
        sizes=tuple([chunk.tokens for chunk in chunks]),
        cuts=dict(Counter(chunk.cut for chunk in chunks)),
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
        pieces: What became of the rules, one for each chunk.
        settings: How it was cut.
        document_tokens: Tokens of the source text alone.
        exact: Whether tokens are counts.
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
        reports: Of the documents, not empty, all made with `settings`.
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
