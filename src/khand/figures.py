"""The figures of chunks: sizes, exact tokens, repetition, the reasons of cuts, and what became of each rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from khand.checks import price_per_million
from khand.chunk_record import Chunk
from khand.errors import OptionError
from khand.planning import Plan

HISTOGRAM_BINS = 20


def nearest_rank(sizes: Sequence[int], percent: int) -> int:
    """
    The smallest of the sizes that so many percent of them do not exceed; 0 without sizes.

    >>> nearest_rank([100, 200, 600], 50), nearest_rank([], 95)
    (200, 0)

    """
    return sorted(sizes)[-(-percent * len(sizes) // 100) - 1] if sizes else 0


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
        chunks: How many chunks there are.
        exact: Whether the tokens are exact counts; False for estimates, which are shown with ``≈``.
        unit: What was counted: ``"tokens"``, ``"characters"`` or ``"words"``. All figures called tokens are in this unit.
        tokens: Tokens of all embedded texts: what is paid for.
        repeated: Tokens embedded more than once because of overlap; the sum of ``overlap_tokens``.
        sizes: Tokens of every chunk, in order.
        cuts: How many chunks end for each reason.
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
        return nearest_rank(self.sizes, 95)

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
            price: Price of one million tokens, >= 0; or a model's name for its published price.

        Raises:
            OptionError: It is not a price; or what was counted is characters or words, which have no price.
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
class CuttingFigures(Figures):
    """
    The figures of one cut document, or of several joined: besides those of ``Figures`` all that is only known from cutting.

    Attributes:
        size: The size that no chunk may exceed.
        overlap: The overlap that was asked for, in tokens.
        document_tokens: Tokens of the documents themselves, each counted as a whole.
        context_tokens: Tokens that the context adds to the texts.
        overlaps: How many chunks carried their overlap, and how many did not and why: carried, off, first, heading, no room.
        gave_way: How often each rule gave way so that chunks keep to the size: oversized, words, headings, units, context, overlap.
        small: Chunks below half the size because a structural boundary came first.
        moved_edges: How many windows end elsewhere than the formula says, to keep a grapheme cluster whole.
        children: How many small windows were made inside the chunks.
        child_tokens: Tokens of all children; they are in no other figure.
        left_out: Code points of front matter left out because of ``front_matter="skip"``.
        in_links: Chunks that end inside the address of a link that is larger than the size.
        english_tokens: Tokens in which English says as much as the source texts do, about; those of a text in Latin letters itself.
        joinable: Small chunks that fit together with a neighbour under a common heading.
        plan: What fixed windows of the same size and overlap would come to.
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
    english_tokens: int = 0
    joinable: int = 0
    plan: Plan

    @property
    def context_share(self) -> float:
        """Context tokens as a share of all embedded tokens, 0 to 1."""
        return self.context_tokens / self.tokens if self.tokens else 0.0


def figures_of(chunks: Sequence[Chunk]) -> Figures:
    r"""
    The figures of chunks, whoever made them. Chunks do not say what counted them, so their tokens are taken for exact counts.

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
