"""
Write the made parts of the documentation: ``python scripts/make_docs.py``.

docs/cli.md from the help, docs/api.md from the docstrings, the pictures of docs/cutting.md, the record of docs/record.md, and what commands
print into the README.
"""

import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import click

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "scripts")]

import api_page  # noqa: E402 - after the path
import pictures  # noqa: E402

import khand  # noqa: E402
from khand.cli import COMMANDS, main  # noqa: E402

README = ROOT / "README.md"
CLI = ROOT / "docs" / "cli.md"
API = ROOT / "docs" / "api.md"
RECORD = ROOT / "docs" / "record.md"
SHOWN = (README, ROOT / "docs" / "check.md")
"""Pages with commands and what they print."""
JSON = re.compile(r"^```json\n(?:.*\n)*?```$", re.M)
CONSOLE = re.compile(r"^```console\n\$ (.*)\n(?:.*\n)*?```$", re.M)
HEAD = """# The command line

Made from the help texts by `scripts/make_docs.py`; change those.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 some inputs failed (each is
named), 2 wrong usage.

Completion of commands, options, their values and files with the Tab key, by a line in the shell's start-up file (in zsh behind
`compinit`, which is in the line; bash from 4.4):

| shell | line |
|---|---|
| bash (`~/.bashrc`) | `eval "$(_KHAND_COMPLETE=bash_source khand)"` |
| zsh (`~/.zshrc`) | `autoload -Uz compinit && compinit && eval "$(_KHAND_COMPLETE=zsh_source khand)"` |
| fish (`~/.config/fish/completions/khand.fish`) | `_KHAND_COMPLETE=fish_source khand \\| source` |
"""


def section(name: str, command: click.Command) -> str:
    """A command with its arguments, options and examples; no line depends on click's own layout."""
    arguments = [p for p in command.params if isinstance(p, click.Argument)]
    options = [p for p in command.params if isinstance(p, click.Option)]
    usage = " ".join(["khand", name, "[OPTIONS]", *(p.metavar or p.name.upper() for p in arguments)])
    lines = [f"## khand {name}", "", f"`{usage}`", "", inspect.cleandoc(command.help), ""]
    if options:
        lines += ["| option | meaning |", "|---|---|", *map(row, options), ""]
    if command.epilog:
        lines += ["```sh", *(line.strip() for line in command.epilog.strip().splitlines()), "```", ""]
    return "\n".join(lines)


def row(option: click.Option) -> str:
    """A row of the table of options."""
    value = "" if option.is_flag else f" {option.metavar or values(option.type)}"
    meaning = option.help
    if option.required:
        meaning += "  [required]"
    elif option.show_default:
        meaning += f"  [default: {option.default}]"
    cells = (f"`{', '.join(option.opts)}{value}`", meaning)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def values(kind: click.ParamType) -> str:
    """What an option takes."""
    if isinstance(kind, click.Choice):
        return "|".join(kind.choices)
    return f"{kind.min}..{kind.max}" if isinstance(kind, click.IntRange) else kind.name.upper()


def page() -> str:
    """The whole page."""
    context = click.Context(main, info_name="khand")
    return (
        "\n".join([HEAD, *(section(name, main.get_command(context, name)) for name in COMMANDS)]).rstrip()
        + "\n"
    )


def with_output(text: str) -> str:
    """A page with what its commands print now."""
    return CONSOLE.sub(lambda block: f"```console\n$ {block[1]}\n{output(block[1])}```", text)


def record_page(text: str) -> str:
    """The page on records with the record that khand makes now, one that repeats something."""
    handbook = (ROOT / "examples" / "handbook.md").read_text(encoding="utf-8")
    chunks = khand.chunk(handbook, size=128, overlap=16, source="handbook.md")
    chunk = next(chunk for chunk in chunks if chunk.overlap_chars and chunk.headings)
    record = json.dumps(chunk.to_dict(), ensure_ascii=False, indent=1)
    return JSON.sub(lambda _: f"```json\n{record}\n```", text)


def output(command: str) -> str:
    """Standard output of a command line in a folder that holds the examples."""
    line = re.sub(r"\bkhand (?=\w)", lambda _: f'"{sys.executable}" -m khand ', command)
    # a wide terminal, so that no line depends on where this runs
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "COLUMNS": "120", "PYTHONUTF8": "1"}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "examples").symlink_to(ROOT / "examples")
        done = subprocess.run(
            line, shell=True, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=True
        )
    return "\n".join(shown.rstrip() for shown in done.stdout.splitlines()) + "\n"


if __name__ == "__main__":
    CLI.parent.mkdir(exist_ok=True)
    CLI.write_text(page(), encoding="utf-8", newline="\n")
    API.write_text(api_page.page(), encoding="utf-8", newline="\n")
    RECORD.write_text(record_page(RECORD.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    pictures.PAGE.write_text(
        pictures.page(pictures.PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n"
    )
    for shown in SHOWN:
        shown.write_text(with_output(shown.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
