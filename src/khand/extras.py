"""Loads the libraries that an extra installs, when they are first needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from khand.errors import MissingExtraError


def load(module: str, extra: str) -> Any:  # noqa: ANN401 - a module of somebody else's
    """
    Import a library that an extra brings.

    Args:
        module: The library's dotted name.
        extra: The extra that installs it.

    Raises:
        MissingExtraError: It is not installed.

    >>> load("no_such_library", "evaluate")
    Traceback (most recent call last):
        ...
    khand.errors.MissingExtraError: this needs no_such_library: pip install "khand[evaluate]"
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        name = module.partition(".")[0]
        raise MissingExtraError(f'this needs {name}: pip install "khand[{extra}]"', extra=extra) from error
