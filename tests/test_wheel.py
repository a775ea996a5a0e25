"""The wheel holds what a checkout has: every game's tables, cases and page."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from theodolite.conformance import suites

ROOT = Path(__file__).parents[1]
SERVICE = ROOT / "service" / "theodolite"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what installing the wheel would put into a Python's site-packages."""
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


def _names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix()


def test_nothing_of_the_package_is_left_out(installed: Path) -> None:
    packed = set(_names(installed / "theodolite"))
    assert {name for name in packed if not name.startswith("cases/")} == set(_names(SERVICE))


@pytest.mark.parametrize("game", suites())
def test_the_installed_command_conforms(installed: Path, tmp_path: Path, game: str) -> None:
    code = f"import theodolite.cli as c; assert c.__file__.startswith({str(installed)!r}); c.main()"
    told = subprocess.run(
        [sys.executable, "-c", code, "conform", "--game", game],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert told.returncode == 0, told.stdout[-2000:] + told.stderr[-2000:]
    assert " passed, 0 failed, " in told.stdout.splitlines()[-1]
