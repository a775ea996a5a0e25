"""The distributions work in clean environments, alone and together, and hold the licence."""

import os
import subprocess
import sys
from email.parser import Parser
from pathlib import Path
from venv import EnvBuilder
from zipfile import ZipFile

import pytest
import requests

from attacks.conftest import eventually
from attacks.test_rates import is_open
from test_wheel import ROOT, installed
from theodolite.conformance import suite_folders
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite_sdk import NotInstalled, Theodolite

__all__ = ["installed"]

PROJECTS = {"theodolite": ROOT, "theodolite_sdk": ROOT / "sdk"}
OLDEST_PIP = "23.0"
"""The oldest pip that can install the packages."""

TRY = """
import subprocess, sys
from pathlib import Path
from urllib.request import urlopen
from theodolite.misterra import Snapshot
from theodolite_sdk import Theodolite
from theodolite.web.misterra.examples import FINISHED_GAME

command = str(Path(sys.executable).with_name("theodolite"))
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
server = subprocess.Popen([command, "serve", "--port", sys.argv[1]], **quiet)
try:
    with Theodolite(f"http://127.0.0.1:{sys.argv[1]}") as referee:
        for _ in range(600):
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
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build wheels and source distributions of the service and the SDK into a folder."""
    folder = tmp_path_factory.mktemp("distributions")
    for root in PROJECTS.values():
        build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
        subprocess.run(build, cwd=root, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheels(distributions: Path) -> dict[str, Path]:
    """The wheels of the service and the SDK."""
    built = {path.name.partition("-")[0]: path for path in distributions.glob("*.whl")}
    assert built.keys() == PROJECTS.keys()
    return built


@pytest.fixture(scope="module")
def python(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with both wheels and the constrained dependencies."""
    folder = tmp_path_factory.mktemp("clean")
    EnvBuilder(with_pip=True).create(folder)
    python = folder / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    wanted = [str(path) for path in wheels.values()]
    subprocess.run(
        [*install, "--constraint", str(ROOT / "constraints.txt"), *wanted], check=True, cwd=folder
    )
    return python


def output_of(*command: str | Path, folder: Path) -> str:
    """Run a command outside the checkout, and return its output."""
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_both_wheels_work_in_a_clean_environment(python: Path, tmp_path: Path, port: int) -> None:
    assert output_of(python, "-c", TRY, str(port), folder=tmp_path) == "Cassandra\n200\n"
    conform = (python.with_name("theodolite"), "conform", "--game", "misterra")
    assert " 0 failed, " in output_of(*conform, folder=tmp_path)


@pytest.mark.parametrize("name", PROJECTS)
def test_wheels_contain_the_licence(wheels: dict[str, Path], name: str) -> None:
    with ZipFile(wheels[name]) as wheel:
        (metadata,) = (each for each in wheel.namelist() if each.endswith(".dist-info/METADATA"))
        assert Parser().parsestr(wheel.read(metadata).decode())["License-File"] == "LICENSE"
        licence = metadata.replace("METADATA", "licenses/LICENSE")
        assert wheel.read(licence) == (ROOT / "LICENSE").read_bytes()


def test_the_distributions_pass_twine_check(distributions: Path) -> None:
    files = [str(path) for path in distributions.iterdir()]
    assert len(files) == 2 * len(PROJECTS)
    output_of(sys.executable, "-m", "twine", "check", "--strict", *files, folder=distributions)


@pytest.mark.parametrize("name", PROJECTS)
def test_installs_a_source_distribution(distributions: Path, tmp_path: Path, name: str) -> None:
    """The oldest supported pip installs it too, and the built wheel contains the licence."""
    EnvBuilder(with_pip=True).create(tmp_path)
    python = tmp_path / "bin" / "python"
    (source,) = distributions.glob(f"{name}-*.tar.gz")
    for command in (["install", f"pip=={OLDEST_PIP}"], ["install", "--no-deps", str(source)]):
        options = ["--quiet", "--disable-pip-version-check"]
        output_of(python, "-m", "pip", *command, *options, folder=tmp_path)
    (licence,) = tmp_path.glob(f"lib/python*/site-packages/{name}-*.dist-info/licenses/LICENSE")
    assert licence.read_bytes() == (ROOT / "LICENSE").read_bytes()


@pytest.fixture(scope="module")
def command(installed: Path) -> Path:
    """The command of a virtual environment with the wheel, the SDK and required packages alone."""
    folder = installed.parent
    EnvBuilder(with_pip=True).create(folder / "environment")
    programs = folder / "environment" / "bin"
    (wheel,) = folder.joinpath("dist").iterdir()
    install = [str(programs / "python"), "-m", "pip", "install", "--quiet"]
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([*install, *constraints, str(ROOT / "sdk"), str(wheel)], check=True)
    return programs / "theodolite"


def test_the_wheel_alone_serves_with_one_command(command: Path, tmp_path: Path, port: int) -> None:
    url = f"http://127.0.0.1:{port}"
    with (
        tmp_path.joinpath("log").open("wb") as log,
        subprocess.Popen(
            [command, "serve", "--port", str(port)],
            cwd=tmp_path,
            env={"PATH": os.defpath},
            stdout=log,
            stderr=log,
        ) as process,
    ):
        try:
            with Theodolite(url, retries=0) as referee:
                assert eventually(lambda: is_open(port))
                assert referee.misterra.score(FINISHED_GAME).winners == ("Cassandra",)
                with pytest.raises(NotInstalled):
                    referee.misterra.read_photo(
                        ROOT / "examples" / "misterra" / "island.jpg", "island"
                    )
            assert requests.get(f"{url}/misterra/", timeout=60).ok
        finally:
            process.terminate()


@pytest.mark.parametrize("game", suite_folders())
def test_the_installed_command_passes_the_cases(installed: Path, tmp_path: Path, game: str) -> None:
    code = f"import theodolite.cli as c; assert c.__file__.startswith({str(installed)!r}); c.main()"
    printed = subprocess.run(
        [sys.executable, "-c", code, "conform", "--game", game],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert printed.returncode == 0, printed.stdout[-2000:] + printed.stderr[-2000:]
    assert " passed, 0 failed, " in printed.stdout.splitlines()[-1]
