"""Write docs/cli.md from the help of the command line: ``python scripts/make_docs.py``."""

import sys
from pathlib import Path

import click

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "src"))

from khand.cli import COMMANDS, main  # noqa: E402 - after the path

TARGET = ROOT / "docs" / "cli.md"
HEAD = """# The command line

Made from the help texts by `scripts/make_docs.py`; change those.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 some inputs failed (each is
named), 2 wrong usage.

Completion of commands and options with the Tab key, once in each shell's start-up file:

| shell | line |
|---|---|
| bash (`~/.bashrc`) | `eval "$(_KHAND_COMPLETE=bash_source khand)"` |
| zsh (`~/.zshrc`) | `eval "$(_KHAND_COMPLETE=zsh_source khand)"` |
| fish (`~/.config/fish/completions/khand.fish`) | `_KHAND_COMPLETE=fish_source khand \\| source` |
"""


def help_text(*command: str) -> str:
    """The help of a command as a terminal of 100 columns shows it."""
    context = click.Context(main, info_name="khand", **WIDTH)
    for name in command:
        context = click.Context(main.get_command(context, name), context, info_name=name, **WIDTH)
    return context.get_help()


WIDTH = {"terminal_width": 100, "max_content_width": 100}


def page() -> str:
    """The whole page."""
    parts = [HEAD, f"## khand\n\n```text\n{help_text()}\n```\n"]
    parts += [f"## khand {name}\n\n```text\n{help_text(name)}\n```\n" for name in COMMANDS]
    return "\n".join("\n".join(line.rstrip() for line in part.split("\n")) for part in parts)


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(page(), encoding="utf-8", newline="\n")
