"""Runs the quick tests of what changed, or of one game: `make check`, `make check GAME=misterra`.

Quick tests are those without the markers `slow`, `browser` and `nightly`. `AREAS` says
which tests belong to which files; files with the name of a game in their path belong to that game.
"""

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.parent.name for path in ROOT.glob("service/theodolite/*/rules.toml"))
QUICK = "not slow and not browser and not nightly"

AREAS = {
    "README.md": ["tests/test_documents.py"],
    "docs/": ["tests/test_documents.py", "tests/test_library.py"],
    "examples/": ["tests/test_examples.py"],
    "openapi.yaml": ["tests/service/test_openapi.py", "tests/sdk/test_contract.py"],
    "sdk/": ["tests/sdk"],
    "service/theodolite/": ["tests/shared"],
    "service/theodolite/bulk/": ["tests/bulk"],
    "service/theodolite/cli/": ["tests/service/test_cli.py"],
    "service/theodolite/photo/": ["tests/photo"],
    "service/theodolite/web/": ["tests/service", "tests/toy"],
    "service/theodolite/web/page/": [
        "tests/models",
        "tests/service/test_page_texts.py",
        "tests/service/test_page_files.py",
    ],
    "tests/cases/": ["tests/shared"],
    "tests/models/": ["tests/models"],
}
"""Tests by the beginning of the path of a changed file; the longest beginning counts."""


def changed_files(base: str) -> list[str]:
    """List the files that differ from a branch, untracked ones included.

    Args:
        base: A branch or commit; what it gained since the present branch left it does not count.

    Returns:
        Paths relative to the root of the checkout.
    """
    fork = _git("merge-base", base, "HEAD")[0]
    return _git("diff", "--name-only", fork) + _git("ls-files", "--others", "--exclude-standard")


def _git(*arguments: str) -> list[str]:
    return subprocess.run(
        ["git", "-C", ROOT, *arguments], check=True, capture_output=True, text=True
    ).stdout.splitlines()


def tests_of_game(game: str) -> set[str]:
    """The tests of one game; those shared by all games are limited by `--game`."""
    shared = ("models", "shared/test_approved.py", "shared/test_conformance.py")
    tests = {f"tests/{each}" for each in (game, *shared)}
    for pattern in (f"sdk/test_{game}*.py", f"reference/test_{game}*.py"):
        tests |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob(f"tests/{pattern}")}
    return tests


def tests_of_file(path: str) -> set[str]:
    """The tests of a file that belongs to no game."""
    if path.startswith("tests/") and path.endswith(".py") and path != "tests/conftest.py":
        name = Path(path)
        chosen = name if name.name.startswith("test_") else name.parent
        return (
            {chosen.as_posix()} if chosen != Path("tests") and (ROOT / chosen).exists() else set()
        )
    areas = [area for area in AREAS if path.startswith(area)]
    return set(AREAS[max(areas, key=len)]) if areas else set()


def selection(files: list[str], games: set[str]) -> list[str]:
    """The arguments of pytest for the tests of changed files and of games."""
    tests: set[str] = set()
    for path in files:
        named = {game for game in GAMES if game in path.replace("-", "_")}
        games = games | named
        if not named:
            tests |= tests_of_file(path)
    # Tests shared by all games are limited to the changed games, unless shared code changed.
    only = [] if tests else [f"--game={game}" for game in sorted(games)]
    return sorted(tests.union(*map(tests_of_game, games))) + only


def main() -> int:
    """Run the tests, and return the exit code of pytest."""
    parser = argparse.ArgumentParser(description="Run the quick tests of what changed.")
    parser.add_argument("--game", choices=GAMES, help="test this game, whatever changed")
    parser.add_argument("--base", default="main", help="the branch or commit to compare with")
    options = parser.parse_args()
    if options.game:
        chosen = selection([], {options.game})
    else:
        chosen = selection(changed_files(options.base), set())
    if not chosen:
        print("No file with tests of its own has changed.")
        return 0
    print("Testing", *chosen, flush=True)
    parallel = ["-n", "auto", "--dist", "loadfile"]
    command = [sys.executable, "-m", "pytest", "-q", *parallel, "-m", QUICK, *chosen]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
