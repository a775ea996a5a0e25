"""The examples of every game: each is told of, and prints what it is said to print."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
GAMES = sorted(path for path in EXAMPLES.iterdir() if path.is_dir())


def test_every_game_is_named() -> None:
    readme = (EXAMPLES / "README.md").read_text("utf-8")
    assert re.findall(r"\]\((\w+)/README\.md\)", readme) == [game.name for game in GAMES]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_readme_of_a_game_names_every_file(game: Path) -> None:
    readme = (game / "README.md").read_text("utf-8")
    for path in game.iterdir():
        assert f"`{path.name}`" in readme or path.name in ("README.md", "__pycache__")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_the_command_prints_is_what_the_readme_shows(game: Path, command: Path) -> None:
    readme = (game / "README.md").read_text("utf-8")
    shown = re.findall(r"^\$ theodolite (.+)\n((?:(?!```|\$).*\n)+)", readme, re.MULTILINE)
    for arguments, expected in shown:
        told = subprocess.run(
            [command, *shlex.split(arguments)],
            cwd=ROOT,
            check=True,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )
        assert told.stdout == expected
