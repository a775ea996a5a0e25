"""An adapter for `requests` that bounds the time of a whole response, however slowly it arrives.

The timeout of a socket bounds one read. A server that sends a byte now and then never exceeds it,
in the status line, the headers, the chunk sizes or the body.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http.client import HTTPResponse
from math import inf
from socket import socket
from time import monotonic
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, ProxyManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import InvalidHeader

_ENDS = ContextVar("_ENDS", default=inf)
"""The time by `monotonic` at which responses that begin now must be complete."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Bound the time of each response that begins within the block, to its last byte.

    Args:
        seconds: The time allowed, from now.
    """
    unset = _ENDS.set(monotonic() + seconds)
    try:
        yield
    finally:
        _ENDS.reset(unset)


class _Bytes(io.RawIOBase):
    """The bytes of a response, up to its deadline."""

    def __init__(self, raw: io.RawIOBase, connected: socket) -> None:
        self._raw, self._socket = raw, connected
        self._timeout = connected.gettimeout()
        self._ends = _ENDS.get()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Read the next bytes.

        Raises:
            TimeoutError: None arrived in time, or the deadline has passed.
        """
        left = self._ends - monotonic()
        if left <= 0:
            raise TimeoutError("the deadline of the answer")
        if self._timeout is None or left < self._timeout:
            self._socket.settimeout(None if left == inf else left)
        try:
            return self._raw.readinto(buffer)
        finally:
            self._socket.settimeout(self._timeout)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Response(HTTPResponse):
    """A response of `http.client` that is complete by its deadline or fails."""

    def __init__(self, sock: socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        fp: io.BufferedReader = self.fp
        self.fp = io.BufferedReader(_Bytes(fp.detach(), sock))

    def begin(self) -> None:
        """Read the status line and the headers, past interim responses.

        Raises:
            InvalidHeader: There are several lengths. urllib3 would leave the connection open.
        """
        super().begin()
        # http.client itself skips 100 alone (RFC 9110, section 15.2).
        while self.status in range(102, 200):
            self.headers = None  # type: ignore[assignment]
            super().begin()
        lengths = ",".join(self.headers.get_all("Content-Length", []))
        if len({length.strip() for length in lengths.split(",")}) > 1:
            raise InvalidHeader(f"several lengths: {lengths}")


class _Connection(HTTPConnection):
    response_class = _Response


class _SecureConnection(HTTPSConnection):
    response_class = _Response


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


_POOLS = {"http": _Pool, "https": _SecurePool}


class DeadlineAdapter(HTTPAdapter):
    """Connections that observe `deadline`."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """Make the connection pools."""
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = _POOLS

    def proxy_manager_for(self, *args: Any, **kwargs: Any) -> Any:
        """Make the connection pools of a proxy; those of a SOCKS proxy are not changed."""
        manager = super().proxy_manager_for(*args, **kwargs)
        if type(manager) is ProxyManager:
            manager.pool_classes_by_scheme = _POOLS
        return manager
