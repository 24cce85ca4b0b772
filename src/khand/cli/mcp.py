"""``khand mcp``: the tools of khand for language models."""

from __future__ import annotations

import sys

import click

from khand.cli.base import Command

EXAMPLES = """
khand mcp                      # tools for texts that are sent, no files
khand mcp docs/ manuals/       # and for files under these folders
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("folders", metavar="[FOLDER]...", nargs=-1, type=click.Path())
def command(folders: tuple[str, ...]) -> None:
    """
    Serve khand to a language model, on standard input and output, after the Model Context Protocol (MCP).

    Tools: plan, chunk, inspect, window, sentences. They only read: files under the folders given, and no others,
    wherever links lead; without a folder none at all. Needs `khand[mcp]`. A client starts this command itself.
    """
    from khand.adapters.mcp import server

    made = server(folders)
    if sys.stdin.isatty():
        click.echo("Waiting for an MCP client on standard input; Ctrl+C ends.", err=True)
    made.run()
