"""Tokenizers behind one protocol."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from khand.errors import TokenizerError
from khand.settings import SerialTokenizer, TokenizerSpec
from khand.tokenizers.base import Tokenizer
from khand.tokenizers.patterns import ENCODINGS

__all__ = ["Tokenizer", "get_tokenizer", "known_tokenizers"]

FEW_CHARS = 100_000
"""
Code points of a process up to which the Python backend is done sooner: its tables are read in 0.07 s, the native backend's in 0.3 s.

The two meet at 200,000 to 400,000 in English and Hindi, the time to cut apart; below, so that a run that goes on loses little.
"""

_WITHOUT_TABLE = ("characters", "words", "estimate")


def known_tokenizers() -> list[str]:
    """
    The names `get_tokenizer` knows; besides these it takes ``estimate:3.5``, files and functions.

    >>> known_tokenizers()
    ['cl100k_base', 'o200k_base', 'p50k_base', 'r50k_base', 'characters', 'words', 'estimate']
    """
    return [*ENCODINGS, *_WITHOUT_TABLE]


def get_tokenizer(spec: TokenizerSpec, *, backend: str | None = None, chars: int | None = None) -> Tokenizer:
    """
    The tokenizer of a name, a Hugging Face ``tokenizer.json`` or a function.

    Args:
        spec: One of `known_tokenizers`, ``"estimate:3.5"`` (characters a token), an embedding model of `khand.models` that
            one of them counts for, the path of a ``tokenizer.json``, a ``tokenizers.Tokenizer``, or a function ``str -> int``.
        backend: ``"python"`` or ``"native"`` to insist on one; None for the fastest that is installed. Both give
            the same ids.
        chars: Code points it will soon be asked to count; while those of all calls are few, the backend that is ready
            sooner is taken instead. None for as many as you like.

    Raises:
        TokenizerError: The name is not known, the file cannot be read, or this backend does not have it.
        MissingExtraError: The file needs an optional dependency.

    >>> get_tokenizer("characters").count("four")
    4
    >>> get_tokenizer("text-embedding-3-small").name
    'cl100k_base'
    >>> get_tokenizer("gpt-5")
    Traceback (most recent call last):
        ...
    khand.errors.TokenizerError: tokenizer='gpt-5' is not known here; known are cl100k_base, o200k_base, p50k_base, \
r50k_base, characters, words, estimate, estimate:3.5 (characters a token), text-embedding-3-small, text-embedding-3-large, \
text-embedding-ada-002 and the path of a tokenizer.json

    """
    if backend not in (None, "python", "native"):
        raise TokenizerError(f"backend={backend!r}: must be python or native", tokenizer=str(spec))
    if not isinstance(spec, str):
        if hasattr(spec, "to_str"):
            return _of_object(spec)  # type: ignore[arg-type]  # the library's can be hashed
        if not callable(spec):
            raise TokenizerError(
                f"tokenizer={spec!r}: must be a name, a path or a function", tokenizer=str(spec)
            )
        from khand.tokenizers.functions import FunctionTokenizer

        return FunctionTokenizer(spec)
    if spec.endswith(".json"):
        from khand.tokenizers.huggingface import load_tokenizer

        return load_tokenizer(spec)
    if backend is None and chars is not None and _begun().still_few(chars):
        backend = "python"
    return _named(spec, backend)


class _Begun:
    """How much this process has been asked to count so far."""

    def __init__(self) -> None:
        self.chars = 0

    def still_few(self, chars: int) -> bool:
        """Whether with `chars` more it is still too little for the native backend to be worth its start."""
        self.chars += chars
        return self.chars <= FEW_CHARS


@lru_cache(maxsize=1)
def _begun() -> _Begun:
    return _Begun()


# loading takes a tenth of a second and more, and every document asks for its tokenizer
@lru_cache(maxsize=4)
def _of_object(tokenizer: SerialTokenizer) -> Tokenizer:
    from khand.tokenizers.huggingface import HuggingFaceTokenizer

    return HuggingFaceTokenizer(type(tokenizer).__qualname__, tokenizer.to_str())


# twelve: the four encodings in two backends, the three without a table, and one ratio more
@lru_cache(maxsize=12)
def _named(name: str, backend: str | None) -> Tokenizer:
    if name in ENCODINGS:
        return _byte_pairs(name, backend)
    from khand.tokenizers import simple

    if name == "characters":
        return simple.CharacterTokenizer()
    if name == "words":
        return simple.WordTokenizer()
    if name == "estimate":
        return simple.EstimateTokenizer()
    if name.startswith("estimate:"):
        return simple.EstimateTokenizer(name.removeprefix("estimate:"))
    from khand.models import model_named

    model = model_named(name)
    if model is not None and model.tokenizer:
        return _named(model.tokenizer, backend)
    raise TokenizerError(_unknown(name), tokenizer=name)


_HUB = re.compile(r"[\w.-]+/[\w.-]+")


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    from khand.models import model_named, models

    known = model_named(name)
    if known is not None and known.repository not in ("", name):
        return (
            f"tokenizer={name!r}: khand has no tables for this model; download tokenizer.json of {known.repository} and give the "
            "path of that file"
        )
    if _HUB.fullmatch(name) and not Path(name).exists():
        return (
            f"tokenizer={name!r} looks like a model of a hub, which khand never asks: download its tokenizer.json (for a model "
            "on huggingface.co, `hf download "
            + name
            + " tokenizer.json --local-dir .`) and give the path of that file"
        )
    counted = [model.name for model in models() if model.tokenizer]
    near = get_close_matches(name, [*known_tokenizers(), *counted], 1)
    meant = f"did you mean {near[0]}? " if near else ""
    return (
        f"tokenizer={name!r} is not known here; {meant}known are {', '.join(known_tokenizers())}, estimate:3.5 "
        f"(characters a token), {', '.join(counted)} and the path of a tokenizer.json"
    )


def _byte_pairs(name: str, backend: str | None) -> Tokenizer:
    from khand.tokenizers.native import NativeTokenizer, has_native

    if backend != "python" and has_native(name):
        return NativeTokenizer(name)
    if backend == "native":
        raise TokenizerError(
            f"tokenizer={name!r} has no native backend here; leave backend out", tokenizer=name
        )
    from khand.tokenizers.bpe import BytePairTokenizer

    return BytePairTokenizer(name)
