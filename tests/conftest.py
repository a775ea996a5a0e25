"""Fixtures for all tests (the application in process, a real server), markers, and `--game`."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from service.serving import COMMAND, reserved_port, running
from theodolite.web.app import create_app
from tiers import NIGHTLY, SLOW

# No deadline: the time of one example depends on the load of the machine.
settings.register_profile("theodolite", deadline=None, derandomize=True)
# With `pytest --hypothesis-profile=thorough`.
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("theodolite")

TESTS = Path(__file__).parent

# The nightly tests need the extra `nightly`.
collect_ignore = [] if find_spec("schemathesis") else ["nightly"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--game",
        action="append",
        metavar="PACKAGE",
        help="leave out tests whose parameter `game` is another one; may be repeated",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        path = item.path.relative_to(TESTS).as_posix()
        if f"{path}::{item.name}".startswith(SLOW):
            item.add_marker("slow")
        if f"{path}::{item.name}".startswith(NIGHTLY):
            item.add_marker("nightly")
        if "browser" in getattr(item, "fixturenames", ()) or path == "nightly/test_firefox.py":
            item.add_marker("browser")
    if games := config.getoption("--game"):
        others = [item for item in items if _game(item) not in (None, *games)]
        items[:] = [item for item in items if item not in others]
        config.hook.pytest_deselected(items=others)


def _game(item: pytest.Item) -> str | None:
    """The package of the game with which a test is parametrized."""
    callspec = getattr(item, "callspec", None)
    game = callspec.params.get("game") if callspec else None
    return getattr(game, "id", game)


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app()


@pytest.fixture(scope="session")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def ask(client: FlaskClient) -> Callable[[str, Any], Any]:
    """Send a valid request to an operation of Maps of Misterra, and return the response."""

    def ask(operation: str, body: Any) -> Any:
        response = client.post(f"/v3/misterra/{operation}", json=body)
        assert response.status_code == 200, response.get_json()
        return response.get_json()

    return ask


@pytest.fixture(scope="session")
def command() -> Path:
    """The installed command `theodolite`."""
    return COMMAND


@pytest.fixture
def port() -> Iterator[int]:
    """A port that is reserved for the test; nothing listens on it."""
    with reserved_port() as port:
        yield port


@pytest.fixture(scope="session")
def server_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of the server."""
    return tmp_path_factory.mktemp("server") / "log"


@pytest.fixture(scope="session")
def server(server_log: Path) -> Iterator[str]:
    """The address of a real `theodolite serve`."""
    with running(server_log) as server:
        yield server.url
