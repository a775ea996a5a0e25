"""The configuration of Prometheus and Grafana in docs/ops matches the metrics of the service."""

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

from theodolite.web.game import operations_of

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
def test_every_monitored_metric_is_exported(client: FlaskClient, expression: str) -> None:
    client.get("/v3")
    exported = client.get("/metrics").text
    names = {re.split("[{ ]", line)[0] for line in exported.splitlines()}
    assert {*OURS.findall(expression)} <= names
    # Prometheus adds whether a target is up.
    assert {*re.findall(r"\b\w+(?=\{)", expression)} <= names | {"up"}
    labels = {*re.findall(r'(\w+)="', exported)}
    grouped = ", ".join(re.findall(r"by \(([^)]+)\)", expression))
    selected = re.findall(r'[{,](\w+)=~?"', expression)
    # Prometheus adds the labels of a target.
    assert {*re.findall(r"\w+", grouped), *selected} <= labels | {"job", "instance"}


def test_monitored_operations_exist(client: FlaskClient) -> None:
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
def test_alerts_fire_as_described() -> None:
    promtool("check", "config", str(OPS / "prometheus.yml"))
    promtool("test", "rules", str(Path(__file__).with_name("alert_tests.yml")))


@CHECKED
def test_dashboard_queries_are_valid(tmp_path: Path) -> None:
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


def test_dashboard_panels_do_not_overlap() -> None:
    cells = [
        (column, row)
        for x, y, wide, high in panels()
        for column in range(x, x + wide)
        for row in range(y, y + high)
    ]
    assert len(cells) == len({*cells})
    assert max(column for column, _ in cells) < 24
