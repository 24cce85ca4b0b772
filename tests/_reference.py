"""
Slow and obvious references that the fast engine is compared with.

Nothing here is shared with the package: headings come from markdown-it-py, counts from tiktoken, words from the names of
characters in Unicode's database.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from tiktoken_tables import reference

LINE_END = re.compile(r"\r\n|\r|\n")
ATTRIBUTE = re.compile(r"[ \t]*\{[ \t]*[#.:][ \t]*[^{}\s][^{}]*\}\s*$")
STAND_INS = {"\0": "\ue000", "\x0b": "\x01"}
"""Characters of text to CommonMark: markdown-it-py replaces NUL by U+FFFD and, where cells of a table end, leaves out a vertical tab."""
NOTE_STAND_IN = "\ue001"  # for references to footnotes, which markdown-it-py takes for links
FOOTNOTE = re.compile(r"^[ \t>]*\[\^([^\[\]\s]+)\]:", re.MULTILINE)
GLUE = "\u00a0\u2007\u202f\u2060\u200c\u200d\ufeff"
"""What looks like a gap but does not end a word."""
NO_SPACES = (
    *("CJK", "HIRAGANA", "KATAKANA", "HALFWIDTH KATAKANA", "BOPOMOFO", "THAI", "LAO", "KHMER", "MYANMAR"),
    *("IDEOGRAPHIC ITERATION", "IDEOGRAPHIC NUMBER"),
)
"""First words of the Unicode names of scripts that are written without spaces."""


class Heading(NamedTuple):
    """A heading of the document itself: not one inside a quote or a list item."""

    start: int
    end: int
    level: int
    title: str


# --- counting -----------------------------------------------------------------------------------------------------------


def reference_count(tokenizer: str | Callable[[str], int]) -> Callable[[str], int]:
    """
    Count by the books: tiktoken for the byte-pair encodings, one line of Python for the rest.

    >>> reference_count("characters")("नमस्ते"), reference_count("words")(" a  b "), reference_count("estimate:3")("four")
    (6, 2, 2)
    """
    if callable(tokenizer):
        return tokenizer
    if tokenizer == "characters":
        return len
    if tokenizer == "words":
        return lambda text: len(text.split())
    if tokenizer.startswith("estimate"):
        ratio = float(tokenizer.partition(":")[2] or 4)
        return lambda text: ceil(len(text) / ratio)
    encoding = reference(tokenizer)
    return lambda text: len(encoding.encode_ordinary(text))


# --- headings -----------------------------------------------------------------------------------------------------------


def line_starts(source: str) -> list[int]:
    r"""
    Offset of every line; lines end at \n, \r\n or \r.

    >>> line_starts("a\r\nb\rc\n")
    [0, 3, 5, 7]
    """
    return [0, *(found.end() for found in LINE_END.finditer(source))]


def front_matter_end(source: str) -> int:
    """
    Offset after the closing line of YAML or TOML front matter, 0 if there is none; YAML begins with a key or is empty.

    >>> front_matter_end("---\\ntitle: a\\n---\\n# H\\n"), front_matter_end("---\\n\\nSetext\\n---\\n")
    (17, 0)
    """
    found = re.match(r"\ufeff?(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)", source)
    if not found:
        return 0
    starts = line_starts(source)
    lines = [(source[start:end].rstrip(" \t\r\n"), end) for start, end in pairwise([*starts, len(source)])][
        1:
    ]
    closings = {found[1], "..."} if found[1] == "---" else {found[1]}
    first = next((line for line, _ in lines if not line.startswith("#")), "")
    if found[1] == "---" and lines[0][0] not in closings and not re.match(r"[\w\"'][^:]*:([ \t]|$)", first):
        return 0
    return next((end for line, end in lines if line in closings), 0)


@lru_cache(maxsize=64)
def headings(source: str) -> tuple[Heading, ...]:
    """
    The document's headings as markdown-it-py sees them.

    >>> [(h.level, h.title) for h in headings("# A\\n\\n> # quoted\\n\\nB\\n-\\n")]
    [(1, 'A'), (2, 'B')]
    """
    first = front_matter_end(source) or (1 if source.startswith("\ufeff") else 0)
    body = source[first:]
    starts = [*(first + start for start in line_starts(body)), len(source)]
    for char, stand_in in STAND_INS.items():
        body = body.replace(char, stand_in)
    tokens = MarkdownIt("commonmark").enable("table").parse(_without_notes(body))
    found = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            start, end = starts[token.map[0]], starts[min(token.map[1], len(starts) - 1)]
            found.append(Heading(start, end, int(token.tag[1]), title(inline, source[start:end])))
    return tuple(found)


def _without_notes(body: str) -> str:
    """The text with a stand-in for each reference to one of its footnotes."""
    for label in set(FOOTNOTE.findall(body)):
        mark = rf"(?<![\\`])\[\^{re.escape(label)}\](?![:(])"
        body = re.sub(mark, NOTE_STAND_IN, body, flags=re.IGNORECASE)
    return body


def title(inline: Token, lines: str) -> str:
    """Inline markup reduced to its text on one line, a trailing attribute and the closing hashes before it taken off."""
    text = "".join(map(_text, inline.children or [])).replace(NOTE_STAND_IN, "")
    for char, stand_in in STAND_INS.items():
        text = text.replace(stand_in, char)
    bare = ATTRIBUTE.sub("", text)
    if re.match(r"[ \t]*#.*[ \t]#+[ \t]*\{[^{}]*\}\s*$", lines):
        bare = re.sub(r"#+$", "", bare)
    return " ".join(bare.split())


def _text(token: Token) -> str:
    if token.type in {"text", "code_inline", "text_special"}:
        return token.content
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    if token.type == "html_inline":
        return seen_of_tag(token.content)
    return "".join(map(_text, token.children or []))


class _Tag(HTMLParser):
    seen = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"br", "hr", "p", "div", "li", "td"}:
            self.seen = " "
        elif tag == "img":
            self.seen = f" {dict(attrs).get('alt') or ''} "


def seen_of_tag(source: str) -> str:
    """
    What a reader sees of a tag: a break is a space, an image its description.

    >>> seen_of_tag("<br/>"), seen_of_tag("<img alt='Logo'>"), seen_of_tag("<b>")
    (' ', ' Logo ', '')
    """
    tag = _Tag()
    tag.feed(source)
    return tag.seen


def heading_path(found: Sequence[Heading], position: int) -> list[Heading]:
    """
    Headings in force at a position: of each level the nearest above, deeper ones forgotten at a higher one.

    >>> marks = [Heading(0, 4, 1, "A"), Heading(4, 9, 3, "B"), Heading(9, 12, 2, "C")]
    >>> [[heading.title for heading in heading_path(marks, i)] for i in (8, 20)]
    [['A', 'B'], ['A', 'C']]
    """
    stack: list[Heading] = []
    for heading in found:
        if heading.start > position:
            break
        while stack and stack[-1].level >= heading.level:
            stack.pop()
        stack.append(heading)
    return stack


# --- words --------------------------------------------------------------------------------------------------------------


def is_blank(char: str) -> bool:
    """White space that ends a word: not a no-break space."""
    return char.isspace() and char not in GLUE


@lru_cache(maxsize=100_000)
def needs_no_space(char: str) -> bool:
    """
    Whether the script of a character is written without spaces, so that each of its clusters is a word.

    >>> [needs_no_space(char) for char in "字かไa। "]
    [True, True, True, False, False, False]
    """
    return unicodedata.name(char, "").startswith(NO_SPACES)


@lru_cache(maxsize=100_000)
def closes(char: str) -> bool:
    """
    Whether a mark of punctuation belongs to what precedes it.

    >>> [closes(char) for char in "。)”「a"]
    [True, True, True, False, False]
    """
    return unicodedata.category(char) in {"Pe", "Pf"} or char in "。、，．！？：；…,.!?:;"


def word_may_end(source: str, i: int) -> bool:
    """
    Whether a word boundary may lie at `i` although no white space is there (`i` must be a cluster boundary).

    >>> word_may_end("漢字", 1), word_may_end("漢。", 1), word_may_end("ab", 1)
    (True, False, False)
    """
    before, after = source[i - 1], source[i]
    if is_blank(before) or is_blank(after):
        return True
    if after in GLUE or before in GLUE or closes(after):
        return False
    letter = i
    while unicodedata.category(source[letter]) in {"Ps", "Pi"} and letter + 1 < len(source):
        letter += 1  # an opening bracket goes with what follows it
    return needs_no_space(source[letter]) or _in_no_space_script(source, i)


def _in_no_space_script(source: str, i: int) -> bool:
    """Look through marks and closing punctuation for the letter that the cluster before `i` belongs to."""
    j = i - 1
    while (
        j > 0 and (unicodedata.category(source[j])[0] == "M" or closes(source[j])) and not is_blank(source[j])
    ):
        j -= 1
    return needs_no_space(source[j]) or needs_no_space(source[i - 1])


def word_around(source: str, i: int, edges: set[int], clusters: Container[int]) -> tuple[int, int]:
    """
    The word that holds both neighbours of `i`.

    Args:
        source: The text.
        i: An offset inside of it.
        edges: Other places where words end: edges of sentences and blocks.
        clusters: Edges of grapheme clusters; white space inside of one ends no word.

    >>> word_around("to be, or", 4, set(), range(10))
    (3, 6)
    """

    def ends(at: int) -> bool:
        return at in edges or (at in clusters and word_may_end(source, at))

    start = i
    while start > 0 and not ends(start):
        start -= 1
    end = i
    while end < len(source) and not ends(end):
        end += 1
    return start, end


# --- windows ------------------------------------------------------------------------------------------------------------


def windows(count: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """
    Windows over `count` tokens, cut by hand.

    >>> windows(300, 100, 20)
    [(0, 100), (80, 180), (160, 260), (240, 300)]
    """
    if count == 0:
        return []
    found = [(0, min(size, count))]
    while found[-1][1] < count:
        start = found[-1][1] - overlap
        found.append((start, min(start + size, count)))
    return found


def token_ends(text: str, encoding: str) -> list[int] | None:
    """Code point offset at which each token ends; None if a token ends inside a code point."""
    ends, data = [0], b""
    encoder = reference(encoding)
    for token in encoder.encode_ordinary(text):
        data += encoder.decode_single_token_bytes(token)
        try:
            ends.append(ends[-1] + len(data.decode("utf-8")))
        except UnicodeDecodeError:
            return None
        data = b""
    return ends
