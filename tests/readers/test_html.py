"""HTML to the text a reader sees: what is kept, what is left out, in what form."""

import time

import pytest

import khand
from khand.readers import ReadOptions, documents
from khand.readers.html import markdown

SEEN = {
    "headings": ("<h1>A</h1><h3>B <em>c</em></h3>", "# A\n\n### B c\n"),
    "a permalink is no title": ('<h2>Use<a class="headerlink" href="#u">¶</a></h2>', "## Use\n"),
    "blocks inside a heading are apart": ("<h2><span>a</span><div>b</div></h2>", "## a b\n"),
    "words of links, descriptions of pictures": (
        '<p><a href="/x">the guide</a> <img src="data:image/png;base64,AA" alt="a map"></p>',
        "the guide a map\n",
    ),
    "no scripts, styles, templates, hidden parts": (
        "<style>a{}</style><p>x<script>b</script></p><template>c</template><p hidden>d</p>"
        '<p style="color:red;display: none">e</p><noscript>f</noscript><svg><text>g</text></svg>',
        "x\n",
    ),
    "entities and white space": ("<p>a &amp;\n\n  b&nbsp;c &lt;d&gt;</p>", "a & b\xa0c \\<d>\n"),
    "lists in lists": (
        "<ul><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ul><ol start=3><li>e</ol>",
        "- a\n  - b\n- c\n\n  d\n\n3. e\n",
    ),
    "terms": ("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>", "- a\n\n  b\n\n  c\n- d\n\n  e\n"),
    "code with its language": (
        '<pre><code class="language-py">a = 1\n\n  b</code></pre><p>and <code>c`d</code></p>',
        "```py\na = 1\n\n  b\n```\n\nand `` c`d ``\n",
    ),
    "numbers of lines are not code": (
        '<pre><span class="linenos">1</span>a</pre>',
        "```\na\n```\n",
    ),
    "a table": (
        "<table><caption>T</caption><thead><tr><th>a<th>b</thead><tr><td>1|2<td>3</table>",
        "T\n\n| a | b |\n|---|---|\n| 1\\|2 | 3 |\n",
    ),
    "cells over rows and columns": (
        '<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan="2">2<tr><td>3<td>4</table>',
        "| a | b | c |\n|---|---|---|\n| 1 | 2 |  |\n| 1 | 3 | 4 |\n",
    ),
    "a table without a header": ("<table><tr><td>1<td>2</table>", "|  |  |\n|---|---|\n| 1 | 2 |\n"),
    "a table that is layout": (
        "<table><tr><td><h2>A</h2><p>x</p><td><table><tr><th>b<tr><td>1</table></table>",
        "## A\n\nx\n\n| b |\n|---|\n| 1 |\n",
    ),
    "quotes and rules": ("<blockquote><p>a<p>b</blockquote><hr>c", "> a\n>\n> b\n\n***\n\nc\n"),
    "line breaks on purpose": ("<p>a<br>b</p>", "a  \nb\n"),
    "what would be markup is escaped": ("<p># a</p><p>1. b</p><p>- c</p>", "\\# a\n\n1\\. b\n\n\\- c\n"),
    "formulas": (
        '<p><math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math></p>',
        "$x^2$\n",
    ),
    "the title where no heading is": ("<title>T</title><h2>a</h2>", "# T\n\n## a\n"),
    "Hindi and Arabic": ("<h1>नीति</h1><p>مرحبا</p>", "# नीति\n\nمرحبا\n"),
    "broken markup": ("<p>a<b>b</p><div>c</b></div></p><li>d", "ab\n\nc\n\nd\n"),
}


@pytest.mark.parametrize(("source", "expected"), SEEN.values(), ids=SEEN)
def test_what_a_reader_sees(source: str, expected: str) -> None:
    """Blocks of Markdown."""
    assert expected == markdown(source)


PAGE = (
    "<header><a>Logo</a></header><nav>menu</nav><main><article><header><h1>T</h1></header><p>text</p>"
    "<aside>see also</aside><div role=navigation>next</div></article></main><footer>legal</footer>"
)


def test_main_part() -> None:
    """Navigation, header, footer and asides go only where that is asked for; the header of an article stays."""
    assert "# T\n\ntext\n" == markdown(PAGE, main=True)
    assert "menu" in markdown(PAGE)
    assert "a\n" == markdown("<nav>b</nav><p>a</p>", main=True)


def test_a_text_in_html_is_read_as_a_file_is() -> None:
    """In Python and from files alike; offsets are those of the text that was read."""
    source = "<h1>A</h1><p>one</p><h2>B</h2><p>two</p>"
    (read,) = documents(source.encode(), "a.html", "a.html")
    chunks = khand.chunk(source, format="html")
    assert read.text == chunks.document
    assert [("A",), ("A", "B")] == [chunk.headings for chunk in chunks]
    assert all(chunks.document[chunk.start : chunk.end] == chunk.text for chunk in chunks)


def test_source_of_html_is_cut_as_it_stands() -> None:
    """Where the markup itself is wanted."""
    source = "<h1>A</h1><p>one</p>"
    assert [source] == [chunk.text for chunk in khand.chunk(source, format="html-source")]


@pytest.mark.parametrize(
    ("head", "codec"),
    [('<meta charset="windows-1252">', "cp1252"), ("<meta charset=iso-8859-1>", "cp1252"), ("", "utf-8")],
)
def test_page_says_its_encoding(head: str, codec: str) -> None:
    """As a browser reads it; what the user says goes before."""
    data = f"<!doctype html>{head}<p>café – x".encode(codec)
    (read,) = documents(data, "a.html", "a.html")
    assert "café – x\n" == read.text
    (read,) = documents(data, "a.html", "a.html", ReadOptions(encoding="latin-1"))
    assert "caf" in read.text


@pytest.mark.parametrize(
    "piece",
    [
        "<div>",
        "<table><tr><td>",
        "<ul><li>",
        "<b>",
        "<p>a",
        "</div>",
        "<a href='",
        "&amp;",
        "<dl><dt>x<dd>",
        "<h1>",
    ],
)
def test_hostile_pages_take_linear_time(piece: str) -> None:
    """Deep and broken markup neither exhausts the stack nor takes long."""
    times = []
    for count in (2_000, 16_000):
        began = time.process_time()
        markdown(piece * count + "end")
        times.append(time.process_time() - began)
    assert times[1] < 0.3 + times[0] * 8 * 4
