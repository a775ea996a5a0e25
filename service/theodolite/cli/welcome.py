"""The output of `theodolite serve` once it answers: the page's addresses, and a QR code."""

import socket
import sys
from collections.abc import Iterator

import click
import segno

from theodolite.cli.streams import give_up

ANYWHERE = "0.0.0.0"  # noqa: S104 - the address that means all of this computer's networks
_OF_NO_NETWORK = "192.0.2.1"
"""An address of documentation (RFC 5737): nothing is ever sent to it."""
_PLAIN_HTTP = """\
Over plain http:// a browser can score, judge and read photographs. It cannot install the
page, keep it for use without a connection, or copy a link. HTTPS can: see --certificate."""


def home_address() -> str | None:
    """The address of this computer in its own network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: it only chooses the network to send from.
            probe.connect((_OF_NO_NETWORK, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def welcome(host: str, port: int, *, is_secure: bool) -> None:
    """Print the page's addresses, with a QR code if the home network can reach it.

    The service runs on without these lines if standard output is closed or full.

    Args:
        host: The address that the service listens on.
        port: Its port.
        is_secure: Whether it speaks HTTPS.
    """
    try:
        _print_welcome(host, port, "https" if is_secure else "http")
    except OSError as error:
        give_up(error)


def _print_welcome(host: str, port: int, scheme: str) -> None:
    network = home_address() if host == ANYWHERE else None
    click.echo("Theodolite is running. Stop it with Ctrl+C.")
    for name, address in _addresses(host, network):
        click.echo(f"  {name:<18}" + click.style(f"{scheme}://{address}:{port}/", fg="cyan"))
    if network is not None:
        _print_code(f"{scheme}://{network}:{port}/")
        if scheme == "http":
            click.echo(_PLAIN_HTTP)


def _addresses(host: str, network: str | None) -> Iterator[tuple[str, str]]:
    if host in (ANYWHERE, "127.0.0.1"):
        yield "On this computer:", "127.0.0.1"
    elif ":" in host:
        yield "At:", f"[{host}]"
    else:
        yield "At:", host
    if network is not None:
        yield "On your phone:", network


def _print_code(address: str) -> None:
    """Print an address as a QR code if the terminal's encoding has the characters."""
    if (sys.stdout.encoding or "").lower().replace("-", "") == "utf8":
        segno.make(address).terminal(sys.stdout, compact=True)
        sys.stdout.flush()
