"""Ways of cutting to compare: every combination of the values given, and other people's chunkers beside them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from khand.comparison import grid
from khand.engine import chunk
from khand.errors import InputError, OptionError
from khand.evaluation.index import Index, IndexedText
from khand.evaluation.passages import find_passage
from khand.readers import Document
from khand.tokenizers.base import Tokenizer

Cutter = Callable[..., Iterable[Any]]


class Setting(NamedTuple):
    """
    One way of cutting.

    Attributes:
        name: What tells it from the others of its sweep.
        options: Keywords of ``khand.chunk``; of a chunker of one's own, its keywords.
        cutter: A chunker of one's own, or None for khand's.
    """

    name: str
    options: Mapping[str, Any]
    cutter: Cutter | None = None


def sweep(values: Mapping[str, Sequence[Any]]) -> list[Setting]:
    """
    Every combination of some values for khand itself; see ``khand.comparison.grid``.

    >>> [one.name for one in sweep({"size": [200, 400]})]
    ['size 200', 'size 400']
    """
    return [Setting(name, options) for name, options in grid(values).items()]


def foreign(spec: str, sizes: Sequence[int]) -> list[Setting]:
    """
    A chunker of somebody else's, once for each size if it takes one.

    Args:
        spec: ``module:function``. It is called with a text, and ``size=`` where it has such a parameter; it gives chunks in order:
            strings that stand in the text, ``(start, end)``, or records with ``start`` and ``end``, and ``embed_text`` where
            that differs.
        sizes: The sizes to try.

    Raises:
        OptionError: There is no such function.
    """
    module, _, name = spec.partition(":")
    try:
        cutter = getattr(import_module(module), name)
        parameters = inspect.signature(cutter).parameters
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise OptionError(
            f"chunker={spec!r}: {error}; give module:function", option="chunker", value=spec
        ) from error
    takes_size = "size" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    if not takes_size:
        return [Setting(spec, {}, cutter)]
    return [Setting(f"{spec}, size {size}", {"size": size}, cutter) for size in sizes]


def cut(documents: Iterable[Document], setting: Setting, tokenizer: Tokenizer) -> Index:
    """
    Cut documents by one setting.

    Args:
        documents: The documents, already read.
        setting: The setting.
        tokenizer: The tokenizer that counts the chunks of somebody else's chunker.

    Raises:
        InputError: A chunk that somebody else's chunker made does not stand in its document.
    """
    chunks: list[IndexedText] = []
    children: list[IndexedText] = []
    repeated = context = 0
    for document in documents:
        if setting.cutter is not None:
            own, again = _foreign_chunks(document, setting, tokenizer)
            repeated += again
        else:
            made = chunk(document.text, **setting.options, format=document.format, source=document.source)
            own = [_indexed(one, None) for one in made]
            place = {one.id: len(chunks) + i for i, one in enumerate(made)}
            children += [_indexed(one, place[one.parent or ""]) for one in made.children]
            repeated, context = repeated + made.report.repeated, context + made.report.context_tokens
        chunks += own
    return Index(chunks, children, repeated, context)


def _indexed(one: Any, parent: int | None) -> IndexedText:  # noqa: ANN401 - a chunk or a child
    at = max(one.embed_text.rfind(one.text), 0)
    return IndexedText(
        one.source, one.start, one.end, one.embed_text, one.tokens, at, parent, tuple(one.headings)
    )


def _foreign_chunks(
    document: Document, setting: Setting, tokenizer: Tokenizer
) -> tuple[list[IndexedText], int]:
    """The chunks that another's chunker makes of a document, and the tokens they repeat."""
    assert setting.cutter is not None
    out: list[IndexedText] = []
    repeated = end_before = 0
    for given in setting.cutter(document.text, **setting.options):
        # a chunk starts behind the start of the one before
        start, end, text = _place(given, document, out[-1].start + 1 if out else 0, setting.name)
        if start >= end:
            continue
        at = max(text.find(document.text[start:end]), 0)
        if start < end_before:
            repeated += tokenizer.count(document.text[start : min(end, end_before)])
        end_before = max(end_before, end)
        out.append(IndexedText(document.source, start, end, text, tokenizer.count(text), at))
    return out, repeated


def _place(given: Any, document: Document, after: int, name: str) -> tuple[int, int, str]:  # noqa: ANN401
    """Start, end and indexed text of a chunk in whatever form it came."""
    if isinstance(given, str):
        at = document.text.find(given, after)
        if at >= 0:
            return at, at + len(given), given
        if not given.strip():
            return after, after, given
        # in what follows only: the same words may have stood before
        found = find_passage(given, {document.source: document.text[after:]})
        if found.passage is None:
            raise InputError(
                f"{document.source}: a chunk of {name} does not stand in it: {given[:60]!r}",
                source=document.source,
            )
        return after + found.passage.start, after + found.passage.end, given
    if isinstance(given, tuple) and len(given) == 2:
        start, end = given
        return start, end, document.text[start:end]
    record = (
        given
        if isinstance(given, Mapping)
        else vars(given)
        if hasattr(given, "__dict__")
        else given._asdict()
    )
    start, end = record["start"], record["end"]
    return start, end, record.get("embed_text") or document.text[start:end]
