"""The grid of settings that invariants are held against, and the documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import invariants
from _packing import links_stay_whole, packs_tightly, pieces_carry_context
from _records import ids_are_stable, overlap_is_measured
from invariants import Made, made_of

import khand
from khand.settings import Settings

SAMPLE = Path(__file__).parent / "data" / "documents"
LANGUAGES = {"fastapi-hi": "hi", "fastapi-ja": "ja", "fastapi-zh": "zh"}
FORMATS = {".md": "markdown", ".html": "html-source"}


def byte_pairs(text: str) -> int:
    """
    A tokenizer that is a function: pairs of bytes, so that its counts are not the sum of those of the parts.

    >>> byte_pairs("abc"), byte_pairs("a") + byte_pairs("bc")
    (2, 2)
    """
    return (len(text.encode()) + 1) // 2


TOKENIZERS: tuple[str | Callable[[str], int], ...] = (
    "cl100k_base",
    "o200k_base",
    "p50k_base",
    "characters",
    "words",
    "estimate",
    byte_pairs,
)
BY = ("heading", "paragraph", "sentence", "window")
SIZES = (32, 100, 512)
OVERLAPS: tuple[int | str, ...] = (0, "10%", "50%")
EVERYWHERE = (
    invariants.slices_are_exact, invariants.spans_increase, invariants.size_holds, invariants.context_is_modest,
    invariants.clusters_stay_whole, overlap_is_measured, ids_are_stable,
)  # fmt: skip
WINDOWS = (*EVERYWHERE, invariants.windows_tile)
STRUCTURED = (
    *EVERYWHERE, invariants.nothing_is_lost, invariants.context_is_from_the_document, invariants.words_stay_whole,
    invariants.units_stay_whole, invariants.boundaries_hold, invariants.headings_keep_their_text,
    invariants.cuts_say_why, invariants.paths_are_right, packs_tightly, links_stay_whole, pieces_carry_context,
)  # fmt: skip
GRID = tuple(product(BY, SIZES, OVERLAPS, TOKENIZERS))


class Document(NamedTuple):
    """A real document."""

    name: str
    text: str
    format: str
    language: str


@lru_cache(maxsize=1)
def documents(folder: Path = SAMPLE) -> tuple[Document, ...]:
    """The documents of a folder of folders, in a fixed order."""
    paths = sorted(path for path in folder.glob("*/*.*") if path.is_file())
    return tuple(
        Document(
            path.relative_to(folder).as_posix(),
            path.read_bytes().decode("utf-8-sig"),
            FORMATS.get(path.suffix, "text"),
            LANGUAGES.get(path.parent.name, "en"),
        )
        for path in paths
    )


def corpus() -> Path:
    """The larger corpus where there is one, else the sample."""
    return Path(os.environ.get("KHAND_CORPUS") or SAMPLE)


def settings_of(number: int, document: Document) -> Settings:
    """The settings of one place of the grid for a document, with its format and language."""
    by, size, overlap, tokenizer = GRID[number]
    return Settings(
        by=by,
        size=size,
        overlap=overlap,
        tokenizer=tokenizer,
        format=document.format,
        language=document.language,
    )


def make(text: str, settings: Settings) -> Made:
    """Cut a document."""
    return made_of(text, settings, khand.chunk(text, **options_of(settings)))


def options_of(settings: Settings) -> dict[str, Any]:
    """The settings as options of ``khand.chunk``."""
    return {option: getattr(settings, option) for option in Settings.__slots__}


def checks(by: str) -> Iterator[Callable[[Made], None]]:
    """The invariants of a boundary."""
    if by == "window":
        yield from WINDOWS
    else:
        yield from STRUCTURED


def check(text: str, settings: Settings) -> Made:
    """Cut a document and hold the result to every invariant."""
    made = make(text, settings)
    for invariant in checks(settings.by):
        invariant(made)
    return made
