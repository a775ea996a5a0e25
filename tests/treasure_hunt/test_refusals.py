"""What is refused before anything is judged: by its code, where it stands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from theodolite.notation import treasure_hunt
from theodolite.web.app import create_app
from theodolite.web.card_packs import load
from theodolite.web.games import GAMES

Json = dict[str, Any]
PACK = Path(__file__).parents[2] / "examples" / "treasure_hunt" / "board-pack.toml"
QUARTERS = ("N01/E01", "N01/E16", "N16/E01", "N16/E16")


def table() -> Json:
    told: Json = treasure_hunt.snapshot({"window": "S1 S. Sa S. S. S."})
    return told


def refused(client: FlaskClient, question: str, body: Json) -> list[tuple[str, str]]:
    answer = client.post(f"/v1/treasure-hunt/{question}", json=body)
    assert answer.status_code == 422
    return [(error["pointer"], error["code"]) for error in answer.get_json()["errors"]]


def impossible(client: FlaskClient, snapshot: Json) -> list[tuple[str, str]]:
    found = refused(client, "mission-checks", {"snapshot": snapshot})
    return [(pointer.removeprefix("/snapshot"), code) for pointer, code in found]


def spoilt(at: str, value: Any) -> Json:
    """A table with another value at a JSON Pointer."""
    *path, last = [int(part) if part.isdigit() else part for part in at.split("/")[1:]]
    snapshot = table()
    place: Any = snapshot
    for part in path:
        place = place[part]
    place[last] = value
    return snapshot


@pytest.mark.parametrize(
    ("at", "value", "code"),
    [
        ("/players/0/name", "", "name_length"),
        ("/players/0/colour", "pink", "unknown_colour"),
        ("/players/0/routes", {"triangle": {"cards": []}}, "routes_missing"),
        ("/players/0/routes/star", {"cards": []}, "unknown_route"),
        ("/players/0/routes/triangle/info", ["hidden"], "unknown_card"),
        ("/players/0/treasures", ["silver"], "unknown_treasure"),
        ("/players/0/hand", ["boat"] * 4, "hand_size"),
        ("/board/rows/0", "W" * 29, "row_length"),
        ("/rulings/die_count", "any", "unknown_value"),
        ("/rulings/dice", "exact", "unknown_ruling"),
        ("/trees", [["N31/E01", "N30/E01"]], "unknown_space"),
    ],
)
def test_a_table(client: FlaskClient, at: str, value: Any, code: str) -> None:
    assert {one for _, one in impossible(client, spoilt(at, value))} == {code}


def test_more_trees_than_there_are(client: FlaskClient) -> None:
    trees = [[f"N{n:02}/E{e:02}", f"N{n:02}/E{e + 1:02}"] for n in (3, 6) for e in range(3, 28, 4)]
    assert impossible(client, spoilt("/trees", trees[:11])) == [("/trees", "too_many_trees")]


@pytest.mark.parametrize(
    ("action", "at", "code"),
    [
        ({"do": "roll", "die": "blue", "pips": 5}, "/pips", "die_value"),
        ({"do": "jump"}, "/do", "unknown_action"),
        ({"do": "move", "mover": "explorer:3", "path": []}, "/mover", "unknown_mover"),
        ({"do": "move", "mover": "walker:N40/E01", "path": []}, "/mover", "unknown_mover"),
        ({"do": "place", "piece": "tree", "spaces": [], "by": "Cy"}, "/by", "unknown_player"),
    ],
)
def test_an_action(client: FlaskClient, action: Json, at: str, code: str) -> None:
    body = {"snapshot": table(), "turn": {"player": "Ann", "actions": [action]}}
    assert refused(client, "legality-checks", body) == [(f"/turn/actions/0{at}", code)]


@pytest.mark.parametrize(
    ("asked", "at", "code"),
    [
        ({"targets": ["N10/E12"] * 5}, "/targets", "too_many_targets"),
        ({"targets": ["N10/E13"]}, "/targets/0", "unknown_target"),
        ({"explorer": 3}, "/explorer", "unknown_mover"),
        ({"dice": {"blue": []}}, "/dice/blue", "odds"),
        ({"dice": {"blue": [5]}}, "/dice/blue/0", "odds"),
    ],
)
def test_a_way(client: FlaskClient, asked: Json, at: str, code: str) -> None:
    body = {"snapshot": table(), "player": "Ann", "explorer": 1, "targets": ["N10/E12"], **asked}
    assert refused(client, "routes", body) == [(at, code)]


@pytest.fixture(scope="module")
def with_pack() -> FlaskClient:
    return create_app(load([PACK], GAMES)).test_client()


def laid(change: Callable[[Json], object]) -> Json:
    """A table whose board is laid from the pack, but for a change."""
    segments = {
        quarter: {"segment": name, "turn": 90}
        for quarter, name in zip(QUARTERS, "ABCD", strict=True)
    }
    change(segments)
    return spoilt("/board", {"segments": segments})


@pytest.mark.parametrize(
    ("change", "at", "code"),
    [
        (lambda told: told["N01/E01"].update(segment="E"), "/N01~1E01/segment", "unknown_segment"),
        (lambda told: told["N16/E16"].update(segment="A"), "/N16~1E16/segment", "segment_twice"),
        (lambda told: told["N01/E01"].update(turn=45), "/N01~1E01/turn", "turn_value"),
        (lambda told: told.pop("N16/E01"), "/N16~1E01", "required"),
    ],
)
def test_segments(
    with_pack: FlaskClient, change: Callable[[Json], object], at: str, code: str
) -> None:
    found = impossible(with_pack, laid(change))
    assert (f"/board/segments{at}", code) in found


def test_without_a_pack_there_are_no_segments(client: FlaskClient) -> None:
    found = impossible(client, laid(lambda told: told))
    assert ("/board/segments", "no_pack") in found


def test_a_coordinate_that_the_pack_does_not_have(with_pack: FlaskClient) -> None:
    found = impossible(with_pack, laid(lambda told: told))
    assert ("/players/0/routes/triangle/cards/0", "card_not_in_pack") in found
