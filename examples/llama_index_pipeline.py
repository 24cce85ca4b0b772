"""
LlamaIndex: small children are matched, whole chunks come back, offline.

Needs: pip install "khand[llama-index]"
"""

from pathlib import Path

from llama_index.core import Document, StorageContext, VectorStoreIndex
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.node_parser import get_leaf_nodes
from llama_index.core.retrievers import AutoMergingRetriever
from llama_index.core.storage.docstore import SimpleDocumentStore

from khand.adapters.llama_index import KhandNodeParser

handbook = Path(__file__).parent / "handbook.md"
document = Document(text=handbook.read_text(encoding="utf-8"), metadata={"file_path": handbook.name})

nodes = KhandNodeParser(size=128, children=30).get_nodes_from_documents([document])

storage = StorageContext.from_defaults(docstore=SimpleDocumentStore())
storage.docstore.add_documents(nodes)
model = MockEmbedding(embed_dim=8)  # put your embedding model here
index = VectorStoreIndex(get_leaf_nodes(nodes), storage_context=storage, embed_model=model)
retriever = AutoMergingRetriever(index.as_retriever(similarity_top_k=6), storage)
for found in retriever.retrieve("leave"):
    node = found.node
    assert document.text[node.start_char_idx : node.end_char_idx] == node.text
    print(node.start_char_idx, node.end_char_idx, node.metadata["headings"], sep="  ")
