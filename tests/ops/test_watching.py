"""What Prometheus and Grafana are told in docs/ops holds for what the service exports."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from flask.testing import FlaskClient

from theodolite.web.operations import operations_of

OPS = Path(__file__).parents[2] / "docs" / "ops"
OURS = re.compile(r"theodolite_\w+")
CHECKED = pytest.mark.skipif(
    shutil.which("promtool") is None and os.environ.get("CI") != "true", reason="needs promtool"
)


def alerted() -> list[str]:
    (group,) = yaml.safe_load((OPS / "alerts.yml").read_text())["groups"]
    return [rule["expr"] for rule in group["rules"]]


def drawn() -> list[str]:
    panels = json.loads((OPS / "dashboard.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


EXPRESSIONS = [*alerted(), *drawn()]


def promtool(*command: str) -> None:
    done = subprocess.run(["promtool", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_every_metric_that_is_watched_is_exported(client: FlaskClient, expression: str) -> None:
    client.get("/v1/games")
    exported = client.get("/metrics").text
    names = {line.partition("{")[0] for line in exported.splitlines()}
    assert {*OURS.findall(expression)} <= names
    # Besides, Prometheus itself says who answers.
    assert {*re.findall(r"\b\w+(?=\{)", expression)} <= names | {"up"}
    labels = {*re.findall(r'(\w+)="', exported)}
    grouped = ", ".join(re.findall(r"by \(([^)]+)\)", expression))
    selected = re.findall(r'[{,](\w+)=~?"', expression)
    # A target's labels are Prometheus's own.
    assert {*re.findall(r"\w+", grouped), *selected} <= labels | {"job", "instance"}


def test_the_questions_that_are_watched_exist(client: FlaskClient) -> None:
    operations = operations_of(client.application)
    patterns = [
        found[1]
        for expression in EXPRESSIONS
        for found in re.finditer(r'operation=~"([^"]+)"', expression)
    ]
    assert patterns
    for pattern in patterns:
        assert [name for name in operations if re.fullmatch(pattern, name)]


@CHECKED
def test_the_alerts_say_what_they_are_for() -> None:
    promtool("check", "config", str(OPS / "prometheus.yml"))
    promtool("test", "rules", str(Path(__file__).with_name("told.yml")))


@CHECKED
def test_what_is_drawn_can_be_computed(tmp_path: Path) -> None:
    rules = [
        {"record": f"drawn:{i}", "expr": expression.replace("$__rate_interval", "5m")}
        for i, expression in enumerate(drawn())
    ]
    path = tmp_path / "drawn.yml"
    path.write_text(yaml.safe_dump({"groups": [{"name": "drawn", "rules": rules}]}))
    promtool("check", "rules", str(path))


def panels() -> Iterator[tuple[int, int, int, int]]:
    for panel in json.loads((OPS / "dashboard.json").read_text())["panels"]:
        place = panel["gridPos"]
        yield place["x"], place["y"], place["w"], place["h"]


def test_no_panel_of_the_dashboard_lies_on_another() -> None:
    cells = [
        (column, row)
        for x, y, wide, high in panels()
        for column in range(x, x + wide)
        for row in range(y, y + high)
    ]
    assert len(cells) == len({*cells})
    assert max(column for column, _ in cells) < 24
