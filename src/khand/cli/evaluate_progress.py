"""How far an evaluation is, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(settings: int) -> Iterator[tuple[Callable[[str], None], Callable[[int], None]]]:
    """
    Show on a terminal which setting is at work and how many texts have vectors.

    Args:
        settings: How many there are.

    Yields:
        What to call with the name of each setting when its turn comes, and with the number of texts embedded.
    """
    if not sys.stderr.isatty():
        yield lambda _: None, lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    shown = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[vectors]}"),
    )
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=settings, vectors="")
        begun = embedded = 0

        def told(name: str) -> None:
            nonlocal begun
            bar.update(task, description=name, completed=begun)
            begun += 1

        def vectors(count: int) -> None:
            nonlocal embedded
            embedded += count
            bar.update(task, vectors=f"{embedded:,} texts embedded")

        yield told, vectors
