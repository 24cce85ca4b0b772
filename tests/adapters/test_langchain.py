"""The splitter in LangChain's own hands."""

import pytest
from _loops import finished
from tiktoken_tables import reference

import khand

pytest.importorskip("langchain_text_splitters")
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from khand.adapters.langchain import KhandTextSplitter

TEXT = (
    "# Leave\n\nThirty days. Not more.\n\n## छुट्टी\n\nतीस दिन की छुट्टी मिलती है। तीस दिन की छुट्टी मिलती है।\n\n"
    + "Same. " * 40
)


def test_documents_are_the_chunks() -> None:
    """Every document is a chunk: its embedded text, id, headings, tokens and place; its own metadata stay."""
    given = Document(TEXT, metadata={"source": "a.md", "team": "HR"})
    made = KhandTextSplitter(chunk_size=30, chunk_overlap=5).split_documents([given])
    chunks = khand.chunk(TEXT, size=30, overlap=5, source="a.md")
    assert len(chunks) > 3
    expected = [
        Document(
            c.embed_text,
            id=c.id,
            metadata={
                "source": "a.md",
                "team": "HR",
                "headings": " > ".join(c.headings),
                "tokens": c.tokens,
                "start_index": c.start,
                "end_index": c.end,
            },
        )
        for c in chunks
    ]
    assert expected == made
    assert {"source": "a.md", "team": "HR"} == given.metadata


def test_text_as_page_content_is_the_exact_slice() -> None:
    """With ``page_content="text"``, `start_index` is where the content stands, repeated passages too."""
    made = KhandTextSplitter(size=30, page_content="text").create_documents([TEXT])
    assert len(made) > 3
    for one in made:
        start = one.metadata["start_index"]
        assert TEXT[start : start + len(one.page_content)] == one.page_content
    assert len(made) == len({one.metadata["start_index"] for one in made})


def test_limit_holds_in_the_tokens_of_what_is_embedded() -> None:
    """No text that goes to the embedding model is larger than the size, counted anew."""
    tiktoken = reference("cl100k_base")
    texts = KhandTextSplitter(size=30).split_text(TEXT)
    assert 30 >= max(len(tiktoken.encode(text)) for text in texts) > 15


def test_pages_of_one_source_have_ids_of_their_own() -> None:
    """Two documents of one source with the same text are four chunks to a store, not two."""
    pages = [Document("Same page.", metadata={"source": "a.pdf", "page": n}) for n in (1, 2)]
    made = KhandTextSplitter().split_documents(pages)
    assert [1, 2] == [one.metadata["page"] for one in made]
    assert 2 == len({one.id for one in made})


def test_text_of_a_loader_is_not_read_again() -> None:
    """What a loader made of a web page may hold angle brackets; it is cut as it stands."""
    (made,) = KhandTextSplitter(page_content="text").create_documents(
        ["a <b> c & d"], [{"source": "page.html"}]
    )
    assert "a <b> c & d" == made.page_content


def test_constructors_of_langchain() -> None:
    """`length_function` and the ``from_…`` constructors say what counts; sizes hold in it."""
    by_letters = KhandTextSplitter(chunk_size=50, length_function=len)
    assert 50 >= max(map(len, by_letters.split_text(TEXT))) > 25
    assert "r50k_base" == KhandTextSplitter.from_tiktoken_encoder(chunk_size=9).settings.tokenizer
    assert "o200k_base" == KhandTextSplitter.from_tiktoken_encoder("o200k_base").settings.tokenizer
    tokenizers = pytest.importorskip("tokenizers")
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({"a": 0, "[UNK]": 1}, unk_token="[UNK]"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    assert ["a a", "a a"] == KhandTextSplitter.from_huggingface_tokenizer(words, chunk_size=2).split_text(
        "a a a a"
    )


def test_children_name_their_parent() -> None:
    """Children follow their chunk and name it in their metadata."""
    made = KhandTextSplitter(size=100, children=8).create_documents(
        ["One is here. Two is here. Three is here."]
    )
    assert len(made) > 2
    assert [None] + [made[0].id] * (len(made) - 1) == [one.metadata.get("parent") for one in made]


def test_async_form_and_a_store() -> None:
    """The async form gives the same documents, and a vector store of LangChain takes and returns them."""
    splitter = KhandTextSplitter(size=30)
    made = finished(splitter.atransform_documents([Document(TEXT)]))
    assert splitter.split_documents([Document(TEXT)]) == made
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=64))
    store.add_documents(made)
    for one in made:
        assert one.page_content == store.similarity_search(one.page_content, k=1)[0].page_content


def test_wrong_settings() -> None:
    """A wrong value is an OptionError, which is LangChain's ValueError."""
    with pytest.raises(khand.OptionError, match="page_content='body'"):
        KhandTextSplitter(page_content="body")
    with pytest.raises(ValueError, match="chunks"):
        KhandTextSplitter(chunks=3)
