"""The grammar that games share, as Treasure Hunt speaks it over HTTP."""

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference.treasure_hunt_tables import random_roll, random_table
from theodolite.notation.treasure_hunt import TABLE
from theodolite.rulebook import LANGUAGES
from treasure_hunt.scenes import snapshot

Json = dict[str, Any]
PLAIN = "S1 S. S. S. S. S."
OVER = {"do": "place", "piece": "tree", "spaces": ["N30/E20", "N31/E20"]}
ROLL = {"do": "roll", "die": "white", "pips": 5}


def ask(client: FlaskClient, operation: str, body: Json, language: str = "en") -> Json:
    path = f"/v3/treasure-hunt/{operation}"
    answer: Json = client.post(path, json=body, headers={"Accept-Language": language}).get_json()
    return answer


def codes(answer: Json) -> list[tuple[str, str]]:
    return [(fault["pointer"], fault["code"]) for fault in answer["errors"]]


def ann(table: Any, move: Json) -> Json:
    return {"snapshot": table, "player": "Ann", "move": move}


@pytest.mark.parametrize("move", [{}, {"actions": []}])
def test_a_turn_without_an_action_is_not_whole(client: FlaskClient, move: Json) -> None:
    table = snapshot(PLAIN)
    verdict = ask(client, "legality-checks", ann(table, move))
    assert (verdict["legal"], verdict["after"]) == (None, None)
    assert verdict["unchecked"] == ["treasure_hunt.turn.must"]
    turn = {"player": "Ann", "move": move}
    replay = ask(client, "replays", {"record": {"snapshot": table, "turns": [turn]}})
    assert (replay["legal"], replay["stopped_at"]) == (None, None)
    assert replay["turns"][0]["checks"] == verdict["checks"]
    review = ask(client, "reviews", {"record": {"snapshot": table, "turns": [turn]}})
    assert (review["legal"], review["turns"]) == (None, [])


def test_a_record_stops_at_the_move_of_a_player(client: FlaskClient) -> None:
    turn = {"player": "Bo", "move": {"actions": [ROLL]}}
    record = {"snapshot": snapshot("S3 S. S. S. S. S."), "turns": [turn]}
    stop = {"turn": 0, "move": 0, "player": "Bo", "action": None}
    for operation in ("replays", "reviews"):
        assert ask(client, operation, {"record": record})["stopped_at"] == stop


@pytest.mark.parametrize(
    "action",
    [
        OVER,
        {"do": "play", "card": "remove_obstacle", "obstacle": "N00/E05"},
        {"do": "move", "mover": "explorer:1", "path": ["N10/E11", "N31/E05"]},
        {"do": "move", "mover": "walker:N31/E05", "path": []},
        {"do": "log", "explorer": 1, "at": "N05/E99"},
        {"do": "log", "explorer": 1, "drawn": {"coordinate": "N05/E31"}},
    ],
)
def test_spaces_over_the_edge_are_illegal(client: FlaskClient, action: Json) -> None:
    table = snapshot(PLAIN, ann={"free": "tree"})
    body = ann(table, {"actions": [ROLL, action]})
    verdict = ask(client, "legality-checks", body)
    (failed,) = [check for check in verdict["checks"] if check["status"] == "failed"]
    assert (verdict["legal"], failed["rule"]) == (False, "treasure_hunt.board.frame")
    assert failed["action"] == 1
    assert verdict["unchecked"] == ["treasure_hunt.board.frame"]
    assert codes(ask(client, "updates", body)) == [("/move/actions/1", "unknown_space")]
    said = {
        ask(client, "legality-checks", body, language)["checks"][-1]["explanation"]
        for language in LANGUAGES
    }
    assert len(said) == len(LANGUAGES)


def test_spaces_of_another_form_are_refused(client: FlaskClient) -> None:
    for space in ("A1", "N1/E5", "N10E10", "home"):
        body = ann(snapshot(PLAIN), {"actions": [{**OVER, "spaces": [space]}]})
        place = "/move/actions/0/spaces/0"
        assert codes(ask(client, "legality-checks", body)) == [(place, "unknown_space")]


@pytest.mark.parametrize("seed", range(12))
def test_moves_are_legal_as_they_are_listed(client: FlaskClient, seed: int) -> None:
    body = random_roll(Random(seed))
    answer = ask(client, "legal-actions", body)
    assert (answer["total"], answer["more"]) == (len(answer["moves"]), False)
    for entry in Random(seed).sample(answer["moves"], min(6, len(answer["moves"]))):
        asked = {"snapshot": body["snapshot"], "player": body["player"], "move": entry["move"]}
        verdict = ask(client, "legality-checks", asked)
        assert verdict["legal"], (entry["move"], verdict["checks"])
    fewer = ask(client, "legal-actions", {**body, "limit": 2})
    assert fewer["moves"] == answer["moves"][:2]
    assert (fewer["total"], fewer["more"]) == (answer["total"], answer["total"] > 2)


def test_what_must_be_logged_belongs_to_a_move(client: FlaskClient) -> None:
    table = snapshot("S1 S. S. S. S. Sa")
    given = {"roll": {"die": "white", "pips": 5}}
    answer = ask(client, "legal-actions", {"snapshot": table, "player": "Ann", "given": given})
    (move,) = [entry["move"] for entry in answer["moves"] if entry["at"] == "N10/E15"]
    log = {"do": "log", "explorer": 1, "owner": "Ann", "route": "triangle", "at": "N10/E15"}
    assert move["actions"][2:] == [{**log, "shovel": False}]


@pytest.mark.parametrize("operation", ["scores", "end-checks", "legal-actions", "pictures"])
def test_a_table_can_be_a_text(client: FlaskClient, operation: str) -> None:
    player = {"player": "Ann"} if operation == "legal-actions" else {}
    table = snapshot(PLAIN)
    posted = [
        client.post(f"/v3/treasure-hunt/{operation}", json={"snapshot": one, **player})
        for one in (table, TABLE.write(table))
    ]
    assert {answer.status_code for answer in posted} == {200}
    assert posted[0].data == posted[1].data


def test_fields_of_an_action_can_be_null(client: FlaskClient) -> None:
    table = snapshot("S1 S. S. S. S. Sa", info={"a": "open:gold"}, ann={"free": "tree"})
    place = {"do": "place", "piece": "tree", "spaces": ["N20/E20", "N20/E21"]}
    step = {"do": "move", "mover": "explorer:1", "path": [f"N10/E{i}" for i in range(11, 16)]}
    log = {"do": "log", "explorer": 1, "drawn": None}
    nulls = [{"by": None}, {}, {"of": None}, dict.fromkeys(("of", "owner", "route", "at"))]
    plain: list[Json] = [place, ROLL, step, log]
    bodies = [
        ann(table, {"actions": actions})
        for actions in (plain, [{**one, **null} for one, null in zip(plain, nulls, strict=True)])
    ]
    one, other = (ask(client, "legality-checks", body) for body in bodies)
    assert one == other
    assert one["legal"]


def test_nobody_is_called_as_an_automaton(client: FlaskClient) -> None:
    body = {**ann(snapshot(PLAIN), {}), "player": "Otoma"}
    assert codes(ask(client, "legality-checks", body)) == [("/player", "unknown_player")]
    table = snapshot(PLAIN)
    table["players"][0]["name"] = "Otoma"
    fault = ("/snapshot/players/0/name", "reserved_name")
    assert codes(ask(client, "scores", {"snapshot": table})) == [fault]


HOME = {"mission": "gold 0", "treasures": "gold"}


@pytest.mark.parametrize(
    ("drawn", "over", "sheets"),
    [
        ({"ann": HOME}, True, [(1, 4, 4, True), (None, None, None, None)]),
        ({"ann": {"mission": "gold 0"}}, None, [(1, 3, 4, False), (None, None, None, None)]),
        (
            {"ann": {**HOME, "1": "N20/E20"}, "bo": {"mission": "gold 1"}},
            False,
            [(1, 3, 4, False), (2, 2, 4, False)],
        ),
        # A winner is first, however many demands another has met.
        (
            {"ann": HOME, "bo": {"mission": "ruby ruby ruby 0", "treasures": "ruby ruby"}},
            True,
            [(1, 4, 4, True), (2, 5, 6, False)],
        ),
        ({}, None, [(None, None, None, None)] * 2),
    ],
)
def test_scores_count_demands_that_are_met(
    client: FlaskClient, drawn: Json, over: bool | None, sheets: list[tuple[Any, ...]]
) -> None:
    body = {"snapshot": snapshot("F.", **drawn)}
    scores = ask(client, "scores", body)
    keys = ("rank", "total", "possible", "won")
    assert [tuple(one[key] for key in keys) for one in scores["players"]] == sheets
    for sheet in scores["players"]:
        points = [item["points"] for item in sheet["items"]]
        assert sheet["total"] in (None, sum(one or 0 for one in points))
        assert points == [
            None if item["met"] is None else int(item["met"]) for item in sheet["items"]
        ]
    assert scores["final"] is over
    assert scores["decided_by"] == ("won" if over else None)
    assert scores["winners"] == (["Ann"] if over else [])
    end = ask(client, "end-checks", body)
    assert end["over"] is over
    items = [(one["name"], item) for one in scores["players"] for item in one["items"]]
    kept = ("rule", "reference", "met", "explanation", "spaces")
    assert end["conditions"] == [
        {**{key: item[key] for key in kept}, "player": name} for name, item in items
    ]


def test_the_next_player_has_not_won(client: FlaskClient) -> None:
    body = {"snapshot": snapshot("F.", players=3, bo=HOME)}
    for player, following in (("Ann", "Cy"), ("Bo", "Cy"), ("Cy", "Ann")):
        assert ask(client, "end-checks", {**body, "player": player})["next_player"] == following
    unasked = ask(client, "end-checks", body)
    assert (unasked["next_player"], unasked["still_to_play"]) == (None, ["Ann", "Cy"])


BOARD = {"rows": ["F" * 30] * 30}


@pytest.mark.parametrize(
    ("player", "move", "after"),
    [
        (
            {"free": ["tree"]},
            {"do": "place", "piece": "tree", "spaces": ["N20/E20", "N20/E21"]},
            {"free": []},
        ),
        (
            {"explorers": [{"at": "N05/E05"}, {"at": "N01/E01"}]},
            {"do": "move", "mover": "explorer:1", "path": ["N05/E06"]},
            {"explorers": [{"at": "N05/E06"}, {"at": "N01/E01"}]},
        ),
        ({"shoes": 1}, {"do": "skip"}, {"shoes": 0}),
    ],
)
def test_updates_need_only_what_a_move_touches(
    client: FlaskClient, player: Json, move: Json, after: Json
) -> None:
    table = {"board": BOARD, "players": [{"name": "Ann", **player}]}
    answer = ask(client, "updates", ann(table, {"actions": [move]}))
    (left,) = answer["after"]["players"]
    assert after.items() <= left.items()
    assert not {"colour", "home", "routes"} & left.keys()
    again = ask(client, "updates", ann(answer["after"], {}))
    assert (again["changes"], again["after"]) == ([], answer["after"])


def test_updates_need_their_player(client: FlaskClient) -> None:
    table = {"board": BOARD, "players": [{"name": "Ann"}]}
    assert codes(ask(client, "updates", {"snapshot": table, "move": {}})) == [
        ("/player", "required")
    ]
    table["rulings"] = {"home_place": "frame"}
    fault = ("/snapshot/players/0/home", "required")
    assert codes(ask(client, "updates", ann(table, {}))) == [fault]


def test_pictures_need_the_board_alone(client: FlaskClient) -> None:
    shown = {"name": "Ann", "explorers": [{"at": "N05/E05"}, {"at": "N05/E06"}]}
    for table in ({"board": BOARD}, {"board": BOARD, "players": [shown]}):
        answer = client.post("/v3/treasure-hunt/pictures", json={"snapshot": table})
        assert answer.status_code == 200


def test_changes_name_spaces_and_players(client: FlaskClient) -> None:
    table = snapshot(PLAIN, ann={"free": "tree"})
    place = {"do": "place", "piece": "tree", "spaces": ["N20/E20", "N20/E21"]}
    changes = ask(client, "updates", ann(table, {"actions": [place]}))["changes"]
    assert [(one["effect"], one.get("player"), one["spaces"]) for one in changes] == [
        ("free", "Ann", []),
        ("trees", None, ["N20/E20", "N20/E21"]),
    ]


@pytest.mark.parametrize("seed", range(4))
def test_lines_are_answered_as_requests_are(client: FlaskClient, seed: int) -> None:
    body = {"snapshot": random_table(Random(seed))}
    lines = client.post(
        "/v3/treasure-hunt/scores",
        data="\n".join([client.application.json.dumps(body)] * 2),
        content_type="application/x-ndjson",
    ).get_data(as_text=True)
    answers = [client.application.json.loads(line) for line in lines.splitlines()]
    assert answers == [{"line": i, **ask(client, "scores", body)} for i in (1, 2)]
