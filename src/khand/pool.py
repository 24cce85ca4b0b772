"""Work on many items in several processes: results in order, memory bounded, and nothing but its item lost with a process."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

BATCH_BYTES = 256_000
"""Small items go in batches: sending one takes as long as cutting a few kilobytes."""
BATCH_ITEMS = 64
WAITING_BYTES = 32_000_000
"""What may wait in front of a slow item; together with `WAITING_BATCHES` a bound of memory."""
WAITING_BATCHES = 8


def in_order(
    work: Callable[[T], R],
    items: Iterable[T],
    *,
    jobs: int,
    weigh: Callable[[T], int],
    lost: Callable[[T], R],
) -> Iterator[R]:
    """
    ``map(work, items)`` in `jobs` processes.

    Args:
        work: A function that can be pickled; an error it raises ends everything.
        items: Read lazily, a little ahead of what has been handed out.
        jobs: Processes, >= 1; one works here, without any other.
        weigh: Tells about how many bytes of work an item is.
        lost: Gives the result for an item whose process was killed or ran out of memory while it worked on it.

    Returns:
        The results in the order of the items. Closing the iterator ends the processes; they also end with this one, however it
        ends.

    """
    if jobs == 1:
        for item in items:
            yield work(item)
        return
    workers = _Workers(work, jobs)
    waiting: deque[_Batch[T, R]] = deque()
    batches = _batches(items, weigh)
    more = True
    try:
        while True:
            while more and _has_room(waiting, jobs):
                taken = next(batches, None)
                more = taken is not None
                if taken is not None:
                    waiting.append(_Batch(*taken, workers.submit(taken[0])))
            if not waiting:
                break
            yield from _results(workers, waiting, lost)
        workers.finish()
    finally:
        workers.end()


class _Batch(Generic[T, R]):
    def __init__(self, items: list[T], weight_bytes: int, future: Future[list[R]]) -> None:
        self.items = items
        self.weight_bytes = weight_bytes
        self.future = future


def _batches(items: Iterable[T], weigh: Callable[[T], int]) -> Iterator[tuple[list[T], int]]:
    batch: list[T] = []
    total = 0
    for item in items:
        batch.append(item)
        total += weigh(item)
        if total >= BATCH_BYTES or len(batch) == BATCH_ITEMS:
            yield batch, total
            batch, total = [], 0
    if batch:
        yield batch, total


def _has_room(waiting: deque[_Batch[T, R]], jobs: int) -> bool:
    if len(waiting) <= jobs:
        return True
    return (
        len(waiting) < WAITING_BATCHES * jobs and sum(batch.weight_bytes for batch in waiting) < WAITING_BYTES
    )


def _results(workers: _Workers[T, R], waiting: deque[_Batch[T, R]], lost: Callable[[T], R]) -> Iterator[R]:
    """The results of the batch that is first; if its process has ended, each item is tried once more by itself."""
    batch = waiting.popleft()
    try:
        yield from batch.future.result()
        return
    except BrokenProcessPool:
        workers.restart()
    for item in batch.items:
        try:
            yield from workers.submit([item]).result()
        except BrokenProcessPool:
            workers.restart()
            yield lost(item)
    for other in waiting:
        if not other.future.done() or other.future.exception() is not None:
            other.future = workers.submit(other.items)


class _Workers(Generic[T, R]):
    """A pool of processes that can be ended at once and begun again."""

    def __init__(self, work: Callable[[T], R], jobs: int) -> None:
        self._work = work
        self._jobs = jobs
        self._begin()

    def _begin(self) -> None:
        # not "fork": it copies a process in the middle of whatever its other threads do
        method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
        context = get_context(method)
        # the workers end when the other end of this is closed, be it by us or by our death
        self._watched, self._held = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self._jobs, context, _set_up, (self._work, self._watched))

    def submit(self, items: list[T]) -> Future[list[R]]:
        return self._pool.submit(_do, items)

    def finish(self) -> None:
        """Let the workers end by themselves."""
        self._pool.shutdown()

    def end(self) -> None:
        """End the workers, whatever they do."""
        self._held.close()
        self._pool.shutdown(cancel_futures=True)
        self._watched.close()

    def restart(self) -> None:
        self.end()
        self._begin()


_work: Callable[[Any], Any]


def _set_up(work: Callable[[Any], Any], watched: Connection) -> None:
    global _work  # noqa: PLW0603 -- a worker has one task; sending it with every batch would cost more than the batch
    _work = work
    # Ctrl+C reaches every process of the terminal; ours decides what becomes of the others
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(watched,), daemon=True).start()


def _end_with(watched: Connection) -> None:
    watched.poll(None)
    os._exit(1)


def _do(items: list[Any]) -> list[Any]:
    return [_work(item) for item in items]
