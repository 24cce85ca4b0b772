"""PDF, Office and books, made by other programs: headings, tables, Hindi, Arabic, pages; and what is damaged."""

import io
import zipfile
from contextlib import suppress
from pathlib import Path

import docx
import openpyxl
import pypdf
import pytest
from fpdf import FPDF
from odf.opendocument import OpenDocumentText
from odf.text import H, P
from pptx import Presentation
from pptx.util import Inches

import khand
from khand.errors import InputError, MissingExtraError
from khand.readers import Found, ReadOptions, documents, read

DATA = Path(__file__).parents[1] / "data" / "formats"
HINDI = "कर्मचारी को वर्ष में तीस दिन की छुट्टी मिलती है।"
ARABIC = "يحق للموظف ثلاثون يومًا من الإجازة سنويًا."


def text_of(data: bytes, name: str, **options: object) -> str:
    """The text that is read."""
    (only,) = documents(data, name, name, ReadOptions(**options))
    return only.text


@pytest.mark.parametrize("suffix", ["docx", "odt"])
def test_documents_of_libreoffice(suffix: str) -> None:
    """Headings, a table with its header, Hindi and Arabic as they were written."""
    text = read(Found(DATA / f"policy.{suffix}", "a")).text
    for line in ("# Leave policy", "## Eligibility", "| Grade | Days | Note |", "| B | 20 | half \\| paid |"):
        assert line in text.split("\n")
    assert HINDI in text
    assert ARABIC in text


def test_rich_text_and_book_of_libreoffice() -> None:
    """Rich text and EPUB keep all words."""
    for suffix in ("rtf", "epub"):
        text = read(Found(DATA / f"policy.{suffix}", "a")).text
        assert HINDI in text
        assert ARABIC in text
        assert "half \\| paid" in text


def test_pdf_of_libreoffice() -> None:
    """Headings by their size, each chunk with its page, Arabic in the order in which it is read."""
    chunks = khand.chunk_file(DATA / "policy.pdf")
    assert ("Leave policy", "Eligibility") in [chunk.headings for chunk in chunks]
    assert [1, 2] == sorted({chunk.page for chunk in chunks})
    assert "Procedure" in next(chunk.text for chunk in chunks if chunk.page == 2)
    arabic = next(chunk.text for chunk in chunks if "للموظف" in chunk.text)
    assert arabic.index("يحق") < arabic.index("للموظف") < arabic.index("قبل")


def test_pages_of_pdf_made_by_a_writer_library() -> None:
    """A chunk carries the page its own part begins on; a page without text is named."""
    pdf = FPDF()
    pdf.set_font("helvetica", size=12)
    for number in (1, 2, 3):
        pdf.add_page()
        if number != 2:
            pdf.multi_cell(0, 6, f"Words of page {number}. " * 80)
    (read_,) = documents(bytes(pdf.output()), "a.pdf", "a.pdf")
    assert "2" in read_.left_out[0]
    assert 3 == len(read_.pages)
    assert 1 == read_.page(read_.text.index("page 1"))
    assert 3 == read_.page(read_.text.index("page 3"))


def test_word_made_by_a_writer_library() -> None:
    """Styles are headings, a table is one."""
    document = docx.Document()
    document.add_heading("Report", 1)
    document.add_heading("सारांश", 2)
    document.add_paragraph(HINDI)
    table = document.add_table(rows=2, cols=2)
    for cell, word in zip(
        [c for row in table.rows for c in row.cells], ("Unit", "Head", "North", "Rao"), strict=True
    ):
        cell.text = word
    out = io.BytesIO()
    document.save(out)
    text = text_of(out.getvalue(), "a.docx")
    assert "# Report\n\n## सारांश\n\n" + HINDI in text
    assert "| Unit | Head |\n| --- | --- |\n| North | Rao |" in text


def test_slides_are_headings_and_pages() -> None:
    """With their tables and the speaker's notes."""
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Review"
    slide.placeholders[1].text = "Revenue grew"
    slide.notes_slide.notes_text_frame.text = "Say thanks."
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "परिणाम"
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(5), Inches(2)).table
    for place, word in enumerate(("Region", "Sales", "दिल्ली", "12")):
        table.cell(place // 2, place % 2).text = word
    out = io.BytesIO()
    deck.save(out)
    (found,) = documents(out.getvalue(), "a.pptx", "a.pptx")
    chunks = khand.engine.chunk_document(found, khand.Settings())
    assert [(("Review",), 1), (("परिणाम",), 2)] == [(chunk.headings, chunk.page) for chunk in chunks]
    assert "Say thanks." in chunks[0].text
    assert "| दिल्ली | 12 |" in chunks[1].text


def test_sheets_are_headings() -> None:
    """Each with its table; LibreOffice's are read, too."""
    book = openpyxl.Workbook()
    book.active.title = "Staff"
    for row in (["name", "city"], ["Rao", "दिल्ली"], ["Das | co", "القاهرة"]):
        book.active.append(row)
    book.create_sheet("Empty")
    out = io.BytesIO()
    book.save(out)
    text = text_of(out.getvalue(), "a.xlsx")
    assert "## Staff\n\n| name | city |\n| --- | --- |\n| Rao | दिल्ली |\n| Das \\| co | القاهرة |" in text
    for suffix in ("xlsx", "ods"):
        assert "| Sen, P. | القاهرة | 77 |" in read(Found(DATA / f"staff.{suffix}", "a")).text


def test_opendocument_made_by_a_writer_library() -> None:
    """Headings of odfpy."""
    document = OpenDocumentText()
    document.text.addElement(H(outlinelevel=1, text="Rules"))
    document.text.addElement(P(text=HINDI))
    out = io.BytesIO()
    document.write(out)
    assert "# Rules\n\n" + HINDI == text_of(out.getvalue(), "a.odt").strip()


def book(pages: dict[str, str], spine: list[str]) -> bytes:
    """An EPUB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr(
            "META-INF/container.xml",
            '<container><rootfiles><rootfile full-path="O/book.opf"/></rootfiles></container>',
        )
        items = "".join(
            f'<item id="{k}" href="{k}.xhtml" media-type="application/xhtml+xml"/>' for k in pages
        )
        order = "".join(f'<itemref idref="{k}"/>' for k in spine)
        archive.writestr(
            "O/book.opf", f"<package><manifest>{items}</manifest><spine>{order}</spine></package>"
        )
        for name, page in pages.items():
            archive.writestr(f"O/{name}.xhtml", f"<html><body>{page}</body></html>")
    return out.getvalue()


def test_book_is_read_in_its_order() -> None:
    """By its own list of pages, not by their names."""
    data = book({"a": "<h1>Two</h1><p>Second.</p>", "b": "<h1>One</h1><p>First.</p>"}, ["b", "a"])
    assert "# One\n\nFirst.\n\n# Two\n\nSecond.\n" == text_of(data, "x.epub")


def encrypted() -> bytes:
    """A PDF with a password."""
    writer = pypdf.PdfWriter(clone_from=DATA / "policy.pdf")
    writer.encrypt("secret")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def blank() -> bytes:
    """A PDF without text."""
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def packed(content: bytes, part: str = "word/document.xml") -> bytes:
    """An Office document with this in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<x/>")
        archive.writestr(part, content)
    return out.getvalue()


PDF = (DATA / "policy.pdf").read_bytes()
DOCX = (DATA / "policy.docx").read_bytes()


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.pdf", PDF[: len(PDF) // 2], "a PDF that cannot be read"),
        ("a.pdf", b"%PDF-1.4\nhello", "a PDF that cannot be read"),
        ("a.txt", b"%PDF-1.4\nhello", "a PDF that cannot be read"),
        ("a.pdf", encrypted(), "with a password"),
        ("a.pdf", blank(), "without text"),
        ("a.pdf", b"plain words", "no PDF file"),
        ("a.pdf", b"", "is empty"),
        ("a.docx", DOCX[: len(DOCX) // 2], "no DOCX file, or a damaged one"),
        ("a.docx", packed(b"<a><b>"), "damaged"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "before 2007"),
        ("a.docx", packed(b"<a>" + b" " * 200_000_000), "larger than what is read"),
        ("a.xlsx", b"", "is empty"),
        ("a.epub", book({}, [])[:200], "no EPUB file, or a damaged one"),
        ("a.pptx", b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        ("a.md", b"PK\x03\x04" + bytes(60), "a ZIP archive"),
        ("a.txt", b"\x1f\x8b\x08" + bytes(60), "a gzip archive"),
        ("a", b"\x7fELF" + bytes(60), "a program"),
        ("a.csv", b"SQLite format 3\0" + bytes(60), "an SQLite database"),
        ("a.ipynb", b"{}", "no Jupyter notebook"),
        ("a.vtt", b"words", "no WebVTT file"),
        ("a.srt", b"words", "no SubRip file"),
        ("a.eml", b"no mail at all", "no e-mail"),
        ("a.json", b"{", "not JSON"),
        ("a.parquet", b"PAR1" + bytes(20) + b"PAR1", "no Parquet file"),
    ],
)
def test_what_cannot_be_read_is_named(name: str, data: bytes, says: str) -> None:
    """The error names file and kind, never a position of bad UTF-8, and there is no text made of it."""
    with pytest.raises(InputError, match=says) as caught:
        list(documents(data, name, name))
    assert str(caught.value).startswith(f"{name}: ")
    assert "utf-8" not in str(caught.value)
    assert name == caught.value.source


def test_content_goes_before_the_name() -> None:
    """A document under another name is read as what it is; so is a page."""
    assert "# Leave policy" in text_of(DOCX, "a.txt")
    assert "# Leave policy" in text_of(PDF, "a.md")
    assert "# Hi\n" == text_of(b"<!DOCTYPE html><h1>Hi</h1>", "a.txt")
    assert "%PDF-1.4 is how they begin" == text_of(b"%PDF-1.4 is how they begin", "a.txt", format="text")


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What to install stands in the error."""
    import sys

    monkeypatch.setitem(sys.modules, "kreuzberg", None)
    with pytest.raises(
        MissingExtraError, match=r'a\.pdf: is a PDF; to read it: pip install "khand\[files\]"'
    ):
        list(documents(PDF, "a.pdf", "a.pdf"))


@pytest.mark.parametrize("suffix", ["docx", "odt", "pdf", "epub", "rtf", "xlsx", "pptx"])
def test_damaged_bytes_are_errors_of_khand(suffix: str) -> None:
    """Whatever a library raises: a run over many files goes on."""
    import random

    chance = random.Random(suffix)
    if suffix == "pptx":
        out = io.BytesIO()
        Presentation().save(out)
        data = out.getvalue()
    else:
        data = next(DATA.glob(f"*.{suffix}")).read_bytes()
    for _ in range(60):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(damaged))
            damaged[at : at + chance.choice((1, 1, 50))] = bytes([chance.randrange(256)])
        # anything else than an error of khand fails the test
        with suppress(khand.KhandError):
            list(documents(bytes(damaged), f"a.{suffix}", f"a.{suffix}"))
