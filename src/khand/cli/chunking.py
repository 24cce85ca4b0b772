"""What ``khand chunk`` does: it cuts the documents, writes their records, compares them and prints the summary."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path

import click

from khand.build import VERSION
from khand.changes import Comparison, Difference
from khand.checks import price_per_million, whole
from khand.cli import summary
from khand.cli.base import echo_json, with_option_names
from khand.cli.difference import Lists, difference_dict, difference_table
from khand.cli.models_known import limit_note
from khand.cli.output import check_output, without_duplicates, write_file, write_stdout
from khand.cli.parts import Cut, write_parts
from khand.cli.progress import progress
from khand.cli.records import Records, to_records
from khand.cli.run import Run
from khand.errors import KhandError
from khand.jobs import Finished, cut_files, size_bytes
from khand.readers import Document, Found, ReadOptions
from khand.readers.chunks import iterate_chunks, parse_chunk
from khand.report import Report
from khand.settings import Settings
from khand.shards import Store
from khand.summaries import LISTED, titles
from khand.writers.formats import Writer, records, writer_of
from khand.writers.split import check_folder, write_split

MANY_BYTES = 4_000_000
"""From here on more processes than one are quicker than their start takes."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is done with the chunks; the fields are the options of the same names."""

    output: str | None
    to: str | None
    split_dir: str | None
    out_dir: str | None
    drop_duplicates: bool
    against: str | None
    lists: Lists
    preview: int
    price: float | None
    as_json: bool
    quiet: bool

    def check(self) -> None:
        """
        Refuse options that contradict each other, before any work.

        Raises:
            click.UsageError: Two options do not go together.
            OptionError: A value is not allowed.

        """
        price_per_million(self.price)
        whole("preview", self.preview)
        places = {"-o": self.output, "--out-dir": self.out_dir, "--split-dir": self.split_dir}
        said = [name for name, where in places.items() if where is not None]
        if len(said) > 1:
            raise click.UsageError(f"{' and '.join(said)} both say where the chunks go; give one of them")
        if self.to not in (None, "jsonl") and (self.out_dir is not None or self.split_dir is not None):
            raise click.UsageError(f"--to {self.to} is for -o; parts are JSON Lines, split chunks Markdown")
        if self.split_dir is not None:
            check_folder(self.split_dir)
        if self.output is not None or self.to_stdout:
            writer_of(self.output, self.to)
        if self.out_dir is not None and self.drop_duplicates:
            raise click.UsageError(
                "--drop-duplicates looks at all chunks at once; give -o in place of --out-dir"
            )
        if self.against is None and any(self.lists):
            raise click.UsageError(
                "--to-embed, --to-delete and --to-update are for what changed: add --against OLD"
            )
        if self.preview and self.as_json:
            raise click.UsageError("--preview is for people, --json for programs; give one of them")

    def check_outputs(self, files: Sequence[Found | Document]) -> None:
        """Refuse files that cannot be written, or that are documents."""
        check_output(self.output, files)
        self.lists.check()
        if self.out_dir is not None and not all(isinstance(file, Found) for file in files):
            raise click.UsageError(
                "--out-dir is for files, which can be read again; give -o for standard input"
            )

    @property
    def writer(self) -> Writer:
        """The writer of the format the chunks are written in."""
        return writer_of(self.output, self.to)

    @property
    def to_stdout(self) -> bool:
        """Whether the records go to standard output."""
        nowhere = self.output is None and self.out_dir is None and self.split_dir is None
        return nowhere and not self.preview and not self.as_json


class Chunking:
    """
    One run of ``khand chunk``.

    Args:
        settings: How the documents are cut.
        wanted: What is done with the chunks.
        reading: How files are read.
        jobs: How many processes cut; None to choose by the amount of work.

    """

    def __init__(self, settings: Settings, wanted: Wanted, *, reading: ReadOptions, jobs: int | None) -> None:
        self.settings = settings
        self.wanted = wanted
        self.reading = reading
        self.jobs = None if jobs is None else whole("jobs", jobs, 1)
        self.figures = Run(settings, keep=max(wanted.preview, LISTED))
        self.comparison = (
            None if wanted.against is None else Comparison(iterate_chunks(wanted.against, children=True))
        )
        self.difference: Difference | None = None

    @property
    def ok(self) -> bool:
        """Whether every input could be cut."""
        return not self.figures.failures

    def run(
        self, files: Sequence[Found | Document], errors: Iterable[KhandError], *, progress_wanted: bool
    ) -> None:
        """Cut the files and write what is wanted; `errors` has one for each input that names no file."""
        for error in errors:
            self.figures.fail(error, getattr(error, "source", None) or "")
        sizes = [size_bytes(file) for file in files]
        with progress(sizes, wanted=progress_wanted) as step:

            def cut(some: Iterable[Found | Document]) -> Iterator[Finished[Records]]:
                some = list(some)
                asked = ("metadata",) if self.wanted.drop_duplicates else ()
                done = cut_files(
                    some,
                    self.settings,
                    partial(to_records, asked=asked),
                    jobs=jobs_for(self.jobs, sizes),
                    reading=self.reading,
                )
                for file, finished in zip(some, done, strict=True):
                    yield finished
                    step(size_bytes(file), len(self.figures.failures))

            if self.wanted.out_dir is not None:
                self._write_parts([file for file in files if isinstance(file, Found)], cut)
            else:
                self._write(self.figures.lines(cut(files)))
        if self.comparison is not None:
            self.difference = self.comparison.finish()
            self.wanted.lists.write(self.difference)

    def _write(self, blocks: Iterator[bytes]) -> None:
        if self.wanted.drop_duplicates:
            blocks = without_duplicates(blocks)
        if self.comparison is not None:
            blocks = self._compared(blocks)
        if self.wanted.output is not None:
            write_file(blocks, self.wanted.output, self.figures, self.wanted.writer)
        elif self.wanted.split_dir is not None:
            write_split(records(blocks), self.wanted.split_dir)
        elif self.wanted.to_stdout:
            write_stdout(blocks, self.wanted.writer)
        else:
            for _ in blocks:
                pass

    def _compared(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        for block in blocks:
            for line in block.splitlines():
                if self.comparison is not None:
                    self.comparison.see(parse_chunk(line))
            yield block

    def _write_parts(self, files: Sequence[Found], cut: Cut) -> None:
        folder = Path(self.wanted.out_dir or "")
        before = write_parts(Store(folder, self._described()), files, cut, self.figures)
        if before:
            told = "1 part was" if before == 1 else f"{before} parts were"
            click.echo(f"{told} finished by an earlier run", err=True)
        if self.comparison is not None:
            for chunk in iterate_chunks(folder, children=True):
                self.comparison.see(chunk)

    def _described(self) -> dict[str, object]:
        """How the documents are cut and read, ready for JSON."""
        named = {field.name: getattr(self.settings, field.name) for field in fields(Settings)}
        named["context"] = list(self.settings.context)
        named["heading_patterns"] = list(self.settings.heading_patterns)
        del named["source"]
        return {"khand": VERSION, **named, **asdict(self.reading)}

    def show(self) -> None:
        """Print the summary."""
        wanted, report = self.wanted, self.figures.report()
        out = sys.stderr if wanted.to_stdout else sys.stdout
        if wanted.as_json:
            figures = summary.as_dict(
                self.figures, report, price=wanted.price, dropped=wanted.drop_duplicates
            )
            if self.difference is not None:
                figures["difference"] = difference_dict(self.difference, wanted.price)
            echo_json(figures)
        elif report is not None and not wanted.quiet:
            for part in self._shown(report):
                click.echo(part, file=out)

    def _shown(self, report: Report) -> Iterator[str]:
        wanted, first = self.wanted, self.figures.first
        if wanted.preview:
            from khand.cli.preview import show

            show(first[: wanted.preview], sys.stdout, exact=report.exact, unit=report.unit)
        elif len(self.figures.done) == 1 and report.chunks:
            yield titles(first, exact=report.exact, unit=report.unit, total=report.chunks) + "\n"
        command = click.get_current_context().command
        yield summary.run_table(
            self.figures,
            report,
            wanted.price,
            dropped=wanted.drop_duplicates,
            naming=lambda text: with_option_names(text, command),
        )
        if self.difference is not None:
            yield "\n" + difference_table(self.difference, wanted.price)

    def mind_limit(self) -> None:
        """Warn of chunks that the model of ``--model`` would not read whole."""
        report = self.figures.report()
        note = limit_note(report.sizes, str(self.settings.tokenizer)) if report is not None else ""
        if note:
            click.echo(f"Warning: {note}", err=True)


def jobs_for(asked: int | None, sizes: Sequence[int]) -> int:
    """
    How many processes cut.

    Args:
        asked: As the user says, or None.
        sizes: Bytes of the documents.
    """
    if asked is not None:
        return asked
    if len(sizes) < 2 or sum(sizes) < MANY_BYTES:
        return 1
    return min(_cores(), len(sizes))


def _cores() -> int:
    """Cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def applicable(price: float | None, settings: Settings) -> float | None:
    """The price, or None where what is counted has no price; a note says so."""
    priced = click.get_current_context().meta.get("khand.priced")
    tokenizer = settings.tokenizer
    note = ""
    if price is not None and settings.unit != "tokens":
        price = None
        note = (
            f"no cost: a price is for tokens, and these are {settings.unit}; "
            "count with the model's tokenizer, or estimate"
        )
    elif priced is not None and tokenizer not in (priced.tokenizer, priced.name):
        own = f"counts tokens with {priced.tokenizer}" if priced.tokenizer else "has a tokenizer of its own"
        note = f"{priced.name} {own}, not {tokenizer}; its bill will differ."
    if note:
        click.echo(f"Note: {note}", err=True)
    return price
