"""The one place that walks a text through the rooms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Unpack

from khand import outline
from khand.characters.lines import LineNumbers
from khand.characters.space import BOM
from khand.checks import refuse_surrogates
from khand.chunks import Chunk, Chunks
from khand.cutting.document import DocumentCutter
from khand.cutting.min_size import join_small
from khand.cutting.piece import Piece
from khand.cutting.sections import Path, find_sections, without_blank
from khand.cutting.source import Source
from khand.cutting.windows import cut_windows
from khand.identifiers import Identifier
from khand.outline.blocks import Blocks
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
        settings: How to cut; None for the default of each.
        options: The fields of ``Settings``, by keyword: by, size, overlap, tokenizer, min_size, heading_depth, context,
            overlap_across_headings, language, format, source. They go before `settings`. ``help(khand.Settings)`` says what
            each means, allows and is by default.

    Returns:
        The chunks in order; every non-blank character of the text is in one. None for a blank text.

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
        settings: How to cut; format and source are those of the document.

    Returns:
        The chunks in order.

    Raises:
        InputError: See ``chunk``.
        TokenizerError: See ``chunk``.
    """
    text = document.text
    settings = replace(settings, format=document.format, source=document.source)
    tokenizer = get_tokenizer(settings.tokenizer)
    refuse_surrogates(text, document.source)
    pieces, count_document = _pieces(text, tokenizer, settings)
    chunks = _records(document, pieces)

    def report(made: list[Chunk]) -> Report:
        return make_report(
            text, made, pieces, settings, document_tokens=count_document(), exact=tokenizer.exact
        )

    return Chunks(chunks, report, document=text, exact=tokenizer.exact)


def blocks_of(text: str, settings: Settings) -> Blocks:
    """
    The blocks of a text, with the headings that the settings ask for.

    Args:
        text: What a reader made.
        settings: Their format is that of the text.
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
    from khand.readers.formats import BY_SUFFIX, suffix_of

    if settings.format is not None:
        return settings.format
    said = BY_SUFFIX.get(suffix_of(settings.source or ""))
    # a text that is named after a PDF is what somebody read of it
    return said.name if said is not None and is_text(said.name) else "markdown"


def _pieces(text: str, tokenizer: Tokenizer, settings: Settings) -> tuple[list[Piece], Callable[[], int]]:
    """The pieces of a text in order, [] for a blank one; and what counts the whole text, for the report."""
    if not text.removeprefix(BOM).strip():
        return [], lambda: 0
    blocks = without_blank(text, blocks_of(text, settings))
    sections = find_sections(text, blocks, settings.heading_depth)
    if settings.by == "window":
        windows = cut_windows(text, sections, tokenizer, settings.size, settings.overlap_tokens)
        return list(windows), lambda: tokenizer.count(text)
    source = Source(text, sections, tokenizer, settings)
    cutter = DocumentCutter(source)
    pieces = list(cutter.pieces())
    if settings.min_size:
        pieces = join_small(pieces, cutter, settings.min_size)
    return pieces, source.count_all


def _records(document: Document, pieces: list[Piece]) -> list[Chunk]:
    source, text = document.source, document.text
    lines = LineNumbers(text)
    ids = Identifier(source)
    out: list[Chunk] = []
    previous_end = 0
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
                piece.tokens,
                start,
                end,
                lines.at(start),
                lines.at(end - 1),
                document.page(own),
                previous_end - start if repeats else 0,
                piece.repeated if repeats else 0,
                piece.reason.value,
                piece.oversized,
                metadata=document.about(own, end),
            )
        )
        previous_end = end
    return out
