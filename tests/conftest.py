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

# No deadline: the time of one example depends on the load of the machine.
settings.register_profile("theodolite", deadline=None, derandomize=True)
# With `pytest --hypothesis-profile=thorough`.
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("theodolite")

TESTS = Path(__file__).parent

# The nightly tests need the extra `nightly`.
collect_ignore = [] if find_spec("schemathesis") else ["nightly"]

SLOW = (
    "bulk/test_running.py",
    "bulk/test_misterra_totals.py",
    "ops/test_balancer.py",
    "ops/test_deployment.py",
    "journeys/",
    "photo/test_boards.py",
    "photo/test_evaluate.py",
    "photo/test_photos.py",
    "photo/test_reading.py",
    "photo/test_segments.py",
    "photo/test_several_boards.py",
    "properties/test_properties.py",
    "reference/test_agreement.py",
    "service/test_faults.py",
    "service/test_portable.py",
    "service/test_welcome.py",
    "shared/test_conformance.py::test_every_game_is_held_to_its_own_cases",
    "test_documents.py::test_a_terminal_prints_what_the_tutorial_shows",
    "test_wheel.py",
    "tiwanaku/test_against_enumeration.py",
    "tiwanaku/test_deductions.py",
    "tiwanaku/test_every_kind_of_board.py",
    "tiwanaku/test_law_texts.py",
    "tiwanaku/test_scenarios.py",
    "tiwanaku/test_whole_games.py",
    "treasure_hunt/test_every_ruling.py",
    "treasure_hunt/test_ways.py",
)
"""Folders, files and tests that take more than ten seconds together."""

NIGHTLY = (
    "nightly/",
    "attacks/test_operations.py",
    "attacks/test_photographs.py",
    "attacks/test_processes.py",
    "attacks/test_static_files.py",
    "photo/test_evaluate.py",
)
"""Folders and files that nobody waits for."""


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
        if path.startswith("attacks/"):
            item.add_marker("attack")
        if f"{path}::{item.name}".startswith(SLOW):
            item.add_marker("slow")
        if path.startswith(NIGHTLY):
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
        response = client.post(f"/v1/misterra/{operation}", json=body)
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
