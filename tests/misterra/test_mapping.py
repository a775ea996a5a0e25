"""Island updates: the five things that can happen to a space, the supply, and the order."""

from collections.abc import Callable
from typing import Any

import pytest

from misterra.tables import EMPTY

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

# All 12 mountains lie on the island; E3 to E5 are empty.
TWELVE_MOUNTAINS = ["MMMMM", "MMMMM", "MmJj.", ".....", "....."]


def half(space: str, terrain: str) -> Json:
    return {"space": space, "terrain": terrain}


def update(ask: Ask, island: list[str], *sketch: Json, **rulings: str) -> Json:
    return ask("island-updates", {"island": island, "sketch": sketch, "rulings": rulings})


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
    answer = update(ask, [f"..{before}..", *EMPTY[1:]], half("C1", "lagoon"))
    assert answer["island"] == [f"..{after}..", *EMPTY[1:]]
    (change,) = answer["changes"]
    assert (change["space"], change["terrain"]) == ("C1", "lagoon")
    assert (change["effect"], change["returned"]) == (effect, returned)
    assert (change["rule"], change["page"]) == (f"misterra.map.{effect}", 5)


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
    answer = update(ask, TWELVE_MOUNTAINS, half(space, "mountain"), empty_supply=ruling)
    assert answer["island"][2] == row
    assert answer["changes"][0]["effect"] == effect
    assert answer["supply"] == {"jungle": 10, "lagoon": 12, "mountain": 0, "steppe": 12}
    assert answer["rulings"] == [
        {"name": "empty_supply", "value": ruling, "could_matter": space == "B3"}
    ]


def test_a_tile_that_the_first_space_returns_is_there_for_the_second(ask: Ask) -> None:
    first, second = half("B3", "steppe"), half("B4", "mountain")
    answer = update(ask, TWELVE_MOUNTAINS, first, second)
    assert [change["effect"] for change in answer["changes"]] == ["replaced", "placed"]
    assert answer["changes"][0]["returned"] == "mountain"
    assert answer["island"][2:4] == ["MsJj.", ".m..."]
    answer = update(ask, TWELVE_MOUNTAINS, second, first)
    assert [change["effect"] for change in answer["changes"]] == ["none_in_supply", "replaced"]
    assert answer["supply"]["mountain"] == 1


def test_the_last_tile_of_the_supply_is_gone_for_the_second_space(ask: Ask) -> None:
    eleven = ["JJJJJ", "JJJJJ", "J....", ".....", "....."]
    answer = update(ask, eleven, half("B3", "jungle"), half("C3", "jungle"))
    assert [change["effect"] for change in answer["changes"]] == ["placed", "none_in_supply"]
    assert answer["island"][2] == "Jj..."


def test_two_mappings_of_one_terrain_confirm_it(ask: Ask) -> None:
    once = update(ask, EMPTY, half("A1", "steppe"), half("A2", "steppe"))
    twice = update(ask, once["island"], half("A2", "steppe"), half("A1", "steppe"))
    assert twice["island"][:2] == ["S....", "S...."]
    assert twice["supply"]["steppe"] == 10
