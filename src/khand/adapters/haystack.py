"""A Haystack component that cuts documents, in a pipeline and in its YAML."""

from __future__ import annotations

from typing import Any

from khand.adapters.loaded import chunk_loaded, content_field
from khand.chunk_record import Chunk
from khand.errors import MissingExtraError, OptionError
from khand.settings import settings_of

try:
    from haystack import Document, component, default_from_dict, default_to_dict
except ModuleNotFoundError as error:
    raise MissingExtraError('this needs haystack: pip install "khand[haystack]"', extra="haystack") from error


@component
class KhandSplitter:
    """
    Cuts as ``khand.chunk`` does.

    Args:
        content: ``"embed_text"``, since embedders embed `content`; or ``"text"``, the exact slice.
        options: The fields of ``khand.Settings``.

    Documents carry the id of their chunk and, besides the meta of the document they come from, `source_id`, `split_id`, `split_idx_start`
    and `split_idx_end` (of the slice in either case), `headings`, `tokens`, and `parent_id` on children, which follow their chunk.

    Raises:
        OptionError: A setting is not allowed.
    """

    def __init__(self, content: str = "embed_text", **options: Any) -> None:  # noqa: ANN401
        self.content = content_field("content", content)
        self.options = options
        self.settings = settings_of(None, options)  # type: ignore[arg-type]

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """
        Cut documents.

        Args:
            documents: Each with text as its content.

        Raises:
            OptionError: A document has no text.
        """
        for document in documents:
            if document.content is None:
                raise OptionError(
                    f"document {document.id}: has no text", option="documents", value=document.id
                )
        named = ((d.content, str(d.meta.get("file_path") or d.id)) for d in documents)
        cut = chunk_loaded(named, self.settings)
        pairs = zip(documents, cut, strict=True)
        return {"documents": [self._made(d, c) for d, chunks in pairs for c in chunks.with_children()]}

    def _made(self, document: Document, chunk: Chunk) -> Document:
        meta = {
            **document.meta,
            **(chunk.metadata or {}),
            "source_id": document.id,
            "split_id": chunk.index,
            "split_idx_start": chunk.start,
            "split_idx_end": chunk.end,
            "headings": list(chunk.headings),
            "tokens": chunk.tokens,
        }
        if chunk.parent is not None:
            meta["parent_id"] = chunk.parent
        return Document(id=chunk.id, content=getattr(chunk, self.content), meta=meta)

    def to_dict(self) -> dict[str, Any]:
        """
        The component as a dictionary, which a pipeline writes to YAML.

        Raises:
            OptionError: The tokenizer is an object, which no file can hold.
        """
        tokenizer = self.settings.tokenizer
        if not isinstance(tokenizer, str):
            raise OptionError(
                f"tokenizer={tokenizer!r}: only a name or a path can be written to a file",
                option="tokenizer",
                value=tokenizer,
            )
        return default_to_dict(self, content=self.content, **self.options)  # type: ignore[no-any-return]

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> KhandSplitter:
        """Build the component again from what ``to_dict`` gave."""
        return default_from_dict(cls, data)  # type: ignore[no-any-return]
