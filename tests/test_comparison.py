"""Ways of cutting side by side."""

import pytest

import khand
from khand.comparison import compare, cuts_inside, grid
from khand.errors import OptionError

TABLE = "| a | b |\n|---|---|\n" + "".join(f"| row {i} | value {i} |\n" for i in range(12))
CODE = "```python\n" + "".join(f"value_{i} = {i}\n" for i in range(12)) + "```\n"
TEXT = f"# One\n\nA first sentence here. A second sentence here.\n\n{TABLE}\n# Two\n\n{CODE}\n- An item of a list. It has two sentences.\n"


def test_every_combination_once() -> None:
    """Values that windows ignore do not make them twice."""
    values = {
        "by": ["heading", "window"],
        "size": [100],
        "context": [("headings",), ()],
        "overlap": [None, "10%"],
    }
    names = list(grid(values))
    assert [
        "by heading, context headings, overlap default",
        "by heading, context headings, overlap 10%",
        "by heading, no context, overlap default",
        "by heading, no context, overlap 10%",
        "by window, overlap default",
        "by window, overlap 10%",
    ] == names


def test_impossible_combination_is_refused_before_any_work() -> None:
    """An overlap as large as one of the sizes is an error."""
    with pytest.raises(OptionError, match="overlap"):
        grid({"size": [100, 50], "overlap": [50]})


def test_figures_are_those_of_the_report() -> None:
    """Summed over documents, each figure is what the reports of the documents say."""
    settings = grid({"size": [30, 60], "by": ["heading"], "overlap": [10]})
    *_, made = compare([(TEXT, "markdown"), ("One. Two.", "text"), ("", "text")], settings)
    for one, options in zip(made, settings.values(), strict=True):
        reports = [
            khand.chunk(text, format=format, **options).report
            for text, format in [(TEXT, "markdown"), ("One. Two.", "text")]
        ]
        assert sum(r.chunks for r in reports) == one.chunks
        assert sum(r.tokens for r in reports) == one.tokens
        assert sum(r.repeated for r in reports) == one.repeated
        assert sum(r.context_tokens for r in reports) == one.context
        assert (min(r.smallest for r in reports), max(r.largest for r in reports)) == (
            one.smallest,
            one.largest,
        )
        assert sum(r.plan.chunks for r in reports) == one.plan_chunks


def test_what_is_cut_is_counted_once_each() -> None:
    """A table and a code block cut in many pieces count once; sentences in paragraphs and items are counted."""
    small = cuts_inside(TEXT, khand.chunk(TEXT, size=30), "markdown")
    assert (1, 1) == (small.tables, small.code)
    whole = cuts_inside(TEXT, khand.chunk(TEXT, size=2000), "markdown")
    assert (0, 0, 0) == whole
    windows = cuts_inside(TEXT, khand.chunk(TEXT, by="window", size=3, overlap=0), "markdown")
    assert (4, 1, 1) == windows


def test_cut_between_is_no_cut_inside() -> None:
    """An edge in the white space between two sentences cuts neither."""
    text = "One two three.  Four five six."
    chunks = khand.chunk(text, size=4, format="text")
    assert 2 == len(chunks)
    assert 0 == cuts_inside(text, chunks, "text").sentences
