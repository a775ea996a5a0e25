"""Refused requests: the code and the place of each fault, and the two rounds of faults."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from theodolite.web.app import create_app
from theodolite.web.card_packs import load
from theodolite.web.games import GAMES
from treasure_hunt.scenes import snapshot

Json = dict[str, Any]
PACK = Path(__file__).parents[2] / "examples" / "treasure_hunt" / "board-pack.toml"
QUARTERS = ("N01/E01", "N01/E16", "N16/E01", "N16/E16")


def table() -> Json:
    return snapshot("S1 S. Sa S. S. S.")


def refused(client: FlaskClient, operation: str, body: Json) -> list[tuple[str, str]]:
    answer = client.post(f"/v3/treasure-hunt/{operation}", json=body)
    assert answer.status_code == 422
    return [(error["pointer"], error["code"]) for error in answer.get_json()["errors"]]


def impossible(client: FlaskClient, snapshot: Json) -> list[tuple[str, str]]:
    found = refused(client, "scores", {"snapshot": snapshot})
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
def test_rejects_impossible_tables(client: FlaskClient, at: str, value: Any, code: str) -> None:
    assert {one for _, one in impossible(client, spoilt(at, value))} == {code}


def test_rejects_too_many_trees(client: FlaskClient) -> None:
    trees = [[f"N{n:02}/E{e:02}", f"N{n:02}/E{e + 1:02}"] for n in (3, 6) for e in range(3, 28, 4)]
    assert impossible(client, spoilt("/trees", trees[:11])) == [("/trees", "too_many_trees")]


@pytest.mark.parametrize(
    ("action", "at", "code"),
    [
        ({"do": "roll", "die": "blue", "pips": 5}, "/pips", "die_value"),
        ({"do": "jump"}, "/do", "unknown_action"),
        ({"do": "move", "mover": "explorer:3", "path": []}, "/mover", "unknown_mover"),
        ({"do": "move", "mover": "walker:N4/E01", "path": []}, "/mover", "unknown_mover"),
        ({"do": "place", "piece": "tree", "spaces": [], "by": "Cy"}, "/by", "unknown_player"),
    ],
)
def test_rejects_actions(client: FlaskClient, action: Json, at: str, code: str) -> None:
    body = {"snapshot": table(), "player": "Ann", "move": {"actions": [action]}}
    assert refused(client, "legality-checks", body) == [(f"/move/actions/0{at}", code)]


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
def test_rejects_route_requests(client: FlaskClient, asked: Json, at: str, code: str) -> None:
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
        (
            lambda segments: segments["N01/E01"].update(segment="E"),
            "/N01~1E01/segment",
            "unknown_segment",
        ),
        (
            lambda segments: segments["N16/E16"].update(segment="A"),
            "/N16~1E16/segment",
            "segment_twice",
        ),
        (lambda segments: segments["N01/E01"].update(turn=45), "/N01~1E01/turn", "turn_value"),
        (lambda segments: segments.pop("N16/E01"), "/N16~1E01", "required"),
    ],
)
def test_rejects_segments(
    with_pack: FlaskClient, change: Callable[[Json], object], at: str, code: str
) -> None:
    found = impossible(with_pack, laid(change))
    assert (f"/board/segments{at}", code) in found


def test_rejects_segments_without_a_pack(client: FlaskClient) -> None:
    found = impossible(client, laid(lambda segments: segments))
    assert ("/board/segments", "no_pack") in found


def test_rejects_coordinates_missing_in_the_pack(with_pack: FlaskClient) -> None:
    found = impossible(with_pack, laid(lambda segments: segments))
    assert ("/players/0/routes/triangle/cards/0", "card_not_in_pack") in found


def test_round_one_lists_faults_of_fields_alone(client: FlaskClient) -> None:
    snapshot = {**table(), "trees": [["N01/E01"]], "walkers": [{"at": "N40/E01"}], "extra": 1}
    del snapshot["players"][0]["home"]
    move = {"actions": [{"do": "roll", "die": "blue", "pips": 9}, {"do": "jump"}]}
    body = {"snapshot": snapshot, "player": "Cy", "move": move}
    assert refused(client, "legality-checks", body) == [
        ("/snapshot/players/0/home", "required"),
        ("/snapshot/walkers/0/at", "unknown_space"),
        ("/snapshot/extra", "unknown_field"),
        ("/move/actions/1/do", "unknown_action"),
    ]


def test_round_two_lists_faults_between_fields_of_all_objects(client: FlaskClient) -> None:
    snapshot = {**table(), "trees": [["N01/E01"]], "walkers": [{"at": "N20/E20", "moved_by": "Cy"}]}
    snapshot["board"]["bridges"] = [["N01/E01"]]
    actions = [{"do": "roll", "die": "blue", "pips": 9}, {"do": "skip", "card": "boat"}]
    move = {"actions": [*actions, {"do": "log", "explorer": 1, "by": "Ann"}]}
    body = {"snapshot": snapshot, "player": "Cy", "move": move}
    assert refused(client, "legality-checks", body) == [
        ("/move/actions/0/pips", "die_value"),
        ("/move/actions/1/card", "superfluous_field"),
        ("/move/actions/2/by", "superfluous_field"),
        ("/snapshot/board/bridges/0", "bridge_not_path"),
        ("/snapshot/walkers/0/moved_by", "unknown_player"),
        ("/snapshot/trees/0", "tree_shape"),
        ("/snapshot/trees/0", "tree_on_start"),
        ("/player", "unknown_player"),
    ]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ({}, [("/board/rows", "required")]),
        ({"rows": ["W" * 30] * 30, "segments": {}}, [("/board/rows", "board_form")]),
    ],
)
def test_a_board_has_one_form_before_its_pieces_are_judged(
    client: FlaskClient, board: Json, expected: list[tuple[str, str]]
) -> None:
    found = impossible(client, {**table(), "board": board, "creep_throughs": ["N20/E20"]})
    assert found[: len(expected)] == expected
    assert not {code for _, code in found} & {"creep_terrain", "terrain_superfluous"}


def test_walkers_moved_are_walkers_of_the_table(client: FlaskClient) -> None:
    body = {"snapshot": table(), "player": "Ann", "given": {"moved": ["explorer:1"]}}
    assert refused(client, "legal-actions", body) == [("/given/moved/0", "unknown_mover")]
    body = {"snapshot": table(), "player": "Cy", "given": {"moved": ["walker:N20/E20"]}}
    assert refused(client, "legal-actions", body) == [
        ("/player", "unknown_player"),
        ("/given/moved/0", "unknown_mover"),
    ]
