"""A request and the whole response to it: the interface between sender and transport."""

from collections.abc import Mapping
from os import strerror
from socket import gaierror
from ssl import SSLCertVerificationError, SSLError
from typing import NamedTuple, Protocol

from requests.utils import get_environ_proxies, select_proxy
from urllib3 import exceptions
from urllib3.util import parse_url

from theodolite_sdk.errors import Unreachable

LARGEST = 64 << 20
"""Bytes of a response: more than any response of Theodolite has."""
CONNECTIONS = 64
"""How many connections a client keeps open between requests."""


class Request(NamedTuple):
    """A request with all its headers.

    Attributes:
        method: `GET` or `POST`.
        url: The whole address.
        headers: Headers by name.
        content: The body; None for none.
        timeout: Seconds to wait for a connection, and for each next byte of the response.
        deadline: Seconds in which the whole response must have arrived.
    """

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    timeout: float
    deadline: float


class Received(NamedTuple):
    """A whole response.

    Attributes:
        status: HTTP status.
        reason: The words beside the status.
        headers: Headers by name, in upper or lower case.
        content: The body, decompressed.
    """

    status: int
    reason: str
    headers: Mapping[str, str]
    content: bytes


class Transport(Protocol):
    """How requests reach the service.

    The core is written as coroutines. Those of a blocking transport never suspend, so that they
    run to their end when they are started.
    """

    async def send(self, request: Request) -> Received:
        """Send a request once, and return the whole response; redirects are not followed.

        Raises:
            Unreachable: No connection can be made.
            ConnectionFailed: No whole response arrived; `TimedOut` if that took too long.
            NotSent: The address, a proxy or a header cannot be used.
            UnexpectedAnswer: The response is not HTTP, or larger than `LARGEST`.
        """
        ...

    async def pause(self, seconds: float) -> None:
        """Wait before the next attempt."""
        ...


def unreachable(url: str, error: BaseException) -> Unreachable:
    """Return the error of a request without a connection, which blames TLS, a proxy or the service.

    Args:
        url: The address of the request.
        error: What the library raised.
    """
    chain = [error]
    while cause := chain[-1].__cause__ or chain[-1].__context__:
        chain.append(cause)
    reason = str(chain[-1])
    for found in chain:
        if isinstance(found, SSLCertVerificationError):
            reason = found.verify_message
        # asyncio has words of its own; the name of a host that is unknown has no number.
        elif isinstance(found, OSError) and found.errno and found.strerror:
            has_number = not isinstance(found, (gaierror, SSLError))
            reason = strerror(found.errno) if has_number else found.strerror
    reason, advice = reason.rstrip("."), "Is it running? `theodolite serve` starts one."
    if proxy := select_proxy(url, get_environ_proxies(url)):
        reason += f", through the proxy {parse_url(proxy)._replace(auth=None).url}"
        advice = "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY say where the proxy is."
    if any(isinstance(found, (SSLError, exceptions.SSLError)) for found in chain):
        advice = "Does it speak HTTPS, with a certificate that this computer trusts?"
    return Unreachable(url, reason, advice)
