"""``khand chunk --out-dir``: chunks in parts; a run that is started again keeps those that are finished."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from khand.cli.records import Records
from khand.cli.run import Done, Run
from khand.duplicates import digest_of
from khand.readers import Found
from khand.readers.chunks import iterate_chunks
from khand.report import join_reports
from khand.shards import DocumentRecord, Part, Shard, Store, record_of, shards_of
from khand.writers import replacing

if TYPE_CHECKING:
    from khand.jobs import Finished

Cut = Callable[[Iterable[Found]], "Iterator[Finished[Records]]"]


def write_parts(store: Store, files: Sequence[Found], cut: Cut, run: Run) -> int:
    """
    Write the parts that are not finished, and the manifest.

    Args:
        store: The folder of parts.
        files: The documents.
        cut: Cuts documents, in order.
        run: Takes in the outcome for each document, also for those in parts that were finished before.

    Returns:
        How many parts were finished before.

    """
    shards = list(shards_of(files))
    before = [store.finished(shard) for shard in shards]
    # one stream over all parts: no process waits for the end of one
    todo = [file for shard, part in zip(shards, before, strict=True) if part is None for file in shard.files]
    finished = cut(todo)
    parts = []
    for shard, part in zip(shards, before, strict=True):
        if part is None:
            parts.append(_write(store, shard, finished, run))
        else:
            _recall(store, part, run)
            parts.append(part)
    store.close(parts)
    return len(shards) - before.count(None)


def _write(store: Store, shard: Shard, finished: Iterator[Finished[Records]], run: Run) -> Part:
    documents: list[DocumentRecord] = []
    already = len(run.reports)
    with replacing(store.path(shard.name)) as file:
        for document, one in zip(shard.files, islice(finished, len(shard.files)), strict=True):
            made = run.take(one)
            if made is not None:
                file.buffer.write(made.lines)
                documents.append(record_of(document, made.report.chunks, made.report.tokens, None))
            else:
                documents.append(record_of(document, None, None, run.failures[-1].error))
    reports = run.reports[already:]
    joined = join_reports(reports, run.settings) if reports else None
    # the parts' reports are joined in the end, whether they were made now or before
    run.reports[already:] = [joined] if joined else []
    return store.finish(shard, documents, joined)


def _recall(store: Store, part: Part, run: Run) -> None:
    """Take in a part that was finished before, as if it were made now."""
    report = part.joined()
    if report is not None:
        run.reports.append(report)
    for document in part.documents:
        if document.chunks is None or document.tokens is None:
            run.tell_failure(document.source, document.error or "")
        else:
            run.done.append(Done(document.source, document.chunks, document.tokens))
    for chunk in iterate_chunks(store.path(part.name)):
        run.seen.add(digest_of(chunk.embed_text), chunk.tokens)
        if len(run.first) < run.keep:
            run.first.append(chunk)
