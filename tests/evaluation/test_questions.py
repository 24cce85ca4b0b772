"""Questions: read from JSON Lines, their passages found in the documents, a template drawn."""

import json
from pathlib import Path

import pytest

from khand.errors import InputError
from khand.evaluation.passages import Passage, find_passage
from khand.evaluation.questions import Asked, draw_template, locate, merge, read_questions, solid
from khand.evaluation.template import paragraphs
from khand.readers import Document

TEXT = "# Pump\n\nThe pump starts when the level falls\nunder two metres. It stops at five metres.\n\nNothing else is said."


def asked(*excerpts: str, doc: str | None = None, question: str = "When?") -> Asked:
    return Asked(question, doc, excerpts, (), 7)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not JSON"),
        ('{"excerpts": ["a"]}', '"question"'),
        ('{"question": "a"}', '"excerpts" or "spans"'),
        ('{"question": "a", "excerpts": "b"}', "must be a list"),
        ('{"question": "a", "excerpts": [" "]}', "none of them blank"),
        ('{"question": "a", "spans": [[0, 3]]}', 'need "doc"'),
        ('{"question": "a", "doc": "b", "spans": [[3, 3]]}', "start < end"),
        ('{"question": "a", "doc": "b", "spans": [[true, 3]]}', "start < end"),
        ('{"question": "a", "doc": 3, "excerpts": ["b"]}', '"doc" is 3'),
    ],
)
def test_line_that_is_no_question_is_named(tmp_path: Path, line: str, said: str) -> None:
    """What is wrong with a line is said, with its number."""
    file = tmp_path / "q.jsonl"
    file.write_text('{"question": "a", "excerpts": ["b"]}\n\n' + line)
    with pytest.raises(InputError) as error:
        read_questions(file)
    assert "line 3" in str(error.value)
    assert said in str(error.value)


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing, an empty and a file that is not UTF-8 are errors that name it."""
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "latin").write_bytes(b'{"question": "\xe9"}')
    for name, said in [("missing", "No such file"), ("empty", "no questions"), ("latin", "byte 14")]:
        with pytest.raises(InputError, match=said):
            read_questions(tmp_path / name)


def test_passage_is_found_exactly() -> None:
    """The same characters are taken without a doubt."""
    found = find_passage("It stops at five metres.", {"a": "x", "b": TEXT})
    assert "It stops at five metres." == TEXT[found.passage.start : found.passage.end]
    assert ("b", 1.0, "") == (found.passage.source, found.certainty, found.why)


def test_white_space_does_not_count() -> None:
    """A passage copied without its line ends is the same passage."""
    found = find_passage("when the level falls under two  metres.", {"b": TEXT})
    assert "when the level falls\nunder two metres." == TEXT[found.passage.start : found.passage.end]
    assert (1.0, "") == (found.certainty, found.why)


@pytest.mark.parametrize("long", [False, True])
def test_passage_with_small_changes_is_found_alike(long: bool) -> None:
    """A passage with a typing error is found, and how alike it is is said; also deep inside a long document."""
    filler = "Some other words about valves and tanks that are of no use here. " * 400
    text = filler + TEXT + filler if long else TEXT
    found = find_passage("The pump starts if the level fals under two metres.", {"b": text})
    taken = text[found.passage.start : found.passage.end]
    assert taken.startswith("The pump starts")
    assert taken.endswith("under two metres.")
    assert 0.85 <= found.certainty < 1
    assert "alike" in found.why


def test_passage_that_is_not_there_is_not_found() -> None:
    """Other words are not taken for the passage."""
    found = find_passage("The moon is made of green cheese, as everybody knows.", {"b": TEXT})
    assert found.passage is None
    assert found.why.startswith("not found")


def test_passage_that_stands_twice_is_doubted() -> None:
    """Where a passage stands in several places, that is said."""
    found = find_passage("again", {"a": "again and again", "b": "again"})
    assert Passage("a", 0, 5) == found.passage
    assert "3 places" in found.why


def test_question_with_a_missing_passage_is_left_out() -> None:
    """A question counts only if all its passages were found; blank ones of a template are counted apart."""
    located = locate(
        [
            asked("It stops at five metres.", "The moon is made of green cheese, they say."),
            asked("It stops at five metres."),
            asked("It stops at five metres.", question=""),
        ],
        {"b": TEXT},
    )
    assert (1, 1, 1) == (len(located.questions), located.lost, located.blank)
    assert ["The moon is made of green cheese, they say."] == [doubt.excerpt for doubt in located.doubts]


def test_document_is_named_by_path_or_bare_name() -> None:
    """The bare name of a file is enough while there is only one."""
    documents = {"one/a.md": TEXT, "two/b.md": TEXT}
    located = locate([asked("It stops at five metres.", doc="b.md")], documents)
    assert "two/b.md" == located.questions[0].gold[0].source
    with pytest.raises(InputError, match="no such document"):
        locate([asked("x", doc="c.md")], documents)
    with pytest.raises(InputError, match="2 documents have this name"):
        locate([asked("x", doc="a.md")], {"one/a.md": TEXT, "two/a.md": TEXT})


def test_span_behind_the_document_is_refused() -> None:
    """A span that the document does not have is not cut to fit."""
    with pytest.raises(InputError, match="ends behind a"):
        locate([Asked("When?", "a", (), ((0, 99),), 1)], {"a": "short"})


def test_passages_that_overlap_are_merged() -> None:
    """Each code point of the gold passages counts once."""
    gold = [Passage("b", 3, 6), Passage("a", 4, 8), Passage("a", 0, 5)]
    assert (Passage("a", 0, 8), Passage("b", 3, 6)) == merge(gold)


def test_white_space_is_no_part_of_what_is_to_be_found() -> None:
    """Chunks may leave out the white space between them; nothing is missed by that."""
    assert (Passage("a", 0, 3), Passage("a", 5, 8)) == solid([Passage("a", 0, 9)], {"a": "one\n\ntwo \n"})


def test_template_is_spread_over_the_documents() -> None:
    """Every document gives a passage before one gives two; the same seed draws the same."""
    texts = {
        f"{n}.md": [f"Paragraph {i} of document {n}. " + "It says something. " * 5 for i in range(9)]
        for n in range(5)
    }
    drawn = draw_template(texts, 7, 1)
    docs = [one["doc"] for one in drawn]
    assert (7, 5) == (len(drawn), len(set(docs[:5])))
    assert drawn == draw_template(texts, 7, 1) != draw_template(texts, 7, 2)
    assert len(drawn) == len({json.dumps(one) for one in drawn})


def test_only_prose_is_drawn() -> None:
    """Headings, lists, tables, pictures alone and labels are nothing to ask about."""
    text = (
        "# A title that is rather long\n\n- an item of a list that is long enough to be asked about, one would think\n\n"
        "![a picture](with/a/very/long/address/that/is/longer/than/eighty/characters/in/all/of/it.png)\n\nThe pump of the "
        "second tank starts when the level falls.\n"
    )
    assert ["The pump of the second tank starts when the level falls."] == paragraphs(
        Document("a", text, "markdown")
    )
