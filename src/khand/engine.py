"""Cuts a text: the one place that takes it through all steps, from blocks to chunks with their report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple, Unpack

from khand import outline
from khand.characters.lines import LineNumbers
from khand.characters.space import BOM
from khand.checks import refuse_surrogates
from khand.chunk_record import Chunk
from khand.chunks import Chunks
from khand.cutting.children import Child, children_of
from khand.cutting.document import REASONS, DocumentCutter
from khand.cutting.min_size import join_small
from khand.cutting.piece import Outcome, Piece, outcome_of
from khand.cutting.sections import Path, find_sections, without_blank
from khand.cutting.source import Source
from khand.cutting.windows import cut_windows
from khand.errors import OptionError
from khand.identifiers import Identifier
from khand.outline.blocks import Blocks, Kind
from khand.outline.front_matter import title as title_of_front_matter
from khand.outline.plain_headings import with_headings
from khand.patterns import line_pattern
from khand.readers.document import Document
from khand.readers.texts import is_text, read_text
from khand.report import Report, make_report
from khand.settings import Options, Settings, settings_of
from khand.tokenizers import get_tokenizer
from khand.tokenizers.base import Tokenizer


def chunk(text: str, settings: Settings | None = None, **options: Unpack[Options]) -> Chunks:
    r"""
    Cut a text.

    Args:
        text: The document; newlines are kept as they are.
        settings: How to cut; None for the defaults.
        options: The fields of ``Settings``, by keyword: by, size, overlap, tokenizer, min_size, heading_depth, context,
            overlap_across_headings, title, front_matter, children, cut_at, language, format, source, detect_headings,
            heading_patterns. They take precedence over `settings`. ``help(khand.Settings)`` explains each, with what it
            allows and its default.

    Returns:
        The chunks in order; every non-blank character of the text is in one of them. A blank text has no chunks.

    Raises:
        OptionError: A setting is not allowed.
        TokenizerError: The tokenizer is not known.
        InputError: The text holds a lone surrogate.

    >>> chunks = chunk("# Policy\n\nBe kind.\n\n## Eligibility\n\nAn order is eligible if it is paid.", size=40)
    >>> [(c.headings, c.text, c.tokens) for c in chunks][1]
    (('Policy', 'Eligibility'), '## Eligibility\n\nAn order is eligible if it is paid.', 15)
    >>> print(chunks[1].embed_text)
    Policy
    <BLANKLINE>
    ## Eligibility
    <BLANKLINE>
    An order is eligible if it is paid.
    """
    settings = settings_of(settings, options)
    refuse_surrogates(text, settings.source)
    return chunk_document(read_text(text, format_of_text(settings), settings.source or ""), settings)


def chunk_document(document: Document, settings: Settings) -> Chunks:
    """
    Cut a document that a reader made.

    Args:
        document: From ``khand.readers``; its chunks carry its source, pages and metadata.
        settings: How to cut; format and source are taken from the document.

    Returns:
        The chunks in order.

    Raises:
        InputError: See ``chunk``.
        TokenizerError: See ``chunk``.
    """
    text = document.text
    settings = replace(settings, format=document.format, source=document.source)
    tokenizer = get_tokenizer(settings.tokenizer, chars=len(text))
    refuse_surrogates(text, document.source)
    _refuse_template(tokenizer, settings)
    cut = _cut(text, tokenizer, settings)
    outcomes: Counter[Outcome] = Counter()
    chunks, context_tokens = _records(document, cut.pieces, tokenizer.template, outcomes)
    count_all = cut.count_all
    children = _child_records(document, chunks, cut.children, tokenizer.template)

    def report(made: list[Chunk]) -> Report:
        return make_report(
            text,
            made,
            outcomes,
            settings,
            context_tokens=context_tokens,
            document_tokens=count_all(),
            exact=tokenizer.exact,
            template=tokenizer.template,
            children=children,
        )

    return Chunks(chunks, report, document=text, exact=tokenizer.exact, children=children)


def blocks_of(text: str, settings: Settings) -> Blocks:
    """
    The blocks of a text, with the headings that the settings ask for.

    Args:
        text: The text that a reader made.
        settings: How to cut; their format must be that of the text.
    """
    patterns = [line_pattern("heading_patterns", pattern) for pattern in settings.heading_patterns]
    blocks = outline.blocks(text, settings.format or "markdown")
    return with_headings(text, blocks, detect=settings.detect_headings, patterns=patterns)


def format_of_text(settings: Settings) -> str:
    """
    The format a text is read as: the one named, else what the suffix of its source says, else Markdown.

    >>> format_of_text(Settings(source="notes.txt")), format_of_text(Settings(source="notes"))
    ('text', 'markdown')
    """
    from khand.readers.formats import BY_SUFFIX, is_code, suffix_of

    if settings.format is not None:
        return settings.format
    name = settings.source or ""
    if is_code(name):
        return "lines"
    said = BY_SUFFIX.get(suffix_of(name))
    # a text that is named after a PDF is what somebody read of it
    return said.name if said is not None and is_text(said.name) else "markdown"


class _Cut(NamedTuple):
    """
    A text that is cut.

    Attributes:
        pieces: In order; each made when it is asked for where nothing asks twice.
        children: Those of each piece; [] if none are asked for.
        count_all: Counts the whole text, for the report; it holds nothing of what cut the text.
    """

    pieces: Iterable[Piece]
    children: list[list[Child]]
    count_all: Callable[[], int]


def _cut(text: str, tokenizer: Tokenizer, settings: Settings) -> _Cut:
    if not text.removeprefix(BOM).strip():
        return _Cut([], [], lambda: 0)
    blocks = without_blank(text, blocks_of(text, settings))
    sections = find_sections(text, blocks, settings.heading_depth, _title(text, blocks, settings))
    if settings.by == "window":
        windows = cut_windows(
            text, sections, tokenizer, settings.size - tokenizer.template, settings.overlap_tokens
        )
        return _Cut(windows, [], lambda: tokenizer.count(text))
    source = Source(text, sections, tokenizer, settings)
    tokens = source.count_all()
    cutter = DocumentCutter(source)
    pieces = cutter.pieces()
    if settings.min_size:
        pieces = iter(join_small(pieces, cutter, settings.min_size))
    if not settings.children:
        return _Cut(pieces, [], lambda: tokens)
    kept = list(pieces)
    return _Cut(kept, [children_of(piece, cutter, settings.children) for piece in kept], lambda: tokens)


def _title(text: str, blocks: Blocks, settings: Settings) -> str:
    """The title to use where no level-1 heading gives one; "" where a heading does, or where there is no title."""
    if settings.title == "none" or any(details[0] == 1 for details in blocks.details.values()):
        return ""
    if settings.title not in ("auto", "name"):
        return settings.title
    found = ""
    if blocks.kinds[0] == Kind.FRONT_MATTER:
        found = title_of_front_matter(text[blocks.starts[0] : blocks.ends[0]])
    if not found and settings.title == "name" and settings.source:
        found = PurePosixPath(settings.source).stem
    return found


def _refuse_template(tokenizer: Tokenizer, settings: Settings) -> None:
    taken = tokenizer.template + settings.overlap_tokens
    if settings.size <= taken:
        overlap = f" and overlap={settings.overlap_tokens}" if settings.overlap_tokens else ""
        raise OptionError(
            f"size={settings.size}{overlap}: the template of {tokenizer.name} adds {tokenizer.template} tokens to every chunk; "
            f"size must be larger than {taken}",
            option="size",
            value=settings.size,
        )


def _records(
    document: Document, pieces: Iterable[Piece], template: int, outcomes: Counter[Outcome]
) -> tuple[list[Chunk], int]:
    """The record of each piece, and the tokens of all contexts; what became of the rules is counted in `outcomes`."""
    source, text = document.source, document.text
    line_at = LineNumbers(text).at
    ids = Identifier(source)
    out: list[Chunk] = []
    previous_end = context_tokens = 0
    path: Path | None = None
    titles: tuple[str, ...] = ()
    for index, piece in enumerate(pieces):
        if piece.path is not path:
            path = piece.path
            titles = tuple([heading.title for heading in path if heading.title])
            ids.under(titles)
        start, end, embedded = piece.start, piece.end, piece.embedded
        repeats = start < previous_end
        own = previous_end if repeats else start
        out.append(
            Chunk(
                ids.identify(embedded),
                source,
                index,
                titles[-1] if titles else None,
                titles,
                embedded if len(embedded) == end - start else text[start:end],
                embedded,
                piece.tokens + template,
                start,
                end,
                line_at(start),
                line_at(end - 1),
                document.page(own),
                previous_end - start if repeats else 0,
                piece.repeated if repeats else 0,
                piece.reason.value,
                piece.oversized,
                metadata=document.about(own, end),
            )
        )
        previous_end = end
        context_tokens += piece.context_tokens
        outcomes[outcome_of(piece)] += 1
    return out, context_tokens


def _child_records(
    document: Document, chunks: list[Chunk], children: list[list[Child]], template: int
) -> list[Chunk]:
    """The records of the children, chunk by chunk; each has an id of its own and the index of its chunk."""
    lines = LineNumbers(document.text)
    ids = Identifier(document.source)
    out: list[Chunk] = []
    for chunk, windows in zip(chunks, children, strict=False):
        ids.under(chunk.headings, child=True)
        for k, child in enumerate(windows):
            last = k == len(windows) - 1
            out.append(
                chunk._replace(
                    id=ids.identify(child.embedded),
                    text=document.text[child.start : child.end],
                    embed_text=child.embedded,
                    tokens=child.tokens + template,
                    start=child.start,
                    end=child.end,
                    start_line=lines.at(child.start),
                    end_line=lines.at(child.end - 1),
                    page=document.page(child.start),
                    overlap_chars=0,
                    overlap_tokens=0,
                    cut=chunk.cut if last else REASONS[child.level].value,
                    parent=chunk.id,
                    metadata=document.about(child.start, child.end),
                )
            )
    return out
