"""
What a single full stop means: the rules, one small function each.

Each looks at one place and answers True (the sentence ends), False (it goes on) or None (not my case). Where nothing is
certain the answer is False: rather no cut than a wrong one. ``rules.py`` says in which order they are asked.
"""

from __future__ import annotations

import re

from khand.segmentation.language import Kind
from khand.segmentation.marks import SURE_CLOSERS
from khand.segmentation.place import LABEL, LEADING, LONG_WORD, REACH, ROMAN, Place, is_east_asian
from khand.segmentation.scripts import script_of
from khand.segmentation.unmarked import ITEM, LONGEST_LIST, ROMAN_LABELS

_SHUT = frozenset(SURE_CLOSERS + '"')
_BEFORE_MARKER = LEADING + " "
_MARKER = re.compile(rf"[\s{re.escape(LEADING)}–-]*+(?:{LABEL}[.)]{{1,2}}\s+)*{LABEL}\)?")
_ACRONYM = re.compile(r"[^\s\d_.@/:()\[\]]{1,4}(?:\.[^\s\d_.@/:()\[\]]{1,4})+")
_NAME_WITH_DOTS = re.compile(r"[\w.@/:-]+\.[a-z]{3,4}|[\w.@/:-]*\w{2}\.[a-z]\w", re.ASCII)
_DOUBLED = re.compile(r"([A-ZÑ])\1")
_VOWELLESS = re.compile(r"[B-DF-HJ-NP-TV-XZ]?[b-df-hj-np-tv-xz]{1,3}")
_CLOCK = re.compile(r"[ap]\.?\s?m", re.IGNORECASE)
_ROMAN_LABELS = frozenset(ROMAN_LABELS)
_PARTS = re.compile(r"['’\-–/(\[]")
_CODE = re.compile(r"[A-Z]{1,6}[-/.]?\d")
_PAGE = re.compile(r"(?:[A-Z][\w'’]{0,9}\.\s){0,3}\d")


def no_full_stop(p: Place) -> bool | None:
    """Armenian and Thai use ``.`` inside sentences only; not behind words of other scripts: ``Այո։ It works. Go``."""
    return False if behind_own(p) else None


def missing_space(p: Place) -> bool | None:
    """
    ``favorite.The owner``: a forgotten space, if the next word starts sentences; never ``pandas.DataFrame``.

    Cyrillic has no file names or domains to be careful about: any capital will do.
    """
    if p.gap:
        return None
    plain = len(p.word) > 2 and p.word.isalpha() and p.word.islower() and p.word not in p.language.words
    if p.closers or not (plain and p.after.isupper()):
        return False
    return p.starts or "а" <= p.word[-1] <= "я" or p.word[-1] in "іїў"


def initials(p: Place) -> bool | None:
    """``z. B. im``, ``J. R. R. Iyer``: a letter before another with a full stop goes on."""
    alone = p.word[-1:].isalpha() and (len(p.word) == 1 or p.word[-2] == ".")
    return False if alone and p.gap and p.after.isalpha() and p.text.startswith(".", p.at + 1) else None


def date(p: Place) -> bool | None:
    """``3. 12. 2020``: short numbers with full stops are one date."""
    return False if p.after.isdigit() and len(p.word) <= 2 else None


def lower_case(p: Place) -> bool | None:
    """``at noon. the rest`` ends after a long plain word; after a short one (``approx. the``) a small letter goes on."""
    if not p.continues:
        return None
    plain = len(p.word) >= LONG_WORD and p.word.isalpha() and p.word not in p.language.words
    return plain and p.after.isalpha() and not p.closers


def list_marker(p: Place) -> bool | None:
    """``1. The first``, ``II. 1. The``; after a colon or at a line's start, too: a marker is no sentence."""
    if p.closers.rstrip("-–—") not in ("", ")"):
        return None
    if p.mark - p.begin <= REACH and _MARKER.fullmatch(p.text, p.begin, p.mark):
        return False
    if len(p.word) > 2 or not (p.word.isdigit() or (len(p.word) == 1 and p.word.isalpha())):
        return None
    lead = p.text[max(p.begin, p.before - 3) : p.before].rstrip(_BEFORE_MARKER)
    return False if lead[-1:] == ":" or (lead[-1:] == "\n" and p.word.isdigit()) else None


def next_item(p: Place) -> bool | None:
    """``1. Rice 2. Lentils``, ``i. Rice ii. Lentils``: the 2 belongs to what follows; ``split_items`` cuts before it."""
    roman = p.word in _ROMAN_LABELS
    if not (roman or p.word.isdecimal() or len(p.word) == 1) or p.mark - p.begin > LONGEST_LIST:
        return None
    first = ITEM.match(p.text, p.begin)
    if first is None or not p.text.startswith(first[3], p.mark):
        return None
    if p.word.isdecimal() and first[2].isdecimal():
        return False if int(p.word) - int(first[2]) > 0 else None
    if roman and first[2] == "i":
        return False
    counts_on = (
        len(p.word) == 1 and p.word.isalpha() and first[2].isalpha() and 0 < ord(p.word) - ord(first[2]) < 20
    )
    return False if counts_on else None


def shut(p: Place) -> bool | None:
    """``(DNAStar, Inc.). Sequence``, ``(U.S.A.). Mary``: a full stop behind a closing mark is the sentence's."""
    return True if p.word[-1:] in _SHUT else None


def unit(p: Place) -> bool | None:
    """
    ``5 lb. Tom``, ``in 1926 r. Po``: after a number a unit, year or era ends; not where the sentence has only begun.

    Nor before codes (``5 tis. USD``), nor the nouns of German, which all have capitals: ``3 Std. Anfahrt``. A symbol that
    is written without a full stop (``5 mg. Patienten``) ends it before these, too, but where sentences end with a danda.
    """
    if p.word not in p.language.units or not p.number_before:
        return None
    symbol = p.word in p.language.symbols
    if "danda" in p.language.traits or ("capital-ordinals" in p.language.traits and not symbol):
        return p.starts
    code = len(p.next_word) > 1 and p.next_word.isupper()
    return p.starts or not (p.after.isdigit() or (not symbol and (code or p.fronted)))


def listed(p: Place) -> bool | None:
    """``Dr. Rao`` never ends, ``etc. The`` may, ``No. 7`` does not before a number."""
    kind = kind_of(p)
    if kind is None:
        return None
    if kind is Kind.NEVER or p.after in ("§", "¶"):
        return False
    if kind is Kind.MAY:
        return p.starts
    numbered = p.after.isdigit() or p.closers[:1].isdigit() or p.item
    return False if numbered or labels(p, kind) else None


def labels(p: Place, kind: Kind) -> bool:
    """
    ``Vol. IV``, ``app. B``, ``Doc. No. 315``, ``no. KF906251``: a Roman number, a letter, a code, a second such word.

    Not a letter that is a word (``Oct. A man``), nor, behind an everyday word, a number that is one: ``said no. I left``.
    """
    word = p.next_word
    letter = len(word) == 1 and word.isupper()
    if _CODE.match(p.text, p.at, p.at + REACH):
        return True
    if kind is Kind.DIGIT:
        return (letter or p.roman_follows) and not p.starts
    short = p.language.words.get(word) in (Kind.NUMBER, Kind.DIGIT)
    another = short and p.text.startswith(".", p.at + len(word))  # not Oct. No one
    return another or p.roman_follows or (letter and not p.starts)


def clock(p: Place) -> bool | None:
    """``left at 6 p.m. Mr. Rao`` ends, ``At 5 a.m. Mr. Rao`` and ``at 5 p.m. Friday`` and ``p.m. EST`` do not."""
    if p.word[-1:] not in ("m", "M") or not _CLOCK.fullmatch(p.word) or not p.number_before:
        return None
    if p.starts:
        return True
    named = p.following in p.language.calendar or p.next_word.isupper()
    return not named and not p.fronted


def single_letter(p: Place) -> bool | None:
    """``J. Smith`` goes on; ``you and I. Did`` ends, before a word that starts sentences, ``vitamin D. Take`` always."""
    if is_east_asian(p.word):
        return None
    if p.starts:
        return True
    named = p.text[max(p.begin, p.before - REACH) : p.before].rsplit(None, 1)
    return named != [] and named[-1].strip().lower() in p.language.lettered


def acronym(p: Place) -> bool | None:
    """``U.S. Government`` goes on, ``in the U.S. The`` ends; ``main.py. Restart`` is a name and ends."""
    return p.starts if is_acronym(p.word) else None


def is_acronym(word: str) -> bool:
    """Whether letters with full stops between them stand for words: ``U.S``, ``i.e``, not ``main.py``."""
    return _ACRONYM.fullmatch(word) is not None and not _NAME_WITH_DOTS.fullmatch(word)


def doubled(p: Place) -> bool | None:
    """``EE. UU.``, ``FF. AA.``: the plural of two words as Spanish shortens it."""
    return False if _DOUBLED.fullmatch(p.word) and _DOUBLED.fullmatch(p.next_word) else None


def consonants(p: Place) -> bool | None:
    """``Mgr. Novák``: a short word without a vowel is an abbreviation in any language; not Czech ``trh``, ``vlk``."""
    if len(p.word) > 4 or not _VOWELLESS.fullmatch(p.word):
        return None
    if "syllabic-r" in p.language.traits and re.search(r"\B[rlw]\B", p.word):
        return None
    return p.starts


def syllable(p: Place) -> bool | None:
    """``കെ. പി. മോഹനൻ``: where initials are syllables, one letter with its signs is an initial."""
    return False if len(p.word) <= 4 and sum(map(str.isalpha, p.word)) == 1 else None


def danda(p: Place) -> bool | None:
    """
    ``जि. पुणे``, ``अथर्व. 3.2``, ``किमी. में``: where sentences end with a danda most full stops are short forms'.

    One letter with its signs is a short form, if it is no word (``है``), and so is what a number or a word follows that
    begins no sentence.
    """
    if p.word in p.language.small_words or not behind_own(p):
        return None
    if p.starts:
        return True
    short = p.after.isdigit() or sum(map(str.isalpha, p.word)) == 1
    return False if short or p.following in p.language.followers else None


def ordinal(p: Place) -> bool | None:
    """
    ``12. Juni``, ``XII. století``, where a number with a full stop is an ordinal; ``Apollo 11. Posledným`` ends.

    Where ordinals stand before capitals (``3. Band``, ``2. Dünya Savaşı``) only a year ends: ``1990. Der``.
    """
    if p.word.isdigit():
        if p.following in p.language.calendar:
            return False
        year = len(p.word) > 2 and not p.fronted
        return p.starts or year or (len(p.word) < 3 and "capital-ordinals" not in p.language.traits)
    if len(p.word) < 2 or not ROMAN.fullmatch(p.word):
        return None
    named = p.text[max(p.begin, p.before - REACH) : p.before].split()[-1:]
    # Jana Pavla II. Paraguay: after a name the number is a ruler's, and what follows it is in lower case
    ruler = bool(named) and named[0][:1].isupper()
    return p.starts or (ruler and "capital-ordinals" not in p.language.traits)


def followed(p: Place) -> bool | None:
    """``धारा 3. के अनुसार``: a number before a word that begins no sentence."""
    return False if p.following in p.language.followers else None


def citation(p: Place) -> bool | None:
    """``16 Wall. 36``, ``7 Vet. App. 498``: volume, name and page of a source."""
    if not p.word[:1].isupper() or len(p.word) > 12:
        return None
    volume = p.text[max(p.begin, p.before - 3) : p.before].rstrip()[-1:].isdigit()
    return False if volume and _PAGE.match(p.text, p.at, p.at + REACH) else None


def behind_own(p: Place) -> bool:
    """Whether a place is behind a word in the script of the language; behind a number what follows counts."""
    letters = [c for c in p.word if c.isalpha()] or [c for c in p.after if c.isalpha()]
    return not letters or script_of(letters[-1].lower()) == p.language.script


def kind_of(p: Place) -> Kind | None:
    """
    What a full stop after a word means, of its last part if the whole is not listed: ``l'art``, ``Ober-Ing``.

    A word in capitals (``MS``, ``CT``) is a listed one only where all is in capitals or a number follows: ``NO. 5``.
    """
    word, words = p.word, p.language.words
    kind = words.get(word)
    if kind is None and not word.isalpha():
        word = _PARTS.split(word)[-1]
        kind = words.get(word)
    if kind is None and len(word) > 1 and word.isupper() and (p.after.isdigit() or p.next_word.isupper()):
        kind = words.get(word.capitalize())
    return kind
