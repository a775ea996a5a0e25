"""Every operation of every game: what is hostile is refused, what is long leaves the loop."""

import gc
import json
import os
import socket
import subprocess
import sys
from collections import Counter
from io import BytesIO
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from flask import Request

from attacks.arsenal import BATCH, FORM, JSON, PIXEL, Asked, asked, attack, example, files, form
from attacks.conftest import Serve, eventually, read_all
from attacks.hostile import Assault
from service.serving import running
from theodolite.web.app import create_app
from theodolite.web.reading import Body
from theodolite.web.serving.connection import Connection
from theodolite.web.serving.lanes import ON_THE_LOOP, Elsewhere, Lane

APP = create_app()
OPERATIONS = asked(APP)
ASKED_IN_JSON = [each for each in OPERATIONS if each.media_type == JSON]
SEEDS = range(3000)

per_operation = pytest.mark.parametrize("one", OPERATIONS, ids=lambda one: one.path)
per_question = pytest.mark.parametrize("one", ASKED_IN_JSON, ids=lambda one: one.path)


def test_hostile_requests_find_no_fault(tmp_path: Path) -> None:
    with running(tmp_path / "log") as server:
        met = Assault(server, OPERATIONS + files(), SEEDS)
        assert server.score() == 200
    assert met.faults == []
    assert met.statuses[422] > met.statuses[0]
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert "unhandled" not in log


def test_what_was_asked_is_forgotten_once_it_is_answered(serve: Serve) -> None:
    """Not when garbage is collected, which counts things and knows nothing of their size."""
    target = serve()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for one in OPERATIONS:
            for request in (example(one), *(attack([one], seed) for seed in range(3))):
                with target.connect(request) as made:
                    made.shutdown(socket.SHUT_WR)
                    read_all(made)
        assert eventually(lambda: target.kept == 0)
        gc.collect()
        held = (BytesIO, Body, Connection, FrameType, Request)
        kept = Counter(type(each).__name__ for each in gc.garbage if isinstance(each, held))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not kept


ANSWERS = """
import sys
from hashlib import sha256
from attacks.arsenal import JSON, asked, attack
from theodolite.web.app import create_app

app = create_app()
client, operations = app.test_client(), [one for one in asked(app) if one.media_type == JSON]
digest = sha256()
for one in operations:
    told = client.post(one.path, json=one.example, headers={"X-Request-ID": "x"})
    digest.update(told.data)
for seed in range(400):
    head, _, body = attack(operations, seed).partition(b"\\r\\n\\r\\n")
    one = operations[seed % len(operations)]
    told = client.post(one.path, data=body, content_type=JSON, headers={"X-Request-ID": "x"})
    digest.update(told.data)
print(digest.hexdigest())
"""


def test_the_same_request_gets_the_same_bytes_from_every_process() -> None:
    """Sets come in another order in each process, unless the answer puts them in one."""
    path = os.pathsep.join(["tests", *sys.path])
    digests = {
        subprocess.run(
            [sys.executable, "-c", ANSWERS],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            check=True,
            capture_output=True,
            cwd=Path(__file__).parents[2],
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


QUESTIONED = {Lane.BRIEF, Lane.LONG, Lane.SEARCH, Lane.FAR_SEARCH}
"""Where questions go."""


def lane_of(one: Asked, body: bytes, media_type: str | None = None) -> Lane | None:
    """Where a request goes from the loop; None if it is answered there."""
    environ = {ON_THE_LOOP: True}
    try:
        APP.test_client().open(
            one.path,
            method=one.method,
            data=body,
            content_type=media_type or one.media_type,
            environ_overrides=environ,
        )
    except Elsewhere as elsewhere:
        return elsewhere.lane
    return None


@per_question
def test_what_is_refused_is_explained_off_the_loop(one: Asked) -> None:
    assert lane_of(one, b"{}") in QUESTIONED
    assert lane_of(one, b"{") in QUESTIONED


@per_question
def test_a_large_body_is_read_off_the_loop(one: Asked) -> None:
    body = json.dumps(one.example).encode().ljust(20_000)
    assert lane_of(one, body) in QUESTIONED


@per_operation
def test_batches_and_photographs_are_judged_off_the_loop(one: Asked) -> None:
    lanes = {BATCH: Lane.STREAM, FORM: Lane.PHOTOGRAPH}
    if one.media_type in lanes:
        body, media_type = form(one.example, PIXEL) if one.media_type == FORM else (b"", BATCH)
        assert lane_of(one, body, media_type) is lanes[one.media_type]


EXCESSES: list[Any] = [
    [0] * 480_000,
    {str(number): number for number in range(80_000)},
    [[]] * 250_000,
    "J" * 1_000_000,
    10**4_000,
]


@pytest.mark.parametrize("excess", EXCESSES, ids=["zeros", "keys", "lists", "letters", "digits"])
@per_question
def test_what_is_told_of_an_excess_is_bounded(one: Asked, excess: Any) -> None:
    client = APP.test_client()
    for field in (next(iter(one.example)), "unknown"):
        body = json.dumps({**one.example, field: excess}).encode()
        response = client.post(one.path, data=body[: 1 << 20], content_type=JSON)
        assert response.status_code in (400, 413, 422)
        assert len(response.data) < 500_000


@pytest.mark.parametrize("part", [b"[]", b"{}", b'""'], ids=["lists", "objects", "texts"])
@per_question
def test_a_body_of_very_many_parts_is_not_decoded(one: Asked, part: bytes) -> None:
    body = b"[" + (part + b",") * 26_000 + part + b"]"
    response = APP.test_client().post(one.path, data=body, content_type=JSON)
    assert response.status_code == 413
