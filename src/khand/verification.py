"""Chunks against the documents they were made of: every offset, count and id once more, from nothing but the two."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from khand.characters.lines import LineNumbers
from khand.characters.space import BOM
from khand.checks import whole
from khand.chunk_record import Chunk
from khand.errors import InputError, KhandError
from khand.identifiers import Identifier
from khand.readers import DEFAULT, Found, ReadOptions, read, read_all
from khand.readers.chunks import iterate_chunks
from khand.settings import TokenizerSpec
from khand.tokenizers import Tokenizer, get_tokenizer


class Problem(NamedTuple):
    """
    A check that failed.

    Attributes:
        source: The document's name.
        index: The chunk's position in the document, from 0; None where the problem is about the document as a whole.
        what: What is wrong, with what is stored and what was found.
    """

    source: str
    index: int | None  # type: ignore[assignment]  # tuple.index is not missed
    what: str

    def __str__(self) -> str:
        chunk = "" if self.index is None else f", chunk {self.index + 1}"
        return f"{self.source or 'standard input'}{chunk}: {self.what}"


class Verification(NamedTuple):
    """The result of a verification: how much was checked, and every problem found."""

    documents: int
    chunks: int
    problems: list[Problem]


def verify(
    path: str | os.PathLike[str],
    sources: str | os.PathLike[str] = ".",
    *,
    tokenizer: TokenizerSpec = "cl100k_base",
    size: int | None = None,
    format: str | None = None,
    encoding: str | None = None,
    reading: ReadOptions | None = None,
) -> Verification:
    """
    Read the documents again and check every chunk of a file against them.

    Args:
        path: A JSON Lines file of chunks, or the folder of ``--out-dir``.
        sources: The folder that the chunks' sources are relative to.
        tokenizer: The tokenizer that counted the tokens.
        size: The size that no chunk may exceed; None to leave this unchecked.
        format: The format that was given for all documents when they were cut; None if each file's own was taken.
        encoding: The encoding that was given when they were cut, or None.
        reading: How else the files were read when they were cut, or None.

    Returns:
        How many documents and chunks were checked, and every problem.

    Raises:
        InputError: `path` cannot be read, or holds something other than chunks.
        OptionError: An argument is not allowed.

    """
    counter = get_tokenizer(tokenizer)
    options = (reading or DEFAULT).but(encoding=encoding, format=format)
    if size is not None:
        size = whole("size", size, 1)

    def text_of(source: str) -> str:
        if not source:
            raise InputError("it came from standard input and cannot be read again")
        if "#" in source and not Path(sources, source).exists():
            return records.text(source)
        return read(Found(Path(sources, source), source), options).text

    records = _Records(Path(sources), options)

    dropped: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for chunk in iterate_chunks(path):
        for place in (chunk.metadata or {}).get("also_in", ()):
            dropped[place["source"]].append((place["start"], place["end"]))
    done = Verification(0, 0, [])
    seen: set[str] = set()
    for source, group in groupby(iterate_chunks(path), key=lambda chunk: chunk.source):
        chunks = list(group)
        problems = list(_document(chunks, text_of, counter, size, dropped.get(source, [])))
        if source in seen:
            problems.insert(0, Problem(source, None, "its chunks do not stand together"))
        seen.add(source)
        done = Verification(done.documents + 1, done.chunks + len(chunks), done.problems + problems)
    return done


class _Records:
    """The texts of the records of the file asked for last."""

    def __init__(self, folder: Path, options: ReadOptions) -> None:
        self.folder = folder
        self.options = options
        self.file = ""
        self.texts: dict[str, str] = {}

    def text(self, source: str) -> str:
        """
        The text of a record.

        Raises:
            InputError: The file cannot be read, or has no such record.
        """
        file = source.rpartition("#")[0]
        if file != self.file:
            found = read_all(Found(self.folder / file, file), self.options)
            self.file, self.texts = file, {document.source: document.text for document in found}
        if source not in self.texts:
            raise InputError(f"{file}: has no record {source.rpartition('#')[2]}", source=source)
        return self.texts[source]


def _document(
    chunks: list[Chunk],
    text_of: Callable[[str], str],
    tokenizer: Tokenizer,
    size: int | None,
    dropped: list[tuple[int, int]],
) -> Iterator[Problem]:
    source = chunks[0].source
    try:
        text = text_of(source)
    except KhandError as error:
        yield Problem(source, None, str(error))
        return
    for chunk, what in check_chunks(text, chunks, tokenizer, size=size, dropped=dropped):
        yield Problem(source, None if chunk is None else chunk.index, what)


def check_chunks(
    text: str,
    chunks: Iterable[Chunk],
    tokenizer: Tokenizer,
    *,
    size: int | None = None,
    dropped: Iterable[tuple[int, int]] = (),
) -> Iterator[tuple[Chunk | None, str]]:
    r"""
    What does not hold of the chunks of one text.

    Args:
        text: The document.
        chunks: All of its chunks, in order; children may stand among them.
        tokenizer: What counted them.
        size: The budget, if it is to be checked.
        dropped: Spans of chunks that were left out because others have the same embedded text; where there are any, neither
            ids, which count repeats, nor what lies between neighbours can be checked.

    Returns:
        The chunk, or None for the document, and what does not hold.

    >>> from khand.engine import chunk
    >>> text = "# A\n\nBe kind.\n\n# B\n\nBe fair.\n"
    >>> made = list(chunk(text))
    >>> counter = get_tokenizer("cl100k_base")
    >>> list(check_chunks(text, made, counter))
    []
    >>> [what for _, what in check_chunks(text, [made[0], made[1]._replace(tokens=5)], counter)]
    ['tokens are 5, counted again 6']

    """
    chunks, dropped = list(chunks), list(dropped)
    lines, ids = LineNumbers(text), Identifier(chunks[0].source if chunks else "")
    parents = {chunk.id for chunk in chunks if chunk.parent is None}
    before: Chunk | None = None
    for chunk in chunks:
        yield from ((chunk, what) for what in _of_one(text, chunk, tokenizer, lines, size))
        if not dropped:
            ids.under(chunk.headings, child=chunk.parent is not None)
            made = ids.identify(chunk.embed_text)
            if made != chunk.id:
                yield chunk, f"id is {chunk.id}, made again {made}"
        if chunk.parent is not None:
            if chunk.parent not in parents:
                yield chunk, f"parent is {chunk.parent}, which is no chunk of this document"
            continue
        if not dropped:
            yield from ((chunk, what) for what in _after(text, chunk, before, tokenizer))
        before = chunk
    at = _uncovered(text, [*dropped, *((chunk.start, chunk.end) for chunk in chunks)])
    if at is not None:
        yield None, f"no chunk holds the character {text[at]!r} at {at}, line {LineNumbers(text).at(at)}"


def _of_one(
    text: str, chunk: Chunk, tokenizer: Tokenizer, lines: LineNumbers, size: int | None
) -> Iterator[str]:
    """What does not hold of a chunk by itself."""
    if not 0 <= chunk.start < chunk.end <= len(text):
        yield f"its span {chunk.start} to {chunk.end} is not in the document, which ends at {len(text)}"
    elif text[chunk.start : chunk.end] != chunk.text:
        yield f"text is not what stands at {chunk.start} to {chunk.end}"
    else:
        found = (lines.at(chunk.start), lines.at(chunk.end - 1))
        if found != (chunk.start_line, chunk.end_line):
            yield f"lines are {chunk.start_line} to {chunk.end_line}, counted again {found[0]} to {found[1]}"
    if chunk.text not in chunk.embed_text:
        yield "embed_text does not hold text"
    tokens = tokenizer.count(chunk.embed_text) + tokenizer.template
    if tokens != chunk.tokens:
        yield f"tokens are {chunk.tokens}, counted again {tokens}"
    if size is not None and tokens > size and not chunk.oversized:
        yield f"it has {tokens} tokens, more than the size of {size}"
    if chunk.heading != (chunk.headings[-1] if chunk.headings else None):
        yield f"heading is {chunk.heading!r}, the last of headings is another"


def _after(text: str, chunk: Chunk, before: Chunk | None, tokenizer: Tokenizer) -> Iterator[str]:
    """What does not hold of a chunk beside the one before."""
    index = 0 if before is None else before.index + 1
    if chunk.index != index:
        yield f"index is {chunk.index}, the chunk before it says {index}"
    reached = 0 if before is None else before.end
    if before is not None and not before.start < chunk.start:
        yield f"it starts at {chunk.start}, not behind the start of the chunk before, {before.start}"
    shared = text[chunk.start : reached]
    if len(shared) != chunk.overlap_chars:
        yield f"overlap_chars are {chunk.overlap_chars}, counted again {len(shared)}"
    tokens = tokenizer.count(shared)
    if tokens != chunk.overlap_tokens:
        yield f"overlap_tokens are {chunk.overlap_tokens}, counted again {tokens}"


def _uncovered(text: str, spans: list[tuple[int, int]]) -> int | None:
    """The first character that is not blank and in no span, if there are spans."""
    reached = len(BOM) if text.startswith(BOM) else 0
    for start, end in [*sorted(spans), (len(text), len(text))]:
        found = re.compile(r"\S").search(text, reached, max(start, reached))
        if found:
            return found.start()
        reached = max(reached, end)
    return None
