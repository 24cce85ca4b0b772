"""A LangChain ``TextSplitter`` to use in place of any other, with headings, offsets and a hard size limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Self

from khand.adapters.loaded import chunk_loaded, content_field
from khand.chunk_record import Chunk
from khand.errors import MissingExtraError
from khand.settings import Settings, settings_of

try:
    from langchain_core.documents import Document
    from langchain_text_splitters import TextSplitter
except ModuleNotFoundError as error:
    raise MissingExtraError(
        'this needs langchain_text_splitters: pip install "khand[langchain]"', extra="langchain"
    ) from error


class KhandTextSplitter(TextSplitter):
    """
    Cuts as ``khand.chunk`` does.

    Args:
        settings: How to cut; None for the default of each.
        page_content: ``"embed_text"``, since a vector store embeds `page_content`; or ``"text"``, the exact slice.
        add_start_index: Whether metadata carry `start_index` and `end_index`; they always refer to the exact slice.
        options: The fields of ``khand.Settings``; `chunk_size`, `chunk_overlap` and `length_function` are LangChain's names of
            size, overlap and tokenizer. Sizes are tokens unless the tokenizer counts something else.

    Documents carry the id of their chunk, the metadata of the document they come from, and `headings` (``"A > B"``: stores take flat
    metadata), `tokens`, and `parent` on children, which follow their chunk.

    Raises:
        OptionError: A setting is not allowed.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        page_content: Literal["embed_text", "text"] = "embed_text",
        add_start_index: bool = True,
        **options: Any,  # noqa: ANN401  # checked by Settings
    ) -> None:
        for theirs, ours in (
            ("chunk_size", "size"),
            ("chunk_overlap", "overlap"),
            ("length_function", "tokenizer"),
        ):
            if theirs in options:
                options[ours] = options.pop(theirs)
        self.settings = settings_of(settings, options)  # type: ignore[arg-type]
        self.page_content = content_field("page_content", page_content)
        super().__init__(self.settings.size, self.settings.overlap_tokens, add_start_index=add_start_index)

    def split_text(self, text: str) -> list[str]:
        """The `page_content` of each chunk."""
        return [document.page_content for document in self.create_documents([text])]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Cut texts. The source of each, which is part of the ids, is taken from its metadata; both lists must have the same length."""
        known = metadatas or [{} for _ in texts]
        pairs = zip(texts, known, strict=True)
        named = (
            (text, str(metadata.get("source") or self.settings.source or "")) for text, metadata in pairs
        )
        cut = chunk_loaded(named, self.settings)
        return [
            self._document(c, about)
            for chunks, about in zip(cut, known, strict=True)
            for c in chunks.with_children()
        ]

    def _document(self, chunk: Chunk, metadata: dict[Any, Any]) -> Document:
        return Document(
            getattr(chunk, self.page_content), id=chunk.id, metadata={**metadata, **dict(self._facts(chunk))}
        )

    def _facts(self, chunk: Chunk) -> Iterator[tuple[str, Any]]:
        yield from (chunk.metadata or {}).items()
        yield "headings", " > ".join(chunk.headings)
        yield "tokens", chunk.tokens
        if chunk.parent is not None:
            yield "parent", chunk.parent
        if self._add_start_index:
            yield from (("start_index", chunk.start), ("end_index", chunk.end))

    @classmethod
    def from_tiktoken_encoder(
        cls,
        encoding_name: str = "gpt2",
        model_name: str | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> Self:
        """A splitter that counts in an OpenAI encoding, given by its name or by a model's; tiktoken is not needed."""
        name = model_name or encoding_name
        return cls(tokenizer="r50k_base" if name == "gpt2" else name, **kwargs)  # two names of one encoding

    @classmethod
    def from_huggingface_tokenizer(cls, tokenizer: Any, **kwargs: Any) -> Self:  # noqa: ANN401
        """A splitter that counts as a fast tokenizer of ``transformers``, or one of ``tokenizers``, does."""
        return cls(tokenizer=getattr(tokenizer, "backend_tokenizer", tokenizer), **kwargs)
