"""Cuts texts that a framework's loader has already read, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from khand.chunks import Chunks
from khand.engine import chunk, format_of_text
from khand.errors import OptionError
from khand.settings import Settings

_AS_THEY_STAND = ("markdown", "text", "rst")


def chunk_loaded(texts: Iterable[tuple[str, str]], settings: Settings) -> Iterator[Chunks]:
    """
    Cut texts, so that no two chunks share an id.

    Args:
        texts: Each text with its source. Where a loader gives several texts for one source, such as the pages of a PDF, the second
            counts as ``source#2`` and so on.
        settings: How to cut. Without a format, the source tells Markdown, plain text and reStructuredText apart; a text of any
            other source is what a loader made of it, and is cut as Markdown: offsets refer to the text that came in.

    >>> one, two = chunk_loaded([("<b>One.</b>", "a.html"), ("<b>One.</b>", "a.html")], Settings())
    >>> one[0].text, one[0].id == two[0].id
    ('<b>One.</b>', False)
    """
    seen: Counter[str] = Counter()
    for text, source in texts:
        format = settings.format
        if format is None:
            told = format_of_text(replace(settings, source=source))
            format = told if told in _AS_THEY_STAND else "markdown"
        seen[source] += 1
        name = source if seen[source] == 1 else f"{source}#{seen[source]}"
        yield chunk(text, settings, format=format, source=name)


def content_field(option: str, field: str) -> str:
    """
    Which text of a chunk a framework embeds and stores.

    Raises:
        OptionError: A chunk has no such text.

    >>> content_field("content", "text")
    'text'
    """
    if field not in ("embed_text", "text"):
        raise OptionError(f"{option}={field!r}: must be one of embed_text, text", option=option, value=field)
    return field
