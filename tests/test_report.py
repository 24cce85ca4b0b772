"""The report says what the chunks came to, and its figures are those of the chunks."""

import json
import statistics

import pytest

import khand
from khand.figures import figures_of
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
    [(0, "min_size would change nothing"), (3, "min_size has joined those")],
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


def test_figures_of_no_chunks():
    """Without chunks every figure is 0 and there is nothing to draw."""
    report = khand.chunk("").report
    figures = (report.smallest, report.largest, report.median, report.repeated_share, report.context_share)
    assert (0, 0, 0, 0, 0) == figures


@pytest.mark.parametrize(
    ("lengths", "median"), [((3,), 3), ((3, 8), 5.5), ((9, 3, 5), 5), ((2, 8, 4, 7), 5.5)]
)
def test_median(lengths, median):
    """The middle size, or the mean of the two in the middle."""
    text = "\n\n".join("x" * length for length in lengths)
    report = khand.chunk(text, by="paragraph", size=9, tokenizer="characters").report
    assert lengths == report.sizes
    assert median == report.median


def test_context_share():
    """Context tokens as a share of all that is embedded."""
    report = khand.chunk("# A\n\nOne two three. Four five six.", size=22, tokenizer="characters").report
    assert (36, 3) == (report.tokens, report.context_tokens)
    assert report.context_share == pytest.approx(3 / 36)


def test_histogram_by_hand():
    """Of the sizes 1, 2, 30 and 41 the bars are three wide: 41 in 20 bars would be 2.05."""
    text = "\n\n".join("x" * length for length in (1, 2, 30, 41))
    histogram = khand.chunk(text, by="paragraph", size=50, tokenizer="characters").report.histogram
    assert [(1, 3, 2), (28, 30, 1), (40, 41, 1)] == [tuple(bar) for bar in histogram if bar.chunks]
    assert 14 == len(histogram)


def test_cost_by_hand():
    """A million tokens at their price."""
    report = khand.chunk("word " * 2000, size=512).report
    assert report.cost(3.0) == pytest.approx(report.tokens * 3 / 10**6, rel=1e-12)


def test_to_dict_holds_every_figure():
    """The report as a dictionary: all figures under their names, sizes as a summary, ready for JSON."""
    report = khand.chunk(TEXT, size=64, overlap=8).report
    found = report.to_dict()
    derived = "repeated_share context_share smallest mean median p95 largest".split()
    assert {name: getattr(report, name) for name in derived} == {name: found[name] for name in derived}
    assert [bar._asdict() for bar in report.histogram] == found["histogram"]
    assert report.plan.to_dict() == found["plan"]
    assert [note._asdict() for note in report.notes] == found["notes"]
    assert (report.chunks, report.tokens, report.unit) == (found["chunks"], found["tokens"], found["unit"])
    assert "sizes" not in found
    assert found == json.loads(json.dumps(found))


def test_nul_characters_of_several_documents():
    """Joined reports count the NUL characters of all and name the place of the first."""
    reports = [khand.chunk(text, size=64).report for text in ("none", "a\0b", "\0\0")]
    joined = join_reports(reports, khand.Settings(size=64))
    (note,) = [note for note in joined.notes if note.code == "nul"]
    assert {"count": 3, "position": 1} == note.values
    clean = join_reports(reports[:1], khand.Settings(size=64))
    assert [] == [note for note in clean.notes if note.code == "nul"]


@pytest.mark.parametrize(
    ("text", "options", "left_out"),
    [
        ("---\ntitle: A\n---\n\nOne two.", {"front_matter": "skip"}, 16),
        ("\ufeff---\ntitle: A\n---\n\nOne two.", {"front_matter": "skip"}, 16),
        ("---\ntitle: A\n---\n", {"front_matter": "skip"}, 16),
        ("---\ntitle: A\n---\n\nOne two.", {}, 0),
        ("One two.", {"front_matter": "skip"}, 0),
    ],
)
def test_left_out(text, options, left_out):
    """How many characters of front matter were asked to be left out; a byte order mark and white space are none."""
    assert left_out == khand.chunk(text, size=40, **options).report.left_out


def test_figures_of_chunks_alone():
    """What follows from the chunks alone is what their report says."""
    chunks = khand.chunk(TEXT, size=64, overlap=12)
    found, report = figures_of(list(chunks)), chunks.report
    for name in ("chunks", "tokens", "repeated", "sizes", "cuts", "repeated_share", "median", "p95"):
        assert getattr(report, name) == getattr(found, name), name
