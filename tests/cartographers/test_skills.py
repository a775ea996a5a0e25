"""Skill cards: coins are spent, what is drawn is judged as far as the print is known."""

from typing import Any

import pytest
from flask.testing import FlaskClient

Json = dict[str, Any]

EMPTY = "..........."
MAP = ["^..........", "R..........", *[EMPTY] * 9]


def table(*, coins: int = 2, spent: int = 0, drawn: str = EMPTY, **fields: Any) -> Json:
    """A table of Ann alone, the first row of whose map is drawn."""
    ann = {"name": "Ann", "drawn": [drawn, *[EMPTY] * 10], "coins": coins, "coins_spent": spent}
    return {
        "game": "cartographers",
        "map": MAP,
        "season": "summer",
        "solo": False,
        "decrees": {"B": "canal_lake", "C": "wildholds"},
        "players": [{**ann, **fields}],
    }


def judged(client: FlaskClient, move: Json, **fields: Any) -> Json:
    body = {"snapshot": table(**fields), "player": "Ann", "move": move}
    response = client.post("/v3/cartographers/legality-checks", json=body)
    assert response.status_code == 200, response.get_json()
    answer: Json = response.get_json()
    return answer


def draw(squares: str, terrain: str, skill: str, coins: int = 1, **fields: Any) -> Json:
    """A draw for Hamlet: village, `X./XX` with a coin or `XXX/XX.`."""
    move = {"card": "hamlet", "spaces": squares.split(), "skill": skill, "coins_spent": coins}
    return {**move, **({"terrain": terrain} if squares else {}), **fields}


@pytest.mark.parametrize(
    ("move", "fields", "failed", "coins"),
    [
        # The map judges a free drawing, the card does not.
        (draw("C3 E5 K1", "water", "free_drawing"), {}, [], 1),
        (draw("", "", "free_drawing"), {}, [], 1),
        (draw("C3 E5", "water", "free_drawing", after_ruins=True), {}, [], 1),
        (draw("A1 C3", "water", "free_drawing"), {}, ["draw.empty"], 0),
        (draw("A2 C3", "water", "free_drawing"), {"drawn": ".F........."}, ["draw.empty"], 0),
        (draw("L1 C3", "water", "free_drawing"), {}, ["draw.empty"], 0),
        (draw("C3 E5", "mountain", "free_drawing"), {}, ["draw.terrain"], 0),
        (draw("C3 E5", "hero", "free_drawing"), {}, ["draw.terrain"], 0),
        # Extra squares need the card's shape, its terrain and its ruins; its coin comes.
        (draw("C1 D1 D2 K9", "village", "extra_squares"), {}, [], 2),
        (draw("C1 C2 C3 D1 D2 D3 D4", "village", "extra_squares"), {}, [], 2),
        (draw("C1 D1 D2", "village", "extra_squares"), {}, [], 2),
        (draw("C1 D1 D2 K9", "water", "extra_squares"), {}, ["draw.terrain"], 0),
        (draw("C1 C2 E5 E6", "village", "extra_squares"), {}, ["draw.shape"], 0),
        (draw("C1 D1 D2 A1", "village", "extra_squares"), {}, ["draw.empty"], 0),
        (
            draw("C1 D1 D2 K9", "village", "extra_squares", after_ruins=True),
            {},
            ["draw.ruins"],
            0,
        ),
        (draw("C1 D1 D2 B1", "village", "extra_squares", after_ruins=True), {}, [], 2),
        # Another effect leaves the draw to the card.
        (draw("C1 D1 D2", "village", "other"), {}, [], 2),
        (draw("C1 D1 D2 D3", "village", "other"), {}, ["draw.shape"], 0),
        # The coins must be there before the draw.
        (draw("C1 D1 D2", "village", "other", 2), {}, [], 1),
        (draw("C1 D1 D2", "village", "other", 3), {}, ["skill.coins"], 0),
        (draw("C1 D1 D2", "village", "other", 1), {"coins": 0}, ["skill.coins"], 0),
        (draw("C1 D1 D2", "village", "other", 0), {"coins": 0}, [], 1),
    ],
)
def test_a_draw_with_a_skill_card_is_judged(
    client: FlaskClient, move: Json, fields: Json, failed: list[str], coins: int
) -> None:
    answer = judged(client, move, **fields)
    checks = answer["checks"]
    rules = [one["rule"].removeprefix("cartographers.") for one in checks]
    assert [rule for rule, one in zip(rules, checks, strict=True) if one["status"] == "failed"] == (
        failed
    )
    assert "cartographers.skill.effect" in answer["unchecked"]
    if failed:
        assert answer["after"] is None
        return
    (ann,) = answer["after"]["players"]
    assert ann["coins"] == coins
    assert ann.get("coins_spent", 0) == move["coins_spent"]
    spent, *_ = answer["changes"]
    assert (spent["effect"], spent["coins"]) == ("coins_spent", -move["coins_spent"])
    # The table after it is taken by every operation.
    for operation in ("scores", "pictures", "notations"):
        body = {"snapshot": answer["after"]}
        assert client.post(f"/v3/cartographers/{operation}", json=body).status_code == 200


@pytest.mark.parametrize("field", ["skill", "coins_spent"])
def test_a_skill_card_and_its_coins_come_together(client: FlaskClient, field: str) -> None:
    move = {name: one for name, one in draw("C1", "water", "other").items() if name != field}
    body = {"snapshot": table(), "player": "Ann", "move": move}
    response = client.post("/v3/cartographers/legality-checks", json=body)
    assert response.status_code == 422
    (error,) = response.get_json()["errors"]
    assert (error["pointer"], error["code"]) == (f"/move/{field}", "required")


def test_an_update_spends_what_is_there(client: FlaskClient) -> None:
    body = {"snapshot": table(), "move": draw("C3 E5", "water", "free_drawing", 5)}
    answer = client.post("/v3/cartographers/updates", json=body).get_json()
    assert answer["changes"][0]["explanation"] == "2 coins are spent, because no more are marked."
    (ann,) = answer["after"]["players"]
    assert (ann["coins"], ann["coins_spent"]) == (0, 2)
    assert ann["drawn"][2] == "..W........"


def test_the_drawer_of_an_ambush_pays(client: FlaskClient) -> None:
    snapshot = table()
    snapshot["solo"] = False
    snapshot["players"].append({"name": "Ben", "drawn": [EMPTY] * 11, "coins": 1})
    move = {
        "card": "goblin_attack",
        "spaces": ["C1", "D2", "E3"],
        "terrain": "monster",
        "skill": "other",
        "coins_spent": 2,
    }
    body = {"snapshot": snapshot, "player": "Ann", "move": move}
    answer = client.post("/v3/cartographers/legality-checks", json=body).get_json()
    ann, ben = answer["after"]["players"]
    assert (ann["coins"], ann["coins_spent"], ben["coins"]) == (0, 2, 1)
    assert ben["drawn"][2][0] == "M"


@pytest.mark.parametrize(
    ("coins", "spent", "boxes", "remarks"),
    [
        (1, 0, [3], ["Ann wrote down 3 coins in spring and has 1 after that;"]),
        (1, 1, [3], ["Ann wrote down 3 coins in spring and has 1 after that;"]),
        (1, 2, [3], []),
        (4, 0, [3], []),
        # One mountain is closed.
        (0, 0, [], ["Ann has marked 0 coins so far, but closed mountains"]),
        (0, 1, [], []),
    ],
)
def test_spending_accounts_for_fewer_coins(
    client: FlaskClient, coins: int, spent: int, boxes: list[int], remarks: list[str]
) -> None:
    seasons = [{"season": "spring", "decrees": [0, 0], "coins": n, "monsters": 0} for n in boxes]
    snapshot = table(coins=coins, spent=spent, drawn=".F.........", seasons=seasons)
    snapshot["players"][0]["drawn"][1] = "F.........."
    scored = client.post("/v3/cartographers/scores", json={"snapshot": snapshot}).get_json()
    found = [remark["explanation"] for remark in scored["remarks"]]
    found = [one for one in found if not (boxes and "mountains" in one)]
    assert [one.startswith(text) for one, text in zip(found, remarks, strict=True)] == (
        [True] * len(remarks)
    )
    (item,) = [one for one in scored["players"][0]["items"] if one["category"] == "coins"]
    assert item["points"] == coins


def test_a_record_with_skill_cards_is_legal_and_reviewed(client: FlaskClient) -> None:
    move = draw("C3 E5", "water", "free_drawing")
    turns = [
        {"card": "farmland", "moves": {"Ann": {"spaces": ["K1", "K2"], "terrain": "farm"}}},
        {"card": move.pop("card"), "moves": {"Ann": move}},
    ]
    snapshot = table(coins=0)
    snapshot["decrees"] |= {"A": "greenbough", "D": "borderlands"}
    record = {"record": {"snapshot": snapshot, "turns": turns}}
    replayed = client.post("/v3/cartographers/replays", json=record).get_json()
    assert replayed["legal"] is True
    (ann,) = replayed["after"]["players"]
    assert (ann["coins"], ann["coins_spent"]) == (0, 1)
    reviewed = client.post("/v3/cartographers/reviews", json=record).get_json()
    assert all(turn["cost"] >= 0 for turn in reviewed["turns"])
    turns[1]["moves"]["Ann"]["coins_spent"] = 2
    replayed = client.post("/v3/cartographers/replays", json=record).get_json()
    assert (replayed["legal"], replayed["stopped_at"]["turn"]) == (False, 1)


def disputed(client: FlaskClient, drawn: str, cards: list[str], *, spent: int) -> Json:
    """The answer to a dispute about an empty map that became one with these rows."""
    before = {**table(), "game": "combined", "map": [EMPTY] * 11}
    rows = [row.ljust(11, ".") for row in drawn.split("/")]
    ann = {"drawn": rows + [EMPTY] * (11 - len(rows)), "coins": 2 - spent, "coins_spent": spent}
    after = {**before, "players": [{**before["players"][0], **ann}]}
    body = {"before": before, "after": after, "player": "Ann", "given": {"cards": cards}}
    response = client.post("/v3/cartographers/disputes", json=body)
    assert response.status_code == 200, response.get_json()
    answer: Json = response.get_json()
    return answer


@pytest.mark.parametrize(
    ("drawn", "cards", "skills"),
    [
        ("V/VV", ["hamlet"], [None]),
        ("V..V/VV", ["hamlet"], ["extra_squares"]),
        ("F.F", ["hamlet"], ["free_drawing"]),
        ("VV.F/V.F/.......F", ["hamlet", "forgotten_forest"], [None, "extra_squares"]),
        ("V.F/VVF/..F/.......F", ["hamlet", "great_river"], [None, "free_drawing"]),
        ("WWW/V....M/VV.M/....M", ["great_river", "hamlet", "goblin_attack"], []),
        # One skill card draws one terrain, and ambushes know none.
        ("V..V/VV/WWWW", ["hamlet", "great_river"], []),
        ("M", ["goblin_attack"], []),
    ],
)
def test_disputes_look_for_one_skill_card_where_coins_were_spent(
    client: FlaskClient, drawn: str, cards: list[str], skills: list[str | None]
) -> None:
    answer = disputed(client, drawn, cards, spent=1)
    assert answer["possible"] is bool(skills)
    if skills:
        moves = answer["accounts"][0]["moves"]
        assert [move.get("skill") for move in moves] == skills
        assert [move.get("coins_spent") for move in moves] == [skill and 1 for skill in skills]
    # Nothing is drawn with a skill card that nobody paid for.
    assert disputed(client, drawn, cards, spent=0)["possible"] is (skills == [None])


def test_a_record_that_stops_later_has_paid(client: FlaskClient) -> None:
    """The table after a record is carried out to its end, skill cards included."""
    move = draw("C3", "water", "free_drawing")
    turns = [{"card": "marshlands"}, {"card": move.pop("card"), "moves": {"Ann": move}}]
    record = {"snapshot": table(), "turns": turns}
    seen = table(coins=1, spent=1)
    seen["players"][0]["drawn"][2] = "..W........"
    body = {"record": record, "seen": seen}
    answer = client.post("/v3/cartographers/replays", json=body).get_json()["seen"]
    assert (answer["agrees"], answer["differences"]) == (True, [])
