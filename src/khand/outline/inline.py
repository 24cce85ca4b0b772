r"""
Inline markup: the one reader of what stands inside a line of text.

Code, links, images, tags, comments and autolinks are where CommonMark has them; math, what ``<a>``, ``<code>`` and
``<kbd>`` enclose, and references to labels that another file may define are found beside. Titles leave out what a reader
does not see of it, and cutting keeps it whole.

The text is read once from left to right, and nothing in it is looked at more than a few times, whatever opens and
never closes: what closes a backtick, a parenthesis or a comment is remembered, and a kind of mark that cannot close is
not looked for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

from khand.outline.inline_nesting import Found, Mark, Markup, nested, shallow
from khand.outline.inline_targets import Targets

_LONGEST_LABEL = 999
"""Code points, by CommonMark."""

_BRACKETS, _TICKS, _TAGS, _DOLLARS, _TEX = 1, 2, 4, 8, 16
"""Kinds of marks that are looked for."""
_EVERY_MARK = _BRACKETS | _TICKS | _TAGS | _DOLLARS | _TEX
# Python's matcher skips six times as fast where every alternative begins with a character. What most markup looks like is
# taken as a whole: a link with nothing in its text and no parentheses in its destination, code between single backticks.
_PATTERNS = {
    _TICKS: r"(?P<code>`[^`]++`(?!`))|`++",
    _BRACKETS: r"(?P<link>!?\[[^\[\]\\`<!${]*+\]\([^\x00-\x20\x7f()\\<]*+\))|!\[|\[|\]",
    _TAGS: r"<(?=[A-Za-z/!?]|[\w.!#$%&'*+=^`{|}~-]++@)|\{(?=/\*)",
    _DOLLARS: r"\$\$[^$]++\$\$|\$(?![\s\d])(?:[^$\\\n]|\\[^\n])++(?<!\s)\$(?!\d)",
    _TEX: r"\\\((?:[^\\\n]|\\[^()\n])++\\\)",
}
_ESCAPE = r"\\[\\`$\[\]!<({]"

_LABEL = re.compile(rf"\[((?:[^\[\]\\]|\\.){{0,{_LONGEST_LABEL}}}+)\]", re.DOTALL)
_LABELS = re.compile(rf"\\.|{_LABEL.pattern}", re.DOTALL)
_RUN_OF_TICKS = re.compile("`+")
_TAG_START = re.compile(r"<[A-Za-z/!?]|\{/\*|<[\w.!#$%&'*+=^`{|}~-]++@")
_VALUE = r"""(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+")"""
_TAG = re.compile(
    rf"<(?:(?P<opens>[A-Za-z][A-Za-z0-9-]*+)(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+{_VALUE})?+)*+"
    r"\s*+(?P<empty>/?)\s*+>"  # CommonMark allows no space before ">", browsers do: <br/ >
    r"|/(?P<closes>[A-Za-z][A-Za-z0-9-]*+)\s*+>)"
)
_AUTOLINK = re.compile(
    r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[\w.!#$%&'*+/=?^`{|}~-]++@[\w.-]++)>", re.ASCII
)
_RAW = {"!--": "-->", "?": "?>", "![CDATA[": "]]>", "!": ">", "/*": "*/}"}
"""What closes a comment, a declaration or the like, by what opens it behind ``<`` or, the last, behind ``{`` of MDX."""
_RAW_OPENS = re.compile(r"<(!--|\?|!\[CDATA\[|!(?=[A-Za-z]))|\{(/\*)")
_ENCLOSING = ("a", "code", "kbd")

_CODE, _LINK, _IMAGE = (
    Mark.CODE,
    Mark.LINK,
    Mark.IMAGE,
)  # looked up once: members of an enum are slow to reach


def undefined(_label: str) -> bool:
    """No label is defined."""
    return False


def whole_spans(
    text: str, start: int, end: int, is_defined: Callable[[str], bool] = undefined
) -> list[tuple[int, int]]:
    """
    The markup of a passage that is one thing to a reader, however much white space it holds.

    Args:
        text: The source text.
        start: Where a passage begins: a paragraph, a row, the text of an item, a line.
        end: Where it ends.
        is_defined: Whether the document defines a label, so that ``[label]`` alone is a link.

    Returns:
        Half-open spans in ``text[start:end]``, by (start, -end); two of them are apart or one inside the other. Those that
        hold more than 7 others inside one another are left out.

    Cost: O(end - start). Next to nothing where there is no markup.

    >>> whole_spans("see [![a b](u)](v) and `x y`", 0, 28)
    [(4, 18), (5, 14), (23, 28)]
    """
    marks = _marks_that_close(text, start, end, is_defined)
    if not marks:
        return []
    found = _Reader(text, start, end, is_defined).read(marks)
    return shallow(found)


def read(
    text: str, is_defined: Callable[[str], bool] = undefined, is_footnote: Callable[[str], bool] = undefined
) -> list[Markup]:
    """
    All markup of a text, by (start, -end), properly nested.

    Args:
        text: The content of a heading or a paragraph.
        is_defined: Whether the document defines a label.
        is_footnote: Whether a label, its ``^`` included, is that of a footnote.

    >>> [(one.mark.name, one.start, one.end) for one in read("a `b` [c](d(e)f)")]
    [('CODE', 2, 5), ('LINK', 6, 16)]
    """
    return [Markup(*one) for one in _Reader(text, 0, len(text), is_defined, is_footnote).read(_EVERY_MARK)]


def _marks_that_close(text: str, start: int, end: int, is_defined: Callable[[str], bool]) -> int:
    """The kinds of marks in ``text[start:end]`` that may make a span; what opens and never closes is none."""
    marks = 0
    at = text.find("`", start, end)
    if at >= 0 and text.find("`", at + 1, end) >= 0:
        marks |= _TICKS
    at = text.find("$", start, end)
    if at >= 0 and text.find("$", at + 1, end) >= 0:
        marks |= _DOLLARS
    if text.find("\\(", start, end) >= 0 and text.find("\\)", start, end) >= 0:
        marks |= _TEX
    if (text.find("<", start, end) >= 0 and text.find(">", start, end) >= 0) or text.find(
        "{/*", start, end
    ) >= 0:
        marks |= _TAGS if _TAG_START.search(text, start, end) is not None else 0
    at = text.find("[", start, end)
    target = text.find("](", at, end) if at >= 0 else -1
    if at >= 0 and (
        (target >= 0 and text.find(")", target, end) >= 0)
        or text.find("][", at, end) >= 0
        or (is_defined is not undefined and _refers(text, at, end, is_defined))
    ):
        marks |= _BRACKETS
    return marks


def _refers(text: str, start: int, end: int, is_defined: Callable[[str], bool]) -> bool:
    """Whether a pair of brackets in ``text[start:end]`` holds a label that the document defines."""
    labels = (found[1] for found in _LABELS.finditer(text, start, end))
    return any(label and is_defined(label) for label in labels)


@lru_cache(maxsize=32)
def _pattern(marks: int) -> re.Pattern[str]:
    """The marks of these kinds, and what a backslash before one of them makes plain."""
    # math before the escape, which it looks like
    wanted = [pattern for kind, pattern in reversed(_PATTERNS.items()) if kind & marks]
    return re.compile("|".join([*wanted, _ESCAPE]))


class _Reader:
    """Reads ``text[start:end]`` once from left to right."""

    def __init__(
        self,
        text: str,
        start: int,
        end: int,
        is_defined: Callable[[str], bool],
        is_footnote: Callable[[str], bool] = undefined,
    ) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.is_defined = is_defined
        self.is_footnote = is_footnote
        self.found: list[Found] = []
        self.brackets: list[tuple[int, int]] = []  # of open ones: their start, and that of what they enclose
        self.last_bracket = -1
        self.in_link = 0  # brackets up to this number have a link inside and can only become images
        self.elements: dict[str, list[tuple[int, int]]] = {}  # opening tags of those that are not closed
        self.ticks: dict[int, list[int]] | None = None
        self.targets = Targets(text, end)
        self.never: set[str] = set()  # what closes comments and such and does not come any more

    def read(self, marks: int) -> list[Found]:
        """All markup of these kinds of marks, by (start, -end)."""
        text, at, end = self.text, self.start, self.end
        search = _pattern(marks).search
        while (mark := search(text, at, end)) is not None:
            at = self._take(mark)
        return nested(self.found)

    def _take(self, mark: re.Match[str]) -> int:
        """Take a mark; return where to go on."""
        start, end = mark.span()
        first = self.text[start]
        if mark.lastgroup == "link":
            if first == "[":
                self.in_link = len(self.brackets)
            self.last_bracket = start
            inside = start + 1 + (first == "!")
            return self._add(
                start, end, _IMAGE if first == "!" else _LINK, inside, self.text.index("]", inside)
            )
        if first in "![":
            self.brackets.append((start, end))
            self.last_bracket = start
            return end
        if first == "]":
            return self._bracket(start)
        if first == "`":
            if mark.lastgroup == "code":
                return self._add(start, end, _CODE, start + 1, end - 1)
            return self._code(start, end)
        if first == "<":
            return self._tag(start)
        if first == "{":
            return self._raw(start)
        if end - start > 2:
            # math, but a lone dollar may only look like it: what is inside is read as well
            self._add(start, end, Mark.MATH, end, end)
            return start + (1 if first == "$" != self.text[start + 1] else 2)
        return end  # escaped

    def _add(self, start: int, end: int, mark: Mark, inside: int, inside_end: int) -> int:
        self.found.append((start, end, mark, inside, inside_end))
        return end

    def _code(self, start: int, opened: int) -> int:
        if self.ticks is None:
            self.ticks = {}
            for run in _RUN_OF_TICKS.finditer(self.text, start, self.end):
                self.ticks.setdefault(run.end() - run.start(), []).append(run.start())
        length = opened - start
        closings = self.ticks.get(length, [])
        k = bisect_right(closings, start)
        if k == len(closings):
            return opened
        return self._add(start, closings[k] + length, _CODE, opened, closings[k])

    def _bracket(self, at: int) -> int:
        """Take a closing bracket: the end of a link, an image or a reference, or text."""
        if not self.brackets:
            return at + 1
        start, inside = self.brackets.pop()
        image = inside == start + 2
        in_link = len(self.brackets) < self.in_link
        self.in_link = min(self.in_link, len(self.brackets))
        if in_link and not image:
            return at + 1
        end = self.targets.end(at + 1) if self.text.startswith("(", at + 1, self.end) else 0
        label = self.text[inside:at] if self.last_bracket == start and at - inside <= _LONGEST_LABEL else ""
        if not end and label and self.is_footnote(label):
            return self._add(start, at + 1, Mark.FOOTNOTE, at + 1, at + 1)
        end = end or self._reference(start, at, label)
        if not end:
            return at + 1
        if not image:
            self.in_link = len(self.brackets)
        return self._add(start, end, _IMAGE if image else _LINK, inside, at)

    def _reference(self, start: int, at: int, label: str) -> int:
        """The end of a reference whose text ends at `at` and may itself be its label; 0 if it is none."""
        found = _LABEL.match(self.text, at + 1, self.end)
        if found is None or not found[1]:
            if not label or not self.is_defined(label):
                return 0
            return found.end() if found is not None else at + 1
        if self.is_defined(found[1]):
            return found.end()
        if not found[1].isspace():
            self._add(start, found.end(), Mark.LABELLED, found.end(), found.end())
        return 0

    def _tag(self, start: int) -> int:
        found = _AUTOLINK.match(self.text, start, self.end)
        if found is not None:
            return self._add(start, found.end(), Mark.AUTOLINK, *found.span(1))
        tag = _TAG.match(self.text, start, self.end)
        if tag is None:
            return self._raw(start)
        self._add(start, tag.end(), Mark.TAG, tag.end(), tag.end())
        name = (tag["opens"] or tag["closes"]).lower()
        if name in _ENCLOSING:
            self._enclose(self.elements.setdefault(name, []), tag)
        return tag.end()

    def _raw(self, start: int) -> int:
        """Take a comment, a declaration or the like."""
        opens = _RAW_OPENS.match(self.text, start, self.end)
        if opens is None:
            return start + 1
        closer = _RAW[opens[1] or opens[2]]
        # "<!-->" and "<!--->" are comments
        closed = self.text.find(closer, start + 2, self.end) if closer not in self.never else -1
        if closed < 0:
            self.never.add(closer)
            return start + 1
        end = closed + len(closer)
        return self._add(start, end, Mark.TAG, end, end)

    def _enclose(self, opened: list[tuple[int, int]], tag: re.Match[str]) -> None:
        """Take a tag of an element that is one thing to a reader."""
        if tag["closes"]:
            if opened:
                start, inside = opened.pop()
                self._add(start, tag.end(), Mark.ELEMENT, inside, tag.start())
        elif not tag["empty"]:
            if tag["opens"] in "aA":
                opened.clear()  # an anchor does not hold another
            opened.append(tag.span())
