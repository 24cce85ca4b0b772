"""Coroutines in tests that share a process with tests of the page, whose driver keeps a loop of its own running."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

_T = TypeVar("_T")


def finished(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """What a coroutine returns, run to its end in a loop and a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
