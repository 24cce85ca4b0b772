"""The library that reads PDF and Office documents, behind one function, so that another can take its place."""

from __future__ import annotations

from typing import Any

from khand.errors import InputError, MissingExtraError

MAX_SECONDS = 300
"""A document that takes longer is refused; the slowest ordinary ones seen take under a tenth of it."""


def extract(data: bytes, mime: str, name: str, kind: str, *, plain: bool = False, marker: str = "") -> Any:  # noqa: ANN401
    """
    What the library makes of a document.

    Args:
        data: All bytes.
        mime: The document's media type; content of another type is an error.
        name: The document's name, for messages.
        kind: What messages call it, such as ``"a PDF"``.
        plain: Whether to make plain text instead of Markdown.
        marker: The line to put before each page or slide, with ``{page_num}`` in it.

    Returns:
        A ``kreuzberg.ExtractionResult``.

    Raises:
        InputError: The document is damaged, encrypted, too large or takes too long.
        MissingExtraError: The library is not installed.

    """
    try:
        import kreuzberg
    except ImportError as error:
        raise missing(name, kind) from error
    pages = {"extract_pages": True, "insert_page_markers": bool(marker)}
    config = kreuzberg.ExtractionConfig(
        output_format="plain" if plain else "markdown",
        use_cache=False,
        disable_ocr=True,
        enable_quality_processing=False,
        include_document_structure=True,
        pages=kreuzberg.PageConfig(**pages, **({"marker_format": marker} if marker else {})),
        extraction_timeout_secs=MAX_SECONDS,
    )
    try:
        return kreuzberg.extract_bytes_sync(data, mime, config)
    except kreuzberg.KreuzbergError as error:
        raise InputError(f"{name}: {_reason(str(error), kind)}", source=name) from error


def missing(name: str, kind: str) -> MissingExtraError:
    """The error of an extra that is not installed."""
    return MissingExtraError(f'{name}: is {kind}; to read it: pip install "khand[files]"', extra="files")


def is_installed() -> bool:
    """Whether the library can be loaded, without loading it."""
    from importlib.util import find_spec

    return find_spec("kreuzberg") is not None


def _reason(message: str, kind: str) -> str:
    low = message.lower()
    detail = message.partition(": ")[2][:200] or message[:200]
    if "password" in low or "encrypt" in low:
        return f"is {kind} with a password; save it without"
    if "limit exceeded" in low or "too large" in low:
        return f"is {kind} larger than what is read ({detail}); part it"
    if "timeout" in low or "timed out" in low:
        return f"is {kind} that takes longer than {MAX_SECONDS} seconds to read; part it"
    return f"is {kind} that cannot be read: it is damaged or cut short ({detail}); save it anew"
