"""
Make the byte-pair tables that ship in ``khand/tokenizers/data``.

The ranks come from the npm package js-tiktoken, are written back into the form in which OpenAI publishes
them, and are accepted only when the SHA-256 is the published one. Needs npm on the path.

    python scripts/make_tables.py            # writes src/khand/tokenizers/data/*.bpt
"""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "js-tiktoken@1.0.21"
TARGET = Path(__file__).parent.parent / "src" / "khand" / "tokenizers" / "data"
PUBLISHED_SHA256 = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "p50k_base": "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
    "r50k_base": "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
}


def read_ranks(source: str) -> dict[int, bytes]:
    """Ranks of one js-tiktoken file: lines ``! first-rank token token ...``, tokens in base64."""
    encoded = json.loads(source.removeprefix("export default ").rstrip().rstrip(";"))["bpe_ranks"]
    ranks: dict[int, bytes] = {}
    for line in encoded.splitlines():
        mark, first, *tokens = line.split(" ")
        if mark != "!":
            raise ValueError(f"unknown line in the ranks: {line[:40]!r}")
        ranks.update((int(first) + k, base64.b64decode(token)) for k, token in enumerate(tokens))
    return ranks


def published_form(ranks: dict[int, bytes]) -> bytes:
    """The ``.tiktoken`` file: a line ``base64 rank`` for each token, in the order of ranks."""
    return b"".join(base64.b64encode(ranks[r]) + b" %d\n" % r for r in sorted(ranks))


def compact_form(ranks: dict[int, bytes]) -> bytes:
    """
    The ``.bpt`` file.

    Magic ``BPT1``, the number n of ranks as 4 bytes little-endian, n bytes with each rank's length
    (0 for a rank that has no token), then the tokens' bytes in the order of ranks.
    """
    tokens = [ranks.get(r, b"") for r in range(max(ranks) + 1)]
    return b"BPT1" + len(tokens).to_bytes(4, "little") + bytes(map(len, tokens)) + b"".join(tokens)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            for name, sha256 in PUBLISHED_SHA256.items():
                member = tar.extractfile(f"package/dist/ranks/{name}.js")
                assert member is not None
                ranks = read_ranks(member.read().decode("ascii"))
                if hashlib.sha256(published_form(ranks)).hexdigest() != sha256:
                    sys.exit(f"{name}: not the published table")
                (TARGET / f"{name}.bpt").write_bytes(compact_form(ranks))
                print(f"{name}: {len(ranks)} tokens, {max(ranks) + 1 - len(ranks)} gaps")


if __name__ == "__main__":
    main()
