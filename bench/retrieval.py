"""
Measure how the way of cutting changes what retrieval finds, and write the figures of docs/retrieval.md.

    python bench/retrieval.py --data FOLDER             # everything; some minutes on an idle core
    python bench/retrieval.py --data FOLDER --sets aws  # some sets; prints the tables, leaves the document as it is

FOLDER (or the environment variable KHAND_RETRIEVAL) holds a folder a set: docs/, and questions.jsonl with a question a line:
question, doc (file name), spans (code-point offsets of the passages that answer it). What retrieves is installed into
bench/.venv-retrieval.
"""

from __future__ import annotations

import argparse
import functools
import json
import logging
import os
import sys
from pathlib import Path
from typing import NamedTuple

import own_venv

HERE = Path(__file__).parent
ROOT = HERE.parent
VENV = HERE / ".venv-retrieval"
REQUIREMENTS = HERE / "retrieval-requirements.txt"
DOCUMENT = ROOT / "docs" / "retrieval.md"
MARKS = ("<!-- figures of bench/retrieval.py: do not edit -->", "<!-- end of the figures -->")

SIZES = (200, 400)
BUDGET_TOKENS = 1_000
"""What a reader is given of the ranked chunks; the token that reaches it is the last."""
RRF_K = 60

VARIANTS: dict[str, dict] = {
    "heading": {"by": "heading"},
    "sentence": {"by": "sentence"},
    "sentence, as short": {"by": "sentence", "as_short": "heading"},
    "paragraph": {"by": "paragraph"},
    "window, overlap 0": {"by": "window", "overlap": 0},
    "window, overlap 10%": {"by": "window", "overlap": "10%"},
    "heading, no context": {"by": "heading", "context": ()},
    "sentence, no context": {"by": "sentence", "context": ()},
    "heading, overlap 10%": {"by": "heading", "overlap": "10%"},
    "sentence, overlap 10%": {"by": "sentence", "overlap": "10%"},
    "heading, min_size a quarter": {"by": "heading", "min_size": "quarter"},
    "sentence, min_size a quarter": {"by": "sentence", "min_size": "quarter"},
}


class Question(NamedTuple):
    """One question; the spans lie in the document `doc`."""

    text: str
    doc: str
    spans: list[tuple[int, int]]


class Passage(NamedTuple):
    """One chunk of the index: its exact slice of a document, and the text that is indexed, read and charged."""

    doc: str
    start: int
    text: str
    embedded: str
    tokens: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--data", default=os.environ.get("KHAND_RETRIEVAL"), help="folder of the sets")
    parser.add_argument("--sets", nargs="+", help="only these sets")
    arguments = parser.parse_args()
    if not arguments.data:
        sys.exit("give --data FOLDER or set KHAND_RETRIEVAL")
    own_venv.enter(VENV, REQUIREMENTS)
    sys.path[:0] = [str(HERE), str(ROOT / "src")]
    import retrieval_table as table

    wanted = arguments.sets or list(dict.fromkeys(name for name, _ in table.COLUMNS))
    about, scores, means = table.about(), {}, {}
    for name in wanted:
        _measure_set(Path(arguments.data) / name, scores, means, dense=(name, "hybrid") in table.COLUMNS)
    figures = f"{about}\n\n{table.tables(scores, means, wanted, SIZES)}"
    print(figures)
    if not arguments.sets:
        head, rest = DOCUMENT.read_text(encoding="utf-8").split(MARKS[0])
        tail = rest.split(MARKS[1])[1]
        text = f"{head}{MARKS[0]}\n\n{figures}\n\n{MARKS[1]}{tail}"
        DOCUMENT.write_text(text, encoding="utf-8")


def _measure_set(folder: Path, scores: dict, means: dict, *, dense: bool) -> None:
    """
    Fill in what one set gives.

    Args:
        folder: The set.
        scores: Gets ``{(set, retriever, variant, size): array of R1k in percent, shape (questions,)}``.
        means: Gets ``{(set, variant, size): (passages, mean tokens a passage)}``.
        dense: Also retrieve with vectors.
    """
    import numpy as np

    documents = {path.name: path.read_bytes().decode() for path in sorted((folder / "docs").iterdir())}
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [Question(r["question"], r["doc"], r["spans"]) for r in map(json.loads, lines)]
    for size in SIZES:
        for variant, settings in VARIANTS.items():
            print(folder.name, size, variant, file=sys.stderr)
            asked = size
            if "as_short" in settings:
                # a size at which filled chunks are on average about as long as the ones not filled
                wanted, by = (means[folder.name, settings[key], size][1] for key in ("as_short", "by"))
                asked = round(size * wanted / by)
            passages = _cut(documents, asked, settings)
            tokens = sum(p.tokens for p in passages)
            means[folder.name, variant, size] = (len(passages), tokens / len(passages))
            rankings = _rankings(passages, questions, dense=dense)
            for retriever, ranked in rankings.items():
                found = [
                    _found_share(q, (passages[k] for k in order))
                    for q, order in zip(questions, ranked, strict=True)
                ]
                scores[folder.name, retriever, variant, size] = 100 * np.array(found)


def _cut(documents: dict[str, str], size: int, settings: dict) -> list[Passage]:
    import khand

    settings = {key: value for key, value in settings.items() if key != "as_short"}
    if settings.get("min_size") == "quarter":
        settings["min_size"] = size // 4
    passages = []
    for name, text in documents.items():
        kind = "markdown" if name.endswith(".md") else "text"
        for c in khand.chunk(text, size=size, format=kind, **settings):
            passages.append(Passage(name, c.start, c.text, c.embed_text, c.tokens))
    return passages


def _rankings(passages: list[Passage], questions: list[Question], *, dense: bool) -> dict[str, list]:
    """``{retriever: [indices of passages, the best first, for each question]}``."""
    import bm25s
    import numpy as np

    logging.disable(logging.INFO)  # bm25s tells of every index
    index = bm25s.BM25()  # k1 1.5, b 0.75
    index.index([_words(p.embedded) for p in passages], show_progress=False)
    lexical = []
    for question in questions:
        score = index.get_scores(_words(question.text))
        order = np.argsort(-score, kind="stable")
        lexical.append(order[score[order] > 0])
    if not dense:
        return {"BM25": lexical}
    model = _model()
    vectors = model.embed([p.embedded for p in passages], norm=True)
    asked = model.embed([q.text for q in questions], norm=True)
    near = list(np.argsort(-(asked @ vectors.T), axis=1, kind="stable"))
    fused = []
    for both in zip(lexical, near, strict=True):
        total = np.zeros(len(passages))
        for order in both:
            total[order] += 1 / (RRF_K + 1 + np.arange(len(order)))
        fused.append(np.argsort(-total, kind="stable"))
    return {"BM25": lexical, "WordLlama": near, "hybrid": fused}


def _words(text: str) -> list[str]:
    import regex

    # \w would part Hindi words at their vowel signs
    return regex.findall(r"[\p{L}\p{M}\p{N}]+", text.casefold())


@functools.cache
def _model():
    import wordllama

    # told where its own wheel keeps the tokenizer, it needs no network
    return wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, dim=256, disable_download=True)


def _found_share(question: Question, ranked) -> float:
    """R1k: the share of the gold characters inside the first BUDGET_TOKENS tokens of the ranked passages."""
    from khand.tokenizers import get_tokenizer

    left = BUDGET_TOKENS
    gold = {i for start, end in question.spans for i in range(start, end)}
    missing = set(gold)
    for passage in ranked:
        read = len(passage.text)
        if passage.tokens > left:
            before = passage.embedded.rfind(passage.text)
            read = max(0, get_tokenizer("cl100k_base").ends(passage.embedded)[left - 1] - before)
        if passage.doc == question.doc:
            missing.difference_update(range(passage.start, passage.start + read))
        left -= passage.tokens
        if left <= 0 or not missing:
            break
    return 1 - len(missing) / len(gold)


if __name__ == "__main__":
    main()
