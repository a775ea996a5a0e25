"""The service as the tests meet it: in process, and for real."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from theodolite.web.app import create_app

COMMAND = Path(sys.executable).with_name("theodolite")

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


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _answers(url: str) -> bool:
    try:
        return requests.get(f"{url}/healthz", timeout=1).ok
    except requests.RequestException:
        return False


@pytest.fixture(scope="session")
def command() -> Path:
    """The installed command `theodolite`."""
    return COMMAND


@pytest.fixture(scope="session")
def server_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the real server writes to its standard error."""
    return tmp_path_factory.mktemp("server") / "log"


@pytest.fixture(scope="session")
def server(server_log: Path) -> Iterator[str]:
    """The address of a real `theodolite serve`."""
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    with (
        server_log.open("wb") as log,
        subprocess.Popen([COMMAND, "serve", "--port", str(port)], stderr=log) as process,
    ):
        try:
            give_up = time.monotonic() + 30
            while not _answers(url):
                assert process.poll() is None, server_log.read_text()
                assert time.monotonic() < give_up, server_log.read_text()
                time.sleep(0.02)
            yield url
        finally:
            process.terminate()
