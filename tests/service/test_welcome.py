"""The addresses that `theodolite serve` prints, its QR code for phones, and HTTPS."""

import re
import socket
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
import requests

from attacks.conftest import eventually
from service.serving import COMMAND, GAME, SCORES, running
from theodolite.cli import welcome

HALVES = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
"""Characters of a printed QR code: whether the upper and lower half are light."""


def scanned(printed: str) -> str:
    """Decode the QR code among printed lines."""
    lines = [line for line in printed.splitlines() if line and set(line) <= set(HALVES)]
    rows = [[HALVES[letter][half] for letter in line] for line in lines for half in (0, 1)]
    picture = np.kron(np.array(rows, np.uint8) * 255, np.ones((8, 8), np.uint8))
    text, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(picture)
    return text


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Files with a certificate for 127.0.0.1 and its key."""
    folder = tmp_path_factory.mktemp("tls")
    files = folder / "certificate.pem", folder / "key.pem"
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=referee", "-addext", "subjectAltName=IP:127.0.0.1"]
    out = ["-out", str(files[0]), "-keyout", str(files[1])]
    subprocess.run([*request, *names, *out], check=True, capture_output=True)
    return files


def welcome_in(out: Path) -> str:
    """Wait for the welcome in what a service prints, and return that."""
    assert eventually(lambda: out.read_text("utf-8").endswith("\n"))
    return out.read_text("utf-8")


def answers(address: str, certificate: Path) -> bool:
    """Whether a service with this certificate answers."""
    try:
        return requests.get(address, verify=str(certificate), timeout=5).ok
    except requests.RequestException:
        return False


def test_prints_the_address_of_the_page(tmp_path: Path) -> None:
    with running(tmp_path / "log") as server:
        printed = welcome_in(tmp_path / "log.out")
        assert f"{server.url}/" in printed
        assert requests.get(f"{server.url}/", timeout=60).ok
    assert "On your phone" not in printed


def test_prints_a_qr_code_for_phones_with_lan(tmp_path: Path) -> None:
    with running(tmp_path / "log", "--lan"):
        out = tmp_path / "log.out"
        assert eventually(lambda: "cannot install" in out.read_text("utf-8"))
        printed = welcome_in(out)
        found = re.search(r"On your phone: +(\S+)", printed)
        assert found, printed
        address = scanned(printed)
        assert address == found[1]
        assert "127.0.0.1" not in address
        assert requests.get(address, timeout=60).ok
    assert "cannot install" in printed


def test_serves_https_with_a_certificate(certificate: tuple[Path, Path], port: int) -> None:
    files = ["--certificate", str(certificate[0]), "--key", str(certificate[1])]
    with subprocess.Popen(
        [str(COMMAND), "serve", "--port", str(port), *files],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            printed = [process.stdout.readline() for _ in range(2)]
            address = f"https://127.0.0.1:{port}/"
            assert address in printed[1]
            # The address is printed when the service answers, not before.
            assert answers(f"{address}healthz", certificate[0])
            # A connection that its client keeps open, and does not read, delays no end.
            session = requests.Session()
            score = session.post(
                address + SCORES[1:],
                GAME,
                headers={"Content-Type": "application/json"},
                verify=str(certificate[0]),
                timeout=60,
            )
            assert score.json()["winners"] == ["Cassandra"]
        finally:
            process.terminate()
            assert process.wait(20) == 0


def test_prints_no_phone_address_without_a_network(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreachable(_socket: socket.socket, _address: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert welcome.home_address() is None
    welcome.welcome(welcome.ANYWHERE, 8000, is_secure=False)
    printed = capsys.readouterr().out
    assert "http://127.0.0.1:8000/" in printed
    assert "phone" not in printed


@pytest.mark.parametrize("option", ["--certificate", "--key"])
def test_refuses_a_certificate_without_its_key(certificate: tuple[Path, Path], option: str) -> None:
    done = subprocess.run(
        [str(COMMAND), "serve", option, str(certificate[0])],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "belong together" in done.stderr
