"""A server that gives khand's questions to a language model as tools, after the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from importlib.metadata import version
from threading import Lock
from typing import Annotated, Any, ParamSpec, TypeVar

from khand.adapters.mcp_answers import Cut, Outline, Planned, Room, Sentences
from khand.adapters.roots import Roots
from khand.context_window import window as window_of
from khand.engine import chunk as cut_text
from khand.errors import InputError, KhandError, MissingExtraError, OptionError
from khand.inspection import inspect as inspect_text
from khand.jobs import chunk_file
from khand.planning import plan as plan_of
from khand.readers import Document, Found, read
from khand.readers.chunks import iterate_chunks
from khand.readers.sources import source_of
from khand.segmentation import sentences as sentences_of
from khand.settings import DEFAULT_SIZE, Settings

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import ToolAnnotations
    from pydantic import Field
except ImportError as error:
    raise MissingExtraError('this needs mcp: pip install "khand[mcp]"', extra="mcp") from error

P = ParamSpec("P")
T = TypeVar("T")

INSTRUCTIONS = """
Exact questions about cutting documents for retrieval: what fixed windows cost before anything is cut (plan), how a document is
really cut (chunk), what was understood of it (inspect), its sentences, and how many chunks fit into a context window (window).
Give either `text` or the `path` of a file in the folders this server may read. Long answers come in parts: ask again with
`first` set to `next`.
"""

Text = Annotated[str | None, Field(max_length=2_000_000, description="The document itself, as text.")]
Name = Annotated[
    str | None, Field(max_length=4_096, description="Path of a file under the folders of this server.")
]
Size = Annotated[
    int, Field(ge=1, le=100_000, description="No chunk has more tokens, overlap and context included.")
]
Overlap = Annotated[int | str | None, Field(description="Tokens repeated, or a share such as '10%'.")]
Tokenizer = Annotated[
    str, Field(max_length=100, description="A tokenizer or embedding model that khand knows.")
]
Format = Annotated[
    str | None, Field(max_length=40, description="markdown, text, html, …; told by content if left out.")
]
Language = Annotated[str | None, Field(max_length=40, description="Such as en or hi; detected if left out.")]
First = Annotated[int, Field(ge=0, description="Index of the first one to show.")]
Count = Annotated[int, Field(ge=0, le=500, description="How many to show at most.")]
Tokens = Annotated[int, Field(ge=0, le=10**12)]
Lengths = Annotated[
    list[Tokens], Field(min_length=1, max_length=10_000, description="Length of each document.")
]


def server(folders: Iterable[str] = ()) -> MCPServer:
    """
    The server; ``server(["docs"]).run()`` answers on standard input and output.

    Args:
        folders: Files under these may be read, and no others; none: only texts that are sent.

    Raises:
        InputError: A folder is not there.
    """
    tools = _Tools(Roots(folders))
    made = MCPServer("khand", instructions=INSTRUCTIONS, version=version("khand"), log_level="WARNING")
    hints = ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    # cutting holds a core and memory: one document at a time, however many are asked for
    lock = Lock()
    for tool in (tools.plan, tools.chunk, tools.inspect, tools.window, tools.sentences):
        made.add_tool(_telling(tool, lock), annotations=hints)
    return made


def _telling(tool: Callable[P, T], lock: Lock) -> Callable[P, T]:
    """A tool whose errors the model reads in khand's own words."""

    @wraps(tool)
    def told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with lock:
                return tool(*args, **kwargs)
        except KhandError as error:
            raise ToolError(str(error)) from error

    return told


class _Tools:
    """The tools; their docstrings are what the model reads."""

    def __init__(self, roots: Roots) -> None:
        self.roots = roots

    def plan(
        self,
        lengths: Lengths,
        size: Size = DEFAULT_SIZE,
        overlap: Overlap = None,
        price: Annotated[float | None, Field(ge=0, description="Of one million tokens.")] = None,
        unit: Annotated[str, Field(description="tokens, or characters to estimate.")] = "tokens",
    ) -> Planned:
        """Calculate how many fixed windows documents of these lengths make, what is repeated and what embedding costs."""
        return Planned.of(plan_of(lengths, size=size, overlap=overlap, price=price, unit=unit))

    def chunk(
        self,
        text: Text = None,
        path: Name = None,
        by: Annotated[str, Field(description="heading, paragraph, sentence or window.")] = "heading",
        size: Size = DEFAULT_SIZE,
        overlap: Overlap = None,
        min_size: Annotated[int, Field(ge=0, description="Smaller sections join a neighbour.")] = 0,
        tokenizer: Tokenizer = "cl100k_base",
        language: Language = None,
        format: Format = None,
        first: First = 0,
        count: Count = 10,
    ) -> Cut:
        """Cut a document at its headings, blocks and sentences; exact tokens, and why each chunk ends where it does."""
        settings = Settings(
            by=by,
            size=size,
            overlap=overlap,
            min_size=min_size,
            tokenizer=_named(tokenizer),
            language=language,
            format=format,
        )
        if _given(text, path) == "text":
            return Cut.of(cut_text(text or "", settings), first, count)
        file = self.roots.file(path or "")
        return Cut.of(chunk_file(file.path, settings, root=file.root), first, count)

    def inspect(
        self,
        text: Text = None,
        path: Name = None,
        depth: Annotated[int, Field(ge=1, le=100, description="Levels of the tree to show.")] = 100,
        tokenizer: Tokenizer = "cl100k_base",
        format: Format = None,
        first: First = 0,
        count: Count = 100,
    ) -> Outline:
        """Show what was understood of a document: its sections and blocks as a tree, with lines and sizes in tokens."""
        counter = _named(tokenizer)
        if _given(text, path) == "text":
            format = format or "markdown"
            return Outline.of(
                inspect_text(text or "", format=format, tokenizer=counter), format, depth, first, count
            )
        given = self._read(path, format)
        tree = inspect_text(given.text, format=given.format, tokenizer=counter, source=given.source)
        return Outline.of(tree, given.format, depth, first, count)

    def window(
        self,
        total: Tokens,
        prompt: Tokens = 0,
        tools: Tokens = 0,
        history: Tokens = 0,
        answer: Tokens = 0,
        chunk_tokens: Annotated[int | None, Field(ge=1, le=10**9, description="Size of a chunk.")] = None,
        chunks_path: Name = None,
    ) -> Room:
        """Plan a context window of `total` tokens: how many chunks fit, of a size or as large as those of a chunk file."""
        measured = None
        if chunks_path is not None:
            file = self.roots.file(chunks_path)
            measured = [c.tokens for c in iterate_chunks(file.path) if c.parent is None]
        parts = {"prompt": prompt, "tools": tools, "history": history, "answer": answer}
        return Room.of(window_of(total, **parts, chunks=measured, chunk_tokens=chunk_tokens))

    def sentences(
        self,
        text: Text = None,
        path: Name = None,
        language: Language = None,
        first: First = 0,
        count: Count = 100,
    ) -> Sentences:
        """Find the sentences of a plain text, with their offsets."""
        given = text or "" if _given(text, path) == "text" else self._read(path).text
        return Sentences.of(given, sentences_of(given, language), first, count)

    def _read(self, path: str | None, format: str | None = None) -> Document:
        file = self.roots.file(path or "")
        return read(Found(file.path, source_of(file.path, root=file.root)), format=format)


def _given(text: str | None, path: str | None) -> str:
    if (text is None) == (path is None):
        raise InputError("give either text or path")
    return "path" if text is None else "text"


def _named(tokenizer: str) -> Any:  # noqa: ANN401
    """A tokenizer by its name: the path of a file would lead out of the folders."""
    if tokenizer.endswith(".json") or "/" in tokenizer or "\\" in tokenizer:
        raise OptionError(
            f"tokenizer={tokenizer!r}: only names are taken here, no files",
            option="tokenizer",
            value=tokenizer,
        )
    return tokenizer
