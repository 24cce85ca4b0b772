"""Comma- and tab-separated values as they stand: a table whose rows are the places to cut it."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, pairwise

from khand.outline.blocks import NO_BLOCKS, Block, Blocks, Kind, offsets

_DELIMITERS = ",;\t|"
_SAMPLE_CHARS = 20_000
_SAMPLE_ROWS = 50
_NUMBER = re.compile(
    r"[-+(]?[$€£₹¥]?\s?\d[\d.,' \u00a0\u202f]*\s?[%€₹)]?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.{0,15}"
)


def blocks(text: str, format: str) -> Blocks:
    r"""
    One table; its opening is the header row, if the first row is one.

    >>> blocks("name,age\nRao,41\n", "csv")[0].opening
    'name,age'
    """
    if not text:
        return NO_BLOCKS
    starts = row_starts(text, format)
    first = text[starts[0] : starts[1] if len(starts) > 1 else len(text)]
    opening = ""
    if len(starts) > 1 and _has_header(text, starts, delimiter_of(text, format)):
        opening = first.rstrip("\r\n")
    return Blocks.of(
        [Block(Kind.TABLE, 0, len(text), opening=opening.replace("\r\n", "\n").replace("\r", "\n"))]
    )


def children(text: str, block: Block, format: str) -> Blocks:
    r"""
    The rows; the header row stays with the first one.

    >>> text = 'name,said\nRao,"a\nb"\nDas,c\n'
    >>> [text[row.start : row.end] for row in children(text, blocks(text, "csv")[0], "csv")]
    ['name,said\nRao,"a\nb"\n', 'Das,c\n']
    """
    if block.kind == Kind.GROUP:
        second = row_starts(text[: block.end], format)[1:2]
        return Blocks.tiling(Kind.ROW, [0, *second], block.end)
    if block.kind != Kind.TABLE:
        return NO_BLOCKS
    starts = row_starts(text, format)
    grouped = bool(block.opening) and len(starts) > 2
    found = Blocks.tiling(Kind.ROW, offsets([*starts[:1], *starts[2:]]) if grouped else starts, len(text))
    if grouped:
        found.kinds[0] = Kind.GROUP
        found.details[0] = (1, "", "", "")
    return found


def row_starts(text: str, format: str) -> list[int]:
    """
    Where the rows begin; blank lines belong to the row above.

    A field in quotes may hold line ends. Where a quote is never closed the quotes mean nothing, and every line is a row.
    """
    rows = _rows(text, delimiter_of(text, format), len(text))
    return [0, *(end for _, end in rows[:-1])] if rows else [0]


def _rows(text: str, delimiter: str, limit: int) -> list[tuple[int, int]]:
    """Start and end of the rows that begin in the first `limit` code points."""
    quoted, plain = _patterns(delimiter)
    rows: list[tuple[int, int]] = []
    at = 0
    while at < limit:
        found = quoted.match(text, at)
        if found is None:
            return [m.span() for m in plain.finditer(text, 0, limit)]
        rows.append((at, found.end()))
        at = found.end()
    return rows


@lru_cache(8)
def _patterns(delimiter: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A row with the line ends behind it, with quotes and without."""
    d = re.escape(delimiter)
    field = rf'(?:[ ]*+"(?:[^"]++|"")*+"[^{d}\r\n]*+|[^{d}\r\n"][^{d}\r\n]*+|)'
    ends = r"(?:[\r\n]++|\Z)"
    return (
        re.compile(rf"(?!\Z){field}(?:{d}{field})*+{ends}"),
        re.compile(rf"(?!\Z)[^\r\n]*+{ends}"),
    )


def delimiter_of(text: str, format: str) -> str:
    r"""
    What parts the fields: of the usual signs the one that parts most rows into the same number of fields, at least two.

    >>> delimiter_of("a;b\n1,5;2,5\n", "csv"), delimiter_of("a\n", "csv"), delimiter_of("a,b\n", "tsv")
    (';', ',', '\t')
    """
    if format == "tsv":
        return "\t"
    sample = text[:_SAMPLE_CHARS]
    best, best_score = ",", 0.0
    for delimiter in _DELIMITERS:
        rows = _rows(sample, delimiter, len(sample))[:_SAMPLE_ROWS]
        counts = [len(_fields(sample[start:end], delimiter)) for start, end in rows]
        if len(sample) < len(text) and len(counts) > 1:
            counts = counts[:-1]
        usual = max(set(counts), key=counts.count) if counts else 1
        score = counts.count(usual) / len(counts) + usual / 1000 if usual > 1 else 0
        if score > best_score:
            best, best_score = delimiter, score
    return best


def _fields(row: str, delimiter: str) -> list[str]:
    """The fields of a row without their quotes."""
    row = row.strip("\r\n")
    if '"' not in row:
        return row.split(delimiter)
    d = re.escape(delimiter)
    found = re.findall(rf'(?:^|{d})(?:[ ]*"((?:[^"]++|"")*+)"[^{d}]*+|([^{d}]*+))', row)
    return [quoted.replace('""', '"') or plain for quoted, plain in found]


def _has_header(text: str, starts: list[int], delimiter: str) -> bool:
    """
    Whether the first row names columns.

    It does not if it holds an empty field, the same name twice, or numbers where the rows below hold numbers, unless these
    are years or other numbers one after the other.
    """
    ends = [*starts[1:], len(text)]
    sample = [
        _fields(text[start:end], delimiter)
        for start, end in islice(zip(starts, ends, strict=True), _SAMPLE_ROWS)
    ]
    first, rest = sample[0], sample[1:]
    names = [name.strip() for name in first]
    if len(names) == 1 or not any(names[1:]):
        return bool(names[0]) and not _is_number(names[0])
    numbers = [name for name in names if _is_number(name)]
    if not numbers:
        return True
    whole = [int(name) for name in numbers if name.isascii() and name.isdigit()]
    steps = {b - a for a, b in pairwise(whole)}
    are_years = all(1900 <= number <= 2100 for number in whole)
    enough = len(whole) > 2 or (len(whole) == 2 and are_years)
    in_a_row = enough and len(whole) == len(numbers) and steps in ({1}, {-1})
    below = [row[k] for row in rest for k in range(min(len(row), len(names))) if _is_number(names[k])]
    return in_a_row or not any(_is_number(value) for value in below)


def _is_number(value: str) -> bool:
    return _NUMBER.fullmatch(value.strip()) is not None
