import threading
from collections.abc import Iterator

import pytest

from sdk.stub import Stub
from theodolite_sdk import Theodolite, sender


@pytest.fixture
def stub() -> Iterator[Stub]:
    with Stub() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def referee(stub: Stub) -> Iterator[Theodolite]:
    with Theodolite(stub.url, timeout=60, retries=3) as theodolite:
        yield theodolite


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that the sender would make, in seconds; they are not made."""
    made: list[float] = []
    monkeypatch.setattr(sender, "sleep", made.append)
    return made
