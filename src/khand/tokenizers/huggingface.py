"""Tokenizers from a Hugging Face ``tokenizer.json``, counted by Hugging Face's own library."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from khand.errors import MissingExtraError, TokenizerError

_SPACES = " \t\n\r"

# pre-tokenizers that drop white space and never join over it
_SPLIT_AT_SPACES = ("BertPreTokenizer", "Whitespace", "WhitespaceSplit")
# normalizers that change each character without a look at others
_LOCAL_NORMALIZERS = (None, "BertNormalizer", "Lowercase")


class HuggingFaceTokenizer:
    """
    The tokenizer of a ``tokenizer.json``.

    Counts the tokens of the text itself, nothing cut off by the file's truncation, no padding; `template` is how many the file's
    template adds around it (``[CLS]``, ``<s>``). Names of special tokens in a text are plain text.

    Limits: a model that puts a mark in front of every text (``▁``) counts it for every text, as the library does. A
    Unigram model finds the name of a special token that is also a piece of its vocabulary (``<s>``). An added token
    that is not special is part of the vocabulary and stays one token.

    Args:
        path: The path of the file; or what to call a tokenizer that is given as `content`.
        content: The content of the file, where it need not be read.

    Raises:
        TokenizerError: The file cannot be read or is no tokenizer.
        MissingExtraError: The library is not installed.

    """

    backend = "huggingface"
    exact = True

    def __init__(self, path: str, content: str | None = None) -> None:
        self.name = path
        described = _read(path, content)
        self._splits_at_spaces = _splits_at_spaces(described)
        self._engine = _engine(path, described)
        self.template = int(self._engine.num_special_tokens_to_add(False))

    def count(self, text: str) -> int:
        """Exact number of tokens of `text`; 0 for ''."""
        return len(self._encode(text)) if text else 0

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """``[count(t) for t in texts]``; shape (n,)."""
        return [self.count(text) for text in texts]

    def encode(self, text: str) -> list[int]:
        """The ids of the tokens of `text`; shape (count(text),)."""
        return list(self._encode(text).ids) if text else []

    def ends(self, text: str) -> array[int]:
        """
        Where each token ends, non-decreasing; shape (count(text),).

        From the library's offsets; where a normalizer moves characters they are made to grow, and what the last token
        leaves (white space that is dropped) counts as its own.
        """
        ends = array("L")
        reached = 0
        for _, end in self._encode(text).offsets if text else ():
            reached = max(reached, end)
            ends.append(reached)
        if ends:
            ends[-1] = len(text)
        return ends

    def is_seam(self, text: str, i: int) -> bool:
        """Beside white space where the file's pre-tokenizer splits at it (claim 7); else only at the edges."""
        if i <= 0 or i >= len(text):
            return True
        return self._splits_at_spaces and (text[i - 1] in _SPACES or text[i] in _SPACES)

    def _encode(self, text: str) -> Any:  # noqa: ANN401  # the library has no stubs
        return self._engine.encode(text, add_special_tokens=False)


def load_tokenizer(path: str) -> HuggingFaceTokenizer:
    """The tokenizer of a file; loaded anew only when the file has changed."""
    try:
        stat = Path(path).stat()
    except OSError as error:
        raise TokenizerError(
            f"tokenizer={path!r} cannot be read: {error.strerror}", tokenizer=path
        ) from error
    return _loaded(path, stat.st_mtime_ns, stat.st_size)


# loading takes a tenth of a second and more, and every document asks for its tokenizer
@lru_cache(maxsize=4)
def _loaded(path: str, mtime_ns: int, size_bytes: int) -> HuggingFaceTokenizer:
    return HuggingFaceTokenizer(path)


def _read(path: str, content: str | None) -> dict[str, Any]:
    try:
        described = json.loads(Path(path).read_text("utf-8") if content is None else content)
    except OSError as error:
        raise TokenizerError(
            f"tokenizer={path!r} cannot be read: {error.strerror}", tokenizer=path
        ) from error
    except ValueError as error:
        raise TokenizerError(f"tokenizer={path!r} is not JSON in UTF-8: {error}", tokenizer=path) from error
    if not isinstance(described, dict) or "model" not in described:
        raise TokenizerError(
            f"tokenizer={path!r} is JSON, but not a tokenizer: no model in it", tokenizer=path
        )
    return described


def _engine(path: str, described: dict[str, Any]) -> Any:  # noqa: ANN401  # the library has no stubs
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise MissingExtraError(
            f'tokenizer={path!r} needs the library tokenizers: pip install "khand[huggingface]"',
            extra="huggingface",
        ) from error
    try:
        engine = Tokenizer.from_str(json.dumps(described))
    except Exception as error:  # the library raises nothing narrower
        raise TokenizerError(f"tokenizer={path!r} is not a tokenizer: {error}", tokenizer=path) from error
    engine.encode_special_tokens = True
    engine.no_truncation()
    engine.no_padding()
    return engine


def _splits_at_spaces(described: dict[str, Any]) -> bool:
    kinds = [(described.get(part) or {}).get("type") for part in ("pre_tokenizer", "normalizer")]
    plain_added = [token for token in described.get("added_tokens") or [] if not token.get("special")]
    return kinds[0] in _SPLIT_AT_SPACES and kinds[1] in _LOCAL_NORMALIZERS and not plain_added
