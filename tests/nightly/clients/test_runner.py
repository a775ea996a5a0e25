"""The runner of test cases in JavaScript judges as the command does, case by case.

Without Node.js these tests are skipped, but never where CI is set.
"""

import copy
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from suites import suite
from theodolite.cli.conforming import asker
from theodolite.conformance import Case, export_suite, run, suite_folders

RUNNER = Path(__file__).parents[3] / "examples" / "conformance" / "run.mjs"
SUITES = {game: suite(game) for game in suite_folders()}

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and os.environ.get("CI") != "true", reason="needs Node.js"
)


def judged(folder: Path, server: str) -> list[str]:
    """Return the lines that the runner prints."""
    result = subprocess.run(
        ["node", RUNNER, folder, server],
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert result.returncode == (not lines[-1].endswith(" 0 failed"))
    return lines


@pytest.mark.parametrize("game", SUITES)
def test_every_case_passes(game: str, server: str, tmp_path: Path) -> None:
    suite = SUITES[game]
    export_suite(suite, tmp_path)
    summary = f"{suite.abbreviation} {suite.version}: {len(suite.cases)} cases, 0 failed"
    assert judged(tmp_path, server) == [summary]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container within a value with each of its keys or indices."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield value, key
            yield from places(inner)


def altered(case: Case, rng: Random) -> Case:
    """Return a case that expects something else at one place, which may be the same in effect."""
    answer = copy.deepcopy(dict(case.answer))
    found = list(places(answer.get("body", {})))
    if not found:
        return case._replace(answer={**answer, "status": answer["status"] + 1})
    holder, key = rng.choice(found)
    value = holder[key]
    if isinstance(value, list):
        holder[key] = rng.choice([value[::-1], value[1:], value + value[:1]])
    elif isinstance(value, dict):
        holder[key] = dict(list(value.items())[1:])
    else:
        holder[key] = rng.choice([None, True, 0, "", "A1"])
    return case._replace(answer=answer)


def test_altered_cases_fail_in_both(server: str, tmp_path: Path) -> None:
    rng = Random(1)
    suite = SUITES["misterra"]
    chapters = [
        chapter._replace(cases=[altered(case, rng) for case in chapter.cases])
        for chapter in suite.chapters
    ]
    suite = suite._replace(chapters=chapters)
    export_suite(suite, tmp_path)
    outcomes = run(suite.cases, suite.lists, asker(server))
    failed = [case.id for case, faults in outcomes if faults]
    assert len(suite.cases) // 2 < len(failed) < len(suite.cases)
    assert [line.split()[0] for line in judged(tmp_path, server)[:-1]] == failed
