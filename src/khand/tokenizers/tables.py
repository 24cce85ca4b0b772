"""
The byte-pair tables that ship with khand.

A ``.bpt`` file is the magic ``BPT1``, the number n of ranks as 4 bytes little-endian, n bytes with the length
of each rank's token in bytes (0 where a rank has no token: p50k_base has such a gap), then the tokens' bytes.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import accumulate, pairwise

_MAGIC = b"BPT1"
_HEAD_BYTES = 8
_CONTINUATIONS = bytes(range(0x80, 0xC0))


def load_tokens(encoding: str) -> list[bytes]:
    """
    The bytes of every token, by rank; ``b""`` where a rank has none.

    Args:
        encoding: The name of a shipped table, e.g. ``"cl100k_base"``.

    Returns:
        Shape (n,); the rank of a token is its id.

    >>> load_tokens("r50k_base")[262]
    b' the'

    """
    data = files("khand.tokenizers").joinpath("data", f"{encoding}.bpt").read_bytes()
    if not data.startswith(_MAGIC):
        raise ValueError(f"{encoding}.bpt is not a table of tokens")
    body = _HEAD_BYTES + int.from_bytes(data[4:_HEAD_BYTES], "little")
    ends = accumulate(data[_HEAD_BYTES:body], initial=body)
    return [data[a:b] for a, b in pairwise(ends)]


def begun_chars(tokens: list[bytes]) -> bytes:
    """
    How many code points begin in each token: its bytes that do not continue a character.

    Args:
        tokens: Shape (n,).

    Returns:
        A byte for each token, shape (n,); added up along a text they give the ends of its tokens.

    >>> list(begun_chars([b"the", "é".encode(), "é".encode()[1:]]))
    [3, 1, 0]

    """
    # four tokens of five are ASCII, and that is asked in a third of the time
    return bytes(
        [len(token) if token.isascii() else len(token.translate(None, _CONTINUATIONS)) for token in tokens]
    )
