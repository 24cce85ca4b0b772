"""What the tests of engines share: documents, tables as bytes, and a tokenizer that tells and breaks its process."""

import io
import os
import signal
import time
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
COLUMNS = {"id_column": "id", "source_column": "path"}


def documents():
    """Forty, most of them different, English and Hindi; one without text and one that is blank."""
    import pyarrow as pa

    texts = [(EXAMPLES / name).read_text(encoding="utf-8") for name in ("handbook.md", "handbook-hi.md")]
    written = [f"{texts[i % 2]}\n\nCopy {i // 4}." for i in range(40)]
    written[17], written[23] = None, " \n"
    return pa.table({"id": list(range(40)), "body": written, "path": [f"{i}.md" for i in range(40)]})


def parquet_bytes(table):
    """A table as the bytes of one file, however its rows lie in memory."""
    from pyarrow import parquet

    file = io.BytesIO()
    parquet.write_table(table.combine_chunks(), file)
    return file.getvalue()


def telling(folder, *, at_least=1, breaks_at=None, killed_at=None, kills=1):
    """
    A tokenizer that counts characters and leaves the number of its process in a folder.

    A process begins when as many as `at_least` are there, or after half a minute; a text with `breaks_at` raises; the first
    processes, `kills` of them, that come to a text with `killed_at` are killed.
    """

    def count(
        text,
    ):  # made here, so that it goes to other processes by value and not by the name of this module
        mine = Path(folder) / str(os.getpid())
        if not mine.exists():
            mine.touch()
            until = time.monotonic() + 30
            while len(list(Path(folder).glob("[0-9]*"))) < at_least and time.monotonic() < until:
                time.sleep(0.05)
        if breaks_at is not None and breaks_at in text:
            raise RuntimeError("broken")
        if killed_at is not None and killed_at in text and len(list(Path(folder).glob("killed-*"))) < kills:
            (Path(folder) / f"killed-{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return len(text)

    return count


def processes(folder):
    """Those that have counted."""
    return {int(path.name) for path in Path(folder).glob("[0-9]*")}


def killed(folder):
    """Those that were killed."""
    return {int(path.name.removeprefix("killed-")) for path in Path(folder).glob("killed-*")}
