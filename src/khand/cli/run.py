"""What happens while ``khand chunk`` runs: documents found, failures told, figures kept, progress shown."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

import click

from khand.chunks import Chunk, Chunks
from khand.cli.base import in_options
from khand.errors import InputError
from khand.jobs import Result
from khand.readers import Document, FolderRules, Found, PassedOver, ReadOptions, documents, find
from khand.report import Report, join_reports
from khand.settings import Settings
from khand.writers import dumps, write_jsonl

LONG_BYTES = 20_000_000
"""Work that takes a few seconds: from here on progress is shown."""


@dataclass
class Run:
    """
    What is known of the documents done so far.

    Attributes:
        settings: How all documents are cut.
        keep: How many of the first chunks to keep, for showing.
        failed: Inputs that failed; each has been named on standard error.
        done: Name and report of each document; its chunks are not kept.
        first: The first chunks of all.

    """

    settings: Settings
    keep: int = 0
    failed: int = 0
    done: list[tuple[str, Report]] = field(default_factory=list)
    first: list[Chunk] = field(default_factory=list)

    def fail(self, error: Exception) -> None:
        """Name an input that failed."""
        self.failed += 1
        message = in_options(str(error), click.get_current_context().command)
        click.echo(f"Error: {message}", err=True)

    def report(self) -> Report | None:
        """One report on all documents done; None if there are none."""
        return join_reports([report for _, report in self.done], self.settings) if self.done else None

    def chunks(self, results: Iterable[Result]) -> Iterator[Chunk]:
        """Hand on the chunks of all documents, telling what went wrong on the way."""
        for result in results:
            if result.error is not None:
                self.fail(result.error)
            for sentence in result.left_out:
                click.echo(f"Note: {result.source or 'standard input'}: left out: {sentence}", err=True)
            if result.chunks is not None:
                self._keep(result.source, result.chunks)
                yield from result.chunks

    def _keep(self, source: str, chunks: Chunks) -> None:
        self.first += chunks[: max(0, self.keep - len(self.first))]
        self.done.append((source, chunks.report))
        for note in chunks.report.notes:
            if note.code == "nul":
                click.echo(f"Warning: {source or 'standard input'}: {note.text}", err=True)


def files_of(
    inputs: Sequence[str], reading: ReadOptions, rules: FolderRules, passed: PassedOver, *, source: str | None
) -> tuple[list[Found | Document], list[InputError]]:
    """
    The documents that the inputs name; standard input is read here and comes last.

    Args:
        inputs: Files, folders, globs, ``-``.
        reading: How standard input is read.
        rules: Which files of folders are taken.
        passed: What is passed over is added.
        source: A name for a single document, or None.

    Returns:
        The documents, and an error for each input that names none.

    """
    found, errors = find([given for given in inputs if given != "-"], rules=rules, passed=passed)
    files: list[Found | Document] = [*found]
    if "-" in inputs:
        try:
            data = sys.stdin.buffer.read()
            files += documents(data, "", "standard input", reading, otherwise="markdown")
        except InputError as error:
            errors.append(error)
    if source is not None:
        if len(files) > 1:
            raise click.UsageError(f"--source names a single document, these are {len(files)}")
        files = [file._replace(source=source) for file in files]
    return files, errors


@contextmanager
def progress(files: Sequence[Found | Document]) -> Iterator[Iterable[Found | Document]]:
    """Show on a terminal how much is done where that takes a while; gives the files to go through."""
    sizes = [_size_bytes(file) for file in files]
    if sum(sizes) < LONG_BYTES or not sys.stderr.isatty():
        yield files
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    shown = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Cutting", total=sum(sizes))

        def tracked() -> Iterator[Found | Document]:
            for file, size in zip(files, sizes, strict=True):
                yield file
                bar.advance(task, size)

        yield tracked()


def _size_bytes(file: Found | Document) -> int:
    if isinstance(file, Document):
        return len(file.text)
    try:
        return file.path.stat().st_size
    except OSError:
        return 0  # reading it will fail and say why


def check_output(output: str | None, files: Sequence[Found | Document]) -> None:
    """
    Refuse an output that cannot be written, or that is one of the inputs, before any work.

    Raises:
        click.UsageError: With the reason.

    """
    if output is None:
        return
    path = Path(output)
    if path.is_dir():
        raise click.UsageError(f"-o {output}: is a folder; name a file in it")
    if not path.parent.is_dir():
        raise click.UsageError(f"-o {output}: there is no folder {path.parent}")
    if any(isinstance(file, Found) and _is_same(path, file.path) for file in files):
        raise click.UsageError(f"-o {output}: is one of the documents and would be replaced")


def _is_same(output: Path, file: Path) -> bool:
    try:
        return output.samefile(file)
    except OSError:
        return False  # one of them is not there, or a link to nothing


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """End at SIGTERM as at Ctrl+C, by an exception, so that no half-written file is left; exit code 143."""
    # only the main thread may; what somebody else wants of the signal stays
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
    ):
        yield
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def write(chunks: Iterator[Chunk], run: Run, output: str | None, *, to_stdout: bool) -> None:
    """
    Write the chunks to a file or to standard output, or go through them for their figures.

    A run in which every input fails leaves the output file as it is.
    """
    if output is not None:
        first = list(islice(chunks, 1))
        if first or not run.failed:
            with _ending_in_order():
                write_jsonl(chain(first, chunks), output)
        return
    for chunk in chunks:
        if to_stdout:
            # bytes: the same on every system, whatever the terminal's encoding
            sys.stdout.buffer.write((dumps(chunk) + "\n").encode())
    sys.stdout.buffer.flush()
