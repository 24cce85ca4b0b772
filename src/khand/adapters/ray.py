"""Cuts the documents of a Ray dataset: a pool of workers, each with its tokenizer, makes blocks that are bounded by bytes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any, Unpack

from khand.adapters.batches import BATCH_BYTES, TableCutter, table_schema
from khand.checks import whole
from khand.extras import load
from khand.settings import Options, Settings, settings_of
from khand.tokenizers import get_tokenizer

RETRIES = 3
"""
How often a block is cut again after its worker died, the same as in Spark. By default Ray tries without end, also where one
document takes more memory than there is. A block takes half a minute; where every machine is taken away once an hour, four
tries of one block fail in a row about five times in 10**9 blocks.
"""


def chunk_dataset(
    dataset: Any,  # noqa: ANN401  # ray has no types that could be checked without it
    settings: Settings | None = None,
    *,
    text_column: str = "text",
    id_column: str | None = None,
    source_column: str | None = None,
    workers: int | None = None,
    batch_bytes: int = BATCH_BYTES,
    **options: Unpack[Options],
) -> Any:  # noqa: ANN401
    """
    Cut a Ray dataset of documents into one of chunks; nothing runs before the result is asked for.

    Args:
        dataset: A ``ray.data.Dataset``.
        settings: How to cut; None for the default of each.
        text_column: The column with the documents' text.
        id_column: As for ``khand.chunk_table``.
        source_column: As for ``khand.chunk_table``.
        workers: How many processes cut, each on a CPU of its own; None for as many as the cluster has CPUs now but one, which
            is left for reading and writing.
        batch_bytes: After about so many bytes of text, embedded text included, a worker hands out what it has, inside a
            document if need be.
        options: The fields of ``Settings``, by keyword, before `settings`.

    Returns:
        A ``ray.data.Dataset`` whose rows, in the order of the documents where ``execution_options.preserve_order`` is set, are
        those of ``khand.chunk_table``. A worker that dies is replaced and its block cut again: the same input gives the same
        blocks, so that nothing is lost and nothing there twice. What kills four workers in a row ends the run with Ray's error.

    Raises:
        MissingExtraError: Ray is not installed.
        OptionError: A setting is not allowed, or a column is missing or holds no text. Where Ray does not know the columns
            before it has run what comes before, the failing task says so.
        TokenizerError: The tokenizer is not known.
    """
    data = load("ray.data", "ray")
    cutter = TableCutter(settings_of(settings, options), text_column, id_column, source_column, batch_bytes)
    known = getattr(dataset.schema(fetch_if_missing=False), "base_schema", None)
    if isinstance(known, load("pyarrow", "ray").Schema):  # not of blocks that are still pandas frames
        cutter.check((field.name, field.type) for field in known)
    with warnings.catch_warnings():
        # Ray 2.64 takes the number of tries away and names nothing in its stead; the extra ends before it
        warnings.filterwarnings("ignore", "`ray_remote_args` is deprecated")
        return dataset.map_batches(
            _Worker,
            fn_constructor_args=(cutter,),
            batch_format="pyarrow",
            batch_size=None,  # a block as it is: Ray bounds blocks by bytes, a number of rows would not
            # a block takes far longer to cut than to fetch, and one that waits behind another keeps a worker idle
            compute=data.ActorPoolStrategy(size=_workers(workers), max_tasks_in_flight_per_actor=1),
            num_cpus=1,
            max_task_retries=RETRIES,
        )


def _workers(asked: int | None) -> int:
    if asked is not None:
        return whole("workers", asked, 1)
    return max(1, int(load("ray", "ray").cluster_resources().get("CPU", 1)) - 1)


class _Worker:
    """Made once in each process of the pool."""

    def __init__(self, cutter: TableCutter) -> None:
        self._cutter = cutter
        self._made = get_tokenizer(cutter.settings.tokenizer)  # loaded before the first block, not with it

    def __call__(self, block: Any) -> Iterator[Any]:  # noqa: ANN401
        pa = load("pyarrow", "ray")
        self._cutter.check((field.name, field.type) for field in block.schema)
        empty = True
        for batch in self._cutter.batches(block.select(self._cutter.columns).to_batches()):
            empty = False
            yield pa.Table.from_batches([batch])
        if empty:  # the dataset has its columns even where no document has a chunk
            yield table_schema().empty_table()
