"""
The tools under test: for each a function that makes a fresh ``chunk(text) -> list`` of its parts.

Every import stands inside its function, so that a process loads only the tool that it measures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

ENCODING = "cl100k_base"
MODEL = "gpt-3.5-turbo"  # a model of this encoding, where a tool asks for a model

Run = Callable[[str], Sequence[object]]
Make = Callable[[str, int, int], Run]


@dataclass(frozen=True)
class Tool:
    """
    One tool.

    Args:
        make: ``make(counter, size, overlap)`` gives a fresh function that chunks a text.
        counters: ``"tiktoken"``, ``"fast"`` (toktok, count per string, one thread) or ``"own"``.
        package: The distribution whose version is reported.
        overlaps: The overlaps it can do.
        text_of: The text of one of its results.
    """

    make: Make
    counters: tuple[str, ...]
    package: str
    overlaps: tuple[int, ...] = (0, 64)
    text_of: Callable[[object], str] = field(default=str)


def tiktoken_encoding():  # type of a package that is not always there
    import tiktoken

    return tiktoken.get_encoding(ENCODING)


def fast_count() -> Callable[[str], int]:
    """Count of one string, one thread."""
    from toktok import _encoding

    return _encoding(ENCODING).count


def counter_of(name: str) -> Callable[[str], int]:
    if name == "fast":
        return fast_count()
    encode = tiktoken_encoding().encode_ordinary
    return lambda text: len(encode(text))


def khand_heading(counter: str, size: int, overlap: int) -> Run:
    import khand

    return lambda text: khand.chunk(text, by="heading", size=size, overlap=overlap, tokenizer=ENCODING)


def khand_report(counter: str, size: int, overlap: int) -> Run:
    import khand

    def run(text: str) -> Sequence[object]:
        chunks = khand.chunk(text, by="heading", size=size, overlap=overlap, tokenizer=ENCODING)
        chunks.report.to_dict()
        return chunks

    return run


def khand_bare(counter: str, size: int, overlap: int) -> Run:
    import khand

    return lambda text: khand.chunk(
        text, by="heading", size=size, overlap=overlap, tokenizer=ENCODING, context=()
    )


def khand_paragraph(counter: str, size: int, overlap: int) -> Run:
    import khand

    return lambda text: khand.chunk(text, by="paragraph", size=size, overlap=overlap, tokenizer=ENCODING)


def khand_sentence(counter: str, size: int, overlap: int) -> Run:
    import khand

    return lambda text: khand.chunk(text, by="sentence", size=size, overlap=overlap, tokenizer=ENCODING)


def khand_window(counter: str, size: int, overlap: int) -> Run:
    import khand

    return lambda text: khand.chunk(text, by="window", size=size, overlap=overlap, tokenizer=ENCODING)


def khand_ends(counter: str, size: int, overlap: int) -> Run:
    from khand.tokenizers import get_tokenizer

    return get_tokenizer(ENCODING).ends


def ids_once(counter: str, size: int, overlap: int) -> Run:
    """The call that khand makes for ids: one thread, four bytes an id."""
    from toktok import _encoding

    encode = _encoding(ENCODING).encode_batch
    return lambda text: memoryview(encode([text], 1, False)[0]).cast("I")


def counts_once(counter: str, size: int, overlap: int) -> Run:
    """Only the number of tokens, of the whole text as one string."""
    from toktok import _encoding

    count = _encoding(ENCODING).count
    return lambda text: range(count(text))


def langchain_recursive(counter: str, size: int, overlap: int) -> Run:
    return _langchain(counter, size, overlap).split_text


def langchain_markdown(counter: str, size: int, overlap: int) -> Run:
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    headers = MarkdownHeaderTextSplitter([("#" * level, f"h{level}") for level in range(1, 7)])
    inner = _langchain(counter, size, overlap)
    return lambda text: inner.split_documents(headers.split_text(text))


def _langchain(counter: str, size: int, overlap: int):
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Splitter

    if counter == "tiktoken":
        return Splitter.from_tiktoken_encoder(ENCODING, chunk_size=size, chunk_overlap=overlap)
    return Splitter(length_function=fast_count(), chunk_size=size, chunk_overlap=overlap)


def semantic_text(counter: str, size: int, overlap: int) -> Run:
    from semantic_text_splitter import TextSplitter

    return _semantic(TextSplitter, counter, size, overlap)


def semantic_markdown(counter: str, size: int, overlap: int) -> Run:
    from semantic_text_splitter import MarkdownSplitter

    return _semantic(MarkdownSplitter, counter, size, overlap)


def _semantic(splitter, counter: str, size: int, overlap: int) -> Run:
    if counter == "tiktoken":
        return splitter.from_tiktoken_model(MODEL, size, overlap=overlap).chunks
    return splitter.from_callback(fast_count(), size, overlap=overlap).chunks


def semchunk(counter: str, size: int, overlap: int) -> Run:
    from semchunk import chunkerify

    chunker = chunkerify(tiktoken_encoding() if counter == "tiktoken" else fast_count(), size)
    return (lambda text: chunker(text, overlap=overlap)) if overlap else chunker


def chonkie(counter: str, size: int, overlap: int) -> Run:
    from chonkie import RecursiveChunker

    tokenizer = tiktoken_encoding() if counter == "tiktoken" else fast_count()
    return RecursiveChunker(tokenizer=tokenizer, chunk_size=size)


def llama_index(counter: str, size: int, overlap: int) -> Run:
    from llama_index.core import Document
    from llama_index.core.node_parser import MarkdownNodeParser, SentenceSplitter

    if counter == "tiktoken":
        tokenizer = tiktoken_encoding().encode
    else:
        count = fast_count()

        def tokenizer(text: str) -> range:  # it only takes the length of what it gets
            return range(count(text))

    markdown = MarkdownNodeParser()
    sentence = SentenceSplitter(chunk_size=size, chunk_overlap=overlap, tokenizer=tokenizer)
    return lambda text: sentence(markdown([Document(text=text)]))


BOTH = ("tiktoken", "fast")
PEERS = {
    "LangChain Recursive": Tool(langchain_recursive, BOTH, "langchain-text-splitters"),
    "LangChain MarkdownHeader+Recursive": Tool(
        langchain_markdown, BOTH, "langchain-text-splitters", text_of=lambda part: part.page_content
    ),
    "semantic-text-splitter Text": Tool(semantic_text, BOTH, "semantic-text-splitter"),
    "semantic-text-splitter Markdown": Tool(semantic_markdown, BOTH, "semantic-text-splitter"),
    "semchunk": Tool(semchunk, BOTH, "semchunk"),
    "Chonkie Recursive": Tool(chonkie, BOTH, "chonkie", overlaps=(0,), text_of=lambda part: part.text),
    "LlamaIndex Markdown+Sentence": Tool(
        llama_index, BOTH, "llama-index-core", text_of=lambda part: part.text
    ),
}
OWN = {
    "khand": Tool(khand_heading, ("own",), "khand", text_of=lambda part: part.embed_text),
    "khand and its report": Tool(khand_report, ("own",), "khand", text_of=lambda part: part.embed_text),
    "khand window": Tool(khand_window, ("own",), "khand", text_of=lambda part: part.embed_text),
    "khand paragraph": Tool(khand_paragraph, ("own",), "khand", text_of=lambda part: part.embed_text),
    "khand sentence": Tool(khand_sentence, ("own",), "khand", text_of=lambda part: part.embed_text),
    "khand without context": Tool(khand_bare, ("own",), "khand", text_of=lambda part: part.embed_text),
}
LIMITS = {
    "token ids once": Tool(ids_once, ("own",), "toktok-rs", overlaps=(0,)),
    "token count once": Tool(counts_once, ("own",), "toktok-rs", overlaps=(0,)),
    "token ends once": Tool(khand_ends, ("own",), "khand", overlaps=(0,)),
}
TOOLS = {**LIMITS, **OWN, **PEERS}
