"""The record of one chunk."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, NamedTuple

OPTIONAL = ("parent", "metadata")
"""Fields that a record has only where they are asked for."""


class Chunk(NamedTuple):
    """
    One chunk; the fields are the keys of its record, in this order.

    Attributes:
        id: Hash of source, heading path, embedded text and a counter of repeats: same input, same id.
        source: The document's name, see ``docs/sources.md``; "" for none.
        index: 0-based position in its document.
        heading: The last of `headings`, or None.
        headings: The heading path: titles from the document's top to the chunk.
        text: The exact slice of the source: ``source[start:end]``.
        embed_text: Context and text as sent to the embedding model.
        tokens: Exact count of `embed_text` in the chosen tokenizer.
        start: First code point in the source.
        end: One past the last code point.
        start_line: 1-based line of `start`.
        end_line: 1-based line of the last code point, inclusive.
        page: 1-based page, where the format knows pages; else None.
        overlap_chars: How many code points of the previous chunk's end it repeats.
        overlap_tokens: Exact token count of those.
        cut: Why it ends here: heading, block, item (also row, code line and record line), sentence, line, word, grapheme, window, end.
        oversized: True only for a single grapheme cluster larger than the size.
        parent: On a child, the id of the chunk it is a window of; None on chunks.
        metadata: What else is known of this chunk from its document, by name; None where there is nothing.

    """

    id: str
    source: str
    index: int  # type: ignore[assignment]  # the record's key; tuple.index is not missed
    heading: str | None
    headings: tuple[str, ...]
    text: str
    embed_text: str
    tokens: int
    start: int
    end: int
    start_line: int
    end_line: int
    page: int | None
    overlap_chars: int
    overlap_tokens: int
    cut: str
    oversized: bool = False
    parent: str | None = None
    metadata: dict[str, Any] | None = None

    def to_dict(self, *, asked: Collection[str] = ()) -> dict[str, Any]:
        r"""
        The record of the chunk, as it is written as JSON and as a data frame takes it.

        Args:
            asked: Which of ``OPTIONAL`` the record has in any case, as None where the chunk has no value.

        Returns:
            Every field by its name, `headings` as a list; those of ``OPTIONAL`` only if they are asked for or have a value.

        >>> one = Chunk("6f1", "a.md", 0, "B", ("A", "B"), "b", "A > B\n\nb", 7, 9, 10, 3, 3, None, 0, 0, "end")
        >>> list(one.to_dict())[-4:]
        ['overlap_chars', 'overlap_tokens', 'cut', 'oversized']
        >>> one.to_dict()["headings"], one.to_dict(asked=["parent"])["parent"]
        (['A', 'B'], None)
        """
        record = self._asdict()
        record["headings"] = list(self.headings)
        for name in OPTIONAL:
            if record[name] is None and name not in asked:
                del record[name]
        return record


def around(chunk: Chunk) -> tuple[str, str]:
    r"""
    The context of a chunk: what its embedded text has before the text, and what after it.

    >>> from khand.engine import chunk
    >>> [around(c) for c in chunk("# A\n\n```py\none two three\nfour five six\n```", size=14)]
    [('', '\n```'), ('A\n\n```py\n', '')]

    """
    whole, text = chunk.embed_text, chunk.text
    # after the text there is at most a closing fence, on one line of its own
    end = len(whole) if whole.endswith(text) else whole.rindex("\n")
    return whole[: end - len(text)], whole[end:]


def metadata_json(metadata: dict[str, Any] | None) -> str | None:
    """
    The metadata of a chunk as JSON, for formats that have one column for it; None stays None.

    >>> metadata_json({"भाषा": "hi"}), metadata_json(None)
    ('{"भाषा": "hi"}', None)

    """
    return None if metadata is None else json.dumps(metadata, ensure_ascii=False)
