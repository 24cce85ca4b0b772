"""
What the page's worker calls: khand's own functions, with answers as JSON and offsets as JavaScript counts them.

Nothing is computed here that khand does not compute; this keeps the open documents and translates.
"""

from __future__ import annotations

import io
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from khand.chunks import OPTIONAL, Chunk, Chunks
from khand.context_window import window
from khand.engine import chunk
from khand.errors import KhandError
from khand.planning import plan
from khand.readers import document
from khand.report import join_reports
from khand.settings import Settings
from khand.writers.jsonl import dumps

Options = dict[str, Any]


class Bytes(Protocol):
    """A typed array of JavaScript, as Pyodide hands it on."""

    def to_bytes(self) -> bytes:
        """Copy it."""


Data = str | Bytes


class Open(NamedTuple):
    """A document of the page; `source` is "" for a pasted text, as for standard input."""

    source: str
    format: str
    text: str


class Cut(NamedTuple):
    """The chunks of one document, and what they were made of: as long as that is the same, they are kept."""

    document: Open
    settings: str
    chunks: Chunks


class GoneError(KhandError):
    """A call is about a document that was closed while the call waited; the page drops it."""


_documents: dict[int, Open] = {}
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
    _documents[options["id"]] = Open(options["source"] or "", options["format"], text)


def _read(options: Options, data: Data) -> Options:
    """Open a file as the command line does; the page needs its text and what there is to tell."""
    content = data.encode() if isinstance(data, str) else data.to_bytes()
    read = document(content, options["source"], options["source"])
    _documents[options["id"]] = Open(read.source, read.format, read.text)
    nul = read.text.find("\0")
    about = {"count": read.text.count("\0"), "position": nul}
    warnings = [{"key": "document.nul", "about": about}] if nul >= 0 else []
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
        options: `slot`, the name the chunks are kept under; `ids` of the documents; `show`, the document whose rows
            are wanted; `length` of its text as JavaScript counts it, if known; `settings`, the keywords of
            ``khand.chunk``; `price`, or null.

    """
    settings, price = options["settings"], options.get("price")
    if not _documents.keys() >= set(options["ids"]):
        raise GoneError("a document was closed in the meantime")
    held = _cuts.setdefault(options["slot"], {})
    key = json.dumps(settings, sort_keys=True)
    for number in options["ids"]:
        opened = _documents[number]
        if number not in held or held[number].document is not opened or held[number].settings != key:
            chunks = chunk(opened.text, source=opened.source, format=opened.format, **settings)
            held[number] = Cut(opened, key, chunks)
    made = [held[number].chunks for number in options["ids"]]
    reports = [chunks.report for chunks in made]
    report = join_reports(reports, Settings(**settings)) if len(reports) > 1 else reports[0]
    figures = report.to_dict() | {"sizes": report.sizes}
    if price is not None and report.unit == "tokens":
        figures["cost"] = report.cost(price)
        figures["plan"]["cost"] = report.plan.embedded / 1_000_000 * price
    shown = held[options["show"]]
    return {"report": figures, **_rows(shown.document.text, shown.chunks, options.get("length"))}


def _rows(text: str, chunks: Sequence[Chunk], length: int | None = None) -> Options:
    """
    The chunks of one document for the page, which has the text itself.

    Returns:
        `rows` of [start, end, end of the repeated part, tokens, repeated tokens, path, before, after, cut, first line,
        last line, oversized]; offsets in UTF-16 units; path, before and after are indices into `strings`: the
        heading path, and what stands around the text in the embedded text.

    """
    units = _utf16(text, length)
    strings: dict[tuple[str, ...], int] = {}

    def index(*value: str) -> int:
        return strings.setdefault(value, len(strings))

    rows = [
        (
            units(c.start),
            units(c.end),
            units(c.start + c.overlap_chars),
            c.tokens,
            c.overlap_tokens,
            index(*c.headings),
            *(index(part) for part in _around(c)),
            c.cut,
            c.start_line,
            c.end_line,
            int(c.oversized),
        )
        for c in chunks
    ]
    return {"rows": rows, "strings": list(strings)}


def _around(chunk: Chunk) -> tuple[str, str]:
    r"""
    What the embedded text has before and after the text.

    >>> from khand.engine import chunk
    >>> [_around(c) for c in chunk("# A\n\n```py\none two three\nfour five six\n```", size=14)]
    [('', '\n```'), ('A\n\n```py\n', '')]

    """
    whole, text = chunk.embed_text, chunk.text
    # after the text there is at most a closing fence, on one line of its own
    end = len(whole) if whole.endswith(text) else whole.rindex("\n")
    return whole[: end - len(text)], whole[end:]


def _utf16(text: str, length: int | None = None) -> Callable[[int], int]:
    r"""
    From an offset in code points to one in UTF-16 units, which is how JavaScript counts.

    Args:
        text: The document.
        length: Of the text in units, where it is known: mostly it equals that in code points, and nothing has to be sought.

    >>> [_utf16("a😀b")(i) for i in range(4)]
    [0, 1, 3, 4]

    """
    if length == len(text) or text.isascii():
        return lambda offset: offset
    # the negated class stays on the fast path of `re`, one above U+FFFF does not
    astral = [found.start() for found in re.finditer("[^\0-\uffff]", text)]
    return lambda offset: offset + bisect_left(astral, offset)


def _made(options: Options) -> Iterator[Chunk]:
    for number in options["ids"]:
        yield from _cuts[options["slot"]][number].chunks


def _jsonl(options: Options, _data: Data) -> str:
    return "".join([dumps(chunk) + "\n" for chunk in _made(options)])


def _csv(options: Options, _data: Data) -> str:
    """Chunks as CSV (RFC 4180) with a byte order mark, by which spreadsheets know UTF-8."""
    import csv  # kept out of what is loaded before the first text

    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    named = [field for field in Chunk._fields if field not in ("headings", "page", *OPTIONAL)]
    writer.writerow([*named, "path"])
    for made in _made(options):
        values = [getattr(made, field) for field in named]
        writer.writerow([*values, " > ".join(made.headings)])
    return out.getvalue()


def _embedded(options: Options, _data: Data) -> str:
    """One chunk as it is embedded."""
    return _cuts[options["slot"]][options["id"]].chunks[options["index"]].embed_text


def _window(options: Options, _data: Data) -> Options:
    """
    The window planned over the chunks of a slot, where there are any, else over the nominal size.

    A window is of tokens: chunks that were counted in something else are not measured; `unit` names what.
    """
    held = _cuts.get(options["slot"], {})
    known = options["ids"] and held.keys() >= set(options["ids"])
    tokenizer = json.loads(held[options["ids"][0]].settings).get("tokenizer", "") if known else ""
    unit = tokenizer if tokenizer in ("characters", "words") else "tokens"
    chunks = list(_made(options)) if known and unit == "tokens" else []
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
    "window": _window,
}
