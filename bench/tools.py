"""
The tools under test: for each a function that makes a fresh ``chunk(text) -> list`` of its parts.

A peer is a named tool in a setting that its own documentation shows; where that is with tokens, tiktoken counts. Beside
them stands LangChain with the counter that khand uses, as what an expert could build. Every import stands inside its
function, so that a process loads only the tool that it measures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

ENCODING = "cl100k_base"
MODEL = "gpt-3.5-turbo"  # a model of this encoding, where a tool asks for a model

Run = Callable[[str], Sequence[object]]
Make = Callable[[int, int], Run]


@dataclass(frozen=True)
class Tool:
    """
    One tool.

    Args:
        make: ``make(size, overlap)`` gives a fresh function that chunks a text.
        package: The distribution whose version is reported.
        overlaps: Whether it has overlap.
        build: Which khand runs: "pure" or "compiled".
        text_of: The text of one of its results.
    """

    make: Make
    package: str
    overlaps: bool = True
    build: str = "pure"
    text_of: Callable[[object], str] = field(default=str)


def tiktoken_encoding():  # type of a package that is not always there
    import tiktoken

    return tiktoken.get_encoding(ENCODING)


def fast_count() -> Callable[[str], int]:
    """Count of one string, one thread."""
    from toktok import _encoding

    return _encoding(ENCODING).count


def khand(size: int, overlap: int) -> Run:
    import khand

    return lambda text: khand.chunk(text, size=size, overlap=overlap, tokenizer=ENCODING)


def khand_report(size: int, overlap: int) -> Run:
    import khand

    def run(text: str) -> Sequence[object]:
        chunks = khand.chunk(text, size=size, overlap=overlap, tokenizer=ENCODING)
        chunks.report.to_dict()
        return chunks

    return run


def khand_characters(size: int, overlap: int) -> Run:
    import khand

    return lambda text: khand.chunk(text, size=size, overlap=overlap, tokenizer="characters")


def ids_once(size: int, overlap: int) -> Run:
    """The call that khand makes for ids: one thread, four bytes an id."""
    from toktok import _encoding

    encode = _encoding(ENCODING).encode_batch
    return lambda text: memoryview(encode([text], 1, False)[0]).cast("I")


def counts_once(size: int, overlap: int) -> Run:
    """Only the number of tokens, of the whole text as one string."""
    count = fast_count()
    return lambda text: range(count(text))


def langchain_recursive(size: int, overlap: int) -> Run:
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Splitter

    return Splitter.from_tiktoken_encoder(ENCODING, chunk_size=size, chunk_overlap=overlap).split_text


def langchain_header(size: int, overlap: int) -> Run:
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Splitter

    return _headers_then(Splitter.from_tiktoken_encoder(ENCODING, chunk_size=size, chunk_overlap=overlap))


def langchain_fast(size: int, overlap: int) -> Run:
    return _langchain_with(fast_count(), size, overlap).split_text


def langchain_header_fast(size: int, overlap: int) -> Run:
    return _headers_then(_langchain_with(fast_count(), size, overlap))


def langchain_characters(size: int, overlap: int) -> Run:
    return _langchain_with(len, size, overlap).split_text


def _langchain_with(count: Callable[[str], int], size: int, overlap: int):
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Splitter

    return Splitter(length_function=count, chunk_size=size, chunk_overlap=overlap)


def _headers_then(inner) -> Run:
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    headers = MarkdownHeaderTextSplitter([("#" * level, f"h{level}") for level in range(1, 7)])
    return lambda text: inner.split_documents(headers.split_text(text))


def semantic_text(size: int, overlap: int) -> Run:
    from semantic_text_splitter import TextSplitter

    return TextSplitter.from_tiktoken_model(MODEL, size, overlap=overlap).chunks


def semantic_markdown(size: int, overlap: int) -> Run:
    from semantic_text_splitter import MarkdownSplitter

    return MarkdownSplitter.from_tiktoken_model(MODEL, size, overlap=overlap).chunks


def semchunk(size: int, overlap: int) -> Run:
    from semchunk import chunkerify

    chunker = chunkerify(tiktoken_encoding(), size)
    return (lambda text: chunker(text, overlap=overlap)) if overlap else chunker


def chonkie_recursive(size: int, overlap: int) -> Run:
    from chonkie import RecursiveChunker

    return RecursiveChunker(tokenizer=tiktoken_encoding(), chunk_size=size)


def chonkie_sentence(size: int, overlap: int) -> Run:
    from chonkie import SentenceChunker

    return SentenceChunker(tokenizer=tiktoken_encoding(), chunk_size=size, chunk_overlap=overlap)


def chonkie_fast(size: int, overlap: int) -> Run:
    from chonkie import FastChunker

    return FastChunker(chunk_size=size)


def llama_index(size: int, overlap: int) -> Run:
    from llama_index.core.node_parser import SentenceSplitter

    return SentenceSplitter(
        chunk_size=size, chunk_overlap=overlap, tokenizer=tiktoken_encoding().encode
    ).split_text


def _chunk_text(part: object) -> str:
    return part.text


def _page_content(part: object) -> str:
    return part.page_content


def _embed_text(part: object) -> str:
    return part.embed_text


OWN = {
    "khand": Tool(khand, "khand", text_of=_embed_text),
    "khand, compiled": Tool(khand, "khand", build="compiled", text_of=_embed_text),
}
PEERS = {
    "LangChain Recursive": Tool(langchain_recursive, "langchain-text-splitters"),
    "Chonkie Recursive": Tool(chonkie_recursive, "chonkie", overlaps=False, text_of=_chunk_text),
    "Chonkie Sentence": Tool(chonkie_sentence, "chonkie", text_of=_chunk_text),
    "semchunk": Tool(semchunk, "semchunk"),
    "semantic-text-splitter Text": Tool(semantic_text, "semantic-text-splitter"),
    "semantic-text-splitter Markdown": Tool(semantic_markdown, "semantic-text-splitter"),
    "LlamaIndex Sentence": Tool(llama_index, "llama-index-core"),
}
EXPERT = {
    "LangChain Recursive, khand's counter": Tool(langchain_fast, "langchain-text-splitters"),
    "LangChain Header+Recursive, khand's counter": Tool(
        langchain_header_fast, "langchain-text-splitters", text_of=_page_content
    ),
}
LIMITS = {
    "token ids once": Tool(ids_once, "toktok-rs", overlaps=False),
    "token count once": Tool(counts_once, "toktok-rs", overlaps=False),
}
GRID = {**OWN, **PEERS, **EXPERT, **LIMITS}
CHARACTERS = {
    "khand, characters": Tool(khand_characters, "khand", text_of=_embed_text),
    "khand, characters, compiled": Tool(khand_characters, "khand", build="compiled", text_of=_embed_text),
    "LangChain Recursive, its default": Tool(langchain_characters, "langchain-text-splitters"),
    "Chonkie Fast (bytes)": Tool(chonkie_fast, "chonkie", overlaps=False, text_of=_chunk_text),
}
MORE = {
    "khand and its report": Tool(khand_report, "khand", text_of=_embed_text),
    "khand and its report, compiled": Tool(khand_report, "khand", build="compiled", text_of=_embed_text),
    "LangChain Header+Recursive": Tool(langchain_header, "langchain-text-splitters", text_of=_page_content),
}
TOOLS = {**GRID, **CHARACTERS, **MORE}
