"""Hypothesis strategies: Markdown that is nested, broken and written in many scripts."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

WORDS = (
    "the rain fell on roof while Dr. Rao e.g. U.S. 3.14 read at 9 a.m. yes no (see Fig. 3) “quoted” well-known don't "
    "यह पहला वाक्य क्षत्रिय डॉ. शर्मा स्त्री ज्ञान هذا نص عربي الكتاب ဘာသာ ภาษาไทย ខ្មែរ 漢字 漢\u3000字 かな カタカナ 今天下雨。 没有！ é ñ ß "
    "👨\u200d👩\u200d👧\u200d👦 🇮🇳🇯🇵 👍🏽 e\u0301 n\u0303 a\u00a0b c\u2060d क\u094d\u200cष x\u200by \u200f\u202e end. Why? Stop! "
    "है। क्या? आया॥ … ؟ `code` **bold** *it* [link](https://ex.org/a_b.html) <b>tag</b> &amp; \\* "
    "https://ex.org/v1.2/x?q=1#frag aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa <|endoftext|>"
).split(" ")
ATOMS = [
    "`code span`",
    "[a link](https://ex.org/a_b.html)",
    "![pic here](p.png)",
    "$x + y$",
    "[two words][ref]",
]
CONTROLS = ("\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\t", "  ", "\x07", "\0")
SOUP = "#>-*+`~|=_:[](){}<>!&\\ \t\n\n01ab.।。"

words = st.sampled_from(WORDS + ATOMS)
sentences = st.builds(
    lambda found, end: " ".join(found) + end,
    st.lists(words, min_size=1, max_size=9),
    st.sampled_from([".", "!", "?", "।", "。", "", ";"]),
)
paragraphs = st.builds(
    str.join, st.sampled_from([" ", "\n", "  \n"]), st.lists(sentences, min_size=1, max_size=5)
)
titles = st.lists(words.filter(lambda word: word not in {"<b>tag</b>", "\\*"}), max_size=5).map(" ".join)


@st.composite
def heading(draw: st.DrawFn) -> str:
    """A heading: ATX with and without closing hashes or attributes, or Setext."""
    text = draw(titles)
    if text and draw(st.integers(0, 3)) == 0:
        return f"{text}\n{draw(st.sampled_from(['===', '---', '-', '=======']))}"
    level = draw(st.integers(1, 6))
    return "#" * level + " " + text + draw(st.sampled_from(["", "", " ##", " { #anchor }"]))


@st.composite
def fence(draw: st.DrawFn) -> str:
    """Fenced code of any fence, with lines that look like headings and fences; sometimes never closed."""
    mark = draw(st.sampled_from(["```", "~~~", "````", "~~~~~"]))
    lines = draw(
        st.lists(
            st.sampled_from(["# no heading", "x = 1", "", "\ty", "    z = compute(value)", "~~", "``"]),
            max_size=9,
        )
    )
    closing = draw(st.sampled_from([mark, mark, mark, mark + "`" if mark[0] == "`" else mark, ""]))
    return "\n".join([mark + draw(st.sampled_from(["", "python", " sh"])), *lines, closing])


@st.composite
def table(draw: st.DrawFn) -> str:
    """A table, now and then with cells missing or escaped pipes."""
    cells = st.sampled_from(
        ["a", "दो शब्द", "a \\| b", "ends. Here.", "", "漢字", "a much longer cell of plain words"]
    )
    row = st.lists(cells, min_size=2, max_size=2).map(lambda found: "| " + " | ".join(found) + " |")
    return "\n".join([draw(row), "|---|:-:|", *draw(st.lists(row, max_size=8))])


@st.composite
def bullets(draw: st.DrawFn, inner: SearchStrategy[str]) -> str:
    """A list whose items hold blocks."""
    mark = draw(st.sampled_from(["- ", "* ", "1. ", "+ "]))
    gap = draw(st.sampled_from(["\n", "\n\n"]))
    items = draw(st.lists(inner, min_size=1, max_size=4))
    return gap.join(mark + item.replace("\n", "\n" + " " * len(mark)) for item in items)


leaves = st.one_of(
    paragraphs,
    paragraphs,
    fence(),
    table(),
    st.sampled_from(
        [
            "---",
            "***",
            "<!-- a\n\ncomment -->",
            "<div>\nraw html. Yes.\n</div>",
            "    indented code\n    more",
        ]
    ),
    st.sampled_from(["$$\nx + y\n$$", "Here is why:\n\n- one\n- two", "|a|b|", "> "]),
    st.text(SOUP, max_size=40),
)
nested = st.recursive(
    leaves,
    lambda inner: st.one_of(
        bullets(inner),
        st.lists(inner, min_size=1, max_size=3).map(
            lambda found: "> " + "\n\n".join(found).replace("\n", "\n> ")
        ),
    ),
    max_leaves=5,
)


# not inside items: markdown-it-py ends a definition before a lazy line, CommonMark's own parser does not
definition = st.just("[ref]: https://ex.org 'title'")


@st.composite
def markdown(draw: st.DrawFn) -> str:
    """A whole document."""
    pieces = draw(st.lists(st.one_of(heading(), nested, nested, definition), max_size=10))
    front = draw(st.sampled_from(["", "", "", "---\ntitle: A\ntags: [x, y]\n---\n", "\ufeff"]))
    gap = st.sampled_from(["\n\n", "\n\n", "\n\n", "\n", "\n\n\n\n"])
    text = front + "".join(piece + draw(gap) for piece in pieces)
    for control in draw(st.lists(st.sampled_from(CONTROLS), max_size=2)):
        i = draw(st.integers(0, len(text)))
        text = text[:i] + control + text[i:]
    return text.replace("\n", draw(st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"])))


prose = st.lists(paragraphs, min_size=1, max_size=4).map("\n\n".join)
"""Plain paragraphs, for windows and plain text."""


_TAGS = "p div ul ol li table tr th td pre code h1 h3 h6 blockquote br hr b a dl dt dd section title script !--".split()
_gaps = st.sampled_from(
    ["", "", " ", "\n", "\n\n", "\n  ", "\n\t", "\r\n", "\r\u3000", "\x1c\t", "\x0b", "\u3000"]
)


@st.composite
def html(draw: st.DrawFn) -> str:
    """HTML with tags opened, closed, crossed and forgotten, and white space of every kind between them."""
    tag = st.sampled_from(_TAGS)
    opened = tag.map(lambda name: "<!-- c -->" if name == "!--" else f"<{name}>")
    closed = tag.map(lambda name: "-->" if name == "!--" else f"</{name}>")
    pieces = st.one_of(opened, closed, opened, closed, sentences, words)
    return "".join([piece + draw(_gaps) for piece in draw(st.lists(pieces, max_size=40))])
