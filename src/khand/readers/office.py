"""Word, PowerPoint, Excel and OpenDocument as Markdown: slides and sheets are headings."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterable

from khand.errors import InputError
from khand.readers.document import Document
from khand.readers.extraction import extract
from khand.readers.options import ReadOptions

_OOXML = "application/vnd.openxmlformats-officedocument."
_MIMES = {
    "docx": _OOXML + "wordprocessingml.document",
    "pptx": _OOXML + "presentationml.presentation",
    "xlsx": _OOXML + "spreadsheetml.sheet",
    "odt": "application/vnd.oasis.opendocument.text",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "rtf": "application/rtf",
}
_KINDS = {
    "docx": "a Word document",
    "pptx": "a PowerPoint presentation",
    "xlsx": "an Excel workbook",
    "odt": "an OpenDocument text",
    "ods": "an OpenDocument spreadsheet",
    "rtf": "a rich text",
}
_MAIN_PARTS = ("word/document.xml", "xl/workbook.xml", "content.xml", "ppt/presentation.xml")
_PARTS = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}
MAX_UNPACKED_BYTES = 500_000_000
"""Of all that is packed in a document; more is an attack or no text."""

_MARK = "KHANDPAGE{page_num}EGAPDNAHK"  # letters and digits only, so that nothing escapes it
_MARKED = re.compile(r"\n*KHANDPAGE(\d+)EGAPDNAHK\n*")
_NOTES = re.compile(r"\n\n(?:###? )?Notes:\n\n(.+)", re.DOTALL)


def sniff(data: bytes, _suffix: str) -> str:
    """What a ZIP archive holds says which document it is; rich text says so itself."""
    if data.startswith(b"{\\rtf"):
        return "rtf"
    if not data.startswith(b"PK\x03\x04"):
        return ""
    import zipfile  # slow to load, and most files are no archive

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                mime = archive.read("mimetype").decode("ascii", "replace").strip()
                known = {**{value: key for key, value in _MIMES.items()}, "application/epub+zip": "epub"}
                return known.get(mime, "")
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError):
        return ""
    if "[Content_Types].xml" not in names:
        return ""
    return next((kind for part, kind in _PARTS.items() if any(n.startswith(part) for n in names)), "")


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """The document; chunks of a presentation carry the slide as page."""
    format = options.format or "docx"
    kind = _KINDS[format]
    if format == "rtf":
        return [Document("", extract(data, _MIMES[format], name, kind).content)]
    check_unpacked(data, name, kind)
    if format == "pptx":
        found = _presentation(data, name, kind)
        if not found.text.strip():
            _refuse_damaged(data, name, kind)
        return [found]
    content = extract(data, _MIMES[format], name, kind).content
    if not content.strip():
        _refuse_damaged(data, name, kind)
    return [Document("", content)]


def check_unpacked(data: bytes, name: str, kind: str) -> None:
    """
    Check that what is packed in a document is not more than what is read.

    Raises:
        InputError: It is, or it is no archive that can be opened.

    """
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise InputError(
            f"{name}: is no {kind.partition(' ')[2]}, or a damaged one ({error})", source=name
        ) from error
    if sum(info.file_size for info in infos) > MAX_UNPACKED_BYTES:
        raise InputError(
            f"{name}: is {kind} that unpacks to more than {MAX_UNPACKED_BYTES:,} bytes; part it", source=name
        )
    if any(info.flag_bits & 1 for info in infos):
        raise InputError(f"{name}: is {kind} with a password; save it without", source=name)


def _refuse_damaged(data: bytes, name: str, kind: str) -> None:
    """Check that a document without text is an empty one: the library takes one that is no XML for empty."""
    import zipfile
    from xml.etree import ElementTree

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            if info.filename in _MAIN_PARTS:
                try:
                    ElementTree.fromstring(archive.read(info))  # expat bounds what entities expand to
                except (ElementTree.ParseError, zipfile.BadZipFile, zlib.error) as error:
                    raise InputError(f"{name}: is {kind} that is damaged ({error})", source=name) from error


def _presentation(data: bytes, name: str, kind: str) -> Document:
    """The slides, each with the speaker's notes behind it, which the library gives in plain text only."""
    marker = f"\n\n{_MARK}\n\n"
    slides = _marked(extract(data, _MIMES["pptx"], name, kind, marker=marker).content)
    plain = _marked(extract(data, _MIMES["pptx"], name, kind, plain=True, marker=marker).content)
    at, parts, begins = 0, [], []
    for number in range(1, max([*slides, *plain], default=0) + 1):
        begins.append(at)
        notes = _NOTES.search("\n\n" + plain.get(number, ""))
        shown = [slides.get(number, ""), f"Notes: {notes[1].strip()}" if notes is not None else ""]
        text = "\n\n".join([part for part in shown if part])
        if text:
            parts.append(text)
            at += len(text) + 2
    return Document("", "\n\n".join(parts) + "\n" if parts else "", "markdown", begins)


def _marked(content: str) -> dict[int, str]:
    """The texts behind the marks, by the number in the mark."""
    parts = _MARKED.split(content)
    found = {int(number): text.strip("\n") for number, text in zip(parts[1::2], parts[2::2], strict=True)}
    if parts[0].strip():
        found[1] = "\n\n".join([part for part in (parts[0].strip("\n"), found.get(1, "")) if part])
    return found
