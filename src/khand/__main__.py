"""``python -m khand``: the command line."""

from khand.cli import main

if __name__ == "__main__":
    main(prog_name="khand")
