"""The gate between uvicorn and the application: admits requests and decides where they run.

A body is received first and then judged, so that a stalled sender delays nobody. Only the body of
a long batch is read while it is judged, in a thread of its own. A wait for a client, for a body or
for a reader, does not count as work under way.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from math import inf
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from flask import Flask

from theodolite.checkpoints import checkpoint, time_slice
from theodolite.web.problems import Problem
from theodolite.web.serving.connection import CONNECTION, WHOLE, Connection
from theodolite.web.serving.executors import SHORT, Executor, Route, Routes
from theodolite.web.serving.limits import ALWAYS_ANSWERED, REFUSED, guard_of
from theodolite.web.serving.scheduling import SHARE, FairScheduler, Job
from theodolite.web.serving.telemetry import STARTED, metrics_of
from theodolite.web.serving.wsgi import Reply, environ_of

SMALL = 1 << 14
"""Bytes: bodies announced as no longer than this do not count for ROOM."""
ROOM = 128 << 20
"""Bytes: the most of all bodies together that are not small."""
PATIENCE = 30.0
"""Seconds to wait for a body, for a piece of a batch, or for a piece of an answer to pass."""
SLOWEST = 1 << 15
"""Bytes of a body for which its sender has one second more."""
LONGEST_IN_QUEUE = 2.0
"""Seconds: requests that would wait for the loop for longer, by recent durations, are refused."""
ITERATIONS = 3
"""Iterations of the loop between two requests that take turns on it.

In these a connection is accepted, read and, if its request takes no turn, answered.
"""
LONGEST_JOB = 60.0
"""Seconds, pauses included: a job that takes longer is refused, and never answered in part."""
PIECE = 1 << 16
"""The most bytes of a response that are sent before its reader has taken those before."""
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Result = TypeVar("Result")


class Gate:
    """An application behind ASGI.

    Args:
        app: Answers the requests. Each enters it once, on the loop or in the executor of its route.
        queue: How many requests may wait to be judged on the loop, where callers take turns.
    """

    def __init__(self, app: Flask, queue: int) -> None:
        self._app = app
        self._routes = Routes(app)
        self._guard = guard_of(app)
        self._admit = self._guard.admit
        self._count = metrics_of(app).add
        self._loop = FairScheduler(1, 1, queue, LONGEST_IN_QUEUE, share=queue)
        self._coming: dict[Connection, tuple[str, int]] = {}
        """The connections of large bodies, with their callers and sizes."""
        self._streams: dict[Connection, str] = {}
        """The connections of batches under way, with their callers."""
        self._schedulers = {
            each: FairScheduler(each.parallel, each.begun, each.queue, each.patience)
            for each in Executor
        }
        self._threads = {each: ThreadPoolExecutor(each.begun, each.name) for each in Executor}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request."""
        self._count("requests_in_flight")
        try:
            await self._answer(scope, receive, send)
        finally:
            self._count("requests_in_flight", amount=-1)

    async def _answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        connection: Connection = scope[CONNECTION]
        environ = environ_of(scope)
        route = self._routes.find(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        try:
            if _is_endless(environ, route):
                if REFUSED in environ or self._admit(environ).problem:
                    await _tell(connection, send, Reply(self._app, environ))
                else:
                    await self._stream(connection, environ, receive, send)
                return
            body = await self._body(scope, environ, route, receive)
            reply = await self._judged(connection, environ, route, body)
            if reply is None:
                await self._stream(connection, environ, body, send)
            else:
                await _tell(connection, send, reply)
        except (TimeoutError, _Gone):
            # The client takes nothing more, so nothing is sent.
            connection.hang_up()
            await asyncio.sleep(0)

    async def _body(
        self, scope: dict[str, Any], environ: dict[str, Any], route: Route | None, receive: Receive
    ) -> bytes | bytearray:
        """The whole body; nothing of one that is refused or that no view takes."""
        connection: Connection = scope[CONNECTION]
        announced = environ.get("CONTENT_LENGTH")
        if announced is None and "HTTP_TRANSFER_ENCODING" not in environ:
            return b""
        most = SMALL if route is None else route.longest
        size = most if announced is None else int(announced)
        if REFUSED in environ or not self._awaits(connection, environ, route, size):
            return b""
        try:
            whole = _whole(connection, receive, most + 1)
            # A complete request needs no wait.
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
            # The body is truncated; its sender may still read.
            environ[REFUSED] = "bad-request"
        return body

    def _awaits(
        self, connection: Connection, environ: dict[str, Any], route: Route | None, size: int
    ) -> bool:
        """Whether a body is awaited. Keeps room for a large one, or names why it is refused."""
        if size <= SMALL:
            return True
        if route is None:
            # The application answers without it: 404, 405, or the methods.
            return False
        if size > route.longest:
            environ[REFUSED] = "too-large"
        elif (admission := self._admit(environ)).problem is None:
            if self._make_room(admission.caller, size):
                self._coming[connection] = admission.caller, size
                return True
            environ[REFUSED] = "overloaded"
        return False

    def _make_room(self, caller: str, size: int) -> bool:
        """Refuse large bodies, until there is room for one more.

        They are the slowest of the caller that sends most, unless this one would then send more.
        """
        while True:
            sent = Counter({caller: size})
            for other, their_size in self._coming.values():
                sent[other] += their_size
            if sent.total() <= ROOM:
                return True
            waiting = [
                each
                for each, (other, _) in self._coming.items()
                if each.wait is not None and sent[other] >= sent[caller]
            ]
            if not waiting:
                return False
            refused = min(waiting, key=lambda each: (-sent[self._coming[each][0]], *_speed(each)))
            _give_up(refused)
            del self._coming[refused]

    async def _judged(
        self,
        connection: Connection,
        environ: dict[str, Any],
        route: Route | None,
        body: bytes | bytearray,
    ) -> Reply | None:
        """The answer to a request whose body is there; None if it is to be streamed."""
        if REFUSED in environ or environ["PATH_INFO"] == ALWAYS_ANSWERED:
            return Reply(self._app, environ)
        caller = self._guard.caller(environ)
        if not await self._turn(connection, caller):
            # A caller that asks again at once would keep the loop busy with refusals.
            if self._loop.count(caller):
                await connection.patiently(PATIENCE, asyncio.sleep(LONGEST_IN_QUEUE))
            return self._overloaded(environ)
        environ[STARTED] = perf_counter()
        admission = self._admit(environ)
        executor = None
        if route is not None and admission.problem is None:
            executor = route.executor(environ, body)
        environ["wsgi.input"] = BytesIO(body)
        if executor is None:
            return Reply(self._app, environ)
        if executor is Executor.STREAM:
            return None
        try:
            return await self._in(
                executor, connection, admission.caller, lambda: Reply(self._app, environ)
            )
        except _QueueTimeout:
            return self._overloaded(environ)

    async def _turn(self, connection: Connection, caller: str) -> bool:
        """Wait for the turn of a request on the loop; whether it comes in time."""
        loop = connection.loop
        decided: asyncio.Future[bool] = loop.create_future()

        def decide(begins: bool) -> None:
            _decide(decided, begins)
            if begins:
                loop.call_soon(end, ITERATIONS)

        def end(left: int) -> None:
            if left:
                loop.call_soon(end, left - 1)
            else:
                self._loop.end(job)

        job = Job(caller, decide)
        if self._loop.submit(job):
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_IN_QUEUE):
                    return await decided
            self._loop.withdraw(job)
        # It may have begun meanwhile.
        return job.has_begun

    def _overloaded(self, environ: dict[str, Any]) -> Reply:
        return Reply(self._app, {**environ, REFUSED: "overloaded"})

    async def _in(
        self, executor: Executor, connection: Connection, caller: str, work: Callable[[], Result]
    ) -> Result:
        """The result of work in an executor.

        Raises:
            _QueueTimeout: The executor is full, or the work did not begin in time.
            _Gone: The client left before the work was done.
        """
        scheduler = self._schedulers[executor]
        loop = connection.loop
        decided: asyncio.Future[bool] = loop.create_future()
        job = Job(caller, lambda begins: loop.call_soon_threadsafe(_decide, decided, begins))
        if not scheduler.submit(job):
            raise _QueueTimeout
        name, since = executor.name.lower(), perf_counter()
        self._count("executor_queued", name)
        try:
            async with asyncio.timeout(executor.patience):
                await decided
        except TimeoutError:
            # It may have begun meanwhile.
            scheduler.withdraw(job)
        except asyncio.CancelledError:
            if not scheduler.withdraw(job) and job.has_begun:
                scheduler.end(job)
            raise
        finally:
            self._count("executor_queued", name, -1)
            self._count("executor_wait_seconds", name, perf_counter() - since)
        if not job.has_begun:
            raise _QueueTimeout
        self._count("executor_started", name)
        self._count("executor_begun", name)

        def run() -> Result:
            try:
                return _run(_Slice(scheduler, job, connection, perf_counter() + LONGEST_JOB), work)
            finally:
                scheduler.end(job)
                self._count("executor_begun", name, -1)

        return await loop.run_in_executor(self._threads[executor], run)

    async def _stream(
        self,
        connection: Connection,
        environ: dict[str, Any],
        body: "bytes | bytearray | Receive",
        send: Send,
    ) -> None:
        """Judge a batch in a thread of its own, which computes only while it has a slice."""
        caller = self._admit(environ).caller
        if not self._make_way(caller):
            await _tell(connection, send, self._overloaded(environ))
            return
        scheduler = self._schedulers[Executor.STREAM]
        job = Job(caller, lambda _begins: None)
        job.has_begun = True

        def awaited(work: Coroutine[Any, Any, Result]) -> Result:
            """The result of work that only the loop may do; other batches compute meanwhile."""
            scheduler.suspend(job)
            try:
                return asyncio.run_coroutine_threadsafe(work, connection.loop).result()
            finally:
                scheduler.resume(job)

        if callable(body):
            environ["wsgi.input"] = _Incoming(connection, body, awaited)
        else:
            environ["wsgi.input"] = BytesIO(body)

        def tell(message: dict[str, Any]) -> None:
            awaited(_send(connection, send, message))

        def answer() -> None:
            reply = Reply(self._app, environ)
            try:
                if environ["SERVER_PROTOCOL"] == "HTTP/1.0":
                    reply.gather()
                tell(reply.start)
                for piece in reply.body:
                    tell(_piece(piece))
                tell(_END)
            finally:
                reply.close()

        def run() -> None:
            scheduler.resume(job)
            try:
                _run(_Slice(scheduler, job, connection, inf), answer)
            finally:
                scheduler.suspend(job)

        self._streams[connection] = caller
        try:
            await connection.loop.run_in_executor(self._threads[Executor.STREAM], run)
        finally:
            self._streams.pop(connection, None)
            connection.is_displaced = False

    def _make_way(self, caller: str) -> bool:
        """Whether a batch may begin. If there are too many, one ends.

        It is one of the caller with the most, and of those the one that waits longest for its
        client. One that computes ends only for a caller that still has fewer afterwards.
        """
        held = Counter(self._streams.values())
        own = held[caller]
        exceeds = SHARE < own < len(self._streams)
        if not exceeds and len(self._streams) < Executor.STREAM.begun:
            return True
        among = [
            each
            for each, other in self._streams.items()
            if other == caller or (held[other] > own and not exceeds)
            if each.wait is not None or held[other] > own + 1
        ]
        if not among:
            return False
        ended = min(
            among,
            key=lambda each: (-held[self._streams[each]], each.wait is None, each.since or 0),
        )
        ended.is_displaced = True
        _give_up(ended)
        del self._streams[ended]
        return True


class _QueueTimeout(Exception):  # noqa: N818 - not an error: there is too much to do
    """An executor has no place for a job, or the job did not begin in time."""


def _decide(decided: "asyncio.Future[bool]", begins: bool) -> None:
    if not decided.done():
        decided.set_result(begins)


class _Slice(NamedTuple):
    """The time slice of a job (see `theodolite.checkpoints`), which ends with its client."""

    scheduler: FairScheduler
    job: Job
    connection: Connection

    ends: float

    @property
    def is_over(self) -> bool:
        """Whether the job should pause, or end: for another caller, a client that left, or time.

        While the server stops, jobs end one after the other, so that as many as possible are done.
        """
        if self.connection.is_gone or self._ends:
            return True
        return not self.connection.is_ending and self.scheduler.is_over(self.job)

    def renew(self) -> None:
        """Wait for the next slice.

        Raises:
            _Gone: The client left.
            Problem: So many others compute that the job does not end.
        """
        if self._ends:
            raise Problem("overloaded", headers={"Retry-After": "1"})
        if not self.connection.is_gone:
            self.scheduler.renew(self.job)
        if self.connection.is_gone:
            raise _Gone

    @property
    def _ends(self) -> bool:
        return self.connection.is_displaced or perf_counter() >= self.ends


def _run(slice_: _Slice, work: Callable[[], Result]) -> Result:
    """Do work within a time slice, unless the client left."""
    if slice_.connection.is_gone:
        raise _Gone
    token = time_slice.set(slice_)
    try:
        return work()
    finally:
        time_slice.reset(token)


class _Gone(BaseException):
    """The client left. No handler of errors in between sees it."""


class _Incoming:
    """A body that is received while an application in another thread reads it."""

    def __init__(
        self,
        connection: Connection,
        receive: Receive,
        awaited: "Callable[[Coroutine[Any, Any, Any]], Any]",
    ) -> None:
        self._connection = connection
        self._receive = receive
        self._awaited = awaited
        self._rest = b""
        self._ended = False

    def read(self, size: int = -1) -> bytes:
        """Up to so many bytes as soon as there are any; empty at the end.

        Raises:
            Problem: Nothing was received for too long.
        """
        while not self._ended and (size < 0 or not self._rest):
            self._rest += self._next()
        if size < 0:
            size = len(self._rest)
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken

    def _next(self) -> bytes:
        # A batch whose place is given to another caller waits for no more lines.
        checkpoint()
        wait = self._connection.patiently(PATIENCE, self._receive())
        try:
            message = self._awaited(wait)
        except TimeoutError:
            raise Problem("too-slow") from None
        if message["type"] == "http.disconnect":
            raise _Gone
        self._ended = not message["more_body"]
        return bytes(message["body"])


def _is_endless(environ: dict[str, Any], route: Route | None) -> bool:
    """Whether a body may be too long to be awaited whole; never over HTTP/1.0."""
    is_old = environ["SERVER_PROTOCOL"] == "HTTP/1.0"
    if route is None or is_old or not route.takes_lines(environ):
        return False
    announced = environ.get("CONTENT_LENGTH")
    return "HTTP_TRANSFER_ENCODING" in environ if announced is None else int(announced) > SHORT


async def _whole(connection: Connection, receive: Receive, most: int) -> bytes | bytearray:
    """Receive a body to its end, or until it is too long."""
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
    """Bytes a second of the body that is waited for; among equals the longest wait comes first."""
    since = connection.since or 0.0
    return connection.came / (1 + connection.loop.time() - since), since


def _give_up(connection: Connection) -> None:
    """End the wait for a body or a reader now."""
    if connection.wait is not None:
        connection.wait.reschedule(connection.loop.time())
        connection.wait = None


async def _tell(connection: Connection, send: Send, reply: Reply) -> None:
    """Send a response as fast as its reader takes it."""
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
