"""One request for every operation, made from the example of the specification."""

import json
from collections.abc import Iterator
from typing import NamedTuple

import requests

from benchmarks.misterra import EXAMPLES
from theodolite.web.app import create_app
from theodolite.web.game import operations_of

SCORES = "/v3/misterra/scores"
SERVE = ("theodolite", "serve")


class Request(NamedTuple):
    """A request to send."""

    path: str
    method: str = "GET"
    body: bytes = b""
    media_type: str = "application/json"


def example_requests() -> Iterator[Request]:
    """A request for every operation. Of the photographs there is Misterra's alone."""
    app = create_app()
    operations = operations_of(app)
    for rule in app.url_map.iter_rules():
        operation = operations.get(rule.endpoint)
        if operation is None:
            continue
        document = json.dumps(operation.example).encode()
        if operation.media_type == "multipart/form-data":
            if rule.rule == "/v3/misterra/photos":
                yield _photograph(rule.rule)
        elif operation.schema is None:
            yield Request(rule.rule)
        else:
            yield Request(rule.rule, "POST", document)


def _photograph(path: str) -> Request:
    """A form with the photographed parchment of `examples/misterra`."""
    photographs = json.loads((EXAMPLES / "photographs.json").read_text("utf-8"))["photographs"]
    (parchment,) = (each for each in photographs.values() if each["file"] == "parchment.jpg")
    samples = [{"space": space, "symbol": symbol} for space, symbol in parchment["said"].items()]
    form = requests.Request(
        "POST",
        "http://127.0.0.1/",
        data={"board": "parchment", "samples": json.dumps(samples)},
        files={"photo": (EXAMPLES / parchment["file"]).read_bytes()},
    ).prepare()
    assert isinstance(form.body, bytes)
    return Request(path, "POST", form.body, form.headers["Content-Type"])
