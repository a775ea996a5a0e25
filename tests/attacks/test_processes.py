"""A service with several workers when the disk is full, a worker dies, or the service stops."""

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
    """Requests to `/v3` that all workers counted."""
    text = requests.get(f"{url}/metrics", timeout=60).text
    start = 'theodolite_request_seconds_count{operation="games",status="200"} '
    return sum(
        float(line.removeprefix(start)) for line in text.splitlines() if line.startswith(start)
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_needs_no_temporary_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    """A temporary directory can fill up, and that must not end the workers."""
    Path(tmp_path, "sitecustomize.py").write_text("import tempfile; tempfile.tempdir = '/nowhere'")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with running(tmp_path / "log", "--workers", workers) as server:
        assert server.score() == 200
        assert requests.get(f"{server.url}/metrics", timeout=60).status_code == 200


def test_metrics_sum_over_workers_and_survive_a_worker(tmp_path: Path) -> None:
    with running(tmp_path / "log", "--workers", "2") as server:

        def ask(times: int) -> None:
            for _ in range(times):
                requests.get(f"{server.url}/v3", timeout=60)

        ask(40)
        assert counted(server.url) == 40
        os.kill(server.workers()[0], signal.SIGKILL)
        assert eventually(lambda: len(server.workers()) == 2)
        ask(10)
        assert counted(server.url) == 50
        log = tmp_path / "log"
        assert eventually(lambda: "ended: killed by SIGKILL" in log.read_text())


def is_refused(port: int) -> bool:
    """Whether nothing listens on a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=60).close()
    except ConnectionRefusedError:
        return True
    return False


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """Orphaned workers would keep the port, and nothing would replace or stop them."""
    with running(tmp_path / "log", "--workers", "2") as server:
        assert server.score() == 200
        os.kill(server.process.pid, signal.SIGKILL)
        assert eventually(lambda: is_refused(server.port))


def test_an_unread_log_does_not_block_requests(port: int) -> None:
    """Lines that do not fit into the pipe are dropped; the next line says how many."""
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
def test_exits_with_a_reason_if_workers_do_not_start(
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


def test_refuses_connections_during_shutdown(tmp_path: Path) -> None:
    with (
        running(tmp_path / "log") as server,
        server.connect(b"POST /v3/misterra/scores HTTP/1.1\r\nContent-Length: 9\r\n\r\n"),
    ):
        assert server.score() == 200
        server.process.terminate()

        assert eventually(lambda: is_refused(server.port), 20)
        assert server.process.poll() is None
