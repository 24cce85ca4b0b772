"""
Byte-pair merging of one piece, exact and in time linear in the piece.

Claims 5 and 6 of docs/algorithms.md prove the shortcuts taken here.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

Ranks = dict[bytes, int]

SHORT_BYTES = 48
"""Up to here the plain loop, quadratic but almost all in C, is the fastest."""

_MAX_AGAIN_BYTES = 512
"""Merged at once, at most, where a window meets what stands before it; beyond that a heap merges the whole piece.
Holds the two longest tokens (128 bytes each) and a window."""

_KEPT_WINDOWS = 4096

_NEVER = 1 << 60


def merge(data: bytes, ranks: Ranks) -> list[bytes]:
    """
    The tokens of `data`: the pair of the lowest rank, leftmost first, is joined until none is left.

    Args:
        data: UTF-8 or any bytes; not empty.
        ranks: The id of every token by its bytes; every single byte is one.

    Returns:
        The tokens' bytes, which join to `data`.

    >>> ranks = {b"a": 0, b"b": 1, b"ab": 2, b"abab": 3}
    >>> merge(b"aababb", ranks)
    [b'a', b'abab', b'b']

    """
    if len(data) <= SHORT_BYTES:
        return _merge_short(data, ranks)
    return _merge_long(data, ranks)


def _merge_short(data: bytes, ranks: Ranks) -> list[bytes]:
    get = ranks.get
    parts = [data[i : i + 1] for i in range(len(data))]
    found = [get(data[i : i + 2], _NEVER) for i in range(len(data) - 1)]
    while found:
        lowest = min(found)
        if lowest == _NEVER:
            break
        i = found.index(lowest)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
        del found[i]
        if i < len(found):
            found[i] = get(parts[i] + parts[i + 1], _NEVER)
        if i:
            found[i - 1] = get(parts[i - 1] + parts[i], _NEVER)
    return parts


def _merge_long(data: bytes, ranks: Ranks) -> list[bytes]:
    """
    Merge window by window; a few of the last tokens are merged again with each window.

    Tokens are right as a whole when each two neighbours, merged alone, stay as they are (claim 5), so only the
    place where the new tokens meet the old ones has to be checked.
    """

    # runs of one character, rules and the like bring the same windows again and again
    @lru_cache(maxsize=_KEPT_WINDOWS)
    def tokens_of(window: bytes) -> list[bytes]:
        return _merge_short(window, ranks)

    out: list[bytes] = []
    for start in range(0, len(data), SHORT_BYTES):
        window = data[start : start + SHORT_BYTES]
        redo = 2
        while True:
            again = b"".join(out[-redo:]) + window
            if len(again) > _MAX_AGAIN_BYTES:
                return _merge_by_heap(data, ranks)
            fresh = tokens_of(again)
            if redo >= len(out) or tokens_of(out[-redo - 1] + fresh[0]) == [out[-redo - 1], fresh[0]]:
                break
            redo *= 2
        out[-redo:] = fresh
    return out


def _merge_by_heap(data: bytes, ranks: Ranks) -> list[bytes]:
    """Merge with a queue of pairs: O(n log n) whatever the bytes."""
    n = len(data)
    get = ranks.get
    end = list(range(1, n + 1))
    following = list(range(1, n + 1))
    previous = list(range(-1, n - 1))
    queue = [(rank, i, i + 2) for i in range(n - 1) if (rank := get(data[i : i + 2])) is not None]
    heapq.heapify(queue)
    while queue:
        _, i, stop = heapq.heappop(queue)
        j = following[i] if end[i] else n
        if j >= n or end[j] != stop:
            continue
        end[i], end[j] = stop, 0
        after = following[i] = following[j]
        if after < n:
            previous[after] = i
            if (rank := get(data[i : end[after]])) is not None:
                heapq.heappush(queue, (rank, i, end[after]))
        before = previous[i]
        if before >= 0 and (rank := get(data[before:stop])) is not None:
            heapq.heappush(queue, (rank, before, stop))
    return [data[i : end[i]] for i in range(n) if end[i]]


class Joints:
    """
    Between which characters beyond ASCII a token can reach; elsewhere a piece may be cut (claim 6).

    Chinese prose comes in pieces of 20 to 100 bytes, but few tokens hold two characters: cut at every
    place that no token crosses, its parts are short and come again and again.
    """

    def __init__(self, tokens: Iterable[bytes]) -> None:
        self._pairs: set[str] = set()
        self._held_before: set[str] = set()
        self._held_after: set[str] = set()
        for token in tokens:
            if len(token) > 1 and not token.isascii():
                self._add(token.decode("utf-8", "surrogateescape"))

    def _add(self, token: str) -> None:
        """Note the joints inside one token; its bytes that are no whole character are lone surrogates."""
        for left, right in pairwise(token):
            torn_left, torn_right = "\udc80" <= left <= "\udcff", "\udc80" <= right <= "\udcff"
            if torn_left and torn_right:
                self._held_before.update(_chars_led_by(ord(right) - 0xDC00))
            elif torn_left:
                self._held_before.add(right)
            elif torn_right:
                self._held_after.add(left)
            else:
                self._pairs.add(left + right)

    def parts(self, piece: str) -> list[str]:
        """`piece` cut at every place that no token crosses."""
        pairs, held_before, held_after = self._pairs, self._held_before, self._held_after
        out = []
        start = 0
        for i, (left, right) in enumerate(pairwise(piece), 1):
            if left + right in pairs or right in held_before or left in held_after:
                continue
            if left <= "\x7f" and right <= "\x7f":
                continue
            out.append(piece[start:i])
            start = i
        out.append(piece[start:])
        return out


def _chars_led_by(byte: int) -> Iterable[str]:
    """Every character whose UTF-8 begins with `byte`; none for a byte that continues one."""
    if byte < 0xC0:
        return ()
    if byte < 0xE0:
        return map(chr, range((byte & 0x1F) << 6, (byte & 0x1F) + 1 << 6))
    if byte < 0xF0:
        return map(chr, range((byte & 0x0F) << 12, (byte & 0x0F) + 1 << 12))
    return map(chr, range((byte & 0x07) << 18, min((byte & 0x07) + 1 << 18, 0x110000)))
