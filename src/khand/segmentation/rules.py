"""
What a mark means: the order in which the rules are asked.

The rules stand in ``period_rules.py`` and ``mark_rules.py``. No rule remembers an open quote or bracket, so two stray marks
can never swallow what lies between them: rules about quotes look at most ``QUOTE_REACH`` code points around.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from khand.characters.punctuation import FULL_STOPS, STOPS
from khand.segmentation import mark_rules as marks
from khand.segmentation import period_rules as period
from khand.segmentation.place import Place

Rule = Callable[[Place], bool | None]

NUMBER, LETTER, DOTTED, WORD = "1a.w"
"""What stands before a full stop: ``12``, ``J``, ``U.S``, any other word."""

PERIOD_RULES: tuple[tuple[Rule, str, str], ...] = (
    # rule, the kinds of words it is asked for, the trait a language must have
    (period.no_full_stop, "1a.w", "no-full-stop"),
    (period.missing_space, "1a.w", ""),
    (period.initials, "a.", ""),
    (marks.another_mark, "1a.w", ""),
    (period.date, "1", ""),
    (period.lower_case, "1a.w", ""),
    (period.list_marker, "1a.w", ""),
    (period.next_item, "1aw", ""),
    (period.shut, "w.", ""),
    (period.clock, ".w", ""),
    (period.unit, "a.w", ""),
    (period.listed, "a.w", ""),
    (period.single_letter, "a", ""),
    (period.acronym, ".", ""),
    (period.doubled, "w", ""),
    (period.consonants, "w", ""),
    (period.syllable, "w", "initials"),
    (period.danda, ".w", "danda"),
    (period.ordinal, "1w", "ordinals"),
    (period.followed, "1", ""),
    (period.citation, ".w", ""),
    (marks.saying, "1a.w", ""),
)
"""For a single full stop."""

OTHER_RULES: tuple[Rule, ...] = (
    marks.no_gap,
    marks.another_mark,
    marks.omission,
    marks.question,
    marks.marked_name,
    marks.directive,
    marks.double_dot,
    marks.ellipsis,
    marks.quoted_object,
    marks.inside_quote,
    marks.saying,
    marks.quote_followed,
)
"""For runs of dots, question and exclamation marks."""

OWN_RULES: tuple[Rule, ...] = (marks.word_space, marks.pipe, marks.colon, *OTHER_RULES)
"""For marks that only one language ends sentences with."""

FULL_STOP_RULES: tuple[Rule, ...] = (
    marks.another_mark,
    marks.continued,
    marks.wide_decimal,
    marks.quoted_object,
    marks.inside_quote,
    marks.topic_particle,
    marks.saying,
    marks.quote_followed,
)
"""For marks that end a sentence whatever follows."""


def ends_at(p: Place) -> bool:
    """
    Whether the sentence ends at a place: the first rule that knows decides; where none does it ends.

    Args:
        p: A place whose mark is followed by something.

    """
    last = p.run[-1]
    if last in FULL_STOPS:
        rules = FULL_STOP_RULES
    elif p.run == ".":
        rules = period_rules(p.language.traits)[_shape(p.word)]
    else:
        rules = OTHER_RULES if last in STOPS else OWN_RULES
    for rule in rules:
        answer = rule(p)
        if answer is not None:
            return answer
    return True


def _shape(word: str) -> str:
    """``12``, ``J``, ``U.S`` or any other word."""
    if word.isdigit():
        return NUMBER
    if len(word) == 1 and word.isalpha():
        return LETTER
    return DOTTED if "." in word else WORD


@lru_cache(maxsize=64)
def period_rules(traits: frozenset[str]) -> dict[str, tuple[Rule, ...]]:
    """The rules of a single full stop that a language with these traits needs, by what stands before it."""
    return {
        shape: tuple(
            rule for rule, shapes, trait in PERIOD_RULES if shape in shapes and trait in {"", *traits}
        )
        for shape in (NUMBER, LETTER, DOTTED, WORD)
    }
