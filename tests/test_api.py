"""What the library gives besides chunks: names that load lazily, values that pickle, words and tables for people."""

import importlib
import pickle
import pkgutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from importlib.metadata import version

import pytest

import khand

TEXT = "# Returns\n\nOne is here. Two is there. Three is gone.\n\n## Rules <b>\n\nFour & more are late. Five is not.\n"


def code(source: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True).stdout


def test_import_loads_nothing_heavy() -> None:
    """Importing the package loads itself only; a name loads what it needs."""
    shown = code("import khand, sys; print([m for m in sys.modules if m.startswith('khand.')])")
    assert "[]" == shown.strip()
    shown = code(
        "import khand, sys; khand.plan; print('khand.engine' in sys.modules, 'toktok' in sys.modules)"
    )
    assert "False False" == shown.strip()


def test_exported_members() -> None:
    """What ``import *`` gives is what the package lists, sorted, each is there, and editors see it."""
    assert sorted(khand.__all__) == khand.__all__
    assert set(khand.__all__) <= set(dir(khand))
    assert [] == [name for name in khand.__all__ if not hasattr(khand, name)]
    assert version("khand") == khand.__version__
    with pytest.raises(AttributeError, match="nonsense"):
        khand.nonsense  # noqa: B018


def test_no_module_is_named_like_a_public_name() -> None:
    """Loading a module binds its name in the package and would take the place of a function."""
    assert not {module.name for module in pkgutil.iter_modules(khand.__path__)} & set(khand.__all__)


def test_every_public_name_says_what_it_is() -> None:
    """Each has a docstring of its own."""
    public = [getattr(khand, name) for name in khand.__all__ if name != "__version__"]
    assert [] == [thing for thing in public if not (thing.__doc__ or "").strip()]


def test_settings_as_a_record_and_by_keyword() -> None:
    """Both cut alike; a keyword goes before the record; something else is refused."""
    settings = khand.Settings(size=20, overlap=5)
    assert list(khand.chunk(TEXT, size=20, overlap=5)) == list(khand.chunk(TEXT, settings))
    assert list(khand.chunk(TEXT, size=30, overlap=5)) == list(khand.chunk(TEXT, settings, size=30))
    with pytest.raises(khand.OptionError, match=r"settings=.*khand\.Settings"):
        khand.chunk(TEXT, {"size": 20})
    with pytest.raises(khand.OptionError, match="there are by, size"):
        khand.chunk(TEXT, settings, siz=3)


@pytest.mark.parametrize(
    ("source", "headings"), [("a.txt", ()), ("a.MD", ("A",)), ("a", ("A",)), (None, ("A",)), ("v1.2", ("A",))]
)
def test_format_is_told_from_the_source(source: str | None, headings: tuple[str, ...]) -> None:
    """Where none is named, the suffix says it; what says nothing is Markdown."""
    assert headings == khand.chunk("# A\n", source=source)[0].headings
    assert ("A",) == khand.chunk("# A\n", source=source, format="markdown")[0].headings


def test_a_model_names_its_price_everywhere() -> None:
    """As a number does; an unknown one is refused with those that are known."""
    report = khand.chunk(TEXT).report
    assert report.cost(0.02) == report.cost("text-embedding-3-small")
    assert khand.plan(9, price=0.02) == khand.plan(9, price="text-embedding-3-small")
    difference = khand.diff([], khand.chunk(TEXT))
    assert difference.cost(0.13) == difference.cost("text-embedding-3-large")
    for refused in (report.cost, lambda price: khand.plan(9, price=price)):
        with pytest.raises(khand.OptionError, match=r"price='cheap'.*text-embedding-3-small"):
            refused("cheap")


def test_last_of_documents_without_windows() -> None:
    """Nothing planned is nothing left over, be it of no document or of many empty ones."""
    assert [0, 0, 0, None] == [khand.plan(lengths).last for lengths in ([], [0], [0, 0], [3, 4])]


def pickled(value: object) -> object:
    """What comes out of the other end of a pipe."""
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize(
    "options", [{}, {"by": "window", "overlap": 3}, {"tokenizer": "estimate"}, {"tokenizer": len}]
)
def test_results_can_be_pickled_and_compared(options: dict) -> None:
    """Chunks with their report and text, chunks, settings, errors, differences: equal before and after."""
    chunks = khand.chunk(TEXT, size=20, source="a.md", **options)
    again = pickled(chunks)
    assert again == chunks
    assert (chunks.report, chunks.document, chunks.exact) == (again.report, again.document, again.exact)
    settings = khand.Settings(size=20, **options)
    assert (settings, chunks[0]) == (pickled(settings), pickled(chunks[0]))
    difference = khand.diff([], chunks)
    assert difference == pickled(difference)


def test_report_of_pickled_chunks_is_that_of_the_others() -> None:
    """It is made before they are sent, though nobody has asked for it yet."""
    sent = pickled(khand.chunk(TEXT, size=20))
    assert sent.report == khand.chunk(TEXT, size=20).report


@pytest.mark.parametrize(
    "refused",
    [
        lambda: khand.chunk("\ud800", source="a"),
        lambda: khand.chunk("", size=0),
        lambda: khand.chunk("", tokenizer="nonsense"),
        lambda: (_ for _ in ()).throw(khand.MissingExtraError("no", extra="files")),
    ],
)
def test_errors_can_be_pickled_and_compared(refused) -> None:
    """With their fields; two of the same words and fields are equal, others are not."""
    with pytest.raises(khand.KhandError) as caught:
        refused()
    again = pickled(caught.value)
    assert (caught.value, str(caught.value), vars(caught.value)) == (again, str(again), vars(again))
    assert hash(caught.value) == hash(again)
    assert caught.value != khand.KhandError(str(caught.value))


def test_chunk_maps_over_processes() -> None:
    """A pool of processes maps the function over texts, and gives what one process does."""
    texts = [TEXT, "# B\n\nbee\n", ""]
    with ProcessPoolExecutor(2) as pool:
        assert [khand.chunk(text) for text in texts] == list(pool.map(khand.chunk, texts))


def test_printed_chunks() -> None:
    """The first of them, each in a line, and how many more there are."""
    chunks = khand.chunk(TEXT, size=20)
    assert f"chunk 1 — under “Returns”, {chunks[0].tokens} tokens" == str(chunks).splitlines()[0]
    many = str(khand.chunk("# A\n\nx\n\n" * 13)).splitlines()
    assert (11, "… and 3 more") == (len(many), many[-1])
    assert "no chunks" == str(khand.chunk(""))


def test_printed_report_adds_up() -> None:
    """The tokens to embed are the sum of the parts named beside them."""
    report = khand.chunk(TEXT, size=14, overlap=5).report
    shown = {line.split("  ")[0]: line for line in str(report).splitlines()}
    parts = shown["Tokens to embed"].split("  ")[-1].replace("−", "+ -").replace("- ", "-").split("+")
    assert report.tokens == sum(int(part.split()[0]) for part in parts)
    assert "the only one" not in shown["Size of a chunk"]
    assert "the only one" in str(khand.chunk("x").report)
    assert "min_size" in str(khand.chunk("# A\n\nx\n\n# B\n\ny\n").report)


def test_notebooks_see_chunks_and_reports() -> None:
    """Overlap marked, context set apart, markup escaped; no script, no colour of text that a dark page would hide."""
    chunks = khand.chunk(TEXT, size=14, overlap=5)
    shown = chunks._repr_html_()
    repeated = next(chunk for chunk in chunks if chunk.overlap_chars)
    assert f"<mark>{repeated.text[: repeated.overlap_chars]}</mark>" in shown
    assert 'class="context">Returns' in shown
    assert "Four &amp; more" in shown
    assert "<b>" not in shown
    report = chunks.report._repr_html_()
    assert f"<td>{chunks.report.tokens}</td>" in report
    for html in (shown, report):
        assert "<script" not in html
        assert "color: #" not in html


def test_records_make_a_data_frame() -> None:
    """``to_dicts`` gives the records that are written; a data frame has a column for each field."""
    chunks = khand.chunk(TEXT, size=20, source="a.md")
    records = chunks.to_dicts()
    assert [chunk.to_dict() for chunk in chunks] == records
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(records)
    assert (list(records[0]), [c.tokens for c in chunks]) == (list(frame.columns), list(frame["tokens"]))
    polars = pytest.importorskip("polars")
    assert records == polars.DataFrame(records).to_dicts()


def test_optional_columns_are_in_every_record() -> None:
    """If one chunk has metadata, all records have the key."""
    chunks = khand.ChunkList(
        [c._replace(metadata={"row": 1} if c.index else None) for c in khand.chunk(TEXT, size=20)]
    )
    assert {None, 1} == {record["metadata"] and record["metadata"]["row"] for record in chunks.to_dicts()}


def test_report_survives_json() -> None:
    """Made again of its figures and sizes it is the same."""
    import json

    report = khand.chunk(TEXT + "\0", size=14, overlap=5).report
    assert report == khand.Report.from_dict(json.loads(json.dumps(report.to_dict())), report.sizes)


def test_joined_reports_plan_each_document_alone() -> None:
    """Joining in groups gives what joining all at once does."""
    from khand.report import join_reports

    settings = khand.Settings(size=14)
    reports = [khand.chunk(text, settings).report for text in (TEXT, "# B\n", TEXT * 2)]
    by_steps = join_reports([join_reports(reports[:2], settings), reports[2]], settings)
    assert join_reports(reports, settings) == by_steps
    assert 3 == by_steps.plan.documents


def test_document_is_what_offsets_refer_to() -> None:
    """Every chunk is a slice of it."""
    chunks = khand.chunk(TEXT, size=14)
    assert [chunk.text for chunk in chunks] == [chunks.document[c.start : c.end] for c in chunks]


def test_settings_are_not_changed_by_a_document() -> None:
    """One record of settings serves documents of all formats."""
    settings = khand.Settings()
    khand.chunk("# A", replace(settings, source="a.txt"))
    assert settings.format is None
    assert importlib.import_module("khand.settings").Settings() == settings
