"""What the tools of ``khand mcp`` answer: typed, and never longer than a model should read at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from khand.characters.span import Span
from khand.chunk_record import Chunk
from khand.chunks import Chunks
from khand.context_window import Window
from khand.inspection import Part
from khand.planning import Plan

MAX_ANSWER = 200_000
"""Characters of texts in one answer, about; what is left is asked for with the `next` of the answer."""

T = TypeVar("T")


@dataclass
class Planned:
    """What fixed windows come to; the fields are those of ``Plan.to_dict``."""

    documents: int
    tokens: int
    estimated: bool
    size: int
    overlap: int
    chunks: int
    embedded: int
    repeated: int
    repeated_share: float
    surplus: float
    last: int | None
    price: float | None
    cost: float | None

    @classmethod
    def of(cls, plan: Plan) -> Planned:
        """The figures of a plan."""
        return cls(**plan.to_dict())  # type: ignore[arg-type]  # by the names of its fields


@dataclass
class Record:
    """One chunk; the fields are those of ``khand.Chunk``."""

    id: str
    source: str
    index: int
    heading: str | None
    headings: list[str]
    text: str
    embed_text: str
    tokens: int
    start: int
    end: int
    start_line: int
    end_line: int
    page: int | None
    overlap_chars: int
    overlap_tokens: int
    cut: str
    oversized: bool = False
    parent: str | None = None
    metadata: dict[str, Any] | None = None


@dataclass
class Cut:
    """
    The chunks of a document: figures of all, records of some.

    Attributes:
        total: How many chunks there are.
        tokens: Tokens of all embedded texts, `exact` or estimates.
        notes: What the report says in words.
        records: The chunks from the one asked for.
        next: The index to ask for to see more; None where there are no more.
    """

    total: int
    tokens: int
    exact: bool
    unit: str
    repeated: int
    context_tokens: int
    largest: int
    notes: list[str]
    records: list[Record]
    next: int | None

    @classmethod
    def of(cls, chunks: Chunks, first: int, count: int) -> Cut:
        """Figures, and `count` chunks from the `first` on."""
        shown, follows = _some(chunks, first, count, [len(c.text) + len(c.embed_text) for c in chunks])
        report = chunks.report
        return cls(
            total=report.chunks,
            tokens=report.tokens,
            exact=report.exact,
            unit=report.unit,
            repeated=report.repeated,
            context_tokens=report.context_tokens,
            largest=report.largest,
            notes=[note.text for note in report.notes],
            records=[_record(chunk) for chunk in shown],
            next=follows,
        )


def _record(chunk: Chunk) -> Record:
    return Record(**chunk.to_dict())


@dataclass
class Heading:
    """A section or block; `depth` says what it is inside of. Fields as in ``khand.Part``."""

    depth: int
    kind: str
    title: str
    level: int
    start: int
    end: int
    start_line: int
    end_line: int
    tokens: int


@dataclass
class Outline:
    """What khand understood of a document: its parts in order, `total` of them, from the one asked for."""

    format: str
    tokens: int
    total: int
    parts: list[Heading]
    next: int | None

    @classmethod
    def of(cls, tree: Part, format: str, depth: int, first: int, count: int) -> Outline:
        """The parts down to a depth."""
        walked = [(level, part) for level, part in tree.walk() if 0 < level <= depth]
        shown, follows = _some(walked, first, count, [len(part.title) for _, part in walked])
        return cls(
            format, tree.tokens, len(walked), [_heading(level, part) for level, part in shown], follows
        )


def _heading(depth: int, part: Part) -> Heading:
    figures = part.to_dict()
    del figures["parts"]
    return Heading(depth=depth, **figures)


@dataclass
class Fitting:
    """How many chunks of `tokens` tokens fit, and what is left then."""

    tokens: float
    chunks: int
    left: float


@dataclass
class Room:
    """A context window: what is left for chunks, and how many fit, by what they are measured."""

    total: int
    prompt: int
    tools: int
    history: int
    answer: int
    rest: int
    nominal: Fitting | None = None
    mean: Fitting | None = None
    p95: Fitting | None = None
    worst: Fitting | None = None

    @classmethod
    def of(cls, window: Window) -> Room:
        """The figures of a window."""
        fits = {name: Fitting(*fit) for name, fit in window.fits.items()}
        return cls(
            window.total,
            window.prompt,
            window.tools,
            window.history,
            window.answer,
            window.rest,
            **fits,
        )


@dataclass
class Sentence:
    """A sentence that is not blank: ``document[start:end] == text``."""

    start: int
    end: int
    text: str


@dataclass
class Sentences:
    """Sentences of a text, `total` of them, from the one asked for."""

    total: int
    sentences: list[Sentence]
    next: int | None

    @classmethod
    def of(cls, text: str, spans: Iterable[Span], first: int, count: int) -> Sentences:
        """Those that are not blank."""
        found = [Sentence(start, end, text[start:end]) for start, end in spans]
        found = [one for one in found if one.text.strip()]
        shown, follows = _some(found, first, count, [len(one.text) for one in found])
        return cls(len(found), shown, follows)


def _some(given: Iterable[T], first: int, count: int, sizes: list[int]) -> tuple[list[T], int | None]:
    """
    `count` of many from the `first` on, fewer where they would be longer than an answer may be, and which comes next.

    >>> _some("abcd", 1, 2, [1, 1, 1, 1]), _some("abcd", 2, 9, [MAX_ANSWER] * 4)
    ((['b', 'c'], 3), (['c'], 3))
    """
    everything = list(given)
    shown: list[T] = []
    held = 0
    for one, size in list(zip(everything, sizes, strict=True))[first : first + count]:
        # one is always shown, or asking for more would never end
        if shown and held + size > MAX_ANSWER:
            break
        shown.append(one)
        held += size
    end = first + len(shown)
    return shown, end if shown and end < len(everything) else None
