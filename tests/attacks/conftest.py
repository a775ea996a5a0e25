"""A server within the test process, whose timeouts the tests can shorten."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from typing import Any, cast

import pytest
from flask import Flask
from uvicorn import Config, Server

from theodolite.web.app import create_app
from theodolite.web.serving import connection, gate
from theodolite.web.serving.executors import Executor, Route, routed
from theodolite.web.serving.server import UNSENT


class Target:
    """A server in a thread of the test process."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port = server, port

    @property
    def kept(self) -> int:
        """Number of open connections."""
        return len(self.server.server_state.connections)

    @property
    def waiting(self) -> int:
        """Number of connections that wait for a body or a reader."""
        connections = cast("set[connection.Connection]", self.server.server_state.connections)
        return sum(each.wait is not None for each in connections)

    def connect(self, sent: bytes = b"", caller: int = 1) -> socket.socket:
        """Open a connection from the address 127.0.0.`caller`, and send these bytes."""
        source = (f"127.0.0.{caller}", 0)
        made = socket.create_connection(("127.0.0.1", self.port), 60, source)
        made.sendall(sent)
        return made

    def ask(self, request: bytes) -> bytes:
        """Send a request with `Connection: close`, and return the response."""
        with self.connect(request) as made:
            return read_all(made)

    def is_healthy(self) -> bool:
        """Whether a normal request is answered."""
        request = b"GET /v3 HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n\r\n"
        return self.ask(request).startswith(b"HTTP/1.1 200")


def add_view(app: Flask, rule: str, executor: Executor, view: Callable[..., Any]) -> None:
    """Add a view whose requests run in an executor. Blanks of the rule are at its end."""
    routed(view, Route(lambda _environ, _body: executor))
    app.add_url_rule(rule, rule, view)


def read_all(made: socket.socket) -> bytes:
    """Read until the other side closes."""
    answer = b""
    while piece := made.recv(1 << 16):
        answer += piece
    return answer


def eventually(true: Callable[[], bool], seconds: float = 60) -> bool:
    """Wait for a condition; return whether it became true in time."""
    ends = time.monotonic() + seconds
    while not true():
        if time.monotonic() > ends:
            return False
        time.sleep(0.02)
    return True


@contextmanager
def _serving(app: Flask, queue: int) -> Iterator[Target]:
    config = Config(
        gate.Gate(app, queue),
        http=connection.Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        timeout_keep_alive=connection.HEAD_SECONDS,
        timeout_graceful_shutdown=1,
    )
    server = Server(config)
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
        thread = Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            assert eventually(lambda: server.started)
            yield Target(server, listener.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()


Serve = Callable[..., Target]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Serve an application with constants replaced, such as `PATIENCE=0.2`."""
    with ExitStack() as stack:

        def serve(app: Flask | None = None, queue: int = 128, **constants: Any) -> Target:
            for name, value in constants.items():
                for module in (gate, connection):
                    if hasattr(module, name):
                        monkeypatch.setattr(module, name, value)
            return stack.enter_context(_serving(app or create_app(), queue))

        yield serve
