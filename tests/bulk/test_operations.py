"""Every operation of every game: each row equals the response of the service."""

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from flask.testing import FlaskClient

from properties.frame import adapter
from theodolite.bulk import Answers
from theodolite.bulk.answers import REQUEST
from theodolite.bulk.frame import BulkOperation
from theodolite.bulk.operations import OPERATIONS
from theodolite.bulk.pieces import Lines
from theodolite.web.games import GAMES

ASKED = [(game, name) for game, operations in OPERATIONS.items() for name in operations]
BAD = [
    *(b"", b" ", b"{", b"}", b"null", b"[]", b"{}", b"{} {}", b'"\xff"', b'{"deck": 1e400}'),
    b'{"players": ' + b"[" * 600 + b"]" * 600 + b"}",
    b'{"players": "' + b"x" * (1 << 20) + b'"}',
]

every_operation = pytest.mark.parametrize(("game", "operation"), ASKED)


def example(game: str, operation: str) -> Any:
    (found,) = (
        each.example
        for one in GAMES
        for each in one.operations
        if (one.id, each.name) == (game, operation)
    )
    return found


def documents(game: str, operation: str) -> list[bytes]:
    """Random requests, some of them without a field, and documents that are no request."""
    rng, drawn = Random(7), adapter(game).draws
    draws = drawn.get(operation.replace("_", "-"), drawn["replays"])
    requests = [draws[i % len(draws)](rng) for i in range(2 if operation == "reviews" else 12)]
    for request in requests[::3]:
        del request[rng.choice(sorted(request))]
    requests.append(example(game, operation))
    found = [*(json.dumps(request).encode() for request in requests), *BAD]
    rng.shuffle(found)
    return found


def part(value: Any, kind: pa.DataType) -> Any:
    """A value, of whose objects only the fields of a type are kept."""
    if value is None:
        return None
    if pa.types.is_struct(kind):
        return {field.name: part(value.get(field.name), field.type) for field in kind}
    return [part(one, kind.value_type) for one in value] if pa.types.is_list(kind) else value


def row(asked: BulkOperation, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The row that belongs to a response of the service."""
    if "request_id" in answer:
        whole = {"pointer": "", "code": answer["type"].rpartition("/")[2]}
        faults = answer.get("errors", [{**whole, "detail": answer["detail"]}])
        return {**dict.fromkeys(asked.columns.names), "faults": faults}
    made = asked.row(answer)
    columns = {field.name: part(made.get(field.name), field.type) for field in asked.columns}
    return {**columns, "faults": None}


def answered(client: FlaskClient, game: str, operation: str, document: bytes) -> dict[str, Any]:
    path = f"/v3/{game}/{operation}".replace("_", "-")
    answer = client.post(path, data=document, content_type="application/json").get_json()
    return row(OPERATIONS[game][operation], answer)


@every_operation
def test_each_row_equals_the_response_of_the_service(
    client: FlaskClient, game: str, operation: str
) -> None:
    ask, requests = Answers(game, operation), documents(game, operation)
    expected = [answered(client, game, operation, request) for request in requests]
    assert {bool(each["faults"]) for each in expected} == {False, True}
    texts = pa.array(requests, pa.binary())
    rows = pa.record_batch({"id": range(len(requests)), REQUEST: texts, "of": texts})
    output = ask(rows)
    assert output.schema.equals(ask.schema(rows.schema))
    assert output.to_pylist() == [
        {"id": i, "of": request, **each}
        for i, (request, each) in enumerate(zip(requests, expected, strict=True))
    ]
    # A slice of a batch begins within its buffers.
    assert ask(rows.slice(3, 2)).to_pylist() == output.slice(3, 2).to_pylist()
    by_line = ask(Lines(1, b"\n".join(requests)))
    assert by_line.schema.equals(ask.schema())
    assert by_line.to_pylist() == [
        {"line": i, **each}
        for i, (request, each) in enumerate(zip(requests, expected, strict=True), 1)
        if request.strip()
    ]


@every_operation
def test_no_rows_and_one_row(client: FlaskClient, game: str, operation: str) -> None:
    ask = Answers(game, operation)
    columns = pa.schema({REQUEST: pa.large_string()})
    nothing = ask(pa.RecordBatch.from_pylist([], columns))
    assert (nothing.num_rows, nothing.schema) == (0, ask.schema(columns))
    text = json.dumps(example(game, operation), indent=1)
    one = ask(pa.RecordBatch.from_pylist([{REQUEST: text}], columns))
    assert one.to_pylist() == [answered(client, game, operation, text.encode())]
    assert one.column("faults").null_count == 1
    missing = ask(pa.RecordBatch.from_pylist([{REQUEST: None}], columns)).to_pylist()
    assert missing == [answered(client, game, operation, b"")]


@every_operation
def test_failed_has_the_reason_of_each_illegal_record(game: str, operation: str) -> None:
    if operation != "replays":
        return
    ask, requests = Answers(game, operation), documents(game, operation)
    judged = [
        each for each in ask(Lines(1, b"\n".join(requests))).to_pylist() if not each["faults"]
    ]
    assert {each["legal"] for each in judged} == {False, True}
    for each in judged:
        assert each["legal"] == (each["failed"] == [])


def test_every_game_has_its_scores_replays_and_reviews() -> None:
    for game in GAMES:
        assert [*OPERATIONS[game.id]] == ["scores", "replays", "reviews"]


@every_operation
def test_a_row_that_fails_within_the_service_has_a_fault(
    monkeypatch: pytest.MonkeyPatch, game: str, operation: str
) -> None:
    def broken(answer: Any) -> Sequence[Any]:
        raise ZeroDivisionError

    monkeypatch.setattr("theodolite.web.operations.load_body", broken)
    (fault,) = Answers(game, operation)(Lines(1, b"{}"))["faults"].to_pylist()[0]
    assert fault["code"] == "internal"


def test_requests_of_another_type_and_taken_names_are_refused() -> None:
    ask = Answers("misterra", "replays")
    with pytest.raises(ValueError, match="binary"):
        ask(pa.record_batch({REQUEST: [1.5]}))
    with pytest.raises(ValueError, match="column legal"):
        ask.schema(pa.schema({REQUEST: pa.string(), "legal": pa.bool_()}))
    with pytest.raises(ValueError, match="request is missing"):
        ask(pa.record_batch({"id": [1]}))
