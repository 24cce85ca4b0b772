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

CAPITAL, SMALL, DIGIT, REST, GLUED = "Aa1,-"
"""What stands behind it and its space: a letter that is no small one, a small one, a digit, all else; no space at all."""

PERIOD_RULES: tuple[tuple[Rule, str, str, str], ...] = (
    # rule, the kinds of words it is asked for, what may stand behind, the trait a language must have
    (period.no_full_stop, "1a.w", "Aa1,-", "no-full-stop"),
    (period.missing_space, "1a.w", "-", ""),
    (period.initials, "a.", "Aa", ""),
    (marks.another_mark, "1a.w", ",", ""),
    (period.date, "1", "1", ""),
    (period.lower_case, "1a.w", "a,", ""),
    (period.list_marker, "1a.w", "Aa1,", ""),
    (period.next_item, "1aw", "Aa1,", ""),
    (period.shut, "w.", "Aa1,", ""),
    (period.clock, ".w", "Aa1,", ""),
    (period.unit, "a.w", "Aa1,", ""),
    (period.listed, "a.w", "Aa1,", ""),
    (period.single_letter, "a", "Aa1,", ""),
    (period.acronym, ".", "Aa1,", ""),
    (period.doubled, "w", "A", ""),
    (period.consonants, "w", "Aa1,", ""),
    (period.syllable, "w", "Aa1,", "initials"),
    (period.danda, ".w", "Aa1,", "danda"),
    (period.ordinal, "1w", "Aa1,", "ordinals"),
    (period.followed, "1", "Aa", ""),
    (period.citation, ".w", "Aa1,", ""),
    (marks.saying, "1a.w", "Aa1,", ""),
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
        rules = period_rules(p.language.traits)[_shape(p.word) + (_follows(p.after) if p.gap else GLUED)]
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


def _follows(after: str) -> str:
    """What kind of character stands behind."""
    if after.isalpha():
        return SMALL if after.islower() else CAPITAL
    return DIGIT if after.isdigit() else REST


@lru_cache(maxsize=64)
def period_rules(traits: frozenset[str]) -> dict[str, tuple[Rule, ...]]:
    """The rules of a single full stop that a language with these traits needs, by what stands before it and behind."""
    return {
        shape + follows: tuple(
            rule
            for rule, shapes, behind, trait in PERIOD_RULES
            if shape in shapes and follows in behind and trait in {"", *traits}
        )
        for shape in (NUMBER, LETTER, DOTTED, WORD)
        for follows in (CAPITAL, SMALL, DIGIT, REST, GLUED)
    }
