"""Photographs that are expensive to decode, and the processes that decode them."""

import json
import os
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import requests
from flask.testing import FlaskClient
from PIL import Image

from attacks.jobs import (
    MEGABYTE,
    PREPARED,
    PREPARING_SECONDS,
    burn,
    die,
    fail,
    linger,
    loaded_by,
    nap,
    need,
    prepared,
    take,
    work_briefly,
)
from service.serving import running
from theodolite.cartographers.facts import MAPS
from theodolite.checkpoints import time_slice
from theodolite.photo import PhotoError, decode
from theodolite.tiwanaku.board import BoardName
from theodolite.web.cartographers.photos import read_photo as read_map
from theodolite.web.misterra.photos import read_photo as read_island
from theodolite.web.photos import PREPARE
from theodolite.web.serving import isolation
from theodolite.web.serving.isolation import run_isolated, warm_up
from theodolite.web.tiwanaku.photos import read_photo as read_valley

Json = Mapping[str, Any]

PHOTOS = "/v3/misterra/photos"
CORNERS = [(50.0, 50.0), (350.0, 50.0), (350.0, 350.0), (50.0, 350.0)]


def interlaced(side: int) -> bytes:
    """Make a black interlaced PNG, of which a decoder keeps all seven passes."""
    starts = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2)]
    data = b""
    for x, y, across, down in [*starts, (0, 1, 1, 2)]:
        row = bytes(1 + 3 * len(range(x, side, across)))
        data += row * len(range(y, side, down))

    head = side.to_bytes(4) * 2 + bytes([8, 2, 0, 0, 1])
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(data, 1)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def test_photographs_do_not_grow_memory(tmp_path: Path) -> None:
    photo = interlaced(4000)
    with running(tmp_path / "log") as server:

        def read() -> int:
            return requests.post(
                server.url + PHOTOS, data={"board": "island"}, files={"photo": photo}, timeout=60
            ).status_code

        assert read() == 200
        before = server.memory()
        assert {read() for _ in range(5)} == {200}
        assert server.memory() < before + 16 * MEGABYTE


@pytest.mark.parametrize(("width", "height"), [(160_000, 100), (100, 160_000), (1_700, 100)])
def test_refuses_a_strip(client: FlaskClient, width: int, height: int) -> None:
    out = BytesIO()
    Image.new("RGB", (width, height)).save(out, "PNG")
    response = client.post(
        PHOTOS, data={"board": "island", "photo": (BytesIO(out.getvalue()), "board.png")}
    )
    (error,) = response.get_json()["errors"]
    assert (response.status_code, error["code"]) == (422, "photo_too_small")


@pytest.mark.parametrize("number", [10**400, -(10**400), 1e300, 100_001])
def test_limits_coordinates(client: FlaskClient, number: float) -> None:
    corners = json.dumps([[0, 0], [900, 0], [900, 900], [0, number]])
    data = {"board": "island", "corners": corners, "photo": (BytesIO(b"x"), "board.png")}
    response = client.post(PHOTOS, data=data)
    (error,) = response.get_json()["errors"]
    assert (response.status_code, error["code"]) == (422, "out_of_range")
    assert error["pointer"] == "/corners/3/1"


@pytest.fixture
def call_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork server that can import the functions of the tests."""
    monkeypatch.setattr(isolation, "_idle", defaultdict(list))
    monkeypatch.setattr(isolation, "SECONDS", 60.0)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]), prepend=os.pathsep)


@pytest.mark.usefixtures("call_server")
def test_ends_a_job_that_uses_too_much_and_runs_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert run_isolated(take, 10, prepare="gc:collect") == 10 * MEGABYTE
    for work, given, seconds in ((take, [3000], 60.0), (linger, [], 0.5), (die, [], 60.0)):
        monkeypatch.setattr(isolation, "SECONDS", seconds)
        with pytest.raises(MemoryError):
            run_isolated(work, *given, prepare="gc:collect")
        monkeypatch.setattr(isolation, "SECONDS", 60.0)
        assert run_isolated(take, 1, prepare="gc:collect") == MEGABYTE
    with pytest.raises(ValueError, match="of its own"):
        run_isolated(fail, "of its own", prepare="gc:collect")
    with pytest.raises(ImportError):
        run_isolated(need, prepare="no_such_module:prepare")


@pytest.mark.usefixtures("call_server")
def test_a_job_that_exceeds_its_processor_time_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(isolation, "PROCESSOR_SECONDS", 1)
        with pytest.raises(TimeoutError):
            run_isolated(burn, prepare="gc:collect")
    assert run_isolated(take, 1, prepare="gc:collect") == MEGABYTE


def chunk(name: bytes, content: bytes = b"") -> bytes:
    """Make a chunk of a PNG."""
    check = zlib.crc32(name + content)
    return len(content).to_bytes(4) + name + content + check.to_bytes(4)


def padded_jpeg(padding: bytes) -> bytes:
    out = BytesIO()
    Image.new("RGB", (400, 400)).save(out, "JPEG")
    return b"\xff\xd8" + padding + out.getvalue()[2:]


def padded_png(padding: bytes) -> bytes:
    out = BytesIO()
    Image.new("RGB", (400, 400)).save(out, "PNG")
    return out.getvalue()[:33] + padding + out.getvalue()[33:]


def deep_png() -> bytes:
    """Make a PNG header that announces 50 megapixels of 64 bits."""
    head = (7000).to_bytes(4) * 2 + bytes([16, 6, 0, 0, 0])
    parts = (b"IHDR", head), (b"IDAT", zlib.compress(bytes(100_000))), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


HOSTILE = {
    "JPEG of segments": (lambda: padded_jpeg(b"\xff\xe1\0\2" * 4_900_000), "photo_damaged"),
    "JPEG of comments": (lambda: padded_jpeg(b"\xff\xfe\0\2" * 1_001), "photo_damaged"),
    "JPEG of padding": (lambda: padded_jpeg(b"\xff" * 19_000_000), "photo_damaged"),
    "PNG of chunks": (lambda: padded_png(chunk(b"teSt") * 1_500_000), "photo_damaged"),
    "PNG of empty data": (lambda: padded_png(chunk(b"IDAT") * 10_001), "photo_damaged"),
    "PNG of 64 bits a pixel": (deep_png, "photo_too_many_bits"),
}


@pytest.mark.parametrize(("photo", "code"), HOSTILE.values(), ids=HOSTILE)
def test_refuses_a_photograph_with_too_many_chunks_before_decoding(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, photo: Callable[[], bytes], code: str
) -> None:
    """Decoding would take twenty seconds and be reported as a temporary overload."""
    opened = Mock()
    with monkeypatch.context() as patch:
        patch.setattr(Image, "open", opened)
        with pytest.raises(PhotoError) as refused:
            decode(photo())
    assert not opened.called
    assert f"photo_{refused.value.code}" == code
    part = b'--board\r\nContent-Disposition: form-data; name="%b"%b\r\n\r\n%b\r\n'
    body = part % (b"board", b"", b"island")
    body += part % (b"photo", b'; filename="board.jpg"', photo()) + b"--board--\r\n"
    response = client.post(PHOTOS, data=body, content_type="multipart/form-data; boundary=board")
    assert response.status_code == 422
    assert [error["code"] for error in response.get_json()["errors"]] == [code]


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_reads_a_photograph_with_many_chunks(kind: str) -> None:
    if kind == "JPEG":
        photo = padded_jpeg(b"\xff\xe1\0\2" * 900 + b"\xff" * 900)
    else:
        photo = padded_png(chunk(b"teSt") * 9_000)
    assert decode(photo).width == 400


@pytest.mark.usefixtures("call_server")
def test_prepares_shared_state_once() -> None:
    (one, where), (other, elsewhere) = (
        run_isolated(prepared, prepare="attacks.jobs:prepare") for _ in range(2)
    )
    assert one == other
    assert len(one) == 1
    assert where != elsewhere
    assert not {where, elsewhere} & set(one)


@pytest.mark.usefixtures("call_server")
def test_no_call_waits_for_what_is_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each call comes in a thread of its own, while the earlier ones run."""
    ready = tmp_path / "ready"
    ready.touch()
    monkeypatch.setenv(PREPARED, str(ready))
    slow = "attacks.jobs:prepare_slowly"
    warm_up(slow)
    calls: list[tuple[float, Future[float]]] = []
    deadline = time.monotonic() + 60
    with ThreadPoolExecutor(3) as threads:
        for servers in (1, 2, 3):
            while len(ready.read_text()) < servers:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            calls.append((time.monotonic(), threads.submit(run_isolated, nap, prepare=slow)))
    for asked, begun in calls:
        assert begun.result() - asked < PREPARING_SECONDS


def test_a_worker_loads_the_reader_before_the_first_photograph(tmp_path: Path) -> None:
    with running(tmp_path / "log") as server:
        assert len(server.readers()) == 1


@pytest.mark.usefixtures("call_server")
def test_a_server_that_died_while_idle_is_replaced() -> None:
    warm_up("gc:collect")
    (server,) = isolation._idle["gc:collect"]
    server.process.kill()
    server.process.wait()
    assert run_isolated(take, 1, prepare="gc:collect") == MEGABYTE


SAMPLES = [{"space": "A1", "symbol": "J"}, {"space": "E2", "symbol": "L"}]


@pytest.mark.usefixtures("call_server")
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("corners", [None, CORNERS])
@pytest.mark.parametrize(
    ("read", "of_game"),
    [
        (read_island, {"board": "island", "samples": SAMPLES}),
        (read_valley, {"board": BoardName.SHORT}),
        (read_map, {"map": MAPS["A"]}),
    ],
)
def test_imports_nothing_for_each_photograph(
    kind: str, corners: object, read: Callable[[Json], object], of_game: Json
) -> None:
    out = BytesIO()
    Image.effect_noise((400, 400), 200).convert("RGB").save(out, kind)
    asked = {"photo": out.getvalue(), "corners": corners, **of_game}
    assert run_isolated(loaded_by, read, asked, prepare=PREPARE) == set()


class Pauses:
    """A time slice that is over at each checkpoint, and renewed after a while.

    Attributes:
        states: The states of a process while the call pauses, as Linux names them.
    """

    is_over = True

    def __init__(self, file: Path) -> None:
        self._file = file
        self.states: set[str] = set()

    def renew(self) -> None:
        """Note the state of the process of the call."""
        time.sleep(0.1)
        if self._file.exists():
            status = Path("/proc", self._file.read_text(), "stat").read_text()
            self.states.add(status.rpartition(")")[2].split()[0])


@pytest.mark.usefixtures("call_server")
def test_the_process_of_a_paused_photograph_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "process"
    pauses = Pauses(file)
    token = time_slice.set(pauses)
    try:
        assert run_isolated(work_briefly, file, prepare="gc:collect") == "done"
    finally:
        time_slice.reset(token)
    assert pauses.states == {"T"}


class Leaves:
    """A time slice whose client leaves at the first checkpoint."""

    is_over = True

    def renew(self) -> None:
        """End the job."""
        raise KeyboardInterrupt


@pytest.mark.usefixtures("call_server")
def test_a_photograph_whose_client_leaves_does_not_answer_the_next(tmp_path: Path) -> None:
    token = time_slice.set(Leaves())
    try:
        with pytest.raises(KeyboardInterrupt):
            run_isolated(work_briefly, tmp_path / "process", prepare="gc:collect")
    finally:
        time_slice.reset(token)
    assert run_isolated(take, 10, prepare="gc:collect") == 10 * MEGABYTE


@pytest.mark.usefixtures("call_server")
def test_a_paused_photograph_ends_with_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolation, "SECONDS", 0.5)
    token = time_slice.set(Pauses(tmp_path / "none"))
    try:
        with pytest.raises(MemoryError):
            run_isolated(linger, prepare="gc:collect")
    finally:
        time_slice.reset(token)
