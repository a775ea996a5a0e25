"""The SDK against `openapi.yaml`: a method for every operation, a field for every property.

And the reverse: no parameter and no field that the specification does not know.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import pytest
import yaml

from theodolite_sdk import Problem, Theodolite, cartographers, misterra, tiwanaku, treasure_hunt
from theodolite_sdk.cartographers import Cartographers
from theodolite_sdk.misterra import Misterra
from theodolite_sdk.tiwanaku import Tiwanaku
from theodolite_sdk.treasure_hunt import TreasureHunt
from theodolite_sdk.types import GameList, Health

SPECIFICATION = yaml.load(
    (Path(__file__).parents[2] / "openapi.yaml").read_bytes(), yaml.CSafeLoader
)


JSON = "application/json"


class Method(NamedTuple):
    """A method of the SDK and the type as which it reads the answer; None for one without JSON."""

    asks: Callable[..., object]
    reads: Any = None


METHODS = {
    "games": Method(Theodolite.games, GameList),
    "health": Method(Theodolite.health, Health),
    "ready": Method(Theodolite.ready, Health),
    "misterra.scores": Method(Misterra.score, misterra.ScoreSheet),
    "misterra.scores_batch": Method(Misterra.score_many),
    "misterra.island_updates": Method(Misterra.update_island, misterra.UpdatedIsland),
    "misterra.legality_checks": Method(Misterra.check_legality, misterra.Legality),
    "misterra.legal_actions": Method(Misterra.legal_actions, misterra.LegalActions),
    "misterra.end_checks": Method(Misterra.check_end, misterra.End),
    "misterra.otoma_turns": Method(Misterra.otoma_turn, misterra.OtomaTurn),
    "misterra.replays": Method(Misterra.replay, misterra.Replay),
    "misterra.photos": Method(Misterra.read_photo, misterra.Photo),
    "misterra.disputes": Method(Misterra.dispute, misterra.Dispute),
    "misterra.pictures": Method(Misterra.draw),
    "misterra.presumptions": Method(Misterra.presumptions, misterra.PresumptionList),
    "misterra.rules": Method(Misterra.rules, misterra.RuleList),
    "misterra.rulings": Method(Misterra.rulings, misterra.RulingList),
    "cartographers.scores": Method(Cartographers.score, cartographers.ScoreSheet),
    "cartographers.scores_batch": Method(Cartographers.score_many),
    "cartographers.map_updates": Method(Cartographers.update_map, cartographers.UpdatedMap),
    "cartographers.season_ends": Method(Cartographers.end_season, cartographers.EndedSeason),
    "cartographers.legality_checks": Method(Cartographers.check_legality, cartographers.Legality),
    "cartographers.legal_actions": Method(Cartographers.legal_actions, cartographers.LegalActions),
    "cartographers.ambush_placements": Method(
        Cartographers.place_ambush, cartographers.AmbushPlacements
    ),
    "cartographers.replays": Method(Cartographers.replay, cartographers.Replay),
    "cartographers.disputes": Method(Cartographers.dispute, cartographers.Dispute),
    "cartographers.pictures": Method(Cartographers.draw),
    "cartographers.photos": Method(Cartographers.read_photo, cartographers.Photo),
    "cartographers.scoring_cards": Method(
        Cartographers.scoring_cards, cartographers.ScoringCardList
    ),
    "cartographers.cards": Method(Cartographers.cards, cartographers.CardList),
    "cartographers.maps": Method(Cartographers.maps, cartographers.MapList),
    "cartographers.rules": Method(Cartographers.rules, cartographers.RuleList),
    "cartographers.rulings": Method(Cartographers.rulings, cartographers.RulingList),
    "tiwanaku.scores": Method(Tiwanaku.score, tiwanaku.Standing),
    "tiwanaku.legality_checks": Method(Tiwanaku.check_legality, tiwanaku.Legality),
    "tiwanaku.legal_actions": Method(Tiwanaku.legal_actions, tiwanaku.LegalActions),
    "tiwanaku.turns": Method(Tiwanaku.play, tiwanaku.TurnVerdict),
    "tiwanaku.end_checks": Method(Tiwanaku.check_end, tiwanaku.End),
    "tiwanaku.otoma_moves": Method(Tiwanaku.otoma_moves, tiwanaku.MovedPawns),
    "tiwanaku.replays": Method(Tiwanaku.replay, tiwanaku.Replay),
    "tiwanaku.disputes": Method(Tiwanaku.dispute, tiwanaku.Dispute),
    "tiwanaku.set_ups": Method(Tiwanaku.set_up, tiwanaku.LaidOut),
    "tiwanaku.deductions": Method(Tiwanaku.deduce, tiwanaku.Deductions),
    "tiwanaku.scenario_checks": Method(Tiwanaku.check_scenario, tiwanaku.JudgedScenario),
    "tiwanaku.scenarios": Method(Tiwanaku.scenario, tiwanaku.Scenario),
    "tiwanaku.pictures": Method(Tiwanaku.draw),
    "tiwanaku.photos": Method(Tiwanaku.read_photo, tiwanaku.LandPhoto),
    "tiwanaku.rules": Method(Tiwanaku.rules, tiwanaku.RuleList),
    "tiwanaku.rulings": Method(Tiwanaku.rulings, tiwanaku.RulingList),
    "treasure_hunt.legality_checks": Method(TreasureHunt.check_legality, treasure_hunt.Legality),
    "treasure_hunt.board_updates": Method(TreasureHunt.update_board, treasure_hunt.UpdatedBoard),
    "treasure_hunt.legal_actions": Method(TreasureHunt.legal_actions, treasure_hunt.LegalActions),
    "treasure_hunt.placement_checks": Method(TreasureHunt.check_placement, treasure_hunt.Placement),
    "treasure_hunt.routes": Method(TreasureHunt.way, treasure_hunt.Way),
    "treasure_hunt.mission_checks": Method(TreasureHunt.check_missions, treasure_hunt.Missions),
    "treasure_hunt.replays": Method(TreasureHunt.replay, treasure_hunt.Replay),
    "treasure_hunt.disputes": Method(TreasureHunt.dispute, treasure_hunt.Dispute),
    "treasure_hunt.pictures": Method(TreasureHunt.draw),
    "treasure_hunt.cards": Method(TreasureHunt.cards, treasure_hunt.KnownCards),
    "treasure_hunt.rules": Method(TreasureHunt.rules, treasure_hunt.RuleList),
    "treasure_hunt.rulings": Method(TreasureHunt.rulings, treasure_hunt.RulingList),
}


class Operation(NamedTuple):
    """An operation of the specification, its parts by media type."""

    body: Mapping[str, Any]
    answer: Mapping[str, Any]
    problems: list[Mapping[str, Any]]


def _resolved(part: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in part:
        found: Any = SPECIFICATION
        for key in part["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        part = found
    return part


def _operations() -> Iterator[tuple[str, Operation]]:
    for verbs in SPECIFICATION["paths"].values():
        for operation in verbs.values():
            answers = {
                status: _resolved(answer)["content"]
                for status, answer in operation["responses"].items()
            }
            yield (
                operation["operationId"],
                Operation(
                    _resolved(operation.get("requestBody", {})).get("content", {}),
                    answers.pop("200"),
                    [content["application/problem+json"] for content in answers.values()],
                ),
            )


OPERATIONS = dict(_operations())


def _members(kind: Any) -> tuple[list[Any], bool]:
    """The types of a union but plain dictionaries and what is left out; whether it allows None."""
    if get_origin(kind) not in (Union, UnionType):
        return [kind], False
    members = [member for member in get_args(kind) if member != Mapping[str, Any]]
    said = [member for member in members if member not in (NoneType, msgspec.UnsetType)]
    return said, NoneType in members


def _alternatives(schema: Mapping[str, Any]) -> tuple[list[Mapping[str, Any]], bool]:
    """The schemas of which one must hold, and whether null is another."""
    schema = _resolved(schema)
    alternatives = [
        inner
        for outer in schema.get("anyOf", schema.get("oneOf", schema.get("allOf", [schema])))
        for inner in (_typed(_resolved(outer)) if outer is not schema else _typed(schema))
    ]
    schemas = [alternative for alternative in alternatives if alternative.get("type") != "null"]
    return schemas, len(schemas) < len(alternatives)


def _typed(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    kinds = schema.get("type")
    return [{**schema, "type": kind} for kind in kinds] if isinstance(kinds, list) else [schema]


# A shared type knows both ways to cite a rulebook, of which a game has one, and the parts of a
# line, which not every game has; the language of a text comes with the answer's headers.
_OF_ALL_GAMES = {"page", "section", "heading", "parts", "language"}

SCALARS = {str: {"string"}, int: {"integer"}, float: {"number", "integer"}, bool: {"boolean"}}


def differences(schema: Mapping[str, Any], kind: Any, at: str, *, sent: bool) -> Iterator[str]:
    """What the specification and a type of the SDK do not have in common."""
    schemas, nullable = _alternatives(schema)
    members, optional = _members(kind)
    if nullable and not optional and not sent:
        yield f"{at}: null in the specification, {kind} in the SDK"
    if len(schemas) != len(members):
        yield f"{at}: {len(schemas)} alternatives in the specification, {kind} in the SDK"
    for alternative, member in zip(sorted(schemas, key=_is_object), members, strict=False):
        yield from _single(alternative, member, at, sent=sent)


def _is_object(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "object"


def _single(schema: Mapping[str, Any], kind: Any, at: str, *, sent: bool) -> Iterator[str]:
    expected = schema.get("type")
    origin, inner = get_origin(kind), get_args(kind)
    if kind is object:
        return
    if kind in SCALARS:
        if expected not in SCALARS[kind]:
            yield f"{at}: {expected} in the specification, {kind} in the SDK"
    elif inspect.isclass(kind) and (issubclass(kind, msgspec.Struct) or is_typeddict(kind)):
        yield from _object(schema, kind, at, sent=sent)
    elif origin in (dict, Mapping):
        values = schema.get("properties", {}).values() or [schema.get("additionalProperties", {})]
        for value in values:
            yield from differences(value, inner[1], f"{at}.*", sent=sent)
    elif expected != "array":
        yield f"{at}: {expected} in the specification, {kind} in the SDK"
    else:
        for item in {member for member in inner if member is not Ellipsis}:
            yield from differences(schema["items"], item, f"{at}[]", sent=sent)


def _object(schema: Mapping[str, Any], kind: Any, at: str, *, sent: bool) -> Iterator[str]:
    # What holds more of its own kind has been looked at.
    *_, outer, inner = f"..{at}".split(".")
    if outer == inner:
        return
    properties, required = schema.get("properties", {}), set(schema.get("required", ()))
    hints = get_type_hints(kind)
    if is_typeddict(kind):
        needed = kind.__required_keys__
    else:
        fields = msgspec.structs.fields(kind)
        hints = {field.encode_name: hints[field.name] for field in fields}
        needed = {field.encode_name for field in fields if field.required}
    for name in (properties.keys() ^ hints.keys()) - (_OF_ALL_GAMES - properties.keys()):
        yield f"{at}.{name}: only in the {'specification' if name in properties else 'SDK'}"
    # A required field must be sent; what is not always answered cannot be needed to read it.
    for name in required - needed if sent else needed - required:
        yield f"{at}.{name}: required in the {'specification' if sent else 'SDK'} alone"
    for name in properties.keys() & hints.keys():
        yield from differences(properties[name], hints[name], f"{at}.{name}", sent=sent)


def test_every_operation_has_its_method_and_no_method_is_without() -> None:
    assert METHODS.keys() == OPERATIONS.keys()


@pytest.mark.parametrize("name", [name for name in METHODS if JSON in OPERATIONS[name].body])
def test_every_property_of_a_body_has_its_parameter_or_field(name: str) -> None:
    schema = _resolved(OPERATIONS[name].body[JSON]["schema"])
    hints = get_type_hints(METHODS[name].asks)
    del hints["return"]
    if schema["properties"].keys() == hints.keys():
        found = [
            difference
            for field, kind in hints.items()
            for difference in differences(schema["properties"][field], kind, field, sent=True)
        ]
        parameters = inspect.signature(METHODS[name].asks).parameters
        needed = {field for field in hints if parameters[field].default is inspect.Parameter.empty}
        assert set(schema.get("required", ())) <= needed
    else:
        # The object itself, and fields of it that only this question knows.
        kind, *_ = hints.values()
        own = {field: schema["properties"][field] for field in [*hints][1:]}
        rest = {field: of for field, of in schema["properties"].items() if field not in own}
        found = list(differences({**schema, "properties": rest}, kind, name, sent=True))
        for field, of in own.items():
            found += differences(of, hints[field], field, sent=True)
    assert found == []


@pytest.mark.parametrize("name", [name for name in METHODS if METHODS[name].reads is not None])
def test_every_property_of_an_answer_has_its_field(name: str) -> None:
    schema = OPERATIONS[name].answer[JSON]["schema"]
    assert list(differences(schema, METHODS[name].reads, name, sent=False)) == []


@pytest.mark.parametrize("name", [name for name in METHODS if METHODS[name].reads is not None])
def test_the_example_of_an_answer_can_be_read(name: str) -> None:
    example = OPERATIONS[name].answer[JSON]["example"]
    read = msgspec.json.decode(msgspec.json.encode(example), type=METHODS[name].reads)
    assert isinstance(read, METHODS[name].reads)


def test_every_property_of_a_problem_has_its_field() -> None:
    for name, operation in OPERATIONS.items():
        for problem in operation.problems:
            assert list(differences(problem["schema"], Problem, name, sent=False)) == []


class _Kind(msgspec.Struct):
    known: str
    maybe: int | None = None


_SCHEMA = {
    "type": "object",
    "properties": {"known": {"type": "string"}, "maybe": {"type": ["integer", "null"]}},
    "required": ["known"],
}


@pytest.mark.parametrize(
    ("change", "sent", "found"),
    [
        ({}, False, []),
        ({}, True, []),
        ({"required": []}, False, ["it.known: required in the SDK alone"]),
        (
            {"required": ["known", "maybe"]},
            True,
            ["it.maybe: required in the specification alone"],
        ),
        (
            {"properties": {"known": {"type": "string"}, "new": {}}},
            False,
            ["it.maybe: only in the SDK", "it.new: only in the specification"],
        ),
        (
            {"properties": {"known": {"type": ["string", "null"]}, "maybe": {"type": "boolean"}}},
            False,
            [
                "it.known: null in the specification, <class 'str'> in the SDK",
                "it.maybe: boolean in the specification, <class 'int'> in the SDK",
            ],
        ),
    ],
)
def test_the_comparison_sees_what_differs(
    change: dict[str, Any], sent: bool, found: list[str]
) -> None:
    assert sorted(differences({**_SCHEMA, **change}, _Kind, "it", sent=sent)) == found
