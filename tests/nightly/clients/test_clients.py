"""Third-party tools accept the specification: two linters and two client generators.

They come from npm and PyPI, pinned in `package.json` here and in `pyproject.toml`; those of npm are
kept in `build/clients`. Without Node.js these tests are skipped, but never where CI is set.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from theodolite.web.misterra.examples import SCORE

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
TYPESCRIPT = ROOT / "examples" / "typescript"
SPECIFICATION = ROOT / "openapi.yaml"
BUILD = ROOT / "build" / "clients"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}

pytestmark = pytest.mark.skipif(
    shutil.which("npm") is None and os.environ.get("CI") != "true", reason="needs Node.js"
)


def run(*command: str | Path, cwd: Path = BUILD, variables: Mapping[str, str] = QUIET) -> str:
    """Run a command and return its output; fail the test with all output if it fails."""
    result = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.fixture(scope="module")
def tool() -> Callable[[str], Path]:
    """Install the tools of `package.json`, and return their folder."""
    wanted = (HERE / "package.json").read_text("utf-8")
    installed = BUILD / "installed.json"
    if not installed.is_file() or installed.read_text("utf-8") != wanted:
        BUILD.mkdir(parents=True, exist_ok=True)
        (BUILD / "package.json").write_text(wanted, "utf-8")
        run("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error")
        installed.write_text(wanted, "utf-8")
    return lambda name: BUILD / "node_modules" / ".bin" / name


@pytest.fixture
def scored(ask: Callable[[str, Any], Any]) -> str:
    """The expected output of a client for the example: total and fidelity of each player."""
    players = ask("scores", SCORE)["players"]
    return "".join(
        f"{player['name']} {player['total']} {player['subtotals']['fidelity']}\n"
        for player in players
    )


def test_redocly_reports_nothing(tool: Callable[[str], Path]) -> None:
    said = run(tool("redocly"), "lint", SPECIFICATION, "--format=json")
    found: Any = json.loads(said[said.index("{") : said.rindex("}") + 1])
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, found["problems"]


def test_spectral_reports_nothing(tool: Callable[[str], Path]) -> None:
    ruleset = HERE / "spectral.yaml"
    run(tool("spectral"), "lint", SPECIFICATION, "--ruleset", ruleset, "--fail-severity", "hint")


def test_the_example_in_typescript_scores_its_tables(
    tool: Callable[[str], Path], server: str, ask: Callable[[str, Any], Any]
) -> None:
    made, wanted = (
        json.loads(folder.joinpath("package.json").read_text("utf-8"))
        for folder in (TYPESCRIPT, HERE)
    )
    assert {**made["dependencies"], **made["devDependencies"]}.items() <= (
        wanted["devDependencies"].items()
    )
    run(tool("openapi-typescript"), SPECIFICATION, "--output", "referee.d.ts")
    for name in ("score.ts", "tsconfig.json"):
        shutil.copy(TYPESCRIPT / name, BUILD)
    run(tool("tsc"), "--project", ".")
    table = ROOT / "examples" / "misterra" / "two-players.json"
    shown = [
        line
        for player in ask("scores", json.loads(table.read_text("utf-8")))["players"]
        for line in (
            f"{player['name']}: {player['total']}",
            *(f"  {item['points']}  {item['explanation']}" for item in player["items"]),
        )
    ]
    assert run("node", "score.js", table, server).splitlines() == shown


def test_a_client_from_openapi_python_client_scores_the_example(
    tmp_path: Path, server: str, scored: str
) -> None:
    made = tmp_path / "client"
    generate = (sys.executable, "-m", "openapi_python_client", "generate")
    run(*generate, "--path", SPECIFICATION, "--output-path", made, cwd=tmp_path)
    said = run(
        sys.executable,
        HERE / "score.py",
        server,
        json.dumps(SCORE),
        cwd=tmp_path,
        variables={"PYTHONPATH": str(made)},
    )
    assert said == scored
