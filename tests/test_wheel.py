"""The wheel contains every game's tables, cases and page."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from venv import EnvBuilder
from zipfile import ZipFile

import pytest
import requests

from attacks.conftest import eventually
from attacks.test_rates import is_open
from theodolite.conformance import suite_folders
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite_sdk import NotInstalled, Theodolite

ROOT = Path(__file__).parents[1]
SERVICE = ROOT / "service" / "theodolite"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the wheel installs into site-packages."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = (folder / "dist").iterdir()
    with ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def command(installed: Path) -> Path:
    """The command of a virtual environment with the wheel and its required packages alone."""
    folder = installed.parent
    EnvBuilder(with_pip=True).create(folder / "environment")
    programs = folder / "environment" / "bin"
    (wheel,) = folder.joinpath("dist").iterdir()
    install = [str(programs / "python"), "-m", "pip", "install", "--quiet"]
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([*install, *constraints, str(wheel)], check=True)
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
                    referee.misterra.read_photo(ROOT / "examples" / "misterra" / "island.jpg")
            assert requests.get(f"{url}/misterra/", timeout=60).ok
        finally:
            process.terminate()


def _names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix()


def test_contains_every_file_of_the_package(installed: Path) -> None:
    packed = set(_names(installed / "theodolite"))
    assert {name for name in packed if not name.startswith("cases/")} == set(_names(SERVICE))


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
