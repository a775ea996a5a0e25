"""What takes long holds up neither the loop nor the other lanes."""

import select
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Event

import pytest
from flask import Flask, Response, request

from attacks.arsenal import whole_request
from attacks.conftest import Serve, eventually, read_all
from theodolite.web.app import create_app
from theodolite.web.serving.lanes import ABREAST, Lane, leave_the_loop

LAST = [("Connection", "close")]
HEALTH = whole_request("GET", "/healthz", headers=LAST)


@pytest.fixture
def end() -> Iterator[Event]:
    """What the long works wait for."""
    event = Event()
    yield event
    event.set()


@pytest.fixture
def app(end: Event) -> Flask:
    """The service, and a work of each lane that lasts until the test ends it."""
    app = create_app()

    def work(lane: str) -> str:
        leave_the_loop(Lane[lane])
        end.wait(30)
        return "done"

    app.add_url_rule("/judged/<lane>", "work", work)
    return app


@pytest.mark.parametrize("lane", [lane for lane in Lane if lane is not Lane.STREAM])
def test_a_full_lane_refuses_and_holds_up_nobody_else(
    serve: Serve, app: Flask, end: Event, lane: Lane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lane, "patience", 60)
    target = serve(app)
    with ExitStack() as stack:
        full = lane.threads + lane.in_line
        sent = whole_request("GET", f"/judged/{lane.name}", headers=LAST)
        working = [stack.enter_context(target.connect(sent)) for _ in range(full)]
        assert eventually(lambda: target.ask(sent).startswith(b"HTTP/1.1 503"))
        assert target.ask(HEALTH).startswith(b"HTTP/1.1 200")
        assert target.is_well()
        for other in set(Lane) - {lane, Lane.STREAM}:
            stack.enter_context(
                target.connect(whole_request("GET", f"/judged/{other.name}", headers=LAST))
            )
        end.set()
        assert all(read_all(made).endswith(b"done") for made in working)


def test_who_would_wait_too_long_for_a_slow_lane_is_refused_at_once(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lane, "patience", 0.1)
    app = create_app()
    end = Event()

    def work(seconds: str) -> str:
        leave_the_loop(Lane.SEARCH)
        end.wait(float(seconds))
        return "done"

    app.add_url_rule("/slow/<seconds>", "work", work)
    target = serve(app)
    # Whoever has joined waits for as long as it takes.
    monkeypatch.setattr(Lane, "patience", 60)
    slow = whole_request("GET", "/slow/0.05", headers=LAST)
    assert all(target.ask(slow).endswith(b"done") for _ in range(32))
    with ExitStack() as stack:
        holding = whole_request("GET", "/slow/30", headers=LAST)
        places = Lane.SEARCH.threads + Lane.SEARCH.in_line
        made = [stack.enter_context(target.connect(holding)) for _ in range(places)]
        # There are places enough for all, but who comes last would stand there for too long.
        refused, _, _ = select.select(made, [], [], 60)
        assert all(read_all(each).startswith(b"HTTP/1.1 503") for each in refused)
        end.set()
        done = [each for each in made if each not in refused and read_all(each).endswith(b"done")]
        assert Lane.SEARCH.threads <= len(done) < places
    assert target.ask(slow).endswith(b"done")


@pytest.mark.parametrize("lane", [lane for lane in Lane if lane is not Lane.STREAM])
def test_whose_turn_does_not_come_in_time_is_refused_while_others_are_worked_for(
    serve: Serve, app: Flask, end: Event, lane: Lane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lane, "patience", 0.1)
    target = serve(app)
    sent = whole_request("GET", f"/judged/{lane.name}", headers=LAST)
    with ExitStack() as stack:
        made = [stack.enter_context(target.connect(sent)) for _ in range(lane.threads + 1)]
        refused, _, _ = select.select(made, [], [], 60)
        assert [read_all(each)[:12] for each in refused] == [b"HTTP/1.1 503"]
        assert target.ask(HEALTH).startswith(b"HTTP/1.1 200")
        end.set()
        done = [read_all(each).endswith(b"done") for each in made if each not in refused]
        assert done == [True] * lane.threads
    # The place that was given up is free.
    assert target.ask(sent).endswith(b"done")


def test_a_work_whose_client_left_before_its_turn_is_not_begun(serve: Serve) -> None:
    app = create_app()
    end, begun = Event(), []

    def work() -> Response:
        leave_the_loop(Lane.PHOTOGRAPH)
        begun.append(request.args["who"])
        end.wait(30)
        return Response("done")

    app.add_url_rule("/work", "work", work)
    target = serve(app)

    def sent(who: str) -> bytes:
        return whole_request("GET", f"/work?who={who}", headers=LAST)

    with ExitStack() as stack:
        first = [
            stack.enter_context(target.connect(sent("first")))
            for _ in range(Lane.PHOTOGRAPH.threads)
        ]
        assert eventually(lambda: len(begun) == len(first))
        leaving = target.connect(sent("left"))
        assert target.is_well()
        # Who only stops sending may still listen; who resets the connection does not.
        leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        leaving.close()
        assert eventually(lambda: target.kept == len(first))
        end.set()
        assert all(read_all(made).endswith(b"done") for made in first)
        assert target.ask(sent("last")).endswith(b"done")
    assert begun == ["first", "first", "last"]


def test_no_more_streams_are_judged_side_by_side_than_the_loop_can_bear(serve: Serve) -> None:
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
        leave_the_loop(Lane.STREAM)
        return Response(lines())

    app.add_url_rule("/work", "work", work)
    target = serve(app)
    with ExitStack() as stack:
        asking = [
            stack.enter_context(target.connect(whole_request("GET", "/work", headers=LAST)))
            for _ in range(Lane.STREAM.threads)
        ]
        assert [read_all(made).count(b"done") for made in asking] == [5] * len(asking)
    assert max(most) == ABREAST
