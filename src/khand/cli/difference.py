"""What ``khand diff`` and ``khand chunk --against`` print of a difference, and the lists they write for a vector store."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from khand.cli.base import FILE
from khand.cli.output import check_output
from khand.formatting import Row, columns, counted, format_amount, number, percent
from khand.writers import dumps, replacing

if TYPE_CHECKING:
    from khand.changes import Difference

F = TypeVar("F", bound=Callable[..., Any])


class Lists(NamedTuple):
    """The files for a vector store, each None where it is not wanted."""

    to_embed: str | None
    to_delete: str | None
    to_update: str | None

    def check(self) -> None:
        """Refuse files that cannot be written, before any work."""
        for name, path in self._asdict().items():
            check_output(path, (), option=f"--{name.replace('_', '-')}")

    def write(self, difference: Difference) -> None:
        """Write the lists that are wanted."""
        asked = ("parent",) if difference.children else ()
        _write(self.to_embed, (dumps(chunk, asked=asked) for chunk in difference.to_embed))
        _write(self.to_delete, difference.to_delete)
        _write(self.to_update, (dumps(chunk, asked=asked) for chunk in difference.to_update))


def list_options(command: F) -> F:
    """Give a command the options of ``Lists``."""
    helps = {
        "--to-embed": "Write the records of new chunks to this file: embed and insert them.",
        "--to-delete": "Write the ids of chunks that are gone to this file, one a line: delete them.",
        "--to-update": "Write the records of chunks that are embedded already and stand elsewhere now (offsets, lines) to this file.",
    }
    for name, told in reversed(helps.items()):
        command = click.option(name, type=FILE, help=told)(command)
    return command


def _write(path: str | None, lines: Iterable[str]) -> None:
    if path is not None:
        with replacing(path) as file:
            file.writelines(f"{line}\n" for line in lines)


def difference_table(difference: Difference, price: float | None) -> str:
    """The figures, for people."""
    rows: list[Row] = [
        ("Unchanged", number(difference.unchanged), ""),
        ("Moved", number(len(difference.moved)), "the same chunks in another order"),
        ("Added", number(len(difference.added)), f"{counted(difference.tokens, 'token')} to embed"),
        ("Removed", number(len(difference.removed)), ""),
    ]
    shifted = len(difference.updated) - len(difference.moved)
    if shifted:
        rows[0] = (
            "Unchanged",
            number(difference.unchanged),
            f"{number(shifted)} of them at other offsets or lines",
        )
    if difference.copies:
        what = f"{counted(difference.copied_tokens, 'token')} in added chunks with the embedded text of a removed one"
        rows.append(("Copies", number(len(difference.copies)), what))
    rows += _children(difference.children, price)
    share = percent(difference.tokens / difference.all_tokens) if difference.all_tokens else "0 %"
    rows.append(("Tokens to embed", number(difference.tokens), f"{share} of {number(difference.all_tokens)}"))
    if price is not None:
        whole = format_amount(difference.all_tokens / 1e6 * price)
        rows.append(("Cost", format_amount(difference.cost(price)), f"instead of {whole} for all"))
    return columns(rows)


def _children(children: Difference | None, price: float | None) -> list[Row]:
    if children is None:
        return []
    cost = "" if price is None else f", cost {format_amount(children.cost(price))}"
    told = f"{number(len(children.added))} added, {number(len(children.removed))} removed"
    what = f"unchanged; {told}: {counted(children.tokens, 'token')} to embed besides{cost}"
    return [("Children", number(children.unchanged), what)]


def difference_dict(difference: Difference, price: float | None) -> dict[str, object]:
    """The figures, for programs."""
    cost = None if price is None else difference.cost(price)
    figures = {**difference.to_dict(), "price": price, "cost": cost}
    if difference.children is not None:
        figures["children"]["cost"] = None if price is None else difference.children.cost(price)
    return figures
