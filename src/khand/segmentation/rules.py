"""
What a mark means: the decisions, one small function each, in the order they are asked.

Each looks at one place and answers True (the sentence ends), False (it goes on) or None (not my case). Where nothing is
certain the answer is False: rather no cut than a wrong one. No rule remembers an open quote or bracket, so two stray
marks can never swallow what lies between them: rules about quotes look at most ``QUOTE_REACH`` code points around.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from khand.characters.punctuation import BULLETS, FULL_STOPS
from khand.segmentation.language import Kind, Language
from khand.segmentation.marks import OPENERS
from khand.segmentation.place import REACH, ROMAN, Place, goes_on, is_east_asian
from khand.segmentation.scripts import script_of
from khand.segmentation.unmarked import ITEM, LONGEST_LIST

QUOTE_REACH = 60
"""Code points looked at around a mark for the quote it may stand in; longer quotes are cut like other text."""

LONG_WORD = 5
"""Letters from which a word is not taken for an abbreviation that no list has."""

_ASCII = frozenset(".!?")
_CLEAR_FULL_STOPS = frozenset(FULL_STOPS)
_VOWELS = frozenset("aeiouyäöüåæøáéóúàèêâôаеоуыэюяєіїεοαηωυ")
_LABEL = r"(?:\d{1,3}(?:\.\d{1,3}){0,4}|[^\W\d_]|[ivxIVX]{1,5})"
_MARKER = re.compile(rf"[\s{re.escape(OPENERS + BULLETS)}–-]*+(?:{_LABEL}[.)]{{1,2}}\s+)*{_LABEL}")
_DOTTED = re.compile(r"[^\s\d_.]{1,4}(?:\.[^\s\d_.]{1,4})+")
_DOMAIN = re.compile(r"\.[a-z]{3,4}$")
_VOWELLESS = re.compile(r"[B-DF-HJ-NP-TV-XZ]?[b-df-hj-np-tv-xz]{1,3}")
_CLOCK = re.compile(r"[ap]\.?\s?m", re.IGNORECASE)
_CLAUSE = re.compile(r"[^.!?।,;:\"“”]+(?=[.!?।,])")
_QUOTE_CLOSES = re.compile(r"[^「」『』《》“”]*+([」』》])")


def ends_at(p: Place) -> bool:
    """
    Whether the sentence ends at a place: the first rule that knows decides; where none does it ends.

    Args:
        p: A place whose mark is followed by something.

    """
    last = p.run[-1]
    if last in FULL_STOPS:
        rules = FULL_STOP_RULES
    elif last == "." and len(p.run) == 1:
        rules = PERIOD_RULES
    else:
        rules = OTHER_RULES
    for rule in rules:
        answer = rule(p)
        if answer is not None:
            return answer
    return True


def clear(text: str, mark: int, at: int, found: tuple[str, ...], language: Language) -> bool | None:
    """
    What a mark means where no rule need be asked, which is most often; None where the rules have to decide.

    A plain word, a full stop, a space, a capital ends: ``morning. She``; so does a mark that means nothing else:
    ``है। वह``. A full stop inside a number or name does not: ``3.14``.

    Args:
        text: The text.
        mark: Where the run of marks begins.
        at: Where the next token begins.
        found: The groups of the pattern, see ``candidates``.
        language: The lists.

    """
    run, closers, gap, _, after = found
    if run in _CLEAR_FULL_STOPS:
        if closers or goes_on(after):
            return None
        if gap:
            return True
        ahead = text[at : at + QUOTE_REACH]
        near_quote = "」" in ahead or "』" in ahead or "》" in ahead
        return None if near_quote or after == "は" or after.isdigit() else True
    if run not in _ASCII:
        return None
    if not gap:
        # only a forgotten space could make this an end, and that only after a small letter
        return None if run != "." or (after.isupper() and text[mark - 1].islower()) else False
    if (closers and language.saying) or not after.isalpha() or after.islower():
        return None
    if run != ".":
        return True if after.isupper() else None
    words = text[max(0, mark - REACH) : mark].rsplit(None, 1)
    word = words[-1] if words else ""
    kind = language.words.get(word)
    if kind is Kind.NEVER and word not in language.units:
        return False
    # a short word after a full stop may be the last part of one: m. in.
    apart = len(word) < 4 and words[0].endswith(".") if words else True
    plain = kind is None and not apart and _plain(word) and word not in language.units
    return True if plain and "no-full-stop" not in language.traits else None


def _plain(word: str) -> bool:
    """Whether a word is surely no abbreviation, initial or Roman number unless listed: long, with a vowel, caseless."""
    if not word.isalpha():
        return False
    if len(word) > LONG_WORD:
        return True
    if word.islower():
        return len(word) > 1 and not _VOWELS.isdisjoint(word) and word.strip("ivx") != ""
    return len(word) > 1 and word[0].lower() == word[0].upper()


# --- a single full stop -------------------------------------------------------------------------------------------


def no_full_stop(p: Place) -> bool | None:
    """Armenian and Thai use ``.`` inside sentences only; not behind words of other scripts: ``Այո։ It works. Go``."""
    return False if "no-full-stop" in p.language.traits and behind_own(p) else None


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


def lower_case(p: Place) -> bool | None:
    """``at noon. the rest`` ends after a long plain word; after a short one (``approx. the``) a small letter goes on."""
    if not goes_on(p.after) or p.disguised_capital:
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
    lead = p.text[max(p.begin, p.before - 3) : p.before].rstrip(OPENERS + BULLETS + " ")
    return False if lead[-1:] == ":" or (lead[-1:] == "\n" and p.word.isdigit()) else None


def next_item(p: Place) -> bool | None:
    """``1. Rice 2. Lentils``: the 2 belongs to what follows; ``split_items`` cuts before it."""
    if not (p.word.isdecimal() or len(p.word) == 1) or p.mark - p.begin > LONGEST_LIST:
        return None
    first = ITEM.match(p.text, p.begin)
    if first is None or not p.text.startswith(first[3], p.mark):
        return None
    if p.word.isdecimal() and first[2].isdecimal():
        return False if int(p.word) - int(first[2]) > 0 else None
    counts_on = p.word.isalpha() and first[2].isalpha() and 0 < ord(p.word) - ord(first[2]) < 20
    return False if counts_on else None


def single_letter(p: Place) -> bool | None:
    """``J. Smith`` goes on; ``you and I. Did`` ends, before a word that starts sentences."""
    if len(p.word) != 1 or not p.word.isalpha() or is_east_asian(p.word):
        return None
    return p.starts


def unit(p: Place) -> bool | None:
    """
    ``5 lb. Tom``, ``in 1926 r. Po``: after a number a unit, year or era ends; not where the sentence has only begun.

    Nor before codes (``5 tis. USD``), nor the nouns of German, which all have capitals: ``3 Std. Anfahrt``.
    """
    if p.word not in p.language.units or not p.number_before:
        return None
    if "capital-ordinals" in p.language.traits:
        return p.starts
    code = len(p.next_word) > 1 and p.next_word.isupper()
    return p.starts or not (p.after.isdigit() or code or p.fronted)


def listed(p: Place) -> bool | None:
    """``Dr. Rao`` never ends, ``etc. The`` may, ``No. 7`` does not before a number."""
    kind = kind_of(p.word, p.language)
    if kind is Kind.NEVER:
        return False
    if kind in (Kind.NUMBER, Kind.DIGIT):
        return False if p.after.isdigit() or labels(p, kind) else None
    return p.starts if kind is Kind.MAY else None


def labels(p: Place, kind: Kind) -> bool:
    """
    ``Vol. IV``, ``app. B``, ``Doc. No. 315``: a Roman number, a letter, or a second word for what has the number.

    Not a letter that is a word (``Oct. A man``), nor, behind an everyday word, a number that is one: ``said no. I left``.
    """
    word = p.next_word
    letter = len(word) == 1 and word.isupper()
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


def acronym(p: Place) -> bool | None:
    """``U.S. Government`` goes on, ``in the U.S. The`` ends."""
    return p.starts if _DOTTED.fullmatch(p.word) and not _DOMAIN.search(p.word) else None


def consonants(p: Place) -> bool | None:
    """``Mgr. Novák``: a short word without a vowel is an abbreviation in any language; not Czech ``trh``, ``vlk``."""
    if len(p.word) > 4 or not _VOWELLESS.fullmatch(p.word):
        return None
    if "syllabic-r" in p.language.traits and re.search(r"\B[rlw]\B", p.word):
        return None
    return p.starts


def syllable(p: Place) -> bool | None:
    """``കെ. പി. മോഹനൻ``: where initials are syllables, one letter with its signs is an initial."""
    if "initials" not in p.language.traits or len(p.word) > 4:
        return None
    return False if sum(map(str.isalpha, p.word)) == 1 else None


def ordinal(p: Place) -> bool | None:
    """
    ``12. Juni``, ``XII. století``, where a number with a full stop is an ordinal; ``Apollo 11. Posledným`` ends.

    Where ordinals stand before capitals (``3. Band``, ``2. Dünya Savaşı``) only a year ends: ``1990. Der``.
    """
    if "ordinals" not in p.language.traits:
        return None
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


def citation(p: Place) -> bool | None:
    """``16 Wall. 36``, ``5 Cush. 198``: volume, name and page of a source."""
    if not (p.after.isdigit() and p.word[:1].isupper() and len(p.word) <= 12):
        return None
    return False if p.text[max(p.begin, p.before - 3) : p.before].rstrip()[-1:].isdigit() else None


def date(p: Place) -> bool | None:
    """``3. 12. 2020``: short numbers with full stops are one date."""
    return False if p.after.isdigit() and p.word.isdigit() and len(p.word) <= 2 else None


# --- runs of dots, question and exclamation marks -----------------------------------------------------------------


def no_gap(p: Place) -> bool | None:
    """``a!b``, ``wait...what`` are no ends; ``他走了……我看着他`` is, if more than a tail follows."""
    if p.gap:
        return None
    if not (is_east_asian(p.after) and p.mark and (is_east_asian(p.text[p.mark - 1]) or p.closers)):
        return False
    if p.run[-1] == "…":
        tail = p.text[p.at : p.at + 4]
        return not any(c in FULL_STOPS or c in "，、" for c in tail)
    return None


def omission(p: Place) -> bool | None:
    """``stairways [...] were``: dots in brackets stand for what was left out."""
    in_brackets = p.mark > p.begin and p.text[p.mark - 1] in "[(" and p.closers[:1] in ("]", ")")
    return False if in_brackets else None


def double_dot(p: Place) -> bool | None:
    """``Kings & Co.. The``, ``Nov.. Grazie``: an abbreviation's stop and the sentence's."""
    return True if p.run == ".." and p.after.isupper() else None


def ellipsis(p: Place) -> bool | None:
    """``I thought... I would``, ``था ... शायद``, ``... 21``: dots that only pause."""
    if p.run[-1] not in ".…" or "!" in p.run or "?" in p.run:
        return None
    if p.mark == p.begin or p.after.isdigit() or p.following in p.language.capitals:
        return False
    caseless = p.after.isalpha() and not p.after.isupper()
    return False if caseless and p.text[p.mark - 1].isspace() else None


def colon(p: Place) -> bool | None:
    """In Armenian two dots are the full stop: ``է: Այս``. In a time or ratio and behind English they are not."""
    if p.run != ":":
        return None
    return behind_own(p) and not (p.after.isdigit() and p.text[p.mark - 1].isdigit())


def pipe(p: Place) -> bool | None:
    """``यह है | वह``: the upright stroke of the keyboard is written for a danda, after Devanagari only."""
    if p.run[0] != "|" or p.run[-1] != "|":
        return None
    return "\u0900" <= p.text[max(p.begin, p.mark - 2) : p.mark].rstrip()[-1:] <= "\u097f"


def word_space(p: Place) -> bool | None:
    """Two Ethiopic word spaces are written for a full stop; one is none."""
    return len(p.run) > 1 if set(p.run) == {"፡"} else None


def question(p: Place) -> bool | None:
    """``any lounges? im 15`` ends; ``“Why?” he asked`` and ``— Why? he asked`` go on, and so does ``Yahoo! in``."""
    if not goes_on(p.after) or p.disguised_capital:
        return None
    if p.run[-1] != "?" or len(p.run.split()) > 1 or p.closers or p.openers or not p.after.isalpha():
        return False
    return p.text[p.begin : p.begin + 4].lstrip()[:1] not in ("-", "–", "—", "―")


def saying(p: Place) -> bool | None:
    """``"कोण मेले?" गुरवाने विचारले.``: a short rest that ends in a verb of saying belongs to the quote before it."""
    if not p.closers or not p.gap or not p.language.saying or p.openers:
        return None
    rest = _CLAUSE.match(p.text, p.at, p.at + QUOTE_REACH)
    return False if rest and rest[0].split()[-1] in p.language.saying else None


# --- marks that end whatever follows ------------------------------------------------------------------------------


def wide_decimal(p: Place) -> bool | None:
    """``３．２９％``: a wide full stop between digits."""
    return False if p.run == "．" and not p.gap and p.after.isdigit() else None


def quoted_object(p: Place) -> bool | None:
    """``「行く。」と言った``, ``“你是谁？”我没有``: the quote is part of the sentence; after ``。”`` a new one begins."""
    if p.gap or p.openers or not p.closers or not p.after.isalpha():
        return None
    if p.closers[-1] in "」』":
        return not "ぁ" <= p.after <= "ゟ"
    if p.text[p.begin : p.begin + 4].lstrip()[:1] in ("(", "（"):
        return None
    return False if p.closers[-1] in "》)）" or p.run[-1] in "？！?!" else None


def inside_quote(p: Place) -> bool | None:
    """``《摔跤吧！爸爸》这部``, ``「待って！行かないで！」と``: inside a short title or quote that a sentence contains."""
    if p.gap or p.closers or p.openers or not is_east_asian(p.after):
        return None
    ahead = _QUOTE_CLOSES.match(p.text, p.at, p.at + QUOTE_REACH)
    if ahead is None:
        return None
    start = max(p.begin, p.mark - QUOTE_REACH)
    opener = {"」": "「", "』": "『", "》": "《"}[ahead[1]]
    if p.text.rfind(opener, start, p.mark) <= p.text.rfind(ahead[1], start, p.mark):
        return None
    behind = p.text[ahead.end() : ahead.end() + 1]
    return None if ahead[1] != "》" and not "ぁ" <= behind <= "ゟ" else False


def topic_particle(p: Place) -> bool | None:
    """``モーニング娘。は人気``: は before a word written in Han or katakana only follows one."""
    follows_topic = p.after == "は" and not p.gap and "ァ" <= p.text[p.at + 1 : p.at + 2] <= "\u9fff"
    return False if follows_topic else None


def continued(p: Place) -> bool | None:
    """``？，`` and ``؟ a``: a comma or a small letter goes on after any mark."""
    return False if goes_on(p.after) else None


def behind_own(p: Place) -> bool:
    """Whether a place is behind a word in the script of the language; behind a number what follows counts."""
    letters = [c for c in p.word if c.isalpha()] or [c for c in p.after if c.isalpha()]
    return not letters or script_of(letters[-1].lower()) == p.language.script


def kind_of(word: str, language: Language) -> Kind | None:
    """What a full stop after `word` means, of its last part if the whole is not listed: ``l'art``, ``Ober-Ing``."""
    kind = language.words.get(word)
    if kind is None and not word.isalpha():
        kind = language.words.get(re.split(r"['’\-–/(\[]", word)[-1])
    return kind


Rule = Callable[[Place], bool | None]

PERIOD_RULES: tuple[Rule, ...] = (
    no_full_stop,
    missing_space,
    list_marker,
    lower_case,
    next_item,
    clock,
    unit,
    listed,
    single_letter,
    acronym,
    consonants,
    syllable,
    ordinal,
    date,
    citation,
    saying,
)
OTHER_RULES: tuple[Rule, ...] = (
    word_space,
    pipe,
    colon,
    no_gap,
    omission,
    question,
    double_dot,
    ellipsis,
    quoted_object,
    inside_quote,
    saying,
)
FULL_STOP_RULES: tuple[Rule, ...] = (
    continued,
    wide_decimal,
    quoted_object,
    inside_quote,
    topic_particle,
    saying,
)
