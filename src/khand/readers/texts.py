"""Reads texts in a format that is not cut as it stands, such as HTML, as files of that format are read."""

from __future__ import annotations

from khand.errors import OptionError
from khand.readers.document import Document
from khand.readers.options import ReadOptions

_AS_IT_STANDS = ("markdown", "text", "rst", "html-source", "csv", "tsv", "lines", "mail")
_READ = ("html", "ipynb", "vtt", "srt", "eml", "json", "jsonl")


def is_text(format: str) -> bool:
    """
    Whether a text can be of a format.

    >>> [is_text(format) for format in ("html", "code:python", "pdf", "code")]
    [True, True, False, False]

    """
    return format in _AS_IT_STANDS or format in _READ or format.startswith("code:")


def read_text(text: str, format: str, source: str) -> Document:
    r"""
    The document that a text in some format is.

    Args:
        text: The text.
        format: One of ``khand.settings.FORMATS``, or ``"code:"`` and a language.
        source: The name its chunks carry.

    Raises:
        InputError: It is not of this format.
        OptionError: No text is of this format.

    >>> read_text("<p>a<script>b</script>", "html", "").text, read_text("a", "text", "").text
    ('a\n', 'a')

    """
    if format in _AS_IT_STANDS or format.startswith("code:"):
        return Document(source, text, format)
    if not is_text(format):
        remedy = (
            "name its language, such as 'code:python'" if format == "code" else "khand.chunk_file reads files"
        )
        raise OptionError(
            f"format={format!r}: a text is not of this format; {remedy}", option="format", value=format
        )
    from khand.readers.formats import named

    # a text has no encoding to say, whatever it says of itself
    (only,) = named(format).read(text.encode("utf-8"), source or "the text", ReadOptions(encoding="utf-8"))
    return only._replace(source=source)
