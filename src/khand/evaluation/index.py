"""What an index holds: texts with the span each stands for, chunks and the children that are matched in their stead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class IndexedText(NamedTuple):
    """
    One text of an index.

    Attributes:
        source: The document it is from.
        start: First code point it stands for.
        end: One past the last.
        text: What is matched: context and text.
        tokens: Exact count of `text`.
        text_at: Where in `text` the document's own words begin, in code points; what is before is context.
        parent: For a child, the position of its chunk among the texts; None for a chunk.
        headings: The heading path.
    """

    source: str
    start: int
    end: int
    text: str
    tokens: int
    text_at: int = 0
    parent: int | None = None
    headings: tuple[str, ...] = ()


class Index(NamedTuple):
    """
    The texts made of documents by one setting.

    Attributes:
        chunks: What is returned and read.
        children: What is matched besides; each has the position of its chunk as `parent`.
        repeated: Tokens embedded more than once because of overlap.
        context: Tokens of what is put around the texts.
    """

    chunks: Sequence[IndexedText]
    children: Sequence[IndexedText] = ()
    repeated: int = 0
    context: int = 0

    @property
    def tokens(self) -> int:
        """Tokens of all texts, chunks and children: what is embedded and paid for."""
        return sum(one.tokens for one in self.chunks) + sum(one.tokens for one in self.children)

    @property
    def texts(self) -> list[str]:
        """What is matched: the chunks', then the children's."""
        return [one.text for one in self.chunks] + [one.text for one in self.children]


def index_of(texts: Iterable[IndexedText], *, repeated: int = 0, context: int = 0) -> Index:
    """
    Sort a list of texts into chunks and children.

    Args:
        texts: In any order; the `parent` of a child is its chunk's position in this list.
        repeated: See ``Index``.
        context: See ``Index``.

    >>> made = index_of([IndexedText("a", 0, 9, "One. Two.", 6), IndexedText("a", 0, 4, "One.", 3, parent=0)])
    >>> len(made.chunks), made.children[0].parent, made.tokens
    (1, 0, 9)
    """
    given = list(texts)
    places = {at: place for place, at in enumerate(at for at, one in enumerate(given) if one.parent is None)}
    chunks = [one for one in given if one.parent is None]
    children = [one._replace(parent=places[one.parent]) for one in given if one.parent is not None]
    return Index(chunks, children, repeated, context)
