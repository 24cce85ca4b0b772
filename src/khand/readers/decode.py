"""Decodes bytes: as UTF-8 unless a byte order mark or the caller says otherwise, and never by a guess."""

from __future__ import annotations

import codecs

from khand.errors import InputError, OptionError

# UTF-32 first: its little-endian mark begins with that of UTF-16
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes, *, encoding: str | None = None, source: str | None = None) -> str:
    r"""
    The text of a file, without its byte order mark; newlines and NUL characters stay as they are.

    Args:
        data: The whole file.
        encoding: Any text encoding Python knows; None for UTF-8. A byte order mark in `data` takes precedence.
        source: Name of the file, for messages.

    Raises:
        InputError: A byte cannot be decoded; `position` is its 0-based offset in `data`.
        OptionError: `encoding` is not known.

    >>> decode(b"\xef\xbb\xbfa\r\n")
    'a\r\n'
    >>> decode(b"caf\xe9", source="menu.txt")
    Traceback (most recent call last):
        ...
    khand.errors.InputError: menu.txt: not utf-8 at byte 3 (counted from 0), which is 0xe9; say which encoding it is

    """
    check_encoding(encoding)
    mark, named = next(((m, name) for m, name in MARKS if data.startswith(m)), (b"", encoding or "utf-8"))
    try:
        return data[len(mark) :].decode(named)
    except UnicodeDecodeError as error:
        position = len(mark) + error.start
        raise InputError(
            f"{source or 'input'}: not {named} at byte {position} (counted from 0), "
            f"which is 0x{data[position]:02x}; say which encoding it is",
            source=source,
            position=position,
        ) from error


def check_encoding(encoding: str | None) -> None:
    """
    Check that an encoding is known, before any work.

    Raises:
        OptionError: It is not a text encoding that Python knows.

    """
    if encoding is None:
        return
    try:
        # a byte must be given: nothing is looked up for no bytes
        b" ".decode(encoding, "replace")
    except (LookupError, ValueError) as error:
        raise OptionError(
            f"encoding={encoding!r}: must be a text encoding such as utf-8, utf-16, cp1252, iso-8859-1, gb18030",
            option="encoding",
            value=encoding,
        ) from error
