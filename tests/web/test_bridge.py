"""The bridge between the page and khand, in this Python: same answers, offsets as JavaScript counts."""

import json

import pytest

import khand
from khand.web import bridge
from khand.writers import dumps


def call(name, data="", **options):
    return json.loads(bridge.call(name, json.dumps(options), data))


@pytest.fixture
def opened():
    """Opens texts as documents 1, 2, …; nothing is open afterwards."""

    def open_texts(*texts):
        for number, text in enumerate(texts, 1):
            call("open", text, id=number, source=None, format="markdown")
        return list(range(1, len(texts) + 1))

    yield open_texts
    call("keep", ids=[])


class TypedArray(bytes):
    """Stands for the bytes that the page sends."""

    to_bytes = bytes.__bytes__


def test_a_document_comes_as_text_or_as_its_bytes(opened):
    """The page sends UTF-8; a byte order mark and every line end stay."""
    text = "\ufeff# खंड 😀\r\n\r\nOne.\u2028Two.\0"
    as_text = cut(opened(text))
    assert as_text == cut(opened(TypedArray(text.encode())))


def cut(ids, show=None, **settings):
    return call("chunk", slot="a", ids=ids, shown=[show or ids[0]], settings=settings)["result"]


def units(text):
    """The text as JavaScript indexes it: one entry for each UTF-16 unit."""
    return text.encode("utf-16-le")


def slice_units(text, start, end):
    return units(text)[2 * start : 2 * end].decode("utf-16-le")


TEXT = (
    "# 👩‍💻 Title\n\nOne 😀 two. Three 𝔘𝔫 four. Five six 🌍.\n\n## Next\n\n- a 👋\n- b\n\n```py\nx = '😀'\ny = 1\n```\n"
    * 3
)


def test_offsets_are_utf16_units(opened):
    """Emoji and other characters above U+FFFF count two, so that the page's slices are the chunks' texts."""
    rows = cut(opened(TEXT), size=40, overlap=10, overlap_across_headings=True)["rows"]
    made = khand.chunk(TEXT, size=40, overlap=10, overlap_across_headings=True)
    assert any(c.overlap_chars for c in made)
    assert [c.text for c in made] == [slice_units(TEXT, row[0], row[1]) for row in rows]
    repeated = [TEXT[c.start : c.start + c.overlap_chars] for c in made]
    assert repeated == [slice_units(TEXT, row[0], row[2]) for row in rows]
    known = {"overlap": 10, "overlap_across_headings": True, "size": 40}
    length = len(units(TEXT)) // 2
    assert (
        rows
        == call("chunk", slot="a", ids=[1], shown=[1], lengths=[length], settings=known)["result"]["rows"]
    )


def test_before_text_and_after_join_to_the_embedded_text(opened):
    """What the page shows around a text is exactly what is embedded around it."""
    answer = cut(opened(TEXT), size=30)
    strings = answer["strings"]
    shown = [
        strings[row[6]][0] + slice_units(TEXT, row[0], row[1]) + strings[row[7]][0] for row in answer["rows"]
    ]
    assert [c.embed_text for c in khand.chunk(TEXT, size=30)] == shown


def test_exports_are_khands_own_records(opened):
    """JSONL is what khand writes for the same documents in the same order."""
    ids = opened("# A\n\nb c", "# D\n\ne f")
    cut(ids, size=50)
    expected = [dumps(c) + "\n" for text in ("# A\n\nb c", "# D\n\ne f") for c in khand.chunk(text, size=50)]
    assert "".join(expected) == call("jsonl", slot="a", ids=ids, settings={"size": 50})["result"]


def test_csv_holds_the_records_for_spreadsheets(opened):
    """CSV starts with a byte order mark, quotes what needs it, and has one line of names."""
    import csv
    import io

    ids = opened('# A, "b"\n\nc\nd')
    cut(ids, size=50)
    text = call("csv", slot="a", ids=ids, settings={"size": 50})["result"]
    assert text.startswith("\ufeff")
    [record] = csv.DictReader(io.StringIO(text[1:], newline=""))
    assert ('A, "b"', '# A, "b"\n\nc\nd', "1") == (record["path"], record["text"], record["start_line"])


def test_figures_of_several_documents_are_joined(opened):
    """The report is on all documents, the rows are of the one that is shown."""
    ids = opened("one two three", "four five")
    answer = cut(ids, show=2, size=50)
    assert (2, 1) == (answer["report"]["chunks"], len(answer["rows"]))
    assert 2 == answer["report"]["plan"]["documents"]


def test_file_is_decoded_as_the_command_line_does(opened):
    """A byte order mark goes, the extension says the format, HTML is read to its text, a bad byte is named."""

    class Bytes:
        def __init__(self, data):
            self.data = data

        def to_bytes(self):
            return self.data

    data = Bytes(b"\xef\xbb\xbf<p>\r\nx</p>")
    read = json.loads(bridge.call("read", '{"id": 1, "source": "a.html"}', data))
    assert ("x\n", "markdown") == (read["result"]["text"], read["result"]["format"])
    failed = json.loads(bridge.call("read", '{"id": 2, "source": "b.txt"}', Bytes(b"ab\xff")))
    assert ("InputError", 2) == (failed["error"]["type"], failed["error"]["position"])


def test_wrong_settings_name_their_field(opened):
    """An error says which option is to blame, so that the page can put the words beside it."""
    ids = opened("text")
    for settings, option in (
        ({"size": 10, "overlap": 10}, "overlap"),
        ({"size": 0}, "size"),
        ({"size": 10, "min_size": 11}, "min_size"),
        ({"heading_depth": 9}, "heading_depth"),
    ):
        answer = call("chunk", slot="a", ids=ids, shown=[ids[0]], settings=settings)
        assert option == answer["error"]["option"]


def test_documents_that_are_closed_are_forgotten(opened):
    """Nothing of a removed text is kept."""
    ids = opened("a secret", "another")
    cut(ids, size=50)
    call("keep", ids=[2])
    assert {2} == bridge._documents.keys() | set().union(*(held.keys() for held in bridge._cuts.values()))


def test_call_about_a_closed_document_is_dropped(opened):
    """A call that waited while its document was closed says so, and makes nothing."""
    opened("text")
    answer = call("chunk", slot="a", ids=[7], shown=[7], settings={})
    assert "GoneError" == answer["error"]["type"]


def test_window_is_measured_on_the_chunks_made(opened):
    """The planner takes the sizes of the chunks where there are some, else the size that was named."""
    parts = {"total": 1000, "prompt": 100, "tools": 0, "history": 0, "answer": 100, "chunk_tokens": 200}
    assert 4 == call("window", slot="a", ids=[], settings={}, **parts)["result"]["nominal"]["chunks"]
    ids = opened("word " * 500)
    cut(ids, size=100)
    measured = call("window", slot="a", ids=ids, settings={"size": 100}, **parts)["result"]
    assert measured["measured"] == len(khand.chunk("word " * 500, size=100))
    assert "nominal" not in measured


@pytest.mark.parametrize(
    ("tokenizer", "unit", "exact"),
    [("characters", "characters", True), ("words", "words", True), ("estimate:4.0", "tokens", False)],
)
def test_window_is_measured_in_tokens_only(opened, tokenizer, unit, exact):
    """Chunks counted in characters or words are not measured; estimates are, and are named as such."""
    parts = {"total": 1000, "prompt": 100, "tools": 0, "history": 0, "answer": 100, "chunk_tokens": 200}
    ids = opened("word " * 500)
    cut(ids, size=100, tokenizer=tokenizer)
    planned = call("window", slot="a", ids=ids, settings={"size": 100, "tokenizer": tokenizer}, **parts)[
        "result"
    ]
    assert (unit, exact) == (planned["unit"], planned["exact"])
    assert (planned["measured"] > 0) == (unit == "tokens")
    assert ("nominal" in planned) == (unit != "tokens")


def test_export_cuts_anew_where_nothing_is_kept(opened):
    """After another Python took over, an export with the setting of the figures gives the same records."""
    ids = opened("# A\n\nb c")
    cut(ids, size=50)
    before = call("jsonl", slot="a", ids=ids, settings={"size": 50})["result"]
    bridge._cuts.clear()
    assert before == call("jsonl", slot="a", ids=ids, settings={"size": 50})["result"]


def test_outline_tiles_the_text(opened):
    """Blocks come with their starts in UTF-16 units, kinds by number and heading levels."""
    text = "# A 😀\n\nb\n\n- c\n"
    ids = opened(text)
    answer = call("chunk", slot="a", ids=ids, shown=ids, outlines=ids, settings={})["result"]
    flat = answer["outlines"]["1"]
    kinds = [answer["kinds"][number] for number in flat[1::3]]
    assert (["heading", "paragraph", "list"], [0, 8, 11]) == (kinds, flat[0::3])


def test_text_is_counted_for_the_planner():
    """A prompt is counted and not kept."""
    assert 2 == call("count", "Hello world", tokenizer="cl100k_base")["result"]
