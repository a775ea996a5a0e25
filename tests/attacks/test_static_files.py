"""Static files: made before the first request, and sent from memory."""

import errno
import gzip
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from attacks.conftest import Serve, eventually
from theodolite.web.app import create_app
from theodolite.web.page import Referee
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


def test_files_are_read_before_the_first_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath("stored.bin").write_bytes(b"engine")
    app = create_app(referee=Referee(folder=tmp_path))
    Routes(app).prepare()

    def no_descriptors(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(Path, "open", no_descriptors)
    client = app.test_client()
    for path in (*FILES, "/engine/stored.bin"):
        assert client.get(path).status_code == 200
    assert "immutable" in client.get("/engine/stored.bin").headers["Cache-Control"]
    assert client.get("/engine/none.bin").status_code == 404


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
