"""The requests and responses of Tiwanaku, as in every game."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from suites import suite
from theodolite.notation.tiwanaku import TABLE
from theodolite.web.tiwanaku import examples

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

CASES = {case.id: case for case in suite("tiwanaku").cases}
ANA: Json = examples.PLAYER
RECALL = {"action": {"type": "recall", "from": "B1"}}


def case(number: str) -> Json:
    """The body of a numbered case."""
    return deepcopy(CASES[f"TATC-{number}"].request["body"])


@pytest.fixture
def ask(client: FlaskClient) -> Ask:
    """Send a request, and return the response, also of a refused one."""

    def ask(operation: str, body: Json) -> Json:
        answer: Json = client.post(f"/v3/tiwanaku/{operation}", json=body).get_json()
        return answer

    return ask


def refused(answer: Json) -> list[tuple[str, str]]:
    return [(error["pointer"], error["code"]) for error in answer["errors"]]


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        ("scores", examples.SCORE),
        ("legality-checks", examples.CHECK),
        ("updates", examples.CHECK),
        ("legal-actions", ANA),
        ("end-checks", ANA),
        ("replays", examples.REPLAY),
        ("disputes", examples.DISPUTE),
        ("hints", {"snapshot": examples.SNAPSHOT}),
    ],
)
def test_tables_are_taken_as_text(ask: Ask, operation: str, body: Json) -> None:
    written = deepcopy(body)
    holder = written.get("record", written)
    for side in {"snapshot", "before", "after"} & holder.keys():
        holder[side] = TABLE.write(holder[side])
    assert ask(operation, written) == ask(operation, body)


@pytest.mark.parametrize("player", ["Ana", "Bo"])
def test_moves_that_are_listed_are_legal_as_they_are(ask: Ask, player: str) -> None:
    about = {"snapshot": examples.SNAPSHOT, "player": player}
    every = ask("legal-actions", about)
    assert (len(every["moves"]), every["more"]) == (every["total"], False)
    for entry in every["moves"]:
        assert ask("legality-checks", {**about, "move": entry["move"]})["legal"]
    some = ask("legal-actions", {**about, "limit": 2})
    assert some == {**every, "moves": every["moves"][:2], "more": True}


@pytest.mark.parametrize("number", ["09.39", "09.40", "10.21", "10.22"])
def test_the_pawns_that_are_due_are_moves_as_they_are(ask: Ask, number: str) -> None:
    body = case(number)
    for entry in ask("legal-actions", body)["moves"]:
        about = {"snapshot": body["snapshot"], "player": "Otoma", "move": entry["move"]}
        (moved,) = ask("legality-checks", about)["moves"]
        assert moved["from"] == entry["space"]


def test_otoma_lays_what_it_discovers(ask: Ask) -> None:
    body = case("09.37")
    judged, updated = ask("legality-checks", body), ask("updates", body)
    assert judged["legal"]
    assert [one["space"] for one in judged["discovered"]] == ["I4", "F5"]
    assert judged["planted"] == [{"space": "I4", "level": 3}, {"space": "F5", "level": 2}]
    assert judged["changes"] == [one for pawn in judged["moves"] for one in pawn["changes"]]
    assert (updated["changes"], updated["after"]) == (judged["changes"], judged["after"])


@pytest.mark.parametrize("number", ["09.37", "09.39", "09.40", "10.21"])
def test_each_account_of_otomas_moves_leads_to_the_later_table(ask: Ask, number: str) -> None:
    before = case(number)["snapshot"]
    for after, moves in otomas_moves(ask, before):
        about = {"before": before, "after": after, "player": "Otoma"}
        resolved = ask("disputes", about)
        assert resolved["possible"], (moves, resolved["differences"])
        for account in resolved["accounts"]:
            (move,) = account["moves"]
            asked = {"snapshot": before, "player": "Otoma", "move": move}
            judged = ask("legality-checks", asked)
            assert (judged["after"], judged["changes"]) == (after, account["changes"])
        # A point too many is not explained, nor is a turn in which no pawn moves.
        richer = {**after, "otoma": {**after["otoma"], "score": after["otoma"]["score"] + 1}}
        spoilt = ask("disputes", {**about, "after": richer})
        assert [each["pointer"] for each in spoilt["differences"]] == ["/otoma/score"]
        idle = ask("disputes", {**about, "after": before})
        assert "Otoma" in idle["differences"][0]["explanation"]


def otomas_moves(ask: Ask, table: Json) -> Iterator[tuple[Json, list[Json]]]:
    """Tables after one pawn moved, and after another one did after it."""
    pawns = [pawn["colour"] for pawn in table["otoma"]["pawns"]]
    for moved in (pawns[:1], pawns[:2]):
        moves = [
            {"pawn": pawn, "direction": way, "wheel": {"terrain": "rock", "crop": 3}}
            for pawn, way in zip(moved, ("up", "left"), strict=False)
        ]
        asked = {"snapshot": table, "player": "Otoma", "move": {"moves": moves}}
        judged = ask("legality-checks", asked)
        if judged.get("legal"):
            yield judged["after"], moves


def test_otoma_plays_in_no_competitive_game(ask: Ask) -> None:
    about = {"snapshot": examples.SNAPSHOT, "player": "Otoma"}
    for operation, body in (("legality-checks", {**about, "move": {}}), ("legal-actions", about)):
        assert refused(ask(operation, body)) == [("/snapshot/otoma", "mode_field")]
    after = {"after_move": {"player": "Ana", "space": "A1"}}
    assert refused(ask("legal-actions", {**ANA, "given": after})) == [
        ("/given/after_move", "superfluous_field"),
    ]


@pytest.mark.parametrize("move", [{}, {"action": None}, {"offering": []}])
def test_a_turn_without_an_action_is_not_whole(ask: Ask, move: Json) -> None:
    judged = ask("legality-checks", {**ANA, "move": move})
    assert (judged["legal"], judged["after"]) == (None, None)
    assert judged["unchecked"] == ["tiwanaku.turn.action"]
    turn = {"player": "Ana", "move": move}
    record = {"snapshot": examples.SNAPSHOT, "turns": [turn]}
    for operation in ("replays", "reviews"):
        answer = ask(operation, {"record": record})
        assert answer["legal"] is None
        assert answer["stopped_at"] == {"turn": 0, "move": 0, "player": "Ana"}
    record["turns"] = [turn, {"player": "Bo", "move": RECALL}]
    assert ask("replays", {"record": record})["legal"] is False


@pytest.mark.parametrize(
    "action",
    [
        {"type": "recall", "from": "A6"},
        {"type": "explore", "from": None, "path": ["E5", "F5"]},
        {"type": "divine", "predictions": [{"space": "Z99", "says": 1}]},
    ],
)
def test_a_move_over_the_edge_is_illegal(ask: Ask, action: Json) -> None:
    body = {**ANA, "move": {"action": action}}
    judged = ask("legality-checks", body)
    (failed,) = [check for check in judged["checks"] if check["status"] == "failed"]
    assert (judged["legal"], failed["rule"]) == (False, "tiwanaku.board.spaces")
    assert refused(ask("updates", body)) == [("/move/action", "unknown_space")]
    turn = {"player": "Ana", "move": {"action": action}}
    replayed = ask("replays", {"record": {"snapshot": examples.SNAPSHOT, "turns": [turn]}})
    assert (replayed["legal"], replayed["stopped_at"]["turn"]) == (False, 0)


def test_updates_carry_out_what_is_illegal(ask: Ask) -> None:
    body = case("01.01")
    assert ask("legality-checks", body)["legal"] is False
    del body["check_wheel"]
    updated = ask("updates", body)
    assert updated.keys() == {"changes", "after", "rulings"}
    ana = updated["after"]["players"][0]
    assert sorted(ana["meeples"]) == sorted(body["snapshot"]["players"][0]["meeples"])
    # Without a player, the first one is meant.
    del body["player"]
    assert ask("updates", body) == updated


def test_the_readings_of_the_wheel_are_checked_unless_that_is_not_wanted(ask: Ask) -> None:
    for wanted in (True, False):
        judged = ask("legality-checks", {**examples.CHECK, "check_wheel": wanted})
        checked = [check["rule"] for check in judged["checks"]]
        assert ("tiwanaku.wheel.lawful" in checked) == wanted
