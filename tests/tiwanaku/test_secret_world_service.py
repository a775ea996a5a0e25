"""The operations about the secret world: deductions, scenarios and pictures."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from suites import suite
from theodolite.notation import tiwanaku
from theodolite.web.tiwanaku.examples import DEDUCTION, PICTURE, SCENARIO, SNAPSHOT

Json = dict[str, Any]
SVG = "{http://www.w3.org/2000/svg}"


def answer_to(client: FlaskClient, operation: str, body: Json) -> Json:
    answer: Json = client.post(f"/v3/tiwanaku/{operation}", json=body).get_json()
    return answer


def refused(answer: Json) -> list[tuple[str, str]]:
    return [(error["pointer"], error["code"]) for error in answer["errors"]]


def drawn(client: FlaskClient, body: Json) -> ET.Element:
    reply = client.post("/v3/tiwanaku/pictures", json=body)
    assert reply.status_code == 200
    return ET.fromstring(reply.get_data(as_text=True))  # noqa: S314 - our own drawing


def texts(picture: ET.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def test_a_table_and_its_board_have_the_same_deductions(client: FlaskClient) -> None:
    more = {"focus": ["B1"], "time_limit_ms": 10_000}
    by_table = answer_to(client, "deductions", {"snapshot": SNAPSHOT, **more})
    assert by_table == answer_to(client, "deductions", DEDUCTION | more)
    assert by_table["certain"] == [{"space": "B1", "crop": 2, "steps": [1, 2]}]
    assert [step["law"] for step in by_table["steps"]] == ["region_size", "one_each"]


def test_a_table_may_be_a_text(client: FlaskClient) -> None:
    text = tiwanaku.TABLE.write(SNAPSHOT)
    for operation, more in (("deductions", {"time_limit_ms": 10_000}), ("hints", {})):
        answer = answer_to(client, operation, {"snapshot": SNAPSHOT, **more})
        assert answer_to(client, operation, {"snapshot": text, **more}) == answer


def test_says_how_a_bare_board_is_wrapped(client: FlaskClient) -> None:
    found = refused(answer_to(client, "deductions", DEDUCTION["snapshot"]))
    assert found == [("", "bare_table")]


def test_lists_all_missing_fields(client: FlaskClient) -> None:
    found = refused(answer_to(client, "deductions", {"snapshot": {}, "explain": False}))
    missing = ("board", "terrain", "crops", "tiles")
    assert found == [(f"/snapshot/{field}", "required") for field in missing]


def test_scenarios_take_exactly_one_member(client: FlaskClient) -> None:
    assert refused(answer_to(client, "scenarios", {})) == [("/draw", "required")]
    case = next(case for case in suite("tiwanaku").cases if case.id == "TATC-11.01")
    answer = answer_to(client, "scenarios", SCENARIO | case.request["body"])
    assert refused(answer) == [("/set_up", "superfluous_field")]


def test_texts_follow_the_language(client: FlaskClient) -> None:
    reply = client.post(
        "/v3/tiwanaku/deductions", json=DEDUCTION, headers={"Accept-Language": "nl"}
    )
    said = reply.get_json()["steps"][0]["explanation"]
    assert said == "De regio van A1 is gesloten: ze heeft 2 velden, A1 en B1."


@pytest.mark.parametrize("milliseconds", [1, 50])
def test_answers_within_little_time(client: FlaskClient, milliseconds: int) -> None:
    empty = ["........."] * 5
    tiles = {"mud": 12, "sand": 11, "grass": 11, "rock": 11}
    board = {"board": "long", "terrain": empty, "crops": empty, "tiles": tiles}
    body = {"snapshot": board, "time_limit_ms": milliseconds}
    answer = answer_to(client, "deductions", body)
    assert answer["truncated"]
    assert answer["undecided"]
    assert answer["rulings"][0]["name"] == "crop_limit"


def test_a_picture_shows_tiles_and_meeples(client: FlaskClient) -> None:
    labels = texts(drawn(client, {"snapshot": SNAPSHOT}))
    assert labels.count("M") >= 4
    assert labels.count("5") == 3
    assert "M mud" in labels


def test_a_picture_has_pencil_marks_on_spaces_without_tiles(client: FlaskClient) -> None:
    plain = texts(drawn(client, {"snapshot": SNAPSHOT}))
    marked = texts(drawn(client, PICTURE))
    assert marked.count("R") == plain.count("R") + 1
    assert marked.count("3") == plain.count("3") + 1
    # On A1 everything lies: there is nothing to pencil in.
    lying = {"possible": {"A1": {"terrain": ["rock"], "crops": [3]}}}
    assert texts(drawn(client, {"snapshot": SNAPSHOT, **lying})) == plain


def test_a_picture_lights_spaces_up(client: FlaskClient) -> None:
    picture = drawn(client, {"snapshot": SNAPSHOT, "spaces": ["C2", "C3"]})
    tiles = [group for group in picture.iter(f"{SVG}g") if group.get("transform")]
    assert sum(tile.get("opacity") is None for tile in tiles) == 2


def test_a_board_is_drawn_without_a_table(client: FlaskClient) -> None:
    board = {field: SNAPSHOT[field] for field in ("board", "terrain", "crops")}
    picture = drawn(client, {"snapshot": board})
    assert picture.get("width") == "384"


def test_otomas_pawns_are_drawn(client: FlaskClient) -> None:
    case = next(case for case in suite("tiwanaku").cases if case.id == "TATC-09.01")
    snapshot = case.request["body"]["snapshot"]
    labels = texts(drawn(client, {"snapshot": snapshot}))
    assert labels.count("O") == len(snapshot["otoma"]["pawns"])
