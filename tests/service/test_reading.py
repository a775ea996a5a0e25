"""Reading bodies: the fast way and the one that explains agree, and nothing makes either fail."""

import json
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from reference.misterra_tables import random_table
from service.mutation import anything, mutated
from theodolite.web.games import GAMES
from theodolite.web.operations import Operation
from theodolite.web.reading import UNREADABLE

# The questions that take one JSON body, by their address.
QUESTIONS: dict[str, Operation] = {
    game.path + operation.path: operation
    for game in GAMES
    for operation in game.operations
    if operation.body and operation.media_type == "application/json"
}
questions = pytest.mark.parametrize("path", QUESTIONS)


def nearly(path: str) -> st.SearchStrategy[Any]:
    """Bodies for a question: its example or a random table with changes, or anything at all."""
    originals = st.just(QUESTIONS[path].example)
    if path in ("/v1/misterra/scores", "/v1/misterra/pictures"):
        originals |= st.integers(0, 99).map(Random).map(random_table)
    return st.one_of(originals.flatmap(mutated), anything)


@questions
def test_the_example_of_every_question_can_be_read(app: Flask, path: str) -> None:
    body = QUESTIONS[path].body
    assert body is not None
    with app.app_context():
        body.read(QUESTIONS[path].example)
        assert list(body.explain(QUESTIONS[path].example)) == []


@questions
@given(data=st.data())
def test_what_is_read_is_exactly_what_nothing_is_wrong_with(
    app: Flask, path: str, data: st.DataObject
) -> None:
    body, value = QUESTIONS[path].body, data.draw(nearly(path))
    assert body is not None
    with app.app_context():
        faults = body.explain(value)
        try:
            body.read(value)
        except UNREADABLE:
            assert faults
        else:
            assert not faults


@questions
@given(data=st.data())
def test_whatever_is_sent_is_answered_or_refused_with_its_faults(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    value = data.draw(nearly(path))
    response = client.post(path, data=json.dumps(value), content_type="application/json")
    assert response.status_code in (200, 422), response.get_data(as_text=True)
    if response.status_code == 422:
        for fault in response.get_json()["errors"]:
            assert fault.keys() == {"pointer", "code", "detail"}
            assert fault["detail"]
            assert leads_somewhere(value, fault["pointer"]), fault


def leads_somewhere(value: Any, pointer: str) -> bool:
    """Whether a JSON Pointer leads to a value, or to a field that could be there."""
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
def test_no_bytes_are_a_fault_of_the_service(client: FlaskClient, body: bytes) -> None:
    response = client.post("/v1/misterra/scores", data=body, content_type="application/json")
    assert response.status_code in (400, 422)
    assert response.mimetype == "application/problem+json"
