"""JSON and JSON Lines: a record a line; or, where a field is named, a document a record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from khand.errors import InputError
from khand.readers.decode import decode
from khand.readers.document import Document
from khand.readers.options import ReadOptions

MAX_DEPTH = 100
"""Lists that a field may lie in."""


def read(data: bytes, name: str, options: ReadOptions) -> Iterable[Document]:
    """The records: one document of lines, or with `text_field` a document each, the other fields as metadata."""
    text = decode(data, encoding=options.encoding, source=name)
    if options.text_field is None:
        return [Document("", text if options.format == "jsonl" else _lines(_loaded(text, name)), "lines")]
    found = _numbered_lines(text, name) if options.format == "jsonl" else _numbered(_loaded(text, name))
    return _documents(found, options.text_field, name)


def _loaded(text: str, where: str) -> Any:  # noqa: ANN401  # JSON has no type
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{where}: is not JSON ({error}); of one record a line, say format='jsonl'", source=where
        ) from error


def _numbered_lines(text: str, name: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{name}, line {number}: is not JSON ({error})", source=name) from error


def _numbered(value: Any) -> Iterator[tuple[int, Any]]:  # noqa: ANN401
    return enumerate(value if isinstance(value, list) else [value], 1)


def _lines(value: Any) -> str:  # noqa: ANN401
    r"""
    Each element of a list, or each member of an object, on a line.

    >>> _lines([{"a": 1}, "b"])
    '{"a": 1}\n"b"\n'

    """
    if isinstance(value, list):
        parts = [json.dumps(each, ensure_ascii=False) for each in value]
    elif isinstance(value, dict):
        parts = [
            f"{json.dumps(k, ensure_ascii=False)}: {json.dumps(v, ensure_ascii=False)}"
            for k, v in value.items()
        ]
    else:
        parts = [json.dumps(value, ensure_ascii=False)]
    return "".join([part + "\n" for part in parts])


def _documents(records: Iterable[tuple[int, Any]], field: str, name: str) -> Iterator[Document]:
    made = 0
    known: dict[str, None] = {}
    for number, record in records:
        for inner, found in enumerate(_found(record, field.split(".")), 1):
            text, rest = found
            more = f".{inner}" if inner > 1 else ""
            yield Document(f"#{number}{more}", text, "text", (), rest)
            made += 1
        if not made and isinstance(record, dict):
            known |= dict.fromkeys(record)
    if not made:
        raise InputError(
            f"{name}: no record has a text in the field {field!r}; there are {', '.join(list(known)[:20]) or 'none'}",
            source=name,
        )


def _found(value: Any, path: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:  # noqa: ANN401
    """The texts that a path leads to; of a list on the way each element is a record. With each the fields beside the path."""
    if isinstance(value, list):
        for each in value:
            yield from _found(each, path)
    elif isinstance(value, dict) and path[0] in value:
        inner = value[path[0]]
        rest = {key: each for key, each in value.items() if key != path[0]}
        if len(path) > 1:
            for text, deeper in _found(inner, path[1:]):
                yield text, rest | deeper
        elif isinstance(inner, str):
            yield inner, rest
        elif isinstance(inner, list) and inner and all(isinstance(each, str) for each in inner):
            yield "\n\n".join(inner), rest
