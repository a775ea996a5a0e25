"""Loading requests: the fast and the explaining loader agree on random bodies."""

import json
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.misterra_tables import random_table
from service.mutation import anything, mutated
from theodolite.web.games import GAMES
from theodolite.web.operations import Operation
from theodolite.web.schemas import LOAD_ERRORS

# The operations that take one JSON body, by path.
OPERATIONS: dict[str, Operation] = {
    game.path + operation.path: operation
    for game in GAMES
    for operation in game.operations
    if operation.schema and operation.media_type == "application/json"
}
each_operation = pytest.mark.parametrize("path", OPERATIONS)
EXAMPLES = settings().max_examples // 2
"""Half as many as usual, for each of fifty operations."""


def bodies(path: str) -> st.SearchStrategy[Any]:
    """Bodies for an operation: its example or a random table with changes, or any JSON."""
    originals = st.just(OPERATIONS[path].example)
    if path in ("/v1/misterra/scores", "/v1/misterra/pictures"):
        originals |= st.integers(0, 99).map(Random).map(random_table)
    return st.one_of(originals.flatmap(mutated), anything)


@each_operation
def test_loads_the_examples(app: Flask, path: str) -> None:
    body = OPERATIONS[path].schema
    assert body is not None
    with app.app_context():
        body.load_fast(OPERATIONS[path].example)
        assert list(body.errors(OPERATIONS[path].example)) == []


@each_operation
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_loads_exactly_the_bodies_without_faults(
    app: Flask, path: str, data: st.DataObject
) -> None:
    body, value = OPERATIONS[path].schema, data.draw(bodies(path))
    assert body is not None
    with app.app_context():
        faults = body.errors(value)
        try:
            body.load_fast(value)
        except LOAD_ERRORS:
            assert faults
        else:
            assert not faults


@each_operation
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_answers_any_body_or_lists_its_faults(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    value = data.draw(bodies(path))
    response = client.post(path, data=json.dumps(value), content_type="application/json")
    assert response.status_code in (200, 422), response.get_data(as_text=True)
    if response.status_code == 422:
        for fault in response.get_json()["errors"]:
            assert fault.keys() == {"pointer", "code", "detail"}
            assert fault["detail"]
            assert is_resolvable(value, fault["pointer"]), fault


def is_resolvable(value: Any, pointer: str) -> bool:
    """Whether a JSON Pointer leads to a value, or to an absent field of an object."""
    keys = [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]
    for i, key in enumerate(keys):
        if isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and key in value:
            value = value[key]
        else:
            return isinstance(value, dict) and i == len(keys) - 1
    return True


@given(st.binary() | st.text().map(str.encode) | anything.map(json.dumps).map(str.encode))
def test_no_body_causes_an_internal_error(client: FlaskClient, body: bytes) -> None:
    response = client.post("/v1/misterra/scores", data=body, content_type="application/json")
    assert response.status_code in (400, 422)
    assert response.mimetype == "application/problem+json"
