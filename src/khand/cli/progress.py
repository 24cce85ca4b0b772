"""How far a long run is: a bar on a terminal, on request a line every ten seconds elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

LONG_BYTES = 20_000_000
"""Work that takes a few seconds: from here on a bar is shown."""
EVERY_SECONDS = 10.0

Step = Callable[[int, int], None]
"""To be called after each document with the bytes it had, and how many documents have failed so far."""


@contextmanager
def progress(sizes_bytes: Sequence[int], *, wanted: bool) -> Iterator[Step]:
    """
    Show how much is done.

    Args:
        sizes_bytes: The size of each document.
        wanted: Whether to show it for short work, too, and where there is no terminal.

    """
    if sys.stderr.isatty() and (wanted or sum(sizes_bytes) >= LONG_BYTES):
        with _bar(sizes_bytes) as step:
            yield step
    elif wanted:
        yield _Lines(sizes_bytes).step
    else:
        yield lambda _size, _failed: None


@contextmanager
def _bar(sizes_bytes: Sequence[int]) -> Iterator[Step]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    shown = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Cutting", total=sum(sizes_bytes))
        done = 0

        def step(size_bytes: int, failed: int) -> None:
            nonlocal done
            done += 1
            told = f"Cutting {done:,} of {len(sizes_bytes):,}"
            bar.update(
                task, advance=size_bytes, description=told + (f", {failed:,} failed" if failed else "")
            )

        yield step


class _Lines:
    def __init__(self, sizes_bytes: Sequence[int]) -> None:
        self.files = len(sizes_bytes)
        self.total = sum(sizes_bytes)
        self.done = self.bytes = 0
        self.began = self.told = time.monotonic()

    def step(self, size_bytes: int, failed: int) -> None:
        self.done += 1
        self.bytes += size_bytes
        now = time.monotonic()
        if now - self.told >= EVERY_SECONDS:
            self.told = now
            click.echo(self._line(now - self.began, failed), err=True)

    def _line(self, seconds: float, failed: int) -> str:
        rate = self.bytes / seconds if seconds else 0.0
        left = (self.total - self.bytes) / rate if rate else 0.0
        return (
            f"{self.done:,} of {self.files:,} files, {self.bytes / 1e6:,.0f} of {self.total / 1e6:,.0f} MB, "
            f"{rate / 1e6:.1f} MB/s, {left:,.0f} s left, {failed:,} failed"
        )
