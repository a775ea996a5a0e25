"""Files that do not change: made once, off the event loop, and sent from memory."""

import gzip
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from attacks.conftest import Serve, eventually
from theodolite.web.app import create_app
from theodolite.web.serving.lanes import ON_THE_LOOP, Elsewhere

FILES = ["/openapi.json", "/openapi.yaml", "/docs", "/docs/swagger-ui-bundle.js", "/misterra/"]
ON_LOOP = {ON_THE_LOOP: True}


def open_files() -> int:
    """How many descriptors this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_made_once_and_off_the_event_loop(path: str) -> None:
    client = create_app().test_client()
    with pytest.raises(Elsewhere):
        client.get(path, environ_overrides=ON_LOOP)
    made = client.get(path)
    kept = client.get(path, environ_overrides=ON_LOOP)
    assert (kept.status_code, kept.data) == (200, made.data)


@pytest.mark.parametrize("path", FILES)
def test_each_coding_has_its_own_entity_tag(path: str) -> None:
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


def test_the_reference_is_small_enough_for_a_telephone() -> None:
    client = create_app().test_client()
    loaded = ["/docs", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js", "/docs/start.js"]
    sent = [
        len(client.get(path, headers={"Accept-Encoding": "gzip"}).data)
        for path in [*loaded, "/openapi.json"]
    ]
    assert sum(sent) < 600_000


def test_readers_that_take_nothing_hold_no_open_files(serve: Serve) -> None:
    target = serve()
    request = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: referee\r\n\r\n"
    readers = 40
    with ExitStack() as stack:
        before = open_files()
        for _ in range(readers):
            made = stack.enter_context(socket.socket())
            # So little that the answer waits to be taken.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            made.connect(("127.0.0.1", target.port))
            made.sendall(request)
        assert eventually(lambda: target.kept == readers)
        assert target.is_well()
        # Both ends of each connection are in this process.
        assert open_files() - before <= 2 * readers
