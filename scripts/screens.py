"""
Screenshots of every view in both languages and themes, into docs/screens.

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
VIEWS = {
    "calculator": "#calculator",
    "chunker": "#chunker?size=120&overlap=24&price=0.02",
    "compare": "#chunker?size=120&compare=1&b.by=window&b.size=120&b.overlap=24",
    "document": "#chunker?by=sentence&size=120&overlap=24&show=document",
    "window": "#window",
    "help": "#help",
}
SCREENS = {"": (1280, 1100), "-narrow": (360, 900), "-wide": (2560, 1440)}


def wait(page, expression, seconds=60):
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise TimeoutError(expression)
        time.sleep(0.05)


def load(page, address, lang, fragment):
    page.goto(f"{address}?lang={lang}{fragment}")
    wait(page, "document.documentElement.dataset.ready === 'yes'")
    words = (ROOT / "examples" / DOCUMENTS[lang]).read_text("utf-8")
    if "help" not in fragment:
        page.evaluate(
            """(text) => { const area = document.querySelector("document-input textarea"); area.value = text;
                           area.dispatchEvent(new Event("input", { bubbles: true })); }""",
            words,
        )
    if "window" in fragment.partition("?")[0]:
        # the planner measures the chunks of the chunker
        for view in ("chunker", "window"):
            page.locator(f'[data-view="{view}"]').click()
            time.sleep(0.3)
    wait(page, "document.documentElement.dataset.busy === 'no'")
    wait(page, "!document.getElementById('engine-status').textContent.includes('…')")
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
                page = browser.new_context(
                    color_scheme=theme, viewport={"width": 1280, "height": 1100}
                ).new_page()
                for view, fragment in VIEWS.items():
                    load(page, address, lang, fragment)
                    for suffix, (width, height) in SCREENS.items():
                        # the narrow and wide ones once: they differ in layout, not in words or colours
                        if (
                            suffix
                            and (lang, theme) != {"-narrow": ("hi", "light"), "-wide": ("en", "dark")}[suffix]
                        ):
                            continue
                        page.set_viewport_size({"width": width, "height": height})
                        time.sleep(0.2)
                        page.screenshot(path=folder / f"{view}-{lang}-{theme}{suffix}.png")
                    page.set_viewport_size({"width": 1280, "height": 1100})
                page.context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens")
