"""``python -m khand``, and the command ``khand``: the command line."""

import sys


def run() -> None:
    """Run the command line; Ctrl+C while it is being loaded is no error to show the inside of."""
    try:
        from khand.cli import main
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
        sys.exit(128 + 2)
    main(prog_name="khand")


if __name__ == "__main__":
    run()
