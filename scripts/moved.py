"""
How many chunks moved between two versions of khand, for which document and under which setting.

    python scripts/moved.py main                               # this checkout against a commit, on the sample documents
    python scripts/moved.py v0.1.0 main --folder ~/corpus      # two commits, on a folder
    python scripts/moved.py main --size 128 --by heading       # fewer settings; every option may be given several times
    python scripts/moved.py main --show 5                      # the first five moved chunks of each document and setting

A version is a commit, a folder that holds the package (``src``), or ``.`` for this checkout. Each is asked in a process of its own, so
nothing of one is seen by the other. A chunk *moved* if no chunk of the other version has its span, and *changed* if one has, with another
path, context or reason. Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
FORMATS = {".md": "markdown", ".html": "html-source", ".htm": "html-source", ".txt": "text", ".rst": "text"}

ASK = """
import json, sys
from pathlib import Path
home, folder = sys.argv[1:3]
import khand
assert Path(khand.__file__).is_relative_to(home), f"{khand.__file__} is not in {home}"
for name, format, ways in json.load(sys.stdin):
    text = (Path(folder) / name).read_bytes().decode("utf-8-sig")
    for way in ways:
        try:
            chunks = khand.chunk(text, format=format, **way)
            made = [[c.start, c.end, c.cut, list(c.headings), c.embed_text] for c in chunks]
        except Exception as error:
            made = f"{type(error).__name__}: {error}"
        print(json.dumps(made))
"""
"""What each version is asked, through its public interface only."""


class Difference(NamedTuple):
    """Chunks that differ in one document under one setting; each as ``(start, end, cut, headings, embedded text)``."""

    document: str
    way: dict[str, Any]
    chunks: int
    moved: list[list[Any]]
    changed: list[list[Any]]
    before: list[list[Any]]


def package(version: str, scratch: Path) -> Path:
    """
    The folder that holds the package of a version.

    Args:
        version: A folder or a commit.
        scratch: Where a commit is laid out.

    """
    for folder in (Path(version) / "src", Path(version)):
        if (folder / "khand" / "__init__.py").is_file():
            return folder.resolve()
    archive = subprocess.run(
        ["git", "archive", version, "src"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(scratch, filter="data")
    return scratch / "src"


def ask(home: Path, folder: Path, work: Sequence[Any]) -> subprocess.Popen[str]:
    """Start one version on the work."""
    process = subprocess.Popen(
        [sys.executable, "-c", ASK, str(home), str(folder)],
        env=os.environ | {"PYTHONPATH": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin
    process.stdin.write(json.dumps(work))
    process.stdin.close()
    return process


def answers(old: subprocess.Popen[str], new: subprocess.Popen[str]) -> Iterator[tuple[Any, Any]]:
    """What both made, one setting of one document after the other."""
    assert old.stdout
    assert new.stdout
    for lines in zip(old.stdout, new.stdout, strict=True):
        yield json.loads(lines[0]), json.loads(lines[1])
    for process in (old, new):
        if process.wait():
            raise SystemExit(f"a version failed with exit code {process.returncode}")


def compare(document: str, way: dict[str, Any], old: Any, new: Any) -> Difference:
    """What moved from one answer to the other."""
    if isinstance(old, str) or isinstance(new, str):  # an error message
        made, gone = ([] if isinstance(each, str) else each for each in (new, old))
        return Difference(document, way, len(made), [] if old == new else made or gone, [], gone)
    spans = {(chunk[0], chunk[1]): chunk for chunk in old}
    moved = [chunk for chunk in new if (chunk[0], chunk[1]) not in spans]
    changed = [chunk for chunk in new if spans.get((chunk[0], chunk[1]), chunk) != chunk]
    left_out = {(chunk[0], chunk[1]) for chunk in new}
    if not moved:  # a chunk of the old version that lies inside others of the new one
        moved = [chunk for chunk in old if (chunk[0], chunk[1]) not in left_out]
    return Difference(document, way, len(new), moved, changed, old)


def show(difference: Difference, most: int) -> None:
    """Print what differs in one document under one setting, at most `most` chunks of it."""
    way = ", ".join(f"{name} {value}" for name, value in difference.way.items())
    print(
        f"{difference.document}, {way}: {len(difference.moved)} of {difference.chunks} moved, "
        f"{len(difference.changed)} changed"
    )
    for chunk in difference.moved[:most]:
        near = [f"{a}–{b} {cut}" for a, b, cut, *_ in difference.before if a < chunk[1] and chunk[0] < b]
        print(f"    {said(chunk)}\n      before: {', '.join(near) or 'nothing'}")
    for chunk in difference.changed[: max(0, most - len(difference.moved))]:
        before = next(old for old in difference.before if old[:2] == chunk[:2])
        for name, was, now in zip(("cut", "headings", "embedded"), before[2:], chunk[2:], strict=True):
            if was != now:
                print(f"    {chunk[0]}–{chunk[1]} {name}:\n      before: {was!r}\n      now:    {now!r}")


def said(chunk: list[Any]) -> str:
    start, end, cut, headings, embedded = chunk
    flat = " ".join(embedded.split())
    return f"{start}–{end} {cut} {' > '.join(headings)!r}: {flat if len(flat) < 60 else f'{flat[:28]} … {flat[-28:]}'}"


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", help="a commit or a folder")
    parser.add_argument("new", nargs="?", default=str(ROOT), help="another; this checkout if not given")
    parser.add_argument("--folder", type=Path, default=ROOT / "tests" / "data" / "documents")
    parser.add_argument(
        "--by", action="append", help="heading, paragraph, sentence, window; all if not given"
    )
    parser.add_argument("--size", action="append", type=int, help="512, 128 and 48 if not given")
    parser.add_argument("--overlap", action="append", help="0 and 12%% if not given")
    parser.add_argument("--tokenizer", action="append", help="cl100k_base and characters if not given")
    parser.add_argument("--show", type=int, default=2, help="chunks shown for a document and setting")
    return parser.parse_args()


def main() -> int:
    """Ask both versions, show what differs, and sum it up."""
    options = arguments()
    grid = product(
        options.by or ("heading", "paragraph", "sentence", "window"),
        options.size or (512, 128, 48),
        [int(each) if each.isdigit() else each for each in options.overlap or ("0", "12%")],
        options.tokenizer or ("cl100k_base", "characters"),
    )
    ways = [dict(zip(("by", "size", "overlap", "tokenizer"), way, strict=True)) for way in grid]
    names = sorted(
        path.relative_to(options.folder).as_posix()
        for path in options.folder.rglob("*")
        if path.suffix in FORMATS and path.name != "SOURCES.md"
    )
    work = [[name, FORMATS[Path(name).suffix], ways] for name in names]
    chunks = moved = changed = settings = 0
    with tempfile.TemporaryDirectory() as scratch:
        homes = [package(v, Path(scratch, str(k))) for k, v in enumerate((options.old, options.new))]
        both = answers(*(ask(home, options.folder.resolve(), work) for home in homes))
        for (name, way), (old, new) in zip(product(names, ways), both, strict=True):
            difference = compare(name, way, old, new)
            chunks += difference.chunks
            moved += len(difference.moved)
            changed += len(difference.changed)
            if difference.moved or difference.changed:
                settings += 1
                show(difference, options.show)
    print(
        f"{moved:,} of {chunks:,} chunks moved and {changed:,} changed, in {settings:,} of {len(names) * len(ways):,} "
        f"runs ({len(names)} documents, {len(ways)} settings)"
    )
    return 1 if moved or changed else 0


if __name__ == "__main__":
    sys.exit(main())
