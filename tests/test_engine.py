"""Settings, bad input and the records of ``khand.chunk``."""

import gc
import socket

import pytest

import khand


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"size": 0}, "size=0"),
        ({"size": "400"}, "size='400'"),
        ({"size": True}, "size=True"),
        ({"size": 512, "overlap": 512}, "overlap=512 with size=512"),
        ({"size": 512, "overlap": 600}, "0 to 511"),
        ({"overlap": -1}, "overlap=-1"),
        ({"overlap": 1.5}, "overlap=1.5"),
        ({"overlap": "ten"}, "'10%'"),
        ({"overlap": "100%"}, "smaller than size"),
        ({"size": 10, "min_size": 11}, "min_size=11 with size=10"),
        ({"by": "page"}, "heading, paragraph, sentence, window"),
        ({"format": "klingon"}, "markdown, text, rst, html"),
        ({"format": "docx"}, "khand.chunk_file reads files"),
        ({"context": "headings"}, "context='headings'"),
        ({"context": ("title",)}, "headings, lead_in, table, fence"),
        ({"heading_depth": 7}, "1 to 6"),
    ],
)
def test_refused_settings(options, says):
    """A setting that cannot be is refused before any work, with what was given and what is allowed."""
    with pytest.raises(khand.OptionError) as refused:
        khand.chunk("text", **options)
    assert says in str(refused.value)
    assert isinstance(refused.value, ValueError)


def test_unknown_tokenizer():
    """The message lists the tokenizers there are."""
    with pytest.raises(khand.TokenizerError) as refused:
        khand.chunk("text", tokenizer="gpt2")
    assert all(name in str(refused.value) for name in ("cl100k_base", "o200k_base", "characters", "words"))


def test_lone_surrogate():
    """A lone surrogate is refused with its position."""
    with pytest.raises(khand.InputError) as refused:
        khand.chunk("ab\ud83dcd")
    assert (2, "U+D83D") == (refused.value.position, str(refused.value).split()[6])


@pytest.mark.parametrize("text", ["", " \n\t \n ", "\ufeff", "\ufeff\n \n"])
@pytest.mark.parametrize("by", ["heading", "paragraph", "sentence", "window"])
def test_blank_text(text, by):
    """Nothing to cut gives no chunks and no error."""
    assert [] == list(khand.chunk(text, by=by))


def test_ids():
    """The same input has the same ids; equal chunks are told apart; another name is another id."""
    text = "# A\n\nSame.\n\n# A\n\nSame.\n"
    first, again = khand.chunk(text, size=50, source="a"), khand.chunk(text, size=50, source="a")
    assert [chunk.id for chunk in first] == [chunk.id for chunk in again]
    assert 2 == len({chunk.id for chunk in first})
    assert not {chunk.id for chunk in first} & {chunk.id for chunk in khand.chunk(text, size=50, source="b")}


def test_a_sequence():
    """Chunks are a sequence: length, index, slice, iteration, equality."""
    chunks = khand.chunk("# A\n\nx\n\n# B\n\ny\n")
    assert 2 == len(chunks)
    assert chunks[-1] == list(chunks)[1] == chunks[1:][0]
    assert chunks == khand.chunk("# A\n\nx\n\n# B\n\ny\n")


def test_no_network(monkeypatch):
    """Counting and cutting work with every socket refused."""

    def refuse(*args, **kwargs):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    assert 4 == khand.chunk("Hello offline world.", tokenizer="cl100k_base")[0].tokens


def test_special_tokens_are_text():
    """Names of control tokens in a text are counted as the text they are."""
    chunks = khand.chunk("The docs mention <|endoftext|> and <|fim_prefix|> as plain text.")
    assert [20] == [chunk.tokens for chunk in chunks]


MIN_SIZE = "# Top\n\n## One\n\nA few words here.\n\n## Two\n\nMore words are here.\n\n# Other\n\nLast.\n"


def test_min_size_joins_under_the_common_heading():
    """Small sections join under their common heading; the path is the common one; others stay apart."""
    chunks = khand.chunk(MIN_SIZE, size=40, min_size=12)
    assert [("Top",), ("Other",)] == [chunk.headings for chunk in chunks]
    assert MIN_SIZE.partition("\n\n# Other")[0] == chunks[0].text


def test_min_size_does_not_break_the_size():
    """Pieces that do not fit together stay as they are."""
    assert [c.text for c in khand.chunk(MIN_SIZE, size=18)] == [
        c.text for c in khand.chunk(MIN_SIZE, size=18, min_size=10)
    ]


def test_overlap_across_headings():
    """Overlap stops at a heading unless asked to go on."""
    text = "# A\n\nFirst one. Second one.\n\n# B\n\nThird one.\n"
    assert 0 == khand.chunk(text, size=60, overlap=4)[1].overlap_tokens
    across = khand.chunk(text, size=60, overlap=4, overlap_across_headings=True)[1]
    assert "Second one.\n\n# B\n\nThird one." == across.text


def test_overlap_stops_at_every_heading():
    """A heading too deep to end a chunk is not carried over either."""
    text = (
        "# A\n\nFirst one.\n\n### Deep\n\nSecond one is a little longer. Third one.\n\nFourth one comes last."
    )
    for by in ("heading", "paragraph"):
        chunks = khand.chunk(text, by=by, size=17, overlap=6, heading_depth=2, context=())
        deep = next(c for c in chunks if "### Deep" in c.text)
        assert deep.text.startswith("### Deep"), by
        assert [c.overlap_tokens > 0 for c in chunks] == [False, False, True], by


def test_indentation_before_a_block_of_html():
    """White space that HTML counts to the block before is no chunk of its own, and the document comes to its end."""
    for text in ("<div>a</div>\n\x1c<!-- c -->b", "one two three\r\u3000<div>\nfour\n</div>"):
        chunks = khand.chunk(
            text, format="html-source", size=8, overlap=2, tokenizer="characters", context=()
        )
        held = {i for chunk in chunks for i in range(chunk.start, chunk.end)}
        assert not [text[i] for i in range(len(text)) if not text[i].isspace() and i not in held]


def test_no_text_waits_for_the_garbage_collector():
    """Chunks that are dropped take all they were made from along, so that memory does not grow from document to document."""
    text = (
        "# A\n\nBring:\n\n- one thing. Another.\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
        + "Some words. " * 90
    )
    for by in ("heading", "paragraph", "sentence", "window"):
        for _ in range(2):
            gc.collect()
            gc.disable()
            try:
                assert khand.chunk(text, by=by, size=40, overlap=10).report
                left = gc.collect()
            finally:
                gc.enable()
        assert not left, by


GERMAN = "Es ist gut und schön so, wie es ist. Die Wahl ist am 3. Oktober im Rathaus der Stadt, und der Rat ist dabei."
ENGLISH = "this is the code that it was and is to be for all of us at the end of the day\n" * 6


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (f"```sh\n{ENGLISH}```\n\n{GERMAN}\n", "markdown"),
        (f"---\nsummary: |\n  {ENGLISH}---\n\n{GERMAN}\n", "markdown"),
        (f"<style>{ENGLISH}</style><p>{GERMAN}</p>", "html"),
        (f"<p>{GERMAN}</p>" + '<p><a class="the and of it" href="/is/in/the/end">Rat</a></p>' * 9, "html"),
        (f"{GERMAN}\n\n" + "[Rat](https://example.org/is/it/in/the/end)\n" * 9, "markdown"),
        (f"{GERMAN}\n\n" + "Rat `if it is not in the list of all that`\n" * 9, "markdown"),
    ],
)
def test_language_of_the_prose(text, format):
    """The language is that of the prose, however much code, markup or addresses are around it."""

    def cut(language: str | None) -> list[str]:
        return [
            chunk.text
            for chunk in khand.chunk(text, size=30, by="sentence", format=format, language=language)
        ]

    assert cut("de") == cut(None)
    assert cut("de") != cut("en")


def test_header_rows_that_a_cut_parted():
    """A chunk that begins between the header rows of a table repeats those before it."""
    text = "# One title of a good many words\n\n## Another one of quite as many\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    for quoted in (text, text.replace("\n|", "\n> |")):
        for size in range(18, 34):
            for chunk in khand.chunk(quoted, size=size):
                begins = chunk.text.startswith(("|---", "> |---"))
                assert not begins or "| a | b |" in chunk.embed_text, (size, chunk.embed_text)
