"""The page on the Python API, from the docstrings: what ``scripts/make_docs.py`` writes to docs/api.md."""

import inspect
import re
import types
from collections.abc import Iterator
from itertools import islice
from operator import itemgetter

import khand

HEAD = """# The Python API

Made from the docstrings by `scripts/make_docs.py`; change those. The same is shown by `help(khand.chunk)`. Names are loaded when
they are first used: `import khand` takes no time. All of it has types (`py.typed`).

```python
import khand

chunks = khand.chunk(text, size=512, tokenizer="text-embedding-3-small")  # a model's name is its tokenizer, and its price
chunks[0].embed_text, chunks[0].headings, chunks.report.cost("text-embedding-3-small")
print(chunks.report)                                                      # in a notebook, chunks and report show as HTML
pandas.DataFrame(chunks.to_dicts())                                       # or polars.DataFrame

for source, chunks, error in khand.chunk_files("docs/", size=512, jobs=4):  # failures are values
    ...
```

Chunks, settings, reports, results and errors can be pickled and compared. With `jobs` above 1 a script needs the guard
`if __name__ == "__main__":`, as every Python script that starts processes.
"""
GROUPS = {
    "Cutting": (
        "chunk",
        "chunk_file",
        "chunk_files",
        "chunk_table",
        "Settings",
        "Options",
        "read",
        "ReadOptions",
        "Document",
    ),
    "What comes back": ("Chunk", "Chunks", "ChunkList", "Report", "Figures", "Result"),
    "Files of chunks": (
        "write_jsonl",
        "read_jsonl",
        "diff",
        "Difference",
        "drop_duplicates",
        "verify",
        "Verification",
    ),
    "Planning and looking": ("plan", "Plan", "window", "Window", "sentences", "Span", "inspect", "Part"),
    "Errors": ("KhandError", "OptionError", "TokenizerError", "InputError", "MissingExtraError"),
}
SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Limits):$")


def page() -> str:
    """The whole page; every public name is on it once."""
    lines = [HEAD]
    for title, names in GROUPS.items():
        lines += [f"## {title}", ""]
        for name in names:
            lines += entry(name, getattr(khand, name))
    return "\n".join(lines).rstrip() + "\n"


def entry(name: str, thing: object) -> Iterator[str]:
    """A public name: how it is called, its docstring, and what its objects have besides fields."""
    yield f"### `khand.{name}`"
    yield ""
    if not isinstance(thing, type):
        yield from ("```python", signature(name, thing), "```", "")
        yield from described(inspect.getdoc(thing) or "")
        return
    own, base = layers(thing)
    yield from described(inspect.getdoc(thing) or "")
    for private in own[1:]:
        attributes = (inspect.getdoc(private) or "").partition("Attributes:")[2]
        # under the heading that the class has already
        yield from islice(described(f"Attributes:{attributes}"), 2, None)
    members = [(member, value) for layer in own for member, value in vars(layer).items()]
    shown = [
        (member, value) for member, value in sorted(members, key=itemgetter(0)) if is_shown(member, value)
    ]
    for member, value in shown:
        doc = inspect.getdoc(value.__func__ if isinstance(value, classmethod) else value) or ""
        call = "" if isinstance(value, property) else "()"
        yield f"- `.{member}{call}`: {markdown(doc.splitlines()[0]) if doc else ''}"
    if base:
        yield f"- all that `khand.{base}` has"
    if shown or base:
        yield ""


def layers(thing: type) -> tuple[list[type], str]:
    """A class with those below it that have no public name, and the first below these that has one, or ""."""
    own = [thing]
    for base in thing.__mro__[1:]:
        if base.__name__ in khand.__all__:
            return own, base.__name__
        if base.__module__.startswith("khand."):
            own.append(base)
    return own, ""


def is_shown(member: str, value: object) -> bool:
    """Whether the page lists a member: a public property or method."""
    return not member.startswith("_") and isinstance(value, property | classmethod | types.FunctionType)


def signature(name: str, thing: object) -> str:
    """How a function is called, one parameter a line where it is long."""
    found = inspect.signature(thing)
    line = f"khand.{name}{found}".replace("'", "")
    if len(line) <= 100:
        return line
    before, _, after = line.partition("(")
    inside, _, result = after.rpartition(")")
    parts = re.split(r", (?=\*,|\*{0,2}\w+(?:$|:|,| =))", inside)
    return f"{before}(\n" + "".join(f"    {part},\n" for part in parts) + f"){result}"


def described(doc: str) -> Iterator[str]:
    """A docstring as Markdown: sections as lists, examples as code."""
    section, example = "", False
    for line in doc.splitlines():
        begins = SECTION.match(line)
        if line.startswith(">>>") and not example:
            example = True
            yield from ("```python", line)
        elif example and not line:
            example = False
            yield from ("```", "")
        elif example:
            yield line
        elif begins:
            section = begins[1]
            yield from (f"**{section}**", "")
        elif section in ("Args", "Attributes", "Raises") and re.match(r" {4}\S", line):
            name, _, told = line.strip().partition(": ")
            yield f"- `{name}`: {markdown(told)}"
        elif section and line:
            yield ("  " if section in ("Args", "Attributes", "Raises") else "") + markdown(line.strip())
        else:
            section = "" if not line else section
            yield markdown(line)
    yield from ("```", "") if example else ("",)


def markdown(line: str) -> str:
    """Double backticks, as docstrings have them, are single ones."""
    return line.replace("``", "`")
