"""The evaluation: each setting cuts, indexes, answers every question, and is scored on the same questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from khand.evaluation import metrics
from khand.evaluation.index import Index, IndexedText
from khand.evaluation.passages import Passage
from khand.evaluation.questions import Question, solid
from khand.evaluation.retrieval import rankings
from khand.evaluation.settings import Setting, cut
from khand.evaluation.words import languages_of
from khand.readers import Document
from khand.tokenizers import get_tokenizer

if TYPE_CHECKING:
    from khand.evaluation.embedders import Embed

WHOLE = 1 - 1e-9
"""A share from which on nothing is missing; sums of shares are not exact."""


class Lost(NamedTuple):
    """
    A question whose passages were not all within the headline budget.

    Attributes:
        question: The question's position.
        missed: The parts of its passages that were not within the budget.
        holder: The chunk that holds most of these, without its text; None if no chunk does.
        rank: 1-based rank of that chunk; None if it was not ranked.
    """

    question: int
    missed: tuple[Passage, ...]
    holder: IndexedText | None
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """
    What one setting came to; the lists have one entry a question.

    Attributes:
        setting: How the documents were cut.
        chunks: How many chunks there are, and `children`, how many children are matched in their stead.
        tokens: Tokens embedded: of all chunks and children.
        repeated: Tokens embedded more than once because of overlap.
        context: Tokens of context.
        sizes: Tokens of every chunk, rising.
        found: For each question the share of its gold characters within each budget.
        reciprocal_ranks: One over the rank of the first chunk that holds a gold character.
        at_k: Recall, precision and IoU of the first k chunks.
        omega: Precision omega.
        lost: Questions not wholly within the headline budget.
    """

    setting: Setting
    chunks: int
    children: int
    tokens: int
    repeated: int
    context: int
    sizes: list[int]
    found: list[list[float]]
    reciprocal_ranks: list[float]
    at_k: list[metrics.AtK]
    omega: list[float]
    lost: list[Lost]

    @property
    def repeated_share(self) -> float:
        """Repeated tokens as a share of all embedded tokens, 0 to 1."""
        return self.repeated / self.tokens if self.tokens else 0.0

    def found_at(self, budget: int) -> list[float]:
        """The shares within one budget, by its position."""
        return [shares[budget] for shares in self.found]

    def whole_at(self, budget: int) -> list[float]:
        """1 for each question wholly within a budget, else 0."""
        return [float(share >= WHOLE) for share in self.found_at(budget)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """
    All settings on the same questions.

    Attributes:
        documents: The documents, and `questions`, what was asked.
        outcomes: One a setting, in their order.
        budgets: Tokens, rising; `headline` is the position of the one that is judged by.
        k: Chunks retrieved for the measures at k.
        retriever: bm25, dense or hybrid; and `embedder`, what made the vectors, or None.
        tokenizer: The tokenizer that counts.
    """

    documents: list[Document]
    questions: list[Question]
    outcomes: list[Outcome]
    budgets: tuple[int, ...]
    headline: int
    k: int
    retriever: str
    embedder: str | None
    tokenizer: str


def evaluate(
    documents: Sequence[Document],
    questions: Sequence[Question],
    settings: Sequence[Setting],
    *,
    retriever: str = "bm25",
    embed: Embed | None = None,
    embedder: str | None = None,
    budgets: Sequence[int] = (500, 1000, 2000, 4000),
    headline: int = 1000,
    k: int = 5,
    tokenizer: str = "cl100k_base",
    told: Callable[[str], None] = lambda _: None,
) -> Evaluation:
    r"""
    Evaluate settings with questions.

    Args:
        documents: What is searched, all in one index.
        questions: With their passages found; not empty.
        settings: Ways of cutting, not empty.
        retriever: bm25, dense or hybrid.
        embed: Texts to vectors, for dense and hybrid.
        embedder: What makes them, by name.
        budgets: Tokens of retrieved chunks to look at; `headline` is added if it is not among them.
        headline: The budget that is judged by.
        k: Chunks retrieved for recall, precision and IoU.
        tokenizer: Counts chunks and budgets.
        told: Called with the name of each setting when its turn comes.

    >>> from khand.evaluation.settings import sweep
    >>> documents = [Document("a.md", "# Pump\\n\\nIt starts at two metres.\\n\\n# Valve\\n\\nIt opens at noon.", "markdown")]
    >>> asked = [Question("When does the valve open?", (Passage("a.md", 43, 60),), 1)]
    >>> evaluate(documents, asked, sweep({"size": [40]})).outcomes[0].found
    [[1.0, 1.0, 1.0, 1.0]]
    """
    levels = tuple(sorted({*budgets, headline}))
    languages = dict(
        zip([one.source for one in documents], languages_of(one.text for one in documents), strict=True)
    )
    counter = get_tokenizer(tokenizer)
    texts = {one.source: one.text for one in documents}
    golds = [solid(question.gold, texts) for question in questions]
    scale = _Scale(levels, levels.index(headline), k, counter.ends)
    outcomes = []
    for setting in settings:
        told(setting.name)
        index = cut(documents, setting, counter)
        ranked = rankings(index, [q.text for q in questions], retriever, languages=languages, embed=embed)
        outcomes.append(_outcome(setting, index, questions, golds, ranked, scale))
    return Evaluation(
        documents=list(documents),
        questions=list(questions),
        outcomes=outcomes,
        budgets=levels,
        headline=levels.index(headline),
        k=k,
        retriever=retriever,
        embedder=embedder,
        tokenizer=tokenizer,
    )


def _outcome(
    setting: Setting,
    index: Index,
    questions: Sequence[Question],
    golds: Sequence[Sequence[Passage]],
    ranked: Iterable[Sequence[int]],
    scale: _Scale,
) -> Outcome:
    """Score one setting: `golds` are the questions' passages without white space, `ranked` the chunks for each."""
    by_source: dict[str, list[IndexedText]] = defaultdict(list)
    for one in index.chunks:
        by_source[one.source].append(one)
    scores = [
        _score(i, question, gold, [index.chunks[place] for place in order], by_source, scale)
        for i, (question, gold, order) in enumerate(zip(questions, golds, ranked, strict=True))
    ]
    return Outcome(
        setting=setting,
        chunks=len(index.chunks),
        children=len(index.children),
        tokens=index.tokens,
        repeated=index.repeated,
        context=index.context,
        sizes=sorted(one.tokens for one in index.chunks),
        found=[one.found for one in scores],
        reciprocal_ranks=[one.reciprocal_rank for one in scores],
        at_k=[one.at_k for one in scores],
        omega=[one.omega for one in scores],
        lost=[one.lost for one in scores if one.lost is not None],
    )


class _Scale(NamedTuple):
    """By what a ranking is scored: see ``evaluate``; `headline` is the position of its budget."""

    budgets: Sequence[int]
    headline: int
    k: int
    ends: metrics.Ends


class _Score(NamedTuple):
    """What one question came to; see ``Outcome``."""

    found: list[float]
    reciprocal_rank: float
    at_k: metrics.AtK
    omega: float
    lost: Lost | None


def _score(
    position: int,
    question: Question,
    gold: Sequence[Passage],
    ranked: Sequence[IndexedText],
    by_source: Mapping[str, Sequence[IndexedText]],
    scale: _Scale,
) -> _Score:
    found = metrics.found_by_budget(gold, ranked, scale.budgets, scale.ends)
    near = [one for source in {p.source for p in gold} for one in by_source.get(source, ())]
    lost = None
    if found[scale.headline] < WHOLE:
        lost = _lost(position, gold, ranked, scale.budgets[scale.headline], near)
    return _Score(
        found,
        metrics.reciprocal_rank(gold, ranked),
        metrics.at_k(question.gold, ranked[: scale.k]),
        metrics.precision_omega(question.gold, near),
        lost,
    )


def _lost(
    question: int,
    gold: Sequence[Passage],
    ranked: Sequence[IndexedText],
    budget: int,
    near: Sequence[IndexedText],
) -> Lost:
    read = metrics.within(ranked, budget)
    missed = metrics.missed(gold, read)
    # a passage that only the last chunk holds, of which a part fitted, is named whole: that chunk is what was too far down
    holder = max(near, key=lambda one: _held(missed, one), default=None)
    if holder is None or not _held(missed, holder):
        return Lost(question, tuple(missed), None, None)
    rank = next((i for i, one in enumerate(ranked, 1) if one is holder), None)
    return Lost(question, tuple(missed), holder._replace(text=""), rank)


def _held(missed: Sequence[Passage], one: IndexedText) -> int:
    return sum(
        max(0, min(p.end, one.end) - max(p.start, one.start)) for p in missed if p.source == one.source
    )
