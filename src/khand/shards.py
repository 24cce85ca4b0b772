"""
Chunks of many documents in parts: a run that is ended and started again goes on where it was.

A folder holds ``part-00000.jsonl`` and so on, beside each a record of what it was made of, and at the end ``manifest.json``. A
part is finished when its record is there; both appear complete or not at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from khand.errors import OptionError
from khand.readers import Found
from khand.report import Report
from khand.writers import replacing

SHARD_BYTES = 64_000_000
"""Of the documents of a part: some ten seconds of work on one core, which is what an ended run loses at most for each job."""
SHARD_FILES = 2_000
MANIFEST = "manifest.json"
SETTINGS = "settings.json"


class DocumentRecord(NamedTuple):
    """
    What a part knows of a document it was made of.

    Attributes:
        source: The document's name.
        bytes: The size of its file.
        digest: blake2b of the file's bytes, 16 bytes long; "" where it could not be read.
        chunks: How many chunks it gave, None if it failed.
        tokens: Tokens of these chunks.
        error: Why it failed, or None.

    """

    source: str
    bytes: int
    digest: str
    chunks: int | None
    tokens: int | None
    error: str | None


class Part(NamedTuple):
    """
    A finished part.

    Attributes:
        name: The name of its file.
        bytes: The size of its file.
        digest: The digest of its file.
        documents: The documents it was made of, in order.
        report: The report on its chunks, or None if all documents failed.
        sizes: Tokens of every chunk.

    """

    name: str
    bytes: int
    digest: str
    documents: list[DocumentRecord]
    report: dict[str, Any] | None
    sizes: list[int]

    def joined(self) -> Report | None:
        """The report on its chunks."""
        return None if self.report is None else Report.from_dict(self.report, self.sizes)


class Shard(NamedTuple):
    """The documents of one part, before it is made: its name and what goes into it."""

    name: str
    files: list[Found]


def shards_of(files: Iterable[Found]) -> Iterator[Shard]:
    """
    Documents in groups of about 64 MB or 2,000 files, by nothing but their sizes and order.

    Args:
        files: The files in the order in which they are cut.

    """
    group: list[Found] = []
    total = number = 0
    for file in files:
        size = _size(file.path)
        if group and (total + size > SHARD_BYTES or len(group) == SHARD_FILES):
            yield Shard(f"part-{number:05}.jsonl", group)
            group, total, number = [], 0, number + 1
        group.append(file)
        total += size
    if group:
        yield Shard(f"part-{number:05}.jsonl", group)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # reading it will fail and say why


def digest_of_file(path: Path) -> str:
    """The digest of a file's bytes; "" for one that cannot be read."""
    digest = blake2b(digest_size=16)
    try:
        with path.open("rb") as file:
            while block := file.read(1_000_000):
                digest.update(block)
    except OSError:
        return ""
    return digest.hexdigest()


class Store:
    """
    The folder of a run.

    Args:
        folder: The folder; it is made if it is not there.
        settings: How documents are cut and read, ready for JSON; a folder holds the parts of one way only.

    Raises:
        OptionError: The folder holds parts that were made in another way, or something else than parts.
        OSError: The folder cannot be made or read.

    """

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        self.folder = folder
        self.settings = settings
        folder.mkdir(parents=True, exist_ok=True)
        self._refuse_others()
        for leftover in folder.glob(".*.part"):
            # of a run that was killed; two runs may not share a folder
            leftover.unlink(missing_ok=True)

    def _refuse_others(self) -> None:
        path = self.folder / SETTINGS
        if path.exists():
            before = json.loads(path.read_text("utf-8"))
            if before != self.settings:
                names = [n for n in {**before, **self.settings} if before.get(n) != self.settings.get(n)]
                ways = ", ".join(f"{n}={before.get(n)!r} (now {self.settings.get(n)!r})" for n in names)
                raise OptionError(
                    f"{self.folder}: holds parts that were made with {ways}; name another folder, or remove this one",
                    option="out_dir",
                    value=str(self.folder),
                )
            return
        others = [one.name for one in self.folder.iterdir() if not one.name.startswith(".")]
        if others:
            raise OptionError(
                f"{self.folder}: holds something else than parts of chunks ({others[0]}); name a folder that is empty or not there",
                option="out_dir",
                value=str(self.folder),
            )
        _write_json(path, self.settings)

    def path(self, name: str) -> Path:
        """The file of a part."""
        return self.folder / name

    def finished(self, shard: Shard) -> Part | None:
        """The part of a shard, if it was made of the very same documents and its file is whole."""
        try:
            part = _part(json.loads(self._record(shard.name).read_text("utf-8")))
            if self.path(part.name).stat().st_size != part.bytes:
                return None
        except (OSError, ValueError, KeyError, TypeError):
            return None  # not there, or not whole: it is made again
        same = [document.source for document in part.documents] == [file.source for file in shard.files]
        return part if same and all(map(_is_unchanged, part.documents, shard.files)) else None

    def finish(self, shard: Shard, documents: Sequence[DocumentRecord], report: Report | None) -> Part:
        """Record that a part is complete; its file is there already."""
        path = self.path(shard.name)
        part = Part(
            shard.name,
            path.stat().st_size,
            digest_of_file(path),
            list(documents),
            None if report is None else report.to_dict(),
            [] if report is None else list(report.sizes),
        )
        record = part._asdict() | {"documents": [document._asdict() for document in documents]}
        _write_json(self._record(shard.name), record)
        return part

    def close(self, parts: Sequence[Part]) -> None:
        """Write the manifest, and remove parts of documents that are no longer there."""
        names = {part.name for part in parts}
        for path in self.folder.glob("part-*.jsonl"):
            if path.name not in names:
                path.unlink()
                self._record(path.name).unlink(missing_ok=True)
        listed = [
            {"name": part.name, "bytes": part.bytes, "digest": part.digest}
            | {"documents": [document._asdict() for document in part.documents]}
            for part in parts
        ]
        _write_json(self.folder / MANIFEST, {"settings": self.settings, "parts": listed})

    def _record(self, name: str) -> Path:
        return self.folder / f"{name.removesuffix('.jsonl')}.json"


def read_settings(folder: str | os.PathLike[str]) -> dict[str, Any] | None:
    """The settings that the parts of a folder were made with, or None for what is no such folder."""
    try:
        settings: dict[str, Any] = json.loads(Path(folder, SETTINGS).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return settings


def _is_unchanged(document: DocumentRecord, file: Found) -> bool:
    return _size(file.path) == document.bytes and digest_of_file(file.path) == document.digest


def _part(record: dict[str, Any]) -> Part:
    return Part(**record | {"documents": [DocumentRecord(**one) for one in record["documents"]]})


def _write_json(path: Path, value: object) -> None:
    with replacing(path) as file:
        json.dump(value, file, ensure_ascii=False, indent=1)
        file.write("\n")


def record_of(file: Found, chunks: int | None, tokens: int | None, error: str | None) -> DocumentRecord:
    """What a part keeps of a document."""
    return DocumentRecord(file.source, _size(file.path), digest_of_file(file.path), chunks, tokens, error)
