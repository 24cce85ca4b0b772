"""``python -m khand``: the command line."""

from khand.cli import main

main(prog_name="khand")
