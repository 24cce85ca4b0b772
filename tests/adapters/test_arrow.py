"""Tables in, tables out: one schema, one result whoever asks."""

import pytest

import khand

pa = pytest.importorskip("pyarrow")
from khand.adapters import arrow  # noqa: E402
from khand.adapters.batches import TableCutter  # noqa: E402

TEXTS = ["# Leave\n\nThirty days. Not more.\n\n## छुट्टी\n\nतीस दिन की छुट्टी मिलती है।", "", None, "plain " * 60]


@pytest.fixture
def documents():
    return pa.table({"id": [7, 8, 9, 10], "text": TEXTS, "path": ["a.md", "b.md", "c.md", "d.txt"]})


def cut(table):
    return khand.chunk_table(table, id_column="id", source_column="path", size=30, overlap=5)


def test_rows_are_the_chunks_of_each_document(documents) -> None:
    """What stands in a document's rows is what ``khand.chunk`` makes of it; a blank one has none, a null one an error."""
    rows = cut(documents).to_pylist()
    expected = []
    for key, text, path in zip([7, 10], [TEXTS[0], TEXTS[3]], ["a.md", "d.txt"], strict=True):
        chunks = khand.chunk(text, size=30, overlap=5, source=path)
        assert len(chunks) > 1
        expected += [
            {"document": str(key), **c.to_dict(asked=["parent", "metadata"]), "error": None} for c in chunks
        ]
    assert expected == [row for row in rows if row["error"] is None]
    (failed,) = [row for row in rows if row["error"] is not None]
    assert ("9", "the text is null") == (failed["document"], failed["error"])
    assert {None} == {value for name, value in failed.items() if name not in ("document", "error")}


def test_schema_does_not_depend_on_what_comes_in(documents) -> None:
    """Without rows, without ids, with errors only: the columns and their types are the same, and carry the version."""
    empty = khand.chunk_table(documents.slice(0, 0))
    assert empty.schema.equals(arrow.table_schema(), check_metadata=True)
    for table in (documents, documents.slice(2, 1), documents.select(["text"])):
        assert khand.chunk_table(table).schema.equals(empty.schema, check_metadata=True)
    assert b"1" == empty.schema.metadata[b"khand.schema"]
    assert ["document", *khand.Chunk._fields, "error"] == empty.schema.names


def test_two_gibibytes_fit_by_their_types() -> None:
    """No column of text has offsets of 32 bits, which end at 2 GiB."""
    kinds = arrow.table_schema().types
    assert pa.string() not in kinds
    assert pa.large_string() in kinds


def test_parquet_of_the_command_line_has_the_same_columns() -> None:
    """The record's columns are those of the Parquet writer, nullability apart."""
    from khand.writers.parquet import schema

    assert [(f.name, f.type) for f in schema()] == [(f.name, f.type) for f in arrow.table_schema()][1:-1]


def test_how_the_table_is_cut_into_batches_changes_nothing(documents) -> None:
    """Batches end by bytes of text, even inside a document, and hold the same rows."""
    whole = cut(documents)
    assert 1 == len(whole.to_batches())
    cutter = TableCutter(khand.Settings(size=30, overlap=5), "text", "id", "path", batch_bytes=200)
    small = list(cutter.batches(documents.to_batches(max_chunksize=1)))
    assert pa.Table.from_batches(small).equals(whole)
    texts = [batch.to_pylist() for batch in small]
    sizes = [sum(len(((r["text"] or "") + (r["embed_text"] or "")).encode()) for r in rows) for rows in texts]
    largest = max(len((r["text"] + r["embed_text"]).encode()) for r in whole.to_pylist() if r["text"])
    assert len(sizes) > 2
    assert max(sizes) < 200 + largest


def test_table_in_parts_gives_the_table_of_the_whole(documents) -> None:
    """Workers may each take a part: what they make, joined, is the table of one process."""
    parts = pa.concat_tables([cut(documents.slice(i, 1)) for i in range(4)])
    assert parts.equals(cut(documents))


def test_children_stand_behind_their_chunk() -> None:
    """Children are rows with `parent`."""
    table = pa.table({"text": ["One is here. Two is here. Three is here. Four is here."]})
    rows = khand.chunk_table(table, size=100, children=8).to_pylist()
    assert len(rows) > 2
    assert [None] + [rows[0]["id"]] * (len(rows) - 1) == [row["parent"] for row in rows]


def test_unforeseen_fault_is_a_row(documents) -> None:
    """A tokenizer that breaks at one document leaves the others."""

    def count(text: str) -> int:
        if "plain" in text:
            raise RuntimeError("broken")
        return len(text)

    rows = khand.chunk_table(documents, tokenizer=count, id_column="id").to_pylist()
    assert ["7", "9", "10"] == list(dict.fromkeys(row["document"] for row in rows))
    assert "RuntimeError: broken" == rows[-1]["error"]


def test_text_that_is_not_utf8_is_a_row(documents) -> None:
    """Files may call text what is none, and Arrow does not look before it is asked for."""
    raw = pa.array([b"# A\n\nfine", b"not \xff UTF-8", b"plain"], pa.binary())
    texts = pa.StringArray.from_buffers(3, raw.buffers()[1], raw.buffers()[2])
    rows = khand.chunk_table(pa.table({"id": ["a", "b", "c"], "text": texts}), id_column="id").to_pylist()
    assert [("a", None), ("c", None)] == [(r["document"], r["error"]) for r in rows if not r["error"]]
    (failed,) = [row for row in rows if row["error"]]
    assert "b" == failed["document"]
    assert "UnicodeDecodeError" in failed["error"]


def test_part_without_any_text_is_rows() -> None:
    """A part in which every text is null may have no type at all: rows with errors, no refusal of the column."""
    made = khand.chunk_table(pa.table({"text": pa.nulls(2)}))
    assert ["the text is null"] * 2 == made["error"].to_pylist()


@pytest.mark.parametrize(
    "kind", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
)
def test_every_type_of_text_is_text(kind) -> None:
    """Large strings, views and dictionaries of strings are cut like plain ones."""
    made = khand.chunk_table(pa.table({"text": pa.array(["Thirty days.", "Thirty days."], kind)}))
    assert ["Thirty days."] * 2 == made["text"].to_pylist()


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"text_column": "body"}, "text_column"),
        ({"text_column": "id"}, "text_column"),
        ({"text_column": "tags"}, "text_column"),
        ({"id_column": "key"}, "id_column"),
        ({"size": 0}, "size"),
        ({"format": "pdf"}, "format"),
        ({"tokenizer": "no-such"}, "tokenizer"),
    ],
)
def test_wrong_settings_are_one_error(documents, options, option) -> None:
    """What no document can be cut with is refused before any work, not told row by row."""
    with pytest.raises(khand.OptionError) as caught:
        khand.chunk_table(documents.append_column("tags", [[["a"]] * 4]), **options)
    assert option == caught.value.option


def test_polars_frame_is_a_table(documents) -> None:
    """A Polars frame goes in as it is, and what comes out becomes one in a line."""
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(documents)
    assert cut(frame).equals(cut(documents))
    assert polars.from_arrow(cut(frame))["text"].to_list() == cut(documents)["text"].to_pylist()


def test_duckdb_relation_is_a_table(documents) -> None:
    """A DuckDB query goes in as it is, and the table of chunks can be asked by its name."""
    duckdb = pytest.importorskip("duckdb")
    made = cut(duckdb.sql("SELECT * FROM documents"))
    assert made.equals(cut(documents))
    assert [(made.num_rows,)] == duckdb.sql("SELECT count(*) FROM made").fetchall()


def test_missing_package_names_the_extra(monkeypatch) -> None:
    """Without pyarrow the error says what to install."""
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(khand.MissingExtraError, match=r"khand\[arrow\]"):
        khand.chunk_table(None)
