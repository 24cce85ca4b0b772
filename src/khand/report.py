"""The report on a set of chunks: its figures, and in words what explains every surprise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

from khand.characters.expansion import ENGLISH_CHARS, like_english
from khand.characters.space import BOM
from khand.chunk_record import Chunk
from khand.cutting.piece import Outcome
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
    outcomes: Mapping[Outcome, int],
    settings: Settings,
    *,
    context_tokens: int,
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
        outcomes: How many chunks have each.
        settings: How it was cut.
        context_tokens: What the context adds to the tokens of the texts alone.
        document_tokens: Tokens of the source text alone.
        exact: Whether the tokens are exact counts.
        template: Tokens that the tokenizer's template adds to every chunk.
        children: The windows inside the chunks.
    """

    def number(holds: Callable[[Outcome], bool]) -> int:
        return sum(times for outcome, times in outcomes.items() if holds(outcome))

    overlaps: Counter[str] = Counter()
    for outcome, times in outcomes.items():
        overlaps[outcome.carried.value] += times
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
            context_tokens=context_tokens,
            sizes=tuple([chunk.tokens for chunk in chunks]),
            cuts=dict(Counter(chunk.cut for chunk in chunks)),
            overlaps=dict(overlaps),
            gave_way=_gave_way(number),
            small=_small(chunks, settings),
            moved_edges=number(lambda outcome: outcome.moved),
            children=len(children),
            child_tokens=sum(child.tokens for child in children),
            left_out=_left_out(text, chunks, settings),
            in_links=number(lambda outcome: outcome.in_link),
            english_tokens=_english_tokens(text, document_tokens),
            joinable=_joinable(chunks, settings),
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
        english_tokens=sum(r.english_tokens for r in reports),
        joinable=sum(r.joinable for r in reports),
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


def _left_out(text: str, chunks: Sequence[Chunk], settings: Settings) -> int:
    """Code points before the first chunk that hold more than white space: front matter that was skipped."""
    if settings.front_matter != "skip":
        return 0
    before = text[: chunks[0].start] if chunks else text
    return len(before.removeprefix(BOM).strip())


def _gave_way(number: Callable[[Callable[[Outcome], bool]], int]) -> dict[str, int]:
    """How often each rule gave way, from the one that does so last to the one that does so first."""
    counts = {
        "oversized": number(lambda outcome: outcome.oversized),
        "words": number(lambda outcome: outcome.reason == "grapheme"),
        "headings": number(lambda outcome: outcome.heading_alone),
        "units": number(lambda outcome: outcome.reason in ("line", "word", "grapheme")),
        "context": number(lambda outcome: outcome.context_gave_way),
        "overlap": number(lambda outcome: outcome.carried == "no room"),
    }
    return {name: times for name, times in counts.items() if times}


def _small(chunks: Sequence[Chunk], settings: Settings) -> int:
    return sum(_is_small(chunk, settings) for chunk in chunks)


def _is_small(chunk: Chunk, settings: Settings) -> bool:
    """Whether it is below half the size and ends at a heading, or at the end of a block that may not be joined."""
    stops = ("heading", "block") if settings.by == "paragraph" else ("heading",)
    return chunk.tokens < _SMALL_SHARE * settings.size and chunk.cut in stops


def _joinable(chunks: Sequence[Chunk], settings: Settings) -> int:
    """How many small chunks fit together with the chunk before or behind under a common heading."""
    fitting = [
        first.headings[:1] == second.headings[:1] and first.tokens + second.tokens <= settings.size
        for first, second in pairwise(chunks)
    ]
    around = zip(chunks, [False, *fitting], [*fitting, False], strict=False)
    return sum((before or behind) and _is_small(chunk, settings) for chunk, before, behind in around)


def _english_tokens(text: str, tokens: int) -> int:
    """Tokens in which English says as much as a text of so many tokens does."""
    like = like_english(text)
    return round(len(text) * like / ENGLISH_CHARS) if like else tokens


def _with_notes(report: Report, settings: Settings, *, nul_at: int, nuls: int) -> Report:
    return replace(report, notes=notes_on(report, settings, nul_at=nul_at, nuls=nuls))
