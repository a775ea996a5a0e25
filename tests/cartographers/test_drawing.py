"""The effects of draws on a map, coins included."""

from typing import Any

import pytest

from cartographers.pictures import land, names, rows, spaces
from theodolite.cartographers.board import GRID, Terrain
from theodolite.cartographers.drawing import (
    Change,
    Draw,
    Sheet,
    dragon_defeated,
    draw,
    gorgon_targets,
)
from theodolite.cartographers.facts import CARDS, Card
from theodolite.cartographers.rulings import Rulings
from theodolite.rulebook import LANGUAGES, Rulebook

DEFAULTS = Rulings()
MONSTER, HERO, FOREST = Terrain.MONSTER, Terrain.HERO, Terrain.FOREST


def described(changes: list[Change]) -> list[str]:
    """Each change as `A1 drawn F` or `coin_of_shape +1`."""
    return [
        " ".join(
            part
            for part in (
                "" if change.space is None else GRID.names[change.space],
                change.effect,
                change.letter,
                f"+{change.coins}" if change.coins or change.effect == "mountain_closed" else "",
            )
            if part
        )
        for change in changes
    ]


def drawing(
    picture: str,
    on: str,
    terrain: Terrain,
    card: str | None = None,
    *,
    stars: str = "",
    there: str = "",
    destroys: str = "",
    coins: int = 0,
    paid: bool = False,
    rulings: Rulings = DEFAULTS,
    by_owner: bool = True,
) -> tuple[Sheet, list[str]]:
    drawn = Draw(spaces(on), terrain, spaces(stars), GRID.spaces.get(destroys))
    sheet = Sheet(land(picture, there), coins, paid)
    after, changes = draw(sheet, drawn, CARDS.get(card or ""), rulings, by_owner=by_owner)
    return after, described(changes)


def test_a_shape_fills_its_spaces() -> None:
    after, changes = drawing("F", "B1 B2", FOREST)
    assert after.map.drawn.rows() == rows("F/FF")
    assert changes == ["B1 drawn F", "B2 drawn F"]


def test_a_filled_space_refuses_the_whole_draw() -> None:
    after, changes = drawing("F^", "A1 A2 A3", FOREST, "hamlet", coins=2)
    assert after.map.drawn.rows() == rows("F")
    assert after.coins == 2
    assert changes == ["A1 refused", "A2 refused"]


def test_nothing_is_drawn_without_spaces_or_terrain() -> None:
    sheet = Sheet(land("F"), 1)
    assert draw(sheet, Draw(), None, Rulings()) == (sheet, [])
    assert draw(sheet, Draw(spaces("B1")), None, Rulings()) == (sheet, [])


@pytest.mark.parametrize(
    ("card", "on", "rulings", "letter"),
    [
        (None, "A1", Rulings(), "M"),
        ("rift_lands", "A1", Rulings(), "M"),
        ("zombie_plague", "A1", Rulings(), "Z"),
        ("giant_troll_ravage", "A2 B1 B2 B3", Rulings(), "T"),
        ("giant_troll_ravage", "A1", Rulings(), "M"),
        ("giant_troll_ravage", "A1", Rulings(fallback_monster="named"), "T"),
        ("goblin_attack", "A1", Rulings(), "M"),
    ],
)
def test_a_monster_takes_its_letter_from_its_card(
    card: str | None, on: str, rulings: Rulings, letter: str
) -> None:
    after, _ = drawing("", on, MONSTER, card, rulings=rulings)
    assert names(after.map.drawn.layer(letter)) == on


def test_a_hero_stars_what_its_pattern_covers_and_destroys_monsters_there() -> None:
    after, changes = drawing(
        "F.M/...", "A2", HERO, "dobrik_of_lorkheim", stars="A1 A3 B2", there="A1"
    )
    assert names(after.map.stars) == "A1 A3 B2"
    assert after.map.drawn.rows() == rows("FHX")
    assert changes == ["A2 drawn H", "A3 starred", "B2 starred", "A3 destroyed M"]


def test_stars_come_with_heroes_alone() -> None:
    after, changes = drawing("", "A1", FOREST, stars="A2", destroys="A2")
    assert after.map.stars == 0
    assert changes == ["A1 drawn F"]


def test_a_monster_drawn_on_a_star_is_drawn_and_destroyed() -> None:
    after, changes = drawing("", "A1", MONSTER, "zombie_plague", there="A1")
    assert after.map.drawn.rows() == rows("X")
    assert changes == ["A1 drawn Z", "A1 destroyed Z"]


GORGON = "A1 A3 B2"


@pytest.mark.parametrize(
    ("picture", "target", "after", "changes"),
    [
        ("", "A2", "GXG/.G.", ["A2 destroyed ."]),
        (".F./...", "A2", "GXG/.G.", ["A2 destroyed F"]),
        (".D./...", "A2", "GdG/.G.", ["A2 destroyed D"]),
        (".#./...", "A2", "G.G/.G.", []),
        (".X./...", "A2", "GXG/.G.", []),
    ],
)
def test_a_gorgon_destroys_at_once(
    picture: str, target: str, after: str, changes: list[str]
) -> None:
    sheet, found = drawing(picture, GORGON, MONSTER, "gorgon_gaze", destroys=target, paid=True)
    assert sheet.map.drawn.rows() == rows(after)
    assert found[3:] == changes


@pytest.mark.parametrize(
    ("picture", "stars", "rulings", "targets"),
    [
        ("G.G/.G.", "", Rulings(), "A2 A4 B1 B3 C2"),
        ("G^G/.G#", "", Rulings(), "A4 B1 B3 C2"),
        ("G^G/.G#", "", Rulings(gorgon_target="must_change"), "A4 B1 C2"),
        ("GXG/.G.", "", Rulings(gorgon_target="must_change"), "A4 B1 B3 C2"),
        ("XFG/.G.", "A1", Rulings(), "A2 A4 B1 B3 C2"),
        ("X^X/.X.", "A1 A3 B2", Rulings(), ""),
        ("X^X/.X.", "A1 A3 B2", Rulings(gorgon_source="as_drawn"), "A4 B1 B3 C2"),
    ],
)
def test_gorgons_may_destroy_adjacent_spaces(
    picture: str, stars: str, rulings: Rulings, targets: str
) -> None:
    assert names(gorgon_targets(land(picture, stars), spaces(GORGON), rulings)) == targets


def test_gorgons_may_destroy_destroyed_spaces_if_there_are_no_others() -> None:
    must_change = Rulings(gorgon_target="must_change")
    assert names(gorgon_targets(land("GX/X"), spaces("A1"), must_change)) == "A2 B1"


@pytest.mark.parametrize(
    ("picture", "defeated"),
    [
        ("", [False, False, False]),
        ("D", [False, False, False]),
        ("DF/F", [True, True, True]),
        ("dF/F", [True, False, True]),
        ("d", [True, False, False]),
        ("dX/DF/F", [True, True, True]),
        ("d./DF/F", [True, True, False]),
    ],
)
def test_dragons_are_defeated_as_the_ruling_says(picture: str, defeated: list[bool]) -> None:
    shown = land(picture)
    values = [
        Rulings(),
        Rulings(dragon_defeated="standing"),
        Rulings(dragon_defeated="as_drawn"),
    ]
    assert [dragon_defeated(shown.drawn, shown.empty, one) for one in values] == defeated


@pytest.mark.parametrize(
    ("sheet_fields", "coins", "changes"),
    [
        ({"picture": "F.", "on": "A2 A3 A4", "card": "great_river"}, 1, ["coin_of_shape +1"]),
        ({"picture": ".^./.F.", "on": "A1 A3"}, 1, ["A2 mountain_closed +1"]),
        ({"picture": "^./.^/F^", "on": "A2 B1"}, 1, ["A1 mountain_closed +1"]),
        ({"picture": "^F/F", "on": "A3"}, 0, []),
        ({"picture": ".^/..", "on": "A1 A3 B2", "by_owner": False}, 1, ["A2 mountain_closed +1"]),
        (
            {
                "picture": ".^/..",
                "on": "A1 A3 B2",
                "by_owner": False,
                "rulings": Rulings(coins_by_others="nobody"),
            },
            0,
            ["A2 mountain_closed +0"],
        ),
        ({"picture": "DF", "on": "B1"}, 3, ["dragon_defeated +3"]),
        ({"picture": "DF", "on": "B1", "paid": True}, 0, []),
        ({"picture": "DF/F", "on": "A3"}, 0, []),
        (
            {
                "picture": "D^./F...",
                "on": "A3 B2",
                "card": "forgotten_forest",
                "coins": 12,
                "rulings": Rulings(coin_limit="fourteen"),
            },
            2,
            ["coin_of_shape +1", "A2 mountain_closed +1"],
        ),
        (
            {
                "picture": "D./F",
                "on": "A2",
                "coins": 12,
                "rulings": Rulings(coin_limit="fourteen"),
            },
            2,
            ["dragon_defeated +2"],
        ),
        (
            {
                "picture": "",
                "on": "A1 A2 A3",
                "card": "great_river",
                "coins": 15,
                "rulings": Rulings(coin_limit="fourteen"),
            },
            0,
            ["coin_of_shape"],
        ),
    ],
)
def test_maps_bring_coins(sheet_fields: dict[str, Any], coins: int, changes: list[str]) -> None:
    sheet, found = drawing(terrain=FOREST, **sheet_fields)
    assert sheet.coins - int(str(sheet_fields.get("coins", 0))) == coins
    assert [change for change in found if "drawn" not in change] == changes
    assert sheet.dragon_paid == bool(
        sheet_fields.get("paid") or "dragon_defeated" in "".join(found)
    )


def test_a_change_fills_its_sentence() -> None:
    book = Rulebook("theodolite.cartographers")
    for change in (
        Change(GRID.spaces["A1"], "drawn", letter="F"),
        Change(GRID.spaces["A1"], "destroyed", letter="D"),
        Change(GRID.spaces["A1"], "destroyed", letter="."),
        Change(None, "coin_of_shape", 1),
    ):
        for language in LANGUAGES:
            assert book.sentence(language, change.rule, change.key, change.values)


def test_draws_without_a_card_bring_no_coin_of_a_shape() -> None:
    sheet, changes = draw(
        Sheet(land("")), Draw(spaces("A1"), FOREST), Card("x", "explore", "heroes"), Rulings()
    )
    assert sheet.coins == 0
    assert described(changes) == ["A1 drawn F"]
