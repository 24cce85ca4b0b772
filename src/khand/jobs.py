"""Many files: each is read and cut on its own, and one that fails does not stop the rest."""

from __future__ import annotations

import os
import pickle
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar, Unpack

from khand.checks import whole
from khand.chunks import Chunks
from khand.engine import chunk_document
from khand.errors import InputError, KhandError, OptionError
from khand.readers import DEFAULT, Document, Found, ReadOptions, find, read_all
from khand.readers.sources import refuse_same_source, source_of
from khand.report import join_reports
from khand.settings import Options, Settings, settings_of
from khand.tokenizers import get_tokenizer

T = TypeVar("T")
Input = str | os.PathLike[str] | Found | Document


class Result(NamedTuple):
    """
    The outcome for one document; it can be pickled and compared.

    Attributes:
        source: The name its chunks carry; for an input that names no document, the input itself.
        chunks: Its chunks, or None if it failed.
        error: Why it failed, or None.

    """

    source: str
    chunks: Chunks | None
    error: KhandError | None


class Finished(NamedTuple, Generic[T]):
    """What became of one document: its name, what was made of its chunks, or why it failed; what its reader left out."""

    source: str
    made: T | None
    error: KhandError | None
    left_out: tuple[str, ...] = ()


def chunk_file(
    path: str | os.PathLike[str],
    settings: Settings | None = None,
    *,
    root: str | os.PathLike[str] | None = None,
    encoding: str | None = None,
    reading: ReadOptions | None = None,
    **options: Unpack[Options],
) -> Chunks:
    """
    Read and cut one file.

    Args:
        path: The file.
        settings: How to cut; None for the defaults. The format is told from the file unless it is given.
        root: The folder that the name of the file is relative to; None for the working directory, or outside of it the bare
            name. `source` in the settings takes precedence.
        encoding: Encoding of a file without a byte order mark; None for UTF-8.
        reading: How to read it, apart from its encoding and format.
        options: Settings by keyword, as for ``khand.chunk``.

    Returns:
        The chunks; ``.document`` is the text that their offsets refer to.

    Raises:
        InputError: The file cannot be read.
        OptionError: A setting is not allowed.

    """
    made = settings_of(settings, options)
    source = source_of(Path(path), root=root) if made.source is None else made.source
    reading = (reading or DEFAULT).but(encoding=encoding, format=made.format)
    return _cut(read_all(Found(Path(path), source), reading), made)


def chunk_files(
    inputs: Input | Iterable[Input],
    settings: Settings | None = None,
    *,
    jobs: int = 1,
    root: str | os.PathLike[str] | None = None,
    encoding: str | None = None,
    reading: ReadOptions | None = None,
    **options: Unpack[Options],
) -> Iterator[Result]:
    """
    Read and cut files, one after the other or in several processes.

    Args:
        inputs: A file, a folder, a glob, or many of them, as for ``khand chunk``; documents that were read already, too.
        settings: How to cut; None for the defaults. The format of each file is told from the file unless it is given.
        jobs: How many processes work, >= 1; the results are the same. More than one need a script that can be imported
            (``if __name__ == "__main__":``) and a tokenizer that can be pickled.
        root: What the names of all files are relative to; see ``docs/sources.md``.
        encoding: Encoding of files without a byte order mark; None for UTF-8.
        reading: How to read them, apart from their encoding and format.
        options: Settings by keyword, as for ``khand.chunk``.

    Returns:
        First a failed result for each input that names no document, then a result for each document, in order. Each is made
        when it is asked for.

    Raises:
        OptionError: A setting is not allowed, or two documents would carry the same name; raised before any work.

    >>> [(r.source, r.chunks, str(r.error)) for r in chunk_files("nothing.md")]
    [('nothing.md', None, 'nothing.md: no such file or folder')]

    """
    made = settings_of(settings, options)
    if made.source is not None:
        raise OptionError(
            f"source={made.source!r}: names one document, for khand.chunk_file",
            option="source",
            value=made.source,
        )
    jobs = whole("jobs", jobs, 1)
    get_tokenizer(made.tokenizer, chars=0)
    reading = (reading or DEFAULT).but(encoding=encoding, format=made.format)
    files, errors = _files(inputs, root)
    failed = [Result(error.source or "", None, error) for error in errors]
    return _results(failed, cut_files(files, made, keep_chunks, jobs=jobs, reading=reading))


def _results(failed: list[Result], done: Iterator[Finished[Chunks]]) -> Iterator[Result]:
    yield from failed
    for source, chunks, error, _ in done:
        yield Result(source, chunks, error)


def keep_chunks(chunks: Chunks) -> Chunks:
    """Hand the chunks on as they are, for ``cut_files``."""
    return chunks


def _files(
    inputs: Input | Iterable[Input], root: str | os.PathLike[str] | None
) -> tuple[list[Found | Document], list[InputError]]:
    """The documents of the inputs; paths are looked for, what is found or read already stays."""
    given = [inputs] if isinstance(inputs, str | os.PathLike | Found | Document) else list(inputs)
    known = [one for one in given if isinstance(one, Found | Document)]
    paths = [os.fspath(one) for one in given if not isinstance(one, Found | Document)]
    found, errors = find(paths, root=root) if paths else ([], [])
    refuse_same_source([*found, *(Found(Path(one.source), one.source) for one in known)])
    return [*found, *known], errors


def cut_files(
    files: Iterable[Found | Document],
    settings: Settings,
    finish: Callable[[Chunks], T],
    *,
    jobs: int = 1,
    reading: ReadOptions = DEFAULT,
) -> Iterator[Finished[T]]:
    """
    Read, cut and finish documents.

    Args:
        files: What ``khand.readers.find`` found, or documents that are read already.
        settings: How to cut them; `source` is that of each file.
        finish: What is made of the chunks of a document, where they were cut; a function that can be pickled if `jobs` > 1.
        jobs: Processes, >= 1.
        reading: How to read files.

    Returns:
        One for each file, in their order.

    Raises:
        OptionError: The settings cannot be sent to other processes.

    """
    work = partial(_read_and_cut, settings=settings, finish=finish, reading=reading)
    if jobs == 1:
        # `multiprocessing` is slow to import
        return map(work, files)
    try:
        pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise OptionError(
            f"jobs={jobs} with tokenizer={settings.tokenizer!r}: it cannot be sent to another process; use a function "
            "of a module, a name or a file, or jobs=1",
            option="jobs",
            value=jobs,
        ) from error
    from khand.pool import in_order

    return in_order(work, files, jobs=jobs, weigh=size_bytes, lost=_lost)


def _read_and_cut(
    file: Found | Document, *, settings: Settings, finish: Callable[[Chunks], T], reading: ReadOptions
) -> Finished[T]:
    try:
        documents = [file] if isinstance(file, Document) else read_all(file, reading)
        left_out: list[str] = []
        chunks = _cut(_noted(documents, left_out), settings)
        return Finished(file.source, finish(chunks), None, tuple(dict.fromkeys(left_out)))
    except KhandError as error:
        return Finished(file.source, None, error)
    except MemoryError:
        name = file.source or "standard input"
        return Finished(file.source, None, InputError(f"{name}: there is not enough memory", source=name))
    except Exception as error:
        return Finished(file.source, None, _fault(file.source or "standard input", error))


def _fault(name: str, error: Exception) -> KhandError:
    """An error for what nobody foresaw, with what is needed to find its cause."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}, in {place.name}"
    return KhandError(
        f"{name}: khand failed on it: {type(error).__name__}: {error} ({where}); please report it"
    )


def _noted(documents: Iterable[Document], left_out: list[str]) -> Iterator[Document]:
    for document in documents:
        left_out += document.left_out
        yield document


def _cut(documents: Iterable[Document], settings: Settings) -> Chunks:
    """The chunks of a file: of records, those of one document behind those of another, on which there is one report."""
    made = [chunk_document(document, settings) for document in documents]
    if len(made) == 1:
        return made[0]
    return Chunks(
        [chunk for chunks in made for chunk in chunks],
        lambda _: join_reports([chunks.report for chunks in made], settings),
        document="",
        exact=all(chunks.exact for chunks in made),
        children=[child for chunks in made for child in chunks.children],
    )


def _lost(file: Found | Document) -> Finished[T]:
    name = file.source or "standard input"
    error = InputError(
        f"{name}: the process that cut it was ended from outside; was there not enough memory?", source=name
    )
    return Finished(file.source, None, error)


def size_bytes(file: Found | Document) -> int:
    """About how much there is to read; 0 for a file that cannot be looked at: reading it fails and says why."""
    if isinstance(file, Document):
        return len(file.text)
    try:
        return file.path.stat().st_size
    except OSError:
        return 0
