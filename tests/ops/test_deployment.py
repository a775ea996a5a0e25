"""The files for operators: Containerfile, compose file, Caddyfile and systemd unit.

No container engine is needed: the test runs the build steps of the Containerfile in a folder.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
import requests
import yaml

from attacks.conftest import eventually
from attacks.test_connections import SPELLINGS
from attacks.test_rates import is_open
from service.serving import COMMAND, GAME, SCORES, reserved_port, running
from theodolite.cli import main
from theodolite_sdk import Theodolite

ROOT = Path(__file__).parents[2]
OPS = ROOT / "docs" / "ops"
INSTALLED = "/opt/theodolite"
MOST_EXPOSED = 2.0
"""The highest exposure of the unit by `systemd-analyze security`: below this is "OK"."""


def needs(tool: str) -> pytest.MarkDecorator:
    """Skip a test without a tool, but not in CI."""
    is_missing = shutil.which(tool) is None and os.environ.get("CI") != "true"
    return pytest.mark.skipif(is_missing, reason=f"needs {tool}")


class Step(NamedTuple):
    """An instruction of the Containerfile."""

    name: str
    value: str

    @property
    def words(self) -> list[str]:
        """The value as words; JSON lists too."""
        is_list = self.value.startswith("[")
        return json.loads(self.value) if is_list else shlex.split(self.value)


def steps() -> list[Step]:
    """The instructions of the Containerfile in their order."""
    text = ROOT.joinpath("Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = (line.strip() for line in text.splitlines())
    return [Step(*line.split(maxsplit=1)) for line in lines if line and not line.startswith("#")]


def only(name: str) -> Step:
    """The one instruction of this name."""
    (step,) = (step for step in steps() if step.name == name)
    return step


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the image, after its build steps have run."""
    root = tmp_path_factory.mktemp("image")
    work, programs = root / "build", root / "bin"
    for folder in (work, programs):
        folder.mkdir()
    python = programs / "python"
    base = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    python.write_text(f'#!/bin/sh\nexec {base} "$@"\n')
    python.chmod(0o755)
    path = f"{programs}:{os.defpath}"
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    for step in steps():
        if step.name == "COPY" and not step.value.startswith("--from"):
            *sources, target = step.words
            for source in sources:
                copy(ROOT / source, work / target / (source if target == "./" else ""))
        if step.name == "RUN":
            done = subprocess.run(
                ["sh", "-ec", step.value.replace(INSTALLED, f"{root}{INSTALLED}")],
                cwd=work,
                env={**kept, "PATH": path, "HOME": str(root)},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, step.value + done.stderr[-2000:]
    shutil.rmtree(work)
    return root


def copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def snapshot(folder: Path) -> dict[Path, tuple[int, int]]:
    """The size and time of change of each file."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path: ((about := path.stat()).st_size, about.st_mtime_ns) for path in files}


@contextmanager
def container(image: Path) -> Iterator[str]:
    """Run the entry point as the Containerfile says, on another port; yields the URL."""
    before = snapshot(image)
    command = [*only("ENTRYPOINT").words, *only("CMD").words]
    settings = dict(word.split("=") for word in only("ENV").words)
    with (
        reserved_port() as port,
        subprocess.Popen(
            [f"{image}{command[0]}", *command[1:]],
            cwd="/",
            env={**settings, "THEODOLITE_PORT": str(port), "PATH": os.defpath},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process,
    ):
        try:
            assert eventually(lambda: is_open(port), 60)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
    assert snapshot(image) == before, "the service wrote files"


def test_the_image_scores_reads_photographs_and_writes_no_files(image: Path) -> None:
    with container(image) as url, Theodolite(url) as referee:
        python, *check = json.loads(only("HEALTHCHECK").value.partition("CMD ")[2])
        # The port is a setting, which the check follows.
        followed = {"THEODOLITE_PORT": url.rpartition(":")[2]}
        subprocess.run([f"{image}{python}", *check], check=True, env=followed)
        assert referee.misterra.score(json.loads(GAME)["snapshot"]).winners == ("Cassandra",)
        photograph = ROOT / "examples" / "misterra" / "parchment.jpg"
        assert referee.misterra.read_photo(photograph, board="parchment").ask


def test_the_image_runs_without_root_and_has_the_extras() -> None:
    user = only("USER").value.partition(":")[0]
    assert user.isdecimal()
    assert int(user) > 0
    assert any("[photo,rates]" in step.value for step in steps())
    assert {step.words[0] for step in steps() if step.name == "FROM"} == {
        "python:3.11-slim-bookworm"
    }


def test_the_build_context_has_what_is_copied() -> None:
    ignored = ROOT.joinpath(".dockerignore").read_text("utf-8").splitlines()
    copied = [
        source
        for step in steps()
        if step.name == "COPY" and not step.value.startswith("--from")
        for source in step.words[:-1]
    ]
    assert ignored[0] == "*"
    assert sorted(f"!{source}" for source in copied) == sorted(
        line for line in ignored if line.startswith("!")
    )


def test_the_compose_file_names_known_settings_and_existing_files() -> None:
    compose = yaml.safe_load(OPS.joinpath("compose.yml").read_bytes())
    services = compose["services"]
    assert services.keys() == {"theodolite", "redis", "caddy"}
    known = {option.envvar for option in main.commands["serve"].params}
    assert services["theodolite"]["environment"].keys() <= known
    build = services["theodolite"]["build"]
    context = OPS.joinpath(build["context"])
    assert context.joinpath(build["dockerfile"]).resolve() == ROOT / "Containerfile"
    for volume in services["caddy"]["volumes"]:
        source = volume.partition(":")[0]
        assert source in compose["volumes"] or OPS.joinpath(source).is_file()
    for service in services.values():
        assert {*service.get("depends_on", [])} <= services.keys()
    for name in ("theodolite", "redis"):
        assert services[name].keys() >= {"mem_limit", "cpus", "pids_limit"}
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
        assert "ports" not in services[name]


@contextmanager
def caddy(folder: Path, port: int) -> Iterator[str]:
    """Run Caddy without TLS in front of a port, and yield its URL."""
    text, found = re.subn("theodolite:8000", f"127.0.0.1:{port}", (OPS / "Caddyfile").read_text())
    assert found == 1
    configuration, log = folder / "Caddyfile", folder / "caddy"
    configuration.write_text(f"{{\n\tadmin off\n}}\n{text}")
    with reserved_port() as own:
        url = f"http://127.0.0.1:{own}"
        settings = {"HOME": str(folder), "PATH": os.environ["PATH"], "THEODOLITE_DOMAIN": url}
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(configuration)]
        with (
            log.open("wb") as file,
            subprocess.Popen(command, stdout=file, stderr=file, env=settings) as process,
        ):
            try:
                assert eventually(lambda: is_open(own)), log.read_text()
                yield url
            finally:
                process.terminate()


@needs("caddy")
def test_caddy_passes_requests_on_and_hides_metrics(tmp_path: Path) -> None:
    options = ("--trusted-proxies", "1", "--rate-limit", "20/hour")
    with (
        running(tmp_path / "log", *options) as server,
        caddy(tmp_path, server.port) as url,
    ):
        forged = {"X-Forwarded-For": "192.0.2.7", "Content-Type": "application/json"}
        for left in (19, 18):
            scored = requests.post(url + SCORES, GAME, headers=forged, timeout=60)
            assert scored.status_code == 200
            # A forged address is not believed, so both requests are of one client.
            assert f";r={left};" in scored.headers["RateLimit"]
        lines = GAME.replace(b"\n", b"") + b"\n"
        batch = {"Content-Type": "application/x-ndjson"}
        answers = requests.post(f"{url}{SCORES}", lines * 50, headers=batch, timeout=60)
        assert len(answers.content.splitlines()) == 50
        port = int(url.rpartition(":")[2])
        for spelling in SPELLINGS:
            request = (
                f"GET {spelling} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
            )
            with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
                connection.sendall(request.encode())
                answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))
            assert b"theodolite_request_seconds" not in answer, spelling


@needs("systemd-analyze")
def test_the_unit_is_valid_and_confined(tmp_path: Path) -> None:
    unit = tmp_path / "theodolite.service"
    text = OPS.joinpath("theodolite.service").read_text("utf-8")
    unit.write_text(text.replace(f"{INSTALLED}/bin/theodolite", str(COMMAND)))
    verified = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    exposure = re.search(r"exposure level for \S+: ([\d.]+)", judged.stdout)
    assert exposure, judged.stderr
    assert float(exposure[1]) < MOST_EXPOSED


def test_the_unit_sets_known_settings() -> None:
    text = OPS.joinpath("theodolite.service").read_text("utf-8")
    known = {option.envvar for option in main.commands["serve"].params}
    assert {*re.findall(r"^#?Environment=(\w+)=", text, re.MULTILINE)} <= known
