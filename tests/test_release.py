"""What is released: wheels that work where nothing else is, a licence, parts with their origins."""

import subprocess
import sys
import tomllib
from email.parser import Parser
from hashlib import sha256
from pathlib import Path
from venv import EnvBuilder
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
VENDOR = ROOT / "service" / "theodolite" / "web" / "page" / "vendor"
PARTS = tomllib.loads((ROOT / "VENDORED.toml").read_text("utf-8"))["part"]
PROJECTS = {"theodolite": ROOT, "theodolite_sdk": ROOT / "sdk"}

TRY = """
import subprocess, sys
from pathlib import Path
from urllib.request import urlopen
from theodolite.misterra import Snapshot
from theodolite_sdk import Theodolite
from theodolite.web.misterra.examples import FINISHED_GAME

command = str(Path(sys.executable).with_name("theodolite"))
server = subprocess.Popen([command, "serve", "--port", sys.argv[1]], stderr=subprocess.DEVNULL)
try:
    with Theodolite(f"http://127.0.0.1:{sys.argv[1]}", retries=20) as referee:
        for _ in range(200):
            try:
                referee.health()
                break
            except Exception:
                import time
                time.sleep(0.1)
        print(*referee.misterra.score(FINISHED_GAME).winners)
    print(urlopen(f"http://127.0.0.1:{sys.argv[1]}/misterra/").status)
finally:
    server.terminate()
    server.wait()
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheels of the service and of the SDK."""
    folder = tmp_path_factory.mktemp("wheels")
    for root in PROJECTS.values():
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(build, cwd=root, check=True, capture_output=True)
    built = {path.name.partition("-")[0]: path for path in folder.iterdir()}
    assert built.keys() == PROJECTS.keys()
    return built


@pytest.fixture(scope="module")
def python(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with both wheels, what they need in the versions of the constraints, and no more."""
    folder = tmp_path_factory.mktemp("clean")
    EnvBuilder(with_pip=True).create(folder)
    python = folder / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    wanted = [str(path) for path in wheels.values()]
    subprocess.run(
        [*install, "--constraint", str(ROOT / "constraints.txt"), *wanted], check=True, cwd=folder
    )
    return python


def told(*command: str | Path, folder: Path) -> str:
    """What a command prints, far from the checkout."""
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_both_wheels_work_together_where_nothing_else_is(
    python: Path, tmp_path: Path, port: int
) -> None:
    assert told(python, "-c", TRY, str(port), folder=tmp_path) == "Cassandra\n200\n"
    assert " 0 failed, " in told(python.with_name("theodolite"), "conform", folder=tmp_path)


@pytest.mark.parametrize("name", PROJECTS)
def test_a_wheel_holds_the_licence(wheels: dict[str, Path], name: str) -> None:
    with ZipFile(wheels[name]) as wheel:
        (metadata,) = (each for each in wheel.namelist() if each.endswith(".dist-info/METADATA"))
        assert Parser().parsestr(wheel.read(metadata).decode())["License-File"] == "LICENSE"
        licence = metadata.replace("METADATA", "licenses/LICENSE")
        assert wheel.read(licence) == (ROOT / "LICENSE").read_bytes()


def test_every_vendored_file_is_what_it_is_said_to_be() -> None:
    code = {path.name for path in VENDOR.iterdir() if path.suffix not in (".ts", ".LICENSE")}
    assert code == {part["file"] for part in PARTS}
    for part in PARTS:
        assert sha256((VENDOR / part["file"]).read_bytes()).hexdigest() == part["sha256"]
        assert all((VENDOR / name).is_file() for name in part["license_files"])


def test_the_constraints_name_versions_and_no_hosts() -> None:
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        name, equal, version = line.partition("==")
        assert equal, line
        assert name.replace("-", "").replace("_", "").replace(".", "").isalnum(), line
        assert version.replace(".", "").replace("+", "").isalnum(), line
