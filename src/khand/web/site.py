"""
The web page as a set of files: what ``khand serve`` answers with and ``khand build-site`` writes.

Everything but ``index.html`` and ``sw.js`` lives in a folder named after the hash of what is in it. A page therefore only
ever asks for files of its own version, whatever a cache, a half-finished upload or an upgrade in between holds.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from khand.models import models
from khand.outline import FORMATS
from khand.tokenizers import known_tokenizers

CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the page may load: its own files and nothing else; no inline script, no eval, no form target."""

NOT_IN_PAGE = (
    *("khand/adapters/", "khand/cli/", "khand/evaluation/", "khand/web/"),
    *("khand/jobs.py", "khand/pool.py", "khand/shards.py", "khand/verification.py", "khand/notebook.py"),
    *(
        "khand/budgets.py",
        "khand/build.py",
        "khand/changes.py",
        "khand/comparison.py",
        "khand/duplicates.py",
        "khand/extras.py",
        "khand/formatting.py",
        "khand/inspection.py",
        "khand/store_records.py",
        "khand/summaries.py",
    ),
    *("khand/readers/chunks.py", "khand/readers/epub.py", "khand/tokenizers/huggingface.py"),
    *(
        "khand/writers/csv.py",
        "khand/writers/formats.py",
        "khand/writers/parquet.py",
        "khand/writers/split.py",
    ),
)
"""Rooms the browser has no use for; what its worker calls is added by name."""

WORKER = ("khand/web/__init__.py", "khand/web/bridge.py", "khand/web/rows.py")

TYPES = {
    ".bpt": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".image": "application/octet-stream",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}


@dataclass(frozen=True)
class Asset:
    """
    One file of the site.

    Attributes:
        data: Its bytes.
        brotli: The same in brotli, where a copy was made; else None.

    """

    data: bytes
    brotli: bytes | None = None

    @cached_property
    def sha256(self) -> str:
        """The hash of `data`, in hex."""
        return sha256(self.data).hexdigest()


def site() -> dict[str, Asset]:
    """
    Every file of the page by its path below the site's root, made from the installed package.

    >>> sorted(path for path in site() if "/" not in path)
    ['index.html', 'sw.js']

    """
    web = files("khand.web")
    page = dict(_walk(web / "page"))
    index, worker = page.pop("index.html").decode(), page.pop("sw.js").decode()
    app = _page(page, web / "runtime") | {"facts.mjs": _facts()} | _core(web / "runtime")
    groups = {"app": app, "runtime": _runtime(web / "runtime"), "tables": _tables(web / "runtime")}
    folders = {group: f"{group}-{_fingerprint(assets)[:12]}" for group, assets in groups.items()}
    assets = {
        f"{folders[group]}/{path}": asset
        for group, members in groups.items()
        for path, asset in members.items()
    }
    # all modules are asked for at once, not each when another has named it
    preload = [
        f'<link rel="modulepreload" href="@app@/{path}">'
        for path in app
        if path.endswith(".mjs") and ".worker." not in path and not path.startswith("help/")
    ]
    index = index.replace("@csp@", CSP).replace("@preload@", "\n".join(preload))
    index = index.replace("@image@", "yes" if "khand.image" in app else "no")
    for group, folder in folders.items():
        index = index.replace(f"@{group}@", folder)
    assets["index.html"] = _page({"index.html": index.encode()}, web / "runtime")["index.html"]
    cached = {path: asset.sha256 for path, asset in sorted(assets.items()) if "/licenses/" not in path}
    version = sha256(json.dumps(cached).encode()).hexdigest()[:16]
    worker = worker.replace("@files@", json.dumps(cached, indent=1)).replace("@version@", version)
    assets["sw.js"] = Asset(worker.replace("@csp@", CSP).encode())
    return assets


def write_site(folder: Path) -> list[Path]:
    """
    Write the page into a folder, for any static host; brotli copies stand beside the large files.

    Files of an earlier version that are in the folder stay, so that pages open at this moment keep working.

    Args:
        folder: Made if it does not exist.

    Returns:
        The files written, ``index.html`` last: it appears when all it names is there.

    """
    written = []
    for path, asset in sorted(site().items(), key=lambda item: item[0] == "index.html"):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if asset.brotli is not None:
            packed = target.with_name(target.name + ".br")
            packed.write_bytes(asset.brotli)
            written.append(packed)
        target.write_bytes(asset.data)
        written.append(target)
    return written


def _fingerprint(assets: dict[str, Asset]) -> str:
    listing = "".join(f"{path} {asset.sha256}\n" for path, asset in sorted(assets.items()))
    return sha256(listing.encode()).hexdigest()


def _walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _walk(entry, f"{prefix}{entry.name}/")
        elif not entry.name.startswith("."):
            yield prefix + entry.name, entry.read_bytes()


def core() -> dict[str, bytes]:
    """The modules and data files of the package that the browser needs, by their path in the zip."""
    wanted = {}
    for path, data in _walk(files("khand"), "khand/"):
        in_page = not path.startswith(NOT_IN_PAGE) or path in WORKER
        if in_page and not path.endswith((".bpt", ".pyc", ".pyi", ".so", ".pyd", "py.typed", "__main__.py")):
            wanted[path] = data
    return wanted


def pack(contents: dict[str, bytes]) -> bytes:
    """A zip with fixed dates and order: the same contents give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, data in contents.items():
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def fingerprint(contents: dict[str, bytes]) -> str:
    """A hash of paths and bytes, in hex."""
    return _fingerprint({path: Asset(data) for path, data in contents.items()})


def _built(runtime: Traversable) -> dict[str, Any]:
    """What a build of the wheel made of which files; a checkout has nothing of it, or something older."""
    about = runtime / "core.json"
    return json.loads(about.read_bytes()) if about.is_file() else {"made_of": None, "page": {}}


def _page(page: dict[str, bytes], runtime: Traversable) -> dict[str, Asset]:
    """The page's own files; a brotli copy counts only if it was made from the very file."""
    packed = _built(runtime)["page"]
    return {
        path: Asset(
            data,
            (runtime / "page" / f"{path}.br").read_bytes()
            if packed.get(path) == sha256(data).hexdigest()
            else None,
        )
        for path, data in page.items()
    }


def _facts() -> Asset:
    """What khand knows and the page's forms offer: models with their prices, formats, tokenizers."""
    names = known_tokenizers()
    counted = [m for m in models() if m.tokenizer in names and m.price is not None]
    kept = ("tokenizer", "price", "limit", "date")
    facts = {
        "models": [{"model": m.name, **{field: getattr(m, field) for field in kept}} for m in counted],
        "formats": FORMATS,
        "tokenizers": names,
    }
    return Asset(f"export default {json.dumps(facts, indent=1)};\n".encode())


def _core(runtime: Traversable) -> dict[str, Asset]:
    """
    The package for the browser.

    As byte code and as a memory that has it imported, if both were made of the very modules that are installed; else as
    it is.
    """
    contents = core()
    if _built(runtime)["made_of"] != fingerprint(contents):
        return {"khand.zip": Asset(pack(contents))}
    return {
        f"khand.{kind}": Asset(
            (runtime / f"core.{kind}").read_bytes(), (runtime / f"core.{kind}.br").read_bytes()
        )
        for kind in ("zip", "image")
    }


def _runtime(folder: Traversable) -> dict[str, Asset]:
    found = {path: data for path, data in _walk(folder) if not path.startswith(("tables/", "page/", "core."))}
    return {
        path: Asset(data, found.get(path + ".br")) for path, data in found.items() if not path.endswith(".br")
    }


def _tables(folder: Traversable) -> dict[str, Asset]:
    """The tokenizer tables; a brotli copy counts only if it was made from the very table."""
    listed = json.loads((folder / "manifest.json").read_bytes())["files"]
    assets = {}
    for name, data in _walk(files("khand.tokenizers") / "data"):
        if name.endswith(".bpt"):
            packed = folder / "tables" / f"{name}.br"
            known = listed.get(f"tables/{name}", {}).get("sha256")
            fresh = known == sha256(data).hexdigest() and packed.is_file()
            assets[name] = Asset(data, packed.read_bytes() if fresh else None)
    return assets
