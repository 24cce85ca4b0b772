"""
Screenshots of every view in both languages and themes, on a phone, a tablet, a laptop and a wide screen, into docs/screens.

    python scripts/screens.py [DIR]
"""

import shutil
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from khand.web.serve import make_server

ROOT = Path(__file__).parents[1]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DOCUMENTS = {"en": "handbook.md", "hi": "handbook-hi.md"}
# view: its address, and whether a document is open in it
VIEWS = {
    "calculator": ("#calculator", True),
    "start": ("#chunker", False),
    "chunker": ("#chunker?size=120&overlap=24&price=0.02", True),
    "compare": ("#chunker?size=120&compare=1&b.by=window&b.size=120&b.overlap=24", True),
    "document": ("#chunker?by=sentence&size=120&overlap=24&show=document", True),
    "window": ("#window", True),
    "help": ("#help", False),
}
SCREENS = {"": (1280, 1100), "-narrow": (360, 900), "-tablet": (768, 1024), "-wide": (2560, 1440)}
# an ordinary paste, as anywhere on the page
PASTE = """(text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""
SETTLED = """document.documentElement.dataset.busy === 'no' && document.querySelector('[aria-busy=true]') === null
    && !document.getElementById('engine-status').textContent.includes('…')"""


def wait(page, expression, seconds=60):
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise TimeoutError(expression)
        time.sleep(0.05)


def load(page, address, lang, fragment, document):
    """Open a view in a tab that keeps nothing of the view before."""
    page.goto("about:blank")
    page.goto(f"{address}?lang={lang}#chunker")
    wait(page, "document.documentElement.dataset.ready === 'yes'")
    page.evaluate("document.querySelector('#chunker document-input .clear').click()")
    page.evaluate("document.getElementById('notice').hidden = true")
    if document:
        page.evaluate(PASTE, (ROOT / "examples" / DOCUMENTS[lang]).read_text("utf-8"))
        wait(page, SETTLED)
    page.evaluate("(hash) => { location.hash = hash; }", fragment)
    wait(page, SETTLED)
    time.sleep(0.3)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    server = make_server(0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking"]
        )
        for lang in DOCUMENTS:
            for theme in ("light", "dark"):
                page = browser.new_context(color_scheme=theme).new_page()
                for view, (fragment, document) in VIEWS.items():
                    load(page, address, lang, fragment, document)
                    for suffix, (width, height) in SCREENS.items():
                        page.set_viewport_size({"width": width, "height": height})
                        page.evaluate("scrollTo(0, 0)")
                        time.sleep(0.3)
                        page.screenshot(path=folder / f"{view}-{lang}-{theme}{suffix}.png")
                    page.set_viewport_size({"width": 1280, "height": 1100})
                page.context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens")
