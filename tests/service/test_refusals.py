"""Every fault code of Misterra's requests, with its JSON Pointer."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from misterra.tables import EMPTY
from properties.frame import GONE, put
from theodolite.rulebook import LANGUAGES

Json = dict[str, Any]
Faults = set[tuple[str, str]]

TABLE: Json = {
    "beach": "right",
    "island": ["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"],
    "players": [
        {
            "name": "Cassandra",
            "parchment": ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"],
            "meeple": "C3",
            "claims": ["D1", "C1"],
            "presumptions": [{"card": 9}, {"card": 3, "terrain": "lagoon"}],
        },
        {
            "name": "Elliott",
            "parchment": ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"],
            "meeple": "beach:E3",
            "claims": ["A5"],
            "presumptions": [
                {"card": 13, "terrain": "steppe", "avoid": "mountain"},
                {"card": 24, "pattern": ["SS"]},
            ],
        },
    ],
    "variants": {"master_cartographers": True},
    "rulings": {"disputed_regions": "nobody_scores"},
    "display": [["lagoon", "lagoon"], ["jungle", "steppe"]],
    "deck": 31,
}
SOLO: Json = {**TABLE, "players": TABLE["players"][:1], "otoma": {"claims": ["A5"]}}
UPDATE: Json = {
    "snapshot": {"island": TABLE["island"]},
    "move": {"sketch": ["lagoon", "steppe"], "action": {"type": "map", "spaces": ["B1", "A1"]}},
}


def changed(body: Json, pointer: str, value: Any) -> Any:
    """Copy a table or body with one value replaced, added or (GONE) removed."""
    path = tuple(
        int(key) if key.isdecimal() else key.replace("~1", "/").replace("~0", "~")
        for key in pointer.split("/")[1:]
    )
    return put(body, path, value)


def refused(client: FlaskClient, table: Any) -> Faults:
    """The faults of a table, by pointers into it."""
    found = faults(client, {"snapshot": table}, "scores")
    assert all(pointer.startswith("/snapshot") for pointer, _ in found)
    return {(pointer.removeprefix("/snapshot"), code) for pointer, code in found}


def faults(client: FlaskClient, body: Any, operation: str) -> Faults:
    response = client.post(f"/v3/misterra/{operation}", json=body)
    assert response.status_code == 422, response.get_data(as_text=True)
    return {(fault["pointer"], fault["code"]) for fault in response.get_json()["errors"]}


@pytest.mark.parametrize("body", [TABLE, SOLO])
def test_the_unchanged_tables_are_scored(client: FlaskClient, body: Json) -> None:
    assert client.post("/v3/misterra/scores", json={"snapshot": body}).status_code == 200


CHANGES: Sequence[tuple[str, Any, str]] = [
    # The fields.
    ("/beach", GONE, "required"),
    ("/island", GONE, "required"),
    ("/players", GONE, "required"),
    ("/players/0/name", GONE, "required"),
    ("/players/1/parchment", GONE, "required"),
    ("/players/0/presumptions/0/card", GONE, "required"),
    ("/beech", "left", "unknown_field"),
    ("/players/0/nmae", "Ada", "unknown_field"),
    ("/players/0/presumptions/0/colour", "red", "unknown_field"),
    ("/a~0b~1c", 1, "unknown_field"),
    ("/", 1, "unknown_field"),
    ("/beach", None, "null"),
    ("/players", None, "null"),
    ("/players/0/claims", None, "null"),
    ("/beach", 5, "wrong_type"),
    ("/beach", ["left"], "wrong_type"),
    ("/island", "J.LS.", "wrong_type"),
    ("/island/2", 5, "wrong_type"),
    ("/players", {}, "wrong_type"),
    ("/players/0", "Cassandra", "wrong_type"),
    ("/players/0/name", 5, "wrong_type"),
    ("/players/0/meeple", 5, "wrong_type"),
    ("/players/0/claims", "D1", "wrong_type"),
    ("/players/0/claims/0", 1, "wrong_type"),
    ("/players/0/presumptions/0", 9, "wrong_type"),
    ("/players/0/presumptions/0/card", 9.5, "wrong_type"),
    ("/players/0/presumptions/0/card", "9", "wrong_type"),
    ("/players/0/presumptions/0/card", True, "wrong_type"),
    ("/variants", [], "wrong_type"),
    ("/variants/master_cartographers", 1, "wrong_type"),
    ("/variants/master_cartographers", "true", "wrong_type"),
    ("/rulings", "nobody_scores", "wrong_type"),
    ("/deck", 31.5, "wrong_type"),
    ("/deck", True, "wrong_type"),
    ("/display", "lagoon", "wrong_type"),
    ("/display/0", "lagoon", "wrong_type"),
    # The boards.
    ("/island", ["....."] * 4, "row_count"),
    ("/island", [], "row_count"),
    ("/players/0/parchment", ["....."] * 6, "row_count"),
    ("/island/2", "....", "row_length"),
    ("/players/0/parchment/2", "......", "row_length"),
    ("/island/4", "SSx.J", "unknown_letter"),
    ("/island/4", "SS..\n", "unknown_letter"),
    ("/players/1/parchment/0", "JJ LS", "unknown_letter"),
    ("/players/1/parchment/0", "jJLSS", "hazy_on_parchment"),
    ("/players/1/parchment/4", "SSJJs", "hazy_on_parchment"),
    # Spaces, sides and terrains.
    ("/beach", "east", "unknown_side"),
    ("/beach", "Left", "unknown_side"),
    ("/players/0/claims/1", "F1", "unknown_space"),
    ("/players/0/claims/1", "c1", "unknown_space"),
    ("/players/0/claims/1", "beach:E3", "unknown_space"),
    ("/players/0/meeple", "C6", "unknown_space"),
    ("/players/0/meeple", "beach:C3", "unknown_space"),
    ("/players/0/meeple", "beach:A3", "unknown_space"),
    ("/players/0/presumptions/1/terrain", "desert", "unknown_terrain"),
    ("/display/1/0", "Jungle", "unknown_terrain"),
    # Counts.
    ("/players", [], "player_count"),
    ("/players/0/claims", ["D1", "C1", "A1", "B2"], "too_many"),
    ("/players/0/presumptions", [{"card": 9}, {"card": 10}, {"card": 11}], "too_many"),
    ("/display", [["jungle", "lagoon"]] * 6, "too_many"),
    ("/display/0", ["jungle"], "item_count"),
    ("/display/0", ["jungle"] * 3, "item_count"),
    ("/deck", -1, "out_of_range"),
    ("/deck", 105, "out_of_range"),
    ("/deck", 10**400, "out_of_range"),
    ("/players/0/name", "", "name_length"),
    ("/players/0/name", "x" * 41, "name_length"),
    ("/players/0/name", "Ada\n", "bad_name"),
    ("/players/0/name", "A\x00da", "bad_name"),
    ("/players/0/name", "Ada\u2028", "bad_name"),
    ("/players/0/name", "Ada\uffff", "bad_name"),
    # The table.
    ("/island", ["JJLSJ", "JJJJJ", "jjLjJ", "J....", "S...."], "too_many_tiles"),
    ("/players/1/claims/0", "A2", "marker_without_confirmed_tile"),
    ("/players/1/claims/0", "B1", "marker_without_confirmed_tile"),
    ("/players/1/claims/0", "D1", "markers_on_one_space"),
    ("/players/0/claims/1", "D1", "markers_on_one_space"),
    ("/players/0/claims/1", "A4", "markers_on_one_terrain"),
    ("/players/0/meeple", "B1", "meeple_on_empty_space"),
    ("/players/1/name", "Cassandra", "duplicate_name"),
    ("/otoma", {"claims": []}, "otoma_players"),
    # Cards and their faces.
    ("/players/0/presumptions/0/card", 0, "unknown_card"),
    ("/players/0/presumptions/0/card", 32, "unknown_card"),
    ("/players/0/presumptions/1/terrain", GONE, "missing_face"),
    ("/players/1/presumptions/0/terrain", GONE, "missing_face"),
    ("/players/1/presumptions/0/avoid", GONE, "missing_face"),
    ("/players/1/presumptions/1/pattern", GONE, "missing_face"),
    ("/players/0/presumptions/0/terrain", "jungle", "superfluous_face"),
    ("/players/0/presumptions/1/avoid", "jungle", "superfluous_face"),
    ("/players/0/presumptions/1/pattern", ["JJ"], "superfluous_face"),
    ("/players/1/presumptions/0/avoid", "steppe", "same_terrain"),
    *(
        ("/players/1/presumptions/1/pattern", pattern, "bad_pattern")
        for pattern in (
            [],
            [""],
            ["J"],
            ["J."],
            ["..", "JJ"],
            ["JJ", ".."],
            [".J", ".J"],
            ["J.", "J."],
            ["JJ", "J"],
            ["Jx"],
            ["jj"],
            ["JJJJJJ"],
            ["J"] * 6,
            ["JJ\n"],
        )
    ),
    ("/players/1/presumptions/1/pattern", "JJ", "wrong_type"),
    ("/players/1/presumptions/1/pattern", [1, 2], "wrong_type"),
    # Variants and rulings.
    ("/variants/expert", True, "unknown_variant"),
    ("/rulings/house_rule", "yes", "unknown_ruling"),
    ("/rulings/disputed_regions", "first_come", "unknown_value"),
    ("/rulings/pattern_orientation", "hazy_first", "unknown_value"),
]


@pytest.mark.parametrize(("pointer", "value", "code"), CHANGES)
def test_reports_one_fault_with_its_pointer(
    client: FlaskClient, pointer: str, value: Any, code: str
) -> None:
    assert refused(client, changed(TABLE, pointer, value)) == {(pointer, code)}


@pytest.mark.parametrize("pointer", ["/players/0/presumptions/1", "/players/1/presumptions/0"])
def test_reports_the_second_of_two_equal_cards(client: FlaskClient, pointer: str) -> None:
    body = changed(TABLE, pointer, {"card": 9})
    assert refused(client, body) == {(f"{pointer}/card", "duplicate_presumption")}


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        ("/otoma/claims", GONE, "required"),
        ("/otoma/claims", ["A5", "A1", "B2", "E5"], "too_many"),
        ("/otoma/claims/0", "Z9", "unknown_space"),
        ("/otoma/claims/0", "A2", "marker_without_confirmed_tile"),
        ("/otoma/claims/0", "D1", "markers_on_one_space"),
        ("/otoma/meeple", "C3", "unknown_field"),
        ("/players/0/name", "Otoma", "reserved_name"),
    ],
)
def test_reports_faults_of_a_solo_game(
    client: FlaskClient, pointer: str, value: Any, code: str
) -> None:
    assert refused(client, changed(SOLO, pointer, value)) == {(pointer, code)}


def test_accepts_two_markers_of_otoma_on_one_terrain(client: FlaskClient) -> None:
    body = changed(SOLO, "/otoma/claims", ["A5", "A4"])
    assert refused(client, body) == {("/otoma/claims/1", "markers_on_one_terrain")}


def test_reserves_the_name_otoma(client: FlaskClient) -> None:
    table = changed(TABLE, "/players/0/name", "Otoma")
    assert refused(client, table) == {("/players/0/name", "reserved_name")}


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        ("/snapshot/island", GONE, "required"),
        ("/snapshot/island/1", "jMLSSS", "row_length"),
        ("/snapshot/island", ["JJJJJ", "JJJJJ", "JJJ..", ".....", "....."], "too_many_tiles"),
        ("/move", GONE, "required"),
        ("/move/action/spaces", ["B1"], "item_count"),
        ("/move/sketch/0", "J", "unknown_terrain"),
        ("/move/action/spaces", GONE, "required"),
        ("/move/action/spaces/0", "beach:E3", "unknown_space"),
        ("/snapshot/rulings/empty_supply", True, "wrong_type"),
        ("/snapshot/hat", "red", "unknown_field"),
    ],
)
def test_reports_faults_of_an_island_update(
    client: FlaskClient, pointer: str, value: Any, code: str
) -> None:
    body = put(UPDATE, ("snapshot", "rulings"), {})
    assert faults(client, changed(body, pointer, value), "updates") == {(pointer, code)}


def test_reports_three_faults_at_once(client: FlaskClient) -> None:
    body = changed(TABLE, "/beach", "east")
    body = changed(body, "/players/0/parchment/2", "MMLM")
    body = changed(body, "/players/1/claims/0", "Z9")
    response = client.post("/v3/misterra/scores", json={"snapshot": body})
    problem = response.get_json()
    assert problem["detail"] == "3 things are wrong with this request."
    assert [(fault["pointer"], fault["code"]) for fault in problem["errors"]] == [
        ("/snapshot/beach", "unknown_side"),
        ("/snapshot/players/0/parchment/2", "row_length"),
        ("/snapshot/players/1/claims/0", "unknown_space"),
    ]


def test_reports_all_faults_within_fields_before_any_between_fields(client: FlaskClient) -> None:
    body = {
        "island": ["JJJJJ", "JJJJJ", "JJJ..", "x....", "....."],
        "players": [
            {"name": "Ada", "parchment": ["....."], "claims": ["A9", "E3"], "meeple": "E5"},
            {"name": "Ada", "parchment": 5, "presumptions": [{"card": 40}, {"card": 1}]},
            {"name": 7, "presumptions": [{"card": 1, "terrain": "sand"}, {"card": 1}]},
            "Bo",
        ],
        "otoma": {"claims": ["A1", "A1"]},
        "rulings": {"removal_order": 1, "luck": "yes"},
        "deck": 200,
        "extra": {},
    }
    assert refused(client, body) == {
        ("/beach", "required"),
        ("/island/3", "unknown_letter"),
        ("/players/0/parchment", "row_count"),
        ("/players/0/claims/0", "unknown_space"),
        ("/players/1/parchment", "wrong_type"),
        ("/players/1/presumptions/0/card", "unknown_card"),
        ("/players/2/name", "wrong_type"),
        ("/players/2/parchment", "required"),
        ("/players/2/presumptions/0/terrain", "unknown_terrain"),
        ("/players/3", "wrong_type"),
        ("/rulings/removal_order", "wrong_type"),
        ("/rulings/luck", "unknown_ruling"),
        ("/deck", "out_of_range"),
        ("/extra", "unknown_field"),
    }


def test_reports_all_faults_between_fields_at_once(client: FlaskClient) -> None:
    cards = [{"card": 1}, {"card": 13, "terrain": "steppe", "avoid": "steppe"}]
    body = {
        "beach": "right",
        "island": ["JJJJJ", "JJJJJ", "JJJ..", ".....", "....."],
        "players": [
            {"name": "Ada", "parchment": EMPTY, "claims": ["E3", "A1"], "meeple": "E5"},
            {"name": "Ada", "parchment": EMPTY, "claims": ["A1"], "presumptions": cards},
            {"name": "Cy", "parchment": EMPTY, "meeple": "beach:A1", "presumptions": cards[:1]},
        ],
        "otoma": {"claims": []},
        "deck": 104,
    }
    assert refused(client, body) == {
        ("/island", "too_many_tiles"),
        ("/players/0/claims/0", "marker_without_confirmed_tile"),
        ("/players/0/meeple", "meeple_on_empty_space"),
        ("/players/1/name", "duplicate_name"),
        ("/players/1/claims/0", "markers_on_one_space"),
        ("/players/1/presumptions/0/terrain", "missing_face"),
        ("/players/1/presumptions/1/avoid", "same_terrain"),
        ("/players/2/meeple", "unknown_space"),
        ("/players/2/presumptions/0/card", "duplicate_presumption"),
        ("/players/2/presumptions/0/terrain", "missing_face"),
        ("/otoma", "otoma_players"),
        ("/deck", "too_many_sketch_cards"),
    }


@pytest.mark.parametrize("body", [[], None, 5, "table", True])
def test_refuses_a_body_that_is_not_an_object(client: FlaskClient, body: Any) -> None:
    response = client.post(
        "/v3/misterra/scores", data=json.dumps(body), content_type="application/json"
    )
    assert response.status_code == 422
    (fault,) = response.get_json()["errors"]
    assert (fault["pointer"], fault["code"]) == ("", "wrong_type")


def test_limits_the_number_of_listed_faults(
    client: FlaskClient,
) -> None:
    response = client.post("/v3/misterra/scores", json={f"field {i}": i for i in range(20_000)})
    assert response.status_code == 422
    assert response.get_json()["detail"].startswith("More than 1000 ")
    assert len(response.get_json()["errors"]) == 1000


def test_checks_only_the_first_rows_of_a_huge_board(client: FlaskClient) -> None:
    response = client.post(
        "/v3/misterra/scores", json={"snapshot": {**TABLE, "island": [0] * 200_000}}
    )
    errors = response.get_json()["errors"]
    assert [error["pointer"] for error in errors] == [f"/snapshot/island/{row}" for row in range(5)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("pointer", "value", "code"), CHANGES)
def test_faults_use_the_language_of_the_request(
    client: FlaskClient, language: str, pointer: str, value: Any, code: str
) -> None:
    response = client.post(
        "/v3/misterra/scores",
        json={"snapshot": changed(TABLE, pointer, value)},
        headers={"Accept-Language": language},
    )
    assert response.headers["Content-Language"] == language
    (fault,) = response.get_json()["errors"]
    assert fault["code"] == code
    assert fault["detail"].endswith(".")
    # A right value of an object is shown as JSON.
    assert code == "wrong_type" or "{" not in fault["detail"]
    one = {
        "en": "One thing is wrong with this request: ",
        "nl": "Er klopt één ding niet",
        "fr": "Une chose ne va pas dans cette requête",
        "de": "Eines stimmt an dieser Anfrage nicht: ",
    }
    assert response.get_json()["detail"].startswith(one[language])
    assert response.get_json()["detail"].endswith(fault["detail"])
