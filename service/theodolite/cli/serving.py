"""Running the service, and what whoever runs it needs."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from theodolite.cli.options import card_pack_option, faces, setting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

    from theodolite.web.serving.limits import Limits
    from theodolite.web.serving.telemetry import Tally

__all__ = ["key", "openapi", "serve"]


@click.command()
@setting("host", default="127.0.0.1", help="The address to listen on.")
@setting(
    "lan",
    is_flag=True,
    help="Listen for the home network whatever --host says, and print a QR code for a phone.",
)
@setting("port", default=8000, type=click.IntRange(1, 65535), help="The port to listen on.")
@setting("workers", default=1, type=click.IntRange(1), help="How many processes answer.")
@setting(
    "queue",
    default=128,
    type=click.IntRange(1),
    help="How many requests may be under way in a process; any more are answered 503.",
)
@setting(
    "api-keys",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with a line for each API key, as `theodolite key` prints it.  [default: open]",
)
@setting(
    "rate-limit",
    help="How often each key or address may ask, say 100/minute.  [default: no limit]",
)
@setting(
    "rate-store",
    default="memory://",
    help="Where rates are counted: in each process, or in a Redis that all share, redis://host.",
)
@setting(
    "cors-origins",
    default="",
    help="Origins of other sites whose pages may ask, with spaces between.  [default: none]",
)
@setting(
    "trusted-proxies",
    default=0,
    type=click.IntRange(0),
    help="How many proxies stand in front and say for whom they ask.",
)
@setting(
    "largest-batch",
    type=click.IntRange(1),
    help="The most bytes of a batch.  [default: no limit]",
)
@setting(
    "certificate",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with a TLS certificate and its chain (PEM): the service speaks HTTPS.  "
    "[default: none]",
)
@setting(
    "key",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file with the private key of the certificate (PEM).  [default: none]",
)
@card_pack_option
def serve(
    *,
    host: str,
    lan: bool,
    port: int,
    workers: int,
    queue: int,
    api_keys: Path | None,
    rate_limit: str | None,
    rate_store: str,
    cors_origins: str,
    trusted_proxies: int,
    largest_batch: int | None,
    certificate: Path | None,
    key: Path | None,
    card_packs: Sequence[Path],
) -> None:
    """Run the service until it is told to stop.

    Each option can also be set by a variable: --rate-limit by THEODOLITE_RATE_LIMIT, and so on.
    """
    from theodolite.cli.welcome import ANYWHERE, welcome
    from theodolite.web.serving import server
    from theodolite.web.serving.limits import Limits, LimitsError, load_keys

    if (certificate is None) != (key is None):
        raise click.UsageError("--certificate and --key belong together: give both or neither")
    if lan:
        host = ANYWHERE
    try:
        limits = Limits(
            load_keys(api_keys) if api_keys else {},
            rate_limit,
            rate_store,
            cors_origins.split(),
            trusted_proxies,
            largest_batch,
        )
    except (LimitsError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    build = partial(_application, faces(card_packs), limits)
    server.serve(
        build,
        host,
        port,
        workers,
        queue=queue,
        certificate=certificate,
        key=key,
        on_listening=partial(welcome, host, port, is_secure=certificate is not None),
    )


def _application(card_packs: "Mapping[str, Any]", limits: "Limits", tally: "Tally") -> "Flask":
    """The application of a worker: only there is it imported."""
    from theodolite.web.app import create_app
    from theodolite.web.games import GAMES
    from theodolite.web.serving.logs import standard_error

    for game in GAMES:
        game.prepare()
    return create_app(card_packs, standard_error, limits, tally)


@click.command()
@click.argument("name")
def key(name: str) -> None:
    """Make an API key for NAME, and the line that lets it in for the file of --api-keys."""
    from theodolite.web.serving.limits import LimitsError, new_key

    try:
        fresh, line = new_key(name)
    except LimitsError as error:
        raise click.BadParameter(str(error)) from None
    click.echo(f"key:  {fresh}")
    click.echo(f"line: {line}")


@click.command()
def openapi() -> None:
    """Print the OpenAPI specification as YAML."""
    from theodolite.web.app import create_app
    from theodolite.web.site import specification_files

    click.echo(specification_files(create_app())["openapi.yaml"], nl=False)
