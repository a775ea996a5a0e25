"""Static files: generated once outside the event loop, and sent from memory."""

import gzip
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from attacks.conftest import Serve, eventually
from theodolite.web.app import create_app
from theodolite.web.serving.executors import Routes

FILES = [
    "/openapi.json",
    "/openapi.yaml",
    "/llms-full.txt",
    "/docs",
    "/docs/swagger-ui-bundle.js",
    "/misterra/",
]


def open_files() -> int:
    """Number of open file descriptors of this process."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.mark.parametrize("path", FILES)
def test_generates_a_file_once_in_an_executor(path: str) -> None:
    app = create_app()
    route = Routes(app).find("GET", path)
    assert route is not None
    assert route is Routes(app).find("HEAD", path)
    assert route.executor({}, b"") is not None
    made = app.test_client().get(path)
    assert route.executor({}, b"") is None
    kept = app.test_client().get(path)
    assert (kept.status_code, kept.data) == (200, made.data)


@pytest.mark.parametrize("path", FILES)
def test_each_encoding_has_its_own_entity_tag(path: str) -> None:
    client = create_app().test_client()
    plain = client.get(path)
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert packed.headers["ETag"] != plain.headers["ETag"]
    for response in (plain, packed):
        coding = response.headers.get("Content-Encoding", "identity")
        headers = {"Accept-Encoding": coding, "If-None-Match": response.headers["ETag"]}
        again = client.get(path, headers=headers)
        assert (again.status_code, again.data) == (304, b"")


def test_the_reference_page_is_small() -> None:
    client = create_app().test_client()
    loaded = ["/docs", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js", "/docs/start.js"]
    sent = [
        len(client.get(path, headers={"Accept-Encoding": "gzip"}).data)
        for path in [*loaded, "/openapi.json"]
    ]
    assert sum(sent) < 600_000


def test_stalled_readers_keep_no_open_files(serve: Serve) -> None:
    target = serve()
    request = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: referee\r\n\r\n"
    readers = 40
    with ExitStack() as stack:
        before = open_files()
        for _ in range(readers):
            made = stack.enter_context(socket.socket())
            # A small buffer, so that the response waits in the server.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            made.connect(("127.0.0.1", target.port))
            made.sendall(request)
        assert eventually(lambda: target.kept == readers)
        assert target.is_healthy()
        # Both ends of each connection belong to this process.
        assert open_files() - before <= 2 * readers
