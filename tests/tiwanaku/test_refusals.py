"""Requests that cannot be judged: faults within fields come first, then those between fields."""

import json
from copy import deepcopy
from typing import Any

from flask.testing import FlaskClient

from theodolite.web.tiwanaku.examples import CHECK, DISPUTE, SNAPSHOT

Json = dict[str, Any]
DISC: Json = {
    "board": "short",
    "terrain": ["GGMGG", "SGMGG", "SGMGR", "SGMRR", "SSMRR"],
    "crops": ["13524", "42413", "15352", "34243", "25251"],
    "start": ["A1", "C3", "E5"],
}


def faults_of(client: FlaskClient, operation: str, body: Json) -> list[tuple[str, str]]:
    response = client.post(f"/v3/tiwanaku/{operation}", json=body)
    assert response.status_code == 422
    return [(error["pointer"], error["code"]) for error in response.get_json()["errors"]]


def test_lists_all_faults_within_fields_and_no_others(client: FlaskClient) -> None:
    body = deepcopy(CHECK)
    snapshot = body["snapshot"]
    snapshot["terrain"] = ["MX", *snapshot["terrain"][1:4]]
    snapshot["players"][0]["score"] = -3
    snapshot["players"][1]["name"] = "Ana"
    snapshot["tiles"]["mud"] = 8
    body["player"] = "Zoe"
    body["move"]["action"]["path"] = ["E5", "5E"]
    assert faults_of(client, "legality-checks", body) == [
        ("/snapshot/terrain", "row_count"),
        ("/snapshot/terrain/0", "unknown_letter"),
        ("/snapshot/players/0/score", "score_negative"),
        ("/move/action/path/1", "unknown_space"),
    ]


def test_lists_all_faults_between_fields_of_the_whole_body(client: FlaskClient) -> None:
    body = deepcopy(CHECK)
    snapshot = body["snapshot"]
    snapshot["players"][1]["name"] = "Ana"
    snapshot["tiles"]["mud"] = 8
    body["player"] = "Zoe"
    body["move"]["action"] = {"type": "explore", "path": ["E5", "F5"], "says": 1}
    assert faults_of(client, "legality-checks", body) == [
        ("/move/action/from", "required"),
        ("/move/action/says", "superfluous_field"),
        ("/snapshot/tiles", "tiles_sum"),
        ("/snapshot/players/1/name", "duplicate_name"),
        ("/player", "unknown_player"),
    ]


def test_judges_the_players_of_a_table_whose_rows_do_not_fit(client: FlaskClient) -> None:
    snapshot = deepcopy(SNAPSHOT)
    snapshot["crops"][2] = "..5...."
    snapshot["players"][1]["colour"] = "blue"
    assert faults_of(client, "scores", {"snapshot": snapshot}) == [
        ("/snapshot/crops/2", "row_length"),
        ("/snapshot/players/1/colour", "duplicate_colour"),
    ]


def test_judges_the_board_of_a_table_that_names_unknown_spaces(client: FlaskClient) -> None:
    snapshot = deepcopy(SNAPSHOT)
    snapshot["start"] = ["F1", "A1"]
    snapshot["crops"][0] = "11..."
    assert faults_of(client, "scores", {"snapshot": snapshot}) == [
        ("/snapshot/start/0", "unknown_space"),
        ("/snapshot/crops", "equal_crops_touch"),
        ("/snapshot/crops", "region_crops"),
    ]


def test_lists_the_faults_of_both_tables_of_a_dispute(client: FlaskClient) -> None:
    body = json.loads(json.dumps(DISPUTE))
    body["before"]["tiles"]["mud"] = 8
    body["after"]["players"][0]["name"] = "Zoe"
    assert faults_of(client, "disputes", body) == [
        ("/before/tiles", "tiles_sum"),
        ("/after/players", "other_table"),
    ]


def test_wants_the_rows_of_a_whole_map(client: FlaskClient) -> None:
    check: Json = deepcopy(DISC)
    check["terrain"][1] = "S.MG"
    assert faults_of(client, "scenarios", {"check": check}) == [
        ("/check/terrain/1", "unknown_letter"),
    ]
    check["terrain"][1] = "SGMG"
    assert faults_of(client, "scenarios", {"check": check}) == [
        ("/check/terrain/1", "row_length"),
    ]


def test_refuses_a_path_without_exactly_two_ends(client: FlaskClient) -> None:
    ends = ["A1:up", "A3:left", "A5:down"]
    for count in (0, 1, 3):
        body = {"snapshot": {**SNAPSHOT, "paths": [ends[:count]]}}
        assert faults_of(client, "scores", body) == [("/snapshot/paths/0", "item_count")]
