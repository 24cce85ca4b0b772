"""
The page's speed in Chromium, as Markdown on standard output.

    KHAND_CORPUS=… python bench/web.py [--runs 5] > docs/benchmarks-web.md

Server, driver and browser share one core (Linux). Cold is a new profile, warm its third visit, after one of some seconds. A
text is measured from the event of its arrival to the repaint that shows its chunks.
"""

import argparse
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from khand.web.site import site

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = ["--no-sandbox", "--disable-background-networking"]
BROWSER_START_S = 4
VISIT_S = 5
SETTLED = {"English, 100 KB": "1,000", "English, 1 MB": "3,000"}
# one question, answered when it is so: to ask again and again would take the core from the page
READY = """
    new Promise((resolve) => new PerformanceObserver((list, observer) => {
        const mark = list.getEntriesByName("khand-ready")[0];
        if (!mark) return;
        observer.disconnect();
        resolve(mark.startTime);
    }).observe({ type: "mark", buffered: true }))
"""
PASTE = """
    async (text) => {
        // the document before is put away first, as a user does; what that costs the browser is over before anyone can paste
        document.querySelector("#chunker document-input .clear").click();
        await new Promise((resolve) => setTimeout(resolve, 300));
        const place = document.querySelector("#chunk-bench chunk-list");
        const start = performance.now();
        const shown = new Promise((resolve) => new MutationObserver((_, observer) => {
            observer.disconnect();
            // the frame after the next one begins when the change is on the screen
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
        }).observe(place, { childList: true }));
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        return shown;
    }
"""
# A size is typed digit by digit, as on a keyboard; from the last key on it is waited for figures and chunks of that size.
SETTLE = """
    async (size) => {
        const field = document.querySelector("#settings-a-size");
        let last;
        for (let length = 1; length <= size.length; length++) {
            field.value = size.slice(0, length);
            last = performance.now();
            field.dispatchEvent(new InputEvent("input", { bubbles: true }));
            if (length < size.length) await new Promise((resolve) => setTimeout(resolve, 120));
        }
        const settled = () => document.querySelector(".strip .largest").textContent.includes(`of ${size}`)
            && document.documentElement.dataset.busy === "no";
        while (!settled()) await new Promise((resolve) => setTimeout(resolve, 16));
        return performance.now() - last;
    }
"""


def corpus(pattern, size_bytes):
    """Documents that match, joined and cut to a size in UTF-8 bytes; again from the start where they are too few."""
    paths = sorted(Path(os.environ["KHAND_CORPUS"]).glob(pattern))
    data = "\n\n".join([path.read_text("utf-8") for path in paths]).encode()
    return (data * (1 + size_bytes // len(data)))[:size_bytes].decode("utf-8", "ignore")


@contextmanager
def served():
    command = [sys.executable, "-m", "khand", "serve", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        yield re.search(r"http://\S+", process.stderr.readline())[0]
    finally:
        process.terminate()
        process.wait()


@contextmanager
def profile(playwright, folder):
    context = playwright.chromium.launch_persistent_context(folder, executable_path=CHROMIUM, args=ARGUMENTS)
    # a new profile's own start takes a second and a half of the core, which is not the page's
    time.sleep(BROWSER_START_S)
    try:
        yield context
    finally:
        context.close()


def poll(page, expression, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = page.evaluate(expression)
        if value:
            return value
        time.sleep(0.02)
    raise TimeoutError(expression)


def visit(context, address):
    page = context.new_page()
    page.goto(address)
    return page, page.evaluate(READY)


def start_ups(playwright, address, runs):
    """Milliseconds from navigation to Python ready: with an empty cache, and on the visits after."""
    cold, warm = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder, profile(playwright, folder) as context:
            page, ready = visit(context, address)
            cold.append(ready)
            poll(page, "document.documentElement.dataset.offline === 'yes'")
            page.close()
            # what the second visit has compiled the browser keeps when nothing more has come for two seconds
            page, _ = visit(context, address)
            time.sleep(VISIT_S)
            page.close()
            page, ready = visit(context, address)
            warm.append(ready)
    return cold, warm


def pastes(playwright, address, runs, texts):
    """Milliseconds from the arrival of a text to its chunks on the screen; each text differs a little from the last."""
    with tempfile.TemporaryDirectory() as folder, profile(playwright, folder) as context:
        page, _ = visit(context, address + "#chunker")
        time.sleep(2)
        first = page.evaluate(PASTE, "# First\n\nA text. Another sentence.")
        found = {"first paste of all": [first]}
        for name, text in texts.items():
            taken = []
            for run in range(runs + 1):
                taken.append(page.evaluate(PASTE, f"{text}\n\n{run}"))
                time.sleep(0.3)
            found[f"{name}, first"] = taken[:1]
            found[name] = taken[1:]
            if name in SETTLED:
                found[f"{name}, settled after the last key of a size"] = settled(page, runs, len(found))
        memory = memory_growth(page, texts["English, 1 MB"])
    return found, memory


def settled(page, runs, before):
    """Milliseconds from the last key of a size to its chunks; `before` makes it another than all before. A second Python is warm."""
    time.sleep(3)
    taken = []
    for run in range(runs):
        taken.append(page.evaluate(SETTLE, str(300 + 50 * run + before)))
        time.sleep(0.5)
    return taken


def memory_growth(page, text):
    """Private memory of the browser's renderers in MB after three and after thirteen more pastes of 1 MB."""
    seen = []
    for run in range(13):
        page.evaluate(PASTE, f"{text}\n\nmemory {run}")
        if run in (2, 12):
            page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
            time.sleep(2)
            seen.append(renderers_mb())
    return seen


def renderers_mb():
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if "--type=renderer" in (folder / "cmdline").read_text():
                rollup = (folder / "smaps_rollup").read_text()
                total += sum(int(kb) for kb in re.findall(r"Private_\w+:\s+(\d+)", rollup))
        except OSError:
            continue
    return total / 1000


def reference_ms():
    """A million additions in this Python: how fast the core is at the moment."""
    start = time.perf_counter()
    total = 0
    for number in range(1_000_000):
        total += number
    return (time.perf_counter() - start) * 1000


def sizes():
    """Bytes loaded until Python is ready, as they are and in brotli where there is a copy."""
    late = re.compile(
        r"/licenses/|(o200k|p50k|r50k)_base|^sw\.js|icon|webmanifest|khand\.zip|stdlib\.zip|/help/"
    )
    first = [asset for path, asset in site().items() if not late.search(path)]
    return sum(len(a.data) for a in first), sum(len(a.brotli or a.data) for a in first)


def row(name, values, goal=""):
    spread = f"{min(values):,.0f} to {max(values):,.0f}"
    return f"| {name} | {statistics.median(values):,.0f} ms | {spread} | {goal} |"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--core", type=int, default=1)
    options = parser.parse_args()
    os.sched_setaffinity(0, {options.core})
    texts = {
        "English, 100 KB": corpus("rust-book/*.md", 100_000),
        "Hindi, 100 KB": corpus("fastapi-hi/*.md", 100_000),
        "English, 1 MB": corpus("rust-book/*.md", 1_000_000),
        "Hindi, 1 MB": corpus("fastapi-hi/*.md", 1_000_000),
        "Chinese, 1 MB": corpus("fastapi-zh/*.md", 1_000_000),
    }
    with served() as address, sync_playwright() as playwright:
        cold, warm = start_ups(playwright, address, options.runs)
        taken, memory = pastes(playwright, address, options.runs, texts)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS).version
    print(cold, warm, taken, memory, file=sys.stderr)
    print(report(cold, warm, taken, memory, browser))


def report(cold, warm, taken, memory, browser):
    plain, packed = sizes()
    goals = {
        "English, 100 KB": "100",
        "Hindi, 100 KB": "100",
        "English, 1 MB": "600",
        "Hindi, 1 MB": "600",
        "Chinese, 1 MB": "2,000",
        **{f"{name}, settled after the last key of a size": goal for name, goal in SETTLED.items()},
    }
    lines = [
        f"Chromium {browser}, Python {platform.python_version()}, {platform.machine()}; server, driver and",
        f"browser on one core; load average {os.getloadavg()[0]:.1f} at the end, when a million additions in Python took",
        f"{reference_ms():.0f} ms; medians of {len(cold)} runs.",
        "",
        "| what | median | range | goal |",
        "|---|--:|--:|--:|",
        row("Python ready, empty cache", cold, "3,000 ms"),
        row("Python ready, later visit", warm, "1,600 ms"),
        *(row(name, values, f"{goals[name]} ms" if name in goals else "") for name, values in taken.items()),
        "",
        f"Loaded until Python is ready: {plain / 1e6:.2f} MB, in brotli {packed / 1e6:.2f} MB (goal 5). Private memory of the browser's",
        f"renderers after three pastes of 1 MB {memory[0]:.0f} MB, after ten more {memory[1]:.0f} MB.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
