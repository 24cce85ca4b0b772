"""
Golden cases of cutting, as text; ``golden/cutting/README.md`` says how one is written.

    python tests/cutting_cases.py        # write today's chunks into the cases that differ or have none; then read the diff
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "golden" / "cutting"
NUMBERS = ("size", "min_size", "heading_depth")
SIGNS = {"␠": " ", "␉": "\t", "␍": "\r"}
REPORT = ("gave way", "overlap", "notes", "moved", "small")
"""What a case may say of the report, each on a line after the chunks."""


class Case(NamedTuple):
    """
    One case of a file.

    Attributes:
        file: Its file.
        title: What must hold, in words.
        settings: The line of settings as it stands in the file.
        document: The document as it stands in the file.
        expected: Chunks and what the report says, as they stand in the file.

    """

    file: Path
    title: str
    settings: str
    document: str
    expected: str

    @property
    def text(self) -> str:
        """The document itself."""
        return decode(self.document)

    def ways(self) -> Iterator[dict[str, Any]]:
        """The options of ``khand.chunk``; several where the settings name several values of one."""
        given = dict(_setting(part.strip()) for part in self.settings.split(";"))
        for values in product(*given.values()):
            yield dict(zip(given, values, strict=True))


def read(file: Path) -> list[Case]:
    """The cases of a file."""
    return [_case(file, part) for part in file.read_bytes().decode("utf-8").split("\n=\n")]


def _case(file: Path, part: str) -> Case:
    try:
        head, document, *rest = re.split(r"^\.\n", part.removesuffix("\n") + "\n", flags=re.MULTILINE)
        title, settings = head.removesuffix("\n").rsplit("\n", 1)
        (expected,) = rest
    except ValueError:
        raise ValueError(f"{file.name}: not title, settings, '.', document, '.', chunks:\n{part}") from None
    return Case(file, title, settings, document.removesuffix("\n"), expected.removesuffix("\n"))


def _setting(part: str) -> tuple[str, list[Any]]:
    """
    One setting with its values.

    >>> _setting("size 40"), _setting("by heading, sentence"), _setting("context none")
    (('size', [40]), ('by', ['heading', 'sentence']), ('context', [()]))
    >>> _setting("context headings, table"), _setting("overlap 10%"), _setting("overlap_across_headings")
    (('context', [('headings', 'table')]), ('overlap', ['10%']), ('overlap_across_headings', [True]))

    """
    name, _, value = part.partition(" ")
    if not value:
        return name, [True]
    values = value.split(", ")
    if name == "context":
        return name, [tuple(values) if value != "none" else ()]
    return name, [int(each) if name in NUMBERS or each.isdigit() else each for each in values]


def decode(text: str) -> str:
    r"""
    A text with the signs for what cannot be seen, and for repeats, as what they stand for.

    >>> decode("a␠⟨3×bc⟩⟨U+FEFF⟩"), decode("")
    ('a bcbcbc\ufeff', '')

    """
    for sign, char in SIGNS.items():
        text = text.replace(sign, char)
    text = re.sub(r"⟨U\+([0-9A-F]+)⟩", lambda found: chr(int(found[1], 16)), text)
    return re.sub(r"⟨(\d+)×([^⟩]*)⟩", lambda found: int(found[1]) * found[2], text)


def encode(text: str) -> str:
    r"""
    A text with signs for what cannot be seen: white space at the ends of lines, tabs, control and format characters.

    >>> encode("a \nb\tc\ufeff"), encode("|   ")
    ('a␠\nb␉c⟨U+FEFF⟩', '| ␠␠')

    """
    text = re.sub(r"(?m)^([|+] |)(.*?)( +)$", lambda found: found[1] + found[2] + "␠" * len(found[3]), text)
    text = text.replace("\t", "␉").replace("\r", "␍")
    return "".join(f"⟨U+{ord(char):04X}⟩" if _unseen(char) else char for char in text)


def _unseen(char: str) -> bool:
    joins = char == "\u200d" or ord(char) >= 0xE0000  # inside emoji, which can be seen
    return char not in " \n" and not joins and unicodedata.category(char) in ("Cc", "Cf", "Zs", "Zl", "Zp")


def lines(chunks: Any, wanted: str) -> Iterator[str]:
    """
    What was made, as a case is written.

    Args:
        chunks: What ``khand.chunk`` made.
        wanted: What the case expects: only those lines on the report are given that it has.

    """
    previous = 0
    for chunk in chunks:
        path = " > ".join(chunk.headings)
        yield f"{'oversized, ' if chunk.oversized else ''}{chunk.cut}{': ' if path else ''}{path}"
        yield from _embedded(chunk, max(0, previous - chunk.start))
        previous = chunk.end
    report = chunks.report
    said = (
        ", ".join(f"{key} {value}" for key, value in report.gave_way.items()),
        ", ".join(f"{key} {value}" for key, value in report.overlaps.items()),
        ", ".join(note.code for note in report.notes),
        str(report.moved_edges),
        str(report.small),
    )
    for name, figures in zip(REPORT, said, strict=True):
        if re.search(rf"^{name}:", wanted, re.MULTILINE):
            yield f"{name}: {figures or 'none'}"


def _embedded(chunk: Any, overlap: int) -> Iterator[str]:
    before, found, after = chunk.embed_text.rpartition(chunk.text)
    assert found, f"the text is not in the embedded text {chunk.embed_text!r}"
    text = f"⟦{chunk.text[:overlap]}⟧{chunk.text[overlap:]}" if overlap else chunk.text
    for mark, part in (("+", before.removesuffix("\n")), ("|", text), ("+", after.removeprefix("\n"))):
        for line in part.split("\n") if part else ():
            yield f"{mark} {line}" if line else mark


def main() -> None:
    """Write today's chunks into the cases that differ."""
    import khand

    for file in sorted(FOLDER.glob("*.txt")):
        parts = []
        for case in read(file):
            made = ["\n".join(lines(khand.chunk(case.text, **way), case.expected)) for way in case.ways()]
            expected = case.expected if decode(case.expected) == made[0] else encode(made[0])
            if len(set(made)) > 1:
                raise SystemExit(f"{file.name}, {case.title}: these settings give different chunks")
            body = [case.title, case.settings, ".", case.document, ".", *([expected] if expected else ())]
            parts.append("\n".join(body))
        file.write_text("\n=\n".join(parts) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
