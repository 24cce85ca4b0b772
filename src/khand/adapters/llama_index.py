"""A LlamaIndex ``NodeParser`` with exact offsets, heading paths, and children as child nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from khand.adapters.loaded import chunk_loaded
from khand.chunk_record import Chunk, around
from khand.chunks import Chunks
from khand.errors import MissingExtraError, OptionError
from khand.settings import settings_of

try:
    from llama_index.core.node_parser import NodeParser
    from llama_index.core.schema import BaseNode, Document, NodeRelationship, TextNode
except ModuleNotFoundError as error:
    raise MissingExtraError(
        'this needs llama_index: pip install "khand[llama-index]"', extra="llama-index"
    ) from error


class KhandNodeParser(NodeParser):
    """
    Cuts as ``khand.chunk`` does. ``KhandNodeParser(size=400, children=40)`` takes the fields of ``khand.Settings``.

    `text` of a node is the exact slice, from `start_char_idx` to `end_char_idx` of its document. What is embedded and what a
    model reads is the chunk's embedded text, so that the limit holds: of all metadata only `context` goes into it. Children
    are nodes with their chunk as PARENT, which has them as CHILD: ``get_leaf_nodes`` and the auto-merging retriever find them.

    Limits: LlamaIndex strips what is embedded, and a piece of fenced code with no context before it goes without its closing
    fence.

    Attributes:
        options: The settings, by name.

    Raises:
        OptionError: A setting is not allowed.
    """

    options: dict[str, Any]

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        fields = {name: given.pop(name) for name in list(given) if name in type(self).model_fields}
        if callable(fields.pop("id_func", None)):  # written to a file it is no function any more
            raise OptionError("id_func: ids are those of the chunks", option="id_func", value=None)
        options = fields.pop("options", {}) | given
        settings_of(None, options)
        super().__init__(options=options, **fields)

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex stores this parser."""
        return "KhandNodeParser"

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **_kwargs: object
    ) -> list[BaseNode]:
        named = ((n.get_content(), str(n.metadata.get("file_path") or n.node_id)) for n in nodes)
        cut = chunk_loaded(named, settings_of(None, self.options))  # type: ignore[arg-type]
        return [
            made
            for node, chunks in zip(nodes, cut, strict=True)
            for made in _nodes_of(node, chunks, self.include_metadata)
        ]

    def _postprocess_parsed_nodes(
        self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]
    ) -> list[BaseNode]:
        places = [(node, node.start_char_idx, node.end_char_idx) for node in nodes]
        # neighbours are looked for in a list, so chunks and children go one by one
        for children in (False, True):
            same = [node for node in nodes if (node.parent_node is not None) == children]
            super()._postprocess_parsed_nodes(same, parent_doc_map)
        for node, start, end in places:  # it looks for the text again, and finds an earlier copy of it
            node.start_char_idx, node.end_char_idx = start, end
        return nodes


def _nodes_of(document: BaseNode, chunks: Chunks, with_metadata: bool) -> Iterator[TextNode]:
    source = document.source_node if document.source_node and not isinstance(document, Document) else None
    origin = source or document.as_related_node_info()
    made = [_node(chunk, document.metadata if with_metadata else {}) for chunk in chunks.with_children()]
    chunk_nodes = {}
    for chunk, node in zip(chunks.with_children(), made, strict=True):
        node.relationships[NodeRelationship.SOURCE] = origin
        if chunk.parent is None:
            chunk_nodes[chunk.id] = node
        else:
            parent = chunk_nodes[chunk.parent]
            node.relationships[NodeRelationship.PARENT] = parent.as_related_node_info()
            parent.relationships.setdefault(NodeRelationship.CHILD, []).append(node.as_related_node_info())
    yield from made


def _node(chunk: Chunk, known: dict[str, Any]) -> TextNode:
    before, after = around(chunk)
    context = before.rstrip()
    facts = {
        **known,
        **(chunk.metadata or {}),
        "headings": list(chunk.headings),
        "tokens": chunk.tokens,
        "context": context,
    }
    unseen = [name for name in facts if name != "context"]
    return TextNode(
        id_=chunk.id,
        text=chunk.text,
        start_char_idx=chunk.start,
        end_char_idx=chunk.end,
        metadata=facts,
        excluded_embed_metadata_keys=unseen,
        excluded_llm_metadata_keys=unseen,
        metadata_template="{value}",
        text_template="{metadata_str}" + before[len(context) :] + "{content}" + after,
    )
