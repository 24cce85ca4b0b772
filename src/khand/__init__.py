"""khand: decide how to cut documents for retrieval, see every cut, know the bill, then make the chunks."""

# Some functions share their name with the module they live in. Loading a submodule binds its name here, so each such
# module is loaded now and its function bound over it; later imports of the module leave the name alone.
from khand.characters.span import Span
from khand.chunks import Chunk, Chunks
from khand.context_window import Window, window
from khand.engine import chunk
from khand.errors import InputError, KhandError, MissingExtraError, OptionError, TokenizerError
from khand.planning import Plan, plan
from khand.report import Report
from khand.segmentation import sentences
from khand.settings import Settings
from khand.writers.jsonl import write_jsonl

__all__ = [
    "Chunk",
    "Chunks",
    "InputError",
    "KhandError",
    "MissingExtraError",
    "OptionError",
    "Plan",
    "Report",
    "Settings",
    "Span",
    "TokenizerError",
    "Window",
    "chunk",
    "plan",
    "sentences",
    "window",
    "write_jsonl",
]
