"""The sentences of a text as spans: what users ask for; the other rooms want the ends alone."""

from __future__ import annotations

from khand.characters.span import Span
from khand.checks import refuse_surrogates
from khand.segmentation.segment import sentence_ends


def sentences(text: str, language: str | None = None) -> list[Span]:
    """
    The sentences of a text; together they tile it exactly.

    White space after a sentence belongs to it, white space before the first one to the first. A blank line always ends a
    sentence; a single line end is white space.

    Args:
        text: Any text.
        language: Its code, e.g. ``"hi"``; None to detect it from the text.

    Returns:
        Half-open spans of code points: the first starts at 0, each ends where the next starts, the last at ``len(text)``;
        [] for an empty text.

    Raises:
        OptionError: `language` cannot be the code of a language.
        InputError: Not a ``str``, or it holds a lone surrogate.

    >>> sentences("Dr. Rao came. She left.", language="en")
    [Span(start=0, end=14), Span(start=14, end=23)]

    """
    refuse_surrogates(text)
    ends = sentence_ends(text, language)
    return list(map(Span, [0, *ends], ends))
