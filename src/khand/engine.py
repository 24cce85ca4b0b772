"""The one place that walks a text through the rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import TypedDict, Unpack

from khand import outline
from khand.characters.lines import LineNumbers
from khand.characters.space import BOM
from khand.checks import refuse_surrogates
from khand.chunks import Chunk, Chunks
from khand.cutting.document import DocumentCutter
from khand.cutting.merging import join_small
from khand.cutting.packing import Packer
from khand.cutting.piece import Piece
from khand.cutting.sections import Path, find_sections, without_blank
from khand.cutting.structure import Structure
from khand.cutting.windows import cut_windows
from khand.report import Report, make_report
from khand.settings import Settings, refuse_unknown
from khand.tokenizers import get_tokenizer
from khand.tokenizers.base import Tokenizer


class Options(TypedDict, total=False):
    """The keyword-only settings of ``chunk``; ``Settings`` says what each means and allows."""

    by: str
    size: int
    overlap: int | str | None
    tokenizer: str | Callable[[str], int]
    min_size: int
    heading_depth: int
    context: Iterable[str]
    overlap_across_headings: bool
    language: str | None
    format: str
    source: str | None


def chunk(text: str, **options: Unpack[Options]) -> Chunks:
    r"""
    Cut a text.

    Args:
        text: The document; newlines are kept as they are.
        options: The fields of ``Settings``, by keyword: by, size, overlap, tokenizer, min_size, heading_depth, context,
            overlap_across_headings, language, format, source. ``help(khand.Settings)`` says what each means, allows and is by
            default.

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
    refuse_unknown(options)
    settings = Settings(**options)  # type: ignore[arg-type]  # Settings turns any iterable of context names into a tuple
    tokenizer = get_tokenizer(settings.tokenizer)
    refuse_surrogates(text, settings.source)
    pieces, count_document = _pieces(text, tokenizer, settings)
    chunks = _records(text, pieces, settings)

    def report(made: list[Chunk]) -> Report:
        return make_report(
            text, made, pieces, settings, document_tokens=count_document(), exact=tokenizer.exact
        )

    return Chunks(chunks, report, exact=tokenizer.exact)


def _pieces(text: str, tokenizer: Tokenizer, settings: Settings) -> tuple[list[Piece], Callable[[], int]]:
    """The pieces of a text in order, [] for a blank one; and what counts the whole text, for the report."""
    if not text.removeprefix(BOM).strip():
        return [], lambda: 0
    blocks = without_blank(text, outline.blocks(text, settings.format))
    sections = find_sections(text, blocks, settings.heading_depth)
    if settings.by == "window":
        windows = cut_windows(text, sections, tokenizer, settings.size, settings.overlap_tokens)
        return list(windows), lambda: tokenizer.count(text)
    structure = Structure(text, sections, settings.format, settings.language)
    packer = Packer(text, sections, structure, tokenizer, settings)
    cutter = DocumentCutter(packer, settings)
    pieces = cutter.pieces()
    if settings.min_size:
        return join_small(pieces, cutter, settings.min_size), packer.measure.count_all
    return list(pieces), packer.measure.count_all


def _records(text: str, pieces: list[Piece], settings: Settings) -> list[Chunk]:
    source = settings.source or ""
    lines = LineNumbers(text)
    ids = _Identifier(source)
    out: list[Chunk] = []
    previous_end = 0
    path: Path | None = None
    titles: tuple[str, ...] = ()
    for index, piece in enumerate(pieces):
        if piece.path is not path:
            path = piece.path
            titles = tuple([heading.title for heading in path])
            ids.under(titles)
        start, end, embedded = piece.start, piece.end, piece.embedded
        repeats = start < previous_end
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
                None,
                previous_end - start if repeats else 0,
                piece.repeated if repeats else 0,
                piece.cut,
                piece.oversized,
            )
        )
        previous_end = end
    return out


class _Identifier:
    """Hashes source, heading path, embedded text and how often the same was seen before: 24 hexadecimal digits."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.seen: dict[str, int] = {}
        self.named = b""

    def under(self, titles: tuple[str, ...]) -> None:
        """Set the heading path of the chunks that follow."""
        # lengths keep names apart
        self.named = "".join([f"{len(name)}:{name}\n" for name in (self.source, *titles)]).encode()

    def identify(self, embedded: str) -> str:
        """The id of the next chunk."""
        text = embedded.encode()
        found = self._hash(0, text)
        repeats = self.seen.get(found, 0)
        self.seen[found] = repeats + 1
        return self._hash(repeats, text) if repeats else found

    def _hash(self, repeats: int, text: bytes) -> str:
        return blake2b(b"%s\n%d\n%s" % (self.named, repeats, text), digest_size=12).hexdigest()
