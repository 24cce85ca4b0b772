"""The results of bench/sentences.py as a page of the documentation."""

from __future__ import annotations

from sentences_peers import PEERS

COLUMNS = (
    ("F1t", "plain", 1),
    ("F1", "plain", 0),
    ("no language", "no language", 1),
    ("joined", "joined", 1),
    ("wrapped", "wrapped", 1),
)


def macro(scores: dict | None, which: int) -> float | None:
    """The mean over languages, the legal sets left out; None where not measured."""
    if not scores:
        return None
    values = [pair[which] for language, pair in scores.items() if language != "legal"]
    return sum(values) / len(values)


def document(results: dict) -> str:
    """The whole page."""
    about = results["about"]
    tools = {tool: results["tools"][tool] for tool in PEERS if tool in results["tools"]}
    versions = ", ".join(f"{k} {v}" for k, v in about.items() if k not in ("date", "khand", "python", "load"))
    parts = [
        "# Sentences: figures",
        "",
        "Written by `bench/sentences.py`; do not edit. Scores in percent, means over languages. F1 counts the sentence ends",
        "inside paragraphs; F1t leaves out those that no mark shows. *Joined*: each set as one block; *wrapped*: lines of 72",
        "columns; *no language*: it is not told. The gold is Universal Dependencies and MultiLegalSBD.",
        "",
        f"{about['date']}, khand {about['khand']}, Python {about['python']}, load {about['load']}; {versions}.",
        "",
        *_table(
            ["tool", *[c[0] for c in COLUMNS], "legal F1"], [_scores(tool, tools[tool]) for tool in tools]
        ),
        "",
        "## Cases split exactly as expected",
        "",
        *_golden(tools),
        "",
        "## Speed in MB/s: paragraphs / one block of 1 MB",
        "",
        *_speed(tools),
        "",
        "## F1t by language",
        "",
        *_languages(tools),
        "",
    ]
    return "\n".join(parts)


def _scores(tool: str, found: dict) -> list[str]:
    cells = [_number(macro(found[variant], which)) for _, variant, which in COLUMNS]
    return [PEERS[tool][0], *cells, _number(found["plain"].get("legal", [None])[0])]


def _golden(tools: dict) -> list[str]:
    groups = sorted({name for found in tools.values() for name in found["golden"]})
    rows = [[PEERS[t][0], *["{}/{}".format(*f["golden"][g]) for g in groups]] for t, f in tools.items()]
    return _table(["tool", *groups], rows)


def _speed(tools: dict) -> list[str]:
    languages = list(next(iter(tools.values()))["speed"])
    rows = [
        [PEERS[tool][0], *[" / ".join(_speed_of(v) for v in found["speed"][code]) for code in languages]]
        for tool, found in tools.items()
    ]
    return _table(["tool", *languages], rows)


def _languages(tools: dict) -> list[str]:
    languages = sorted(next(iter(tools.values()))["plain"])
    rows = []
    for code in languages:
        values = [found["plain"][code][1] for found in tools.values()]
        best = max(values)
        rows.append([code, *[f"**{v:.1f}**" if v == best else f"{v:.1f}" for v in values]])
    return _table(["language", *[PEERS[tool][0] for tool in tools]], rows)


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _speed_of(value: float | None) -> str:
    return "–" if value is None else f"{value:.2g}" if value < 10 else f"{value:.0f}"
