"""The half-open span every room speaks in."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """
    A half-open range ``[start, end)`` of code points of the source text.

    >>> "section"[slice(*Span(0, 4))]
    'sect'
    """

    start: int
    end: int
