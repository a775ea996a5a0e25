"""A connection of a worker: uvicorn's, bounded in number, in headers and in the wait for them."""

import asyncio
from secrets import token_hex
from typing import Any

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from theodolite.rulebook import LANGUAGES
from theodolite.web.problems import problem_types

__all__ = ["Connection"]

MOST = 900
"""How many connections a worker keeps: under the 1,024 files that a process may usually open."""
HEADERS_SECONDS = 10.0
"""How long the headers of a request may take, or the first of them after connecting."""
LONGEST_HEADERS = 1 << 18
"""Bytes of headers, and of what came with the last of them."""


class Connection(HttpToolsProtocol):
    """An HTTP connection."""

    _headers_due: asyncio.TimerHandle | None = None
    _came = 0

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.abort()
        self._await_headers()

    def on_message_begin(self) -> None:
        """Begin to wait for the end of the headers."""
        super().on_message_begin()
        if self._headers_due is None:
            self._await_headers()

    def on_headers_complete(self) -> None:
        """Take a request, its headers complete."""
        self._forget_headers()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Read what came, and hang up on headers without end."""
        self._came += len(data)
        super().data_received(data)
        if self._headers_due is None:
            self._came = 0
        elif self._came > LONGEST_HEADERS:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, with a problem like any other."""
        entry = problem_types["bad-request"]
        request_id = token_hex(16)
        body = orjson.dumps(
            {
                "type": "/problems/bad-request",
                "title": entry[LANGUAGES[0]]["title"],
                "status": 400,
                "detail": f"{entry[LANGUAGES[0]]['text']} ({msg})",
                "request_id": request_id,
            }
        )
        head = (
            "HTTP/1.1 400 Bad Request",
            "content-type: application/problem+json",
            f"content-length: {len(body)}",
            f"x-request-id: {request_id}",
            "connection: close",
        )
        self.transport.write("\r\n".join(head).encode() + b"\r\n\r\n" + body)
        self.transport.close()

    # asyncio closes the connection unless this returns True.
    def eof_received(self) -> bool:  # type: ignore[override]
        """Answer what is under way all the same: whoever sends no more may still listen."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return False
        cycle.keep_alive = False
        cycle.more_body = False
        cycle.message_event.set()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._forget_headers()
        super().connection_lost(exc)

    def _await_headers(self) -> None:
        self._headers_due = self.loop.call_later(HEADERS_SECONDS, self.transport.abort)

    def _forget_headers(self) -> None:
        if self._headers_due is not None:
            self._headers_due.cancel()
            self._headers_due = None
