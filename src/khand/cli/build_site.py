"""``khand build-site``: the web page as files for any static host."""

from __future__ import annotations

from pathlib import Path

import click

from khand.cli.base import Command


@click.command(cls=Command, name="build-site", epilog="khand build-site public\n")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def command(*, folder: Path) -> None:
    """
    Write the web page into DIR, for any static host.

    The same page as `khand serve` shows. Upload everything, the index last; files of earlier versions may stay until
    nobody has them open. Brotli copies (.br) stand beside the large files for hosts that can send them.
    """
    from khand.web.site import write_site

    try:
        written = write_site(folder)
    except OSError as error:
        raise click.ClickException(f"{folder}: {error.strerror or error}") from error
    size = sum(path.stat().st_size for path in written if path.suffix != ".br")
    click.echo(f"{len(written)} files, {size / 1_000_000:.1f} MB, in {folder}", err=True)
