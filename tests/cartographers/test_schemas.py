"""Request schemas: faults in two rounds, and tables written by the schema that reads them."""

from typing import Any

import pytest
from flask import Flask

from theodolite.cartographers.board import Map, Print
from theodolite.grid import Spaces
from theodolite.web.cartographers.cards import CardPackSchema
from theodolite.web.cartographers.examples import CHECK, DISPUTE, REPLAY, TABLE
from theodolite.web.cartographers.game import GAME
from theodolite.web.cartographers.schemas import SNAPSHOT
from theodolite.web.schemas import LOAD_ERRORS, Schema

SPOILT_TABLE: dict[str, Any] = {**TABLE, "solo": True, "ambushes": ["gnoll_raid", "zombie_plague"]}


def schema(name: str) -> Schema:
    """The request schema of an operation."""
    operation = GAME.operation(name)
    assert operation is not None
    assert operation.schema is not None
    return operation.schema


def listed(schema: Schema, body: Any) -> list[tuple[str, str]]:
    """The code and the JSON Pointer of each fault of a body that is refused."""
    with pytest.raises(LOAD_ERRORS):
        schema.load_fast(body)
    return [
        (fault.code, "".join(f"/{step}" for step in fault.path)) for fault in schema.errors(body)
    ]


def test_faults_of_single_fields_hide_faults_between_fields() -> None:
    card = {"card": "wren_the_lioness", "pattern": ["HH*"], "turns": "left"}
    body = {**CHECK, "snapshot": SPOILT_TABLE, "player": "Bob", "move": {"card": card}}
    assert listed(schema("legality_checks"), body) == [
        ("unknown_value", "/move/card/turns"),
        ("impossible_face", "/move/card/pattern"),
    ]


def test_faults_between_fields_are_listed_of_the_whole_body() -> None:
    card = {"card": "hamlet", "turns": "clockwise"}
    move = {"card": card, "on": "Cat", "spaces": [], "terrain": "farm"}
    body = {"snapshot": SPOILT_TABLE, "player": "Bob", "move": move}
    assert listed(schema("legality_checks"), body) == [
        ("card_not_in_game", "/snapshot/ambushes/0"),
        ("not_solo", "/snapshot/solo"),
        ("impossible_face", "/move/card/turns"),
        ("superfluous_field", "/move/terrain"),
        ("unknown_player", "/player"),
        ("unknown_player", "/move/on"),
        ("card_not_in_game", "/move/card"),
    ]


def test_cards_and_players_of_a_record_are_compared_with_its_table() -> None:
    turns = [
        {"card": "lagoon", "moves": {"Bob": {"spaces": []}}},
        {"season_end": {"choices": {"Cat": {}}}},
    ]
    body = {"record": {**REPLAY["record"], "turns": turns}}
    assert listed(schema("replays"), body) == [
        ("card_not_in_game", "/record/turns/0/card"),
        ("unknown_player", "/record/turns/0/moves/Bob"),
        ("unknown_player", "/record/turns/1/season_end/choices/Cat"),
    ]


def test_a_turn_of_a_record_is_a_card_or_the_end_of_a_season() -> None:
    turns = [{}, {"card": "great_river", "moves": {}, "season_end": {}}, {"season_end": None}]
    body = {"record": {**REPLAY["record"], "turns": turns}}
    assert listed(schema("replays"), body) == [
        ("null", "/record/turns/2/season_end"),
    ]
    body["record"]["turns"].pop()
    assert listed(schema("reviews"), body) == [
        ("required", "/record/turns/0/card"),
        ("superfluous_field", "/record/turns/1/card"),
        ("superfluous_field", "/record/turns/1/moves"),
    ]


def test_both_tables_of_a_dispute_are_checked() -> None:
    monsters = [{"name": "Ann", "drawn": ["ZT^........", *["..........."] * 10]}]
    tables = {side: {**DISPUTE[side], "players": monsters} for side in ("before", "after")}
    faults = [
        *[("printed_mismatch", "/players/0/drawn/0"), ("hero_in_base_game", "/players/0/drawn")],
        ("hero_in_base_game", "/players/0/drawn"),
    ]
    assert listed(
        schema("disputes"), {**DISPUTE, **tables, "given": {"cards": ["season_end"]}}
    ) == [
        *[(code, f"/before{path}") for code, path in faults],
        *[(code, f"/after{path}") for code, path in faults],
        *[("ambush_missing", "/given/ambushes")] * 4,
    ]


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("game", "combined", ("other_table", "/after/game")),
        ("map", ["..........."] * 11, ("other_table", "/after/map")),
        ("solo", False, ("other_table", "/after/solo")),
        (
            "players",
            [{"name": "Bob", "drawn": ["..........."] * 11}],
            ("other_table", "/after/players"),
        ),
    ],
)
def test_the_tables_of_a_dispute_are_of_one_game(
    field: str, value: object, fault: tuple[str, str]
) -> None:
    alone = {**DISPUTE["before"], "players": DISPUTE["before"]["players"][:1]}
    body = {**DISPUTE, "before": alone, "after": {**alone, field: value}}
    assert listed(schema("disputes"), body) == [fault]


def test_card_packs_are_checked_like_faces_in_requests() -> None:
    cards = {
        "hamlet": {"pattern": ["H*"], "shapes": []},
        "gorgon_gaze": {"corner": "K1", "shapes": []},
    }
    assert listed(CardPackSchema(), {"cards": cards}) == [
        ("impossible_face", "/cards/hamlet/pattern"),
        ("impossible_face", "/cards/hamlet/shapes"),
        ("impossible_face", "/cards/gorgon_gaze/shapes"),
    ]
    cards = {"hamlet": {"card": "hamlet"}, "orc": {}, "gorgon_gaze": {"corner": "B1"}}
    assert listed(CardPackSchema(), {"cards": cards, "maps": {"E": ["..........."] * 11}}) == [
        ("unknown_field", "/cards/hamlet/card"),
        ("unknown_value", "/cards/gorgon_gaze/corner"),
    ]


@pytest.mark.parametrize("body", [TABLE, REPLAY["record"]["snapshot"]])
def test_tables_are_written_as_they_are_read(app: Flask, body: dict[str, Any]) -> None:
    with app.app_context():
        written = SNAPSHOT.dump(SNAPSHOT.load_fast(body))
        assert SNAPSHOT.dump(SNAPSHOT.load_fast(written)) == written
    assert written["players"][0]["drawn"] == body["players"][0]["drawn"]
    assert written["map"] == body["map"]
    assert written["solo"] is False


def test_maps_without_a_name_are_written_as_rows() -> None:
    rows = ["^R#........", *["..........."] * 10]
    body = {**TABLE, "map": rows, "players": [{"name": "Ann", "drawn": rows}]}
    assert SNAPSHOT.dump(SNAPSHOT.load_fast(body))["map"] == rows


def test_crossed_out_wasteland_is_not_drawn() -> None:
    rows = ["X..........", *["..........."] * 10]
    printed = ["#..........", *["..........."] * 10]
    body = {**TABLE, "map": printed, "players": [{"name": "Ann", "drawn": rows}]}
    table = SNAPSHOT.load_fast(body)
    assert table.map(0) == Map(Print(wasteland=Spaces(1)))
