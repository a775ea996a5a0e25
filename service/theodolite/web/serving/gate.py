"""The gate between uvicorn and the application: what a request passes before it is judged.

A body is awaited first and then judged, so that a sender that stalls holds nobody up. Only the body
of a long batch is read while it is judged, in a thread of its own. Nothing that waits for the other
side, for a body or for a reader, counts as work under way.
"""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO
from threading import Semaphore
from typing import TYPE_CHECKING, Any, TypeVar

from theodolite.web.problems import Problem
from theodolite.web.serving.connection import CONNECTION, WHOLE, Connection
from theodolite.web.serving.lanes import ABREAST, ON_THE_LOOP, Elsewhere, Lane
from theodolite.web.serving.limits import ALWAYS_ANSWERED, HEAD_ONLY, REFUSED, Admitted
from theodolite.web.serving.lines import Line, WaitedInVain

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

__all__ = ["Gate"]

SMALL = 1 << 14
"""Bytes: a body announced as no longer than this needs no room to be kept for it."""
SHORT = 1 << 20
"""The most bytes of a body but for those with files; a batch that may be longer is streamed."""
LONGEST = (20 << 20) + (256 << 10)
"""The most bytes of a body with files, such as a photograph."""
ROOM = 128 << 20
"""Bytes: the most that is kept for all bodies that are not small."""
PATIENCE = 30.0
"""Seconds to wait for a body, for a piece of a batch, or for a piece of an answer to pass."""
SLOWEST = 1 << 15
"""Bytes of a body that earn its sender one second more."""
LONGEST_IN_QUEUE = 2.0
"""Seconds; who would wait for the loop for longer, as things have gone lately, is refused."""
PIECE = 1 << 16
"""The most bytes of an answer that are sent before its reader has taken those before."""
LONGEST_FIELD = 1024
"""Letters of a header that are read: to parse a long one would keep everybody waiting."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Result = TypeVar("Result")

_HOST = re.compile(
    r"(\[[0-9a-z:.%]+\]|([0-9a-z._~!$&'()*+,;=-]|%[0-9a-f]{2})*)(:[0-9]{0,5})?\Z", re.IGNORECASE
)
"""A field value of `Host` (RFC 9110, section 7.2)."""
_BATCH = "application/x-ndjson"
_FORM = "multipart/"
_EMPTY = (204, 304)
_LEFT_OUT = (b"date",)
"""The server says what time it is."""
_LEFT_OUT_OF_EMPTY = (b"date", b"content-length")
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
        queue: How many requests may wait to be judged on the loop.
    """

    def __init__(self, app: "WSGIApplication", queue: int) -> None:
        self._app = app
        self._line = Line(1, queue, LONGEST_IN_QUEUE)
        self._turn = asyncio.Lock()
        self._coming: dict[Connection, int] = {}
        self._streams: set[Connection] = set()
        self._abreast = Semaphore(ABREAST)
        self._lines = {lane: Line(lane.threads, lane.in_line, lane.patience) for lane in Lane}
        self._places = {lane: asyncio.Semaphore(lane.threads) for lane in Lane}
        self._threads = {lane: ThreadPoolExecutor(lane.threads, lane.name) for lane in Lane}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request."""
        connection: Connection = scope[CONNECTION]
        environ = _environ(scope)
        try:
            if _is_endless(environ):
                if reply := self._refused_by_head(environ):
                    await _tell(connection, send, reply)
                else:
                    incoming = _Incoming(connection, receive, self._awaited)
                    await self._stream(connection, environ, incoming, send)
                return
            body = await self._body(scope, environ, receive)
            if isinstance(body, _Reply):
                await _tell(connection, send, body)
                return
            try:
                reply = await self._judged(connection, environ, body)
            except Elsewhere:
                await self._stream(connection, environ, BytesIO(body), send)
            else:
                await _tell(connection, send, reply)
        except (TimeoutError, _Gone):
            # The other side takes nothing more: there is nobody to tell.
            connection.hang_up()
            await asyncio.sleep(0)

    async def _body(
        self, scope: dict[str, Any], environ: dict[str, Any], receive: Receive
    ) -> "bytes | bytearray | _Reply":
        """The whole body, nothing of one that is refused, or the answer that refuses it."""
        connection: Connection = scope[CONNECTION]
        announced = environ.get("CONTENT_LENGTH")
        if announced is None and "HTTP_TRANSFER_ENCODING" not in environ:
            return b""
        most = LONGEST if _media_type(environ).startswith(_FORM) else SHORT
        size = most if announced is None else int(announced)
        reply = self._early_refusal(connection, environ, size, most)
        if reply is not None or REFUSED in environ:
            return reply or b""
        try:
            whole = _whole(connection, receive, most + 1)
            # Nobody waits for what is there.
            if WHOLE not in scope:
                whole = connection.patiently(PATIENCE + size / SLOWEST, whole)
            body = await whole
        except TimeoutError:
            environ[REFUSED] = "too-slow"
            return b""
        finally:
            self._coming.pop(connection, None)
        if announced is None:
            environ["CONTENT_LENGTH"] = str(len(body))
        elif len(body) < size:
            # The body broke off; its sender may still listen.
            environ[REFUSED] = "bad-request"
        return body

    def _early_refusal(
        self, connection: Connection, environ: dict[str, Any], size: int, most: int
    ) -> "_Reply | None":
        """Keep room for a body that may come; name the problem of one that need not.

        Returns:
            The answer where the application refuses the request without its body.
        """
        if REFUSED in environ or size <= SMALL:
            return None
        if size > most:
            environ[REFUSED] = "too-large"
            return None
        if not self._line.is_full:
            if reply := self._refused_by_head(environ):
                return reply
            if self._make_room(size):
                self._coming[connection] = size
                return None
        environ[REFUSED] = "overloaded"
        return None

    def _refused_by_head(self, environ: dict[str, Any]) -> "_Reply | None":
        """The answer to a request that the application refuses without its body."""
        environ[HEAD_ONLY] = True
        try:
            return _Reply(self._app, environ)
        except Admitted as admitted:
            # The frames that it came through hold it.
            admitted.__traceback__ = admitted.__context__ = None
            del environ[HEAD_ONLY]
            return None

    def _make_room(self, size: int) -> bool:
        """Let the slowest senders of large bodies go, until there is room for one more."""
        while sum(self._coming.values()) + size > ROOM:
            waiting = [other for other in self._coming if other.wait is not None]
            if not waiting:
                return False
            slowest = min(waiting, key=_speed)
            _give_up(slowest)
            del self._coming[slowest]
        return True

    async def _judged(
        self, connection: Connection, environ: dict[str, Any], body: bytes | bytearray
    ) -> "_Reply":
        """What is answered to a request whose body is there.

        Raises:
            Elsewhere: The answer is a stream.
        """
        if REFUSED in environ or environ["PATH_INFO"] == ALWAYS_ANSWERED:
            return _Reply(self._app, environ)
        if self._line.is_full:
            return self._overloaded(environ)
        try:
            with self._line.joined():
                await self._turn.acquire()
                # The next is judged after the loop has looked around, and let in or refused who
                # came.
                connection.loop.call_soon(self._turn.release)
                environ[ON_THE_LOOP] = True
                environ["wsgi.input"] = BytesIO(body)
                return _Reply(self._app, environ)
        except Elsewhere as elsewhere:
            del environ[ON_THE_LOOP]
            # The frames that it came through hold it, and the body.
            elsewhere.__traceback__ = elsewhere.__context__ = None
            lane = elsewhere.lane
            if lane is Lane.STREAM:
                raise
        if self._lines[lane].is_full:
            return self._overloaded(environ)
        environ["wsgi.input"] = BytesIO(body)

        def judge() -> _Reply:
            # Who waited too long has left.
            if connection.is_gone:
                raise _Gone
            return _Reply(self._app, environ)

        try:
            return await self._in(lane, judge)
        except WaitedInVain:
            return self._overloaded(environ)

    def _overloaded(self, environ: dict[str, Any]) -> "_Reply":
        return _Reply(self._app, {**environ, REFUSED: "overloaded"})

    async def _in(self, lane: Lane, work: Callable[[], Result]) -> Result:
        """What comes of work in a lane.

        Raises:
            WaitedInVain: Its turn did not come in time.
        """
        with self._lines[lane].joined():
            try:
                async with asyncio.timeout(lane.patience):
                    await self._places[lane].acquire()
            except TimeoutError:
                raise WaitedInVain from None
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads[lane], work)
            finally:
                self._places[lane].release()

    async def _stream(
        self,
        connection: Connection,
        environ: dict[str, Any],
        body: "BytesIO | _Incoming",
        send: Send,
    ) -> None:
        if not self._make_way():
            await _tell(connection, send, self._overloaded(environ))
            return
        environ["wsgi.input"] = body

        def tell(message: dict[str, Any]) -> None:
            self._awaited(_send(connection, send, message), connection.loop)

        def answer() -> None:
            with self._abreast:
                reply = _Reply(self._app, environ)
                try:
                    if environ["SERVER_PROTOCOL"] == "HTTP/1.0":
                        reply.gather()
                    tell(reply.start)
                    for piece in reply.body:
                        tell(_piece(piece))
                    tell(_END)
                finally:
                    reply.close()

        self._streams.add(connection)
        try:
            await connection.loop.run_in_executor(self._threads[Lane.STREAM], answer)
        finally:
            self._streams.discard(connection)

    def _awaited(
        self, work: Coroutine[Any, Any, Result], loop: asyncio.AbstractEventLoop
    ) -> Result:
        """What comes of work that only the loop may do, for a stream; others go on meanwhile."""
        self._abreast.release()
        try:
            return asyncio.run_coroutine_threadsafe(work, loop).result()
        finally:
            self._abreast.acquire()

    def _make_way(self) -> bool:
        """Let the stream go that has been waited for the longest, if there are too many."""
        if len(self._streams) < Lane.STREAM.threads:
            return True
        waiting = [other for other in self._streams if other.wait is not None]
        if not waiting:
            return False
        longest = min(waiting, key=lambda other: other.since or 0)
        _give_up(longest)
        self._streams.discard(longest)
        return True


class _Gone(Exception):  # noqa: N818 - no error: whoever asked has left
    """There is nobody to answer any more."""


class _Reply:
    """What a WSGI application answers."""

    status: int
    headers: list[tuple[bytes, bytes]]

    def __init__(self, app: "WSGIApplication", environ: dict[str, Any]) -> None:
        self.body: Iterable[bytes] = app(environ, self._start)

    def _start(self, status: str, headers: list[tuple[str, str]], _error: object = None) -> Any:
        self.status = int(status[:3])
        left_out = _LEFT_OUT_OF_EMPTY if self.status in _EMPTY else _LEFT_OUT
        self.headers = [
            field for name, value in headers if (field := _field(name, value))[0] not in left_out
        ]

    @property
    def start(self) -> dict[str, Any]:
        """How ASGI begins the answer."""
        return {"type": "http.response.start", "status": self.status, "headers": self.headers}

    def gather(self) -> None:
        """Make a stream whole, for a client that knows no chunks."""
        body = b"".join(self.body)
        self.close()
        self.body = [body]
        self.headers.append((b"content-length", b"%d" % len(body)))

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

    def __init__(
        self,
        connection: Connection,
        receive: Receive,
        awaited: "Callable[[Coroutine[Any, Any, Any], asyncio.AbstractEventLoop], Any]",
    ) -> None:
        self._connection = connection
        self._receive = receive
        self._awaited = awaited
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
        wait = self._connection.patiently(PATIENCE, self._receive())
        try:
            message = self._awaited(wait, self._connection.loop)
        except TimeoutError:
            raise Problem("too-slow") from None
        if message["type"] == "http.disconnect":
            raise _Gone
        self._ended = not message["more_body"]
        return bytes(message["body"])


def _media_type(environ: dict[str, Any]) -> str:
    return str(environ.get("CONTENT_TYPE", "")).partition(";")[0].strip().lower()


def _is_endless(environ: dict[str, Any]) -> bool:
    """Whether a batch may be too long to be awaited whole; never over HTTP/1.0."""
    if _media_type(environ) != _BATCH or environ["SERVER_PROTOCOL"] == "HTTP/1.0":
        return False
    announced = environ.get("CONTENT_LENGTH")
    return "HTTP_TRANSFER_ENCODING" in environ if announced is None else int(announced) > SHORT


async def _whole(connection: Connection, receive: Receive, most: int) -> bytes | bytearray:
    """A body to its end, to where its sender left, or to where it is too long."""
    body = bytearray()
    connection.came = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        if not message["more_body"] and not body:
            return bytes(message["body"])
        body += message["body"]
        connection.came = len(body)
        if not message["more_body"] or len(body) >= most:
            return body


def _speed(connection: Connection) -> tuple[float, float]:
    """Bytes a second of the body that is waited for; of equals who has been waited for longer."""
    since = connection.since or 0.0
    return connection.came / (1 + connection.loop.time() - since), since


def _give_up(connection: Connection) -> None:
    """End the wait for a body or a reader now."""
    if connection.wait is not None:
        connection.wait.reschedule(connection.loop.time())
        connection.wait = None


async def _tell(connection: Connection, send: Send, reply: _Reply) -> None:
    """Send an answer, no more of it than its reader takes."""
    try:
        if isinstance(reply.body, list) and sum(map(len, reply.body)) <= PIECE:
            connection.hold()
            await _send(connection, send, reply.start)
            await send({"type": "http.response.body", "body": b"".join(reply.body)})
            return
        await _send(connection, send, reply.start)
        for piece in reply.body:
            for start in range(0, len(piece), PIECE):
                await _send(connection, send, _piece(piece[start : start + PIECE]))
        await _send(connection, send, _END)
    finally:
        connection.release()
        reply.close()


async def _send(connection: Connection, send: Send, message: dict[str, Any]) -> None:
    if connection.is_gone:
        raise _Gone
    if connection.is_full:
        await connection.patiently(PATIENCE, send(message))
    else:
        await send(message)


def _piece(body: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": True}


_END = {"type": "http.response.body"}


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
    hosts = 0
    for name, value in scope["headers"]:
        # To WSGI X_Forwarded_For and X-Forwarded-For are one, and only the second is a proxy's.
        if b"_" in name:
            continue
        hosts += name == b"host"
        key, text = _key(name), value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]},{text}"
        if len(text) > LONGEST_FIELD:
            # A proxy appends to what a client claims.
            is_a_proxys = name.startswith(b"x-forwarded-")
            text = text[-LONGEST_FIELD:] if is_a_proxys else text[:LONGEST_FIELD]
        environ[key] = text
    if problem := _refusal(environ, hosts, scope["raw_path"]):
        environ[REFUSED] = problem
    return environ


def _refusal(environ: dict[str, Any], hosts: int, raw_path: bytes) -> str | None:
    """The problem of a request that is refused for its headers or for the spelling of its path."""
    is_old = environ["SERVER_PROTOCOL"] == "HTTP/1.0"
    if hosts > 1 or not (is_old or hosts) or not _HOST.match(environ.get("HTTP_HOST", "")):
        return "bad-request"
    if b"%" in raw_path or raw_path.startswith(b"//"):
        return "not-found"
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        return "unsupported-encoding"
    return None


# Most requests have the same fields.
@lru_cache(maxsize=64)
def _key(name: bytes) -> str:
    """The key of a field of a request in its environ."""
    field = name.decode("latin-1").upper()
    return _UNPREFIXED.get(field) or f"HTTP_{field.replace('-', '_')}"
