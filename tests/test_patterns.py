"""Patterns of a user: which are taken, which are refused, and that those taken end in time."""

import re
import time

import pytest

from khand.errors import OptionError
from khand.patterns import LINE_CHARS, line_pattern, matching_lines

TAKEN = [
    r"^Article \d+",
    r"^(\d+\.)+ ",
    r"^(?:Chapter|Section|Part)\s+[IVXLC]+\b",
    r"^§+\s*\d+[a-z]?",
    r"^अध्याय\s+[०-९\d]+",
    r"(?i)^appendix [A-Z]\b.*",
    r"^\d{4}-\d{2}-\d{2}",
    r"^\[\d\d:\d\d\]",
    r"^.*:$",
    r"^[A-Z][A-Z ]+$",
    r"^(?=\d)\d+ \w+",
    r"^(a|b)*c",
    r"^.{1,80} \.{3,} \d+$",
]
REFUSED = {
    r"^(a+)+$": "doubles",
    r"^(a*)*b": "doubles",
    r"^(\w+\s?)*:": "doubles",
    r"^(ab|ab)*c": "doubles",
    r"^(abx|a[bc]x)*d": "doubles",
    r"^(a|ab|b)*c": "doubles",
    r"^(a?b?)*c": "doubles",
    r"^(x+x+)+y": "doubles",
    r"^([A-Za-z]+ ?)+\d$": "doubles",
    r"^(.*,)*x": "doubles",
    r"^(?:.|\s)*x": "doubles",
    r"^(\d{1,20}){1,20}x": "doubles",
    r"^.*.*.*.*=": "open repeats",
    r"^(a)\1": "refers back",
    r"^(": "no regular expression",
    r"x*": "empty line",
    r"^(?:(?:[a-z]{8}){8}){8}q": "characters and classes",
}


@pytest.mark.parametrize("pattern", TAKEN)
def test_what_people_write_is_taken_and_quick(pattern: str) -> None:
    """A pattern that is taken ends within a fraction of a second on lines made to hold it up."""
    compiled = line_pattern("cut_at", pattern)
    hostile = ["a" * 5000, "1." * 3000, "A " * 3000, "x,y" * 2000, ". " * 2000, "ab" * 3000, "1 " * 3000]
    began = time.process_time()
    list(matching_lines("\n".join(hostile), compiled))
    assert time.process_time() - began < 2


@pytest.mark.parametrize(("pattern", "reason"), REFUSED.items())
def test_what_could_run_away_is_refused(pattern: str, reason: str) -> None:
    """With the reason, before any work."""
    with pytest.raises(OptionError, match=reason) as caught:
        line_pattern("cut_at", pattern)
    assert ("cut_at", pattern) == (caught.value.option, caught.value.value)


def test_the_first_pattern_that_is_found_counts() -> None:
    """Line ends of all three kinds; only the head of a long line is looked at."""
    patterns = [line_pattern("p", "^Part"), line_pattern("p", "art")]
    text = "Part 1\r\nart\rnone\n" + "-" * LINE_CHARS + "art\nParty"
    expected = [("Part 1\r\n", 0), ("art\r", 1), ("Party", 0)]
    assert expected == [(text[start:end], index) for start, end, index in matching_lines(text, *patterns)]


def test_case_matters_unless_the_pattern_says_otherwise() -> None:
    """As in Python's own expressions."""
    text = "ARTICLE 1\n"
    assert [] == list(matching_lines(text, line_pattern("p", "^Article")))
    assert [(0, 10, 0)] == list(matching_lines(text, line_pattern("p", "(?i)^Article")))
    assert isinstance(line_pattern("p", "a"), re.Pattern)
