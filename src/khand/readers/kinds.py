"""Kinds of files that hold no text to read, told by their first bytes."""

from __future__ import annotations

import re

_KINDS = (
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"\0\0\x01\0", "an icon"),
    (b"\x7fELF", "a program (ELF)"),
    (b"MZ", "a program (Windows)"),
    (b"\xcf\xfa\xed\xfe", "a program (Mach-O)"),
    (b"\xca\xfe\xba\xbe", "a Java class or a program (Mach-O)"),
    (b"\0asm", "a WebAssembly module"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"OggS", "Ogg sound or film"),
    (b"ID3", "MP3 sound"),
    (b"fLaC", "FLAC sound"),
    (b"\x1aE\xdf\xa3", "a Matroska or WebM film"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\0\x01\0\0\0", "a font"),
    (b"OTTO", "a font"),
    (b"\x80\x04\x95", "a Python pickle"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"ARROW1", "an Arrow file"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
)
_INSIDE = (
    (4, b"ftyp", "an MP4 film or HEIF picture"),
    (8, b"WEBP", "a WebP picture"),
    (8, b"WAVE", "WAV sound"),
    (8, b"AVI ", "an AVI film"),
    (257, b"ustar", "a tar archive"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_UTF16_OR_32 = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_CONTROLS = re.compile(rb"[\0-\x06\x0e-\x1a\x1c-\x1f]")
_HEAD = 8192
_NO_TEXT = "no text (or one whose encoding, such as utf-16, has to be named)"


def binary_kind(data: bytes, *, is_text: bool = False) -> str:
    r"""
    What a file is that holds no text, with its article; "" for what may be text.

    Args:
        data: All of it.
        is_text: Only the known marks make it anything else than text.

    A file with NUL characters may be text (they are told of, and stay); one that is also full of other control characters, or
    that is no UTF-8, is not.

    >>> binary_kind(b"PK\x03\x04..."), binary_kind(b"a\0b"), binary_kind(bytes(range(256)))
    ('a ZIP archive', '', 'no text (or one whose encoding, such as utf-16, has to be named)')

    """
    if data.startswith(_OLE):
        return _ole_kind(data)
    for mark, kind in _KINDS:
        if data.startswith(mark) and _is_plausible(data, mark):
            return kind
    for at, mark, kind in _INSIDE:
        if data[at : at + len(mark)] == mark:
            return kind
    head = data[:_HEAD]
    if is_text or b"\0" not in head or head.startswith(_UTF16_OR_32):
        return ""
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 4:
            return _NO_TEXT
    return _NO_TEXT if len(_CONTROLS.findall(head)) > len(head) * 0.1 and len(head) > 16 else ""


def _is_plausible(data: bytes, mark: bytes) -> bool:
    """Whether a mark that is made of letters is one: a text may begin with MZ, BZh or ID3."""
    return not mark.isalnum() or b"\0" in data[:512]


def _ole_kind(data: bytes) -> str:
    """An Office document that is encrypted is wrapped as an old one."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return "an encrypted Office document (save it without a password)"
    return "an Office document of the kind before 2007 (save it as .docx, .xlsx or .pptx)"
