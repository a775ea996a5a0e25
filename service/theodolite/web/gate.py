"""The gate between Granian and the application: what a request passes before it is judged.

Granian's own WSGI interface reads a body in the thread that judges, for as long as that takes, so
one sender that stalls holds up everybody. Here a body is awaited and then judged; only a long one
is read while it is judged, in a thread of its own.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]

from theodolite.web.limits import ALWAYS_ANSWERED, REFUSED
from theodolite.web.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

__all__ = ["Gate"]

SHORT = 1 << 20
"""Bytes: a body announced as no longer than this is awaited whole, any other is streamed."""
PATIENCE = 30.0
"""Seconds to wait for a short body, or for a piece of a long body or of an answer to pass."""
STREAMS = 16
"""How many long bodies are read at once."""

Result = TypeVar("Result")

_EMPTY = (204, 304)
_UNPREFIXED = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


class Gate:
    """A WSGI application behind RSGI, Granian's asynchronous interface.

    Args:
        app: What answers.
        queue: How many requests may be under way in this process; any more are refused at once,
            since an answer that comes too late costs as much as one in time.
    """

    def __init__(self, app: "WSGIApplication", queue: int) -> None:
        self._app = app
        self._queue = queue
        self._under_way = 0
        self._streaming = 0
        self._threads = ThreadPoolExecutor(STREAMS, "stream")

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        """Answer a request."""
        self._under_way += 1
        try:
            await self._answer(scope, protocol)
        except (ProtocolClosed, TimeoutError):
            # The other side has left, or takes nothing more: there is nobody to tell.
            return
        finally:
            self._under_way -= 1

    async def _answer(self, scope: Any, protocol: Any) -> None:
        environ = _environ(scope)
        length = environ.get("CONTENT_LENGTH")
        if self._under_way > self._queue and scope.path != ALWAYS_ANSWERED:
            environ[REFUSED] = "overloaded"
        elif length is None and "HTTP_TRANSFER_ENCODING" not in environ:
            pass
        elif length is not None and int(length) <= SHORT and not _is_form(environ):
            try:
                async with asyncio.timeout(PATIENCE):
                    environ["wsgi.input"] = BytesIO(await protocol())
            except TimeoutError:
                environ[REFUSED] = "too-slow"
            except ProtocolClosed:
                # The body broke off; its sender may still listen.
                environ[REFUSED] = "bad-request"
        elif self._streaming < STREAMS:
            await self._stream(environ, protocol)
            return
        else:
            environ[REFUSED] = "overloaded"
        reply = _Reply(self._app, environ)
        try:
            if reply.is_whole:
                protocol.response_bytes(reply.status, reply.headers, b"".join(reply.body))
            else:
                transport = protocol.response_stream(reply.status, reply.headers)
                for piece in reply.body:
                    await _send(transport, piece)
        finally:
            reply.close()

    async def _stream(self, environ: dict[str, Any], protocol: Any) -> None:
        loop = asyncio.get_running_loop()
        environ["wsgi.input"] = _Incoming(aiter(protocol), loop)

        async def start(reply: _Reply) -> Any:
            return protocol.response_stream(reply.status, reply.headers)

        def answer() -> None:
            reply = _Reply(self._app, environ)
            try:
                transport = _awaited(start(reply), loop)
                for piece in reply.body:
                    _awaited(_send(transport, piece), loop)
            finally:
                reply.close()

        self._streaming += 1
        try:
            await loop.run_in_executor(self._threads, answer)
        finally:
            self._streaming -= 1


class _Reply:
    """What a WSGI application answers."""

    status: int
    headers: list[tuple[str, str]]

    def __init__(self, app: "WSGIApplication", environ: dict[str, Any]) -> None:
        self.body: Iterable[bytes] = app(environ, self._start)

    def _start(self, status: str, headers: list[tuple[str, str]], _error: object = None) -> Any:
        self.status = int(status[:3])
        self.headers = [(name.lower(), value) for name, value in headers]

    @property
    def is_whole(self) -> bool:
        """Whether the application knows how long its answer is: not so for a stream."""
        return self.status in _EMPTY or any(name == "content-length" for name, _ in self.headers)

    def close(self) -> None:
        """Tell the application that the answer has gone, or never will."""
        if hasattr(self.body, "close"):
            self.body.close()


class _Incoming:
    """A body as it comes in, for an application in another thread."""

    def __init__(self, pieces: AsyncIterator[bytes], loop: asyncio.AbstractEventLoop) -> None:
        self._pieces = pieces
        self._loop = loop
        self._rest = b""
        self._ended = False

    def read(self, size: int = -1) -> bytes:
        """Up to so many bytes as soon as there are any; empty at the end.

        Raises:
            Problem: nothing came for too long.
        """
        while not self._ended and (size < 0 or not self._rest):
            self._rest += self._next()
        if size < 0:
            size = len(self._rest)
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def _next(self) -> bytes:
        async def piece() -> bytes:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await anext(self._pieces)
            except StopAsyncIteration:
                self._ended = True
                return b""

        try:
            return _awaited(piece(), self._loop)
        except TimeoutError:
            raise Problem("too-slow") from None


def _is_form(environ: dict[str, Any]) -> bool:
    """Whether files are sent, such as a photograph, over which others must not wait."""
    return bool(environ.get("CONTENT_TYPE", "").startswith("multipart/"))


async def _send(transport: Any, piece: bytes) -> None:
    async with asyncio.timeout(PATIENCE):
        await transport.send_bytes(piece)


def _awaited(work: Coroutine[Any, Any, Result], loop: asyncio.AbstractEventLoop) -> Result:
    """What comes of work that only the loop may do, for another thread."""
    return asyncio.run_coroutine_threadsafe(work, loop).result()


def _environ(scope: Any) -> dict[str, Any]:
    """A request as WSGI has it (PEP 3333), all but its body."""
    host, _, port = scope.server.rpartition(":")
    environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        # WSGI strings hold bytes: UTF-8 is disguised as Latin-1.
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": BytesIO(),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        key = _UNPREFIXED.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ
