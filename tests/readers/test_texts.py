"""Formats that the browser reads, too: notebooks, tables, records, subtitles, mail."""

import csv
import io
import json
import sys
from email.message import EmailMessage
from pathlib import Path

import nbformat
import pyarrow as pa
import pytest
from click.testing import CliRunner
from pyarrow import parquet

import khand
from khand.cli import main
from khand.engine import chunk_document
from khand.errors import InputError, OptionError
from khand.outline.rows import delimiter_of
from khand.readers import Document, ReadOptions, documents


def read(data: bytes | str, name: str, **options: object) -> list[Document]:
    """The documents in bytes."""
    return list(
        documents(data.encode() if isinstance(data, str) else data, name, name, ReadOptions(**options))
    )


def notebook() -> str:
    """A notebook of nbformat's."""
    v4 = nbformat.v4
    output = v4.new_output("stream", text="hello\n")
    cells = [
        v4.new_markdown_cell("# Analysis\n\n![plot](attachment:a.png)"),
        v4.new_code_cell('print("```")', outputs=[output]),
        v4.new_raw_cell("raw"),
        v4.new_markdown_cell("## परिणाम\n\nठीक है।"),
    ]
    return nbformat.writes(v4.new_notebook(cells=cells, metadata={"language_info": {"name": "python"}}))


def test_notebook() -> None:
    """Text as it is, code fenced with its language, outputs by choice; chunks carry their cells."""
    (made,) = read(notebook(), "a.ipynb")
    assert (
        '# Analysis\n\nplot\n\n````python\nprint("```")\n````\n\n```\nraw\n```\n\n## परिणाम\n\nठीक है।\n'
        == made.text
    )
    assert "outputs of code cells: 1" in made.left_out[0]
    chunks = chunk_document(made, khand.Settings())
    assert [{"first_cell": 1, "last_cell": 3}, {"first_cell": 4, "last_cell": 4}] == [
        c.metadata for c in chunks
    ]
    (whole,) = read(notebook(), "a.ipynb", outputs=True)
    assert "```\nhello\n```" in whole.text
    assert () == whole.left_out


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_rows_are_those_of_the_csv_module(delimiter: str) -> None:
    """Whatever the sign between fields, with quotes and line ends inside them; each chunk has the header."""
    rows = [["name", "city", "said"], *[[f"N{k}", "दिल्ली", f'a "{k}"{delimiter} b\nc'] for k in range(20)]]
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(rows)
    text = out.getvalue()
    assert delimiter == delimiter_of(text, "csv")
    chunks = khand.chunk(text, format="csv", size=60)
    assert len(chunks) > 4
    header = delimiter.join(rows[0])
    for chunk in chunks:
        parsed = list(csv.reader(io.StringIO(chunk.embed_text, newline=""), delimiter=delimiter))
        assert rows[0] == parsed[0], chunk.embed_text
        assert all(row in rows for row in parsed)
        assert chunk.tokens <= 60
    assert header in chunks[0].text
    assert header not in chunks[1].text


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("a,b\n1,2\n3,4\n", "a,b"),
        ("Land,2019,2020\nA,1,2\nB,3,4\n", "Land,2019,2020"),
        ("1,2\n3,4\n5,6\n", ""),
        ("Rao,41\nDas,37\nSen,30\n", ""),
        ('"a, b",c\nx,y\nz,w\n', '"a, b",c'),
    ],
)
def test_header_row_is_told_from_data(text: str, header: str) -> None:
    """A first row with numbers where the others have numbers is data, unless these follow one another."""
    from khand.outline import blocks

    assert header == blocks(text, "csv")[0].opening


def test_quote_that_is_never_closed_means_nothing() -> None:
    """Every line is a row then, and no time is lost."""
    text = "a,b\n" + '1,"x\n' + "2,y\n" * 50_000
    chunks = khand.chunk(text, format="csv", size=50, tokenizer="characters")
    assert "".join(text.split()) == "".join("".join(chunk.text.split()) for chunk in chunks)


def test_tsv() -> None:
    """Fields are parted by tabs, whatever else is in them."""
    text = "name\tnote\n" + "".join(f"N{k}\ta, b; c, d; {k}\n" for k in range(20))
    chunks = khand.chunk(text, format="tsv", size=40)
    assert all(chunk.embed_text.startswith("name\tnote\n") for chunk in chunks)


RECORDS = [
    {"id": 1, "body": {"text": "First. It is.", "by": "Rao"}},
    {"id": 2, "body": {"text": "दूसरा।"}},
    {"id": 3},
]


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_records_are_documents_where_a_field_is_named(name: str) -> None:
    """Each with a source of its own; the other fields are metadata."""
    data = json.dumps(RECORDS) if name == "a.json" else "\n".join(map(json.dumps, RECORDS))
    made = read(data, name, text_field="body.text")
    assert [("#1", "First. It is."), ("#2", "दूसरा।")] == [(d.source.removeprefix(name), d.text) for d in made]
    assert [{"id": 1, "by": "Rao"}, {"id": 2}] == [d.metadata for d in made]
    with pytest.raises(InputError, match="no record has a text in the field 'nothing'; there are id, body"):
        read(data, name, text_field="nothing")


def test_records_are_lines_where_no_field_is_named() -> None:
    """A list of JSON gives a line for each element, and none that fits is cut."""
    (made,) = read(json.dumps(RECORDS), "a.json")
    assert RECORDS == [json.loads(line) for line in made.text.splitlines()]
    chunks = chunk_document(made, khand.Settings(size=40))
    assert all(json.loads(line) for chunk in chunks for line in chunk.text.splitlines())


def test_bad_line_is_named() -> None:
    """File and line."""
    with pytest.raises(InputError, match=r"a\.jsonl, line 2: is not JSON"):
        read('{"text": "a"}\n{"text": \n', "a.jsonl", text_field="text")


def test_parquet_of_pyarrow() -> None:
    """A document a row; the column of the text is named or has a usual name."""
    out = io.BytesIO()
    parquet.write_table(pa.table({"id": [1, 2], "text": ["One.", "तीन।"], "d": [None, 2.5]}), out)
    made = read(out.getvalue(), "a.parquet")
    assert [("a.parquet#1", "One."), ("a.parquet#2", "तीन।")] == [(d.source, d.text) for d in made]
    assert {"id": 2, "d": 2.5} == made[1].metadata
    with pytest.raises(OptionError, match="has the columns id, text, d"):
        read(out.getvalue(), "a.parquet", text_field="words")


VTT = """WEBVTT - a meeting

NOTE not said

STYLE
::cue { color: red }

1
00:01.000 --> 00:04.000 align:start
<v Asha>Welcome to <b>the</b>
meeting &amp; hello.

00:05.000 --> 00:09.500
<v Asha>नमस्ते सबको।

01:00:00.000 --> 01:00:02.000
<v Ravi>Bye.
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_webvtt(newline: str) -> None:
    """A line a cue, the speaker where it changes; chunks carry their times."""
    (made,) = read(VTT.replace("\n", newline), "a.vtt")
    assert "Asha: Welcome to the meeting & hello.\nनमस्ते सबको।\nRavi: Bye.\n" == made.text
    chunks = chunk_document(made, khand.Settings(size=25))
    times = [(c.metadata["start_time"], c.metadata["end_time"]) for c in chunks]
    assert [("00:00:01.000", "00:00:09.500"), ("01:00:00.000", "01:00:02.000")] == times


def test_subrip() -> None:
    """Told by its content; captions that roll up say each line once."""
    cues = ["one", "one\ntwo", "two\nthree"]
    text = "\n\n".join(f"{k}\n00:00:0{k},000 --> 00:00:0{k + 1},000\n{cue}" for k, cue in enumerate(cues, 1))
    (made,) = read(text, "a.txt")
    assert "one\ntwo\nthree\n" == made.text


def mail(**more: object) -> EmailMessage:
    """A mail of the standard library's."""
    message = EmailMessage()
    message["From"] = "Asha Rao <asha@example.org>"
    message["To"] = "team@example.org"
    message["Subject"] = "छुट्टी policy"
    message["Message-ID"] = "<1@example.org>"
    message.set_content(
        str(more.get("text", "The policy is new.\n\nOn Sunday Ravi wrote:\n> is it?\n> tell\n"))
    )
    return message


def test_mail() -> None:
    """Subject, who, text; quoted lines by choice; attachments are named."""
    message = mail()
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename="a.pdf")
    (made,) = read(message.as_bytes(), "a.eml")
    assert (
        "छुट्टी policy\n\nFrom: Asha Rao <asha@example.org>\nTo: team@example.org\n\nThe policy is new.\n"
        == made.text
    )
    assert ["attachments: a.pdf", "lines quoted of earlier mails: 3 (take them with --quoted)"] == list(
        made.left_out
    )
    (chunk,) = chunk_document(made, khand.Settings())
    assert ("छुट्टी policy",) == chunk.headings
    (whole,) = read(message.as_bytes(), "a.eml", quoted=True)
    assert "> is it?" in whole.text


def test_mail_in_html() -> None:
    """Read as a page is."""
    message = mail()
    message.set_content("<h2>News</h2><p>Read <b>this</b>.</p>", subtype="html")
    (made,) = read(message.as_bytes(), "a.eml")
    assert made.text.endswith("## News\n\nRead this.\n")
    assert made.text.startswith("# छुट्टी policy\n")


def test_readers_of_the_browser_need_nothing_else() -> None:
    """They run on the standard library alone."""
    import subprocess

    code = (
        "import sys; sys.modules.update(dict.fromkeys(['kreuzberg', 'pyarrow', 'pypdfium2', 'tree_sitter', 'click', 'rich']))\n"
        "from khand.readers import document\n"
        "for name, data in {'a.html': b'<p>a', 'a.csv': b'a,b\\n1,2', 'a.jsonl': b'{}', 'a.vtt': b'WEBVTT\\n\\n', 'a.rst': b'a',"
        " 'a.eml': b'From: a\\nMessage-ID: b\\n\\nc', 'a.ipynb': b'{\"cells\": [], \"nbformat\": 4}'}.items():\n"
        "    document(data, name, name)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_read_command_prints_what_offsets_refer_to(tmp_path: Path) -> None:
    """The text to the byte; of records all; as JSON with pages and metadata."""
    (tmp_path / "a.html").write_bytes(b"<h1>A</h1><p>one</p>")
    (tmp_path / "r.jsonl").write_text('{"id": 1, "text": "a"}\n{"id": 2, "text": "b"}\n')
    done = CliRunner().invoke(main, ["read", str(tmp_path / "a.html")])
    assert (0, b"# A\n\none\n") == (done.exit_code, done.stdout_bytes)
    done = CliRunner().invoke(main, ["read", str(tmp_path / "r.jsonl"), "--text-field", "text", "--json"])
    assert [({"id": 1}, "a"), ({"id": 2}, "b")] == [
        (each["metadata"], each["text"]) for each in map(json.loads, done.stdout.splitlines())
    ]
    with pytest.raises(InputError, match="holds many documents"):
        khand.read(tmp_path / "r.jsonl", ReadOptions(text_field="text"))
