"""The gate between uvicorn and the application: what a request passes before it is judged.

A body is awaited first and then judged, so that a sender that stalls holds nobody up. Only a long
body is read while it is judged, in a thread of its own.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar

from theodolite.web.problems import Problem
from theodolite.web.serving.limits import ALWAYS_ANSWERED, REFUSED

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

__all__ = ["Gate"]

SHORT = 1 << 20
"""Bytes: a body announced as no longer than this is awaited whole, any other is streamed."""
PATIENCE = 30.0
"""Seconds to wait for a short body, or for a piece of a long body or of an answer to pass."""
STREAMS = 16
"""How many long bodies are read at once."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Result = TypeVar("Result")

_EMPTY = (204, 304)
_UNPREFIXED = {"CONTENT-TYPE": "CONTENT_TYPE", "CONTENT-LENGTH": "CONTENT_LENGTH"}
_EVERY_ENVIRON = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.input_terminated": True,
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}


class Gate:
    """A WSGI application behind ASGI.

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

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request."""
        self._under_way += 1
        try:
            await self._answer(scope, receive, send)
        except TimeoutError:
            # The other side takes nothing more: there is nobody to tell.
            return
        finally:
            self._under_way -= 1

    async def _answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        environ = _environ(scope)
        announced = environ.get("CONTENT_LENGTH")
        if self._under_way > self._queue and scope["path"] != ALWAYS_ANSWERED:
            environ[REFUSED] = "overloaded"
        elif announced is None and "HTTP_TRANSFER_ENCODING" not in environ:
            pass
        elif announced is not None and int(announced) <= SHORT and not _is_form(environ):
            try:
                async with asyncio.timeout(PATIENCE):
                    body = await _whole(receive)
            except TimeoutError:
                environ[REFUSED] = "too-slow"
            else:
                environ["wsgi.input"] = BytesIO(body)
                # The body broke off; its sender may still listen.
                if len(body) < int(announced):
                    environ[REFUSED] = "bad-request"
        elif self._streaming < STREAMS:
            await self._stream(environ, receive, send)
            return
        else:
            environ[REFUSED] = "overloaded"
        reply = _Reply(self._app, environ)
        try:
            if reply.is_whole:
                await send(reply.start)
                await send({"type": "http.response.body", "body": b"".join(reply.body)})
            else:
                await _send(send, reply.start)
                for piece in reply.body:
                    await _send(send, _piece(piece))
                await _send(send, _END)
        finally:
            reply.close()

    async def _stream(self, environ: dict[str, Any], receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()
        environ["wsgi.input"] = _Incoming(receive, loop)

        def answer() -> None:
            reply = _Reply(self._app, environ)
            try:
                _awaited(_send(send, reply.start), loop)
                for piece in reply.body:
                    _awaited(_send(send, _piece(piece)), loop)
                _awaited(_send(send, _END), loop)
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
    headers: list[tuple[bytes, bytes]]

    def __init__(self, app: "WSGIApplication", environ: dict[str, Any]) -> None:
        self.body: Iterable[bytes] = app(environ, self._start)

    def _start(self, status: str, headers: list[tuple[str, str]], _error: object = None) -> Any:
        self.status = int(status[:3])
        self.headers = [_field(name, value) for name, value in headers]
        if self.status in _EMPTY:
            self.headers = [field for field in self.headers if field[0] != b"content-length"]

    @property
    def start(self) -> dict[str, Any]:
        """How ASGI begins the answer."""
        return {"type": "http.response.start", "status": self.status, "headers": self.headers}

    @property
    def is_whole(self) -> bool:
        """Whether the application knows how long its answer is: not so for a stream."""
        return self.status in _EMPTY or any(name == b"content-length" for name, _ in self.headers)

    def close(self) -> None:
        """Tell the application that the answer has gone, or never will."""
        if hasattr(self.body, "close"):
            self.body.close()


# Most fields of an answer are those of the answer before.
@lru_cache(maxsize=64)
def _field(name: str, value: str) -> tuple[bytes, bytes]:
    return name.lower().encode("latin-1"), value.encode("latin-1")


class _Incoming:
    """A body as it comes in, for an application in another thread."""

    def __init__(self, receive: Receive, loop: asyncio.AbstractEventLoop) -> None:
        self._receive = receive
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
        async def piece() -> dict[str, Any]:
            async with asyncio.timeout(PATIENCE):
                return await self._receive()

        try:
            message = _awaited(piece(), self._loop)
        except TimeoutError:
            raise Problem("too-slow") from None
        self._ended = not message.get("more_body")
        return bytes(message.get("body", b""))


def _is_form(environ: dict[str, Any]) -> bool:
    """Whether files are sent, such as a photograph, over which others must not wait."""
    return bool(environ.get("CONTENT_TYPE", "").startswith("multipart/"))


async def _whole(receive: Receive) -> bytes:
    """A body to its end, or to where its sender left."""
    message = await receive()
    body: bytes = message.get("body", b"")
    while message.get("more_body"):
        message = await receive()
        body += message.get("body", b"")
    return body


async def _send(send: Send, message: dict[str, Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        await send(message)


def _piece(body: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": True}


_END = {"type": "http.response.body"}


def _awaited(work: Coroutine[Any, Any, Result], loop: asyncio.AbstractEventLoop) -> Result:
    """What comes of work that only the loop may do, for another thread."""
    return asyncio.run_coroutine_threadsafe(work, loop).result()


def _environ(scope: dict[str, Any]) -> dict[str, Any]:
    """A request as WSGI has it (PEP 3333), all but its body."""
    host, port = scope["server"]
    client = scope["client"]
    environ = {
        **_EVERY_ENVIRON,
        "REQUEST_METHOD": scope["method"],
        # WSGI strings hold bytes: UTF-8 is disguised as Latin-1.
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "REMOTE_ADDR": client[0] if client else "",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
    }
    for name, value in scope["headers"]:
        field, text = name.decode("latin-1").upper(), value.decode("latin-1")
        key = _UNPREFIXED.get(field) or f"HTTP_{field.replace('-', '_')}"
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ
