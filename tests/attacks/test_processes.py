"""Processes: what a full disk, a stop and a restart do to a service of several workers."""

import os
import signal
import socket
import subprocess
from pathlib import Path

import orjson
import pytest
import requests

from attacks.conftest import eventually
from service.serving import COMMAND, Server, running


def counted(url: str) -> float:
    """How many answers of `/v1/games` all workers counted."""
    text = requests.get(f"{url}/metrics", timeout=60).text
    start = 'theodolite_request_seconds_count{operation="games",status="200"} '
    return sum(
        float(line.removeprefix(start)) for line in text.splitlines() if line.startswith(start)
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_directory_for_temporary_files_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    """Where there is one, it may fill up; the metrics' files once killed all workers so."""
    Path(tmp_path, "sitecustomize.py").write_text("import tempfile; tempfile.tempdir = '/nowhere'")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with running(tmp_path / "log", "--workers", workers) as server:
        assert server.score() == 200
        assert requests.get(f"{server.url}/metrics", timeout=60).status_code == 200


def test_metrics_add_up_over_workers_and_survive_one(tmp_path: Path) -> None:
    with running(tmp_path / "log", "--workers", "2") as server:

        def ask(times: int) -> None:
            for _ in range(times):
                requests.get(f"{server.url}/v1/games", timeout=60)

        ask(40)
        assert counted(server.url) == 40
        os.kill(server.workers()[0], signal.SIGKILL)
        assert eventually(lambda: len(server.workers()) == 2)
        ask(10)
        assert counted(server.url) == 50
        log = tmp_path / "log"
        assert eventually(lambda: "ended: killed by SIGKILL" in log.read_text())


def is_refused(port: int) -> bool:
    """Whether nobody listens on a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=60).close()
    except ConnectionRefusedError:
        return True
    return False


def test_workers_end_with_their_parent_however_it_ends(tmp_path: Path) -> None:
    """Left alone they would hold the port, and nothing would replace or stop them."""
    with running(tmp_path / "log", "--workers", "2") as server:
        assert server.score() == 200
        os.kill(server.process.pid, signal.SIGKILL)
        assert eventually(lambda: is_refused(server.port))


def test_a_log_that_nobody_reads_holds_nobody_up(port: int) -> None:
    """A full pipe takes no line: it is dropped, and the next that is read says how many were."""
    asked = b"GET /healthz HTTP/1.1\r\nHost: referee\r\n\r\n"
    command = [str(COMMAND), "serve", "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        server = Server(f"http://127.0.0.1:{port}", port, process)
        try:
            assert eventually(server.answers)
            with server.connect() as made, made.makefile("rb") as answers:
                for _ in range(300):
                    made.sendall(asked * 20)
                    for _ in range(20):
                        assert answers.readline().startswith(b"HTTP/1.1 200")
                        fields = dict(
                            line.split(b": ", 1) for line in iter(answers.readline, b"\r\n")
                        )
                        body = answers.read(int(fields[b"content-length"]))
                        assert orjson.loads(body)["status"] == "ok"
            assert server.score() == 200
            log = process.stderr
            assert log is not None
            line = next(line for line in map(orjson.loads, log) if "dropped" in line)
            assert line["dropped"] > 100
        finally:
            process.terminate()


ENDS = {
    "killed": ("os.kill(os.getpid(), 9)", "killed by SIGKILL"),
    "ended": ("os._exit(7)", "exit code 7"),
    "failed": ("sys.modules['theodolite.web.app'] = None", "ModuleNotFoundError"),
}


@pytest.mark.parametrize(("end", "cause"), ENDS.values(), ids=ENDS)
def test_a_service_whose_workers_do_not_start_says_why_and_exits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: int, end: str, cause: str
) -> None:
    worker = "if '--multiprocessing-fork' in sys.orig_argv"
    Path(tmp_path, "sitecustomize.py").write_text(f"import os, sys\n{worker}: {end}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = subprocess.run(
        [str(COMMAND), "serve", "--port", str(port), "--workers", "2"],
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    log = done.stderr.decode()
    assert done.returncode == 1, log
    assert cause in log
    assert "did not start" in log
    assert log.count(" ended: ") == 5
    assert "did not answer" not in log


def test_after_a_stop_connections_are_refused_while_answers_are_awaited(tmp_path: Path) -> None:
    with (
        running(tmp_path / "log") as server,
        server.connect(b"POST /v1/misterra/scores HTTP/1.1\r\nContent-Length: 9\r\n\r\n"),
    ):
        assert server.score() == 200
        server.process.terminate()

        assert eventually(lambda: is_refused(server.port), 20)
        assert server.process.poll() is None
