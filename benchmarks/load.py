"""Sends HTTP requests over a few open connections, one at a time on each, and measures them."""

import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmarks.servers import Server

CONNECTIONS = 4
"""The number of open connections, by default."""


class Load(NamedTuple):
    """The measurements of a load.

    Attributes:
        per_second: Responses a second.
        p50: Seconds until a response, the median.
        p99: The same, the 99th percentile.
        cpu: Seconds of the server's processor time for a response, which depend less on what else
            the machine does.
    """

    per_second: float
    p50: float
    p99: float
    cpu: float


def request_bytes(
    method: str, path: str, body: bytes = b"", media_type: str = "application/json"
) -> bytes:
    """A request as bytes of HTTP/1.1."""
    lines = (
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Content-Type: {media_type}",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def send(
    server: Server, requests: Iterator[bytes], seconds: float, connections: int = CONNECTIONS
) -> Load:
    """Send one request after the other for some seconds, and await the last responses.

    Raises:
        RuntimeError: The status of a response is not 200.
    """
    with selectors.DefaultSelector() as selector:
        sockets = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(connections)]
        before = server.cpu_seconds()
        started = time.perf_counter()
        waits = _exchange(selector, sockets, requests, seconds)
        seconds = time.perf_counter() - started
        cpu = server.cpu_seconds() - before
        for connection in sockets:
            connection.close()
    waits.sort()
    half, last = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    return Load(len(waits) / seconds, half, last, cpu / len(waits))


def _exchange(
    selector: selectors.BaseSelector,
    sockets: Sequence[socket.socket],
    requests: Iterator[bytes],
    seconds: float,
) -> list[float]:
    received: dict[socket.socket, bytes] = dict.fromkeys(sockets, b"")
    sent: dict[socket.socket, float] = {}
    for connection in sockets:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector.register(connection, selectors.EVENT_READ, connection)
        sent[connection] = time.perf_counter()
        connection.sendall(next(requests))
    waits: list[float] = []
    end = time.perf_counter() + seconds
    # Requests left behind would be counted against the next load.
    while sent:
        for key, _ in selector.select(timeout=1):
            connection = key.data
            received[connection] += connection.recv(1 << 18)
            if not _complete(received[connection]):
                continue
            received[connection] = b""
            now = time.perf_counter()
            waits.append(now - sent.pop(connection))
            if now < end:
                sent[connection] = now
                connection.sendall(next(requests))
    return waits


def _complete(response: bytes) -> bool:
    head, separator, body = response.partition(b"\r\n\r\n")
    if not separator:
        return False
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(head.decode("latin-1"))
    headers = head.lower()
    if b"transfer-encoding: chunked" in headers:
        return body.endswith(b"0\r\n\r\n")
    name = b"content-length: "
    start = headers.index(name) + len(name)
    return len(body) == int(head[start:].split(b"\r\n", 1)[0])
