"""A request and the whole response to it: the interface between sender and transport."""

from collections.abc import Mapping
from os import strerror
from socket import gaierror
from typing import NamedTuple, Protocol

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


def cause(error: BaseException) -> str:
    """Return why no connection can be made, in the operating system's words where it has any."""
    reason = str(error)
    found: BaseException | None = error
    while found is not None:
        # asyncio has words of its own; the name of a host that is unknown has no number.
        if isinstance(found, OSError) and found.errno and found.strerror:
            unknown = isinstance(found, gaierror)
            reason = found.strerror if unknown else strerror(found.errno)
        found = found.__cause__ or found.__context__
    return reason
