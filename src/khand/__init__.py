"""
khand: decide how to cut documents for retrieval, see every cut, know the bill, then make the chunks.

A name is loaded when it is first used, so that importing khand takes no time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from khand import ray as ray
    from khand import spark as spark
    from khand.adapters.arrow import chunk_table
    from khand.changes import Difference, diff
    from khand.characters.span import Span
    from khand.chunk_record import Chunk
    from khand.chunks import ChunkList, Chunks
    from khand.context_window import Window, window
    from khand.duplicates import drop_duplicates
    from khand.engine import chunk
    from khand.errors import InputError, KhandError, MissingExtraError, OptionError, TokenizerError
    from khand.figures import Figures
    from khand.inspection import Part, inspect
    from khand.jobs import Result, chunk_file, chunk_files
    from khand.planning import Plan, plan
    from khand.readers import Document, ReadOptions, read
    from khand.readers.chunks import read_jsonl
    from khand.report import Report
    from khand.segmentation import sentences
    from khand.settings import Options, Settings
    from khand.verification import Verification, verify
    from khand.writers.jsonl import write_jsonl

    __version__: str

__all__ = [
    "Chunk",
    "ChunkList",
    "Chunks",
    "Difference",
    "Document",
    "Figures",
    "InputError",
    "KhandError",
    "MissingExtraError",
    "OptionError",
    "Options",
    "Part",
    "Plan",
    "ReadOptions",
    "Report",
    "Result",
    "Settings",
    "Span",
    "TokenizerError",
    "Verification",
    "Window",
    "__version__",
    "chunk",
    "chunk_file",
    "chunk_files",
    "chunk_table",
    "diff",
    "drop_duplicates",
    "inspect",
    "plan",
    "read",
    "read_jsonl",
    "sentences",
    "verify",
    "window",
    "write_jsonl",
]

_ROOMS = {
    "khand.adapters.arrow": ("chunk_table",),
    "khand.changes": (
        "Difference",
        "diff",
    ),
    "khand.characters.span": ("Span",),
    "khand.chunk_record": ("Chunk",),
    "khand.chunks": (
        "ChunkList",
        "Chunks",
    ),
    "khand.context_window": (
        "Window",
        "window",
    ),
    "khand.duplicates": ("drop_duplicates",),
    "khand.engine": ("chunk",),
    "khand.errors": (
        "InputError",
        "KhandError",
        "MissingExtraError",
        "OptionError",
        "TokenizerError",
    ),
    "khand.figures": ("Figures",),
    "khand.inspection": (
        "Part",
        "inspect",
    ),
    "khand.jobs": (
        "Result",
        "chunk_file",
        "chunk_files",
    ),
    "khand.planning": (
        "Plan",
        "plan",
    ),
    "khand.readers": (
        "Document",
        "ReadOptions",
        "read",
    ),
    "khand.readers.chunks": ("read_jsonl",),
    "khand.report": ("Report",),
    "khand.segmentation": ("sentences",),
    "khand.settings": (
        "Options",
        "Settings",
    ),
    "khand.verification": (
        "Verification",
        "verify",
    ),
    "khand.writers.jsonl": ("write_jsonl",),
}
"""Where each public name lives; above, type checkers and editors read the same."""
_HOME = {name: room for room, names in _ROOMS.items() for name in names}
_ENGINES = ("ray", "spark")
"""Modules that are there without being imported: ``khand.ray.chunk_dataset``."""


if not TYPE_CHECKING:  # for type checkers there are the names above, and no others

    def __getattr__(name: str) -> object:
        """Load a public name, once."""
        if name == "__version__":
            from khand.build import VERSION

            found: object = VERSION
        elif name in _HOME:
            from importlib import import_module

            found = getattr(import_module(_HOME[name]), name)
        elif name in _ENGINES:
            from importlib import import_module

            found = import_module(f"khand.{name}")
        else:
            raise AttributeError(f"module 'khand' has no attribute {name!r}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """Every public name, loaded or not."""
    return sorted({*globals(), *__all__})
