"""Texts in a format that is not cut as it stands: read as a file of that format is."""

from __future__ import annotations

from khand.readers.document import Document
from khand.readers.options import ReadOptions

_AS_IT_STANDS = {name: name for name in ("markdown", "text", "rst", "csv", "tsv", "lines")} | {
    "html-source": "html"
}
"""Formats of texts that the outline reads, and its names for them."""


def read_text(text: str, format: str, source: str) -> Document:
    r"""
    The document that a text in some format is.

    Args:
        text: The text.
        format: One of ``khand.settings.FORMATS``, or ``"code:"`` and a language.
        source: The name its chunks carry.

    Raises:
        InputError: It is not of this format.

    >>> read_text("<p>a<script>b</script>", "html", "").text, read_text("a", "text", "").text
    ('a\n', 'a')

    """
    if format in _AS_IT_STANDS or format.startswith("code:"):
        return Document(source, text, _AS_IT_STANDS.get(format, format))
    from khand.readers.formats import named

    # a text has no encoding to say, whatever it says of itself
    (only,) = named(format).read(text.encode("utf-8"), source or "the text", ReadOptions(encoding="utf-8"))
    return only._replace(source=source)
