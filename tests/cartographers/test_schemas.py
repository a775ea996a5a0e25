"""Request schemas: faults in two rounds, and tables written by the schema that reads them."""

from typing import Any

import pytest
from flask import Flask

from theodolite.cartographers.board import Map, Print
from theodolite.grid import Spaces
from theodolite.web.cartographers.cards import CardPackSchema
from theodolite.web.cartographers.disputes import DisputeSchema
from theodolite.web.cartographers.examples import DISPUTE, LEGALITY_CHECK, REPLAY, TABLE
from theodolite.web.cartographers.legality import LegalityCheckSchema
from theodolite.web.cartographers.schemas import SNAPSHOT
from theodolite.web.cartographers.seasons import ReplaySchema
from theodolite.web.schemas import LOAD_ERRORS, Schema

SPOILT_TABLE: dict[str, Any] = {**TABLE, "solo": True, "ambushes": ["gnoll_raid", "zombie_plague"]}


def listed(schema: Schema, body: Any) -> list[tuple[str, str]]:
    """The code and the JSON Pointer of each fault of a body that is refused."""
    with pytest.raises(LOAD_ERRORS):
        schema.load_fast(body)
    return [
        (fault.code, "".join(f"/{step}" for step in fault.path)) for fault in schema.errors(body)
    ]


def test_faults_of_single_fields_hide_faults_between_fields() -> None:
    card = {"card": "wren_the_lioness", "pattern": ["HH*"], "turns": "left"}
    body = {**LEGALITY_CHECK, "snapshot": SPOILT_TABLE, "player": "Bob", "card": card}
    assert listed(LegalityCheckSchema(), body) == [
        ("unknown_value", "/card/turns"),
        ("impossible_face", "/card/pattern"),
    ]


def test_faults_between_fields_are_listed_of_the_whole_body() -> None:
    card = {"card": "hamlet", "turns": "clockwise"}
    draw = {"spaces": [], "terrain": "farm"}
    body = {"snapshot": SPOILT_TABLE, "player": "Bob", "card": card, "draw": draw}
    assert listed(LegalityCheckSchema(), body) == [
        ("card_not_in_game", "/snapshot/ambushes/0"),
        ("not_solo", "/snapshot/solo"),
        ("impossible_face", "/card/turns"),
        ("superfluous_field", "/draw/terrain"),
        ("unknown_player", "/player"),
        ("card_not_in_game", "/card"),
    ]


def test_cards_and_players_of_a_record_are_compared_with_its_table() -> None:
    turns = [{"card": "lagoon", "draws": {"Bob": {"spaces": []}}}]
    body = {**REPLAY, "seasons": [{"turns": turns, "choices": {"Cat": {}}}]}
    assert listed(ReplaySchema(), body) == [
        ("card_not_in_game", "/seasons/0/turns/0/card"),
        ("unknown_player", "/seasons/0/turns/0/draws/Bob"),
        ("unknown_player", "/seasons/0/choices/Cat"),
    ]


def test_both_maps_of_a_dispute_are_compared_with_its_game_and_print() -> None:
    monsters = {"drawn": ["ZT^........", *["..........."] * 10]}
    body = {**DISPUTE, "before": monsters, "after": monsters, "cards": ["season_end"]}
    faults = [
        *[("printed_mismatch", "/drawn/0"), ("hero_in_base_game", "/drawn")],
        ("hero_in_base_game", "/drawn"),
    ]
    assert listed(DisputeSchema(), body) == [
        *[(code, f"/before{path}") for code, path in faults],
        *[(code, f"/after{path}") for code, path in faults],
        *[("ambush_missing", "/ambushes")] * 4,
    ]


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
        ("unknown_card", "/cards/orc"),
        ("impossible_face", "/cards/gorgon_gaze/corner"),
        ("unknown_map", "/maps/E"),
    ]


@pytest.mark.parametrize("body", [TABLE, REPLAY["snapshot"]])
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
