"""The outline: golden cases, and what holds for every text."""

import random
import re
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_outline_conformance import CORPUS, documents, generated

from khand import chunk
from khand.outline import FORMATS, Blocks, Kind, blocks, children, markdown_common

GOLDEN = Path(__file__).parent / "golden" / "outline"


def cases():
    for path in sorted(GOLDEN.glob("*.txt")):
        for case in path.read_text(encoding="utf-8").split("\n=\n"):
            title, text, expected = re.split(r"\n\.\n", case)
            yield pytest.param(path.stem, text + "\n", expected.rstrip("\n"), id=f"{path.stem}: {title}")


def shown(source):
    return source.rstrip("\n ").replace("\n", "|")


def lines(text, block, format, depth, deep):
    level = f" {block.level}" if block.kind == Kind.HEADING else ""
    title = f' "{block.title}"' if level else ""
    opening = " " + block.opening.replace("\n", "/") if block.opening else ""
    yield f"{'  ' * depth}{block.kind.name}{level}{title}{opening}: {shown(text[block.start : block.end])}"
    for child in children(text, block, format) if deep else ():
        yield from lines(text, child, format, depth + 1, deep)


@pytest.mark.parametrize(("name", "text", "expected"), [*cases()])
def test_golden(name, text, expected):
    """The blocks, titles and pieces of the golden cases."""
    format = "html" if name.startswith("html") else "markdown"
    top = blocks(text, format)
    found = [line for block in top for line in lines(text, block, format, 0, name != "markdown")]
    found += [f"scope: {shown(text[start:end])}" for start, end in top.scopes]
    assert expected.split("\n") == found


def tiles(pieces, start, end):
    return [piece.start for piece in pieces] == [start, *(piece.end for piece in pieces[:-1])] and (
        pieces[-1].end == end and all(piece.start < piece.end for piece in pieces)
    )


def check(text, format):
    found = blocks(text, format)
    assert tiles(found, 0, len(text)) if text else not found
    todo = [(block, 0) for block in found]
    while todo:
        block, depth = todo.pop()
        assert depth < 60
        pieces = children(text, block, format)
        assert not pieces or tiles(pieces, block.start, block.end)
        todo += [(piece, depth + 1) for piece in pieces]


@given(st.integers(0, 10**9), st.sampled_from(FORMATS))
def test_blocks_and_pieces_tile(seed, format):
    """Blocks tile the text and pieces tile their block, whatever the Markdown."""
    check(generated(seed), format)


@given(
    st.text(alphabet="#`~>-+*_=<|:$1.)[]!\\/ \t\n\r\ufeff\x00\x0caé😀ह्h\"'&;", max_size=60),
    st.sampled_from(FORMATS),
)
def test_any_characters_tile(text, format):
    """So they do for any run of marks."""
    check(text, format)


BUILDER = (
    ':::a|:::|::::b|::::|!!! a|??? b|    body|        deep|=== "c"|(d)=|{% highlight x %}|{% endhighlight %}|%%|\\[|\\]|+-+-+|+=+=+|¦ e ¦ f ¦'
    "|<Tab a={b}>|</Tab>|<details>|</details>|<summary>g</summary>|# h|## i|text|- j|  k|```|> l|/// note|///|import m from 'n'|---||||\x02"
).split("|")


@given(st.lists(st.sampled_from(BUILDER), max_size=25), st.sampled_from(["\n", "\r\n"]))
def test_lines_of_builders_tile(pieces, end):
    """Whatever stands together of what builders read, blocks tile, openers and closers have company, scopes are nested."""
    text = end.join(pieces).replace("¦", "|")
    check(text, "markdown")
    found = blocks(text, "markdown")
    kinds = [block.kind for block in found]
    for kind, following in zip(kinds, [*kinds, None][1:], strict=True):
        assert kind != Kind.OPENER or following not in (Kind.CLOSER, None)
    assert kinds[:1] != [Kind.CLOSER]
    edges = {block.start for block in found} | {len(text)}
    open_ = []
    for start, stop in found.scopes:
        assert {start, stop} <= edges
        while open_ and open_[-1] <= start:
            open_.pop()
        assert not open_ or stop <= open_[-1]
        open_.append(stop)


HTML = "<p>|</p>|<h1>|</h1>|<ul>|<li>|</ul>|<table>|<tr>|<th>|<td>|</table>|<!--|-->|<script>|</script>|text|<b>|<pre>|</pre>|<div>|</div>|<|\n|&amp;"


@given(st.lists(st.sampled_from([*HTML.split("|"), "<blockquote>", "</blockquote>", "<hr>"]), max_size=25))
def test_broken_html_tiles(pieces):
    """Broken HTML is tiled like any other."""
    check("".join(pieces), "html")


@given(st.integers(0, 10**9))
def test_line_ends(seed):
    """Blocks are the same whatever ends the lines."""
    text = generated(seed).replace("\r\n", "\n").replace("\r", "\n")
    kinds = [(block.kind, block.level, block.title) for block in blocks(text, "markdown")]
    for end in ("\r\n", "\r"):
        other = blocks(text.replace("\n", end), "markdown")
        assert kinds == [(block.kind, block.level, block.title) for block in other]


@pytest.mark.parametrize("text", ["\ufeff# A\n\nb\n", "\ufeff---\na: b\n---\n\n# A\n"])
def test_byte_order_mark(text):
    """A mark at the start hides neither a heading nor front matter, and belongs to the first block."""
    found = blocks(text, "markdown")
    assert (0, ["A"]) == (found[0].start, [block.title for block in found if block.level])


def test_nul_stays_in_titles():
    """A NUL stays in the title, as it does in the text."""
    assert "a\x00b" == blocks("# a\x00b\n", "markdown")[0].title


def test_plain_text():
    """Plain text has paragraphs between blank lines and nothing else."""
    text = "# a\nb\n\n- c\n \n\n    d"
    assert ["# a\nb\n\n", "- c\n \n\n", "    d"] == [text[b.start : b.end] for b in blocks(text, "text")]


def slowly(text, monkeypatch):
    with monkeypatch.context() as patch:
        never = re.compile("(?!)")
        patch.setattr(markdown_common, "common", lambda: re.compile(""))
        patch.setattr(markdown_common, "list_run", lambda *_: never)
        for name in ("QUOTE", "LIST_HEAD"):
            patch.setattr(markdown_common, name, never)
        for name in ("PLAIN_LINES", "ROWS"):
            patch.setattr(markdown_common, name, re.compile(""))
        return list(blocks(text, "markdown"))


def test_fast_equals_slow(monkeypatch):
    """The expressions for common shapes find what the line-by-line rules find."""
    texts = [generated(seed) for seed in range(2000)]
    pick = random.Random(2)
    texts += ["\n".join(pick.choices(BUILDER, k=12)) for _ in range(1000)]
    folder = CORPUS or Path(__file__).parent / "data" / "documents"
    texts += [path.read_bytes().decode() for path in random.Random(1).sample(documents(folder), 7)]
    assert [] == [text for text in texts if list(blocks(text, "markdown")) != slowly(text, monkeypatch)]


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("```\n", "let x = 1;\n"),
        ("| a |\n|---|\n", "| some words |\n"),
        ("", "- one item\n"),
        ("", "    x = 1\n"),
    ],
)
def test_pieces_are_light(head, line):
    """The pieces of one huge block take less than four times the text, not an object each."""
    text = head + line * 20_000
    (block,) = blocks(text, "markdown")
    tracemalloc.start()
    pieces = children(text, block, "markdown")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(pieces) > 19_000
    assert peak < 4 * len(text)


@given(st.integers(0, 10**9), st.sampled_from(FORMATS))
def test_blocks_made_one_by_one(seed, format):
    """Blocks put together from single ones, and those chosen or sliced, are the same blocks."""
    text = generated(seed)
    for pieces in (blocks(text, format), *(children(text, block, format) for block in blocks(text, format))):
        single = list(pieces)
        assert single == list(Blocks.of(single))
        assert single[1:-1] == list(pieces[1:-1])
        assert single[::2] == list(pieces.chosen(bytes(k % 2 == 0 for k in range(len(single)))))


UNITS = (
    (
        '- \n|- a\n|- a\n+ b\n|> a\nb\n|>|> |- |1. |[|[a]: /u\n|# [a](\n|# *a _b\n|```\na\n\n|<!--\n\n|<?|$$ a\nb\n|$$\n\n|a\n=\n|<a b="|<div>\n|</a\n|'
        "a | b\n-|-\n|- a\n  ```\n  x\n  ```\n|- - a\n|- a\n\n      c\n|<h1>\n\n|a\r\r|   -\n\t-\n|[a]: u (\n|<table>\n|<table><tr>\n\n|# a[^1]\n[^1]: b\n|*-|* |_ | |\t|\n|a"
    )
    .replace("a | b", "a ¦ b")
    .split("|")
)


BUILDER_UNITS = (
    ":::a\n",
    ":::\n",
    ":::a\n:::\n",
    "::::a\n:::b\n",
    "!!! a\n\n    b\n",
    "!!! a\n    ",
    '=== "a"\n    ',
    "{% highlight a %}\n",
    "{{< comment >}}\n",
    "%%\n",
    "\\[\n",
    "+-+\n",
    "+-+\n| a |\n",
    "<A b={\n",
    "<A>\n\n",
    "</A>\n\n",
    "<A>\n\n<B>\n\n</A>\n\n",
    "(a)=\n",
    "/// a\n",
    "<a>\n",
    "import a from 'b'\n\n",
    "import a\n",
    "export {\n",
    "{/* a\n",
)

HTML_UNITS = ("<h1>", "<h1><div>", "<h1></h1>", "<h1><p>a</p>", "<table><tr>", "<h1><script>")


@pytest.mark.parametrize(
    ("unit", "format"),
    [
        *((unit.replace("¦", "|"), "markdown") for unit in UNITS),
        *((unit, "html") for unit in HTML_UNITS),
        *((unit, "markdown") for unit in BUILDER_UNITS),
    ],
)
def test_linear(unit, format):
    """Eight times the text does not take the square of eight times the time, for each unit repeated."""

    def seconds(times):
        text = unit * times
        begin = time.process_time()
        blocks(text, format)
        return time.process_time() - begin

    seconds(10)
    few, many = 24_000 // len(unit), 192_000 // len(unit)
    for _ in range(4):  # a busy machine can take twice and thrice the time for once, not always
        if seconds(many) <= 24 * min(seconds(few) for _ in range(3)) + 0.05:
            return
    pytest.fail("the time grows faster than the text")


def chunked(text, **settings):
    return [made.embed_text for made in chunk(text, tokenizer="characters", **settings)]


@pytest.mark.parametrize("by", ["heading", "paragraph", "sentence"])
def test_math_stays_whole(by):
    """Math that fits a chunk is not cut; where it does not fit, its last line does not stand alone."""
    text = '[guide]: https://ex.org/a/b "The Title"\n\n$$\nx = y + 1\ny = 2\n$$\n'
    first, second = '[guide]: https://ex.org/a/b "The Title"', "$$\nx = y + 1\ny = 2\n$$"
    assert [first, second] == chunked(text, by=by, size=60, context=())
    assert [first, "$$\nx = y + 1", "y = 2\n$$"] == chunked(text, by=by, size=40, context=())[:1] + chunked(
        second, by=by, size=20
    )


@pytest.mark.parametrize("prefix", ["", "> ", "  "])
def test_html_table_carries_header(prefix):
    """Later pieces of an HTML table carry its header row, in Markdown as in HTML, inside a quote or an item, too."""
    rows = ["<tr><th>Code</th></tr>", *(f"<tr><td>K{k}</td></tr>" for k in range(4))]
    text = "".join(f"{prefix}{line}\n" for line in ["<table>", *rows, "</table>"])
    text = "- " + text[2:] if prefix == "  " else text
    found = chunked(text, size=90)
    assert len(found) > 1
    assert [] == [piece for piece in found if rows[0] not in piece]
    if not prefix:
        assert chunked(text, size=90, format="html-source") == found


@pytest.mark.parametrize("format", ["markdown", "html-source"])
@pytest.mark.parametrize("between", ["", "\n"])
def test_html_table_on_one_line(between, format):
    """Header rows are carried whether the table stands on one line or on many; a row that mixes cells is no header."""
    head = "<thead><tr><th>Code</th></tr><tr><th>No.</th></tr></thead>"
    rows = [f"<tr><td>K{k}, the piece</td></tr>" for k in range(9)]
    found = chunked(between.join(["<table>", head, *rows, "</table>"]), size=160, format=format)
    assert len(found) > 2
    assert [] == [piece for piece in found if "<th>Code</th>" not in piece or "<th>No.</th>" not in piece]
    mixed = [f"<tr><th>Key {k}</th><td>value {k}</td></tr>" for k in range(9)]
    found = chunked(between.join(["<table>", *mixed, "</table>"]), size=120, format=format)
    assert 1 == sum(piece.count("Key 0") for piece in found)
