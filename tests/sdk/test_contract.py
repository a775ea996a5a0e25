"""The SDK's clients against `openapi.yaml`: a method for every operation, and its parameters.

Requests and responses are generated from the specification; `test_models.py` compares that.
"""

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
import pytest
import yaml

from sdk.conftest import Connect
from sdk.stub import Stub, answer
from theodolite.web.app import create_app
from theodolite.web.game import operations_of
from theodolite_sdk import Fault, InvalidSnapshot, Problem, Theodolite

SPECIFICATION = yaml.load(
    (Path(__file__).parents[2] / "openapi.yaml").read_bytes(), yaml.CSafeLoader
)
JSON = "application/json"
APP = create_app()

METHODS = {
    "scores": "score",
    "legality_checks": "check",
    "updates": "update",
    "legal_actions": "actions",
    "end_checks": "end",
    "replays": "replay",
    "reviews": "review",
    "disputes": "dispute",
    "photos": "read_photo",
    "pictures": "picture",
    "notations": "notation",
    "deductions": "deduce",
    "hints": "hint",
    "advice": "advise",
    "scenarios": "scenario",
    "routes": "route",
    **{name: name for name in ("rules", "rulings", "cards", "maps", "operations")},
    **{name: name for name in ("games", "health", "ready")},
}
"""The method for each operation, whichever game has it."""
BESIDE = {"score_many", "ask", "many", "parse", "guide_photo", "check_scenario", "set_up"}
"""Methods for operations that have another one too."""
GAMES = ("misterra", "cartographers", "tiwanaku", "treasure_hunt")


@pytest.fixture
def connect() -> Connect:
    """The blocking client alone: `test_sender.py` holds that both have the same methods."""
    return Theodolite


class Operation(NamedTuple):
    """An operation of the specification.

    Attributes:
        path: Its path.
        properties: Those of a JSON body.
        is_json: Whether the response can be JSON.
        problems: The problems that it can be answered with.
        example: An example of a request.
        response: Makes an example of a response.
    """

    path: str
    properties: Mapping[str, Any]
    is_json: bool
    problems: list[Mapping[str, Any]]
    example: Any
    response: Callable[[], Any]


def resolved(part: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in part:
        found: Any = SPECIFICATION
        for key in part["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        part = found
    return part


def _operations() -> Iterator[tuple[str, Operation]]:
    described = operations_of(APP)
    for path, verbs in SPECIFICATION["paths"].items():
        for operation in verbs.values():
            responses = {
                status: resolved(response)["content"]
                for status, response in operation["responses"].items()
            }
            id_ = operation["operationId"]
            content = resolved(operation.get("requestBody", {})).get("content", {})
            yield (
                id_,
                Operation(
                    path,
                    resolved(content.get(JSON, {}).get("schema", {})).get("properties", {}),
                    JSON in responses.pop("200"),
                    [content["application/problem+json"] for content in responses.values()],
                    described[id_].example,
                    cache(described[id_].response_example),
                ),
            )


OPERATIONS = dict(_operations())
WITH_JSON = [name for name, operation in OPERATIONS.items() if operation.properties]


def method_of(referee: Theodolite, name: str) -> Any:
    """The method of an operation."""
    game, _, last = name.rpartition(".")
    return attrgetter(".".join([*filter(None, [game]), METHODS[last]]))(referee)


def call(referee: Theodolite, name: str) -> object:
    """Call the method of an operation with the members of its example."""
    return method_of(referee, name)(**(OPERATIONS[name].example or {}))


def test_every_operation_has_its_method_and_no_method_is_without(referee: Theodolite) -> None:
    names = {name.rpartition(".")[2] for name in OPERATIONS}
    assert METHODS.keys() == names
    for game in GAMES:
        client = getattr(referee, game)
        own = {METHODS[name.partition(".")[2]] for name in OPERATIONS if name.startswith(game)}
        found = {name for name in dir(client) if name[0] != "_" and callable(getattr(client, name))}
        assert own == found - BESIDE


@pytest.mark.parametrize("last", sorted({name.rpartition(".")[2] for name in WITH_JSON}))
def test_every_property_of_a_body_has_its_parameter(referee: Theodolite, last: str) -> None:
    names = [name for name in WITH_JSON if name.rpartition(".")[2] == last]
    properties = {each for name in names for each in OPERATIONS[name].properties}
    parameters = inspect.signature(method_of(referee, names[0])).parameters.keys() - {"options"}
    if last == "scenarios":
        assert properties == {*parameters, "check", "set_up"}
    else:
        assert properties == parameters


@pytest.mark.parametrize("name", WITH_JSON)
def test_the_example_of_a_body_is_sent_as_it_is(stub: Stub, referee: Theodolite, name: str) -> None:
    operation = OPERATIONS[name]
    stub.script = [answer(response_of(operation))]
    call(referee, name)
    [request] = stub.received
    assert request.path == operation.path
    assert request.json == operation.example


def response_of(operation: Operation) -> Any:
    """An example of a response: a text of a picture."""
    with APP.test_request_context():
        return msgspec.to_builtins(operation.response()) if operation.is_json else b"a text"


@pytest.mark.parametrize("name", [name for name in OPERATIONS if OPERATIONS[name].is_json])
def test_the_example_of_a_response_can_be_read(stub: Stub, referee: Theodolite, name: str) -> None:
    operation = OPERATIONS[name]
    stub.script = [answer(response_of(operation))]
    if name.endswith(".photos"):
        assert method_of(referee, name)(b"a", "A")
    else:
        assert call(referee, name) is not None


@pytest.mark.parametrize("game", GAMES)
def test_many_requests_of_any_operation(stub: Stub, referee: Theodolite, game: str) -> None:
    for name in WITH_JSON:
        operation = OPERATIONS[name]
        if not name.startswith(f"{game}.") or not operation.is_json:
            continue
        line = json.dumps({"line": 1, **response_of(operation)}).encode()
        problem = json.dumps({"line": 2, "title": "No", "status": 422}).encode()
        stub.script = [answer(b"%b\n%b\n" % (line, problem)), answer(response_of(operation))]
        last, client = operation.path.rpartition("/")[2], getattr(referee, game)
        first, second = client.many(last, [operation.example] * 2)
        assert first == (client.parse("") if last == "notations" else call(referee, name))
        assert isinstance(second, InvalidSnapshot)
        lines, _ = stub.received[-2:]
        assert lines.path == operation.path
        assert [json.loads(each) for each in lines.body.splitlines()] == [operation.example] * 2


def test_an_operation_that_a_game_does_not_have_is_refused(referee: Theodolite) -> None:
    with pytest.raises(ValueError, match=r"^operation must be one of .*scores"):
        list(referee.misterra.many("hints", []))


@pytest.mark.parametrize("game", GAMES)
def test_the_text_of_a_table_is_sent_and_read(stub: Stub, referee: Theodolite, game: str) -> None:
    table = OPERATIONS[f"{game}.notations"].response()
    client = getattr(referee, game)
    stub.script = [answer(table), answer(b"a text")]
    snapshot = client.parse("a text").to_request()
    assert snapshot.players[0].name == table["players"][0]["name"]
    assert client.notation(snapshot) == "a text"
    parsed, written = stub.received
    assert (parsed.headers["accept"], parsed.json) == (JSON, {"snapshot": "a text"})
    assert written.json == {"snapshot": json.loads(msgspec.json.encode(snapshot))}


def test_a_fault_of_a_text_names_line_and_column(stub: Stub, referee: Theodolite) -> None:
    fault = {"pointer": "", "code": "unknown_letter", "detail": "No X.", "line": 4, "column": 5}
    problem = {"title": "Not a table", "detail": "No X.", "errors": [fault]}
    stub.script = [answer(problem, 422)]
    with pytest.raises(InvalidSnapshot, match=r"line 4, column 5: No X\. \[unknown_letter\]"):
        referee.misterra.parse("beach: left")


def test_a_problem_has_the_fields_of_the_specification() -> None:
    for operation in OPERATIONS.values():
        for problem in operation.problems:
            schema = resolved(problem["schema"])
            assert schema["properties"].keys() == get_type_hints(Problem).keys()
            fault = resolved(schema["properties"]["errors"]["items"])
            assert fault["properties"].keys() == get_type_hints(Fault).keys()
            assert get_args(get_type_hints(Problem)["errors"])[0] is Fault
