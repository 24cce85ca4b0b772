"""``python -m khand.sentences``: the same as ``khand sentences``."""

from khand.cli.sentences import command

if __name__ == "__main__":
    command(prog_name="python -m khand.sentences")
