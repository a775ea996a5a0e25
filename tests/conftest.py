"""The service as the tests meet it: in process, and for real."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from service.serving import COMMAND, kept_port, running
from theodolite.web.app import create_app

# How long one example takes says more of the machine than of the service.
settings.register_profile("theodolite", deadline=None, derandomize=True)
# With `pytest --hypothesis-profile=thorough`.
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("theodolite")


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app()


@pytest.fixture(scope="session")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def ask(client: FlaskClient) -> Callable[[str, Any], Any]:
    """Put a question of Maps of Misterra that can be judged, and get its answer."""

    def ask(question: str, body: Any) -> Any:
        response = client.post(f"/v1/misterra/{question}", json=body)
        assert response.status_code == 200, response.get_json()
        return response.get_json()

    return ask


@pytest.fixture(scope="session")
def command() -> Path:
    """The installed command `theodolite`."""
    return COMMAND


@pytest.fixture
def port() -> Iterator[int]:
    """A port of the test's own, on which nobody listens."""
    with kept_port() as port:
        yield port


@pytest.fixture(scope="session")
def server_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the real server writes to its standard error."""
    return tmp_path_factory.mktemp("server") / "log"


@pytest.fixture(scope="session")
def server(server_log: Path) -> Iterator[str]:
    """The address of a real `theodolite serve`."""
    with running(server_log) as server:
        yield server.url
