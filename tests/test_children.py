"""Children, own separators, titles of front matter, the joining of small pieces: what is asked for besides cutting."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import markdown

import khand
from khand.cutting.document import DocumentCutter
from khand.cutting.min_size import join_small
from khand.cutting.sections import find_sections, without_blank
from khand.cutting.source import Source
from khand.errors import OptionError
from khand.outline import blocks
from khand.tokenizers import get_tokenizer

COUNT = get_tokenizer("cl100k_base").count
GUIDE = "---\ntitle: Guide\n---\n\nIntro.\n\n## Rules\n\nBe kind.\n"


def families(chunks):
    """Each chunk with its children."""
    for chunk in chunks:
        yield chunk, [child for child in chunks.children if child.parent == chunk.id]


def check_children(text, size, wanted):
    chunks = khand.chunk(text, size=size, children=wanted, overlap="20%", language="en")
    plain = khand.chunk(text, size=size, overlap="20%", language="en")
    assert list(plain) == [chunk._replace(parent=None) for chunk in chunks]
    assert len({child.id for child in chunks.children} | {c.id for c in chunks}) == len(chunks) + len(
        chunks.children
    )
    for chunk, children in families(chunks):
        assert len(children) != 1
        for child in children:
            assert text[child.start : child.end] == child.text
            assert (COUNT(child.embed_text), chunk.index) == (child.tokens, child.index)
            assert child.tokens <= size or chunk.oversized
            assert child.text in child.embed_text
        if children:
            own = chunk.start + chunk.overlap_chars
            edges = [own, *[edge for c in children for edge in (c.start, c.end)], chunk.end]
            assert sorted(edges) == edges
            gaps = [text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
            assert [] == [gap for gap in gaps if gap.strip()], "children tile the chunk's own part"


@given(markdown(), st.sampled_from([8, 30, 100]), st.sampled_from([1, 5, 20]))
def test_children_tile_their_chunk(text, size, wanted):
    """Children are exact slices that tile what is a chunk's own, with its context, none larger than the size; chunks stay as they are."""
    check_children(text, size, wanted)


@pytest.mark.parametrize("name", ["handbook.md", "handbook-hi.md"])
def test_children_of_a_document(name, request):
    """The same of the handbooks; a child has about as many tokens as were asked for."""
    text = (Path(request.config.rootpath) / "examples" / name).read_text("utf-8")
    check_children(text, 200, 40)
    chunks = khand.chunk(text, size=200, children=40)
    for _, children in families(chunks):
        assert [] == [child for child in children[:-1] if COUNT(child.text) < 40]
    assert (len(chunks.children), sum(c.tokens for c in chunks.children)) == (
        chunks.report.children,
        chunks.report.child_tokens,
    )


def test_children_come_back(tmp_path):
    """A file has the children behind their chunks; read again, chunks are chunks and children children."""
    text = "# A\n\n" + "One sentence of it. " * 30 + "\n\n# B\n\nShort.\n"
    chunks = khand.chunk(text, size=100, children=20, source="a.md")
    khand.write_jsonl(chunks, tmp_path / "a.jsonl")
    back = khand.read_jsonl(tmp_path / "a.jsonl")
    assert (list(chunks), chunks.children) == (list(back), back.children)
    records = chunks.to_dicts()
    assert len(chunks) + len(chunks.children) == len(records)
    assert {"parent"} <= set(records[0])
    assert records[0]["parent"] is None
    assert records[0]["id"] == records[1]["parent"]


def test_windows_have_neither_children_nor_separators():
    """Fixed windows see no boundaries: asking for both is refused, and says why."""
    for options in ({"children": 40}, {"cut_at": "^X"}):
        with pytest.raises(OptionError, match="windows"):
            khand.Settings(by="window", **options)


def texts(text, **options):
    return [chunk.text for chunk in khand.chunk(text, **{"size": 200} | options)]


def test_cut_at():
    """A chunk always ends before a line that matches, in prose, lists and code; headings right above it stay with it."""
    law = "# Law\n\nArticle 1\nOne.\nArticle 2\nTwo.\n\n- item\n- Article 3\n\n```\nArticle 4\nx\n```\n"
    assert [
        "# Law\n\nArticle 1\nOne.",
        "Article 2\nTwo.\n\n- item\n- Article 3\n\n```",
        "Article 4\nx\n```",
    ] == texts(law, cut_at="^Article")
    assert texts(law) == texts(law, cut_at="^nowhere")
    # not carried over
    assert all(c.overlap_chars == 0 for c in khand.chunk(law, size=40, overlap=10, cut_at="^(Article|- )"))
    # nor joined
    assert 3 == len(texts(law, cut_at="^Article", min_size=100))


def test_cut_at_keeps_the_size():
    """The line that closes code that was cut for a separator gives way where it would make the chunk larger than the size."""
    chunks = khand.chunk("```\naaaa bbbb cccc\nXY\n", size=21, tokenizer="characters", cut_at="^X")
    assert ["```\naaaa bbbb cccc", "XY"] == [chunk.text for chunk in chunks]
    assert max(chunk.tokens for chunk in chunks) <= 21


def test_a_pattern_that_can_run_away_is_refused():
    """A pattern whose time may double with each character is refused before any work, with the reason."""
    with pytest.raises(OptionError, match="doubles"):
        khand.chunk("a", cut_at=r"^(\w+\s?)*:")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [(), ("Guide",), ("Guide", "Rules")]),
        ({"title": "none"}, [(), (), ("Rules",)]),
        ({"title": "Ours"}, [(), ("Ours",), ("Ours", "Rules")]),
        ({"title": "name", "source": "docs/kind.md"}, [(), ("Guide",), ("Guide", "Rules")]),
        ({"front_matter": "skip"}, [("Guide",), ("Guide", "Rules")]),
    ],
)
def test_title_of_front_matter(options, expected):
    """The title of front matter is the first of the path where no level-1 heading is, and what ``title`` says instead."""
    assert expected == [chunk.headings for chunk in khand.chunk(GUIDE, size=60, **options)]


def test_title_by_name_and_by_heading():
    """The file's name serves where there is nothing else and is asked for; a level-1 heading needs no title."""
    assert [("kind",)] == [c.headings for c in khand.chunk("Be kind.", source="docs/kind.md", title="name")]
    assert [(), ("A",)] == [
        c.headings for c in khand.chunk(GUIDE.replace("## Rules", "# A").replace("Intro.", ""), size=60)
    ]


def test_skipped_front_matter_is_told():
    """What is left out stands in the report."""
    report = khand.chunk(GUIDE, size=60, front_matter="skip").report
    assert 20 == report.left_out
    assert "front_matter" in [note.code for note in report.notes]


def test_small_pieces_that_only_a_join_lets_join():
    """Headings that could join nothing at first join what their neighbour has become."""
    text = "# A 2\n\n#### G 3\n\n### B 4 x x x x x\n\n### G 5\n\nA paragraph.\n"
    assert [text.rstrip()] == texts(text, size=40, min_size=20)


@given(markdown(), st.sampled_from([12, 40, 100]), st.integers(1, 40))
def test_joining_again_changes_nothing(text, size, least):
    """Joining small pieces ends only when nothing more can be joined."""
    settings = khand.Settings(size=size, min_size=min(least, size), language="en")
    if not text.removeprefix("\ufeff").strip():
        return
    sections = find_sections(text, without_blank(text, blocks(text, "markdown")), 6)
    cutter = DocumentCutter(Source(text, sections, get_tokenizer("cl100k_base"), settings))
    joined = join_small(cutter.pieces(), cutter, settings.min_size)
    assert joined == join_small(joined, cutter, settings.min_size)
