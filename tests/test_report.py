"""The report says what the chunks came to, and its figures are those of the chunks."""

import statistics

import pytest

import khand
from khand.report import join_reports

TEXT = (
    "# Policy\n\n"
    + "Be kind to all. " * 30
    + "\n\n## Eligibility\n\nYes.\n\n## Table\n\n| a | b |\n|---|---|\n"
    + ("| cell one | cell two |\n" * 20)
)


def test_figures_are_those_of_the_chunks():
    """Counts, sizes, repetition and reasons can be recomputed from the chunks."""
    chunks = khand.chunk(TEXT, size=64, overlap=12)
    report = chunks.report
    sizes = [chunk.tokens for chunk in chunks]
    assert len(chunks) == report.chunks
    assert sum(sizes) == report.tokens
    assert (min(sizes), max(sizes)) == (report.smallest, report.largest)
    assert statistics.mean(sizes) == pytest.approx(report.mean)
    assert statistics.median(sizes) == report.median
    assert sorted(sizes)[-(-95 * len(sizes) // 100) - 1] == report.p95
    assert sum(chunk.overlap_tokens for chunk in chunks) == report.repeated
    assert report.repeated / report.tokens == report.repeated_share
    assert len(chunks) == sum(report.cuts.values()) == sum(report.overlaps.values())
    assert sum(chunk.overlap_chars > 0 for chunk in chunks) == report.overlaps["carried"]


def test_histogram_holds_every_chunk():
    """The bars are adjacent, of one width, and hold all chunks."""
    histogram = khand.chunk(TEXT, size=64).report.histogram
    assert len(khand.chunk(TEXT, size=64)) == sum(bar.chunks for bar in histogram)
    assert [bar.high + 1 for bar in histogram[:-1]] == [bar.low for bar in histogram[1:]]
    assert len(histogram) <= 20


def test_context_is_reported_apart():
    """Context tokens are what the chunks cost without context, taken off what they cost."""
    report = khand.chunk(TEXT, size=64).report
    texts = [chunk.text for chunk in khand.chunk(TEXT, size=64)]
    counter = khand.chunk(TEXT, size=64)
    alone = sum(khand.chunk(text, size=10_000, context=()).report.tokens for text in texts)
    assert sum(chunk.tokens for chunk in counter) - alone == report.context_tokens > 0


def test_plan_beside_the_result():
    """The plan is that of fixed windows of the same document, and a difference is explained."""
    report = khand.chunk(TEXT, size=64, overlap=8).report
    assert khand.plan(report.document_tokens, size=64, overlap=8) == report.plan
    assert "differs_from_plan" in {note.code for note in report.notes}


def test_windows_are_as_planned():
    """Windows of plain ASCII words are as many as planned, and nothing has to be explained."""
    chunks = khand.chunk("word " * 3000, by="window", size=64, overlap=16)
    assert chunks.report.plan.chunks == len(chunks)
    assert chunks.report.moved_edges == 0
    assert chunks.report.plan.repeated == chunks.report.repeated


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("# A\n\nx\n\n# B\n\ny\n", {"size": 100}, "small_chunks"),
        (TEXT, {"size": 64}, "long_units"),
        ("one two three four five six seven", {"size": 3}, "cut_units"),
        ("One two. " * 20, {"size": 12, "overlap": 6}, "overlap_cost"),
        ("a\0b", {}, "nul"),
        ("👨‍👩‍👧‍👦", {"size": 2}, "oversized"),
    ],
)
def test_every_surprise_is_explained(text, options, code):
    """What seed 002's troubleshooting explains, and what input holds, is said in a note."""
    assert code in {note.code for note in khand.chunk(text, **options).report.notes}


@pytest.mark.parametrize(
    ("min_size", "says"),
    [(0, "min_size joins small ones"), (3, "min_size has joined those")],
)
def test_small_chunks_are_always_told(min_size, says):
    """A few in a line, many with advice; the remedy is named, or what it has done."""
    section = "\n\n# B\n\n" + "Be kind to all. " * 16
    few = khand.chunk("# A\n\nyes no yes" + section * 4, size=100, min_size=min_size).report
    many = khand.chunk("# A\n\nyes no yes" + section, size=100, min_size=min_size).report
    (short,) = [note for note in few.notes if note.code == "some_small_chunks"]
    (long,) = [note for note in many.notes if note.code == "small_chunks"]
    assert short.text.startswith(
        "1 of 5 chunks are below half the size because a structural boundary came first; "
    )
    assert long.text.startswith(
        "1 of 2 chunks are below half the size because a structural boundary came first. Cutting"
    )
    assert (says in short.text, says in long.text) == (True, True)


def test_nothing_to_explain():
    """A text that fits one chunk gets no advice, and no text no figures."""
    assert khand.chunk("One sentence.").report.notes == ()
    empty = khand.chunk("").report
    assert (0, 0, 0.0, 0, ()) == (empty.chunks, empty.tokens, empty.mean, empty.p95, empty.histogram)


def test_cost_is_never_rounded_away():
    """The cost of very few tokens is small, not zero."""
    assert khand.chunk("One sentence.").report.cost(price=0.02) == pytest.approx(3 * 0.02 / 1e6)


def test_only_tokens_have_a_price():
    """Characters and words are named in the report, and their cost is refused."""
    report = khand.chunk("One sentence.", tokenizer="characters").report
    assert "characters" == report.unit == report.to_dict()["unit"]
    assert "tokens" == khand.chunk("One sentence.", tokenizer="estimate").report.unit
    with pytest.raises(khand.OptionError, match="a price is for tokens"):
        report.cost(0.02)


def test_joined_reports_add_up():
    """Several documents are planned and counted one by one and summed."""
    settings = khand.Settings(size=64)
    reports = [khand.chunk(text, size=64).report for text in (TEXT, "Short.", TEXT)]
    joined = join_reports(reports, settings)
    assert sum(report.tokens for report in reports) == joined.tokens
    assert sum(report.plan.chunks for report in reports) == joined.plan.chunks
    assert max(report.largest for report in reports) == joined.largest
    assert sum(sum(report.cuts.values()) for report in reports) == sum(joined.cuts.values())
