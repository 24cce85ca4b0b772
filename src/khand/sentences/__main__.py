"""
Print the sentences of files or of the standard input, one a line: ``python -m khand.sentences [--offsets] [FILE …]``.

White space inside a sentence becomes one space. With ``--offsets`` each line begins with start and end in code points.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from khand.errors import InputError, OptionError
from khand.sentences import sentences


def lines(text: str, language: str | None = None, *, offsets: bool = False) -> Iterator[str]:
    r"""
    The sentences of a text as lines for people; blank ones are left out.

    Args:
        text: Any text.
        language: Its code, or None to detect it.
        offsets: Begin each line with start and end in code points, separated by tabs.

    >>> list(lines("Dr. Rao\ncame. She left.", "en", offsets=True))
    ['0\t14\tDr. Rao came.', '14\t23\tShe left.']

    """
    for start, end in sentences(text, language):
        line = " ".join(text[start:end].split())
        if line:
            yield f"{start}\t{end}\t{line}" if offsets else line


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 1 an input failed, 2 wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m khand.sentences", description="One sentence a line.")
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="text files in UTF-8; - or none: standard input"
    )
    parser.add_argument("--language", help="code of the language, e.g. hi; detected unless given")
    parser.add_argument(
        "--offsets", action="store_true", help="begin each line with start and end in code points"
    )
    options = parser.parse_args(arguments)
    failed = False
    for name in options.files or ["-"]:
        try:
            for line in lines(_text(name), options.language, offsets=options.offsets):
                print(line)
        except OptionError as error:
            parser.error(str(error))
        except (OSError, InputError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed = True
    return int(failed)


def _text(name: str) -> str:
    """A file's text with its newlines as they are; a BOM is no part of it."""
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 at byte {error.start}", source=name, position=error.start) from None


if __name__ == "__main__":
    sys.exit(main())
