"""
The title of a heading: what a reader sees of it.

Emphasis, code, links, images, HTML, entities and escapes are resolved as CommonMark does it, so that a title reads as
the rendered page shows it; what a builder adds to headings is left out.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from khand.outline.definitions import Definitions
from khand.outline.emphasis import Delimiter, close, flanks
from khand.outline.html_tags import is_unseen, seen_of_tag, seen_text, tag_name
from khand.outline.inline import read
from khand.outline.inline_nesting import Mark, Markup
from khand.outline.labels import NEVER_SEEN, SIMPLE_ATTRIBUTES, is_permalink, one_line, without_labels

__all__ = ["MAX_TITLE", "PLAIN_TITLE", "Titles", "one_line"]

MAX_TITLE = 1000
"""Code points beyond which a heading's markup is left as it stands, so that no input takes more than linear time."""

_MARKUP = re.compile(r"[\\`*_\[\]<&!~\n{]")
_WORDS = rf"[^\\`*_\[\]<&!~\n{{#¶{NEVER_SEEN}]"
PLAIN_TITLE = rf"[ \t]++({_WORDS}*+){SIMPLE_ATTRIBUTES}\n"
"""The rest of a heading's line where its title, in the group but for white space at its end, holds no markup."""
_WITH_CODE = re.compile(rf"[ \t]*+((?:{_WORDS}++|`[^` \t\n][^`\n]+`(?!`))*+){SIMPLE_ATTRIBUTES}")
_ENTITY = re.compile(r"&(?:#[xX][0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});")
_IN_WORDS = re.compile(r"[\\&\n]|\*+|_+|~+|\[\[(?=[^\s\[\]])(?:[^\[\]|\n]*+\|)?([^\[\]\n]++)\]\]")
"""What stands in words, beside the markup that ``read`` finds; in the group what is seen of a link in a wiki."""
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_NOT_IN_TITLES = (Mark.MATH, Mark.LABELLED)


class Titles:
    """
    Makes titles for the headings of one document, whose link definitions decide what a link is.

    >>> Titles(Definitions("")).title(" The *best* `chunk_size` [here](url) {#size}", atx=True)
    'The best chunk_size here'
    """

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions

    def title(self, raw: str, *, atx: bool = False) -> str:
        """
        The title of a heading; "" where a reader sees none, as of nothing but a comment.

        Args:
            raw: Its content as it stands in the source.
            atx: Whether closing hashes are to be removed.

        """
        simple = _WITH_CODE.fullmatch(raw)
        if simple is not None and len(raw) <= MAX_TITLE:
            return one_line(simple[1].replace("`", ""))
        text = without_labels(raw, atx=atx)
        if _MARKUP.search(text) is not None and len(text) <= MAX_TITLE:
            return _Title(text, self.definitions).text()
        return one_line(text)

    def html(self, raw: str) -> str:
        """
        The title of an HTML heading, "" for none or one that is too long to be one.

        >>> Titles(Definitions("")).html('<a href="/"><img alt="Logo"></a>  A &amp; <b>B</b>')
        'Logo A & B'
        """
        if len(raw) > MAX_TITLE:
            return ""
        return seen_text(raw, 0, len(raw))


class _Open(NamedTuple):
    """A link, an image or an anchor whose text is being read: from which part and which run on."""

    markup: Markup
    part: int
    run: int


class _Title:
    """Puts together what is seen of a heading, from the markup in it."""

    def __init__(self, text: str, definitions: Definitions) -> None:
        self.source = text
        found = read(text, definitions.has_link, definitions.has_footnote)
        self.markup = [one for one in found if one.mark not in _NOT_IN_TITLES]
        self.parts: list[str] = []
        self.runs: list[Delimiter] = []
        self.open: list[_Open] = []
        self.at = 0
        self.left_out: list[str] = []

    def text(self) -> str:
        """The text without its markup; of nothing but a link to itself, what that says."""
        for k, one in enumerate(self.markup):
            self._close_before(one.start)
            if one.start >= self.at:
                self._words(one.start)
                self._take(one, k)
        self._close_before(len(self.source))
        self._words(len(self.source))
        self._emphasis(0)
        return one_line("".join(self.parts)) or one_line(" ".join(self.left_out))

    def _take(self, one: Markup, k: int) -> None:
        """Take markup number `k`, which begins where the words before it end."""
        source, mark = self.source, one.mark
        if mark in (Mark.LINK, Mark.IMAGE):
            self.open.append(_Open(one, len(self.parts), len(self.runs)))
            self.at = one.inside
            return
        if mark == Mark.ELEMENT:  # its tags come next
            if source[one.start + 1] in "aA":
                self.open.append(_Open(one, len(self.parts), len(self.runs)))
            return
        self.at = one.end
        if mark == Mark.CODE:
            code = source[one.inside : one.inside_end].replace("\n", " ")
            self.parts.append(code[1:-1] if code.strip(" ") and code[0] == code[-1] == " " else code)
        elif mark == Mark.AUTOLINK:
            self.parts.append(source[one.inside : one.inside_end])
        elif mark == Mark.TAG:
            tag = source[one.start : one.end]
            self.parts.append(seen_of_tag(tag))
            if is_unseen(tag):
                self.at = self._closing_tag(tag_name(tag), k) or one.end
        elif source[one.start] == "!":  # a footnote behind an exclamation mark; its raised number is no word
            self.parts.append("!")

    def _closing_tag(self, name: str, k: int) -> int:
        """The end of the next closing tag of this name behind markup number `k`, 0 if there is none."""
        for one in self.markup[k + 1 :]:
            tag = self.source[one.start : one.end]
            if one.mark == Mark.TAG and tag.startswith("</") and tag_name(tag) == name:
                return one.end
        return 0

    def _close_before(self, start: int) -> None:
        """Take the ends of links, images and anchors up to `start`."""
        while self.open and self.open[-1].markup.end <= start:
            markup, part, run = self.open.pop()
            link = self.source[markup.start : markup.inside]
            if markup.mark != Mark.ELEMENT:
                self._words(markup.inside_end)
                self._emphasis(run)
                link = self.source[markup.inside_end : markup.end]
            self.at = max(self.at, markup.end)
            if markup.mark == Mark.IMAGE:
                continue
            seen = "".join(self.parts[part:])
            if is_permalink(seen, link):
                self.left_out += [seen] if any(map(str.isalnum, seen)) else []
                del self.parts[part:], self.runs[run:]

    def _words(self, end: int) -> None:
        """Take the text up to `end`, in which there is no markup but emphasis, escapes and entities."""
        source, at = self.source, self.at
        while at < end:
            found = _IN_WORDS.search(source, at, end)
            if found is None:
                self.parts.append(source[at:end])
                break
            self.parts.append(source[at : found.start()])
            at = self._mark(found)
        self.at = max(self.at, end)

    def _mark(self, found: re.Match[str]) -> int:
        """Take what stands in words; return where to go on."""
        source, at, end = self.source, found.start(), found.end()
        mark = source[at]
        if mark == "[":
            self.parts.append(found[1])
        elif mark == "\n":
            self.parts.append(" ")
        elif mark == "\\":
            after = source[end : end + 1]
            end += after in _PUNCTUATION
            self.parts.append(after if after in _PUNCTUATION else "" if after == "\n" else "\\")
        elif mark == "&":
            entity = _ENTITY.match(source, at)
            if entity is not None:
                from html import unescape  # its table of names is large, and most texts have none

                self.parts.append(unescape(entity.group()))
                return entity.end()
            self.parts.append(mark)
        else:
            opens, closes = flanks(mark, source[at - 1 : at] or " ", source[end : end + 1] or " ")
            if (opens or closes) and (mark != "~" or end - at == 2):
                self.runs.append(Delimiter(mark, end - at, len(self.parts), opens=opens, closes=closes))
            self.parts.append(found.group())
        return end

    def _emphasis(self, bottom: int) -> None:
        """Pair the runs from number `bottom` on and take the paired marks out of the text."""
        runs = self.runs[bottom:]
        del self.runs[bottom:]
        openers: list[Delimiter] = []
        for run in runs:
            if run.closes:
                close(run, openers)
            if run.opens and run.count:
                openers.append(run)
        for run in runs:
            self.parts[run.part] = run.mark * run.count
