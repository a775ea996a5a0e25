"""The built site on a plain static host, below a prefix; and its engine under Node.js."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple

from flask.testing import FlaskClient

PREFIX = "games/theodolite"
PATIENCE = 120
"""Seconds until an engine that does not answer is stopped: searches end after ten."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder by a Python without any packages, and yield the site's address within it."""
    command = [sys.executable, "-I", "-S", "-u", "-m", "http.server", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--directory", str(folder), "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as host:
        try:
            assert host.stdout is not None
            port = re.search(r"port (\d+)", host.stdout.readline())
            assert port is not None
            yield f"http://127.0.0.1:{port[1]}/{PREFIX}/"
        finally:
            host.kill()


class Request(NamedTuple):
    """A request to the engine or to the service."""

    method: str
    path: str
    body: Any = None
    language: str = "en"

    @property
    def headers(self) -> dict[str, str]:
        headers = {"Accept-Language": self.language}
        return headers if self.body is None else {**headers, "Content-Type": "application/json"}

    @property
    def text(self) -> str:
        return "" if self.body is None else json.dumps(self.body)


class Reply(NamedTuple):
    """A response, of whichever of them."""

    status: int
    text: str

    @property
    def is_cut(self) -> bool:
        """Whether time may have cut it: these answers differ between machines."""
        fields = ('"truncated":true', '"more":true', '"explained":false', '"odds_exact":false')
        return any(field in self.text for field in fields) or "/too-long-to-search" in self.text

    @property
    def comparable(self) -> tuple[int, str]:
        """The part that is the same from the service and from the engine."""
        head, found, rest = self.text.partition('"request_id":"')
        return self.status, head + rest.partition('"')[2] if found else self.text


@contextmanager
def engine(folder: Path, scratch: Path) -> Iterator["Engine"]:
    """Run the engine of a built site under Node.js."""
    script = Path(__file__).with_name("ask_engine.mjs")
    with subprocess.Popen(
        ["node", str(script), str(folder / "engine"), str(scratch)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        yield Engine(process)


class Engine:
    """An engine that runs under Node.js."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, request: Request) -> Reply:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        sent = [request.method, request.path, request.headers, request.text]
        self._process.stdin.write(json.dumps(sent) + "\n")
        self._process.stdin.flush()
        too_late = Timer(PATIENCE, self._process.kill)
        too_late.start()
        line = self._process.stdout.readline()
        too_late.cancel()
        assert line, f"no answer: {request}"
        return Reply(*json.loads(line))


def served(client: FlaskClient, request: Request) -> Reply:
    """The response of the service."""
    response = client.open(
        request.path, method=request.method, data=request.text, headers=request.headers
    )
    return Reply(response.status_code, response.get_data(as_text=True))
