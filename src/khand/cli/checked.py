"""What ``khand check`` finds, and how it says it: to people, to programs, to GitHub Actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from khand.budgets import Breach, Budgets
from khand.changes import Comparison
from khand.cli.chunking import jobs_for
from khand.cli.difference import difference_dict
from khand.cli.records import Records, to_records
from khand.cli.run import Run
from khand.formatting import counted, number
from khand.jobs import cut_files, size_bytes
from khand.readers import Document, Found, ReadOptions
from khand.readers.chunks import iterate_chunks, parse_chunk
from khand.readers.formats import by_suffix
from khand.settings import Settings

if TYPE_CHECKING:
    from khand.changes import Difference


class Checked:
    """
    Documents, cut and held against budgets.

    Args:
        settings: How they are cut.
        budgets: What they must keep to.
        price: What one million tokens cost; None where no cost is asked for.
        against: Chunks of an earlier run to compare with, or None.

    Attributes:
        breaches: What is not kept to.
        run: What was cut, and what failed.

    Raises:
        InputError: `against` cannot be read.
    """

    def __init__(
        self, settings: Settings, budgets: Budgets, price: float | None, against: str | None
    ) -> None:
        self.settings = settings
        self.budgets = budgets
        self.price = price
        self.comparison = None if against is None else Comparison(iterate_chunks(against))
        self.difference: Difference | None = None
        self.run = Run(settings)
        self.breaches: list[Breach] = []

    @property
    def ok(self) -> bool:
        """Whether every document could be read and keeps to everything."""
        return not self.breaches and not self.run.failures

    @property
    def tokens(self) -> int:
        """Tokens to embed: of all chunks, or of those that are new."""
        if self.difference is not None:
            return self.difference.tokens
        report = self.run.report()
        return 0 if report is None else report.tokens

    def check(self, files: Sequence[Found | Document], reading: ReadOptions) -> None:
        """Cut the files and compare; what fails is named on standard error."""
        finish = partial(to_records, asked=())
        jobs = jobs_for(None, [size_bytes(file) for file in files])
        for finished in cut_files(files, self.settings, finish, jobs=jobs, reading=reading):
            made = self.run.take(finished)
            if made is not None:
                self._look_at(made)
        if self.comparison is not None:
            self.difference = self.comparison.finish()
            self.breaches += self.budgets.of_change(self.difference)
        if self.price is not None:
            self.breaches += self.budgets.of_cost(self.tokens, self.price)

    def _look_at(self, made: Records) -> None:
        limit = self.budgets.max_tokens
        if self.comparison is None and (limit is None or made.report.largest <= limit):
            return
        chunks = [parse_chunk(line) for line in made.lines.splitlines()]
        self.breaches += self.budgets.of_chunks(chunks)
        for chunk in chunks:
            if self.comparison is not None:
                self.comparison.see(chunk)

    def to_dict(self) -> dict[str, object]:
        """Everything by name, ready for JSON."""
        report = self.run.report()
        return {
            "ok": self.ok,
            "max_tokens": self.budgets.max_tokens,
            "max_change": self.budgets.max_change,
            "max_cost": self.budgets.max_cost,
            "problems": [breach._asdict() for breach in self.breaches],
            "failures": [failure._asdict() for failure in self.run.failures],
            "documents": len(self.run.done),
            "tokens_to_embed": self.tokens,
            "price": self.price,
            "cost": None if self.price is None else self.tokens / 1e6 * self.price,
            "difference": None if self.difference is None else difference_dict(self.difference, self.price),
            "report": None if report is None else report.to_dict(),
        }

    def lines(self, paths: Mapping[str, str]) -> Iterator[str]:
        """
        A line for each breach, and what it all came to.

        Args:
            paths: Of the documents, by their source.
        """
        for breach in self.breaches:
            where = [str(part) for part in _place(breach, paths) if part is not None]
            yield ": ".join([":".join(where), breach.text] if where else [breach.text])
        yield self._summary()

    def annotations(self, paths: Mapping[str, str]) -> Iterator[str]:
        """The same as commands of a GitHub workflow, which shows them beside the lines they are about."""
        for breach in self.breaches:
            file, line = _place(breach, paths)
            yield _annotation(breach.text, file, line)
        for failure in self.run.failures:
            yield _annotation(failure.error, paths.get(failure.source), None)
        yield self._summary()

    def _summary(self) -> str:
        report = self.run.report()
        told = "no document"
        if report is not None:
            about = not report.exact
            told = (
                f"{counted(report.chunks, 'chunk')} of {counted(len(self.run.done), 'document')}, "
                f"{counted(report.tokens, report.unit[:-1], estimated=about)}, the largest {number(report.largest, estimated=about)}"
            )
        problems = len(self.breaches) + len(self.run.failures)
        return f"{told}: {counted(problems, 'problem') if problems else 'everything holds'}"


def _place(breach: Breach, paths: Mapping[str, str]) -> tuple[str | None, int | None]:
    """The file and the line; of a file that is read to another text no line, since there is none of that number in it."""
    source = breach.source
    if source is None:
        return None, None
    path = paths.get(source)
    if path is None:  # a record of a file, or standard input
        return paths.get(source.rpartition("#")[0], source or "standard input"), None
    return path, breach.line if by_suffix(path).module == "plain" else None


def _annotation(text: str, file: str | None, line: int | None) -> str:
    properties = {"file": file, "line": line, "title": "khand check"}
    told = ",".join(
        f"{name}={_escaped(str(value), of_property=True)}"
        for name, value in properties.items()
        if value is not None
    )
    return f"::error {told}::{_escaped(text)}"


def _escaped(text: str, *, of_property: bool = False) -> str:
    r"""
    As workflow commands have it.

    >>> _escaped("5 %\na:b"), _escaped("a:b,c", of_property=True)
    ('5 %25%0Aa:b', 'a%3Ab%2Cc')
    """
    signs = "%\r\n:," if of_property else "%\r\n"
    return "".join(f"%{ord(sign):02X}" if sign in signs else sign for sign in text)


def show(checked: Checked, files: Sequence[Found | Document], *, github: bool) -> None:
    """Print what was found."""
    paths = {file.source: file.path.as_posix() for file in files if isinstance(file, Found)}
    for line in checked.annotations(paths) if github else checked.lines(paths):
        click.echo(line)
