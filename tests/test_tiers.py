"""Each target of the Makefile and each test is run by `.ci/run`, every night or every week."""

import re
from pathlib import Path

import pytest
import yaml

from tiers import NIGHTLY, SLOW

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8").replace("\\\n", " ")
RUN = {
    target
    for made in re.findall(r"^make (.+)$", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    for target in made.split()
    if re.fullmatch(r"\w[\w-]*", target)
}
"""The targets that `.ci/run` makes."""
WORKFLOWS = ROOT / ".github" / "workflows"

WRITTEN = {"approve", "constraints", "models", "openapi", "types"}
"""Targets that write files, which the tests compare or install."""
PERSONAL = {"check", "serve", "site"}
"""Targets for one person's work tree; `tests/check.py` and the commands have tests of their own."""


@pytest.mark.parametrize("beginning", SLOW + NIGHTLY)
def test_the_beginning_of_a_name_is_that_of_a_test(beginning: str) -> None:
    file, _, test = beginning.partition("::")
    name, _, case = test.partition("[")
    source = (ROOT / "tests" / file).read_text("utf-8") if test else "def "
    assert (ROOT / "tests" / file).exists()
    assert f"def {name}{'(' if case else ''}" in source


def names(variable: str) -> set[str]:
    """The words of a variable or of the list of phony targets."""
    found = re.search(rf"^{variable}\s*[:=]\s*(.+)$", MAKEFILE, re.MULTILINE)
    assert found, variable
    return set(found[1].split())


def reached(targets: set[str]) -> set[str]:
    """The targets, and those that they make first or within."""
    rules = "|".join(targets)
    first = re.findall(rf"^(?:{rules}):(.*)$", MAKEFILE, re.MULTILINE)
    within = re.findall(
        rf"^(?:{rules}):.*\n(?:\t.*\n)*?\t.*\$\(MAKE\) (.*)$", MAKEFILE, re.MULTILINE
    )
    made = targets | names(".PHONY") & set(re.findall(r"[\w./-]+", " ".join(first + within)))
    return targets if made == targets else reached(made)


def jobs(workflow: str, job: str) -> set[str]:
    """The targets that a job of a hosted workflow makes, without their settings."""
    described = yaml.safe_load((WORKFLOWS / workflow).read_text("utf-8"))["jobs"][job]
    return {target.split()[0] for target in described["strategy"]["matrix"]["target"]}


def test_every_target_is_run_by_the_tests_every_night_or_every_week() -> None:
    run = RUN | names("NIGHTLY") | names("WEEKLY")
    assert names(".PHONY") - reached(run) - WRITTEN - PERSONAL == {"nightly", "weekly"}


@pytest.mark.parametrize(
    ("workflow", "job", "targets"),
    [
        ("check.yml", "debian", RUN),
        ("nightly.yml", "nightly", names("NIGHTLY") - {"pythons"}),
        ("nightly.yml", "weekly", names("WEEKLY")),
    ],
)
def test_hosted_jobs_run_what_the_makefile_lists(
    workflow: str, job: str, targets: set[str]
) -> None:
    assert jobs(workflow, job) == targets
