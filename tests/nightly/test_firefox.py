"""A whole game of each in Firefox, over WebDriver BiDi; one without a connection."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from journeys.site import hosted

FLOWS = Path(__file__).with_name("firefox")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
NPM = shutil.which("npm")
NODE = shutil.which("node")
PATIENCE = 300


@pytest.fixture(scope="module")
def flows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script, in a folder with the packages that it needs."""
    if FIREFOX is None or NODE is None or NPM is None:
        lacking = "Firefox or Node is not installed: apt-get install firefox-esr nodejs npm"
        if os.environ.get("CI") == "true":
            pytest.fail(lacking)
        pytest.skip(lacking)
    folder = tmp_path_factory.mktemp("firefox")
    for file in FLOWS.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    install = [NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(
        install, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    if done.returncode != 0 and os.environ.get("CI") != "true":
        pytest.skip(f"puppeteer-core cannot be fetched: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stderr
    return folder / "flows.js"


@pytest.mark.parametrize("game", ["misterra", "cartographers", "tiwanaku", "treasure-hunt"])
def test_plays_a_whole_game_in_firefox(flows: Path, server: str, game: str) -> None:
    assert FIREFOX is not None
    assert NODE is not None
    played = subprocess.run(
        [NODE, str(flows), game, server, FIREFOX],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert played.returncode == 0, played.stderr


def test_judges_in_firefox_when_the_host_is_gone(flows: Path, folder: Path) -> None:
    assert FIREFOX is not None
    assert NODE is not None
    with hosted(folder) as site:
        command = [NODE, str(flows), "tiwanaku", site.rstrip("/"), FIREFOX, "kept"]
        played = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert played.stdout is not None
        said = played.stdout.readline()
    _, complaint = played.communicate("go\n", timeout=PATIENCE)
    assert (said, played.returncode) == ("kept\n", 0), complaint
