"""Rankings by words, by vectors and by both, with and without children."""

import numpy
import pytest

from khand.evaluation.index import Index, IndexedText
from khand.evaluation.retrieval import fuse, rankings
from khand.evaluation.words import language_of_question, languages_of, words_of


def index(*texts: str, children: tuple[tuple[int, str], ...] = ()) -> Index:
    chunks = [IndexedText("a", i, i + 1, text, 1) for i, text in enumerate(texts)]
    return Index(chunks, [IndexedText("a", at, at + 1, text, 1, parent=at) for at, text in children])


def letters(texts: list[str]) -> numpy.ndarray:
    """A vector of length 1 a text: how often each of a to z stands in it."""
    rows = numpy.array([[text.count(chr(97 + i)) for i in range(26)] for text in texts], dtype=numpy.float32)
    return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)


def ranked(made: Index, question: str, retriever: str = "bm25") -> list[int]:
    return next(rankings(made, [question], retriever, languages={"a": "en"}, embed=letters))


def test_words_are_stemmed_and_small_ones_left_out() -> None:
    """A question in another form of the word finds it; words that are everywhere find nothing."""
    made = index("The pump was running.", "The valve is shut.")
    assert [0] == ranked(made, "Is it pumps that run?")
    assert [] == ranked(made, "is the of")


def test_marks_belong_to_words() -> None:
    """Hindi words stay whole with their vowel signs; their own small words are left out."""
    assert ["डिफ़ेन्स", "लीग"] == words_of("hi")("की डिफ़ेन्स ने लीग में")


def test_scripts_without_spaces_match_by_pairs() -> None:
    """In Japanese a question finds a compound by a part of it."""
    made = index("東京都の人口", "大阪府の面積")
    assert [0] == next(rankings(made, ["東京"], "bm25", languages={"a": "ja"}))


def test_compositions_of_a_letter_are_one_word() -> None:
    """A letter with its mark apart is the letter with its mark."""
    assert words_of("fr")("caf\u00e9") == words_of("fr")("cafe\u0301")


def test_chunk_without_a_word_of_the_question_is_not_ranked_by_words() -> None:
    """BM25 leaves it out; vectors rank everything."""
    made = index("pump", "valve")
    assert [1] == ranked(made, "valve")
    assert [1, 0] == ranked(made, "valve", "dense")


def test_hybrid_is_the_fusion_of_both() -> None:
    """Reciprocal ranks are added with k = 60; ties keep the order of the index."""
    assert [2, 0, 1] == fuse([[2, 0], [2, 1]], 4)
    made = index("pump", "valve", "level")
    both = [ranked(made, "valve level", "bm25"), ranked(made, "valve level", "dense")]
    assert fuse(both, 3) == ranked(made, "valve level", "hybrid")


def test_chunk_is_raised_by_its_best_child() -> None:
    """A chunk is scored by the mean of its own score and its best child's; one without children by its own."""
    made = index("aab", "bbbb", "ab")
    assert [2, 0, 1] == ranked(made, "ab", "dense")
    with_children = index("aab", "bbbb", "ab", children=((1, "ab"), (1, "b"), (0, "ab"), (0, "aaaa")))
    own = letters(["aab", "bbbb", "ab"]) @ letters(["ab"])[0]
    expected = [(own[0] + 1) / 2, (own[1] + 1) / 2, own[2]]
    assert list(numpy.argsort([-x for x in expected], kind="stable")) == ranked(with_children, "ab", "dense")


def test_vectors_need_an_embedder() -> None:
    """Dense retrieval without one is refused."""
    with pytest.raises(ValueError, match="needs an embedder"):
        next(rankings(index("a"), ["a"], "dense", languages={"a": "en"}))


def test_many_questions_are_answered_in_their_order() -> None:
    """Questions are scored in blocks; each gets its own ranking."""
    made = index(*(f"word{i}" for i in range(150)))
    asked = [f"word{i}" for i in range(150)]
    assert [[i] for i in range(150)] == list(rankings(made, asked, "bm25", languages={"a": "en"}))


def test_language_of_documents_and_questions() -> None:
    """A short question is taken to be in a language of the documents."""
    known = languages_of(["Der Hund ist nicht im Garten und die Katze auch nicht.", "यह पहला वाक्य है।"])
    assert ["de", "hi"] == known
    assert "hi" == language_of_question("यह क्या है?", known)
    assert "de" == language_of_question("Where is the dog?", ["de"])
    assert "de" == language_of_question("Where is the dog?", ["de", "de", "hi"])
