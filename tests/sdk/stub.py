"""A real HTTP server in a thread with scripted answers and failures."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Received(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> object:
        return json.loads(self.body)


Reply = Callable[[BaseHTTPRequestHandler], None]


class Stub(ThreadingHTTPServer):
    """A real server that answers the next request with the next reply of a script."""

    daemon_threads = True
    # With the default, the system drops some of many connections that are made at once, and makes
    # them wait for seconds.
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.connections = 0
        self.script: list[Reply] = []
        self.received: list[Received] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def verify_request(self, _request: object, _address: object) -> bool:
        """Count a connection."""
        self.connections += 1
        return True


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Stub

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append(Received(self.command, self.path, headers, body))
        self.server.script.pop(0)(self)

    def do_GET(self) -> None:
        self.do_POST()

    def log_message(self, *_: object) -> None:
        """The test's output is no place for a log."""


def answer(content: object, status: int = 200, **headers: str) -> Reply:
    """A whole answer: bytes as they are, anything else as JSON; `Retry_After` for the header."""
    body = content if isinstance(content, bytes) else json.dumps(content).encode()

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return reply


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def break_off(handler: BaseHTTPRequestHandler) -> None:
    """Half of an answer, then the end of the connection."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"players": [')
    handler.close_connection = True


def break_off_a_chunk(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"d\r\n" + b'{"players": [')
    handler.close_connection = True


def hang(until: threading.Event) -> Reply:
    def reply(_: BaseHTTPRequestHandler) -> None:
        until.wait()

    return reply
