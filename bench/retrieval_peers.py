"""
Measure what retrieval finds with khand's chunks and with other splitters', by khand's own evaluation, into docs/retrieval.md.

    python bench/retrieval_peers.py --data FOLDER --write     # all sets, into the document; some minutes on an idle core
    python bench/retrieval_peers.py --data FOLDER --sets aws  # one set; prints the tables, leaves the document as it is

FOLDER is that of bench/retrieval.py. The splitters are those of bench/tools.py, at their defaults without overlap, counting the same
tokens; what retrieves and what splits is installed into bench/.venv-retrieval-peers.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import own_venv

HERE = Path(__file__).parent
ROOT = HERE.parent
VENV = HERE / ".venv-retrieval-peers"
REQUIREMENTS = HERE / "retrieval-peers-requirements.txt"
DOCUMENT = ROOT / "docs" / "retrieval.md"
MARKS = (
    "<!-- figures of bench/retrieval_peers.py: do not edit -->",
    "<!-- end of the figures of the peers -->",
)
SIZES = (200, 400)
BUDGET_TOKENS = 1_000
BASE = "LangChain Recursive"
RETRIEVERS = {"aws": ("bm25", "hybrid"), "chroma": ("bm25", "hybrid"), "xquad_hi": ("bm25",)}
"""The static embedder knows English only."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--data", default=os.environ.get("KHAND_RETRIEVAL"), help="folder of the sets")
    parser.add_argument("--sets", nargs="+", default=list(RETRIEVERS), help="only these sets")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/retrieval.md")
    arguments = parser.parse_args()
    if not arguments.data:
        sys.exit("give --data FOLDER or set KHAND_RETRIEVAL")
    own_venv.enter(VENV, REQUIREMENTS)
    (cached,) = Path(sys.prefix).glob("**/llama_index/core/_static/tiktoken_cache")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(cached)
    sys.path[:0] = [str(HERE), str(ROOT / "src")]
    tables = [
        measure(Path(arguments.data) / name, retriever)
        for name in arguments.sets
        for retriever in RETRIEVERS[name]
    ]
    figures = f"{about()}\n\n" + "\n\n".join(tables)
    print(figures)
    if arguments.write:
        head, rest = DOCUMENT.read_text(encoding="utf-8").split(MARKS[0])
        tail = rest.split(MARKS[1])[1]
        DOCUMENT.write_text(f"{head}{MARKS[0]}\n\n{figures}\n\n{MARKS[1]}{tail}", encoding="utf-8")


def about() -> str:
    commit = ["git", "-C", str(ROOT), "rev-parse", "--short=9", "HEAD"]
    khand = subprocess.check_output(commit, text=True).strip()
    names = (
        "langchain-text-splitters",
        "chonkie",
        "semantic-text-splitter",
        "semchunk",
        "llama-index-core",
        "bm25s",
        "wordllama",
    )
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return f"{day}, khand {khand}, {', '.join(f'{name} {version(name)}' for name in names)}."


def measure(folder: Path, retriever: str) -> str:
    """A table of one set: what each splitter's chunks find, and the difference to LangChain's with its interval."""
    from khand.evaluation.cache import Cached
    from khand.evaluation.embedders import get_embedder
    from khand.evaluation.evaluate import evaluate
    from khand.evaluation.questions import locate, read_questions
    from khand.evaluation.statistics import Draws
    from khand.readers import Document

    files = sorted((folder / "docs").iterdir())
    kinds = {".md": "markdown"}
    documents = [Document(f.name, f.read_bytes().decode(), kinds.get(f.suffix, "text")) for f in files]
    questions = locate(
        read_questions(folder / "questions.jsonl"), {d.source: d.text for d in documents}
    ).questions
    embed = None if retriever == "bm25" else Cached(get_embedder("static"), VENV / "vectors")
    made = evaluate(
        documents,
        questions,
        settings(),
        retriever=retriever,
        embed=embed,
        budgets=(BUDGET_TOKENS,),
        headline=BUDGET_TOKENS,
        told=lambda name: print(folder.name, retriever, name, file=sys.stderr),
    )
    outcomes = {outcome.setting.name: outcome for outcome in made.outcomes}
    draws = Draws(len(questions))
    by = retriever if embed is None else "BM25 and static vectors"
    lines = [
        f"**{folder.name}**, {len(questions)} questions, {by}; found within {BUDGET_TOKENS:,} tokens and whole, in percent; difference to "
        f"{BASE} in points [95 %], bold where 0 is outside:",
        "",
        "| splitter | "
        + " | ".join(f"{size}: found, whole | difference | embedded" for size in SIZES)
        + " |",
        "| --- | " + " | ".join("--: | --: | --:" for _ in SIZES) + " |",
    ]
    for name in dict.fromkeys(key.rpartition(", ")[0] for key in outcomes):
        cells = [cell for size in SIZES for cell in row(outcomes, name, size, draws)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def row(outcomes: dict, name: str, size: int, draws) -> Sequence[str]:
    from khand.evaluation.verdict import means, points

    own, base = outcomes[f"{name}, {size}"], outcomes[f"{BASE}, {size}"]
    interval = draws.interval([a - b for a, b in zip(own.found_at(0), base.found_at(0), strict=True)])
    shown = points(interval) if name != BASE else ""
    found = f"{means(own.found_at(0)) * 100:.1f}, {means(own.whole_at(0)) * 100:.1f}"
    return found, f"**{shown}**" if interval.tells else shown, f"{own.tokens:,}"


def settings() -> list:
    """khand as it is and with children, and the others, at both sizes."""
    from tools import PEERS

    from khand.evaluation.settings import Setting

    out = []
    for size in SIZES:
        out.append(Setting(f"khand, {size}", {"size": size}))
        out.append(Setting(f"khand, children of 40, {size}", {"size": size, "children": 40}))
        for name, tool in PEERS.items():
            out.append(Setting(f"{name}, {size}", {}, cutter(tool, size)))
    return out


def cutter(tool, size: int):
    # Chonkie asks its tokenizer for ids; the tables of tiktoken come with LlamaIndex, so that nothing is downloaded
    split = tool.make("tiktoken" if tool.package == "chonkie" else "fast", size, 0)
    return lambda text: [tool.text_of(part) for part in split(text)]


if __name__ == "__main__":
    main()
