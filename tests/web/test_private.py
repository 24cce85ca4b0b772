"""Nothing leaves the page: its policy, a second origin that counts hits, no request after loading, offline, upgrades."""

import re
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from web.conftest import running

from khand.web.serve import make_server
from khand.web.site import TYPES, Asset, site, write_site

pytestmark = pytest.mark.timeout(240)

FREELY = "/freely"
ARRIVE = {"fetch", "post", "xhr", "beacon", "image", "import", "style", "frame", "form"}
ROUTES = (Path(__file__).parent / "routes.mjs").read_text("utf-8")


class Recorder(BaseHTTPRequestHandler):
    """Another origin: answers everything, allows everything, remembers who came."""

    def answer(self):
        self.server.hits.append(f"{self.command} {self.path}")
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST = do_OPTIONS = do_HEAD = answer  # noqa: N815

    def log_message(self, *_):
        pass


@contextmanager
def other_origin():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
    server.hits = []
    with running(server) as address:
        yield address.replace("127.0.0.1", "localhost").rstrip("/"), server.hits


@contextmanager
def static_host(folder):
    """A host like those for static pages: right types, no policy in its headers."""

    class Handler(SimpleHTTPRequestHandler):
        extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

        def __init__(self, *args):
            super().__init__(*args, directory=str(folder))

        def log_message(self, *_):
            pass

    with running(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as address:
        yield address


@contextmanager
def counting(assets=None):
    """khand's own server, with the paths it was asked for."""
    server = make_server(0)
    handler = server.RequestHandlerClass
    handler.files = assets or handler.files
    asked = []
    handler.parse_request = lambda self, parse=handler.parse_request: (parse(self), asked.append(self.path))[
        0
    ]
    with running(server) as address:
        yield address, asked, handler


def attempts(khand, evil):
    """Try every route out of the page and out of a worker like the engine's; gives those that got through."""
    return khand.page.evaluate(
        """async ([source, evil]) => {
            const run = `${source}\\nattempts(${JSON.stringify(evil)}).then((done) => postMessage(done));`;
            const worker = new Worker(URL.createObjectURL(new Blob([run], { type: "text/javascript" })), { type: "module" });
            const fromWorker = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
            const page = await import(URL.createObjectURL(new Blob([source + "\\nexport { attempts };"], { type: "text/javascript" }))).then(
                (routes) => routes.attempts(evil), () => null);
            return { worker: await fromWorker, page };
        }""",
        [ROUTES, evil],
    )


def try_freely(tab, evil, hits):
    """
    Try the routes from a page without a policy, until all that tell nothing of themselves have arrived.

    The browser has then sent whatever it was going to send of what was tried before.
    """
    blank = ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
    blank.hits = []
    with running(blank) as address:
        page = tab(address).page
        page.goto(address)
        page.evaluate(f"async (evil) => {{ {ROUTES}\n return attempts(evil); }}", evil + FREELY)
        end = time.monotonic() + 30
        while not {hit.split("?")[0].rpartition("/")[2] for hit in hits if FREELY in hit} >= ARRIVE:
            assert time.monotonic() < end, hits
            time.sleep(0.05)


@pytest.mark.parametrize("host", ["serve", "static"])
def test_no_route_leads_out(tab, tmp_path, host):
    """Fetch, XHR, sockets, beacons, images, styles, fonts, forms, frames, imports: none reaches another origin."""
    with other_origin() as (evil, hits):
        if host == "static":
            write_site(tmp_path)
            serving = static_host(tmp_path)
        else:
            serving = running(make_server(0))
        with serving as address:
            khand = tab(address).open("#chunker")
            khand.paste("# Secret\n\nA secret text.")
            # the routes are evaluated by the test's own channel, which no policy of the page can stop
            page = khand.page.evaluate(f"async (evil) => {{ {ROUTES}\n return attempts(evil); }}", evil)
            worker = attempts(khand, evil)["worker"]
        try_freely(tab, evil, hits)
    assert [] == [hit for hit in hits if FREELY not in hit]
    assert [] == [name for name, result in page.items() if result == "sent"]
    assert [] == [name for name, result in worker.items() if result == "sent"]
    assert "ok" == worker["wasm"]


def test_recorder_would_notice(tab):
    """The same routes from a page without a policy are seen: the test above can fail."""
    with other_origin() as (evil, hits):
        try_freely(tab, evil, hits)
    assert [] == [hit for hit in hits if FREELY not in hit]


def test_no_request_once_everything_is_there(tab):
    """After precaching, texts in every tokenizer and view cause no request at all."""
    with counting() as (address, asked, _):
        khand = tab(address).open("#chunker")
        khand.until("document.documentElement.dataset.offline === 'yes'", seconds=60)
        asked.clear()
        for text in ("# One\n\nA text.", "दूसरा पाठ। और एक वाक्य।", "x" * 60_000):
            khand.paste(text)
        for name in ("o200k_base", "p50k_base", "r50k_base", "words"):
            khand.page.locator("#settings-a-tokenizer").select_option(name)
            khand.idle()
        for view in ("calculator", "window", "help"):
            khand.page.locator(f'[data-view="{view}"]').click()
            khand.idle()
        assert [] == asked


def test_works_without_a_network(tab):
    """Once loaded, the page opens and cuts with the network gone, and with the server gone."""
    with counting() as (address, _, _handler):
        khand = tab(address).open("#chunker")
        khand.until("document.documentElement.dataset.offline === 'yes'", seconds=60)
    khand.page.reload()
    khand.ready()
    khand.paste("# Alone\n\nStill here.")
    khand.page.locator("#settings-a-tokenizer").select_option("o200k_base")
    khand.idle()
    assert ["# Alone\n\nStill here."] == [card["text"] for card in khand.chunks()]


def upgraded():
    """The next version: other words in a module, and in a module of Python's."""
    import khand.web.site as module

    walk = module._walk

    def changed(folder, prefix=""):
        for path, data in walk(folder, prefix):
            if path == "words/en/documents.mjs":
                yield path, data.replace(b'"Text chunker"', b'"Text chunker, second version"')
            elif path == "khand/web/bridge.py":
                yield path, data + b"\nVERSION = 2\n"
            else:
                yield path, data

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_walk", changed)
        return module.site()


def versions(khand):
    """Which version the words are of, and which the folder the page was loaded from."""
    return khand.text("#chunker-title"), khand.page.evaluate("document.documentElement.dataset.app")


def test_upgrade_is_whole_or_not_there(tab):
    """After an upgrade the page is all of one version: at once online, and still when the network goes in between."""
    old, new = site(), upgraded()
    with counting(old) as (address, asked, handler):
        khand = tab(address).open("#chunker")
        khand.until("document.documentElement.dataset.offline === 'yes'", seconds=60)
        first = versions(khand)
        handler.files = new
        khand.page.reload()
        khand.ready()
        second = versions(khand)
        assert ("Text chunker", "Text chunker, second version") == (first[0], second[0])
        assert first[1] != second[1]
        # the new worker has everything: the old folder is asked for no more
        cache = re.search(r'CACHE = "(.*?)"', new["sw.js"].data.decode())[1]
        khand.until(
            """(cache) => navigator.serviceWorker.getRegistration().then(async (it) => await caches.has(cache)
                && !it.installing && !it.waiting && it.active.state === "activated")""",
            seconds=60,
            argument=cache,
        )
        asked.clear()
        khand.page.reload()
        khand.ready()
        old_folder = first[1].strip("/")
        assert not any(old_folder in path for path in asked)
        khand.paste("# Whole\n\nOne version.")
        assert 1 == len(khand.chunks())
    khand.page.reload()
    khand.ready()
    assert second == versions(khand)


def test_half_an_upgrade_is_never_cached(tab):
    """A server caught while its files are replaced: the worker refuses what is of another version."""
    old, new = site(), upgraded()
    name = next(path for path in new if path.endswith("words/en/documents.mjs"))
    # the new paths with one file of the old content under it
    stale = old[next(path for path in old if path.endswith("words/en/documents.mjs"))]
    mixed = {**new, name: Asset(stale.data)}
    with counting(mixed) as (address, _asked, _handler):
        khand = tab(address).open("#chunker")
        # the page's own worker, if it is still there, else another try
        state = khand.page.evaluate(
            """navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).then(({ installing }) =>
                new Promise((resolve) => installing.addEventListener("statechange", () => resolve(installing.state))))"""
        )
        assert "redundant" == state
        assert "yes" != khand.page.evaluate("document.documentElement.dataset.offline")
        assert [] == khand.page.evaluate("caches.keys()")
