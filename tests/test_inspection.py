"""What khand understood of a document."""

import json
from pathlib import Path

from click.testing import CliRunner
from hypothesis import given
from strategies import markdown

import khand
from khand.cli import main
from khand.tokenizers import get_tokenizer

HANDBOOK = Path(__file__).parent.parent / "examples" / "handbook.md"


@given(markdown())
def test_tree_of_any_document(text: str) -> None:
    """Parts lie in the part they are in, in order, hold every character, and deeper sections are deeper."""
    whole = khand.inspect(text)
    held = set()
    for _, part in whole.walk():
        assert part.start < part.end or not text
        starts = [inner.start for inner in part.parts]
        assert sorted(starts) == starts
        for inner in part.parts:
            assert part.start <= inner.start < inner.end <= part.end
            assert inner.level > part.level or inner.kind != "section"
        if part is not whole:
            held.update(range(part.start, part.end))
    begin = int(text.startswith("\ufeff"))  # a byte order mark counts as blank
    assert not [i for i in range(begin, len(text)) if not text[i].isspace() and i not in held]


def test_sizes_and_lines() -> None:
    """Of the text itself, counted whole, without the blank lines behind it."""
    text = "# Policy\n\nBe kind.\n\n\n## Rules\n\n- one\n- two\n\n# Other\n"
    parts = [part for _, part in khand.inspect(text, tokenizer="words").walk()]
    count = get_tokenizer("words").count
    assert [count(text[part.start : part.end].rstrip()) for part in parts] == [part.tokens for part in parts]
    assert [
        ("document", "", 1, 11),
        ("section", "Policy", 1, 9),
        ("paragraph", "", 3, 3),
        ("section", "Rules", 6, 9),
        ("list", "", 8, 9),
        ("section", "Other", 11, 11),
    ] == [(part.kind, part.title, part.start_line, part.end_line) for part in parts]


def test_printed_tree() -> None:
    """Printed, a document is its tree, each part in a line."""
    tree = khand.inspect("# Policy\n\nBe kind.\n\n## Rules\n\n- one\n- two\n", tokenizer="words")
    assert [
        "document  (lines 1-8, 10)",
        "  # Policy  (lines 1-8, 10)",
        "    paragraph  (line 3, 2)",
        "    ## Rules  (lines 5-8, 6)",
        "      list  (lines 7-8, 4)",
    ] == str(tree).splitlines()


def test_headings_of_a_scope_are_in_force_inside_only() -> None:
    """What follows the scope stands under the heading before it again, as its chunks do."""
    text = "# A\n\n::: note\n\n## B\n\ninside\n\n:::\n\noutside\n"
    tree = [(depth, part.kind, part.title) for depth, part in khand.inspect(text).walk()]
    assert [(1, "section", "A"), (2, "section", "B"), (3, "paragraph", ""), (2, "paragraph", "")] == tree[1:]
    assert ("A",) == khand.chunk(text, by="paragraph")[-1].headings


def test_command() -> None:
    """A tree for people, cut off at a depth; JSON for programs; standard input, another format."""

    def run(*arguments: str, stdin: str = "") -> str:
        return CliRunner().invoke(main, ["inspect", *arguments], input=stdin).stdout

    shown = run(str(HANDBOOK)).splitlines()
    assert shown[0].endswith("handbook.md — markdown, 1,095 tokens")
    assert "    ## Policy  (lines 13-46, 429)" in shown
    assert "        list  (lines 25-30, 84)" in shown
    top = run(str(HANDBOOK), "--depth", "2").splitlines()
    assert [line for line in shown if not line.startswith("      ")] == top
    tree = json.loads(run(str(HANDBOOK), "--json"))
    assert ("markdown", 1095, "Returns handbook") == (
        tree["format"],
        tree["tokens"],
        tree["parts"][1]["title"],
    )
    assert "paragraph  (line 1, ≈1)" in run("-", "--format", "text", "--tokenizer", "estimate", stdin="# A")
    failed = CliRunner().invoke(main, ["inspect", "none.md"])
    assert (1, "Error: none.md: No such file or directory\n") == (failed.exit_code, failed.stderr)
