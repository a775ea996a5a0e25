"""The command `site`."""

from pathlib import Path

import click


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--service",
    metavar="URL",
    help="A service that the page asks while it can be reached, and for photographs.  "
    "[default: none]",
)
def site(out: Path, service: str | None) -> None:
    """Write the page and a referee that runs in the browser to the folder OUT.

    Any static host can serve the folder, under any path. The page then needs no service, and over
    HTTPS no connection once it was opened. Fetches Pyodide with npm and packages with pip.
    """
    from theodolite.offline.building import BuildError, build

    try:
        built = build(out, service, click.echo)
    except BuildError as error:
        raise click.ClickException(str(error)) from None
    how = "" if built.is_compiled else ", as source: install Node.js for a faster start"
    click.echo(f"{out}: {built.size / 1e6:.1f} MB for the referee{how}")
