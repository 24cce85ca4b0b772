"""
Rankings: which chunks an index returns for a question, by words (BM25), by vectors, or by both.

A chunk with children is scored by the mean of its own score and its best child's: matched small, returned whole. Both
kinds of text are in one index, as they would be in a database.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from khand.evaluation.index import Index
from khand.evaluation.words import language_of_question, words_of
from khand.extras import load

if TYPE_CHECKING:
    import numpy as np

    from khand.evaluation.embedders import Embed

RETRIEVERS = ("bm25", "dense", "hybrid")
RRF_K = 60
"""The constant of reciprocal rank fusion, as its authors chose it (Cormack, Clarke and Büttcher, SIGIR 2009)."""
BLOCK = 64
"""Questions scored at a time: bounds the table of scores, whatever the number of questions."""


def rankings(
    index: Index,
    questions: Sequence[str],
    retriever: str,
    *,
    languages: dict[str, str],
    embed: Embed | None = None,
) -> Iterator[list[int]]:
    """
    Rank the chunks for each question.

    Args:
        index: What is searched.
        questions: Their words.
        retriever: One of ``RETRIEVERS``.
        languages: The language of each source.
        embed: Texts to vectors of length 1, shape (n, dimensions); needed unless `retriever` is ``"bm25"``.

    Yields:
        Positions of chunks, the best first, ties in the order of the index. A chunk without any word of the question is
        not in the ranking of ``"bm25"``.
    """
    numpy = load("numpy", "evaluate")
    parents = numpy.array([child.parent for child in index.children], dtype=numpy.intp)
    scorers = []
    if retriever in ("bm25", "hybrid"):
        scorers.append(_lexical(index, languages))
    if retriever in ("dense", "hybrid"):
        if embed is None:
            raise ValueError(f"retriever={retriever!r} needs an embedder")
        scorers.append(_dense(index, embed))
    for low in range(0, len(questions), BLOCK):
        block = questions[low : low + BLOCK]
        tables = [_by_chunk(scorer(block), parents, len(index.chunks)) for scorer in scorers]
        for row in range(len(block)):
            ranked = [
                _order(table[row], lexical=i == 0 and retriever != "dense") for i, table in enumerate(tables)
            ]
            yield ranked[0].tolist() if len(ranked) == 1 else fuse(ranked, len(index.chunks))


def fuse(rankings: Sequence[Any], chunks: int) -> list[int]:
    """
    Reciprocal rank fusion of several rankings.

    Args:
        rankings: Positions, the best first; each may leave some out.
        chunks: How many positions there are.

    >>> fuse([[2, 0], [2, 1]], 4)
    [2, 0, 1]
    """
    numpy = load("numpy", "evaluate")
    total = numpy.zeros(chunks)
    for ranked in rankings:
        total[ranked] += 1 / (RRF_K + 1 + numpy.arange(len(ranked)))
    order = numpy.argsort(-total, kind="stable")
    kept: list[int] = order[total[order] > 0].tolist()
    return kept


def _order(scores: np.ndarray, *, lexical: bool) -> np.ndarray:
    numpy = load("numpy", "evaluate")
    order: np.ndarray = numpy.argsort(-scores, kind="stable")
    return order[scores[order] > 0] if lexical else order


def _by_chunk(scores: np.ndarray, parents: np.ndarray, chunks: int) -> np.ndarray:
    """
    Scores of chunks from those of all texts: the mean of a chunk's own and its best child's.

    Args:
        scores: Shape (questions, chunks + children).
        parents: The chunk of each child, shape (children,).
        chunks: How many chunks.
    """
    if not len(parents):
        return scores
    numpy = load("numpy", "evaluate")
    own, small = scores[:, :chunks], scores[:, chunks:]
    best = numpy.full_like(own, -numpy.inf)
    for row in range(len(scores)):
        numpy.maximum.at(best[row], parents, small[row])
    # a chunk without children is its own child
    best = numpy.where(numpy.isneginf(best), own, best)
    mean: np.ndarray = (own + best) / 2
    return mean


def _lexical(index: Index, languages: dict[str, str]) -> Any:  # noqa: ANN401 - a function from questions to scores
    numpy = load("numpy", "evaluate")
    with _quiet():
        bm25 = load("bm25s", "evaluate").BM25()  # its defaults: k1 1.5, b 0.75, the scoring of Lucene
        words = [words_of(languages[one.source])(one.text) for one in (*index.chunks, *index.children)]
        if any(words):
            bm25.index(words, show_progress=False)
    known = list(languages.values())

    def scores(questions: Sequence[str]) -> np.ndarray:
        out: np.ndarray = numpy.zeros((len(questions), len(words)), dtype=numpy.float32)
        for row, question in enumerate(questions):
            asked = words_of(language_of_question(question, known))(question)
            if asked and any(words):
                out[row] = bm25.get_scores(asked)
        return out

    return scores


def _dense(index: Index, embed: Embed) -> Any:  # noqa: ANN401 - a function from questions to scores
    vectors = embed(index.texts)

    def scores(questions: Sequence[str]) -> np.ndarray:
        product: np.ndarray = embed(questions) @ vectors.T
        return product

    return scores


@contextmanager
def _quiet() -> Iterator[None]:
    """Without bm25s telling of every index."""
    logger = logging.getLogger("bm25s")
    before = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(before)
