"""
What one language knows: read from ``data/<language>.txt``, together with the languages it falls back on.

The files are for translators: sections in square brackets, words separated by white space, ``#`` to the end of a line
is a note. docs/sentences.md explains every section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from khand.errors import OptionError
from khand.segmentation.marks import candidates
from khand.segmentation.scripts import SCRIPTS, script_of
from khand.segmentation.sure import sure_ends

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

COMMON = "common"
"""The file whose lists every language inherits."""


class Kind(IntEnum):
    """What a full stop after a listed word means."""

    NEVER = 1  # Dr. Rao: the sentence always goes on
    MAY = 2  # etc. The: it ends only before a word that likes to start sentences
    NUMBER = 3  # Vol. 7: it goes on before a number
    DIGIT = 4  # no. 7: so does an everyday word, but not before what may be a word: no. I left


class Says(Enum):
    """What a word says about the full stop behind it."""

    PLAIN = auto()  # morning, Rao, well-known: no short form
    CAPITALS = auto()  # API: none either, unless what follows is in capitals
    NEVER = auto()  # Dr
    MAY = auto()  # etc, U.S: the sentence ends before a word that likes to start sentences
    INITIAL = auto()  # J: the same, but for what a letter is the name of (vitamin D)
    LISTED = auto()  # No: depends on what follows, but before a number the sentence goes on
    OTHER = auto()  # let the rules decide


SECTIONS = {"never": Kind.NEVER, "may": Kind.MAY, "number": Kind.NUMBER, "digit": Kind.DIGIT}

LISTS = (
    "unit",
    "symbols",
    "calendar",
    "starters",
    "followers",
    "lettered",
    "fronting",
    "capitals",
    "saying",
    "marks",
    "closers",
    "traits",
)
OWN = ("marks", "closers", "traits", "fronting", "capitals", "followers")
"""Sections a language does not inherit: how it is written is its own."""

ABROAD = (*SECTIONS, "unit", "calendar", "starters")
"""Sections that hold for a script in texts of any language; not ``saying``, which makes every quote's end a hard case."""

_CASED = frozenset(("en", "vi", "el", "ru", "hy"))
"""The scripts that have capitals, by the language that stands for each."""

CAREFUL = frozenset(("no-full-stop", "danda", "initials"))
"""Traits of languages in which a full stop says less."""

Lists = dict[str, list[str]]
"""The words of one file by their section."""


@dataclass(frozen=True, slots=True)
class Language:
    """
    One language's lists, ready for the rules.

    Attributes:
        code: Its code, e.g. ``"hi"``; the code asked for where no list exists.
        script: The language that stands for the script it is written in, see ``scripts.py``.
        words: What a full stop after a word means; words as written, without their last full stop.
        units: Words that end a sentence after a number: ``5 lb. Tom``; also eras and years (``1926 r.``).
        symbols: Those of them that are written without a full stop: ``mg``.
        calendar: Names of months and days, lower case.
        starters: Words that like to start a sentence, lower case.
        followers: Words that never start one, where no small letter shows it.
        lettered: Words that a single letter follows, lower case: ``vitamin D``.
        small_words: Starters and other small words of the language itself: no short forms.
        fronting: Words that open a sentence whose first stop is not its end (``At 5 a.m. Mr. Rao``), lower case.
        capitals: Words written with a capital anywhere, lower case: they do not show a start (``I``).
        saying: Verbs of saying that follow what was said.
        traits: Ways of writing that some rules ask for; docs/sentences.md explains each.
        cased: Whether its script has capitals.
        pattern: Finds the places a sentence may end.
        heard: What ``clear.py`` found that words say about the full stop behind them, so that each is asked once.

    """

    code: str
    script: str
    words: dict[str, Kind]
    units: frozenset[str]
    symbols: frozenset[str]
    calendar: frozenset[str]
    starters: frozenset[str]
    followers: frozenset[str]
    lettered: frozenset[str]
    small_words: frozenset[str]
    fronting: frozenset[str]
    capitals: frozenset[str]
    saying: frozenset[str]
    traits: frozenset[str]
    cased: bool
    pattern: re.Pattern[str]
    heard: dict[str, Says] = field(default_factory=dict, compare=False, repr=False)


@lru_cache(maxsize=64)
def get_language(code: str) -> Language:
    """
    The language of a code such as ``"hi"`` or ``"pt-BR"``; only its first part counts.

    A language without a list of its own gets the rules and the common list: most sentences need no list. Words of other
    scripts are known in every language, since they cannot be mistaken for its own.

    Args:
        code: Letters, optionally followed by ``-`` or ``_`` and a region or script.

    Raises:
        OptionError: `code` cannot be the code of a language.

    >>> get_language("en-GB").words["Dr"].name, sorted(get_language("de").traits)
    ('NEVER', ['capital-ordinals', 'ordinals'])

    """
    if not re.fullmatch(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*", code):
        raise OptionError(
            f"language={code!r}: must be a language code such as 'hi', or None to detect it",
            option="language",
            value=code,
        )
    base = re.split("[-_]", code.lower())[0]
    words: dict[str, Kind] = {}
    lists: dict[str, set[str]] = {name: set() for name in LISTS}
    relatives = fallbacks().get(base, ())
    written_like = base if base in known_languages() else (relatives or (COMMON,))[0]
    inherited = [(name, word_lists(name)) for name in (base, *relatives, COMMON)]
    scripts = _scripts(base, [found for _, found in inherited])
    abroad = ((code, found) for code, found in _lists_abroad().items() if code not in scripts)
    for name, found in (*inherited, *abroad):
        for section, listed in found.items():
            if section in SECTIONS:
                for word in listed:
                    for form in _forms(word):
                        words.setdefault(form, SECTIONS[section])
            elif section in ("unit", "symbols"):
                lists[section].update([word for word in listed if name == base or word not in words])
            elif section in lists and (section not in OWN or name == written_like):
                lists[section].update(map(str.lower, listed))
    own = small_words(inherited[0][1])
    sure = sure_ends(
        (*words, *lists["unit"], *lists["symbols"]),
        careful=not CAREFUL.isdisjoint(lists["traits"]),
        saying=bool(lists["saying"]),
    )
    return Language(
        code=base,
        script=scripts[0],
        words=words,
        units=frozenset(lists["unit"] | lists["symbols"]),
        symbols=frozenset(lists["symbols"]),
        calendar=frozenset(lists["calendar"]),
        starters=frozenset(lists["starters"]),
        followers=frozenset(lists["followers"]),
        lettered=frozenset(lists["lettered"]),
        small_words=frozenset(own),
        fronting=frozenset(lists["fronting"]),
        capitals=frozenset(lists["capitals"]),
        saying=frozenset(lists["saying"]),
        traits=frozenset(lists["traits"]),
        cased=scripts[0] in _CASED,
        pattern=candidates("".join(sorted(lists["marks"])), "".join(lists["closers"]), sure),
    )


@lru_cache(maxsize=1)
def fallbacks() -> dict[str, tuple[str, ...]]:
    """Which languages' lists a language also uses, nearest first; from ``data/fallbacks.txt``."""
    lines = (line.split("#")[0].split() for line in _read("fallbacks").splitlines())
    return {line[0]: tuple(line[1:]) for line in lines if line}


@lru_cache(maxsize=1)
def known_languages() -> tuple[str, ...]:
    """
    The codes of the languages that have a list of their own.

    >>> "hi" in known_languages()
    True

    """
    names = (file.name for file in _data().iterdir())
    return tuple(sorted(n[:-4] for n in names if re.fullmatch(r"[a-z]{2,3}\.txt", n)))


@lru_cache(maxsize=1)
def _data() -> Traversable:
    return resources.files("khand.segmentation") / "data"


def _read(name: str) -> str:
    return (_data() / f"{name}.txt").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _lists_abroad() -> dict[str, Lists]:
    """The lists of each language that stands for a script, without the words of other scripts in them."""
    return {
        code: {
            section: [word for word in listed if script_of(word[0].lower()) == code]
            for section, listed in word_lists(code).items()
            if section in ABROAD
        }
        for code in dict.fromkeys(code for _, _, code in SCRIPTS)
    }


def _scripts(code: str, inherited: list[Lists]) -> list[str]:
    """The scripts of a language and of those it inherits from, each by the language that stands for it; its own first."""
    words = [word for lists in inherited for word in small_words(lists)]
    stands = any(code == other for _, _, other in SCRIPTS)
    alone = [code] if stands and not small_words(inherited[0]) else []
    return list(dict.fromkeys(alone + [script_of(word[0].lower()) for word in words])) or ["en"]


def small_words(lists: Lists) -> list[str]:
    """The words a language is known by."""
    return lists.get("starters", []) + lists.get("common", [])


@lru_cache(maxsize=128)
def word_lists(name: str) -> Lists:
    """The words of one file by their section: ``{"never": ["Dr", ...]}``; none for a language without a file."""
    lists: Lists = {}
    if name != COMMON and name not in known_languages():
        return lists
    section: list[str] = []
    for line in _read(name).splitlines():
        body = line.partition("#")[0].strip()
        if body.startswith("["):
            section = lists.setdefault(body.strip("[]"), [])
        else:
            section += body.split()
    return lists


def _forms(word: str) -> Iterator[str]:
    """An entry in lower case is also met with a capital, but for a single letter: a capital is an initial."""
    yield word
    if len(word) > 1 and word[:1].islower():
        yield word[:1].upper() + word[1:]
