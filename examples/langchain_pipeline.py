"""
LangChain: a folder's text cut, embedded and asked, offline.

Needs: pip install "khand[langchain]" numpy
"""

from pathlib import Path

from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from khand.adapters.langchain import KhandTextSplitter

handbook = Path(__file__).parent / "handbook.md"
documents = [Document(handbook.read_text(encoding="utf-8"), metadata={"source": handbook.name})]

chunks = KhandTextSplitter(chunk_size=128, chunk_overlap=0).split_documents(documents)

store = InMemoryVectorStore(DeterministicFakeEmbedding(size=64))  # put your embedding model here
store.add_documents(chunks)
(found,) = store.similarity_search(chunks[1].page_content, k=1)
start, end = found.metadata["start_index"], found.metadata["end_index"]
print(f"under “{found.metadata['headings']}”, {found.metadata['tokens']} tokens:")
print(documents[0].page_content[start:end])
