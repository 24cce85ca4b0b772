"""
The title of a heading: its inline markup reduced to its text.

Emphasis, code, links, images, HTML, entities and escapes are resolved as CommonMark does it, so that a title reads as
the rendered page shows it.
"""

from __future__ import annotations

import re

from khand.outline.definitions import Definitions
from khand.outline.emphasis import Delimiter, close, is_punctuation, is_white
from khand.outline.html_tags import seen_of_tag, seen_text

MAX_TITLE = 1000
"""Code points beyond which a heading's markup is left as it stands, so that no input takes more than linear time."""

_MARKUP = re.compile(r"[\\`*_\[\]<&!~\n]")
_WORDS = r"[^\\`*_\[\]<&!~\n{#]"
_ATTRIBUTES = r"(?:\{:?[ \t]*+[#.][^{}\n]*+\}[ \t]*+)?"
PLAIN_TITLE = rf"[ \t]++({_WORDS}*+){_ATTRIBUTES}\n"
"""The rest of a heading's line where its title, in the group but for white space at its end, holds no markup."""
_WITH_CODE = re.compile(rf"[ \t]*+((?:{_WORDS}++|`[^` \t\n][^`\n]*+`(?!`))*+){_ATTRIBUTES}")
_TICKS = re.compile("`+")
_CLOSING = re.compile(r"(?:^|[ \t])#+$")
_TAG = re.compile(
    r"</?[A-Za-z][A-Za-z0-9-]*+(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?)*+\s*+/?>"
)
_RAW = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>", "<!": ">"}
_AUTOLINK = re.compile(
    r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[\w.!#$%&'*+/=?^`{|}~-]++@[\w.-]++)>", re.ASCII
)
_ENTITY = re.compile(r"&(?:#[xX][0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});")
_DESTINATION = re.compile(
    r"""\([ \t\n]*+(?:(?:<(?:[^<>\n\\]|\\.)*+>|(?!<)(?:[^\x01-\x20\x7f()\\]|\\.|\((?:[^\x01-\x20\x7f()\\]|\\.|\([^\x01-\x20\x7f()]*+\))*+\))*+)"""
    r"""(?:[ \t\n]++(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)))?)[ \t\n]*+\)""",
    re.DOTALL,
)
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){0,999})\]", re.DOTALL)
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class Titles:
    """
    Makes titles for the headings of one document, whose link definitions decide what a link is.

    >>> Titles("").title(" The *best* `chunk_size` [here](url) {#size}", atx=True)
    'The best chunk_size here'
    """

    def __init__(self, source: str) -> None:
        self.definitions = Definitions(source)

    def title(self, raw: str, *, atx: bool = False) -> str:
        """
        The title of a heading.

        Args:
            raw: Its content as it stands in the source.
            atx: Whether closing hashes are to be removed.

        """
        simple = _WITH_CODE.fullmatch(raw)
        if simple is not None and len(raw) <= MAX_TITLE:
            return one_line(simple[1].replace("`", ""))
        text = raw.strip(" \t\n")
        if text[-1:] in ("}", "#"):
            text = _without_attributes(text)
            if atx and text.endswith("#"):
                text = _without_attributes(_CLOSING.sub("", text).rstrip(" \t"))
        if _MARKUP.search(text) is not None and len(text) <= MAX_TITLE:
            text = _Inline(text, self.definitions).text()
        return one_line(text)

    def html(self, raw: str) -> str:
        """
        The title of an HTML heading, "" for none or one that is too long to be one.

        >>> Titles("").html('<a href="/"><img alt="Logo"></a>  A &amp; <b>B</b>')
        'Logo A & B'
        """
        if len(raw) > MAX_TITLE:
            return ""
        return seen_text(raw, 0, len(raw))


def one_line(text: str) -> str:
    r"""
    The text with one space for each run of white space, as a reader sees it.

    >>> one_line("A \n B\u00a0C")
    'A B C'
    """
    return " ".join(text.split())


def _without_attributes(text: str) -> str:
    """
    The title without a trailing attribute list.

    >>> _without_attributes("Size {: #size .big}"), _without_attributes("f{x}")
    ('Size', 'f{x}')
    """
    if not text.endswith("}"):
        return text
    start = text.rfind("{")
    inner = text[start + 1 :].removeprefix(":").lstrip(" \t")
    if start < 0 or inner[:1] not in ("#", ".") or text[start - 1 : start] == "\\":
        return text
    return text[:start].rstrip(" \t")


class _Bracket:
    """An opening bracket that may become a link or an image."""

    __slots__ = ("active", "delimiters", "end", "image", "part")

    def __init__(self, part: int, end: int, delimiters: int, *, image: bool) -> None:
        self.part = part
        self.end = end
        self.delimiters = delimiters
        self.image = image
        self.active = True


class _Inline:
    """Reads inline markup once from left to right; emphasis and links are resolved where they close."""

    def __init__(self, text: str, definitions: Definitions) -> None:
        self.source = text
        self.definitions = definitions
        self.parts: list[str] = []
        self.delimiters: list[Delimiter] = []
        self.brackets: list[_Bracket] = []
        self.missing_ticks: set[int] = set()

    def text(self) -> str:
        """The text without its markup."""
        at, source, size = 0, self.source, len(self.source)
        while at < size:
            found = _MARKUP.search(source, at)
            if found is None:
                self.parts.append(source[at:])
                break
            if found.start() > at:
                self.parts.append(source[at : found.start()])
            at = self._mark(found.start())
        self._emphasis(0)
        return "".join(self.parts)

    def _mark(self, at: int) -> int:
        """Take the markup at `at`; return where to go on."""
        mark = self.source[at]
        if mark == "\\":
            return self._escape(at)
        if mark == "`":
            return self._code(at)
        if mark == "<":
            return self._tag(at)
        if mark == "&":
            found = _ENTITY.match(self.source, at)
            if not found:
                return self._take("&", at + 1)
            from html import unescape  # its table of names is large, and most texts have none

            return self._take(unescape(found.group()), found.end())
        if mark in "*_~":
            return self._run(at, mark)
        if mark == "\n":
            return self._take(" ", at + 1)
        if mark == "]":
            return self._link(at)
        image = mark == "!" and self.source.startswith("![", at)
        if image or mark == "[":
            end = at + 1 + image
            self.brackets.append(_Bracket(len(self.parts), end, len(self.delimiters), image=image))
            return self._take(self.source[at:end], end)
        return self._take(mark, at + 1)

    def _take(self, text: str, end: int) -> int:
        self.parts.append(text)
        return end

    def _escape(self, at: int) -> int:
        after = self.source[at + 1 : at + 2]
        if after == "\n":
            return at + 1
        return self._take(after, at + 2) if after in _PUNCTUATION else self._take("\\", at + 1)

    def _code(self, at: int) -> int:
        source = self.source
        ticks = _TICKS.match(source, at)
        run = len(ticks.group()) if ticks is not None else 1
        found = None
        if run not in self.missing_ticks:
            found = re.compile(rf"(?<!`)`{{{run}}}(?!`)").search(source, at + run)
        if found is None:
            self.missing_ticks.add(run)
            return self._take("`" * run, at + run)
        code = source[at + run : found.start()].replace("\n", " ")
        if code.strip(" ") and code[0] == code[-1] == " ":
            code = code[1:-1]
        return self._take(code, found.end())

    def _tag(self, at: int) -> int:
        found = _AUTOLINK.match(self.source, at)
        if found is not None:
            return self._take(found[1], found.end())
        found = _TAG.match(self.source, at)
        if found is not None:
            return self._take(seen_of_tag(found.group()), found.end())
        for opener, closer in _RAW.items():
            if self.source.startswith(opener, at):
                end = self.source.find(closer, at + len(opener))
                return end + len(closer) if end >= 0 else self._take("<", at + 1)
        return self._take("<", at + 1)

    def _run(self, at: int, mark: str) -> int:
        """Take a run of ``*``, ``_`` or ``~``, which may open or close emphasis."""
        source = self.source
        end = at
        while source.startswith(mark, end):
            end += 1
        before, after = source[at - 1 : at] or " ", source[end : end + 1] or " "
        left = not is_white(after) and (
            not is_punctuation(after) or is_white(before) or is_punctuation(before)
        )
        right = not is_white(before) and (
            not is_punctuation(before) or is_white(after) or is_punctuation(after)
        )
        opens, closes = left, right
        if mark == "_":
            opens = left and (not right or is_punctuation(before))
            closes = right and (not left or is_punctuation(after))
        if (opens or closes) and (mark != "~" or end - at == 2):
            self.delimiters.append(Delimiter(mark, end - at, len(self.parts), opens=opens, closes=closes))
        return self._take(source[at:end], end)

    def _link(self, at: int) -> int:
        """Take a closing bracket: the end of a link or an image, or text."""
        end = at + 1
        opener = self.brackets.pop() if self.brackets else None
        if opener is None or not opener.active:
            return self._take("]", end)
        if self._is_footnote(opener, at):
            # a reader sees a raised number that is no word of the title
            del self.parts[opener.part :], self.delimiters[opener.delimiters :]
            return self._take("!" if opener.image else "", end)
        after = self._target(opener, end)
        if not after:
            return self._take("]", end)
        self._emphasis(opener.delimiters)
        self.parts[opener.part] = ""
        if not opener.image:
            for bracket in reversed(self.brackets):
                if not bracket.active:
                    break
                bracket.active = bracket.image
        return after

    def _is_footnote(self, opener: _Bracket, at: int) -> bool:
        """Whether the bracket closed at `at` refers to a footnote; with a destination behind it it is a link."""
        label = self.source[opener.end : at]
        return self.definitions.has_footnote(label) and _DESTINATION.match(self.source, at + 1) is None

    def _target(self, opener: _Bracket, end: int) -> int:
        """The end of the destination or label that makes a link of the bracket closed before `end`; 0 for none."""
        found = _DESTINATION.match(self.source, end)
        if found is not None:
            return found.end()
        found = _LABEL.match(self.source, end)
        if found is not None and found[1]:
            return found.end() if self.definitions.has_link(found[1]) else 0
        if self.definitions.has_link(self.source[opener.end : end - 1]):
            return found.end() if found is not None else end
        return 0

    def _emphasis(self, bottom: int) -> None:
        """Pair the runs from number `bottom` on and take the paired marks out of the text."""
        runs = self.delimiters[bottom:]
        del self.delimiters[bottom:]
        openers: list[Delimiter] = []
        for run in runs:
            if run.closes:
                close(run, openers)
            if run.opens and run.count:
                openers.append(run)
        for run in runs:
            self.parts[run.part] = run.mark * run.count
