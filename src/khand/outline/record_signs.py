"""The signs by which lines that are records are told from wrapped prose; what each looks like stands in docs/records.md."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence

_STAMP = re.compile(
    r"[\[({\"'<]?(?:\d{1,4}[-/.年]\d{1,2}[-/.月]\d{1,4}|\d{1,2}:\d\d|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d|\d{9})"
    r"|(?:[A-Z][a-z]{2} ){1,2}[ \d]\d \d\d:\d\d"
    r"|[\[(<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b"
)
"""A date, a time, an address of the Internet, a long number or a level of a log."""
_KEY = re.compile(
    r"[ \t]*(?:[-*•] )?(?=.{1,60}[:：=])[^\s:：=]++(?:[ \t][^\s:：=]++){0,3}[ \t]?(?:[:：](?=[ \t]|$|\S*[^\x00-\x7f])|=)"
)
_MARK = re.compile(r"[^\w\s\"'“‘«„「『(*_`\[<>]|[<\[](?=\S+[>\]])")
"""What prose does not begin a line with, so that many lines beginning with the same are no accident."""
_BULLETS = frozenset("-*+•–")
"""What begins an item in plain text; the lines below it may be wrapped prose."""
_QUOTED = re.compile(r'"[^"]*"')
_COLUMNS = re.compile(r"[^\s.!?:] {2,}\S|\t")
_STOPS = frozenset(".!?…।॥。！？؟۔։።")
_BEHIND_STOPS = "\"'”’»)]」』*_"
_UNCASED = re.compile(r"[^\W\d_a-zA-ZÀ-ɏͰ-ԯԱ-֏Ⴀ-ჿᲐ-ᲿḀ-ỿ]")
"""A letter of a script without capitals."""
_SPACELESS = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_WIDE = re.compile(r"[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]")
_CODE = re.compile(
    r"""[ \t]*(?:
      [)\]}]+[;,]?$
    | (?:def|class|fn|func|function|sub|async|import|\#\s?include|\#define|using|package|public|private|protected|static|const
        |let|var|return|export|elsif|elif|else|try|except|catch|finally|end|fi|done|esac|struct|impl|type|enum|module
        |pass|break|continue|raise|yield|assert|del|print|echo|global|typedef|extern|void|int|char)\b
      (?:.*[:({,)=\]"']|[\w\s.<>&*,]{0,40})$
    | (?:if|for|while|with|when|case|switch|match|select|do|until|unless|foreach)\b.*[:({)]$
    | (?:SELECT|FROM|WHERE|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|GROUP|ORDER|VALUES|SET|JOIN|LEFT|INNER|AND|OR)\b
    | from\ \S+\ import
    | [\w.$@\[\]"'*&]++(?:[ ]\w++)?\ ?(?:[-+*/|&:%^]?=|<-|=>)\ ?\S
    | [\w.$:>-]++\(.*\)?[;:,({\\]?$
    | </?\w[^<>]*>.*$ | [rub]?(?:\"{3}|'{3}) | \#[a-z]+ | (?://|/\*|\*/|\#\ |--\ |\$\ |>>>|\.\.\.\ |@\w|%\ )
    | ["'\w.-]++:\ ?(?:[\[{"'0-9]|true|false|null)
    )""",
    re.VERBOSE,
)
_CODE_ENDS = (";", "{", "}", "\\", "&&", "||", " do", " then")
_FLAG_ENDS = re.compile(r" --[a-z][\w-]*$")

_NARROW, _SHORT, _LINE = 30, 46, 60
"""Columns: nobody wraps prose narrower than the first; lines up to the second, and the third, need less company."""


def stamped(lines: Sequence[str]) -> bool:
    """
    Lines begin with a time, a date, an address, a level: a third of them is enough.

    >>> stamped(["[10:00] Ravi: hello", "  a second line", "[10:01] Asha: good morning"])
    True
    """
    count = sum(_STAMP.match(line.lstrip()) is not None for line in lines)
    return count >= 2 and count * 10 >= len(lines) * 3


def keyed(lines: Sequence[str]) -> bool:
    """
    Lines are a key or a name, a colon or an equals sign, and what belongs to it; indented lines go on with the one above.

    >>> keyed(["Name: Asha", "Lives in: Pune"]), keyed(["He said: yes, and then", "he left."])
    (True, False)
    """
    first = _indent(lines[0])
    own = [line for line in lines if _indent(line) <= first or is_keyed(line)]
    count = sum(map(is_keyed, own))
    return count >= 2 and count * 4 >= len(own) * 3 and count * 2 >= len(lines)


def is_keyed(line: str) -> bool:
    """Whether a line begins with a key of at most four words."""
    return _KEY.match(line) is not None


def separated(lines: Sequence[str]) -> bool:
    """
    Lines have the same number of separators, as tables have that are kept as text.

    >>> separated(["a,b,c", "1,2,3", '"4, 5",6,7']), separated(["a, b and c", "d, e and f", "g"])
    (True, False)
    """
    if len(lines) < 3:
        return False
    bare = [_QUOTED.sub("", line) if '"' in line else line for line in lines]
    for mark in "\t|;":
        if _alike([line.count(mark) for line in bare], 1 if mark != ";" else 2):
            return True
    commas = [line.count(",") for line in bare]
    apart = sum(line.count(", ") for line in bare)
    if _alike(commas, 1) and apart * 10 <= sum(commas):
        return True
    if _alike(commas, 3):
        return True
    spaced = [line for line in lines if "  " in line or "\t" in line]
    return _most(len(spaced), lines) and _most(
        sum(_COLUMNS.search(line.strip()) is not None for line in spaced), lines
    )


def begun_alike(lines: Sequence[str]) -> bool:
    """
    Lines begin with the same word (many lines: with one of three), the same mark, or words of the same form with a number in them.

    >>> begun_alike(["Branch 0 is here", "Branch 1 is there", "Branch 2 is far"])
    True
    >>> begun_alike(["K1 is red", "K22 is blue", "K3 is green"]), begun_alike(["# a", "# b", "# c"])
    (True, True)
    """
    if len(lines) < 3:
        return False
    words = [line.split(None, 1)[0] for line in lines]
    forms = [_form(word) for word in words]
    form, count = Counter(forms).most_common(1)[0]
    if "0" in form and _most(count, lines) and len(set(words)) > 1:
        return True
    word, count = Counter(words).most_common(1)[0]
    if count == len(lines) or (_most(count, lines) and word not in _BULLETS):
        return True
    if len(lines) > 11:
        common = Counter(word for word in words if word not in _BULLETS).most_common(3)
        if sum(times for _, times in common) * 5 >= len(lines) * 3 and _early(lines) >= 0.4:
            return True
    marks = Counter(found.group() for line in lines if (found := _MARK.match(line.lstrip())))
    if not marks:
        return False
    mark, count = marks.most_common(1)[0]
    return count == len(lines) if mark in _BULLETS else _most(count, lines)


def code(lines: Sequence[str]) -> bool:
    """
    Lines are code: calls, assignments, braces, tags, prompts.

    >>> code(["import os", "def f(a):", "    return a + 1"]), code(["He let it go, and", "returned (at last)."])
    (True, False)
    """
    count = sum(map(_is_code, lines))
    if count < 2 or count * 10 < len(lines) * 4:
        return False
    indents = len({_indent(line) for line in lines[1:]})
    return count * 10 >= len(lines) * (7 if indents < 2 else 5 if indents < 3 else 4)


def _is_code(line: str) -> bool:
    return (
        line.endswith(_CODE_ENDS)
        or _CODE.match(line) is not None
        or (" --" in line and _FLAG_ENDS.search(line) is not None)
    )


def listed(lines: Sequence[str]) -> bool:
    """
    Lines are one word each, such as addresses and names of files, in a script that has spaces.

    >>> listed(["/usr/bin/env", "/usr/bin/python3", "/etc/hosts"])
    True
    """
    return (
        len(lines) > 2
        and _most(sum(len(line.split(None, 1)) == 1 for line in lines), lines)
        and not _SPACELESS.search("".join(lines))
    )


def ragged(lines: Sequence[str]) -> bool:
    """
    Lines end early, at no common width, and the next does not go on with a sentence: verse, addresses, titles.

    In wrapped prose the first word of a line would not have fitted on the line before. That alone is also true of prose
    with a line for each clause, so the lines must begin like something of their own and not end like sentences.

    >>> ragged(["Asha Rao", "12 Market Road, second floor", "Pune 411001", "India"])
    True
    >>> ragged(["The committee read the report.", "It was long.", "Nobody spoke against the plan, not even the board."])
    False
    """
    if len(lines) < 3:
        return False
    widest = max(map(_width, lines))
    ends = len(lines) - 1
    stops = sum([line.rstrip(_BEHIND_STOPS)[-1:] in _STOPS for line in lines[:-1]])
    early = _early(lines)
    begun = _begun(lines[1:])
    few, free = len(lines) < 4, stops == 0 and early >= 0.3
    if begun is None:
        return widest <= _NARROW or (
            stops * 2 <= ends and (early >= 0.5 or free) and not (few and widest > _SHORT)
        )
    if widest <= _SHORT and stops * 3 <= ends and (begun >= 0.8 or (early >= 0.5 and not few)):
        return True
    own = begun >= 0.85 and stops * 3 <= ends and (early >= 0.4 or free)
    return own and not (few and widest > _LINE)


def _early(lines: Sequence[str]) -> float:
    """The share of line ends at which the next line's first word would have fitted, whatever the width of the page."""
    explained = _explained(lines, len)
    if any(map(_WIDE.search, lines)):
        explained = max(explained, _explained(lines, _width))
    return 1 - explained / (len(lines) - 1)


def _explained(lines: Sequence[str], measure: Callable[[str], int]) -> int:
    """How many line ends one width of the page explains: the line fits, the next one's first word does not fit beside it."""
    widths = list(map(measure, lines[:-1]))
    words = [_first_word(line) for line in lines[1:]]
    too_wide = sorted([width + 1 + measure(word) for width, word in zip(widths, words, strict=True)])
    widths.sort()
    return max([k - bisect_right(too_wide, width) for k, width in enumerate(widths, 1)])


def _first_word(line: str) -> str:
    rest = line.lstrip()
    return rest[0] if _SPACELESS.match(rest) else rest.split(None, 1)[0]


def _begun(lines: Sequence[str]) -> float | None:
    """The share of lines that do not begin in lower case; None where the script has no capitals."""
    text = "".join([line[:200] for line in lines[:40]])
    if not text.isascii() and 2 * len(_UNCASED.findall(text)) > sum(map(str.isalpha, text)):
        return None
    return sum([not line.lstrip()[0].islower() for line in lines]) / len(lines)


def _width(line: str) -> int:
    """Columns, Chinese, Japanese and Korean characters taken for two."""
    return len(line) if line.isascii() else len(line) + len(_WIDE.findall(line))


def _form(word: str) -> str:
    if word.isalpha() or not any(map(str.isdecimal, word)):
        return ""
    return re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", word))


def _alike(counts: Sequence[int], least: int) -> bool:
    count, times = Counter(counts).most_common(1)[0]
    return count >= least and _most(times, counts)


def _most(count: int, lines: Sequence[object]) -> bool:
    return count * 5 >= len(lines) * 4


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
