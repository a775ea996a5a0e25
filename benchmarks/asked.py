"""What is asked: every operation with the example of the specification."""

import json
from collections.abc import Iterator
from typing import NamedTuple

import requests

from benchmarks.tables import EXAMPLES
from theodolite.web.app import create_app
from theodolite.web.operations import operations_of

__all__ = ["SCORES", "SERVE", "Asked", "examples"]

SCORES = "/v1/misterra/scores"
SERVE = ("theodolite", "serve")
LINES = 100
"""The tables of a batch."""


class Asked(NamedTuple):
    """A request."""

    path: str
    method: str = "GET"
    body: bytes = b""
    media_type: str = "application/json"


def examples() -> Iterator[Asked]:
    """Every operation with the example of the specification."""
    app = create_app()
    operations = operations_of(app)
    for rule in app.url_map.iter_rules():
        operation = operations.get(rule.endpoint)
        if operation is None:
            continue
        document = json.dumps(operation.example).encode()
        if operation.media_type == "multipart/form-data":
            if rule.rule == "/v1/misterra/photos":
                yield _photograph(rule.rule)
        elif operation.body is None:
            yield Asked(rule.rule)
        elif operation.media_type == "application/json":
            yield Asked(rule.rule, "POST", document)
        else:
            lines = b"\n".join([document] * LINES)
            yield Asked(rule.rule, "POST", lines, operation.media_type)


def _photograph(path: str) -> Asked:
    """The parchment of the examples as a form."""
    photographs = json.loads((EXAMPLES / "photographs.json").read_text("utf-8"))["photographs"]
    (shown,) = (each for each in photographs.values() if each["file"] == "parchment.jpg")
    samples = [{"space": space, "symbol": symbol} for space, symbol in shown["said"].items()]
    form = requests.Request(
        "POST",
        "http://127.0.0.1/",
        data={"board": "parchment", "samples": json.dumps(samples)},
        files={"photo": (EXAMPLES / shown["file"]).read_bytes()},
    ).prepare()
    assert isinstance(form.body, bytes)
    return Asked(path, "POST", form.body, form.headers["Content-Type"])
