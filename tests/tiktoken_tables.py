"""
tiktoken, the reference, without the network: its cache is filled from the tables that khand ships.

tiktoken itself refuses a table whose SHA-256 is not the published one.
"""

from __future__ import annotations

import base64
import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path

import pytest

from khand.tokenizers.tables import load_tokens

URL = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"


def published_form(encoding):
    """The table as OpenAI publishes it: a line ``base64 rank`` for each token."""
    tokens = enumerate(load_tokens(encoding))
    return b"".join(base64.b64encode(token) + b" %d\n" % rank for rank, token in tokens if token)


@cache
def _folder():
    return tempfile.TemporaryDirectory(prefix="khand-tiktoken-")


@cache
def reference(encoding):
    """tiktoken's Encoding; ``reference("cl100k_base").encode_ordinary(text)`` gives the right ids."""
    # it is compiled, and there is none for the interpreter of the page
    tiktoken = pytest.importorskip("tiktoken")
    name = hashlib.sha1(URL.format(encoding).encode()).hexdigest()
    Path(_folder().name, name).write_bytes(published_form(encoding))
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = _folder().name
    try:
        return tiktoken.get_encoding(encoding)
    finally:
        if before is None:
            del os.environ["TIKTOKEN_CACHE_DIR"]
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before
