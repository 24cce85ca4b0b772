"""
Ways of cutting side by side: what each makes of the same documents, beside what the formula says.

Standard library only and without I/O: the command line and the page show the same figures.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any, NamedTuple

from khand import outline
from khand.chunk_record import Chunk
from khand.engine import chunk
from khand.outline.blocks import Block, Kind
from khand.planning import plan
from khand.segmentation import sentences
from khand.settings import CONTEXT, Settings

_CODE = (Kind.FENCED_CODE, Kind.INDENTED_CODE)
_HOLDERS = (Kind.LIST, Kind.ITEM, Kind.QUOTE, Kind.GROUP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """
    What one setting makes of some documents.

    Attributes:
        setting: Its name among those compared.
        options: Keywords of ``khand.chunk``.
        chunks: How many chunks there are.
        tokens: Tokens of all embedded texts: what is paid for.
        repeated: Tokens embedded more than once because of overlap.
        context: Tokens of what is put around the texts.
        smallest: Tokens of the smallest chunk; 0 without chunks.
        largest: Tokens of the largest chunk; 0 without chunks.
        sentences_cut: How many sentences a chunk ends inside.
        tables_cut: How many tables a chunk ends inside.
        code_cut: How many code blocks a chunk ends inside.
        plan_chunks: How many fixed windows of this size and overlap the formula makes.
        plan_tokens: How many tokens those windows embed.
    """

    setting: str
    options: Mapping[str, Any]
    chunks: int
    tokens: int
    repeated: int
    context: int
    smallest: int
    largest: int
    sentences_cut: int
    tables_cut: int
    code_cut: int
    plan_chunks: int
    plan_tokens: int

    @property
    def mean(self) -> float:
        """Mean tokens of a chunk; 0 without chunks."""
        return self.tokens / self.chunks if self.chunks else 0.0

    @property
    def repeated_share(self) -> float:
        """Repeated tokens as a share of all embedded tokens, 0 to 1."""
        return self.repeated / self.tokens if self.tokens else 0.0

    @property
    def context_share(self) -> float:
        """Context tokens as a share of all embedded tokens, 0 to 1."""
        return self.context / self.tokens if self.tokens else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Every figure by its name, ready for JSON."""
        shares = {name: getattr(self, name) for name in ("mean", "repeated_share", "context_share")}
        return asdict(self) | {"options": dict(self.options)} | shares


class Cuts(NamedTuple):
    """What chunks end inside of: sentences, tables, code blocks, each counted once however often it is cut."""

    sentences: int
    tables: int
    code: int


def grid(values: Mapping[str, Sequence[Any]]) -> dict[str, dict[str, Any]]:
    """
    Every combination of some values, each named by what differs.

    Args:
        values: For each keyword of ``khand.chunk`` the values to try, in the order given.

    Returns:
        The keywords of each combination by its name; combinations that come to the same chunks (windows take no context)
        only once.

    Raises:
        OptionError: A combination is not allowed.

    >>> list(grid({"size": [200, 400], "by": ["heading"], "overlap": [0, "10%"]}))
    ['size 200, overlap 0', 'size 200, overlap 10%', 'size 400, overlap 0', 'size 400, overlap 10%']
    """
    differing = [name for name, tried in values.items() if len(tried) > 1] or ["size"]
    made: dict[str, dict[str, Any]] = {}
    for combination in product(*values.values()):
        options = dict(zip(values, combination, strict=True))
        idle = [name for name in ("context", "children") if options.get("by") == "window" and name in options]
        options |= {name: {"context": (), "children": 0}[name] for name in idle}
        Settings(**options)
        name = ", ".join(_named(key, options[key]) for key in differing if key in options and key not in idle)
        made.setdefault(name, options)
    return made


def _named(key: str, value: Any) -> str:  # noqa: ANN401 - a value of a setting
    if key == "by":
        return f"by {value}"
    if key == "context":
        return (
            "no context"
            if not value
            else "context " + ("all" if tuple(value) == CONTEXT else "+".join(value))
        )
    return f"{key.replace('_', ' ')} {'default' if value is None else value}"


def compare(
    documents: Iterable[tuple[str, str]], settings: Mapping[str, Mapping[str, Any]]
) -> Iterator[list[Compared]]:
    """
    Cut documents by several settings.

    Args:
        documents: Text and format of each; read one by one and not kept.
        settings: Keywords of ``khand.chunk`` by the name to show.

    Yields:
        After each document the figures of all settings on the documents so far; the last is the result.

    >>> *_, (one, two) = compare([("One. Two. Three.", "text")], grid({"size": [4, 8]}))
    >>> one.chunks, one.sentences_cut, two.chunks, two.plan_chunks
    (2, 0, 1, 1)
    """
    sums: list[Compared] = []
    for text, format in documents:
        own = [_compared(name, options, text, format) for name, options in settings.items()]
        sums = [_added(a, b) for a, b in zip(sums, own, strict=True)] if sums else own
        yield sums


def _compared(name: str, options: Mapping[str, Any], text: str, format: str) -> Compared:
    made = chunk(text, **options, format=format)
    report = made.report
    cuts = cuts_inside(text, made, format, options.get("language"))
    windows = plan(report.document_tokens, size=report.size, overlap=report.overlap)
    return Compared(
        setting=name,
        options=options,
        chunks=report.chunks,
        tokens=report.tokens,
        repeated=report.repeated,
        context=report.context_tokens,
        smallest=report.smallest,
        largest=report.largest,
        sentences_cut=cuts.sentences,
        tables_cut=cuts.tables,
        code_cut=cuts.code,
        plan_chunks=windows.chunks,
        plan_tokens=windows.embedded,
    )


def _added(a: Compared, b: Compared) -> Compared:
    summed = ("chunks", "tokens", "repeated", "context", "sentences_cut", "tables_cut", "code_cut")
    sums = {name: getattr(a, name) + getattr(b, name) for name in (*summed, "plan_chunks", "plan_tokens")}
    # a document without chunks has no smallest one
    smallest = min((one.smallest for one in (a, b) if one.chunks), default=0)
    return replace(a, **sums, smallest=smallest, largest=max(a.largest, b.largest))


def cuts_inside(text: str, chunks: Sequence[Chunk], format: str, language: str | None = None) -> Cuts:
    r"""
    What chunks end inside of.

    Args:
        text: The document.
        chunks: Its chunks, in order.
        format: The document's format.
        language: Language of its sentences; None to detect it.

    >>> text = "One two three. Four five six."
    >>> cuts_inside(text, chunk(text, by="window", size=3, overlap=0, format="text"), "text")
    Cuts(sentences=2, tables=0, code=0)
    """
    edges = sorted({one.end for one in chunks[:-1]})
    found = Cuts(0, 0, 0)
    for block in outline.blocks(text, format):
        if _inside(edges, block.start, block.end, text):
            found = Cuts(*map(sum, zip(found, _cuts_of(text, block, edges, format, language), strict=True)))
    return found


def _cuts_of(text: str, block: Block, edges: Sequence[int], format: str, language: str | None) -> Cuts:
    """What an edge inside a block cuts: the table or code block itself, or sentences in it."""
    if block.kind is Kind.TABLE:
        return Cuts(0, 1, 0)
    if block.kind in _CODE:
        return Cuts(0, 0, 1)
    if block.kind in _HOLDERS:
        pieces = [
            piece
            for piece in outline.children(text, block, format)
            if _inside(edges, piece.start, piece.end, text)
        ]
        if pieces:
            parts = [_cuts_of(text, piece, edges, format, language) for piece in pieces]
            return Cuts(*map(sum, zip(*parts, strict=True)))
    if block.kind is Kind.HEADING:
        return Cuts(0, 0, 0)
    spans = sentences(text[block.start : block.end], language)
    cut = sum(bool(_inside(edges, block.start + a, block.start + b, text)) for a, b in spans)
    return Cuts(cut, 0, 0)


def _inside(edges: Sequence[int], start: int, end: int, text: str) -> bool:
    """Whether an edge lies inside ``text[start:end]``, not counting the white space around it."""
    part = text[start:end]
    first = start + len(part) - len(part.lstrip())
    last = start + len(part.rstrip())
    return bisect_right(edges, first) < bisect_left(edges, last)
