"""The commands `serve`, `key` and `openapi`."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from theodolite.cli.options import card_pack_option, load_card_packs, setting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

    from theodolite.web.page import Referee
    from theodolite.web.serving.limits import Limits
    from theodolite.web.serving.telemetry import MetricsCollector


@click.command()
@setting("host", default="127.0.0.1", help="The address to listen on.")
@setting(
    "lan",
    is_flag=True,
    help="Listen on the home network, overriding --host, and print a QR code for phones.",
)
@setting("port", default=8000, type=click.IntRange(1, 65535), help="The port to listen on.")
@setting("workers", default=1, type=click.IntRange(1), help="The number of worker processes.")
@setting(
    "queue",
    default=128,
    type=click.IntRange(1),
    help="The most concurrent requests of a worker; further requests get 503.",
)
@setting(
    "api-keys",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of API keys, one line each as `theodolite key` prints it.  [default: open]",
)
@setting(
    "rate-limit",
    help="Requests of each key or address, say 100/minute.  [default: no limit]",
)
@setting(
    "rate-store",
    default="memory://",
    help="The store of rates: each process, or a Redis that all share, redis://host.",
)
@setting(
    "cors-origins",
    default="",
    help="Origins of other sites that may send requests, separated by spaces.  [default: none]",
)
@setting(
    "trusted-proxies",
    default=0,
    type=click.IntRange(0),
    help="The number of trusted proxies that set X-Forwarded headers.",
)
@setting(
    "largest-batch",
    type=click.IntRange(1),
    help="The most bytes of a batch.  [default: no limit]",
)
@setting(
    "certificate",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A TLS certificate with its chain (PEM), to serve HTTPS.  [default: none]",
)
@setting(
    "key",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The private key of the certificate (PEM).  [default: none]",
)
@setting(
    "site",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder written by `theodolite site`: phones can keep the page for use without a "
    "connection.  [default: none]",
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
    site: Path | None,
    card_packs: Sequence[Path],
) -> None:
    """Run the service until it is stopped.

    Environment variables set options, too: THEODOLITE_RATE_LIMIT sets --rate-limit, and so on.
    """
    from theodolite.cli.welcome import ANYWHERE, welcome
    from theodolite.offline.building import BuildError, engine_of
    from theodolite.web.page import SERVICE
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
        referee = SERVICE if site is None else engine_of(site)
    except (BuildError, LimitsError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    build = partial(_application, load_card_packs(card_packs), limits, referee)
    server.serve(
        build,
        host,
        port,
        workers,
        queue=queue,
        certificate=certificate,
        key=key,
        on_serving=partial(welcome, host, port, is_secure=certificate is not None),
    )


def _application(
    card_packs: "Mapping[str, Any]",
    limits: "Limits",
    referee: "Referee",
    metrics: "MetricsCollector",
) -> "Flask":
    """Build the application of a worker. It is imported only there."""
    from theodolite.web import photos
    from theodolite.web.app import create_app
    from theodolite.web.games import GAMES
    from theodolite.web.serving.logs import standard_error

    photos.prepare()
    for game in GAMES:
        game.prepare()
    return create_app(card_packs, standard_error, limits, metrics, referee=referee)


@click.command()
@click.argument("name")
def key(name: str) -> None:
    """Make an API key for NAME, and its line for the file of --api-keys."""
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
    from theodolite.web.openapi import specification_files

    click.echo(specification_files(create_app())["openapi.yaml"], nl=False)
