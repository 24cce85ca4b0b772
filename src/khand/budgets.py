"""What documents must keep to, and where they do not: the size of a chunk, how much changed, what embedding costs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from khand.changes import Difference
from khand.checks import share_of, whole
from khand.chunk_record import Chunk
from khand.errors import OptionError
from khand.formatting import counted, format_amount, number, percent

_NOTHING_KEPT = "; no chunk is the same: were those made of the same documents with the same options?"


class Breach(NamedTuple):
    """
    Something that is not kept to.

    Attributes:
        rule: ``"max_tokens"``, ``"max_change"`` or ``"max_cost"``.
        text: What is, and what may be.
        source: The document, or None where it is all of them.
        chunk: 0-based index of the chunk in it, or None.
        line: 1-based line where that chunk begins, or None.
        page: 1-based page on which that chunk begins, where the format knows pages; else None.
    """

    rule: str
    text: str
    source: str | None = None
    chunk: int | None = None
    line: int | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """
    What is allowed; None for any amount.

    Args:
        max_tokens: Tokens of a chunk, >= 1.
        max_change: Tokens of the chunks that are new, and of those that are gone, since an earlier run; or a share of all such as
            ``"5%"``.
        max_cost: What embedding may cost, >= 0, in the currency of the price.
        unit: What is called tokens here, as ``Settings.unit`` has it.
        exact: Whether tokens are counts; estimates are said with ``≈``.

    Raises:
        OptionError: A value is not allowed.
    """

    max_tokens: int | None = None
    max_change: int | str | None = None
    max_cost: float | None = None
    unit: str = "tokens"
    exact: bool = True

    def __post_init__(self) -> None:
        """Check the values."""
        if self.max_tokens is not None:
            whole("max_tokens", self.max_tokens, 1)
        if self.max_change is not None:
            _allowed(self.max_change, 0)
        if self.max_cost is not None and not 0 <= self.max_cost < math.inf:
            raise OptionError(
                f"max_cost={self.max_cost!r}: must be a number from 0 up",
                option="max_cost",
                value=self.max_cost,
            )

    def of_chunks(self, chunks: Iterable[Chunk]) -> list[Breach]:
        r"""
        The chunks that are too large.

        >>> from khand.engine import chunk
        >>> made = chunk("# A\n\nBe kind.\n\n# B\n\nBe fair to all who come.\n", source="a.md")
        >>> [(b.line, b.text) for b in Budgets(max_tokens=8).of_chunks(made)]
        [(5, 'chunk 2 has 10 tokens, more than 8')]
        """
        most = self.max_tokens
        return [
            Breach(
                "max_tokens",
                f"chunk {chunk.index + 1}{_on_page(chunk)} has {self._said(chunk.tokens)}, more than {number(most)}",
                chunk.source,
                chunk.index,
                chunk.start_line,
                chunk.page,
            )
            for chunk in chunks
            if most is not None and chunk.tokens > most
        ]

    def of_change(self, difference: Difference) -> list[Breach]:
        """Whether more is new, or more is gone, than may be."""
        if self.max_change is None:
            return []
        gone = sum(one.tokens for one in difference.removed)
        sides = (
            ("new", difference.tokens, difference.all_tokens),
            ("gone", gone, difference.kept_tokens + gone),
        )
        most = number(self.max_change) if isinstance(self.max_change, int) else self.max_change.strip()
        hint = "" if difference.kept else _NOTHING_KEPT
        return [
            Breach(
                "max_change",
                f"{self._said(tokens)} in chunks that are {what}, {percent(tokens / total)} of {number(total)}, more than {most}{hint}",
            )
            for what, tokens, total in sides
            if tokens > _allowed(self.max_change, total)
        ]

    def of_cost(self, tokens: int, price: float) -> list[Breach]:
        """
        Whether embedding costs more than it may.

        Args:
            tokens: How many tokens are to be embedded.
            price: What one million tokens cost.
        """
        cost = tokens / 1_000_000 * price
        if self.max_cost is None or cost <= self.max_cost:
            return []
        told = f"embedding {self._said(tokens)} costs {format_amount(cost)}"
        return [Breach("max_cost", f"{told}, more than {format_amount(self.max_cost)}")]

    def _said(self, tokens: int) -> str:
        return counted(tokens, self.unit[:-1], estimated=not self.exact)


def _on_page(chunk: Chunk) -> str:
    return "" if chunk.page is None else f" on page {chunk.page}"


def _allowed(change: int | str, total: int) -> int:
    """A budget as a number of tokens."""
    return share_of("max_change", change, total) if isinstance(change, str) else whole("max_change", change)
