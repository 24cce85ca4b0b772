"""
What becomes of real documents under many settings, as text: a moved boundary is a small diff.

    python tests/snapshots.py            # write tests/golden/snapshots anew; then read the diff
    python tests/snapshots.py code       # only the documents whose name contains this

One file a document, one section a setting, one line a chunk: its span, why it ends there, its tokens, those of its context and of its
overlap, its heading path (″ for that of the line above), what stands around it, its first and last words, and the first digits of its
id, so that nothing in path or embedded text changes unseen.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
FOLDER = HERE / "golden" / "snapshots"
LARGEST = 4_700
"""Code points of a long document that are cut: enough to meet all it holds, and a file one can read."""

DOCUMENTS = (
    "data/snapshots/front-matter-math.md",
    "data/snapshots/lists-and-quotes.md",
    "data/snapshots/code.md",
    "data/snapshots/page.html",
    "data/snapshots/html-in-markdown.md",
    "data/snapshots/nested-headings.md",
    "data/snapshots/crlf.md",
    "data/snapshots/scripts.txt",
    "../examples/handbook.md",
    "../examples/handbook-hi.md",
    "data/documents/fastapi-en/advanced__additional-responses.md",
    "data/documents/fastapi-en/tutorial__body-nested-models.md",
    "data/documents/fastapi-hi/advanced__templates.md",
    "data/documents/fastapi-hi/async.md",
    "data/documents/fastapi-ja/advanced__templates.md",
    "data/documents/fastapi-ja/editor-support.md",
    "data/documents/fastapi-zh/help-fastapi.md",
    "data/documents/fastapi-zh/how-to__extending-openapi.md",
    "data/documents/peps/pep-0229.rst",
    "data/documents/prose/moby-dick-1-2.txt",
    "data/documents/prose/pride-and-prejudice-1-7.txt",
    "data/documents/rust-book/appendix-02-operators.md",
    "data/documents/rust-book/ch03-02-data-types.md",
    "data/documents/rust-book/ch12-01-accepting-command-line-arguments.md",
)
WAYS: tuple[dict[str, Any], ...] = (
    {"by": "heading", "size": 400},
    {"by": "heading", "size": 128},
    {"by": "heading", "size": 128, "overlap": 24},
    {"by": "heading", "size": 40},
    {"by": "heading", "size": 200, "min_size": 60},
    {"by": "heading", "size": 300, "overlap": "10%", "heading_depth": 1, "overlap_across_headings": True},
    {"by": "paragraph", "size": 200},
    {"by": "paragraph", "size": 64, "overlap": 16},
    {"by": "sentence", "size": 128},
    {"by": "sentence", "size": 48, "overlap": 16},
    {"by": "sentence", "size": 300, "overlap": 60, "tokenizer": "characters"},
    {"by": "heading", "size": 160, "tokenizer": "characters"},
    {"by": "heading", "size": 60, "context": ()},
    {"by": "window", "size": 100, "overlap": 20},
    {"by": "window", "size": 120, "overlap": 0, "tokenizer": "characters"},
)
FORMATS = {".md": "markdown", ".html": "html-source"}
LANGUAGES = {"hi": "hi", "ja": "ja", "zh": "zh"}


class Snapshot(NamedTuple):
    """A document that is cut."""

    name: str
    text: str
    format: str
    language: str | None

    @property
    def path(self) -> Path:
        """Where what becomes of it is kept."""
        return FOLDER / f"{self.name}.txt"


def read(place: str) -> Snapshot:
    """
    One of the documents, as much of it as is cut.

    Args:
        place: Its path from the folder of this file.

    """
    path = HERE / place
    text = path.read_bytes().decode("utf-8")
    if len(text) > LARGEST:
        text = text[: text.rindex("\n", 0, LARGEST) + 1]
    folder = path.parent.name
    name = path.name if folder in ("snapshots", "examples") else f"{folder}__{path.name}"
    return Snapshot(name, text, FORMATS.get(path.suffix, "text"), LANGUAGES.get(folder[-2:]))


def options(document: Snapshot, way: dict[str, Any]) -> dict[str, Any]:
    """The options of ``khand.chunk``."""
    return {"format": document.format, "language": document.language, **way}


def section(document: Snapshot, way: dict[str, Any], chunks: Any) -> Iterator[str]:
    """
    The lines of one setting.

    Args:
        document: What was cut.
        way: How.
        chunks: What ``khand.chunk`` made of it.

    """
    yield "== " + ", ".join(f"{name} {shown(value)}" for name, value in way.items())
    report = chunks.report
    figures = [
        f"{report.chunks} chunks",
        f"{report.tokens} tokens",
        f"{report.repeated} repeated",
        f"{report.context_tokens} context",
        f"{report.small} small",
        f"{report.moved_edges} moved",
    ]
    yield f"   {', '.join(figures)}; overlap: {counts(report.overlaps)}; gave way: {counts(report.gave_way)}"
    for k in range(len(chunks)):
        overlap = chunks[k - 1].end - chunks[k].start if k else 0
        same = k > 0 and chunks[k].headings == chunks[k - 1].headings
        yield line(chunks[k], max(overlap, 0), path="″" if same else f"«{path(chunks[k])}»")


def counts(numbers: dict[str, int]) -> str:
    return ", ".join(f"{name} {numbers[name]}" for name in sorted(numbers)) or "none"


def shown(value: object) -> str:
    return "none" if value == () else str(value)


def path(chunk: Any) -> str:
    """The heading path, its titles shortened."""
    return " > ".join(brief(title, 20) for title in chunk.headings)


def line(chunk: Any, overlap: int, path: str) -> str:
    """
    One chunk on one line.

    Args:
        chunk: The record.
        overlap: Code points it shares with the one before.
        path: Its heading path, or a sign that it is that of the chunk before.

    """
    figures = f"{chunk.start}–{chunk.end}".ljust(11) + f" {chunk.cut}".ljust(9) + f" {chunk.tokens:>3}"
    repeated = f" ↶{overlap}" if overlap else ""
    return f"{figures}{repeated}  {path}{context(chunk)} {words(chunk.text)}  #{chunk.id[:4]}"


def context(chunk: Any) -> str:
    """What stands around the text: how many titles of the path, then the beginnings of the rest."""
    before, found, after = chunk.embed_text.rpartition(chunk.text)
    if not found or not (before or after):
        return ""
    path, gap, rest = before.partition("\n\n")
    parts = []
    if gap and path and " ".join(path.split()) in " ".join(" > ".join(chunk.headings).split()):
        parts.append(f"path {path.count(' > ') + 1}")
        before = rest
    parts += [brief(part, 24) for part in (before.strip("\n"), after.strip("\n")) if part]
    return f" [{' ┆ '.join(parts)}]"


def words(text: str) -> str:
    """
    The beginning and the end of a text.

    >>> words("one two three four five six seven eight nine ten eleven twelve")
    'one two three four five six … nine ten eleven twelve'

    """
    flat = flattened(text)
    return flat if len(flat) <= 52 else f"{flat[:27].rstrip()} … {flat[-22:].lstrip()}"


def brief(text: str, most: int) -> str:
    flat = flattened(text)
    return flat if len(flat) <= most else flat[: most - 1].rstrip() + "…"


def flattened(text: str) -> str:
    flat = re.sub(r"\r\n|\r|\n", "⏎", text)
    return re.sub(r"[ \t]+", " ", re.sub("⏎(?:[ \t]*⏎)+", "¶", flat))


def render(document: Snapshot, made: Sequence[tuple[dict[str, Any], Any]]) -> str:
    """
    The file of one document.

    Args:
        document: What was cut.
        made: Each setting with what ``khand.chunk`` made.

    """
    head = f"{document.name}, {len(document.text)} code points, {document.format}, language {document.language}\n"
    return head + "".join("\n" + "\n".join(section(document, way, chunks)) + "\n" for way, chunks in made)


def main(wanted: str = "") -> None:
    """Write the files anew."""
    import khand

    FOLDER.mkdir(parents=True, exist_ok=True)
    for place in DOCUMENTS:
        document = read(place)
        if wanted in document.name:
            made = [(way, khand.chunk(document.text, **options(document, way))) for way in WAYS]
            document.path.write_text(render(document, made), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:2])
