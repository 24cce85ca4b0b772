"""
What a ranking is worth, from spans alone; standard library only.

Two families. *By budget*: a reader is given the ranked chunks up to a number of tokens, each charged its whole embedded text, so
overlap, context and long chunks pay for themselves. *At k*: recall, precision, IoU and precision omega of Smith and Troynikov,
"Evaluating Chunking Strategies for Retrieval" (Chroma, 2024), which charge characters and take a fixed number of chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from khand.evaluation.index import IndexedText
from khand.evaluation.passages import Passage

Ends = Callable[[str], Sequence[int]]
Spans = list[tuple[int, int]]


class AtK(NamedTuple):
    """
    The measures of Chroma's report for one question.

    Attributes:
        recall: Gold characters inside the first k chunks, as a share of all gold characters.
        precision: The same as a share of the characters of the k chunks.
        iou: The same as a share of both together: the chunks' characters and the gold ones not found.
    """

    recall: float
    precision: float
    iou: float


def found_by_budget(
    gold: Sequence[Passage], ranked: Iterable[IndexedText], budgets: Sequence[int], ends: Ends
) -> list[float]:
    """
    The share of the gold characters within each budget of retrieved tokens.

    Args:
        gold: The passages, merged.
        ranked: Chunks, the best first; read no further than the largest budget.
        budgets: Tokens, >= 1, rising.
        ends: The code point at which each token of a text ends: of the last chunk only what fits is read.

    Returns:
        Shares 0 to 1, one for each budget.

    >>> chunk = IndexedText("a", 0, 4, "abcd", 4)
    >>> found_by_budget([Passage("a", 2, 6)], [chunk], [3, 10], lambda text: range(1, len(text) + 1))
    [0.25, 0.5]
    """
    total = sum(p.end - p.start for p in gold)
    missing: dict[str, Spans] = {p.source: [] for p in gold}
    for p in gold:
        missing[p.source].append((p.start, p.end))
    out: list[float] = []
    spent = 0
    for one in ranked:
        while len(out) < len(budgets) and spent + one.tokens > budgets[len(out)]:
            read = _read(one, budgets[len(out)] - spent, ends)
            left = sum(_length(s) for source, s in missing.items() if source != one.source)
            left += _length(subtract(missing.get(one.source, []), read))
            out.append(1 - left / total)
        if len(out) == len(budgets):
            return out
        spent += one.tokens
        if one.source in missing:
            missing[one.source] = subtract(missing[one.source], (one.start, one.end))
            if not any(missing.values()):
                break
    found = 1 - sum(map(_length, missing.values())) / total
    return out + [found] * (len(budgets) - len(out))


def _read(one: IndexedText, tokens: int, ends: Ends) -> tuple[int, int]:
    """The document's code points among the first `tokens` tokens of a text that has more."""
    if tokens <= 0:
        return one.start, one.start
    reached = ends(one.text)[tokens - 1] - one.text_at
    return one.start, max(one.start, min(one.end, one.start + reached))


def missed(gold: Sequence[Passage], read: Iterable[IndexedText]) -> list[Passage]:
    """
    The parts of the gold passages that no chunk read holds.

    >>> missed([Passage("a", 0, 9)], [IndexedText("a", 0, 4, "abcd", 4)])
    [Passage(source='a', start=4, end=9)]
    """
    read = list(read)
    out = []
    for p in gold:
        spans = [(p.start, p.end)]
        for one in read:
            if one.source == p.source:
                spans = subtract(spans, (one.start, one.end))
        out += [Passage(p.source, a, b) for a, b in spans]
    return out


def within(ranked: Iterable[IndexedText], budget: int) -> list[IndexedText]:
    """The chunks that fit whole into a budget, in their order."""
    out = []
    for one in ranked:
        budget -= one.tokens
        if budget < 0:
            break
        out.append(one)
    return out


def reciprocal_rank(gold: Sequence[Passage], ranked: Iterable[IndexedText]) -> float:
    """
    One over the rank of the first chunk that holds a gold character; 0 if none does.

    >>> chunks = [IndexedText("a", 0, 4, "", 1), IndexedText("a", 4, 8, "", 1)]
    >>> reciprocal_rank([Passage("a", 5, 6)], chunks)
    0.5
    """
    for rank, one in enumerate(ranked, 1):
        if any(p.source == one.source and p.start < one.end and one.start < p.end for p in gold):
            return 1 / rank
    return 0.0


def at_k(gold: Sequence[Passage], retrieved: Sequence[IndexedText]) -> AtK:
    """
    Recall, precision and IoU of the first k chunks.

    Args:
        gold: The passages, as the question states them.
        retrieved: The first k chunks. Overlapping ones are charged in full.

    >>> at_k([Passage("a", 0, 10)], [IndexedText("a", 5, 25, "", 1)])
    AtK(recall=0.5, precision=0.25, iou=0.2)
    """
    wanted = sum(p.end - p.start for p in gold)
    left = sum(p.end - p.start for p in missed(gold, retrieved))
    found = sum(map(_length, _united(gold, retrieved).values()))
    read = sum(one.end - one.start for one in retrieved)
    return AtK(_share(found, wanted), _share(found, read), _share(found, read + left))


def precision_omega(gold: Sequence[Passage], chunks: Iterable[IndexedText]) -> float:
    """
    The precision if exactly the chunks that touch a gold passage were retrieved: what the cutting alone allows.

    A chunk that only adjoins a passage counts, as in the report's own code.

    Args:
        gold: The passages.
        chunks: All chunks, of all documents or of those the passages lie in.

    >>> chunks = [IndexedText("a", 0, 20, "", 1), IndexedText("a", 20, 40, "", 1)]
    >>> precision_omega([Passage("a", 5, 15)], chunks)
    0.5
    """
    touching = [
        one
        for one in chunks
        if any(p.source == one.source and one.start <= p.end and p.start <= one.end for p in gold)
    ]
    found = sum(map(_length, _united(gold, touching).values()))
    read: dict[str, Spans] = {}
    for one in touching:
        read.setdefault(one.source, []).append((one.start, one.end))
    for p in missed(gold, touching):
        read.setdefault(p.source, []).append((p.start, p.end))
    return _share(found, sum(_length(union(spans)) for spans in read.values()))


def _united(gold: Sequence[Passage], chunks: Iterable[IndexedText]) -> Mapping[str, Spans]:
    """The gold characters inside the chunks, each once."""
    inside: dict[str, Spans] = {}
    for one in chunks:
        for p in gold:
            if p.source == one.source and p.start < one.end and one.start < p.end:
                inside.setdefault(p.source, []).append((max(p.start, one.start), min(p.end, one.end)))
    return {source: union(spans) for source, spans in inside.items()}


def union(spans: Iterable[tuple[int, int]]) -> Spans:
    """
    The same code points in order, each once.

    >>> union([(4, 9), (0, 5)])
    [(0, 9)]
    """
    out: Spans = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return out


def subtract(spans: Iterable[tuple[int, int]], taken: tuple[int, int]) -> Spans:
    """
    What of some spans lies outside another.

    >>> subtract([(0, 9)], (3, 5))
    [(0, 3), (5, 9)]
    """
    low, high = taken
    out = []
    for start, end in spans:
        if start < min(end, low):
            out.append((start, min(end, low)))
        if max(start, high) < end:
            out.append((max(start, high), end))
    return out


def _length(spans: Iterable[tuple[int, int]]) -> int:
    return sum(end - start for start, end in spans)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
