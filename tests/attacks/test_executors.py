"""Long-running requests delay neither the event loop nor other executors."""

import select
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from threading import Event

import orjson
import pytest
from flask import Flask, Response, request

from attacks.conftest import Serve, add_view, eventually, read_all
from attacks.hostile_requests import whole_request
from theodolite.checkpoints import checkpoint
from theodolite.web.app import create_app
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.serving.executors import LINES, Executor
from theodolite.web.serving.limits import Limits
from theodolite.web.tiwanaku.examples import DEDUCTION

LAST = [("Connection", "close")]
HEALTH = whole_request("GET", "/healthz", headers=LAST)


@pytest.fixture
def end() -> Iterator[Event]:
    """The event that the long jobs wait for."""
    event = Event()
    yield event
    event.set()


@pytest.fixture
def app(end: Event) -> Flask:
    """The service, with a job for each executor that runs until the test ends it."""
    app = create_app()

    for executor in Executor:

        def work() -> str:
            end.wait(30)
            return "done"

        add_view(app, f"/judged/{executor.name}", executor, work)
    return app


@pytest.mark.parametrize(
    "executor", [executor for executor in Executor if executor is not Executor.STREAM]
)
def test_a_full_executor_refuses_only_its_own_requests(
    serve: Serve, app: Flask, end: Event, executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Executor, "patience", 60)
    target = serve(app)
    with ExitStack() as stack:
        full = executor.parallel + executor.queue
        sent = whole_request("GET", f"/judged/{executor.name}", headers=LAST)
        working = [stack.enter_context(target.connect(sent, 1 + i)) for i in range(full)]
        assert eventually(lambda: target.ask(sent).startswith(b"HTTP/1.1 503"))
        assert target.ask(HEALTH).startswith(b"HTTP/1.1 200")
        assert target.is_healthy()
        for other in set(Executor) - {executor, Executor.STREAM}:
            stack.enter_context(
                target.connect(whole_request("GET", f"/judged/{other.name}", headers=LAST))
            )
        end.set()
        assert all(read_all(made).endswith(b"done") for made in working)


def test_refuses_requests_that_would_wait_too_long(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Executor, "patience", 0.1)
    app = create_app()
    end = Event()

    def work(seconds: str) -> str:
        end.wait(float(seconds))
        return "done"

    add_view(app, "/slow/<seconds>", Executor.SEARCH, work)
    target = serve(app)
    # Queued requests wait for as long as it takes.
    monkeypatch.setattr(Executor, "patience", 60)
    slow = whole_request("GET", "/slow/0.05", headers=LAST)
    assert all(target.ask(slow).endswith(b"done") for _ in range(32))
    with ExitStack() as stack:
        holding = whole_request("GET", "/slow/30", headers=LAST)
        places = Executor.SEARCH.parallel + Executor.SEARCH.queue
        made = [stack.enter_context(target.connect(holding, 1 + i)) for i in range(places)]
        # The queue has room, but the last request would wait for too long.
        refused, _, _ = select.select(made, [], [], 60)
        assert all(read_all(each).startswith(b"HTTP/1.1 503") for each in refused)
        end.set()
        done = [each for each in made if each not in refused and read_all(each).endswith(b"done")]
        assert Executor.SEARCH.parallel <= len(done) < places
    assert target.ask(slow).endswith(b"done")


@pytest.mark.parametrize(
    "executor", [executor for executor in Executor if executor is not Executor.STREAM]
)
def test_queued_requests_time_out_while_others_run(
    serve: Serve, app: Flask, end: Event, executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Executor, "patience", 0.1)
    target = serve(app)
    sent = whole_request("GET", f"/judged/{executor.name}", headers=LAST)
    with ExitStack() as stack:
        made = [
            stack.enter_context(target.connect(sent, 1 + i)) for i in range(executor.parallel + 1)
        ]
        refused, _, _ = select.select(made, [], [], 60)
        assert [read_all(each)[:12] for each in refused] == [b"HTTP/1.1 503"]
        assert target.ask(HEALTH).startswith(b"HTTP/1.1 200")
        end.set()
        done = [read_all(each).endswith(b"done") for each in made if each not in refused]
        assert done == [True] * executor.parallel
    # The place in the queue is free again.
    assert target.ask(sent).endswith(b"done")


def test_does_not_start_jobs_of_disconnected_clients(serve: Serve) -> None:
    app = create_app()
    end, begun = Event(), []

    def work() -> Response:
        begun.append(request.args["who"])
        end.wait(30)
        return Response("done")

    add_view(app, "/work", Executor.PHOTOGRAPH, work)
    target = serve(app)

    def sent(who: str) -> bytes:
        return whole_request("GET", f"/work?who={who}", headers=LAST)

    with ExitStack() as stack:
        first = [
            stack.enter_context(target.connect(sent("first"), 1 + i))
            for i in range(Executor.PHOTOGRAPH.parallel)
        ]
        assert eventually(lambda: len(begun) == len(first))
        leaving = target.connect(sent("left"))
        assert target.is_healthy()
        # A client that only stops sending may still read; one that resets the connection does not.
        leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        leaving.close()
        assert eventually(lambda: target.kept == len(first))
        end.set()
        assert all(read_all(made).endswith(b"done") for made in first)
        assert target.ask(sent("last")).endswith(b"done")
    assert begun == ["first", "first", "last"]


def test_limits_concurrent_batches(serve: Serve) -> None:
    app = create_app()
    judging, most = set(), []

    def lines() -> Iterator[bytes]:
        me = object()
        for _ in range(5):
            judging.add(me)
            most.append(len(judging))
            time.sleep(0.01)
            judging.discard(me)
            yield b"done"

    def work() -> Response:
        return Response(lines())

    add_view(app, "/work", Executor.STREAM, work)
    target = serve(app)
    with ExitStack() as stack:
        asking = [
            stack.enter_context(target.connect(whole_request("GET", "/work", headers=LAST), 1 + i))
            for i in range(Executor.STREAM.begun)
        ]
        assert [read_all(made).count(b"done") for made in asking] == [5] * len(asking)
    assert max(most) == Executor.STREAM.parallel


@pytest.fixture
def searching(end: Event) -> Flask:
    """The service, with a search in each executor that has checkpoints and runs until the end."""
    app = create_app()

    for executor in Executor:

        def search() -> str:
            while not end.is_set():
                time.sleep(0.001)
                checkpoint()
            return "done"

        add_view(app, f"/search/{executor.name}", executor, search)
        add_view(app, f"/brief/{executor.name}", executor, lambda: "brief")
    return app


SEARCHES = [Executor.LONG, Executor.SEARCH, Executor.FAR_SEARCH, Executor.PHOTOGRAPH]
GREEDY = range(2, 6)
"""The addresses of greedy callers."""


@pytest.mark.parametrize("executor", SEARCHES)
def test_long_searches_pause_for_other_callers(
    serve: Serve, searching: Flask, end: Event, executor: Executor
) -> None:
    target = serve(searching)
    sent = whole_request("GET", f"/search/{executor.name}", headers=LAST)
    brief = whole_request("GET", f"/brief/{executor.name}", headers=LAST)
    with ExitStack() as stack:
        made = [stack.enter_context(target.connect(sent, caller)) for caller in GREEDY]
        assert target.is_healthy()
        for _ in range(3):
            assert target.ask(brief).endswith(b"brief")
        end.set()
        assert all(read_all(each).endswith(b"done") for each in made)


@pytest.mark.parametrize("executor", SEARCHES)
def test_a_job_that_takes_too_long_is_refused(
    serve: Serve, searching: Flask, end: Event, executor: Executor
) -> None:
    """Load makes no answer thinner."""
    target = serve(searching, LONGEST_JOB=0.3)
    answer = target.ask(whole_request("GET", f"/search/{executor.name}", headers=LAST))
    assert answer.startswith(b"HTTP/1.1 503")
    assert b"Retry-After" in answer


def test_jobs_end_one_by_one_while_the_server_stops(serve: Serve) -> None:
    app = create_app()

    def work() -> str:
        for _ in range(9):
            time.sleep(0.05)
            checkpoint()
        return "done"

    add_view(app, "/work", Executor.FAR_SEARCH, work)
    target = serve(app)
    sent = whole_request("GET", "/work", headers=LAST)
    with ExitStack() as stack:
        made = [stack.enter_context(target.connect(sent, caller)) for caller in GREEDY[:3]]
        assert eventually(lambda: target.kept == len(made))
        target.server.should_exit = True
        assert any(read_all(each).endswith(b"done") for each in made)


def test_a_caller_runs_one_job_and_queues_two(
    serve: Serve, searching: Flask, end: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Executor, "patience", 60)
    target = serve(searching)
    sent = whole_request("GET", "/search/SEARCH", headers=LAST)
    with ExitStack() as stack:
        other = stack.enter_context(target.connect(sent, 2))
        assert target.is_healthy()
        made = [stack.enter_context(target.connect(sent)) for _ in range(4)]
        (refused,), _, _ = select.select(made, [], [], 60)
        assert read_all(refused).startswith(b"HTTP/1.1 503")
        assert b"Retry-After" in target.ask(sent)
        end.set()
        made.remove(refused)
        assert all(read_all(each).endswith(b"done") for each in [other, *made])


def test_a_lone_caller_may_fill_a_queue(
    serve: Serve, searching: Flask, end: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Executor, "patience", 60)
    target = serve(searching)
    sent = whole_request("GET", "/search/SEARCH", headers=LAST)
    with ExitStack() as stack:
        full = 1 + Executor.SEARCH.queue
        made = [stack.enter_context(target.connect(sent)) for _ in range(full)]
        assert target.is_healthy()
        assert eventually(lambda: target.ask(sent).startswith(b"HTTP/1.1 503"))
        end.set()
        assert all(read_all(each).endswith(b"done") for each in made)


def test_searches_of_disconnected_clients_end(
    serve: Serve, searching: Flask, end: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Executor, "patience", 60)
    target = serve(searching)
    with target.connect(whole_request("GET", "/search/FAR_SEARCH", headers=LAST)) as leaving:
        assert target.is_healthy()
        leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    # The next job of the same caller begins, although the search has not found its end.
    brief = whole_request("GET", "/brief/FAR_SEARCH", headers=LAST)
    assert target.ask(brief).endswith(b"brief")
    assert not end.is_set()


def test_a_caller_replaces_its_own_batches(serve: Serve) -> None:
    """A fourth batch ends the one of the same caller that waits longest, and no other."""
    target = serve()
    head = (
        b"POST /v3/misterra/scores HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n"
        b"Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with ExitStack() as stack:
        others = [stack.enter_context(target.connect(head, caller)) for caller in GREEDY]
        assert eventually(lambda: target.waiting == len(others))
        own: list[socket.socket] = []
        for _ in range(5):
            own.append(stack.enter_context(target.connect(head)))
            assert target.is_healthy()
            assert eventually(lambda: target.waiting == len(others) + min(len(own), 3))
        ended = [read_all(each) for each in own[:2]]
        assert all(b"/problems/too-slow" in each for each in ended)
        for each in [*others, *own[2:]]:
            assert each.recv(1 << 16).startswith(b"HTTP/1.1 200")
        assert select.select([*others, *own[2:]], [], [], 0.5)[0] == []


def test_batches_that_compute_give_a_place_to_another_caller(serve: Serve) -> None:
    """As long as their caller has at least two more."""
    target = serve()
    line = orjson.dumps(DEDUCTION) + b"\n"
    busy = whole_request("POST", "/v3/tiwanaku/deductions", line * 500, LINES, LAST)
    score = orjson.dumps({"snapshot": FINISHED_GAME})
    with ExitStack() as stack:
        made = [stack.enter_context(target.connect(busy)) for _ in range(Executor.STREAM.begun)]
        assert len(select.select(made, [], [], 60)[0])
        other = whole_request("POST", "/v3/misterra/scores", score, LINES, LAST)
        with target.connect(other, 2) as asking:
            assert b'"winners"' in read_all(asking)
        assert any(b"/problems/overloaded" in each.recv(1 << 20) for each in made)


def test_no_caller_fills_the_queue_of_the_loop(serve: Serve) -> None:
    app = create_app()

    def work() -> str:
        time.sleep(0.02)
        return "done"

    app.add_url_rule("/work", "work", work)
    target = serve(app, queue=8)
    sent = whole_request("GET", "/work")
    with ExitStack() as stack:
        greedy = [stack.enter_context(target.connect(sent * 20)) for _ in range(30)]
        assert len(select.select(greedy, [], [], 60)[0])
        for _ in range(5):
            with target.connect(whole_request("GET", "/work", headers=LAST), 2) as asking:
                assert read_all(asking).endswith(b"done")


def test_health_is_answered_between_two_requests_on_the_loop(serve: Serve) -> None:
    app = create_app()
    asked, answered = list[socket.socket](), list[bool]()

    def work() -> str:
        if asked:
            answered.append(bool(select.select(asked, [], [], 0)[0]))
        else:
            asked.append(target.connect(HEALTH, 2))
        return "done"

    app.add_url_rule("/work", "work", work)
    target = serve(app)
    with target.connect(whole_request("GET", "/work") * 10) as greedy:
        assert eventually(lambda: len(answered) == 9)
        assert greedy.recv(1 << 16)
    assert all(answered[1:])
    asked[0].close()


def test_each_key_is_a_caller(serve: Serve, end: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Executor, "patience", 60)
    keys = {sha256(name.encode()).digest(): name for name in ("ann", "bo")}
    app = create_app(allowed=Limits(keys=keys))

    def work() -> str:
        end.wait(60)
        return "done"

    add_view(app, "/v3/work", Executor.LONG, work)
    target = serve(app)

    def sent(name: str) -> bytes:
        headers = [*LAST, ("Authorization", f"Bearer {name}")]
        return whole_request("GET", "/v3/work", headers=headers)

    with ExitStack() as stack:
        other = stack.enter_context(target.connect(sent("bo")))
        assert target.ask(HEALTH).startswith(b"HTTP/1.1 200")
        made = [stack.enter_context(target.connect(sent("ann"))) for _ in range(3)]
        (refused,), _, _ = select.select(made, [], [], 60)
        assert read_all(refused).startswith(b"HTTP/1.1 503")
        assert target.ask(HEALTH).startswith(b"HTTP/1.1 200")
        end.set()
        assert read_all(other).endswith(b"done")


def test_paused_searches_end_with_the_server(serve: Serve, end: Event) -> None:
    app = create_app()
    begun, ended = [], []

    def search() -> str:
        begun.append(request.remote_addr)
        try:
            while not end.is_set():
                time.sleep(0.001)
                checkpoint()
        finally:
            ended.append(request.remote_addr)
        return "done"

    add_view(app, "/search", Executor.FAR_SEARCH, search)
    target = serve(app)
    sent = whole_request("GET", "/search", headers=LAST)
    with ExitStack() as stack:
        for caller in GREEDY:
            stack.enter_context(target.connect(sent, caller))
        assert eventually(lambda: len(begun) == len(GREEDY))
        target.server.should_exit = True
        assert eventually(lambda: len(ended) == len(GREEDY), 20)
