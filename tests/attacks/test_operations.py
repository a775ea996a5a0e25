"""Hostile requests to every operation, and the executor in which each request runs."""

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

from attacks.conftest import Serve, eventually, read_all
from attacks.hostile import Assault
from attacks.hostile_requests import (
    BATCH,
    FORM,
    JSON,
    PIXEL,
    Asked,
    asked,
    attack,
    example,
    files,
    form,
)
from service.serving import running
from theodolite.web.app import create_app
from theodolite.web.schemas import Schema
from theodolite.web.serving.connection import Connection
from theodolite.web.serving.executors import Executor, Routes

APP = create_app()
ROUTES = Routes(APP)
OPERATIONS = asked(APP)
JSON_OPERATIONS = [each for each in OPERATIONS if each.media_type == JSON]
SEEDS = range(1000)

per_operation = pytest.mark.parametrize("one", OPERATIONS, ids=lambda one: one.path)
per_json_operation = pytest.mark.parametrize("one", JSON_OPERATIONS, ids=lambda one: one.path)


def test_hostile_requests_cause_no_errors(tmp_path: Path) -> None:
    with running(tmp_path / "log") as server:
        met = Assault(server, OPERATIONS + files(APP), SEEDS)
        assert server.score() == 200
    assert met.faults == []
    assert met.statuses[422] > met.statuses[0]
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert "unhandled" not in log


def test_frees_requests_without_garbage_collection(serve: Serve) -> None:
    """Garbage collection would come late, because it counts objects and ignores their size."""
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
        held = (BytesIO, Schema, Connection, FrameType, Request)
        kept = Counter(type(each).__name__ for each in gc.garbage if isinstance(each, held))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not kept


ANSWERS = """
import sys
from hashlib import sha256
from attacks.hostile_requests import JSON, asked, attack
from theodolite.web.app import create_app

app = create_app()
client, operations = app.test_client(), [one for one in asked(app) if one.media_type == JSON]
digest = sha256()
for one in operations:
    response = client.post(one.path, json=one.example, headers={"X-Request-ID": "x"})
    digest.update(response.data)
for seed in range(400):
    head, _, body = attack(operations, seed).partition(b"\\r\\n\\r\\n")
    one = operations[seed % len(operations)]
    response = client.post(one.path, data=body, content_type=JSON, headers={"X-Request-ID": "x"})
    digest.update(response.data)
print(digest.hexdigest())
"""


def test_every_process_answers_with_the_same_bytes() -> None:
    """Each process orders sets differently, so responses must sort them."""
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


EXECUTORS = {Executor.BRIEF, Executor.LONG, Executor.SEARCH, Executor.FAR_SEARCH}
"""Executors that judge requests."""


def executor_of(one: Asked, body: bytes) -> Executor | None:
    """Return the executor of a request; None if the event loop answers it."""
    route = ROUTES.find(one.method, one.path)
    assert route is not None
    return route.executor({}, body)


@per_json_operation
def test_explains_refusals_in_an_executor(one: Asked) -> None:
    assert executor_of(one, b"{}") in EXECUTORS
    assert executor_of(one, b"{") in EXECUTORS


@per_json_operation
def test_loads_large_bodies_in_an_executor(one: Asked) -> None:
    body = json.dumps(one.example).encode().ljust(20_000)
    assert executor_of(one, body) in EXECUTORS


@per_operation
def test_judges_batches_and_photographs_in_executors(one: Asked) -> None:
    executors = {BATCH: Executor.STREAM, FORM: Executor.PHOTOGRAPH}
    if one.media_type in executors:
        body = form(one.example, PIXEL)[0] if one.media_type == FORM else b""
        assert executor_of(one, body) is executors[one.media_type]


@per_json_operation
def test_a_loaded_body_is_judged_like_any_other(one: Asked) -> None:
    """The gate loads small bodies; without a gate the view does."""
    body = json.dumps(one.example).encode()
    loaded: dict[str, Any] = {}
    route = ROUTES.find(one.method, one.path)
    assert route is not None
    executor = route.executor(loaded, body)
    assert bool(loaded) == (executor is None)
    if executor is not None:
        return
    plain, passed = (
        APP.test_client().post(
            one.path,
            data=body,
            content_type=JSON,
            headers={"X-Request-ID": "same"},
            environ_overrides=environ,
        )
        for environ in ({}, loaded)
    )
    assert plain.status_code == passed.status_code == 200
    assert plain.data == passed.data


EXCESSES = {
    "zeros": json.dumps([0] * 480_000),
    "keys": json.dumps({str(number): number for number in range(80_000)}),
    "lists": json.dumps([[]] * 250_000),
    "letters": json.dumps("J" * 1_000_000),
    "digits": json.dumps(10**4_000),
}


@pytest.mark.parametrize("excess", EXCESSES.values(), ids=EXCESSES)
@per_json_operation
def test_limits_the_size_of_refusals(one: Asked, excess: str) -> None:
    client = APP.test_client()
    for field in (next(iter(one.example)), "unknown"):
        body = json.dumps({**one.example, field: "EXCESS"}).replace('"EXCESS"', excess).encode()
        response = client.post(one.path, data=body[: 1 << 20], content_type=JSON)
        assert response.status_code in (400, 413, 422)
        assert len(response.data) < 500_000


@pytest.mark.parametrize("part", [b"[]", b"{}", b'""'], ids=["lists", "objects", "texts"])
@per_json_operation
def test_does_not_decode_a_body_with_very_many_values(one: Asked, part: bytes) -> None:
    body = b"[" + (part + b",") * 26_000 + part + b"]"
    response = APP.test_client().post(one.path, data=body, content_type=JSON)
    assert response.status_code == 413
