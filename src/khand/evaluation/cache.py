"""Keeps vectors that were made once, by the hash of their text; each is complete or not there."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from khand.errors import InputError
from khand.evaluation.embedders import Embedder
from khand.extras import load

if TYPE_CHECKING:
    import numpy as np

STEP = 256
"""Texts embedded between two writes: what an interrupted run loses at most."""
Told = Callable[[int], None]


def default_folder() -> Path:
    """The folder where vectors are kept by default: ``khand`` in the user's folder for caches."""
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
    return Path(base) / "khand" / "embeddings"


class Cached:
    """
    An embedder that remembers.

    Args:
        embedder: What makes the vectors.
        folder: The folder they are kept in, one file for each embedder; None to keep nothing between runs.
        told: Called with the number of texts done, cached ones included.

    Attributes:
        made: Texts embedded so far.
        taken: Texts found in the cache.
    """

    def __init__(self, embedder: Embedder, folder: Path | None, told: Told = lambda _: None) -> None:
        self.made = self.taken = 0
        self._embedder = embedder
        self._told = told
        self._file = None
        if folder is not None:
            name = blake2b(embedder.key.encode(), digest_size=8).hexdigest()
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(f"{folder}: {error.strerror or error}", source=str(folder)) from error
            self._file = folder / f"{name}.sqlite"

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """One vector of length 1 a text, shape (len(texts), dimensions), float32; equal texts are embedded once."""
        numpy = load("numpy", "evaluate")
        keys = [blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest() for text in texts]
        with _Store(self._file) as store:
            known = store.get(keys)
            new = [
                (key, text) for key, text in dict(zip(keys, texts, strict=True)).items() if key not in known
            ]
            self.taken += len(texts) - len(new)
            self._told(len(texts) - len(new))
            for low in range(0, len(new), STEP):
                part = new[low : low + STEP]
                vectors = self._embedder.embed([text for _, text in part]).astype(numpy.float32, copy=False)
                made = {key: vector.tobytes() for (key, _), vector in zip(part, vectors, strict=True)}
                store.put(made)
                known |= made
                self.made += len(part)
                self._told(len(part))
        joined = b"".join([known[key] for key in keys])
        table: np.ndarray = numpy.frombuffer(joined, dtype=numpy.float32)
        return table.reshape(len(keys), -1) if keys else table.reshape(0, 1)


class _Store:
    """A table of vectors in one SQLite file, whose transactions are whole or not there; nothing without a file."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def __enter__(self) -> _Store:
        try:
            self._open = sqlite3.connect(self._file or ":memory:", timeout=60)
            self._open.execute(
                "CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID"
            )
        except sqlite3.Error as error:
            raise InputError(
                f"{self._file}: {error}; delete it, or leave the cache out", source=str(self._file)
            ) from error
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        for low in range(0, len(keys), 500):  # SQLite takes a limited number of values
            part = keys[low : low + 500]
            marks = ",".join("?" * len(part))
            found.update(
                self._open.execute(f"SELECT text, vector FROM vectors WHERE text IN ({marks})", part)
            )
        return found

    def put(self, made: dict[bytes, bytes]) -> None:
        with self._open:
            self._open.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", made.items())
