"""``khand serve``: the web page on this machine."""

from __future__ import annotations

import click

from khand.cli.base import Command

EXAMPLES = """
khand serve    # the page on http://127.0.0.1:8765/
khand serve --port 0 --open    # on any free port, opened in the browser
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port on 127.0.0.1; 0 for any free one.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in the browser.")
@click.option("--log", is_flag=True, help="Write a line to standard error for each request.")
def command(*, port: int, open_browser: bool, log: bool) -> None:
    """
    Serve the web page on 127.0.0.1, until Ctrl+C.

    The page computes in the browser; this only hands out its files and answers nothing but GET and HEAD. Once it
    has loaded, the page also works without this.
    """
    from khand.web.serve import make_server

    try:
        server = make_server(port, log=log)
    except OSError as error:
        raise click.ClickException(f"port {port}: {error.strerror or error}; try --port 0") from error
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    click.echo(f"khand is at {address}  (Ctrl+C ends it)", err=True)
    if open_browser:
        import webbrowser

        webbrowser.open(address)
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("", err=True)
