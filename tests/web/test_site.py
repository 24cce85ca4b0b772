"""The files of the page and the server that hands them out; no browser needed."""

import http.client
import json
import re
import subprocess
import sys
import zipfile
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import pytest

import khand.web.site as module
from khand.web.serve import make_server
from khand.web.site import CSP, core, site, write_site

RUNTIME = files("khand.web") / "runtime"


@pytest.fixture(scope="module")
def ask():
    """One request to a server of the page: method, path, headers -> response with its body read."""
    server = make_server(0)
    import threading

    threading.Thread(target=server.serve_forever, daemon=True).start()

    def request(method, path, headers=None, body=None):
        connection = http.client.HTTPConnection(*server.server_address)
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        response.body = response.read()
        connection.close()
        return response

    yield request
    server.shutdown()
    server.server_close()


def test_runtime_is_what_the_manifest_says():
    """Every vendored file has the hash that was recorded when it was vendored."""
    manifest = json.loads((RUNTIME / "manifest.json").read_bytes())
    for name, about in manifest["files"].items():
        if not name.startswith("tables/"):
            assert about["sha256"] == sha256((RUNTIME / name).read_bytes()).hexdigest(), name
        assert about["brotli_sha256"] == sha256((RUNTIME / f"{name}.br").read_bytes()).hexdigest(), name


def test_no_file_of_the_runtime_is_unrecorded():
    """Nothing lies beside the runtime that the manifest does not know."""
    manifest = json.loads((RUNTIME / "manifest.json").read_bytes())["files"]
    found = {entry.name for entry in RUNTIME.iterdir() if entry.is_file()} - {"manifest.json"}
    found -= {"core.json", *(f"core.{kind}{packed}" for kind in ("zip", "image") for packed in ("", ".br"))}
    known = {name for name in manifest if "/" not in name}
    assert known | {f"{name}.br" for name in known} == found


def test_byte_code_of_the_standard_library_fits_the_interpreter():
    """All byte code has the magic number of the one Python version in the WebAssembly file."""
    with zipfile.ZipFile(BytesIO((RUNTIME / "stdlib.zip").read_bytes())) as library:
        magic = {library.read(name)[:4] for name in library.namelist() if name.endswith(".pyc")}
    assert json.loads((RUNTIME / "manifest.json").read_bytes())["python"].startswith("3.14.")
    # 3627 is CPython 3.14's, little-endian, then \r\n
    assert {(3627).to_bytes(2, "little") + b"\r\n"} == magic


def test_licences_are_shipped():
    """The licences of Pyodide and CPython lie in the site and say what they are."""
    texts = {
        path.rpartition("/")[2]: asset.data.decode() for path, asset in site().items() if "/licenses/" in path
    }
    assert "Mozilla Public License Version 2.0" in texts["pyodide-MPL-2.0.txt"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in texts["cpython-PSF.txt"]
    assert json.loads((RUNTIME / "manifest.json").read_bytes())["pyodide"] in texts["README.txt"]


def test_site_is_the_same_each_time():
    """The same package makes the same files, byte for byte."""
    assert {path: a.sha256 for path, a in site().items()} == {path: a.sha256 for path, a in site().items()}


def test_core_in_the_page_is_the_installed_package():
    """The browser gets khand's own modules unchanged, and no room that it has no use for."""
    contents = core()
    assert (files("khand") / "engine.py").read_bytes() == contents["khand/engine.py"]
    assert "khand/web/bridge.py" in contents
    assert [] == [name for name in contents if re.search(r"/cli/|serve|\.bpt|__pycache__", name)]


def test_warming_up_imports_what_a_text_needs():
    """What is imported before the image of the page is taken is enough to cut and export a text, and holds no other format."""
    warm = "import json, sys; from khand.web import bridge; bridge.warm_up(); print(*sys.modules)\n"
    text = (
        "bridge.call('open', json.dumps({'id': 1, 'source': None, 'format': 'markdown'}), '# A\\n\\nb\\n')\n"
        "asked = {'slot': 'a', 'ids': [1], 'shown': [1], 'outlines': [1], 'price': 0.1, 'settings': {'children': 5}}\n"
        "assert 'result' in bridge.call('chunk', json.dumps(asked)) and 'result' in bridge.call('jsonl', json.dumps(asked))\n"
        "print(*sys.modules)"
    )
    run = [sys.executable, "-c", warm + text]
    before, after = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    own = {name for name in before.split() if name.startswith("khand.")}
    assert own == {name for name in after.split() if name.startswith("khand.")}
    assert {"khand.engine", "khand.web.bridge"} < own
    assert [] == [
        name
        for name in own
        if re.search(r"folders|finding|extraction|readers\.html|pdf|office|mail|rst|models", name)
    ]


def core_of(assets):
    """The files in the zip that the browser gets."""
    packed = next(asset.data for path, asset in assets.items() if path.endswith("/khand.zip"))
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("built", [None, {"made_of": "an older package", "page": {"app.mjs": "older"}}])
def test_page_takes_the_sources_where_nothing_is_built_of_them(monkeypatch, built):
    """A checkout without built files, or with those of other modules, hands out its modules as they are."""
    about = module._built(Path("nowhere")) if built is None else built
    monkeypatch.setattr(module, "_built", lambda _runtime: about)
    made = module.site()
    assert core() == core_of(made)
    assert not any(path.endswith("/khand.image") for path in made)
    assert [] == [path for path, asset in made.items() if path.endswith("/app.mjs") and asset.brotli]


def test_build_site_writes_what_serve_answers_with(tmp_path):
    """A static host gets the same bytes, and brotli copies beside the large files."""
    write_site(tmp_path)
    for path, asset in site().items():
        assert asset.data == (tmp_path / path).read_bytes(), path
        assert (asset.brotli is not None) == (tmp_path / f"{path}.br").exists(), path
    assert any(path.name == "pyodide.asm.wasm.br" for path in tmp_path.rglob("*"))


def test_folders_are_named_after_their_content(tmp_path, monkeypatch):
    """A change of one page file changes the name of the folder of all page files, and of no other folder."""
    before = site()
    walk = module._walk
    changed = lambda folder, prefix="": (  # noqa: E731
        (path, data + b"\n" if path == "app.mjs" else data) for path, data in walk(folder, prefix)
    )
    monkeypatch.setattr(module, "_walk", changed)
    after = module.site()
    folders = [{path.partition("/")[0] for path in made if "/" in path} for made in (before, after)]
    assert {"app"} == {name.partition("-")[0] for name in folders[1] - folders[0]}


def test_index_carries_the_policy_and_no_inline_script():
    """On a host that sends no headers the policy stands in the page; nothing in the page needs it loosened."""
    index = site()["index.html"].data.decode()
    assert f'http-equiv="Content-Security-Policy" content="{CSP}"' in index
    assert [] == re.findall(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", index)
    assert "unsafe-inline" not in CSP
    assert "'unsafe-eval'" not in CSP


@pytest.mark.parametrize("path", ["/", "/index.html", "/sw.js"])
def test_serves_the_page_with_its_policy(ask, path):
    """Every answer carries the policy, also against being framed, and no referrer."""
    answer = ask("GET", path)
    assert 200 == answer.status
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert "no-referrer" == answer.headers["Referrer-Policy"]
    assert "nosniff" == answer.headers["X-Content-Type-Options"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_takes_nothing(ask, method):
    """Only GET and HEAD are answered: there is nowhere to send a text to."""
    answer = ask(method, "/", body=b"secret")
    assert (405, "GET, HEAD") == (answer.status, answer.headers["Allow"])


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/x", "/app", "//etc/passwd", "/khand.zip?x", "/\0"]
)
def test_has_no_other_files(ask, path):
    """Only the site's own paths exist."""
    assert ask("GET", path.replace("\0", "%00")).status == 404


def test_head_has_the_headers_of_get_and_no_body(ask):
    """HEAD says what GET would send."""
    get, head = ask("GET", "/"), ask("HEAD", "/")
    assert (get.headers["Content-Length"], b"") == (head.headers["Content-Length"], head.body)


def test_large_files_come_in_brotli_where_that_is_taken(ask):
    """The runtime is sent precompressed to a client that says so, plain to others, with the right type."""
    path = next("/" + path for path in site() if path.endswith("asm.wasm"))
    plain, packed = ask("GET", path), ask("GET", path, {"Accept-Encoding": "gzip, br"})
    refused = ask("GET", path, {"Accept-Encoding": "br;q=0"})
    assert (None, "br", None) == tuple(a.headers["Content-Encoding"] for a in (plain, packed, refused))
    assert "application/wasm" == packed.headers["Content-Type"]
    assert len(packed.body) < 0.4 * len(plain.body)


def test_what_is_named_after_its_content_is_kept_for_good(ask):
    """Hashed paths may be kept by the browser; the index is asked for each time, cheaply."""
    path = next("/" + path for path in site() if path.endswith("app.mjs"))
    assert "immutable" in ask("GET", path).headers["Cache-Control"]
    index = ask("GET", "/")
    assert "no-cache" == index.headers["Cache-Control"]
    assert 304 == ask("GET", "/", {"If-None-Match": index.headers["ETag"]}).status


def words(language):
    """Every word of a language by its key, and the keys of each file."""
    folder = files("khand.web") / "page" / "words" / language
    parts = {entry.name: entry.read_text("utf-8") for entry in folder.iterdir()}
    found = {
        name: re.findall(r'^  "([^"]+)": "(.*)",$', source, re.MULTILINE) for name, source in parts.items()
    }
    for name, source in parts.items():
        assert len(found[name]) == sum(line.startswith('  "') for line in source.splitlines())
    pairs = [pair for part in found.values() for pair in part]
    assert len(pairs) == len(dict(pairs)), "a key stands twice"
    return dict(pairs), {name: [key for key, _ in part] for name, part in found.items()}


def test_both_languages_have_every_word():
    """English and Hindi have the same keys in the same files, and each sentence the same places for values."""
    (english, of_english), (hindi, of_hindi) = words("en"), words("hi")
    assert of_english == of_hindi
    for key, sentence in english.items():
        assert sorted(re.findall(r"\{\w+\}", sentence)) == sorted(re.findall(r"\{\w+\}", hindi[key])), key


@pytest.mark.parametrize("language", ["en", "hi"])
def test_every_file_of_words_is_taken_up(language):
    """The list of a language names each of its files."""
    folder = files("khand.web") / "page" / "words"
    listed = re.findall(rf'from "\./{language}/(\w+\.mjs)"', (folder / f"{language}.mjs").read_text("utf-8"))
    assert sorted(entry.name for entry in (folder / language).iterdir()) == sorted(listed)


def test_every_note_of_the_report_has_words():
    """What the report may say, the page can say in both languages."""
    codes = set(re.findall(r'Note\(\s*"(\w+)"', (files("khand") / "notes.py").read_text("utf-8")))
    assert len(codes) >= 8
    known, _ = words("en")
    assert set() == {code for code in codes if not {f"note.{code}", f"note.{code}.title"} <= known.keys()}


def test_data_never_becomes_markup():
    """No module of the page uses the sinks that turn text into elements."""
    page = files("khand.web") / "page"
    sinks = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe|\beval\(|new Function"
    )
    from khand.web.site import _walk

    assert [] == [
        path for path, data in _walk(page) if path.endswith((".mjs", ".js")) and sinks.search(data.decode())
    ]
