"""The page in a real browser: servers, Chromium, and how to wait under a policy that forbids eval."""

import json
import shutil
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from khand.web.serve import make_server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def running(server):
    """Serve in a thread until the block ends; gives the address."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Khand:
    """One tab with the page in it, and the verbs a user has."""

    def __init__(self, page, address):
        self.page, self.address = page, address
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def open(self, fragment="#calculator", lang="en"):
        """Go to a view with the settings in its address; Python is started again only for another language."""
        target = f"{self.address}?lang={lang}"
        if self.page.url.partition("#")[0] == target:
            self.page.evaluate("(hash) => { location.hash = '#help'; location.hash = hash; }", fragment)
        else:
            self.page.goto(target + fragment)
        self.ready()
        self.idle()
        return self

    def reset(self):
        """No document, default settings, no message, no choice of language or theme."""
        self.page.evaluate(
            """() => {
                for (const button of document.querySelectorAll("document-input .clear")) button.click();
                document.getElementById("notice").hidden = true;
                localStorage.clear();
            }"""
        )
        for view in ("chunker", "window", "calculator"):
            self.open(f"#{view}")

    def ready(self):
        self.until("document.documentElement.dataset.ready === 'yes'", seconds=90)

    def until(self, expression, seconds=30, argument=None):
        """Poll an expression: Playwright's own waiting evaluates text, which the page's policy forbids."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.page.evaluate(expression, argument)
            if value:
                return value
            time.sleep(0.03)
        raise AssertionError(f"not true within {seconds} s: {expression}")

    def idle(self):
        """Python is there and has answered everything, what waits for a pause of typing included."""
        words = "document.getElementById('engine-status').textContent"
        busy = "document.querySelector('[aria-busy=true]') === null && document.documentElement.dataset.busy === 'no'"
        self.until(f"{busy} && !{words}.includes('…')")

    def text(self, selector):
        return self.page.locator(selector).first.text_content()

    def fill(self, selector, value):
        self.page.locator(selector).first.fill(value)
        self.idle()

    def paste(self, text, view="chunker"):
        """A text is pasted anywhere in a view, in place of what is open."""
        assert self.page.locator(f"#{view}").is_visible()
        self.page.evaluate(
            """(text) => {
                const clipboardData = new DataTransfer();
                clipboardData.setData("text/plain", text);
                document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
            }""",
            text,
        )
        self.idle()

    def write(self, text, view="chunker"):
        """A text is written into the area by hand, all at once."""
        self.page.evaluate(
            """([view, text]) => {
                const area = document.querySelector(`#${view} document-input textarea`);
                area.value = text;
                area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
            }""",
            [view, text],
        )
        self.idle()

    def message(self):
        """The words of the message at the foot of the page."""
        self.until("!document.getElementById('notice').hidden")
        return self.text("#notice span")

    def choose_files(self, *files, view="chunker"):
        """`files` are (name, bytes)."""
        payload = [{"name": name, "mimeType": "", "buffer": data} for name, data in files]
        self.page.locator(f"#{view} document-input input[type=file]").set_input_files(payload)
        shown = f"document.querySelector('#{view}').textContent"
        area = f"document.querySelector('#{view} textarea').value"
        self.until(f"(name) => {shown}.includes(name) || {area}.includes(name)", argument=files[-1][0])
        self.idle()

    def export(self, kind):
        """A file out of the menu: its bytes and its name."""
        self.page.locator(".export > button").click()
        with self.page.expect_download() as waiting:
            self.page.get_by_role("button", name=f"Export {kind}").click()
        return Path(waiting.value.path()).read_bytes(), waiting.value.suggested_filename

    def export_says(self, name):
        """What an entry of the menu puts into the clipboard."""
        self.page.locator(".export > button").click()
        self.page.get_by_role("button", name=name).click()
        self.until("document.querySelector('#notice span')?.textContent === 'Copied.'")
        return self.page.evaluate("navigator.clipboard.readText()")

    def parts(self, lists, which=0):
        """Heading, text and marked part of every part of a long list, each seen by scrolling to it."""
        groups = f"[...document.querySelectorAll({json.dumps(lists)})][{which}].querySelectorAll('ol')"
        seen = []
        for group in range(self.page.evaluate(f"{groups}.length")):
            self.page.evaluate(f"{groups}[{group}].scrollIntoView()")
            seen += self.until(
                f"""{groups}[{group}].children.length && [...{groups}[{group}].children].map((part) => ({{
                    head: part.querySelector("header")?.textContent ?? "",
                    foot: part.querySelector(".foot, .cut")?.textContent ?? "",
                    context: part.querySelector(".with")?.textContent ?? "",
                    text: part.querySelector(".body, .text, .exact").textContent,
                    mark: part.querySelector(".twice.before")?.textContent ?? "",
                    twice: part.classList.contains("twice"),
                    numbers: part.dataset.k,
                }}))"""
            )
        return seen

    def chunks(self, which=0):
        """What the cards of the first or second setting say."""
        return self.parts("#chunk-results chunk-list", which)


@pytest.fixture(scope="session")
def chromium():
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="the page needs Playwright: pip install playwright"
    )
    if CHROMIUM is None:
        pytest.skip("the page needs Debian's chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address():
    with running(make_server(0)) as address:
        yield address


@pytest.fixture
def tab(chromium):
    """Opens tabs of a fresh profile: ``tab(address)``."""
    contexts = []

    def open_tab(address, **options):
        context = chromium.new_context(**options)
        contexts.append(context)
        return Khand(context.new_page(), address)

    yield open_tab
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def shared(chromium, address):
    """One tab for a whole file, so that Python starts once; each test leaves it without a document."""
    context = chromium.new_context(
        viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    yield Khand(context.new_page(), address).open()
    context.close()


@pytest.fixture
def khand_page(shared):
    """The shared tab, without a document and with default settings."""
    shared.reset()
    shared.errors.clear()
    yield shared
    assert [] == shared.errors
