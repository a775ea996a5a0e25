"""The SDK's clients against `openapi.yaml`: a method for every operation, and its parameters.

Requests and responses are generated from the specification; `test_models.py` compares that.
"""

import inspect
from collections.abc import Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
import pytest
import yaml

from sdk.conftest import Connect
from sdk.stub import Stub, answer
from theodolite_sdk import Fault, InvalidSnapshot, Problem, Theodolite
from theodolite_sdk.endpoints import BOARD

SPECIFICATION = yaml.load(
    (Path(__file__).parents[2] / "openapi.yaml").read_bytes(), yaml.CSafeLoader
)
JSON = "application/json"

METHODS = {
    "games": "games",
    "health": "health",
    "ready": "ready",
    "misterra.boards": "misterra.boards.format",
    "misterra.scores": "misterra.score",
    "misterra.scores_batch": "misterra.score_many",
    "misterra.island_updates": "misterra.update_island",
    "misterra.legality_checks": "misterra.check_legality",
    "misterra.legal_actions": "misterra.legal_actions",
    "misterra.end_checks": "misterra.check_end",
    "misterra.otoma_turns": "misterra.otoma_turn",
    "misterra.replays": "misterra.replay",
    "misterra.reviews": "misterra.review",
    "misterra.photos": "misterra.read_photo",
    "misterra.disputes": "misterra.dispute",
    "misterra.pictures": "misterra.draw",
    "misterra.presumptions": "misterra.presumptions",
    "misterra.rules": "misterra.rules",
    "misterra.rulings": "misterra.rulings",
    "cartographers.boards": "cartographers.boards.format",
    "cartographers.scores": "cartographers.score",
    "cartographers.scores_batch": "cartographers.score_many",
    "cartographers.map_updates": "cartographers.update_map",
    "cartographers.season_ends": "cartographers.end_season",
    "cartographers.legality_checks": "cartographers.check_legality",
    "cartographers.legal_actions": "cartographers.legal_actions",
    "cartographers.ambush_placements": "cartographers.place_ambush",
    "cartographers.replays": "cartographers.replay",
    "cartographers.reviews": "cartographers.review",
    "cartographers.disputes": "cartographers.dispute",
    "cartographers.pictures": "cartographers.draw",
    "cartographers.photos": "cartographers.read_photo",
    "cartographers.scoring_cards": "cartographers.scoring_cards",
    "cartographers.cards": "cartographers.cards",
    "cartographers.maps": "cartographers.maps",
    "cartographers.rules": "cartographers.rules",
    "cartographers.rulings": "cartographers.rulings",
    "tiwanaku.boards": "tiwanaku.boards.format",
    "tiwanaku.scores": "tiwanaku.score",
    "tiwanaku.legality_checks": "tiwanaku.check_legality",
    "tiwanaku.legal_actions": "tiwanaku.legal_actions",
    "tiwanaku.turns": "tiwanaku.play",
    "tiwanaku.end_checks": "tiwanaku.check_end",
    "tiwanaku.otoma_moves": "tiwanaku.otoma_moves",
    "tiwanaku.replays": "tiwanaku.replay",
    "tiwanaku.reviews": "tiwanaku.review",
    "tiwanaku.disputes": "tiwanaku.dispute",
    "tiwanaku.set_ups": "tiwanaku.set_up",
    "tiwanaku.deductions": "tiwanaku.deduce",
    "tiwanaku.advice": "tiwanaku.advise",
    "tiwanaku.hints": "tiwanaku.hint",
    "tiwanaku.scenario_checks": "tiwanaku.check_scenario",
    "tiwanaku.scenarios": "tiwanaku.scenario",
    "tiwanaku.pictures": "tiwanaku.draw",
    "tiwanaku.photos": "tiwanaku.read_photo",
    "tiwanaku.rules": "tiwanaku.rules",
    "tiwanaku.rulings": "tiwanaku.rulings",
    "treasure_hunt.legality_checks": "treasure_hunt.check_legality",
    "treasure_hunt.boards": "treasure_hunt.boards.format",
    "treasure_hunt.board_updates": "treasure_hunt.update_board",
    "treasure_hunt.legal_actions": "treasure_hunt.legal_actions",
    "treasure_hunt.placement_checks": "treasure_hunt.check_placement",
    "treasure_hunt.routes": "treasure_hunt.way",
    "treasure_hunt.mission_checks": "treasure_hunt.check_missions",
    "treasure_hunt.replays": "treasure_hunt.replay",
    "treasure_hunt.reviews": "treasure_hunt.review",
    "treasure_hunt.disputes": "treasure_hunt.dispute",
    "treasure_hunt.pictures": "treasure_hunt.draw",
    "treasure_hunt.photos": "treasure_hunt.read_photo",
    "treasure_hunt.cards": "treasure_hunt.cards",
    "treasure_hunt.rules": "treasure_hunt.rules",
    "treasure_hunt.rulings": "treasure_hunt.rulings",
}
"""The method of `Theodolite` for each operation."""


@pytest.fixture
def connect() -> Connect:
    """The blocking client alone: `test_sender.py` holds that both have the same methods."""
    return Theodolite


class Operation(NamedTuple):
    """An operation of the specification, its parts by media type."""

    path: str
    body: Mapping[str, Any]
    response: Mapping[str, Any]
    problems: list[Mapping[str, Any]]


def resolved(part: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in part:
        found: Any = SPECIFICATION
        for key in part["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        part = found
    return part


def _operations() -> Iterator[tuple[str, Operation]]:
    for path, verbs in SPECIFICATION["paths"].items():
        for operation in verbs.values():
            responses = {
                status: resolved(response)["content"]
                for status, response in operation["responses"].items()
            }
            yield (
                operation["operationId"],
                Operation(
                    path,
                    resolved(operation.get("requestBody", {})).get("content", {}),
                    responses.pop("200"),
                    [content["application/problem+json"] for content in responses.values()],
                ),
            )


OPERATIONS = dict(_operations())
WITH_JSON = [name for name, operation in OPERATIONS.items() if JSON in operation.body]


def call(referee: Theodolite, name: str, example: Mapping[str, Any]) -> object:
    """Call the method of an operation with the body of an example."""
    method = attrgetter(METHODS[name])(referee)
    # The whole body is the only argument, or each of its properties is one.
    if example.keys() <= inspect.signature(method).parameters.keys():
        return method(**example)
    return method(example)


def test_every_operation_has_its_method_and_no_method_is_without() -> None:
    assert METHODS.keys() == OPERATIONS.keys()


@pytest.mark.parametrize("name", WITH_JSON)
def test_every_property_of_a_body_has_its_parameter(referee: Theodolite, name: str) -> None:
    properties = resolved(OPERATIONS[name].body[JSON]["schema"])["properties"].keys()
    method = attrgetter(METHODS[name])(referee)
    first, *others = inspect.signature(method).parameters
    if first not in properties:
        package = inspect.getmodule(type(attrgetter(name.partition(".")[0])(referee)))
        assert package is not None
        fields = {field.encode_name for field in msgspec.structs.fields(package.Snapshot)}
        assert fields | {*others} == properties
    else:
        assert {first, *others} == properties


@pytest.mark.parametrize("name", WITH_JSON)
def test_the_example_of_a_body_is_sent_as_it_is(stub: Stub, referee: Theodolite, name: str) -> None:
    operation = OPERATIONS[name]
    example = operation.body[JSON]["example"]
    stub.script = [answer(operation.response.get(JSON, {}).get("example", "a picture"))]
    call(referee, name, example)
    [request] = stub.received
    sent: Any = request.json
    assert request.path == operation.path
    assert {key: sent.get(key) for key in example} == example


@pytest.mark.parametrize("name", [name for name in METHODS if JSON in OPERATIONS[name].response])
def test_the_example_of_a_response_can_be_read(stub: Stub, referee: Theodolite, name: str) -> None:
    operation = OPERATIONS[name]
    stub.script = [answer(operation.response[JSON]["example"])]
    if JSON in operation.body or not operation.body:
        assert call(referee, name, operation.body.get(JSON, {}).get("example", {}))
    else:
        method = attrgetter(METHODS[name])(referee)
        needed = inspect.signature(method).parameters.keys() & {"map", "board"}
        assert method(b"a", **dict.fromkeys(needed, "a"))


@pytest.mark.parametrize("name", [name for name in METHODS if name.endswith(".boards")])
def test_the_text_of_a_table_is_sent_and_read(stub: Stub, referee: Theodolite, name: str) -> None:
    operation = OPERATIONS[name]
    text, table = operation.body[BOARD]["example"], operation.response[JSON]["example"]
    stub.script = [answer(table), answer(text.encode())]
    boards = attrgetter(name)(referee)
    snapshot = boards.parse(text).to_request()
    assert snapshot.players[0].name == table["players"][0]["name"]
    assert boards.format(snapshot) == text
    parsed, formatted = stub.received
    assert (parsed.headers["content-type"], parsed.body.decode()) == (BOARD, text)
    assert formatted.body == msgspec.json.encode(snapshot)


def test_a_fault_of_a_text_names_line_and_column(stub: Stub, referee: Theodolite) -> None:
    fault = {"pointer": "", "code": "unknown_letter", "detail": "No X.", "line": 4, "column": 5}
    problem = {"title": "Not a table", "detail": "No X.", "errors": [fault]}
    stub.script = [answer(problem, 422)]
    with pytest.raises(InvalidSnapshot, match=r"line 4, column 5: No X\. \[unknown_letter\]"):
        referee.misterra.boards.parse("beach: left")


def test_a_problem_has_the_fields_of_the_specification() -> None:
    for operation in OPERATIONS.values():
        for problem in operation.problems:
            schema = resolved(problem["schema"])
            assert schema["properties"].keys() == get_type_hints(Problem).keys()
            fault = resolved(schema["properties"]["errors"]["items"])
            assert fault["properties"].keys() == get_type_hints(Fault).keys()
            assert get_args(get_type_hints(Problem)["errors"])[0] is Fault
