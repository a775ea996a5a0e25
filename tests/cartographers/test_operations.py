"""The requests and responses of Cartographers, as in every game."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from theodolite.conformance import write_table
from theodolite.web.cartographers import examples

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

EMPTY = ["..........."] * 11
SOLO: Json = {
    "game": "cartographers",
    "map": "A",
    "season": "spring",
    "decrees": {"A": "sentinel_wood", "B": "canal_lake"},
    "players": [{"name": "Ann", "drawn": EMPTY}],
}


@pytest.fixture
def ask(client: FlaskClient) -> Ask:
    """Send a request, and return the response."""

    def ask(operation: str, body: Json) -> Json:
        response = client.post(f"/v3/cartographers/{operation}", json=body)
        assert response.status_code == 200, response.get_json()
        answer: Json = response.get_json()
        return answer

    return ask


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        ("scores", examples.SCORE),
        ("legality-checks", examples.CHECK),
        ("updates", {**examples.UPDATE, "snapshot": examples.TABLE}),
        ("legal-actions", examples.ACTIONS),
        ("end-checks", examples.END),
        ("replays", examples.REPLAY),
        ("reviews", examples.REPLAY),
        ("disputes", examples.DISPUTE),
    ],
)
def test_tables_are_taken_as_text(ask: Ask, operation: str, body: Json) -> None:
    written = deepcopy(body)
    holder = written.get("record", written)
    for side in {"snapshot", "before", "after"} & holder.keys():
        holder[side] = write_table("cartographers", holder[side])
    assert ask(operation, written) == ask(operation, body)


@pytest.mark.parametrize("value", ["none", "season"])
def test_moves_that_are_listed_are_legal_as_they_are(ask: Ask, value: str) -> None:
    given = {"card": "kobold_onslaught", "on": "Ann", "after_ruins": True}
    players = [*SOLO["players"], {"name": "Ben", "drawn": EMPTY}]
    about = {"snapshot": {**SOLO, "players": players}, "player": "Ben"}
    listed = ask("legal-actions", {**about, "given": given, "value": value, "limit": 5})
    assert (len(listed["moves"]), listed["more"]) == (5, True)
    for entry in listed["moves"]:
        assert given.items() <= entry["move"].items()
        judged = ask("legality-checks", {**about, "move": entry["move"]})
        assert judged["legal"]
        updated = ask("updates", {**about, "move": entry["move"]})
        assert updated["after"]["players"] == judged["after"]["players"]
        assert updated["changes"] == judged["changes"]


def test_a_solo_ambush_has_one_place_or_none(ask: Ask) -> None:
    about = {"snapshot": SOLO, "player": "Ann", "given": {"card": "gnoll_raid"}}
    (entry,) = ask("legal-actions", about)["moves"]
    move = {"snapshot": SOLO, "player": "Ann", "move": entry["move"]}
    assert ask("legality-checks", move)["legal"]
    full = {**SOLO, "map": EMPTY, "players": [{"name": "Ann", "drawn": ["F" * 11] * 11}]}
    nowhere = ask("legal-actions", {**about, "snapshot": full})
    assert (nowhere["moves"], nowhere["discarded"], nowhere["at"]) == ([], True, None)
    assert "at" not in ask("legal-actions", {**about, "given": {"card": "hamlet"}})


def test_updates_need_the_sheet_alone(ask: Ask) -> None:
    move = {"card": "great_river", "spaces": ["A1", "A2", "A3"], "terrain": "water"}
    part = {name: SOLO[name] for name in ("game", "map", "players")}
    answer = ask("updates", {"snapshot": part, "move": move})
    after = answer["after"]
    assert "season" not in after
    assert after["players"][0]["drawn"][0] == "WWW........"
    assert [change["effect"] for change in answer["changes"]] == [*["drawn"] * 3, "coin_of_shape"]
    # The table after it is accepted in its turn, and an empty move changes nothing.
    again = ask("updates", {"snapshot": after, "player": "Ann", "move": {}})
    assert (again["after"], again["changes"]) == (after, [])


def test_coins_for_the_dragon_are_marked_once(ask: Ask) -> None:
    drawn = ["DF.........", *EMPTY[1:]]
    move = {"card": "farmland", "spaces": ["B1", "C1"], "terrain": "farm"}
    table = {**SOLO, "game": "combined", "map": EMPTY}
    for paid, coins in ((None, 4), (False, 4), (True, 1)):
        ann: Json = {"name": "Ann", "drawn": drawn}
        if paid is not None:
            ann["dragon_paid"] = paid
        body = {"snapshot": {**table, "players": [ann]}, "player": "Ann", "move": move}
        for operation in ("legality-checks", "updates"):
            (after,) = ask(operation, body)["after"]["players"]
            assert (after["coins"], after["dragon_paid"]) == (coins, True)


@pytest.mark.parametrize("spaces", [["A11", "A12"], ["A1", "A0"], ["K1", "L1"], ["Z99", "Z98"]])
def test_a_move_over_the_edge_is_illegal(ask: Ask, spaces: list[str]) -> None:
    move = {"spaces": spaces, "terrain": "farm"}
    about = {"snapshot": SOLO, "player": "Ann"}
    judged = ask("legality-checks", {**about, "move": {"card": "farmland", **move}})
    failed = [check for check in judged["checks"] if check["status"] == "failed"]
    assert judged["legal"] is False
    assert [check["rule"] for check in failed] == ["cartographers.draw.empty"]
    assert spaces[-1] in failed[0]["explanation"]
    turns = [{"card": "farmland", "moves": {"Ann": move}}]
    replayed = ask("replays", {"record": {"snapshot": SOLO, "turns": turns}})
    assert replayed["stopped_at"] == {"season": "spring", "turn": 0, "move": 0, "player": "Ann"}
    assert replayed["turns"][0]["moves"][0]["checks"] == judged["checks"]


def test_the_limit_of_moves_has_bounds(client: FlaskClient) -> None:
    for limit, status in ((0, 422), (1, 200), (1000, 200), (1001, 422)):
        body = {**examples.ACTIONS, "limit": limit}
        assert client.post("/v3/cartographers/legal-actions", json=body).status_code == status


def test_cards_are_of_every_kind(client: FlaskClient) -> None:
    cards = client.get("/v3/cartographers/cards").get_json()["cards"]
    assert {card["kind"] for card in cards} == {"explore", "ruins", "ambush", "hero", "scoring"}
    assert all(("rule" in card) == (card["kind"] == "scoring") for card in cards)
