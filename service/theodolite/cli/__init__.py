"""The command `theodolite`; each of its commands imports what it needs, to start fast."""

import click

from theodolite import __version__
from theodolite.cli.bulk import bulk
from theodolite.cli.conforming import conform
from theodolite.cli.judging import replay, score
from theodolite.cli.serving import key, openapi, serve
from theodolite.cli.tiwanaku import deduce, scenario

__all__ = ["main"]


@click.group()
@click.version_option(__version__, prog_name="theodolite")
def main() -> None:
    """The referee for map-making board games."""


for command in (serve, score, replay, bulk, deduce, scenario, conform, key, openapi):
    main.add_command(command)
