"""The command `theodolite`. Its commands import the service only when they run, to start fast."""

import click

from theodolite import __version__
from theodolite.cli.assistants import mcp
from theodolite.cli.bulk import bulk
from theodolite.cli.conforming import conform
from theodolite.cli.operations import COMMANDS
from theodolite.cli.serving import check_config, key, openapi, serve
from theodolite.cli.site import site
from theodolite.cli.streams import Program

__all__ = ["main"]


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="theodolite")
def main() -> None:
    """The referee for map-making board games."""


for command in (serve, check_config, site, *COMMANDS, bulk, conform, mcp, key, openapi):
    main.add_command(command)
