"""The command line; one command a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import click

from khand.build import VERSION, build

COMMANDS = {
    "plan": "khand.cli.plan",
    "chunk": "khand.cli.chunk",
    "read": "khand.cli.read",
    "diff": "khand.cli.diff",
    "verify": "khand.cli.verify",
    "check": "khand.cli.check",
    "inspect": "khand.cli.inspect",
    "window": "khand.cli.window",
    "compare": "khand.cli.compare",
    "evaluate": "khand.cli.evaluate",
    "evaluate init": "khand.cli.evaluate_init",
    "sentences": "khand.cli.sentences",
    "models": "khand.cli.models",
    "tokenizers": "khand.cli.tokenizers",
    "serve": "khand.cli.serve",
    "mcp": "khand.cli.mcp",
    "build-site": "khand.cli.build_site",
}
"""Name of each command and the module that has it as ``command``, in the order of the help."""


class LazyGroup(click.Group):
    """Imports the module of a command when the command is asked for, so that a start stays light."""

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Run; a terminal that lacks a character gets a question mark instead of a crash."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        return super().__call__(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; Ctrl+C ends it with the exit code that shells expect."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(128 + 2)

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Commands in the order a newcomer needs them."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List every command with what it does, up to the first colon of its help: nothing is cut short."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            told = command.get_short_help_str(limit=1000) if command is not None else ""
            rows.append((name, told.partition(":")[0].removesuffix(".")))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        """Import one command."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: Sequence[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Say which commands there are when one is not known."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            meant = [f"did you mean {near}?" for near in get_close_matches(args[0], COMMANDS, 1)]
            ctx.fail(" ".join([f"no command {args[0]!r};", *meant, f"there are {', '.join(COMMANDS)}"]))
        return super().resolve_command(ctx, list(args))


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"khand, version {VERSION} ({build()})")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with:  khand chunk handbook.md -o chunks.jsonl",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def main() -> None:
    """
    Decide how to cut documents for retrieval: see every cut, know the bill, then make the chunks.

    Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 some inputs failed
    (each is named), 2 wrong usage.
    """
