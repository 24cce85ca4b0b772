"""What is known while ``khand chunk`` runs: documents that are done, failures, figures and duplicates."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import click

from khand.chunk_record import Chunk
from khand.cli.base import in_options
from khand.cli.records import Records
from khand.duplicates import Seen
from khand.errors import InputError, KhandError
from khand.readers import Document, FolderRules, Found, PassedOver, ReadOptions, documents, find
from khand.readers.chunks import parse_chunk
from khand.report import Report, join_reports
from khand.settings import Settings

if TYPE_CHECKING:
    from khand.jobs import Finished


class Done(NamedTuple):
    """A document that was cut."""

    source: str
    chunks: int
    tokens: int


class Failure(NamedTuple):
    """An input that failed."""

    source: str
    error: str


@dataclass
class Run:
    """
    What is known of the documents done so far.

    Attributes:
        settings: How all documents are cut.
        keep: How many of the first chunks to keep, for showing.
        failures: Inputs that failed; each has been named on standard error.
        done: The documents that were cut; their chunks are not kept.
        first: The first chunks of the run, for showing.
        seen: The embedded texts so far, and how many chunks repeat one.
        reports: The reports on the documents, or on parts with several documents.

    """

    settings: Settings
    keep: int = 0
    failures: list[Failure] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    first: list[Chunk] = field(default_factory=list)
    seen: Seen = field(default_factory=Seen)
    reports: list[Report] = field(default_factory=list)

    def fail(self, error: KhandError, source: str = "") -> None:
        """Name an input that failed."""
        self.tell_failure(source, in_options(str(error), click.get_current_context().command))

    def tell_failure(self, source: str, message: str) -> None:
        """Name an input that failed, in the words that were found for it."""
        self.failures.append(Failure(source, message))
        click.echo(f"Error: {message}", err=True)

    def report(self) -> Report | None:
        """One report on all documents done; None if there are none."""
        return join_reports(self.reports, self.settings) if self.reports else None

    def take(self, finished: Finished[Records]) -> Records | None:
        """Take in the outcome for a document and name a failure on standard error. The result is its records, if it has any."""
        if finished.error is not None:
            self.fail(finished.error, finished.source)
        for sentence in finished.left_out:
            click.echo(f"Note: {finished.source or 'standard input'}: left out: {sentence}", err=True)
        made = finished.made
        if made is not None:
            report = made.report
            self.done.append(Done(finished.source, report.chunks, report.tokens))
            self.reports.append(report)
            for index, tokens in enumerate(report.sizes):
                self.seen.add(made.digest(index), tokens)
            self._keep_first(made.lines)
            _tell_nul(finished.source, report)
        return made

    def _keep_first(self, lines: bytes) -> None:
        missing = self.keep - len(self.first)
        if missing > 0:
            chunks = (chunk for chunk in map(parse_chunk, lines.splitlines()) if chunk.parent is None)
            self.first += islice(chunks, missing)

    def lines(self, finished: Iterable[Finished[Records]]) -> Iterator[bytes]:
        """Hand on the records of the documents, those of each together."""
        for one in finished:
            made = self.take(one)
            if made is not None:
                yield made.lines

    def reasons(self) -> str:
        """
        The failures by their reason.

        >>> failures = [Failure("a", "a: not utf-8 at byte 3"), Failure("b", "b: not utf-8 at byte 4"), Failure("c", "c: gone")]
        >>> Run(Settings(), failures=failures).reasons()
        '2 not utf-8, 1 gone'
        """
        counts = Counter(_reason(failure) for failure in self.failures)
        return ", ".join(f"{number:,} {reason}" for reason, number in counts.most_common())


def _reason(failure: Failure) -> str:
    """The reason of an error, without what is about this one document, so that like failures can be counted together."""
    words = failure.error.split(": ", 1)[-1]
    return re.split(r" at (?=\w+ \d)|[;,(]", words, maxsplit=1)[0].strip()


def _tell_nul(source: str, report: Report) -> None:
    for note in report.notes:
        if note.code == "nul":
            click.echo(f"Warning: {source or 'standard input'}: {note.text}", err=True)


def files_of(
    inputs: Sequence[str],
    reading: ReadOptions,
    rules: FolderRules,
    passed: PassedOver,
    *,
    source: str | None,
    root: str | None,
) -> tuple[list[Found | Document], list[InputError]]:
    """
    The documents that the inputs name; standard input is read here and comes last.

    Args:
        inputs: Files, folders, globs, ``-``.
        reading: How standard input is read.
        rules: Which files of folders are taken.
        passed: What is passed over in folders is added to this.
        source: A name for a single document, or None.
        root: The folder that names are relative to, or None.

    Returns:
        The documents, and an error for each input that names none.

    Raises:
        OptionError: A file is not under `root`, or two documents would carry one name.

    """
    paths = [given for given in inputs if given != "-"]
    found, errors = find(paths, root=root, rules=rules, passed=passed)
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
