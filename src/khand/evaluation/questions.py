"""Questions with the passages that answer them: read from JSON Lines, found in the documents, drawn as a template."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from khand.errors import InputError
from khand.evaluation.passages import Passage, find_passage

PARAGRAPH_CHARACTERS = (80, 800)
"""What a question is worth asking about: shorter paragraphs are labels, longer ones hold more than one answer."""


class Asked(NamedTuple):
    """
    A question as its file states it.

    Attributes:
        question: Its words.
        doc: The document that answers it, by its source or its file's bare name; None for any.
        excerpts: The passages that answer it, verbatim.
        spans: The same as code-point offsets in `doc`; where given, they count.
        line: 1-based line of the file.
    """

    question: str
    doc: str | None
    excerpts: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    line: int


class Question(NamedTuple):
    """
    A question whose passages have been found.

    Attributes:
        text: Its words.
        gold: The passages that answer it: source, first code point, one past the last; merged, in order.
        line: 1-based line of the file.
    """

    text: str
    gold: tuple[Passage, ...]
    line: int

    @property
    def characters(self) -> int:
        """Code points of its passages."""
        return sum(end - start for _, start, end in self.gold)


class Doubt(NamedTuple):
    """
    An excerpt that was not found, or not exactly.

    Attributes:
        line: Line of the question.
        question: Its words.
        excerpt: What was looked for.
        certainty: 0 to 1; below 1 the passage found differs from the excerpt.
        found: What stands there in the document; None where nothing was taken.
        why: What is in doubt, in words.
    """

    line: int
    question: str
    excerpt: str
    certainty: float
    found: str | None
    why: str


class Located(NamedTuple):
    """
    The questions that can be asked, and what is in doubt.

    Attributes:
        questions: Every passage of each was found.
        doubts: Excerpts not found, found in another form, or found more than once.
        lost: How many questions are left out because a passage was not found.
        blank: How many lines of the template have no question yet.
    """

    questions: list[Question]
    doubts: list[Doubt]
    lost: int
    blank: int


def read_questions(path: str | Path) -> list[Asked]:
    """
    Read questions, a JSON object a line: ``question``; ``excerpts`` or ``spans``; optional ``doc``.

    Args:
        path: The file, UTF-8.

    Raises:
        InputError: The file cannot be read, or a line is no such object; the message names the line.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}", source=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}", source=str(path)) from error
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise InputError(f"{path}: no questions in it", source=str(path))
    return [_asked(line, number, str(path)) for number, line in lines]


def _asked(line: str, number: int, path: str) -> Asked:
    def refuse(what: str) -> InputError:
        return InputError(f"{path}, line {number}: {what}", source=path)

    try:
        record = json.loads(line)
    except ValueError as error:
        raise refuse(f"not JSON: {error}") from error
    if not isinstance(record, dict) or not isinstance(record.get("question"), str):
        raise refuse('give an object with "question", and "excerpts" or "spans"')
    doc = record.get("doc")
    if doc is not None and not isinstance(doc, str):
        raise refuse(f'"doc" is {doc!r}: give the name of a document')
    excerpts = record.get("excerpts", [])
    if not isinstance(excerpts, list) or not all(isinstance(e, str) and e.strip() for e in excerpts):
        raise refuse('"excerpts" must be a list of passages, none of them blank')
    spans = record.get("spans", [])
    if not isinstance(spans, list) or not all(_is_span(span) for span in spans):
        raise refuse('"spans" must be a list of [start, end] with 0 <= start < end')
    if spans and doc is None:
        raise refuse('"spans" need "doc", the document they lie in')
    if not excerpts and not spans:
        raise refuse('give "excerpts" or "spans": the passages that answer the question')
    return Asked(record["question"].strip(), doc, tuple(excerpts), tuple((a, b) for a, b in spans), number)


def _is_span(value: Any) -> bool:  # noqa: ANN401 - whatever JSON holds
    whole = isinstance(value, list) and len(value) == 2 and all(type(v) is int for v in value)
    return whole and 0 <= value[0] < value[1]


def locate(asked: Iterable[Asked], documents: Mapping[str, str]) -> Located:
    r"""
    Find the passages of questions in the documents.

    A passage is looked for exactly, then without regard to white space, then for its likeness.

    Args:
        asked: The questions.
        documents: Text by source.

    Returns:
        The questions all of whose passages were found, and what is in doubt.

    Raises:
        InputError: A question names a document that is not there, or a span that ends behind it.

    >>> asked = Asked("What is it?", None, ("a small  cat",), (), 1)
    >>> located = locate([asked], {"a.md": "It is\na small cat."})
    >>> located.questions[0].gold, located.doubts
    ((Passage(source='a.md', start=6, end=17),), [])
    """
    made = Located([], [], 0, 0)
    lost = blank = 0
    for one in asked:
        if not one.question:
            blank += 1
            continue
        gold, doubts = _gold(one, documents)
        made.doubts.extend(doubts)
        if gold is None:
            lost += 1
        else:
            made.questions.append(Question(one.question, merge(gold), one.line))
    return made._replace(lost=lost, blank=blank)


def _gold(one: Asked, documents: Mapping[str, str]) -> tuple[list[Passage] | None, list[Doubt]]:
    """The passages of one question, None if one is missing; and the doubts."""
    where = documents if one.doc is None else {name: documents[name] for name in [_named(one, documents)]}
    if one.spans:
        (source, text), *_ = where.items()
        for start, end in one.spans:
            if end > len(text):
                raise InputError(
                    f"question on line {one.line}: the span [{start}, {end}] ends behind {source}, "
                    f"which has {len(text)} characters",
                    source=source,
                )
        return [Passage(source, start, end) for start, end in one.spans], []
    gold: list[Passage] = []
    doubts = []
    missing = False
    for excerpt in one.excerpts:
        found = find_passage(excerpt, where)
        if found.passage is not None:
            gold.append(found.passage)
        else:
            missing = True
        if found.why:
            there = found.passage and documents[found.passage.source][found.passage.start : found.passage.end]
            doubts.append(Doubt(one.line, one.question, excerpt, found.certainty, there, found.why))
    return None if missing else gold, doubts


def _named(one: Asked, documents: Mapping[str, str]) -> str:
    """The source of the document a question names: the same name, or the only file of that bare name."""
    doc = one.doc or ""
    if doc in documents:
        return doc
    same = [source for source in documents if source.rsplit("/", 1)[-1] == doc]
    if len(same) == 1:
        return same[0]
    known = ", ".join(same or list(documents)[:5])
    why = f"{len(same)} documents have this name" if same else "there is no such document"
    raise InputError(f"question on line {one.line}: doc {doc!r}: {why} ({known})", source=doc)


def merge(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """
    The same code points in order, each once.

    >>> merge([Passage("a", 5, 9), Passage("a", 0, 6)])
    (Passage(source='a', start=0, end=9),)
    """
    out: list[Passage] = []
    for one in sorted(passages):
        last = out[-1] if out else None
        if last and last.source == one.source and one.start <= last.end:
            out[-1] = Passage(last.source, last.start, max(last.end, one.end))
        else:
            out.append(one)
    return tuple(out)


def solid(gold: Iterable[Passage], documents: Mapping[str, str]) -> tuple[Passage, ...]:
    r"""
    The words of passages without the white space between them, which chunks may leave out at their edges.

    >>> solid([Passage("a", 0, 5)], {"a": "a\n\nbc"})
    (Passage(source='a', start=0, end=1), Passage(source='a', start=3, end=5))
    """
    return tuple(
        Passage(p.source, found.start(), found.end())
        for p in gold
        for found in _SOLID.finditer(documents[p.source], p.start, p.end)
    )


_SOLID = re.compile(r"\S+")


def draw_template(documents: Mapping[str, Sequence[str]], count: int, seed: int) -> list[dict[str, Any]]:
    """
    Draw paragraphs to write questions for, at random and spread over the documents.

    Args:
        documents: Paragraphs by source; those that are too short or too long are passed over.
        count: How many to draw; fewer where there are not so many.
        seed: The same seed draws the same.

    Returns:
        Records with an empty ``question``, ``doc`` and ``excerpts``: from every document one before any gives two.

    >>> draw_template({"a.md": ["The pump starts when the level falls under two metres, and stops at five metres again."]}, 3, 0)
    [{'question': '', 'doc': 'a.md', 'excerpts': ['The pump starts when the level falls under two metres, and stops at five metres again.']}]
    """
    chance = random.Random(seed)
    shortest, longest = PARAGRAPH_CHARACTERS
    piles = []
    for source, paragraphs in documents.items():
        fit = [p for p in dict.fromkeys(paragraphs) if shortest <= len(p) <= longest]
        chance.shuffle(fit)
        if fit:
            piles.append((source, fit))
    chance.shuffle(piles)
    drawn: list[dict[str, Any]] = []
    while piles and len(drawn) < count:
        for source, pile in piles[: count - len(drawn)]:
            drawn.append({"question": "", "doc": source, "excerpts": [pile.pop()]})
        piles = [(source, pile) for source, pile in piles if pile]
    return drawn
