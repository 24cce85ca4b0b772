"""
What the other marks mean: question and exclamation marks, dots, and the marks that end a sentence whatever follows.

The rules answer as those of a single full stop do, see ``period_rules.py``.
"""

from __future__ import annotations

import re

from khand.characters.punctuation import FULL_STOPS, STOPS
from khand.segmentation.language import Kind
from khand.segmentation.period_rules import behind_own, kind_of
from khand.segmentation.place import QUOTE_CLOSES, QUOTE_REACH, REACH, Place, goes_on, is_east_asian

_ENDS = frozenset(STOPS + FULL_STOPS)
_CLAUSE = re.compile(r"[^.!?।,;:\"“”]+(?=[.!?।,])")
_OPENED_BY = {"」": "「", "』": "『", "》": "《", "”": "“"}


def another_mark(p: Place) -> bool | None:
    """``“为什么？”。在``, ``Never! ``. She``: the sentence ends with the next mark; not ``he. ...and``, ``. .NET``, ``. ![a](b)``."""
    if p.after not in _ENDS or p.after == "…":
        return None
    behind = p.text[p.at + 1 : p.at + 2]
    return None if p.gap and behind and not behind.isspace() else False


# --- runs of dots, question and exclamation marks -----------------------------------------------------------------


def no_gap(p: Place) -> bool | None:
    """``a!b``, ``wait...what`` are no ends; ``他走了……我看着他`` is, if more than a tail follows, and so is ``ロビー?2008年``."""
    if p.gap:
        return None
    behind = p.text[p.mark - 1] if p.mark else ""
    if is_east_asian(behind) and p.run[-1] in "!?" and p.after.isalnum():
        return None
    if not (is_east_asian(p.after) and behind and (is_east_asian(behind) or p.closers)):
        return False
    if p.run[-1] == "…":
        tail = p.text[p.at : p.at + 4]
        return not any(c in FULL_STOPS or c in "，、" for c in tail)
    return None


def omission(p: Place) -> bool | None:
    """``stairways [...] were``: dots in brackets stand for what was left out."""
    in_brackets = p.mark > p.begin and p.text[p.mark - 1] in "[(" and p.closers[:1] in ("]", ")")
    return False if in_brackets else None


def marked_name(p: Place) -> bool | None:
    """``Yahoo! Mail``: names that are written with a mark are listed with it."""
    if p.closers or p.word + p.run not in p.language.words:
        return None
    return p.starts


def directive(p: Place) -> bool | None:
    """``.. note:: Water``: two dots at the start of a line open what reStructuredText calls explicit markup."""
    if p.run != ".." or not p.gap:
        return None
    before = p.text[max(0, p.mark - REACH) : p.mark]
    return (
        False
        if not before.rpartition("\n")[2].strip() and (len(before) == p.mark or "\n" in before)
        else None
    )


def double_dot(p: Place) -> bool | None:
    """``Kings & Co.. The``, ``Nov.. Grazie``: an abbreviation's stop and the sentence's."""
    return True if p.run == ".." and p.after.isupper() else None


def ellipsis(p: Place) -> bool | None:
    """``I thought... I would``, ``था ... शायद``, ``... 21``, ``قلم و… روی``: dots that only pause."""
    if p.run[-1] not in ".…" or "!" in p.run or "?" in p.run:
        return None
    if p.mark == p.begin or p.after.isdigit() or p.following in p.language.capitals:
        return False
    caseless = p.after.isalpha() and not p.after.isupper()
    if caseless and (p.text[p.mark - 1].isspace() or kind_of(p) is Kind.MAY):
        return p.starts and not p.text[p.mark - 1].isspace()
    return None


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
    """``any lounges? im 15`` ends; ``“Why?” he asked`` and ``— Why? he asked`` go on, and so does ``Jeopardy! is``."""
    if not p.continues:
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


def quote_followed(p: Place) -> bool | None:
    """``"रुको!" और भाग गया``: behind a quote a word that begins no sentence goes on as a small letter does."""
    return False if p.closers and p.following in p.language.followers else None


# --- marks that end whatever follows ------------------------------------------------------------------------------


def continued(p: Place) -> bool | None:
    """``？，``, Armenian ``։ a``: a comma goes on after any mark; a small letter where the script has them: ``है। pip``."""
    if not goes_on(p.after):
        return None
    return None if p.after.isalpha() and not (p.language.cased and p.continues) else False


def wide_decimal(p: Place) -> bool | None:
    """``３．２９％``, ``۵۔۳``: a full stop between digits."""
    between = p.run in ("．", "۔") and not p.gap and p.after.isdigit()
    return False if between and p.text[max(p.begin, p.mark - 1)].isdigit() else None


def quoted_object(p: Place) -> bool | None:
    """``「行く。」と言った``, ``“你是谁？”我没有``: the quote is part of the sentence; after ``。”`` a new one begins."""
    if p.gap or p.openers or not p.closers or not p.after.isalpha():
        return None
    if p.closers[-1] in "」』" and p.run[-1] not in "？！?!":
        return not "ぁ" <= p.after <= "ゟ"
    if p.text[p.begin : p.begin + 4].lstrip()[:1] in ("(", "（"):
        return None
    return False if p.closers[-1] in "》)）" or p.run[-1] in "？！?!" else None


def inside_quote(p: Place) -> bool | None:
    """``《摔跤吧！爸爸》这部``, ``「待って！行かないで！」と``: inside a short title or quote that a sentence contains."""
    if p.gap or p.closers or p.openers or not is_east_asian(p.after):
        return None
    ahead = QUOTE_CLOSES.match(p.text, p.at, p.at + QUOTE_REACH)
    if ahead is None:
        return None
    start = max(p.begin, p.mark - QUOTE_REACH)
    close = ahead[1]
    opener = _OPENED_BY.get(close, close)
    if p.text.rfind(opener, start, p.mark) <= p.text.rfind(close, start, p.mark):
        return None
    behind = p.text[ahead.end() : ahead.end() + 1]
    if close == "》" or "ぁ" <= behind <= "ゟ":
        return False
    return False if is_east_asian(behind) and p.text[ahead.start(1) - 1] in "？！?!" else None


def topic_particle(p: Place) -> bool | None:
    """``モーニング娘。は人気``: a particle before a word written in Han or katakana only follows one."""
    follows_topic = (
        p.after in ("は", "が", "を") and not p.gap and "ァ" <= p.text[p.at + 1 : p.at + 2] <= "\u9fff"
    )
    return False if follows_topic else None
