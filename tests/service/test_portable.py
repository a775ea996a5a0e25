"""The service and the command run on platforms without Linux's modules and functions."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from service.serving import COMMAND, GAME, SCORES, running

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLE = EXAMPLES / "misterra" / "two-players.json"
PHOTO = EXAMPLES / "misterra" / "island.jpg"
LINUX_ONLY = ["fcntl", "resource", "uvloop", "os.memfd_create", "os.fork", "os.posix_fallocate"]
SERVER_ONLY = ["multiprocessing", "uvicorn", "httptools", "resource", "fcntl"]
SEND_EXAMPLES = """
from theodolite.web.app import create_app
from theodolite.web.game import operations_of

app = create_app()
client = app.test_client()
asked = 0
for rule in app.url_map.iter_rules():
    operation = operations_of(app).get(rule.endpoint)
    if operation is not None and operation.schema is not None and operation.judge is not None:
        asked += 1
        response = client.post(rule.rule, json=operation.example)
        assert response.status_code == 200, (rule.rule, response.data)
print(asked)
"""


def environment(folder: Path, missing: str) -> dict[str, str]:
    """Environment variables of a process in which a module or function is missing."""
    code = Path(__file__).with_name("without.py").read_text("utf-8")
    folder.joinpath("sitecustomize.py").write_text(code, "utf-8")
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "THEODOLITE_WITHOUT": missing}


@pytest.mark.parametrize("missing", LINUX_ONLY)
def test_the_service_runs_without_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    for name, value in environment(tmp_path, missing).items():
        monkeypatch.setenv(name, value)
    with running(tmp_path / "log", "--workers", "2") as server:
        json = {"Content-Type": "application/json"}
        score = requests.post(server.url + SCORES, GAME, headers=json, timeout=60)
        assert score.json()["winners"] == ["Cassandra"]
        for _ in range(2):
            read = requests.post(
                f"{server.url}/v3/misterra/photos",
                data={"board": "island"},
                files={"photo": PHOTO.read_bytes()},
                timeout=60,
            )
            assert (read.status_code, len(read.json()["corners"])) == (200, 4), read.text
        counted = requests.get(f"{server.url}/metrics", timeout=60).text
        assert re.search(r'_count\{operation="misterra.scores",status="200"\} 1.0\n', counted)


@pytest.mark.parametrize("missing", [*LINUX_ONLY, "threads"])
def test_the_command_runs_without_a_module(tmp_path: Path, missing: str) -> None:
    done = subprocess.run(
        [str(COMMAND), "score", str(TABLE)],
        env=environment(tmp_path, missing),
        check=True,
        capture_output=True,
        text=True,
    )
    assert "Cassandra" in done.stdout


@pytest.mark.parametrize("missing", ["threads", *SERVER_ONLY])
def test_every_operation_works_without(tmp_path: Path, missing: str) -> None:
    """A browser runs the application by WSGI, without a server, threads or processes."""
    done = subprocess.run(
        [sys.executable, "-c", SEND_EXAMPLES],
        env=environment(tmp_path, missing),
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) > 30
