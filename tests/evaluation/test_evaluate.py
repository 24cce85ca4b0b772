"""The evaluation of settings, and what is said of them."""

import pytest

from khand.errors import InputError, OptionError
from khand.evaluation.evaluate import Evaluation, evaluate
from khand.evaluation.figures import check_goals, row
from khand.evaluation.questions import Asked, locate
from khand.evaluation.settings import cut, foreign, sweep
from khand.evaluation.verdict import verdict
from khand.readers import Document
from khand.tokenizers import get_tokenizer

TOPICS = [f"topic{chr(97 + i)}{chr(97 + j)}" for i in range(6) for j in range(6)]
TEXT = "\n\n".join(
    f"# Chapter {name}\n\nOf {name} it is said that its colour is {name}red. "
    + "Nothing else is known here. " * 6
    for name in TOPICS
)
DOCUMENT = Document("a.md", TEXT, "markdown")


def asked(name: str, excerpt: str) -> Asked:
    return Asked(f"What is the colour of {name}?", None, (excerpt,), (), 1)


QUESTIONS = locate(
    [asked(name, f"Of {name} it is said that its colour is {name}red.") for name in TOPICS], {"a.md": TEXT}
).questions


def run(settings: list, **more) -> Evaluation:
    return evaluate([DOCUMENT], QUESTIONS, settings, budgets=(100, 300), headline=100, **more)


def by_letters(size: int):
    """Cut into strings of `size` characters."""

    def cutter(text: str) -> list[str]:
        return [text[i : i + size] for i in range(0, len(text), size)]

    return cutter


def test_setting_that_cuts_through_the_answers_is_told_from_one_that_does_not() -> None:
    """A setting that finds less, beyond chance, is said to; the other is taken."""
    from khand.evaluation.settings import Setting

    settings = [*sweep({"size": [80]}), Setting("all in one", {}, lambda text: [text])]
    made = verdict(run(settings))
    assert "size 80" == made.leader.setting.name
    assert ["all in one"] == [one.outcome.setting.name for one in made.told]
    assert made.told[0].behind.low > 0.5
    assert "“size 80” finds more than: “all in one”" in made.sentences[0]
    assert "Take “size 80”." in made.sentences


def test_settings_that_differ_by_nothing_are_not_told_apart() -> None:
    """Where nothing differs, no winner is named and the one that embeds less is taken."""
    made = verdict(run(sweep({"size": [80, 90]})))
    assert [] == made.told
    assert "not distinguishable with n = 36" in made.sentences[0]
    least = min(made.leader.tokens, *(one.outcome.tokens for one in made.alike))
    assert least == made.cheapest.tokens


def test_few_questions_advise_nothing_but_more() -> None:
    """With questions too few to tell anything, more are asked for."""
    made = verdict(
        evaluate([DOCUMENT], QUESTIONS[:5], sweep({"size": [80, 90]}), budgets=(100,), headline=100)
    )
    assert any("write more of them" in sentence for sentence in made.sentences)
    assert not any(sentence.startswith("Take") for sentence in made.sentences)


def test_lost_question_names_the_chunk_that_should_have_held_it() -> None:
    """What was missed is named with its chunk and that chunk's rank."""
    hard = QUESTIONS[5]._replace(text="zebra crossing nothing")
    made = evaluate([DOCUMENT], [hard], sweep({"size": [80]}), budgets=(50,), headline=50)
    (lost,) = made.outcomes[0].lost
    assert (f"Chapter {TOPICS[5]}",) == lost.holder.headings
    assert hard.gold[0].start == lost.missed[0].start
    assert lost.rank is None or lost.rank > 1
    unranked = hard._replace(text="zebra crossing")
    made = evaluate([DOCUMENT], [unranked], sweep({"size": [80]}), budgets=(50,), headline=50)
    assert made.outcomes[0].lost[0].rank is None
    assert any("share no word" in sentence for sentence in verdict(made).sentences)


def test_questions_of_one_document_are_kept_together_on_request() -> None:
    """Clusters are the documents of the passages; the words say how many."""
    made = verdict(run(sweep({"size": [80, 90]})), cluster=True)
    assert "n = 36 in 1 documents" in made.sentences[0]


def test_foreign_chunker_in_every_form() -> None:
    """Strings, spans and records of another's chunker are placed in the document; overlap is counted."""
    tokenizer = get_tokenizer("characters")
    from khand.evaluation.settings import Setting

    document = Document("a", "one  two\nthree two", "text")
    forms = {
        "strings": ["one two", "two three", "two"],
        "spans": [(0, 8), (5, 14), (15, 18)],
        "records": [
            {"start": 0, "end": 8},
            {"start": 5, "end": 14},
            {"start": 15, "end": 18, "embed_text": "A > two"},
        ],
    }
    for name, given in forms.items():
        made = cut([document], Setting(name, {}, lambda _, given=given: given), tokenizer)
        assert [(0, 8), (5, 14), (15, 18)] == [(one.start, one.end) for one in made.chunks]
        assert 3 == made.repeated
    assert ("A > two", 7, 4) == (made.chunks[2].text, made.chunks[2].tokens, made.chunks[2].text_at)
    with pytest.raises(InputError, match="does not stand in it"):
        cut(
            [document],
            Setting("wrong", {}, lambda _: ["entirely different words that are not there"]),
            tokenizer,
        )


def test_foreign_chunker_by_name() -> None:
    """A function is named by module and name, and tried at each size if it takes one."""
    assert ["textwrap:dedent"] == [one.name for one in foreign("textwrap:dedent", [100, 200])]
    with pytest.raises(OptionError, match="module:function"):
        foreign("textwrap:nothing", [100])
    with pytest.raises(OptionError, match="no_such_module"):
        foreign("no_such_module:cut", [100])


def test_goal_is_reached_by_the_best_setting() -> None:
    """A goal names a figure that is there; only the best setting has to reach it."""
    made = run(sweep({"size": [40, 80]}))
    rows = [row(made, verdict(made), i, 0.02) for i in range(2)]
    assert [] == check_goals(["recall@100=0.9", "mrr=0.5"], rows)
    assert 1 == len(check_goals(["recall@300=1.01"], rows))
    with pytest.raises(OptionError, match="recall@100"):
        check_goals(["recall@999=0.5"], rows)
    with pytest.raises(OptionError, match="figure=least"):
        check_goals(["recall@100"], rows)


def test_cost_is_of_all_that_is_embedded() -> None:
    """The cost is that of the embedded tokens at the price of a million."""
    made = run(sweep({"size": [80]}))
    figures = row(made, verdict(made), 0, 0.02)
    assert made.outcomes[0].tokens * 0.02 / 1e6 == figures["cost"]
