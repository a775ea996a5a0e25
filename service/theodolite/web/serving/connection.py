"""A connection of a worker: uvicorn's, bounded in number, in headers and in every wait.

Whoever is waited for holds a place that somebody else may need. So there are so many places, and
who has been waited for the longest gives way to who comes new; nobody who is being worked for does.
"""

import asyncio
from collections.abc import Awaitable
from secrets import token_hex
from typing import Any, TypeVar, cast

import httptools
import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from theodolite.rulebook import LANGUAGES
from theodolite.web.problems import VERSION, problem_types

__all__ = ["CONNECTION", "WHOLE", "Connection"]

CONNECTION = "theodolite.connection"
"""The key of a request's connection in its ASGI scope."""
WHOLE = "theodolite.whole"
"""The key of a scope that is there once the whole request is."""

MOST = 900
"""How many connections a worker keeps: under the 1,024 files that a process may usually open."""
HEAD_SECONDS = 10
"""How long a connection may take to its next request, the headers of that included."""
LAST_SECONDS = 30.0
"""How long the last answer of a connection may take to be read."""
LONGEST_HEAD = 1 << 15
"""Bytes of the first line and the headers of a request."""
MOST_IN_LINE = 32
"""How many requests may be sent ahead of the answer to the first."""
MOST_FIELDS = 128
"""How many header fields a request may have."""

_NOT_HTTP = "Invalid HTTP request received."

Result = TypeVar("Result")


class Connection(HttpToolsProtocol):
    """An HTTP connection.

    Attributes:
        since: Since when the other side is waited for, by the clock of the loop; None while it is
            worked for.
        wait: What ends the wait for a body or a reader; None in any other.
        came: How many bytes of the body that is waited for have come.
    """

    since: float | None = None
    wait: asyncio.Timeout | None = None
    came = 0
    _head = 0
    """Bytes of the head that is being read."""
    _unread = 0
    """Bytes that came since the parser last made something of them."""
    _is_head = False
    """Whether a head is being read."""
    _unanswered = 0
    """Requests whose answers are not complete."""
    _is_refused = False
    """Whether bytes came that are not HTTP; everything after them is ignored."""

    @property
    def is_gone(self) -> bool:
        """Whether the other side left, or was hung up on."""
        return bool(self.transport.is_closing())

    @property
    def is_full(self) -> bool:
        """Whether what was sent last has not been taken yet."""
        return bool(self.flow.write_paused)

    async def patiently(self, seconds: float, work: Awaitable[Result]) -> Result:
        """Wait for the other side, but no longer than so many seconds.

        Raises:
            TimeoutError: It took too long, or somebody else needed the place.
        """
        try:
            async with asyncio.timeout(seconds) as self.wait:
                self.since = self.loop.time()
                return await work
        finally:
            self.since = self.wait = None

    def hold(self) -> None:
        """Keep what is written until it is released."""
        self._written.hold()

    def release(self) -> None:
        """Send what was kept, in one piece, and from now on at once."""
        self._written.release()

    def hang_up(self) -> None:
        """Close without sending what waits to be taken."""
        self.since = None
        self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request; make room if there are too many connections."""
        self._written = _Held(transport)
        super().connection_made(cast("asyncio.Transport", self._written))
        connections = cast("set[Connection]", self.connections)
        if len(connections) > MOST:
            waiting = [other for other in connections if other.since is not None]
            min(waiting, key=lambda other: other.since or 0, default=self).hang_up()
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Read what came, and hang up on a line without end."""
        if self._is_refused:
            return
        self._unread += len(data)
        try:
            self._parse(data)
        except httptools.HttpParserError:
            self._stop_reading()
        if self._unread > LONGEST_HEAD:
            self.hang_up()

    def on_message_begin(self) -> None:
        """Begin a request, if not too many wait in line."""
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
        """Take a request, its headers complete."""
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
        """Note that the request is there."""
        if self.parser.should_upgrade():
            return
        super().on_message_complete()
        self.scope[WHOLE] = True  # type: ignore[literal-required]

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the last answer to be read."""
        self._unanswered -= 1
        super().on_response_complete()
        if self.is_gone:
            self._await_reader()
        elif self._is_refused and not self._unanswered:
            self._refuse()
        elif self.timeout_keep_alive_task is not None:
            self.since = self.loop.time()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which no request came, once its last answer is read."""
        self.timeout_keep_alive_task = None
        self.transport.close()
        self._await_reader()

    def _stop_reading(self) -> None:
        """Refuse what is no HTTP, after the answers to the requests that came before it."""
        if self.is_gone:
            return
        self.logger.warning(_NOT_HTTP)
        self._is_refused = True
        cycle = self.cycle
        if cycle is not None and cycle.more_body and not cycle.response_complete:
            # The body of the last request is what is no HTTP.
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
        body = orjson.dumps(
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
        """Answer what is under way all the same: whoever sends no more may still listen."""
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
        """Wait no longer, and hold nothing that holds the connection: it is forgotten at once."""
        self._forget_request()
        super().connection_lost(exc)
        self.pipeline.clear()
        self.scope = self.cycle = None  # type: ignore[assignment]

    def _parse(self, data: bytes) -> None:
        """Parse what came; an offer to upgrade is ignored (RFC 9110, section 7.8).

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
        """End the wait for a request: not by any byte, as uvicorn has it, but by a whole head."""

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
    """A transport that can keep what is written, for uvicorn writes head and body one by one.

    Each write is a call of the system and wakes the other side, which can do nothing with a head.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
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
        self._transport.close()
