"""What leads in what, and the titles of front matter."""

import pytest

from khand.outline import blocks, children
from khand.outline.front_matter import title
from khand.outline.leading import fresh_lines, item_heads, leads_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("To copy the store, run:\n", True),
        ("It grows. To copy the store, run:\n", True),
        ("運行以下命令：\n", True),
        ("_Returns:_\n", True),
        ("- Create an archive:\n", True),
        ("> As she said:\n", True),
        ("See `run`:\n", True),
        ("Look at ![the picture](u):\n", True),
        ("It is done.\n", False),
        ("[options]: #options\n", False),
        ("![Firewall window:](media/firewall.png)\n", False),
        ("[![Build:](a.svg)](b)\n", False),
        ("`pack c {{archive}}:`\n", False),
        ("`pack c`\n", False),
        ("{* ../../docs_src/a.py hl[1] *}\n", False),
        ("{% include 'a:' %}:\n", False),
        ("# Returns:\n", False),
        ("```\nx:\n```\n", False),
    ],
)
def test_leads_in(text, expected):
    """A sentence or an item that ends in a colon leads in what follows; definitions, pictures, tags and lone code do not."""
    assert expected == leads_in(text, blocks(text, "markdown")[-1])


def test_item_heads():
    """A piece of a list has the first line of every item above it, at any depth, inside quotes, too."""
    text = "> 1. Alpha group\n>    goes on\n>    - one\n>\n>      more\n>    - two\n> 2. Beta\n"
    (block,) = blocks(text, "markdown")

    def heads(words):
        return [head.line for head in item_heads(text, block, text.index(words), "markdown")]

    assert [[], ["1. Alpha group"], ["1. Alpha group", "- one"], ["1. Alpha group"], []] == [
        heads(words) for words in ("1. Alpha", "goes", "more", "two", "2. Beta")
    ]


@pytest.mark.parametrize("prefix", ["", "> ", "    "])
def test_fresh_lines(prefix):
    """Lines of code without indent behind a blank line are told, whatever the code stands in."""
    lines = [
        "```yaml",
        "water:",
        "  morning: true",
        "",
        "prune:",
        "  month: 2",
        "",
        "  height: 40",
        "end:",
        "```",
    ]
    text = "- list\n\n" * (prefix == "    ") + "".join(f"{prefix}{line}\n" for line in lines)
    block = blocks(text, "markdown")[-1]
    while block.kind.name != "FENCED_CODE":
        block = children(text, block, "markdown")[-1]
    pieces = children(text, block, "markdown")
    assert ["prune:"] == [
        text[pieces[k].start : pieces[k].end].strip("> \n") for k in fresh_lines(text, pieces)
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("---\ntitle: Payments guide\nslug: /pay\n---\n", "Payments guide"),
        ('---\r\nlayout: a\r\ntitle: "A: b"\r\n---\r\n', "A: b"),
        ("---\ntitle: भुगतान\n---\n", "भुगतान"),
        ("---\ntitle: C# for all\n---\n", "C# for all"),
        ("---\n'title': 'x # y' # z\n---\n", "x # y"),
        ('---\ntitle: "\\u0041\\n b"\n---\n', "A b"),
        ("---\ntitle:\n---\n", ""),
        ("---\ntitle: [a, b]\n---\n", ""),
        ("---\nsubtitle: a\n---\n", ""),
        ("+++\ntitle = 'C:\\a'\n+++\n", "C:\\a"),
        ("+++\n[author]\ntitle = 'Dr'\n+++\n", ""),
        ('+++\ntitle = """a\n+++\n', ""),
    ],
)
def test_title_of_front_matter(source, expected):
    """The title is read from one line of YAML or TOML, plain or quoted; anything else gives none."""
    assert expected == title(source)
