"""A connection of a worker: uvicorn's, with limits of their number, their headers and every wait.

A connection that waits for its client occupies a place that another client may need. If all places
are taken, a new one takes the place of a waiting one: of the address with most of them, that which
has waited longest. A connection whose request is being judged is never closed.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any, TypeVar, cast

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from theodolite.rulebook import LANGUAGES
from theodolite.web.problems import VERSION, problem_types
from theodolite.web.serving.limits import NETWORK, network

CONNECTION = "theodolite.connection"
"""The key of a request's connection in its ASGI scope."""
WHOLE = "theodolite.whole"
"""The key of a scope that is there once the whole request is."""

_FILES = 1024
"""Files that a process may usually open."""
_OTHER_FILES = 124
"""Files that a worker opens beside its connections: listeners, and pipes to other processes."""


def raise_open_files() -> None:
    """Let this process and those that it starts open 1,024 files, if their owner may allow it."""
    # Not every platform has it.
    with suppress(ImportError, ValueError):
        import resource  # noqa: PLC0415

        allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= allowed < _FILES:
            files = _FILES if most < 0 else min(most, _FILES)
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))


def _most_connections() -> int:
    try:
        import resource  # noqa: PLC0415 - not every platform has it
    except ImportError:
        return _FILES - _OTHER_FILES
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, min(files if files >= 0 else _FILES, _FILES) - _OTHER_FILES)


MOST = _most_connections()
"""The most connections of a worker: 900, or fewer if it may open fewer files."""
HEAD_SECONDS = 10
"""Seconds that a connection may take to its next request, with its headers; after a refused body
all that comes is dropped for as long."""
LAST_SECONDS = 30.0
"""Seconds that a client may take to read the last response of a connection."""
LONGEST_HEAD = 1 << 15
"""Bytes of the first line and the headers of a request."""
MOST_IN_LINE = 32
"""The most requests that are sent before the response to the first."""
MOST_FIELDS = 128
"""The most header fields of a request."""

_NOT_HTTP = "Invalid HTTP request received."

Result = TypeVar("Result")


class Connection(HttpToolsProtocol):
    """An HTTP connection.

    Attributes:
        since: The time at which the current wait for the client began, by the clock of the loop;
            None while its request is judged.
        wait: The timeout of a wait for a body or a reader; None in other waits.
        came: The bytes received of the body that is waited for.
        is_ending: Whether the server stops, so that this is its last request.
        is_displaced: Whether the place of its batch is given to another caller.
    """

    since: float | None = None
    wait: asyncio.Timeout | None = None
    came = 0
    is_ending = False
    is_displaced = False
    _address = ""
    """The network of the client, or of its proxy."""
    _head = 0
    """Bytes of the head that is being read."""
    _unread = 0
    """Bytes received since the parser last found an element of a request."""
    _is_head = False
    """Whether a head is being read."""
    _unanswered = 0
    """Requests whose answers are not complete."""
    _is_refused = False
    """Whether bytes were received that are not HTTP. All after them are ignored."""
    _is_lingering = False
    """Whether it only waits for its client to close. All that is received is ignored."""

    @property
    def is_gone(self) -> bool:
        """Whether the connection is closed or about to be."""
        return bool(self.transport.is_closing())

    @property
    def is_full(self) -> bool:
        """Whether the client has not taken what was sent last."""
        return bool(self.flow.write_paused)

    async def patiently(self, seconds: float, work: Awaitable[Result]) -> Result:
        """Wait for the client, but no longer than so many seconds.

        Raises:
            TimeoutError: The client took too long, or another client needed the place.
        """
        try:
            async with asyncio.timeout(0 if self.is_displaced else seconds) as self.wait:
                self.since = self.loop.time()
                return await work
        finally:
            self.since = self.wait = None

    def hold(self) -> None:
        """Buffer what is written until `release`."""
        self._written.hold()

    def release(self) -> None:
        """Send what was buffered, in one piece, and from now on at once."""
        self._written.release()

    def hang_up(self) -> None:
        """Close without sending the rest."""
        self.since = None
        self.transport.abort()

    def shutdown(self) -> None:
        """Close once the answer is sent. TLS itself would wait half a minute for an idle client."""
        self.is_ending = True
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle and not self.transport.get_write_buffer_size():
            self.hang_up()
        else:
            super().shutdown()

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request; make room if there are too many connections."""
        self._written = _Held(transport, self._begin_lingering)
        super().connection_made(cast("asyncio.Transport", self._written))
        self._address = network(self.client[0], NETWORK) if self.client else ""
        connections = cast("set[Connection]", self.connections)
        if len(connections) > MOST:
            held = Counter(other._address for other in connections)
            waiting = [other for other in connections if other.since is not None]
            min(
                waiting,
                key=lambda other: (-held[other._address], other.since or 0),
                default=self,
            ).hang_up()
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Read what was received; close on a line without end."""
        if self._is_refused or self._is_lingering:
            return
        self._unread += len(data)
        try:
            self._parse(data)
        except httptools.HttpParserError:
            self._stop_reading()
        if self._unread > LONGEST_HEAD:
            self.hang_up()

    def on_message_begin(self) -> None:
        """Begin a request, unless too many are pipelined."""
        super().on_message_begin()
        self._head = self._unread = 0
        self._is_head = True
        if len(self.pipeline) > MOST_IN_LINE:
            self.hang_up()
            raise ValueError(MOST_IN_LINE)

    def on_url(self, url: bytes) -> None:
        """Take a part of the first line."""
        super().on_url(url)
        if b"#" in url:
            # No client sends a fragment, and a proxy may take it for a part of the path.
            raise ValueError(url)
        self._grow(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header. Trailers are not headers (RFC 9110, section 6.5.1) and are ignored."""
        if not self._is_head:
            return
        super().on_header(name, value)
        if len(self.headers) > MOST_FIELDS:
            raise ValueError(MOST_FIELDS)
        self._grow(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """Begin to judge a request whose headers are complete."""
        self._unread = 0
        self._is_head = False
        if self.parser.should_upgrade():
            return
        self._forget_request()
        super().on_headers_complete()
        self._unanswered += 1
        self.scope[CONNECTION] = self  # type: ignore[literal-required]

    def on_body(self, body: bytes) -> None:
        """Take a part of a body."""
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        if self.parser.should_upgrade():
            return
        super().on_message_complete()
        self.scope[WHOLE] = True  # type: ignore[literal-required]

    def on_response_complete(self) -> None:
        """Wait for the next request, or until the last response is read."""
        self._unanswered -= 1
        super().on_response_complete()
        if self.is_gone:
            self._await_reader()
        elif self._is_refused and not self._unanswered:
            self._refuse()
        elif self.timeout_keep_alive_task is not None:
            self.since = self.loop.time()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection without a further request, once its last response is read."""
        self.timeout_keep_alive_task = None
        self.transport.close()
        self._await_reader()

    def _begin_lingering(self) -> bool:
        """Keep reading if the last request is answered and its body still comes.

        Bytes that nobody reads would reset the connection, and a client that sends all of a body
        first would never see why it is refused (RFC 9112, section 9.6). Over TLS no side can end
        alone: the client sees the end after HEAD_SECONDS.

        Returns:
            Whether it lingers.
        """
        cycle = self.cycle
        if self._is_lingering or cycle is None or cycle.keep_alive:
            return False
        self._is_lingering = cycle.response_complete and cycle.more_body
        return self._is_lingering

    def _stop_reading(self) -> None:
        """Refuse bytes that are not HTTP, after the responses to the requests before them."""
        if self.is_gone:
            return
        self.logger.warning(_NOT_HTTP)
        self._is_refused = True
        cycle = self.cycle
        if cycle is not None and cycle.more_body and not cycle.response_complete:
            # The bytes are in the body of the last request.
            if cycle.response_started:
                self.hang_up()
                return
            self._unanswered -= 1
            if self.pipeline and self.pipeline[0][0] is cycle:
                self.pipeline.popleft()
        if not self._unanswered:
            self._refuse()

    def _refuse(self) -> None:
        """Answer 400, with a problem like any other, and close the connection."""
        entry = problem_types["bad-request"]
        request_id = token_hex(16)
        body = msgspec.json.encode(
            {
                "type": "/problems/bad-request",
                "title": entry[LANGUAGES[0]]["title"],
                "status": 400,
                "detail": f"{entry[LANGUAGES[0]]['text']} ({_NOT_HTTP})",
                "request_id": request_id,
            }
        )
        head = (
            "HTTP/1.1 400 Bad Request",
            "content-type: application/problem+json",
            f"content-length: {len(body)}",
            f"x-request-id: {request_id}",
            ": ".join(VERSION),
            "connection: close",
        )
        self._forget_request()
        self.transport.write("\r\n".join(head).encode() + b"\r\n\r\n" + body)
        self.transport.close()
        self._await_reader()

    # asyncio closes the connection unless this returns True.
    def eof_received(self) -> bool:  # type: ignore[override]
        """Answer requests under way: a client that sends no more may still read."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            self._forget_request()
            self._await_reader()
            return False
        cycle.keep_alive = False
        cycle.more_body = False
        cycle.message_event.set()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """End all waits and drop all references, so that the connection is freed at once."""
        self._forget_request()
        super().connection_lost(exc)
        self.pipeline.clear()
        # Breaks the cycle of references.
        self._written.lingers = lambda: False
        self.scope = self.cycle = None  # type: ignore[assignment]

    def _parse(self, data: bytes) -> None:
        """Parse what was received; an offer to upgrade is ignored (RFC 9110, section 7.8).

        The parser takes the bytes after such an offer for another protocol, so a fresh one reads
        the same head without the offer.

        Raises:
            httptools.HttpParserError: The bytes are not HTTP, or the method is CONNECT.
        """
        while data:
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as offer:
                method, version = self.parser.get_method(), self.parser.get_http_version()
                if method == b"CONNECT":
                    raise httptools.HttpParserInvalidMethodError from None
                fields = [b"%b: %b" % field for field in self.headers if field[0] != b"upgrade"]
                line = b"%b %b HTTP/%b" % (method, self.url, version.encode())
                self.parser = httptools.HttpRequestParser(self)
                self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
                self.parser.feed_data(b"\r\n".join([line, *fields, b"", b""]))
                data = data[offer.args[0] :]
            else:
                return

    def _unset_keepalive_if_required(self) -> None:
        """Do nothing: a whole head ends the wait for a request, and not any byte as in uvicorn."""

    def _await_request(self) -> None:
        self.since = self.loop.time()
        self.timeout_keep_alive_task = self.loop.call_later(
            HEAD_SECONDS, self.timeout_keep_alive_handler
        )

    def _forget_request(self) -> None:
        self.since = None
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()
            self.timeout_keep_alive_task = None

    def _await_reader(self) -> None:
        if self not in self.connections:
            return
        self._forget_request()
        self.since = self.loop.time()
        self.timeout_keep_alive_task = self.loop.call_later(LAST_SECONDS, self.transport.abort)

    def _grow(self, by: int) -> None:
        self._unread = 0
        self._head += by
        if self._head > LONGEST_HEAD:
            # The parser stops, and the request is refused.
            raise ValueError(LONGEST_HEAD)


class _Held:
    """A transport that can buffer what is written, because uvicorn writes head and body separately.

    Each write is a system call and wakes the client, which can do nothing with a head alone.

    Args:
        transport: The transport.
        lingers: Called at a close; whether only this side ends now.
    """

    def __init__(self, transport: asyncio.Transport, lingers: Callable[[], bool]) -> None:
        self._transport = transport
        self.lingers = lingers
        self._kept: list[bytes] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def hold(self) -> None:
        self._kept = []

    def release(self) -> None:
        if self._kept:
            self._transport.write(b"".join(self._kept))
        self._kept = None

    def write(self, data: bytes) -> None:
        if self._kept is None:
            self._transport.write(data)
        else:
            self._kept.append(data)

    def close(self) -> None:
        self.release()
        if not self.lingers():
            self._transport.close()
        elif self._transport.can_write_eof():
            self._transport.write_eof()
