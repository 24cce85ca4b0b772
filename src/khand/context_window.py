"""The context-window planner: what prompt, tools, history and answer leave for retrieved chunks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, SupportsIndex

from khand.checks import whole
from khand.chunk_record import Chunk
from khand.errors import OptionError
from khand.figures import nearest_rank

PARTS = ("prompt", "tools", "history", "answer")


class Fit(NamedTuple):
    """
    How many chunks of one size fit into the rest of a window.

    Attributes:
        tokens: Size of a chunk; a whole number, except for a mean.
        chunks: How many fit.
        left: Tokens that are then left over.

    """

    tokens: float
    chunks: int
    left: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """
    A context window and what it holds, in tokens.

    Attributes:
        total: Size of the whole window.
        prompt: The prompt's part.
        tools: The part of tool descriptions.
        history: The conversation's part.
        answer: What is kept free for the answer.
        nominal: How many chunks of the size given fit, or None.
        mean: How many chunks of the mean size of those measured fit, or None.
        p95: How many fit of the size that 95 % of the chunks measured do not exceed (nearest rank), or None.
        worst: How many fit if all were as large as the largest measured: this many always fit; or None.

    """

    total: int
    prompt: int
    tools: int
    history: int
    answer: int
    nominal: Fit | None = None
    mean: Fit | None = None
    p95: Fit | None = None
    worst: Fit | None = None

    @property
    def rest(self) -> int:
        """Tokens left for retrieved chunks."""
        return self.total - self.prompt - self.tools - self.history - self.answer

    @property
    def fits(self) -> dict[str, Fit]:
        """The fits there are, by name."""
        named = {"nominal": self.nominal, "mean": self.mean, "p95": self.p95, "worst": self.worst}
        return {name: fit for name, fit in named.items() if fit is not None}

    def to_dict(self) -> dict[str, object]:
        """Every figure by its name, ready for JSON."""
        parts: dict[str, object] = {name: getattr(self, name) for name in ("total", *PARTS, "rest")}
        return parts | {name: fit._asdict() for name, fit in self.fits.items()}


def window(
    total: SupportsIndex,
    *,
    prompt: SupportsIndex = 0,
    tools: SupportsIndex = 0,
    history: SupportsIndex = 0,
    answer: SupportsIndex = 0,
    chunks: Iterable[Chunk | int] | None = None,
    chunk_tokens: SupportsIndex | None = None,
) -> Window:
    """
    Plan a context window: how many retrieved chunks fit beside its other parts.

    Args:
        total: Tokens of the window, >= 1.
        prompt: Tokens of the prompt, >= 0.
        tools: Tokens of the tool descriptions, >= 0.
        history: Tokens of the conversation so far, >= 0.
        answer: Tokens kept free for the answer, >= 0.
        chunks: Chunks, or their token counts; what fits is measured on them.
        chunk_tokens: Size of a chunk, >= 1, where none are made yet.

    Returns:
        The window; `rest` alone where neither chunks nor a size is given.

    Raises:
        OptionError: A value is not allowed, the parts do not fit (the message says by how much), or `chunks` has nothing to measure.

    >>> w = window(128_000, prompt=2_000, tools=3_000, history=8_000, answer=4_000, chunk_tokens=512)
    >>> w.rest, w.nominal
    (111000, Fit(tokens=512, chunks=216, left=408))
    >>> window(1_000, chunks=[100, 200, 600]).mean
    Fit(tokens=300.0, chunks=3, left=100.0)
    >>> window(1_000, prompt=900, answer=250)
    Traceback (most recent call last):
        ...
    khand.errors.OptionError: prompt=900 + tools=0 + history=0 + answer=250 = 1150: 150 tokens more than the window of 1000

    """
    total = whole("total", total, 1)
    given = {"prompt": prompt, "tools": tools, "history": history, "answer": answer}
    parts = {name: whole(name, value) for name, value in given.items()}
    rest = total - sum(parts.values())
    if rest < 0:
        named = " + ".join(f"{name}={tokens}" for name, tokens in parts.items())
        raise OptionError(
            f"{named} = {total - rest}: {-rest} tokens more than the window of {total}",
            option="total",
            value=total,
        )
    fits = {} if chunks is None else _measured(rest, chunks)
    if chunk_tokens is not None:
        nominal = whole("chunk_tokens", chunk_tokens, 1)
        fits["nominal"] = Fit(nominal, *divmod(rest, nominal))
    return Window(
        total=total,
        prompt=parts["prompt"],
        tools=parts["tools"],
        history=parts["history"],
        answer=parts["answer"],
        nominal=fits.get("nominal"),
        mean=fits.get("mean"),
        p95=fits.get("p95"),
        worst=fits.get("worst"),
    )


def _measured(rest: int, chunks: Iterable[Chunk | int]) -> dict[str, Fit]:
    sizes = [whole("chunks", chunk.tokens if isinstance(chunk, Chunk) else chunk) for chunk in chunks]
    number = len(sizes)
    p95, largest = nearest_rank(sizes, 95), max(sizes, default=0)
    if p95 == 0:
        raise OptionError("chunks: there are none with tokens to measure", option="chunks", value=number)
    # whole-number arithmetic: the mean is a fraction, and floor(rest / mean) must not depend on its rounding
    total = sum(sizes)
    by_mean, left = divmod(rest * number, total)
    return {
        "mean": Fit(total / number, by_mean, left / number),
        "p95": Fit(p95, *divmod(rest, p95)),
        "worst": Fit(largest, *divmod(rest, largest)),
    }
