"""The calculator: how many fixed windows a document makes, and what they cost, before it is cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import SupportsIndex

from khand.checks import price_per_million, ratio_of, whole
from khand.errors import OptionError
from khand.settings import DEFAULT_SIZE, overlap_in_tokens

UNITS = ("tokens", "characters")
CHARACTERS_PER_TOKEN = 4.0
"""A rule of thumb for English; Hindi, code and numbers have more tokens than it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """
    What windows of `size` tokens, each repeating `overlap` tokens of the one before, come to.

    Attributes:
        documents: How many documents were planned, each on its own.
        size: Tokens of a window.
        overlap: Tokens a window repeats of the one before.
        tokens: Tokens of the documents.
        chunks: Windows of all documents.
        embedded: Tokens sent to the embedding model, the repeated ones included.
        repeated: Tokens embedded more than once.
        last: Tokens of the last window: the remainder, often small; 0 where there is none. None where several documents have
            a last window each.
        estimated: Whether the lengths were characters, so that every figure is an estimate.
        price: Price of one million tokens, or None.

    """

    documents: int
    size: int
    overlap: int
    tokens: int
    chunks: int
    embedded: int
    repeated: int
    last: int | None
    estimated: bool = False
    price: float | None = None

    @property
    def stride(self) -> int:
        """Tokens from the start of one window to the start of the next."""
        return self.size - self.overlap

    @property
    def repeated_share(self) -> float:
        """Repeated tokens as a share of all embedded tokens, 0 to 1."""
        return self.repeated / self.embedded if self.embedded else 0.0

    @property
    def surplus(self) -> float:
        """Repeated tokens as a share of the documents' own tokens: how much more is embedded than there is."""
        return self.repeated / self.tokens if self.tokens else 0.0

    @property
    def cost(self) -> float | None:
        """Price of all embedded tokens, in the currency of `price`; None without a price."""
        return None if self.price is None else self.embedded / 1_000_000 * self.price

    def to_dict(self) -> dict[str, int | float | bool | None]:
        """Every figure by its name, ready for JSON."""
        return {
            "documents": self.documents,
            "tokens": self.tokens,
            "estimated": self.estimated,
            "size": self.size,
            "overlap": self.overlap,
            "chunks": self.chunks,
            "embedded": self.embedded,
            "repeated": self.repeated,
            "repeated_share": self.repeated_share,
            "surplus": self.surplus,
            "last": self.last,
            "price": self.price,
            "cost": self.cost,
        }


def plan(
    length: SupportsIndex | Iterable[SupportsIndex],
    *,
    size: int = DEFAULT_SIZE,
    overlap: int | str | None = None,
    price: float | str | None = None,
    unit: str = "tokens",
    ratio: float = CHARACTERS_PER_TOKEN,
) -> Plan:
    """
    Plan fixed windows over one document, or over many, each on its own.

    Args:
        length: Length of the document in `unit`, >= 0; or the lengths of many, read once and not kept.
        size: Tokens of a window, >= 1.
        overlap: Tokens, 0 <= overlap < size, or a share of the size such as ``"10%"``; None for the default of windows.
        price: Price of one million tokens, >= 0; or a model's name for its published price.
        unit: ``"tokens"``, or ``"characters"`` to estimate the tokens.
        ratio: Characters of one token, > 0; for characters only. The estimate is rounded up.

    Returns:
        The sums; with D tokens a document has N = 0 windows if D is 0, 1 if D <= size,
        else 1 + ceil((D - size) / (size - overlap)), and embeds D + (N - 1) * overlap tokens.

    Raises:
        OptionError: A value is not allowed.

    >>> p = plan(10_000, size=512, overlap=64, price=0.02)
    >>> p.chunks, p.embedded, p.repeated, p.last
    (23, 11408, 1408, 144)
    >>> f"{p.repeated_share:.1%} {p.surplus:.1%} {p.cost:.8f}"
    '12.3% 14.1% 0.00022816'
    >>> plan([512, 513], size=512, overlap=64).chunks
    3

    """
    size = whole("size", size, 1)
    overlap = overlap_in_tokens(overlap, size, "window")
    per_million = price_per_million(price)
    if unit not in UNITS:
        raise OptionError(f"unit={unit!r}: must be one of {', '.join(UNITS)}", option="unit", value=unit)
    characters, tokens = ratio_of(ratio) if unit == "characters" else (1, 1)
    lengths = length if isinstance(length, Iterable) and not isinstance(length, str) else (length,)
    if isinstance(length, bytes):
        raise OptionError(f"length={length!r}: must be a number or numbers", option="length", value=length)
    documents = total = chunks = repeated = last = 0
    for given in lengths:
        own = -(-whole("length", given) * tokens // characters)
        windows = window_count(own, size, overlap)
        last = own - (windows - 1) * (size - overlap) if windows else 0
        documents += 1
        total += own
        chunks += windows
        repeated += max(windows - 1, 0) * overlap
    return Plan(
        documents=documents,
        size=size,
        overlap=overlap,
        tokens=total,
        chunks=chunks,
        embedded=total + repeated,
        repeated=repeated,
        last=last if documents <= 1 or not chunks else None,
        estimated=unit == "characters",
        price=per_million,
    )


def join_plans(plans: Sequence[Plan]) -> Plan:
    """
    One plan of the documents of several, all of one size and overlap.

    Args:
        plans: At least one.

    >>> join_plans([plan(512, size=512), plan([513, 0], size=512)]) == plan([512, 513, 0], size=512)
    True

    """
    first = plans[0]
    if len(plans) == 1:
        return first
    chunks = sum(one.chunks for one in plans)
    documents = sum(one.documents for one in plans)
    return replace(
        first,
        documents=documents,
        tokens=sum(one.tokens for one in plans),
        chunks=chunks,
        embedded=sum(one.embedded for one in plans),
        repeated=sum(one.repeated for one in plans),
        last=None if chunks else 0,
    )


def window_count(tokens: int, size: int, overlap: int) -> int:
    """
    How many windows cover a document.

    Args:
        tokens: Its length, >= 0.
        size: Tokens of a window, >= 1.
        overlap: Tokens two neighbours share, 0 <= overlap < size.

    >>> [window_count(n, 512, 64) for n in (0, 1, 512, 513, 960, 961)]
    [0, 1, 1, 2, 2, 3]

    """
    if tokens <= size:
        return min(tokens, 1)
    return 1 - (size - tokens) // (size - overlap)
