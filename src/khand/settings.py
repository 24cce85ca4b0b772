"""How to cut: the settings of ``khand.chunk``, checked before any work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import NoReturn, Protocol, TypedDict

from khand.checks import share_of, whole
from khand.errors import OptionError
from khand.patterns import line_pattern

BY = ("heading", "paragraph", "sentence", "window")
FRONT_MATTER = ("keep", "skip")
CONTEXT = ("headings", "lead_in", "table", "fence")
FORMATS = (
    "markdown",
    "text",
    "rst",
    "html",
    "html-source",
    "ipynb",
    "csv",
    "tsv",
    "vtt",
    "srt",
    "eml",
    "pdf",
    "docx",
    "pptx",
    "xlsx",
    "odt",
    "ods",
    "rtf",
    "epub",
    "json",
    "jsonl",
    "parquet",
    "lines",
    "code",
    "mail",
)
"""What a document may be; a text cannot be of those that are no text. Code that is a text is named with its language:
``"code:python"``; ``"mail"`` is what an e-mail (``"eml"``) is read to."""

UNITS = ("characters", "words")
"""Tokenizers that count something else than tokens, each named after what it counts."""

DEFAULT_SIZE = 400
DEFAULT_WINDOW_OVERLAP = 64
"""Tokens two neighbouring windows share unless told; a tenth of the size below twice this."""


class SerialTokenizer(Protocol):
    """A ``tokenizers.Tokenizer``: what khand asks of it is its ``tokenizer.json``."""

    def to_str(self, pretty: bool = False) -> str:
        """The file as a text."""


TokenizerSpec = str | Callable[[str], int] | SerialTokenizer


class Options(TypedDict, total=False):
    """The settings by keyword, for annotations: ``**options: Unpack[Options]``. ``Settings`` says what each means and allows."""

    by: str
    size: int
    overlap: int | str | None
    tokenizer: TokenizerSpec
    min_size: int
    heading_depth: int
    context: Iterable[str]
    overlap_across_headings: bool
    title: str
    front_matter: str
    children: int
    cut_at: str | None
    language: str | None
    format: str | None
    source: str | None
    detect_headings: bool
    heading_patterns: Iterable[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """
    The settings of ``khand.chunk``.

    Args:
        by: The largest boundary that always ends a chunk: heading, paragraph, sentence, window.
        size: Budget of a chunk in the tokenizer's unit, >= 1; includes overlap and context.
        overlap: What a chunk repeats of the end of the one before: a number in the tokenizer's unit, 0 <= overlap < size;
            a share of the size such as ``"10%"``, rounded down; None for the default, 0 for structured cutting and for
            windows 64 (10 % of a size below 128).
        tokenizer: The name of a tokenizer or of an embedding model that khand knows, the path of a ``tokenizer.json``, a
            ``tokenizers.Tokenizer``, or a callable ``str -> int``.
        min_size: A piece smaller than this joins a neighbour; 0 <= min_size <= size.
        heading_depth: Only headings down to this level end a chunk, 1..6.
        context: What is put around the text in the embedded text, out of ``CONTEXT``; ``()`` for nothing.
        overlap_across_headings: Carry overlap over headings, too; otherwise it never is, however deep the heading.
        title: The first of the heading path in a document that has no level-1 heading: ``"auto"`` for the `title` of its front
            matter, ``"name"`` for its file's name where it has none, ``"none"`` for nothing, else the text given.
        front_matter: ``"keep"`` makes front matter a chunk of its own, ``"skip"`` leaves it out.
        children: About how many tokens each of the small windows has that are made inside every chunk; 0 for none.
        cut_at: A regular expression: a chunk always ends before a line that matches; None for none.
        language: Language of the sentences, such as ``"hi"``; None to detect it.
        format: One of ``FORMATS``: ``"html"`` is read to the text a reader sees, ``"html-source"`` is the markup itself; None
            for what the suffix of `source` says, Markdown where it says nothing.
        source: The name the chunks carry.
        detect_headings: Take lines that look like headings for headings where no markup says so; ``docs/formats.md`` says which.
        heading_patterns: Regular expressions; a line in which one is found is a heading. The first is of the highest level.

    Raises:
        OptionError: A value is not allowed.

    >>> Settings(size=512, overlap="10%").overlap_tokens
    51
    >>> Settings(size=512, overlap=512)
    Traceback (most recent call last):
        ...
    khand.errors.OptionError: overlap=512 with size=512: overlap must be smaller than size (0 to 511)

    """

    by: str = "heading"
    size: int = DEFAULT_SIZE
    overlap: int | str | None = None
    tokenizer: TokenizerSpec = "cl100k_base"
    min_size: int = 0
    heading_depth: int = 6
    context: tuple[str, ...] = CONTEXT
    overlap_across_headings: bool = False
    title: str = "auto"
    front_matter: str = "keep"
    children: int = 0
    cut_at: str | None = None
    language: str | None = None
    format: str | None = None
    source: str | None = None
    detect_headings: bool = False
    heading_patterns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check every value; the message names the value and what is allowed."""
        _one_of("by", self.by, BY)
        if self.format is not None and not (isinstance(self.format, str) and self.format.startswith("code:")):
            _one_of("format", self.format, FORMATS)
        self._check_numbers()
        self._check_context()
        self._check_headings()
        if not _is_encodable(self.title):
            _refuse("title", self.title, "auto, name, none, or the title itself, without lone surrogates")
        _one_of("front_matter", self.front_matter, FRONT_MATTER)
        if self.cut_at is not None:
            line_pattern("cut_at", self.cut_at)
        if self.by == "window" and (self.children or self.cut_at is not None):
            _refuse(
                "by",
                self.by,
                "heading, paragraph or sentence with children and cut_at: windows end at no boundary",
            )
        if self.source is not None and not _is_encodable(self.source):
            _refuse("source", self.source, "a text without lone surrogates, or None")
        if self.language is not None and not _is_language(self.language):
            _refuse("language", self.language, "a code such as 'en', 'hi' or 'pt-BR', or None to detect it")

    def _check_numbers(self) -> None:
        self._set("size", whole("size", self.size, 1))
        self._set("min_size", whole("min_size", self.min_size))
        self._set("heading_depth", whole("heading_depth", self.heading_depth, 1, 6))
        self._set("children", whole("children", self.children))
        if self.min_size > self.size:
            raise OptionError(
                f"min_size={self.min_size} with size={self.size}: min_size must not be larger than size",
                option="min_size",
                value=self.min_size,
            )
        overlap_in_tokens(self.overlap, self.size, self.by)

    def _check_context(self) -> None:
        if isinstance(self.context, str) or not isinstance(self.context, Iterable):
            raise OptionError(
                f"context={self.context!r}: give a list of names out of {', '.join(CONTEXT)}, or () for none",
                option="context",
                value=self.context,
            )
        self._set("context", tuple(self.context))
        for part in self.context:
            _one_of("context", part, CONTEXT)
        if not isinstance(self.overlap_across_headings, bool):
            _refuse("overlap_across_headings", self.overlap_across_headings, "True or False")

    def _check_headings(self) -> None:
        if not isinstance(self.detect_headings, bool):
            _refuse("detect_headings", self.detect_headings, "True or False")
        if isinstance(self.heading_patterns, str) or not isinstance(self.heading_patterns, Iterable):
            _refuse("heading_patterns", self.heading_patterns, "a list of regular expressions")
        self._set("heading_patterns", tuple(self.heading_patterns))
        for pattern in self.heading_patterns:
            line_pattern("heading_patterns", pattern)

    def _set(self, name: str, value: object) -> None:
        """Put a value in the form it is kept in; the record is frozen for everybody else."""
        object.__setattr__(self, name, value)

    @property
    def overlap_tokens(self) -> int:
        """The overlap as a number in the tokenizer's unit."""
        return overlap_in_tokens(self.overlap, self.size, self.by)

    @property
    def unit(self) -> str:
        """What the tokenizer counts: tokens, characters or words."""
        return unit_of(self.tokenizer)


def settings_of(settings: Settings | None, options: Options) -> Settings:
    """
    The settings given to a function: a record, keywords, or a record and keywords that change it.

    Raises:
        OptionError: `settings` is no ``Settings``, there is no setting of a name given, or a value is not allowed.

    >>> settings_of(Settings(size=100), {"by": "sentence"}) == Settings(size=100, by="sentence")
    True

    """
    refuse_unknown(options)
    if settings is None:
        return Settings(**options)  # type: ignore[arg-type]  # Settings turns any iterable of context names into a tuple
    if not isinstance(settings, Settings):
        _refuse("settings", settings, "khand.Settings, or give each by keyword")
    return replace(settings, **options) if options else settings  # type: ignore[arg-type]  # as above


def refuse_unknown(names: Iterable[str]) -> None:
    """
    Check the names of settings given by keyword.

    Raises:
        OptionError: There is no setting of that name.

    """
    known = [field.name for field in fields(Settings)]
    for name in names:
        if name not in known:
            from difflib import get_close_matches

            meant = "".join([f" did you mean {near}?" for near in get_close_matches(name, known, 1)])
            raise OptionError(
                f"{name}: no such setting;{meant} there are {', '.join(known)}", option=name, value=None
            )


def unit_of(tokenizer: object) -> str:
    """
    What a tokenizer counts.

    >>> unit_of("words"), unit_of("estimate"), unit_of(len)
    ('words', 'tokens', 'tokens')

    """
    return tokenizer if isinstance(tokenizer, str) and tokenizer in UNITS else "tokens"


def overlap_in_tokens(overlap: int | str | None, size: int, by: str = "window") -> int:
    """
    The overlap as a number of tokens (or of the tokenizer's unit).

    Args:
        overlap: A number, a share of `size` such as ``"12.5%"`` (rounded down), or None for the default of `by`.
        size: Budget of a chunk, >= 1.
        by: The boundary that always ends a chunk; the default depends on it.

    Raises:
        OptionError: It is neither a number nor a share, negative, or not smaller than `size`.

    >>> overlap_in_tokens("10%", 128), overlap_in_tokens(None, 512), overlap_in_tokens(None, 100)
    (12, 64, 10)

    """
    if overlap is None:
        if by != "window":
            return 0
        return DEFAULT_WINDOW_OVERLAP if size >= 2 * DEFAULT_WINDOW_OVERLAP else size // 10
    if isinstance(overlap, float):
        share = f"{overlap * 100:g}%" if 0 < overlap < 1 else "10%"
        raise OptionError(
            f"overlap={overlap!r}: must be a whole number from 0 up, or a share of the size such as {share!r}",
            option="overlap",
            value=overlap,
        )
    tokens = whole("overlap", share_of("overlap", overlap, size) if isinstance(overlap, str) else overlap)
    if tokens >= size:
        given = f"{overlap!r}, which is {tokens}," if isinstance(overlap, str) else str(tokens)
        raise OptionError(
            f"overlap={given} with size={size}: overlap must be smaller than size (0 to {size - 1})",
            option="overlap",
            value=overlap,
        )
    return tokens


def _refuse(option: str, value: object, allowed: str) -> NoReturn:
    raise OptionError(f"{option}={value!r}: must be {allowed}", option=option, value=value)


def _is_language(value: object) -> bool:
    return (
        isinstance(value, str) and re.fullmatch(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*", value) is not None
    )


def _is_encodable(value: object) -> bool:
    return isinstance(value, str) and re.search(r"[\ud800-\udfff]", value) is None


def _one_of(option: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OptionError(
            f"{option}={value!r}: must be one of {', '.join(allowed)}", option=option, value=value
        )
