"""The commands `serve`, `key` and `openapi`."""

import os
import ssl
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Any

import click

from theodolite.cli.options import card_pack_option, load_card_packs, setting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Flask

    from theodolite.web.page import Referee
    from theodolite.web.serving.limits import Limits
    from theodolite.web.serving.metrics import MetricsCollector

_OF_OTHERS = {"THEODOLITE_URL", "THEODOLITE_API_KEY"}
"""Variables of other commands and of the SDK."""


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
    "ipv6-prefix",
    default=64,
    type=click.IntRange(1, 128),
    help="The bits of an IPv6 address that make a caller.",
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
@setting(
    "log-level",
    default="info",
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="The least level of lines in the log; those about requests are info.",
)
@setting(
    "log-addresses",
    is_flag=True,
    help="Write clients' addresses into the log, in place of hashes.",
)
@card_pack_option
def serve(
    *,
    host: str,
    port: int,
    workers: int,
    queue: int,
    certificate: Path | None,
    key: Path | None,
    log_level: str,
    **settings: Any,
) -> None:
    """Run the service until it is stopped.

    Environment variables set options, too: THEODOLITE_RATE_LIMIT sets --rate-limit, and so on.
    """
    from theodolite.cli.welcome import ANYWHERE, welcome
    from theodolite.web.serving import server

    build = _checked(certificate=certificate, key=key, log_level=log_level, **settings)
    if settings["lan"]:
        host = ANYWHERE
    try:
        listener = server.listen(host, port)
    except OSError as error:
        click.echo(f"Cannot listen on {host}, port {port}: {error.strerror}.", err=True)
        sys.exit(2)
    server.serve(
        build,
        listener,
        workers,
        queue=queue,
        log_level=log_level,
        certificate=certificate,
        key=key,
        on_serving=partial(welcome, host, port, is_secure=certificate is not None),
    )


def _check_config(**settings: Any) -> None:
    _checked(**settings)
    known = {str(parameter.envvar) for parameter in serve.params} | _OF_OTHERS
    strange = [name for name in os.environ if name.startswith("THEODOLITE_") and name not in known]
    for name in strange:
        near = get_close_matches(name, known, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        click.echo(f"The variable {name} sets nothing.{hint}", err=True)
    if strange:
        sys.exit(2)
    click.echo("The settings are valid.")


check_config = click.Command(
    "check-config",
    params=serve.params,
    callback=_check_config,
    help="Check the settings of `serve`, options and variables alike, and start nothing.",
)


def _checked(
    *,
    api_keys: Path | None,
    rate_limit: str | None,
    rate_store: str,
    cors_origins: str,
    trusted_proxies: int,
    largest_batch: int | None,
    ipv6_prefix: int,
    certificate: Path | None,
    key: Path | None,
    site: Path | None,
    log_level: str,
    log_addresses: bool,
    card_packs: Sequence[Path],
    **_: Any,
) -> "Callable[[MetricsCollector], Flask]":
    """The builder of a worker's application. Exits with 2 if a setting is not valid."""
    from theodolite.offline.building import BuildError, engine_of
    from theodolite.web.page import SERVICE
    from theodolite.web.serving import traces
    from theodolite.web.serving.limits import Limits, LimitsError, load_keys

    if traces.are_asked_for() and find_spec("opentelemetry.instrumentation.flask") is None:
        asking = " and ".join(traces.ASKING)
        raise click.UsageError(f"{asking} need an extra: pip install 'theodolite[traces]'")
    if (certificate is None) != (key is None):
        raise click.UsageError("--certificate and --key belong together: give both or neither")
    try:
        limits = Limits(
            load_keys(api_keys) if api_keys else {},
            rate_limit,
            rate_store,
            cors_origins.split(),
            trusted_proxies,
            largest_batch,
            ipv6_prefix,
            api_keys,
        )
        if certificate is not None:
            _check_certificate(certificate, key)
        referee = SERVICE if site is None else engine_of(site)
    except (BuildError, LimitsError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    # Lines about requests are on the level `info`. Equal hashes in two workers are one client.
    has_lines, secret = log_level in ("debug", "info"), None if log_addresses else token_bytes(16)
    packs = load_card_packs(card_packs)
    return partial(_application, packs, limits, referee, secret, has_lines=has_lines)


def _check_certificate(certificate: Path, key: Path | None) -> None:
    """Load a certificate and its key.

    Raises:
        LimitsError: They do not belong together, or are no PEM files.
    """
    from theodolite.web.serving.limits import LimitsError

    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        why = f" ({error.reason})" if error.reason else ""
        text = f"{certificate} and {key} are no certificate and its key, in PEM{why}"
        raise LimitsError(text) from None


def _application(
    card_packs: "Mapping[str, Any]",
    limits: "Limits",
    referee: "Referee",
    secret: bytes | None,
    metrics: "MetricsCollector",
    *,
    has_lines: bool,
) -> "Flask":
    """Build the application of a worker. It is imported only there."""
    from theodolite.web import photos
    from theodolite.web.app import create_app
    from theodolite.web.games import GAMES
    from theodolite.web.serving import traces
    from theodolite.web.serving.logs import standard_error
    from theodolite.web.serving.telemetry import AccessLog

    photos.prepare()
    for game in GAMES:
        game.prepare()
    log = AccessLog(standard_error, secret, has_lines=has_lines)
    app = create_app(card_packs, log, limits, metrics, referee=referee)
    if traces.are_asked_for():
        traces.trace(app)
    return app


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
