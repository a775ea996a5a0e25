"""A scripted server, and clients of it: what holds for one of them holds for the other."""

import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from sdk.stub import Stub
from theodolite_sdk import AsyncTheodolite, Theodolite, blocking, nonblocking

Connect = Callable[..., Theodolite]


@pytest.fixture
def stub() -> Iterator[Stub]:
    with Stub() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


class Awaiting:
    """An `AsyncTheodolite`, or a game of one, whose methods are awaited for the test."""

    def __init__(self, client: Any, portal: BlockingPortal) -> None:
        self._client, self._portal = client, portal

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._client, name)
        if inspect.isasyncgenfunction(found):
            return lambda *args, **options: self._items(found(*args, **options))
        if inspect.iscoroutinefunction(found):
            return lambda *args, **options: self._portal.call(lambda: found(*args, **options))
        return Awaiting(found, self._portal)

    def _items(self, items: Any) -> Iterator[Any]:
        end = object()
        while (item := self._portal.call(anext, items, end)) is not end:
            yield item


@pytest.fixture(params=[Theodolite, AsyncTheodolite])
def connect(request: pytest.FixtureRequest) -> Iterator[Connect]:
    """Make a client, blocking or awaited; the test blocks in either case."""
    with ExitStack() as opened:
        if request.param is Theodolite:
            yield lambda *args, **options: opened.enter_context(Theodolite(*args, **options))
        else:
            portal = opened.enter_context(start_blocking_portal())

            def awaiting(*args: Any, **options: Any) -> Any:
                client = AsyncTheodolite(*args, **options)
                opened.callback(portal.call, client.close)
                return Awaiting(client, portal)

            yield awaiting


@pytest.fixture
def referee(stub: Stub, connect: Connect) -> Theodolite:
    return connect(stub.url, timeout=60, retries=3)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that the sender would make, in seconds; they are not made."""
    made: list[float] = []

    async def pause(_: object, seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr(blocking.BlockingTransport, "pause", pause)
    monkeypatch.setattr(nonblocking.NonblockingTransport, "pause", pause)
    return made
