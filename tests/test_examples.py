"""The examples of every game are listed and print what their README shows."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
GAMES = sorted(path for path in EXAMPLES.iterdir() if path.is_dir())


def test_lists_every_game() -> None:
    readme = (EXAMPLES / "README.md").read_text("utf-8")
    assert re.findall(r"\]\((\w+)/README\.md\)", readme) == [game.name for game in GAMES]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_readme_of_a_game_lists_every_file(game: Path) -> None:
    readme = (game / "README.md").read_text("utf-8")
    for path in game.iterdir():
        assert f"`{path.name}`" in readme or path.name in ("README.md", "__pycache__")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_command_prints_what_the_readme_shows(game: Path, command: Path) -> None:
    readme = (game / "README.md").read_text("utf-8")
    shown = re.findall(r"^\$ theodolite (.+)\n((?:(?!```|\$).*\n)+)", readme, re.MULTILINE)
    for arguments, expected in shown:
        text = subprocess.run(
            [command, *shlex.split(arguments)],
            cwd=ROOT,
            check=True,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )
        assert text.stdout == expected
