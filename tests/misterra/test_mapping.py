"""Updates: the five things that can happen to a space, the supply, and the order."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from misterra.tables import EMPTY, player
from theodolite.web.misterra.examples import CHECK

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

# All 12 mountains lie on the island; E3 to E5 are empty.
TWELVE_MOUNTAINS = ["MMMMM", "MMMMM", "MmJj.", ".....", "....."]


def update(ask: Ask, island: list[str], *halves: tuple[str, str], **rulings: str) -> Json:
    """Map the halves of a card, each a space and a terrain."""
    action = {"type": "map", "spaces": [space for space, _ in halves]}
    move = {"sketch": [terrain for _, terrain in halves], "action": action}
    return ask("updates", {"snapshot": {"island": island, "rulings": rulings}, "move": move})


@pytest.mark.parametrize(
    ("before", "after", "effect", "returned"),
    [
        (".", "l", "placed", None),
        ("l", "L", "confirmed", None),
        ("j", "l", "replaced", "jungle"),
        ("L", "L", "already_confirmed", None),
        ("J", "J", "already_confirmed", None),
    ],
)
def test_what_mapping_a_lagoon_does_to_a_space(
    ask: Ask, before: str, after: str, effect: str, returned: str | None
) -> None:
    answer = update(ask, [f"..{before}..", *EMPTY[1:]], ("C1", "lagoon"))
    assert answer["after"]["island"] == [f"..{after}..", *EMPTY[1:]]
    (change,) = answer["changes"]
    assert (change["space"], change["terrain"]) == ("C1", "lagoon")
    assert (change["effect"], change["returned"]) == (effect, returned)
    assert (change["rule"], change["reference"]) == (f"misterra.map.{effect}", "p. 5")


@pytest.mark.parametrize(
    ("space", "ruling", "effect", "row"),
    [
        ("E3", "no_effect", "none_in_supply", "MmJj."),
        ("D3", "no_effect", "none_in_supply", "MmJj."),
        ("C3", "no_effect", "already_confirmed", "MmJj."),
        ("B3", "no_effect", "none_in_supply", "MmJj."),
        ("B3", "may_confirm", "confirmed", "MMJj."),
        ("E3", "may_confirm", "none_in_supply", "MmJj."),
        ("D3", "may_confirm", "none_in_supply", "MmJj."),
    ],
)
def test_a_terrain_without_supply(ask: Ask, space: str, ruling: str, effect: str, row: str) -> None:
    answer = update(ask, TWELVE_MOUNTAINS, (space, "mountain"), empty_supply=ruling)
    assert answer["after"]["island"][2] == row
    assert answer["changes"][0]["effect"] == effect
    assert answer["supply"] == {"jungle": 10, "lagoon": 12, "mountain": 0, "steppe": 12}
    assert answer["rulings"] == [
        {"name": "empty_supply", "value": ruling, "could_matter": space == "B3"}
    ]


def test_a_tile_that_the_first_space_returns_is_there_for_the_second(ask: Ask) -> None:
    first, second = ("B3", "steppe"), ("B4", "mountain")
    answer = update(ask, TWELVE_MOUNTAINS, first, second)
    assert [change["effect"] for change in answer["changes"]] == ["replaced", "placed"]
    assert answer["changes"][0]["returned"] == "mountain"
    assert answer["after"]["island"][2:4] == ["MsJj.", ".m..."]
    answer = update(ask, TWELVE_MOUNTAINS, second, first)
    assert [change["effect"] for change in answer["changes"]] == ["none_in_supply", "replaced"]
    assert answer["supply"]["mountain"] == 1


def test_the_last_tile_of_the_supply_is_gone_for_the_second_space(ask: Ask) -> None:
    eleven = ["JJJJJ", "JJJJJ", "J....", ".....", "....."]
    answer = update(ask, eleven, ("B3", "jungle"), ("C3", "jungle"))
    assert [change["effect"] for change in answer["changes"]] == ["placed", "none_in_supply"]
    assert answer["after"]["island"][2] == "Jj..."


def test_two_mappings_of_one_terrain_confirm_it(ask: Ask) -> None:
    once = update(ask, EMPTY, ("A1", "steppe"), ("A2", "steppe"))
    twice = update(ask, once["after"]["island"], ("A2", "steppe"), ("A1", "steppe"))
    assert twice["after"]["island"][:2] == ["S....", "S...."]
    assert twice["supply"]["steppe"] == 10


SNAPSHOT: Json = {
    "beach": "right",
    "island": ["J....", *EMPTY[1:]],
    "players": [player(meeple="beach:E3"), player("Bo", meeple="A1")],
    "display": [["jungle", "steppe"], ["lagoon", "lagoon"]],
}


def test_with_a_player_the_rest_of_the_table_follows(ask: Ask) -> None:
    move = {
        "path": ["beach:E4"],
        "sketch": ["steppe", "jungle"],
        "action": {"type": "map", "spaces": ["A4", "A5"]},
    }
    answer = ask("updates", {"snapshot": SNAPSHOT, "player": "Ada", "move": move})
    after = answer["after"]
    # The move is not judged: from there A4 and A5 are not seen.
    assert after["island"][3:] == ["s....", "j...."]
    assert after["players"][0]["parchment"] == [*EMPTY[:3], "S....", "J...."]
    assert after["players"][0]["meeple"] == "beach:E4"
    assert after["display"] == [["lagoon", "lagoon"]]
    lagoon = {"discard": ["lagoon", "lagoon"], "reveal": ["mountain", "mountain"]}
    claim = {"lagoon": lagoon, "action": {"type": "claim"}}
    answer = ask("updates", {"snapshot": after, "player": "Bo", "move": claim})
    assert answer["changes"] == []
    assert answer["after"]["players"][1]["claims"] == ["A1"]
    # A card was taken, and only one is there.
    assert answer["after"]["display"] == []


def test_a_legal_half_day_is_carried_out_as_it_is_judged(ask: Ask) -> None:
    for move in (CHECK["move"], {"path": ["D3"], "action": {"type": "discard"}}):
        body = {**CHECK, "move": move}
        assert ask("updates", body)["after"] == ask("legality-checks", body)["after"]


def test_without_an_action_the_meeple_moves_and_no_card_is_taken(ask: Ask) -> None:
    body = {"snapshot": SNAPSHOT, "player": "Ada", "move": {"path": ["beach:E4"]}}
    after = ask("updates", body)["after"]
    assert after["players"][0]["meeple"] == "beach:E4"
    assert after["display"] == SNAPSHOT["display"]


def test_a_card_that_is_not_open_is_not_taken_off_the_display(ask: Ask) -> None:
    move = {"sketch": ["steppe", "steppe"], "action": {"type": "discard"}}
    after = ask("updates", {"snapshot": SNAPSHOT, "player": "Ada", "move": move})["after"]
    assert after["display"] == SNAPSHOT["display"]


def test_without_a_player_only_the_island_is_mapped(ask: Ask) -> None:
    move = {"sketch": ["steppe"], "action": {"type": "map", "spaces": ["A5"]}}
    after = ask("updates", {"snapshot": SNAPSHOT, "move": move})["after"]
    assert after["island"] == [*SNAPSHOT["island"][:4], "s...."]
    assert [one["parchment"] for one in after["players"]] == [EMPTY, EMPTY]
    assert after["display"] == SNAPSHOT["display"]


@pytest.mark.parametrize(
    ("snapshot", "path"), [({"island": EMPTY}, "beach:E3"), (SNAPSHOT, "beach:A3")]
)
def test_nothing_is_carried_out_where_there_is_no_beach(
    client: FlaskClient, snapshot: Json, path: str
) -> None:
    body = {"snapshot": snapshot, "move": {"path": [path]}}
    response = client.post("/v3/misterra/updates", json=body)
    errors = [(error["pointer"], error["code"]) for error in response.get_json()["errors"]]
    assert errors == [("/move/path/0", "unknown_space")]
