"""What the report says in words: why the result differs from the plan, warnings, and what to do about surprises."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from khand.figures import CuttingFigures
from khand.segmentation.language import fallbacks, known_languages
from khand.settings import Settings

_SMALL_ADVICE = 0.3
"""Share of chunks that must be small for a structural reason before the report advises; few are a short line."""
_LEAST_ENGLISH = 120
"""Tokens of English that a chunk should be able to say as much as: a judgement. Hindi passages lie wholly in what is found at 71 % of the
questions with a size of 200, at 88 % with 400; these say what 45 and 90 tokens of English say (docs/retrieval.md; cl100k_base)."""
_DENSER = 1.5
"""Times as many tokens as English for the same, from which the report speaks of it."""
_LONG = 300
"""Tokens of a chunk from which on children find passages clearly better (docs/retrieval.md)."""
_OVERLAP_ADVICE = 0.15
"""Repeated share above which the report speaks of it: a tenth of the size is usually enough."""


class Note(NamedTuple):
    """
    One remark of a report, in words.

    Attributes:
        code: What the note is about; the page translates it by this code.
        text: The note in English.
        values: The figures in it, by name.
    """

    code: str
    text: str
    values: dict[str, int | float | str]


def notes_on(figures: CuttingFigures, settings: Settings, *, nul_at: int, nuls: int) -> tuple[Note, ...]:
    """
    Everything worth saying about a result, after the troubleshooting page of the chunker.

    Args:
        figures: The figures of the result.
        settings: How it was cut.
        nul_at: Offset of the first NUL character, -1 without any.
        nuls: How many NUL characters there are.
    """
    notes = [note for make in _NOTES if (note := make(figures, settings))]
    if nuls:
        text = f"The text holds {_count(nuls, 'NUL character', 'NUL characters')}, the first at offset {nul_at}; kept as it is."
        notes.insert(0, Note("nul", text, {"count": nuls, "position": nul_at}))
    return tuple(notes)


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def _differs_from_plan(figures: CuttingFigures, settings: Settings) -> Note | None:
    if not figures.chunks or figures.chunks == figures.plan.chunks:
        return None
    values: dict[str, int | float | str] = {
        "planned": figures.plan.chunks,
        "made": figures.chunks,
        "by": settings.by,
    }
    if settings.by == "window":
        text = (
            f"{figures.chunks} windows instead of the {figures.plan.chunks} planned: {_count(figures.moved_edges, 'edge', 'edges')} moved so that "
            "no grapheme cluster is cut and no window recounts above the size."
        )
        return Note("windows_moved", text, values | {"moved": figures.moved_edges})
    planned = f"{'' if figures.exact else '≈'}{figures.plan.chunks:,}"
    text = (
        f"{_count(figures.chunks, 'chunk', 'chunks')} where fixed windows would make {planned}: cuts keep to structural boundaries, "
        "so chunks are uneven."
    )
    return Note("differs_from_plan", text, values)


def _small_chunks(figures: CuttingFigures, settings: Settings) -> Note | None:
    if not figures.small:
        return None
    values: dict[str, int | float | str] = {
        "small": figures.small,
        "chunks": figures.chunks,
        "by": settings.by,
        "min_size": settings.min_size,
        "joinable": figures.joinable,
    }
    small = (
        f"{figures.small:,} of {_count(figures.chunks, 'chunk is', 'chunks are')} below half the size because a "
        "structural boundary came first"
    )
    if settings.min_size:
        remedy = "min_size has joined those that have a common heading and fit together."
    elif figures.joinable:
        remedy = f"min_size joins small ones under their common heading: {figures.joinable:,} fit together with a neighbour."
    else:
        remedy = (
            "none fits together with a neighbour under a common heading, so min_size would change nothing."
        )
    if figures.small < _SMALL_ADVICE * figures.chunks:
        return Note("some_small_chunks", f"{small}; {remedy}", values)
    text = f"{small}. Cutting by {settings.by} does not join pieces across it; {remedy}"
    return Note("small_chunks", text, values)


def _long_units(figures: CuttingFigures, settings: Settings) -> Note | None:
    del settings
    units = figures.cuts.get("item", 0)
    if not units:
        return None
    text = (
        f"{_count(units, 'cut is', 'cuts are')} inside a list, a table or code longer than the size: between items, rows or lines, with the "
        "table's header or the code's fence repeated in the embedded text."
    )
    return Note("long_units", text, {"cuts": units})


def _cut_words(figures: CuttingFigures, settings: Settings) -> Note | None:
    words = sum(figures.cuts.get(reason, 0) for reason in ("line", "word", "grapheme"))
    if not words:
        return None
    text = (
        f"{_count(words, 'cut is', 'cuts are')} inside a sentence, row, line or heading that is larger than the size or does not fit beside its "
        f"heading: at line ends, else between words, and inside a word only where it alone exceeds {settings.size}."
    )
    if figures.in_links:
        text += f" {_count(figures.in_links, 'chunk ends', 'chunks end')} inside the address of a link larger than that."
    return Note(
        "cut_units",
        text,
        {
            "cuts": words,
            "size": settings.size,
            "inside_words": figures.cuts.get("grapheme", 0),
            "in_links": figures.in_links,
        },
    )


def _times_english(figures: CuttingFigures) -> float:
    """How many times the tokens of English the same takes here; 0 where no tokens were counted."""
    if figures.unit != "tokens" or not figures.english_tokens:
        return 0.0
    return figures.document_tokens / figures.english_tokens


def _dense_script(figures: CuttingFigures, settings: Settings) -> Note | None:
    times = _times_english(figures)
    if times < _DENSER or settings.size >= _LEAST_ENGLISH * times:
        return None
    like, wanted = round(settings.size / times), -(-_LEAST_ENGLISH * times // 50) * 50
    text = (
        f"A token holds less here than in English: {settings.size:,} tokens say about what {like:,} say there. A size of {wanted:,.0f} finds "
        "more, or a model whose tokenizer needs fewer tokens for this script."
    )
    return Note("dense_script", text, {"size": settings.size, "like": like, "wanted": int(wanted)})


def _long_chunks(figures: CuttingFigures, settings: Settings) -> Note | None:
    long = sum(size > _LONG for size in figures.sizes)
    if figures.unit != "tokens" or settings.children or settings.by == "window" or 2 * long <= figures.chunks:
        return None
    if _times_english(figures) >= _DENSER:
        return None  # measured for English; in Hindi children changed nothing
    text = (
        f"{_count(long, 'chunk has', 'chunks have')} more than {_LONG} tokens, where one vector stands for much: children=40 embeds small "
        "windows inside each as well, which finds passages better for two to three times the tokens."
    )
    return Note("long_chunks", text, {"long": long, "tokens": _LONG})


def _overlap_cost(figures: CuttingFigures, settings: Settings) -> Note | None:
    del settings
    if figures.repeated_share <= _OVERLAP_ADVICE:
        return None
    text = (
        f"{figures.repeated_share * 100:.1f} % of what is embedded is repeated. The repetition is real; a tenth of the size is usually "
        "enough."
    )
    return Note("overlap_cost", text, {"share": figures.repeated_share})


def _overlap_missing(figures: CuttingFigures, settings: Settings) -> Note | None:
    cuts = figures.chunks - figures.overlaps.get("first", 0)
    carried = figures.overlaps.get("carried", 0)
    if not settings.overlap_tokens or carried == cuts:
        return None
    heading, room = figures.overlaps.get("heading", 0), figures.overlaps.get("no room", 0)
    reasons = []
    if heading:
        where = "1 is at a heading" if heading == 1 else f"{heading:,} are at headings"
        reasons.append(f"{where} (overlap_across_headings carries it over)")
    if room:
        reasons.append(
            f"at {room:,} no whole sentence or word fitted, or it would have made the chunk end at a worse place"
        )
    text = f"Overlap was carried at {carried:,} of {_count(cuts, 'cut', 'cuts')}: {', '.join(reasons)}."
    return Note(
        "overlap_carried", text, {"carried": carried, "cuts": cuts, "heading": heading, "no_room": room}
    )


def _context_gave_way(figures: CuttingFigures, settings: Settings) -> Note | None:
    del settings
    number = figures.gave_way.get("context", 0)
    if not number:
        return None
    text = f"{_count(number, 'chunk carries', 'chunks carry')} less context than wanted: it takes at most half of the size and gives way to whole units."
    return Note("context_gave_way", text, {"chunks": number})


def without_rules(language: str | None) -> str | None:
    """
    What to say of a language that has no sentence rules of its own; None where it has, or none is named.

    >>> without_rules("hi-IN"), without_rules("xx")[:54]
    (None, "No rules of its own for the sentences of language 'xx'")

    """
    known = known_languages()
    if language is None or re.split("[-_]", language.lower())[0] in {*known, *fallbacks()}:
        return None
    return (
        f"No rules of its own for the sentences of language {language!r}: the common ones are used. "
        f"Known are {', '.join(known)}."
    )


def _language(figures: CuttingFigures, settings: Settings) -> Note | None:
    text = without_rules(settings.language)
    # windows ask for no sentences
    if text is None or settings.by == "window" or not figures.chunks:
        return None
    return Note("language", text, {"language": settings.language or ""})


def _front_matter(figures: CuttingFigures, settings: Settings) -> Note | None:
    del settings
    if not figures.left_out:
        return None
    text = f"{_count(figures.left_out, 'character', 'characters')} of front matter are left out, as asked."
    return Note("front_matter", text, {"characters": figures.left_out})


def _oversized(figures: CuttingFigures, settings: Settings) -> Note | None:
    number = figures.gave_way.get("oversized", 0)
    if not number:
        return None
    text = f"{_count(number, 'chunk is', 'chunks are')} a single grapheme cluster of more than {settings.size} {figures.unit}, marked oversized."
    return Note("oversized", text, {"chunks": number, "size": settings.size})


_NOTES: tuple[Callable[[CuttingFigures, Settings], Note | None], ...] = (
    _language,
    _front_matter,
    _oversized,
    _differs_from_plan,
    _small_chunks,
    _long_units,
    _cut_words,
    _dense_script,
    _long_chunks,
    _overlap_cost,
    _overlap_missing,
    _context_gave_way,
)
