"""Headings that no markup shows: what is taken for one, what is not, by patterns and by looks."""

import pytest

import khand
from khand.errors import OptionError

DETECTED = {
    "1 Scope\n\nAll staff.": ["1 Scope"],
    "1.2.3 Definitions\n\nWords.": ["1.2.3 Definitions"],
    "Article 5\n\nNobody may.": ["Article 5"],
    "Article 5 – Rights\nNobody may.": ["Article 5 – Rights"],
    "§ 3\n\nDer Kauf.": ["§ 3"],
    "अध्याय 2\n\nसब कर्मचारी।": ["अध्याय 2"],
    "धारा ४\nकोई नहीं।": ["धारा ४"],
    "المادة 7\n\nلا يجوز.": ["المادة 7"],
    "第3章\n\n本文。": ["第3章"],
    "GENERAL TERMS\n\nThey hold.": ["GENERAL TERMS"],
    "Title\n=====\nText.": ["Title"],
    "**Scope**\n\nText.": ["**Scope**"],
}
NOT = [
    "Article 5 of the treaty says that\nnobody may.",
    "1. Buy milk\n2. Buy bread",
    "1 apple fell.\n\nText.",
    "NASA\nlaunched it.",
    "The end.\n\nText.",
    "धारा 3 के अनुसार कर्मचारी\nपात्र हैं।",
    "A line " * 20,
    "2026 was a good year\nfor all of us.",
]


def titles(text: str, **options: object) -> list[str]:
    """Titles of a text's headings."""
    seen = dict.fromkeys(
        title for chunk in khand.chunk(text, format="text", **options) for title in chunk.headings
    )
    return list(seen)


@pytest.mark.parametrize(("text", "expected"), DETECTED.items())
def test_lines_that_look_like_headings(text: str, expected: list[str]) -> None:
    """Numbered, by a word and a number, in capitals, underlined, in bold; in several scripts; only where asked for."""
    assert [title.strip("*") for title in expected] == titles(text, detect_headings=True)
    assert [] == titles(text)


@pytest.mark.parametrize("text", NOT)
def test_lines_that_do_not(text: str) -> None:
    """Sentences, lists and running text stay text."""
    assert [] == titles(text, detect_headings=True)


def test_levels_follow_the_kinds() -> None:
    """Parts above chapters above articles; only those there are count."""
    text = "Part I\n\nChapter 1\n\nArticle 1\n\nOne.\n\nArticle 2\n\nTwo.\n\nChapter 2\n\nArticle 3\n\nThree."
    paths = [chunk.headings for chunk in khand.chunk(text, format="text", detect_headings=True)]
    assert [
        ("Part I", "Chapter 1", "Article 1"),
        ("Part I", "Chapter 1", "Article 2"),
        ("Part I", "Chapter 2", "Article 3"),
    ] == paths


def test_patterns_of_the_user() -> None:
    """The first is the highest level; a line inside a paragraph counts, too; in Markdown they lie below its headings."""
    patterns = ["^BOOK", r"^\[\d+\]"]
    text = "BOOK ONE\n[1] In the beginning.\nMore.\n[2] Then.\n\nBOOK TWO\n[1] Again.\n"
    paths = [chunk.headings for chunk in khand.chunk(text, format="text", heading_patterns=patterns)]
    assert ("BOOK ONE", "[1] In the beginning.") == paths[0]
    assert ("BOOK TWO", "[1] Again.") == paths[-1]
    made = khand.chunk("# Law\n\n§ 1 A\n\ntext\n", heading_patterns=["^§"])
    assert [("Law", "§ 1 A")] == [chunk.headings for chunk in made]


def test_pattern_that_could_run_away_is_refused() -> None:
    """By the same guard as every pattern, before any work."""
    with pytest.raises(OptionError, match="doubles"):
        khand.chunk("text", heading_patterns=[r"^(\w+\s?)*:"])


def test_nothing_is_lost() -> None:
    """Every character that is not blank is in some chunk."""
    text = "\n\n1 Scope\n\nAll.\nGENERAL\n\nArticle 2\nNobody.\n\n"
    chunks = khand.chunk(text, format="text", detect_headings=True)
    assert "".join(text.split()) == "".join("".join(chunk.text.split()) for chunk in chunks)
