"""
What the page's worker calls: khand's own functions, with answers as JSON and offsets as JavaScript counts them.

Nothing is computed here that khand does not compute; this keeps the open documents and translates.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from khand.chunk_record import Chunk
from khand.chunks import Chunks
from khand.context_window import window
from khand.engine import chunk, chunk_document
from khand.errors import InputError, KhandError
from khand.planning import plan
from khand.readers import Document, documents
from khand.report import join_reports
from khand.settings import Settings
from khand.tokenizers import get_tokenizer
from khand.web.rows import KINDS, Strings, as_csv, children, outline, rows, tokens_of
from khand.writers.jsonl import dumps

Options = dict[str, Any]


class Bytes(Protocol):
    """A typed array of JavaScript, as Pyodide hands it on."""

    def to_bytes(self) -> bytes:
        """Copy it."""


Data = str | Bytes


class Cut(NamedTuple):
    """The chunks of one document, and what they were made of: as long as that is the same, they are kept."""

    document: Document
    settings: str
    chunks: Chunks


class GoneError(KhandError):
    """A call is about a document that was closed while the call waited; the page drops it."""


_documents: dict[int, Document] = {}
_cuts: dict[str, dict[int, Cut]] = {}


def call(name: str, options: str, data: Data = "") -> str:
    """
    Answer one call of the page.

    Args:
        name: One of ``CALLS``.
        options: A JSON object.
        data: The document, for calls that take one: a text or its UTF-8, or the bytes of a file.

    Returns:
        A JSON object: ``{"result": …}``, or ``{"error": {type, message, option, value, position, source}}`` for what the
        user can mend.

    >>> call("plan", '{"length": 10, "size": 4, "overlap": 4}')[:50]
    '{"error":{"type":"OptionError","message":"overlap='

    """
    answer: Options
    try:
        answer = {"result": CALLS[name](json.loads(options), data)}
    except KhandError as error:
        about = {"type": type(error).__name__, "message": str(error)}
        fields = ("option", "value", "position", "source")
        answer = {"error": about | {field: getattr(error, field, None) for field in fields}}
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"), default=str)


def warm_up() -> None:
    """Do once what the first text would otherwise wait for: modules, tables, patterns, and how letters beyond ASCII join."""
    for by in ("heading", "window"):
        _ = chunk("# A\n\nOne. Two (e.g. this).\n\n- खंडन\n- c\n", by=by, size=8).report


def _plan(options: Options, _data: Data) -> Options:
    made = plan(**options)
    return made.to_dict() | {"stride": made.stride}


def _open(options: Options, data: Data) -> None:
    text = data if isinstance(data, str) else data.to_bytes().decode()
    _documents[options["id"]] = Document(options["source"] or "", text, options["format"])


def _read(options: Options, data: Data) -> Options:
    """Open a file as the command line does; the page needs its text and what there is to tell."""
    content = data.encode() if isinstance(data, str) else data.to_bytes()
    found = list(documents(content, options["source"], options["source"]))
    if len(found) != 1:
        raise InputError(
            f"{options['source']}: holds {len(found)} documents; use the command line: khand chunk"
        )
    [read] = found
    _documents[options["id"]] = read
    nul = read.text.find("\0")
    about = {"count": read.text.count("\0"), "position": nul}
    warnings = [{"key": "document.nul", "about": about}] if nul >= 0 else []
    warnings += [{"key": "document.left-out", "about": {"reason": said}} for said in read.left_out]
    return {"text": read.text, "format": read.format, "warnings": warnings}


def _keep(options: Options, _data: Data) -> None:
    """Forget the documents that are no longer open, and their chunks."""
    for gone in _documents.keys() - set(options["ids"]):
        del _documents[gone]
        for cuts in _cuts.values():
            cuts.pop(gone, None)


def _chunk(options: Options, _data: Data) -> Options:
    """
    Cut the open documents.

    Args:
        options: `slot`, the name the chunks are kept under; `ids` of the documents; `shown`, those whose rows are wanted;
            `lengths` of their texts as JavaScript counts them, where known; `outlines`, those whose blocks are wanted;
            `settings`, the keywords of ``khand.chunk``; `price`, or null.

    """
    settings, price = options["settings"], options.get("price")
    held = _held(options)
    reports = [cut.chunks.report for cut in held.values()]
    report = join_reports(reports, Settings(**settings)) if len(reports) > 1 else reports[0]
    figures = report.to_dict() | {"sizes": report.sizes}
    if price is not None and report.unit == "tokens":
        figures["cost"] = report.cost(price)
        figures["repeated_cost"] = report.repeated / 1_000_000 * price
        figures["plan"]["cost"] = report.plan.embedded / 1_000_000 * price
    lengths = options.get("lengths") or [None] * len(options["shown"])
    strings = Strings()
    made = [
        row
        for place, (number, length) in enumerate(zip(options["shown"], lengths, strict=True))
        for row in rows(held[number].document.text, held[number].chunks, strings, place, length)
    ]
    outlines = {
        number: outline(_documents[number].text, _documents[number].format)
        for number in options.get("outlines", ())
    }
    inside = [
        each
        for number in options["shown"]
        for each in children(held[number].document.text, held[number].chunks)
    ]
    lengths_in_tokens = [each.document_tokens for each in reports]
    about = {"kinds": KINDS, "outlines": outlines, "documents": lengths_in_tokens, "children": inside}
    return {"report": figures, "rows": made, "strings": strings.kept} | about


def _held(options: Options) -> dict[int, Cut]:
    """The cuts of the documents in `ids` under `settings`: as they are kept in `slot`, or made now."""
    settings = options["settings"]
    if not _documents.keys() >= set(options["ids"]):
        raise GoneError("a document was closed in the meantime")
    kept = _cuts.setdefault(options["slot"], {})
    key = json.dumps(settings, sort_keys=True)
    for number in options["ids"]:
        opened = _documents[number]
        if number not in kept or kept[number].document is not opened or kept[number].settings != key:
            chunks = chunk_document(opened, Settings(**settings))
            kept[number] = Cut(opened, key, chunks)
    return {number: kept[number] for number in options["ids"]}


def _made(options: Options) -> Iterator[Chunk]:
    for cut in _held(options).values():
        yield from cut.chunks


def _jsonl(options: Options, _data: Data) -> str:
    lines = []
    for cut in _held(options).values():
        asked = ("parent",) if cut.chunks.children else ()
        lines += [dumps(chunk, asked=asked) + "\n" for chunk in cut.chunks.with_children()]
    return "".join(lines)


def _csv(options: Options, _data: Data) -> str:
    return as_csv([chunk for cut in _held(options).values() for chunk in cut.chunks.with_children()])


def _one(options: Options) -> Chunk:
    """Chunk `index` of document `id`."""
    return _held({**options, "ids": [options["id"]]})[options["id"]].chunks[options["index"]]


def _embedded(options: Options, _data: Data) -> str:
    """One chunk as it is embedded."""
    return _one(options).embed_text


def _tokens(options: Options, _data: Data) -> list[tuple[str, list[int]]] | None:
    """One chunk as it is embedded, in its tokens."""
    return tokens_of(_one(options).embed_text, options["settings"].get("tokenizer", "cl100k_base"))


def _count(options: Options, data: Data) -> int:
    """How many tokens a text has that nobody keeps."""
    text = data if isinstance(data, str) else data.to_bytes().decode()
    return get_tokenizer(options["tokenizer"]).count(text)


def _window(options: Options, _data: Data) -> Options:
    """
    The window planned over the chunks of a slot, where there are any, else over the nominal size.

    A window is of tokens: chunks that were counted in something else are not measured; `unit` names what. What stays free
    is told for the number of chunks that are `retrieved`, too.
    """
    tokenizer = options["settings"].get("tokenizer", "") if options["ids"] else ""
    unit = tokenizer if tokenizer in ("characters", "words") else "tokens"
    chunks = list(_made(options)) if options["ids"] and unit == "tokens" else []
    parts = {name: options[name] for name in ("prompt", "tools", "history", "answer")}
    sized = {"chunks": chunks} if chunks else {"chunk_tokens": options["chunk_tokens"]}
    made = window(options["total"], **parts, **sized)
    exact = not (chunks and tokenizer.startswith("estimate"))
    return made.to_dict() | {"measured": len(chunks), "unit": unit, "exact": exact}


CALLS: dict[str, Callable[[Options, Data], Any]] = {
    "plan": _plan,
    "open": _open,
    "read": _read,
    "keep": _keep,
    "chunk": _chunk,
    "jsonl": _jsonl,
    "csv": _csv,
    "embedded": _embedded,
    "tokens": _tokens,
    "count": _count,
    "window": _window,
}
