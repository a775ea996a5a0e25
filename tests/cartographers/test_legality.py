"""Legality of draws, rule by rule, and legal actions."""

from typing import Any

import pytest

from cartographers.pictures import names, rows, spaces, table
from theodolite.cartographers.actions import Actions, ValuedBy, decrees_valued, legal_actions
from theodolite.cartographers.board import GRID, Terrain
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import CARDS, Card
from theodolite.cartographers.legality import (
    Turn,
    Verdict,
    faces_needed,
    judge,
    offer,
    patterns,
    ruins_in_force,
    rulings_used,
    without_rulings,
)
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import Season, Snapshot
from theodolite.grid import NOWHERE
from theodolite.rulebook import LANGUAGES, Rulebook

FREYLA = CARDS["freyla_the_true"]._replace(pattern=("H***",))
DOBRIK = CARDS["dobrik_of_lorkheim"]._replace(pattern=(".*.", "*H*", ".*."))
FULL = "/".join(["F" * 11] * 11)
FOURTEEN = Rulings(coin_limit="fourteen")
NOBODY = Rulings(coins_by_others="nobody")


def hole(*empty: str) -> str:
    """A map of forest with these spaces empty."""
    text = list("F" * 121)
    for name in empty:
        text[GRID.spaces[name]] = "."
    return "/".join("".join(text[i : i + 11]) for i in range(0, 121, 11))


def draw(text: str) -> Draw:
    """`A1 A2 forest *B1 !C1`: spaces, terrain, stars, what is destroyed."""
    words = text.split()
    terrain = [word for word in words if word.upper() in Terrain.__members__]
    stars = [word[1:] for word in words if word[0] == "*"]
    aims = [GRID.spaces[word[1:]] for word in words if word[0] == "!"]
    on = [word for word in words if word in GRID.spaces]
    return Draw(
        spaces(" ".join(on)),
        Terrain[terrain[0].upper()] if terrain else None,
        spaces(" ".join(stars)),
        aims[0] if aims else None,
    )


def judged(
    start: Snapshot,
    card: Card | str,
    text: str,
    *,
    ruins: bool = False,
    player: int = 0,
    on: int = 0,
) -> Verdict:
    face = CARDS[card] if isinstance(card, str) else card
    return judge(start, Turn(player, on, face, ruins), draw(text))


def failed(verdict: Verdict) -> dict[str, str]:
    return {
        check.rule.removeprefix("cartographers."): check.says
        for check in verdict.checks
        if check.status == "failed"
    }


COMBINED: dict[str, Any] = {"game": "combined"}
CASES: list[tuple[Card | str, str, str, dict[str, Any], dict[str, str]]] = [
    # card, picture, draw, fields of the table, failed checks
    ("hamlet", "", "A1 B1 B2 village", {}, {}),
    ("hamlet", "", "A1 A2 B1 village", {}, {}),
    ("hamlet", "", "A1 A2 A3 B1 B2 village", {}, {}),
    ("hamlet", "", "A1 A2 A3 B3 B2 village", {}, {}),
    ("hamlet", "", "A1 A2 A3 village", {}, {"draw.shape": "other"}),
    ("hamlet", "F", "A1 B1 B2 village", {}, {"draw.empty": "failed"}),
    ("hamlet", "F", "A1 B1 B2 farm", {}, {"draw.empty": "failed", "draw.terrain": "failed"}),
    ("hamlet", "", "A1 B1 B2", {}, {"draw.terrain": "absent"}),
    ("hamlet", "", "A1 B1 B2 village *C3", {}, {"draw.terrain": "stray"}),
    ("hamlet", "", "A1 B1 B2 village !C3", {}, {"draw.terrain": "stray"}),
    ("hamlet", "", "A1 village", {}, {"draw.fallback": "fits"}),
    ("hamlet", "", "", {}, {"draw.fallback": "fits"}),
    ("hamlet", hole("A1", "C3"), "A1 water", {}, {}),
    ("hamlet", hole("A1", "C3"), "A1 hero", {}, {}),
    ("hamlet", hole("A1", "C3"), "A1 hero *A2", {}, {"hero.pattern": "stray"}),
    ("hamlet", hole("A1", "C3"), "A1 monster", {}, {}),
    ("hamlet", hole("A1", "C3"), "A1 hero", {"game": "cartographers"}, {"draw.terrain": "failed"}),
    (
        "hamlet",
        "",
        "A1 hero",
        {"game": "cartographers"},
        {"draw.terrain": "failed", "draw.fallback": "fits"},
    ),
    ("hamlet", hole("A1"), "A2 water", {}, {"draw.empty": "failed"}),
    ("hamlet", hole("A1"), "", {}, {"draw.fallback": "empty"}),
    ("hamlet", FULL, "", {}, {}),
    ("hamlet", FULL, "*A1", {}, {"draw.terrain": "stray"}),
    ("hamlet", FULL, "!A1", {}, {"draw.terrain": "stray"}),
    ("hamlet", FULL, "A1 village", {}, {"draw.empty": "failed"}),
    (
        "hamlet",
        hole("A1"),
        "A1 water",
        {"rulings": Rulings(fallback_terrain="from_card")},
        {"draw.terrain": "failed"},
    ),
    ("hamlet", hole("A1"), "A1 village", {"rulings": Rulings(fallback_terrain="from_card")}, {}),
    # Gaps may be filled and cover nothing.
    ("pasture", ".F", "A1 A3 farm", {}, {}),
    ("mangrove_swamp", "", "A1 A2 A3 B1 B3 water", {}, {}),
    # Rift Lands after ruins.
    ("rift_lands", "R", "A1 water", {**COMBINED, "ruins": True}, {}),
    ("rift_lands", "R", "A2 water", {**COMBINED, "ruins": True}, {"draw.ruins": "failed"}),
    (
        "rift_lands",
        "R",
        "A2 hero",
        {**COMBINED, "ruins": True},
        {"draw.ruins": "failed", "draw.terrain": "failed", "hero.pattern": ""},
    ),
    ("rift_lands", "", "A2 hero", {**COMBINED, "ruins": True}, {}),
    # Ruins.
    ("hamlet", ".R", "A1 A2 B1 village", {**COMBINED, "ruins": True}, {}),
    ("hamlet", ".R", "B1 B2 C1 village", {**COMBINED, "ruins": True}, {"draw.ruins": "failed"}),
    ("hamlet", ".R", "B1 B2 C1 village", {**COMBINED}, {}),
    ("hamlet", ".R", "B1 B2 C1 village", {"ruins": True}, {}),
    ("hamlet", "", "B1 B2 C1 village", {**COMBINED, "ruins": True}, {"draw.ruins": "none_left"}),
    ("hamlet", "", "B1 forest", {**COMBINED, "ruins": True}, {}),
    ("hamlet", ".R", "B1 forest", {**COMBINED, "ruins": True}, {"draw.fallback": "fits"}),
    (
        "hamlet",
        "",
        "B1 forest",
        {**COMBINED, "ruins": True, "rulings": Rulings(fallback_terrain="from_card")},
        {},
    ),
    ("pasture", "FR/", "B1 B3 farm", {**COMBINED, "ruins": True}, {"draw.ruins": "failed"}),
    ("pasture", "...R", "A3 A5 farm", {**COMBINED, "ruins": True}, {"draw.ruins": "failed"}),
    # Ruins cards.
    ("temple_ruins", "", "", COMBINED, {}),
    ("temple_ruins", "", "A1 farm", COMBINED, {"draw.shape": "ruins"}),
    # Heroes.
    (DOBRIK, "", "B2 hero *A2 *B1 *B3 *C2", {}, {}),
    (DOBRIK, "", "A1 hero *A2 *B1", {}, {}),
    (DOBRIK, "", "A1 hero *A2", {}, {"hero.pattern": "failed"}),
    (DOBRIK, "", "A1 hero", {}, {"hero.pattern": "failed"}),
    (FREYLA, "", "A1 hero *A2 *A3 *A4", {}, {}),
    (FREYLA, "", "A1 hero", {}, {}),
    (FREYLA, "", "F6 hero", {}, {"hero.pattern": "failed"}),
    (FREYLA, "", "F6 hero *C6 *D6 *E6", {}, {}),
    (FREYLA, "", "A1 water", {}, {"draw.terrain": "failed"}),
    (FREYLA, "R", "B1 hero *B2 *B3 *B4", {**COMBINED, "ruins": True}, {}),
    (
        FREYLA,
        "R",
        "B1 hero *B2 *B3 *B4",
        {**COMBINED, "ruins": True, "rulings": Rulings(hero_after_ruins="must_cover")},
        {"draw.ruins": "failed"},
    ),
    (
        FREYLA,
        "R",
        "A1 hero *A2 *A3 *A4",
        {**COMBINED, "ruins": True, "rulings": Rulings(hero_after_ruins="must_cover")},
        {},
    ),
    (
        FREYLA,
        "",
        "A1 hero",
        {**COMBINED, "ruins": True, "rulings": Rulings(hero_after_ruins="must_cover")},
        {},
    ),
    (
        FREYLA,
        "",
        "A1 hero *A2 *A3 *A4",
        {**COMBINED, "ruins": True, "rulings": Rulings(hero_after_ruins="must_cover")},
        {"hero.pattern": "stray"},
    ),
    (FREYLA, FULL, "", {}, {}),
    # Solo ambushes.
    ("gnoll_raid", "", "A1 A2 B1 C1 C2 monster", COMBINED, {}),
    (
        "gnoll_raid",
        "",
        "A1 A2 B2 C1 C2 monster",
        COMBINED,
        {"draw.shape": "turned", "ambush.solo_place": "failed"},
    ),
    ("gnoll_raid", "", "B1 B2 C1 D1 D2 monster", COMBINED, {"ambush.solo_place": "failed"}),
    (
        "gnoll_raid",
        "",
        "A1 monster",
        COMBINED,
        {"draw.shape": "other", "ambush.solo_place": "failed"},
    ),
    ("gnoll_raid", "", "", COMBINED, {"draw.fallback": "fits", "ambush.solo_place": "failed"}),
    ("gnoll_raid", hole("A1"), "", COMBINED, {}),
    (
        "gnoll_raid",
        hole("A1"),
        "A1 monster",
        COMBINED,
        {"draw.shape": "other", "ambush.solo_place": "discarded"},
    ),
    (
        "gnoll_raid",
        "",
        "A1 A3 B1 B2 B3 monster",
        {**COMBINED, "rulings": Rulings(solo_turning="any_orientation")},
        {},
    ),
]


@pytest.mark.parametrize(("card", "picture", "text", "table_fields", "expected"), CASES)
def test_judges_draws_by_every_rule(
    card: Card | str,
    picture: str,
    text: str,
    table_fields: dict[str, Any],
    expected: dict[str, str],
) -> None:
    given = dict(table_fields)
    ruins = bool(given.pop("ruins", False))
    verdict = judged(table(picture, **given), card, text, ruins=ruins)
    assert failed(verdict) == {rule: says for rule, says in expected.items() if says}
    assert verdict.legal == (verdict.after is not None)


def test_every_sentence_of_a_check_is_filled_in_every_language() -> None:
    book = Rulebook("theodolite.cartographers")
    for card, picture, text, table_fields, _ in CASES:
        given = dict(table_fields)
        ruins = bool(given.pop("ruins", False))
        verdict = judged(table(picture, **given), card, text, ruins=ruins)
        for check in verdict.checks:
            for language in LANGUAGES:
                assert book.sentence(language, check.rule, check.says, check.values)


def test_reports_the_number_of_the_shape_and_none_of_a_fallback() -> None:
    assert judged(table(""), "hamlet", "A1 A2 B1 village").shape == 0
    assert judged(table(""), "hamlet", "A1 A2 A3 B1 B2 village").shape == 1
    claimed = judged(table(""), "hamlet", "A1 village")
    assert (claimed.shape, claimed.fallback) == (None, True)
    assert judged(table(FULL), "hamlet", "").fallback is False


@pytest.mark.parametrize(
    ("text", "matters"), [("A1 village", False), ("A1 farm", True), ("K11 farm", True)]
)
def test_rulings_matter_if_they_break_another_rule(text: str, *, matters: bool) -> None:
    # A1 is filled either way; whether farm may be drawn at all is a ruling.
    start = table(hole("K11"))
    from_card = start._replace(rulings=Rulings(fallback_terrain="from_card"))
    one, other = (without_rulings(judged(given, "hamlet", text)) for given in (start, from_card))
    assert (one != other) is matters


def test_monsters_on_stars_are_named_before_they_are_destroyed() -> None:
    # Only A1 is empty, and has a star: a gorgon there leaves the map that any monster leaves.
    start = table(hole("A1"), stars="A1", players="Ben")
    named = start._replace(rulings=Rulings(fallback_monster="named"))
    one, other = (judged(given, "gorgon_gaze", "A1 monster", player=1) for given in (start, named))
    assert one.after is not None
    assert other.after is not None
    assert one.after.players == other.after.players
    assert {change.letter for change in one.changes} == {"M"}
    assert {change.letter for change in other.changes} == {"G"}


@pytest.mark.parametrize(
    ("on", "stars", "expected"),
    [
        ("F5", "F6 F7", "F6 F7 F8"),
        ("A1", "B1 C1", "B1 C1 D1"),
        ("F5", "A1", "G5 H5 I5"),
    ],
)
def test_wrong_patterns_are_reported_with_the_right_one(on: str, stars: str, expected: str) -> None:
    starred = " ".join(f"*{name}" for name in stars.split())
    (check,) = [
        check
        for check in judged(table(""), FREYLA, f"{on} hero {starred}").checks
        if check.status == "failed"
    ]
    assert (check.says, check.values["expected"]) == ("failed", expected.split())


@pytest.mark.parametrize(
    ("picture", "card", "named", "season", "came"),
    [
        ("", "gnoll_raid", (), Season.SPRING, ("gnoll_raid",)),
        ("", "gnoll_raid", ("gnoll_raid",), Season.SPRING, ("gnoll_raid",)),
        ("", "gnoll_raid", ("zombie_plague",), Season.SPRING, None),
        ("Z", "gnoll_raid", (), Season.SPRING, ("gnoll_raid",)),
        ("Z", "giant_troll_ravage", (), Season.SUMMER, ("zombie_plague", "giant_troll_ravage")),
        (
            "Z",
            "giant_troll_ravage",
            ("zombie_plague",),
            Season.SUMMER,
            ("zombie_plague", "giant_troll_ravage"),
        ),
        ("Z", "giant_troll_ravage", (), Season.SPRING, None),
        ("T", "zombie_plague", (), Season.SUMMER, ("giant_troll_ravage", "zombie_plague")),
        ("Z", "zombie_plague", (), Season.SPRING, ("zombie_plague",)),
    ],
)
def test_drawn_ambushes_are_listed_as_revealed(
    picture: str, card: str, named: tuple[str, ...], season: Season, came: tuple[str, ...] | None
) -> None:
    start = table(picture, players="Ben", game="combined", ambushes=named, season=season)
    where = {
        "gnoll_raid": "K1 K2 J1 I1 I2",
        "giant_troll_ravage": "K1 K2 K3 J2",
        "zombie_plague": "K1",
    }[card]
    verdict = judged(start, card, f"{where} monster", player=1, on=0)
    if came is None:
        assert failed(verdict) == {"deck.ambush": "failed"}
    else:
        assert verdict.after is not None
        assert verdict.after.ambushes == came


def test_patterns_outside_the_map_have_no_stars() -> None:
    far = FREYLA._replace(pattern=("H..........*",))
    verdict = judged(table(""), far, "F5 hero *A1")
    assert failed(verdict) == {"hero.pattern": "outside"}
    assert not failed(judged(table(""), far, "F5 hero"))


def test_reports_where_a_shape_fits_instead_of_a_fallback() -> None:
    verdict = judged(table(hole("F5", "F6", "G6")), "hamlet", "F5 village")
    (check,) = [check for check in verdict.checks if check.status == "failed"]
    assert names(check.spaces) == "F5 F6 G6"


def test_a_shape_that_fits_only_mirrored_must_be_drawn() -> None:
    # The open spaces are Orchard's shape turned over.
    verdict = judged(table(hole("B2", "B3", "B4", "C2")), "orchard", "B2 B3 B4 C2 farm")
    assert verdict.legal
    assert failed(judged(table(hole("B2", "B3", "B4", "C2")), "orchard", "B2 farm"))


def test_returns_the_table_after_a_draw() -> None:
    verdict = judged(table("^/.", coins=1), "hamlet", "A2 B1 B2 village")
    assert verdict.after is not None
    ann = verdict.after.players[0]
    assert ann.drawn.rows() == rows(".V/VV")
    assert ann.coins == 3
    assert [change.effect for change in verdict.changes][-2:] == [
        "coin_of_shape",
        "mountain_closed",
    ]


TWO: dict[str, Any] = {"players": "Ben", "game": "combined"}
THREE: dict[str, Any] = {"players": "Ben Cat", "game": "combined"}


@pytest.mark.parametrize(
    ("card", "player", "on", "table_fields", "expected"),
    [
        # Passed to the left, that is to the next: Ben receives Ann's map.
        ("kobold_onslaught", 1, 0, THREE, {}),
        ("kobold_onslaught", 2, 0, THREE, {"ambush.neighbour": "failed"}),
        ("kobold_onslaught", 0, 0, THREE, {"ambush.neighbour": "failed"}),
        ("kobold_onslaught", 0, 2, THREE, {}),
        ("gnoll_raid", 2, 0, THREE, {}),
        ("gnoll_raid", 1, 0, THREE, {"ambush.neighbour": "failed"}),
        ("gnoll_raid", 0, 1, TWO, {}),
        ("gnoll_raid", 0, 0, {"solo": False, "game": "combined"}, {}),
    ],
)
def test_an_ambush_is_drawn_on_a_neighbours_map(
    card: str, player: int, on: int, table_fields: dict[str, Any], expected: dict[str, str]
) -> None:
    text = {"kobold_onslaught": "A1 B1 B2 C1 monster", "gnoll_raid": "A1 A2 B1 C1 C2 monster"}[card]
    verdict = judged(table("", **table_fields), card, text, player=player, on=on)
    assert failed(verdict) == expected


def test_explore_cards_are_drawn_on_the_players_own_map() -> None:
    verdict = judged(table("", players="Ben"), "hamlet", "A1 A2 B1 village", player=1)
    assert failed(verdict) == {"draw.owner": "failed"}


def test_mountains_closed_by_neighbours_bring_the_owner_a_coin_or_none() -> None:
    table_fields: dict[str, Any] = {"players": "Ben", "game": "combined"}
    start = table("^/.", **table_fields)
    text = "A2 B1 C2 C1 monster"
    assert failed(judged(start, "zombie_plague", text, player=1)) == {"draw.shape": "other"}
    closed = judged(table("^F", **table_fields), "zombie_plague", "B1 monster", player=1)
    assert closed.after is not None
    assert closed.after.players[0].coins == 1
    nobody = table("^F", rulings=Rulings(coins_by_others="nobody"), **table_fields)
    closed = judged(nobody, "zombie_plague", "B1 monster", player=1)
    assert closed.after is not None
    assert closed.after.players[0].coins == 0


def test_mountains_closed_by_the_owner_bring_a_coin_by_either_ruling() -> None:
    nobody = table("^F", players="Ben", game="combined", rulings=NOBODY)
    closed = judged(nobody, "rift_lands", "B1 farm")
    assert closed.after is not None
    assert closed.after.players[0].coins == 1


def test_stars_stay_on_the_sheet_they_were_drawn_on() -> None:
    start = table("", stars="K11", players="Ben")
    verdict = judged(start, FREYLA, "A1 hero *A2 *A3 *A4")
    assert verdict.after is not None
    assert [names(player.stars) for player in verdict.after.players] == ["A2 A3 A4 K11", ""]


def test_gorgons_that_are_not_drawn_have_no_target() -> None:
    full = table(FULL, players="Ben", rulings=Rulings(fallback_monster="named"))
    verdict = judge(full, Turn(1, 0, CARDS["gorgon_gaze"]), Draw(NOWHERE, Terrain.MONSTER))
    assert verdict.legal
    assert "cartographers.gorgon.target" not in [check.rule for check in verdict.checks]


@pytest.mark.parametrize(
    ("hero", "stars"),
    [("A1", {"", "A2", "B1"}), ("A11", {"", "A10", "B11"}), ("K11", {"", "J11", "K10"})],
)
def test_stars_outside_the_map_vanish(hero: str, stars: set[str]) -> None:
    assert {names(found) for found in patterns(("H*",), GRID.spaces[hero])} == stars
    assert all(found <= GRID.everywhere for found in patterns(("H*",), GRID.spaces[hero]))


@pytest.mark.parametrize(
    ("text", "picture", "rulings", "expected"),
    [
        ("A1 A3 B2 monster !A2", "", Rulings(), {}),
        ("A1 A3 B2 monster", "", Rulings(), {"gorgon.target": "absent"}),
        ("A1 A3 B2 monster !D4", "", Rulings(), {"gorgon.target": "failed"}),
        ("A1 A3 B2 monster !A2", ".^", Rulings(), {"gorgon.target": "failed"}),
        ("A1 A3 B2 monster !A2", ".#", Rulings(), {}),
        (
            "A1 A3 B2 monster !A2",
            ".#",
            Rulings(gorgon_target="must_change"),
            {"gorgon.target": "failed"},
        ),
        ("A1 monster", hole("A1"), Rulings(), {}),
        ("A1 monster !A2", hole("A1"), Rulings(), {"draw.terrain": "stray"}),
        ("A1 monster !A2", hole("A1"), Rulings(fallback_monster="named"), {}),
        ("A1 monster", hole("A1"), Rulings(fallback_monster="named"), {"gorgon.target": "absent"}),
        ("", FULL, Rulings(), {}),
    ],
)
def test_the_gorgon_destroys_one_space(
    text: str, picture: str, rulings: Rulings, expected: dict[str, str]
) -> None:
    start = table(picture, players="Ben", rulings=rulings)
    assert failed(judged(start, "gorgon_gaze", text, player=1)) == expected


def test_a_gorgon_that_a_star_destroys_at_once_destroys_nothing() -> None:
    start = table("", stars="A1 A3 B2", players="Ben")
    assert not failed(judged(start, "gorgon_gaze", "A1 A3 B2 monster", player=1))


def test_a_pattern_reaches_over_the_edge() -> None:
    assert [names(one) for one in patterns(("H*",), 0)] == ["A2", "", "B1"]


@pytest.mark.parametrize(
    ("card", "table_fields", "fields"),
    [
        ("hamlet", {}, ("shapes",)),
        ("wren_the_lioness", {}, ("pattern",)),
        ("gorgon_gaze", {}, ("shapes", "corner", "turns")),
        ("gorgon_gaze", {"players": "Ben"}, ("shapes", "passed")),
        ("gorgon_gaze", {"solo": False}, ("shapes",)),
        ("temple_ruins", {}, ()),
    ],
)
def test_names_the_needed_fields_of_faces(
    card: str, table_fields: dict[str, Any], fields: object
) -> None:
    assert faces_needed(table("", **table_fields), CARDS[card]) == fields


@pytest.mark.parametrize(
    ("card", "table_fields", "used"),
    [
        ("hamlet", {}, {"coin_limit", "fallback_terrain"}),
        ("dal_of_jolev", {}, {"coin_limit", "fallback_terrain", "hero_after_ruins"}),
        ("gnoll_raid", {}, {"coin_limit", "solo_turning", "solo_ambush"}),
        ("gnoll_raid", {"players": "Ben"}, {"coin_limit", "coins_by_others"}),
        (
            "gorgon_gaze",
            {"players": "Ben"},
            {"coin_limit", "coins_by_others", "fallback_monster", "gorgon_source", "gorgon_target"},
        ),
        (
            "dragon_inferno",
            {"players": "Ben"},
            {"coin_limit", "coins_by_others", "fallback_monster", "dragon_defeated"},
        ),
        ("temple_ruins", {}, set()),
    ],
)
def test_the_rulings_that_a_draw_may_use(
    card: str, table_fields: dict[str, Any], used: set[str]
) -> None:
    assert {*rulings_used(table("", **table_fields), Turn(0, 0, CARDS[card]))} == used


def test_a_draw_on_a_map_with_a_dragon_may_defeat_it() -> None:
    assert "dragon_defeated" in rulings_used(table("d"), Turn(0, 0, CARDS["hamlet"]))


def test_ruins_are_in_force_after_a_ruins_card() -> None:
    start = table("", game="combined")
    assert ruins_in_force(start, Turn(0, 0, CARDS["hamlet"], after_ruins=True))
    assert not ruins_in_force(start, Turn(0, 0, CARDS["hamlet"]))
    assert not ruins_in_force(table(""), Turn(0, 0, CARDS["hamlet"], after_ruins=True))


# Legal actions


def actions(
    picture: str,
    card: Card | str,
    valued_by: ValuedBy = "none",
    *,
    on: int = 0,
    **table_fields: Any,
) -> Actions:
    face = CARDS[card] if isinstance(card, str) else card
    ruins = bool(table_fields.pop("ruins_came", False))
    start = table(picture, **table_fields)
    # An ambush is drawn by a neighbour, here by Ben on the map of Ann.
    player = int(face.kind == "ambush" and not start.solo)
    return legal_actions(start, Turn(player, on, face, ruins), valued_by)


@pytest.mark.parametrize(
    ("card", "picture", "table_fields", "count"),
    [
        ("rift_lands", "", COMBINED, 121),
        ("rift_lands", "^#X", COMBINED, 118),
        ("rift_lands", "R.R", {**COMBINED, "ruins_came": True}, 2),
        ("fishing_village", "", COMBINED, 2 * 8 * 11),
        ("lagoon", "", {}, 2 * 10 * 10 + 4 * 9 * 10),
        ("pasture", hole("A1", "A3"), {}, 1),
        ("pasture", hole("A1", "A4"), {}, 2),
        ("pasture", FULL, {}, 0),
        (FREYLA, hole("A1"), {}, 3),
        (FREYLA, hole("F6"), {}, 4),
        (DOBRIK, hole("F6"), {}, 1),
        ("gnoll_raid", "", COMBINED, 1),
        ("gnoll_raid", FULL, COMBINED, 0),
        ("temple_ruins", "", COMBINED, 0),
    ],
)
def test_counts_placements(
    card: Card | str, picture: str, table_fields: dict[str, Any], count: int
) -> None:
    found = actions(picture, card, **table_fields)
    assert len(found.placements) == count
    keys = [(placement.spaces, placement.stars) for placement in found.placements]
    assert len({*keys}) == count
    assert found.fallback == (picture in (hole("A1", "A4"),))


def test_placements_are_legal_and_have_the_value_of_their_draw() -> None:
    start = table("F.^", coins=1)
    found = legal_actions(start, Turn(0, 0, CARDS["pasture"]))
    for placement in found.placements[::37]:
        drawn = Draw(placement.spaces, placement.terrains[0])
        verdict = judge(start, Turn(0, 0, CARDS["pasture"]), drawn)
        assert verdict.legal
        assert verdict.shape == placement.shape
        assert placement.coin == (placement.shape == 0)
        assert placement.values == ()


def test_fallbacks_have_every_terrain() -> None:
    found = actions(hole("A1", "A4"), "pasture")
    assert found.fallback
    assert [placement.shape for placement in found.placements] == [None, None]
    assert found.placements[0].terrains == [*Terrain]
    base = actions(hole("A1"), "orchard", game="cartographers")
    assert Terrain.HERO not in base.placements[0].terrains
    ambush = actions(hole("A1"), "gnoll_raid", game="combined", players="Ben")
    assert len(ambush.placements) == 1
    assert offer(table(hole("A1"), players="Ben"), Turn(1, 0, CARDS["gnoll_raid"])).terrains == (
        Terrain.MONSTER,
    )


def test_gorgons_have_their_targets() -> None:
    found = actions(hole("A1", "A3", "B2"), "gorgon_gaze", players="Ben")
    (placement,) = found.placements
    assert names(placement.destroys or NOWHERE) == "A2 A4 B1 B3 C2"
    lone = actions(hole("A1"), "gorgon_gaze", players="Ben")
    assert [placement.destroys for placement in lone.placements] == [None]
    named = Rulings(fallback_monster="named")
    lone = actions(hole("A1"), "gorgon_gaze", players="Ben", rulings=named)
    assert [names(placement.destroys or NOWHERE) for placement in lone.placements] == ["A2 B1"]


def test_targets_of_struck_gorgons_follow_the_ruling() -> None:
    ruled = Rulings(gorgon_source="as_drawn")
    for rulings, targets in ((Rulings(), ""), (ruled, "A2 A4 B1 B3 C2")):
        found = actions("", "gorgon_gaze", stars="A1 A3 B2", players="Ben", rulings=rulings)
        (placement,) = [one for one in found.placements if names(one.spaces) == "A1 A3 B2"]
        assert names(placement.destroys or NOWHERE) == targets


DECREES = ("sentinel_wood", "canal_lake", "wildholds", "the_cauldrons")


@pytest.mark.parametrize(
    ("season", "valued_by", "decrees"),
    [
        (Season.SPRING, "none", []),
        (Season.SPRING, "season", [0, 1]),
        (Season.WINTER, "season", [3, 0]),
        (Season.SPRING, "game", [0, 1, 2, 3]),
        (Season.AUTUMN, "game", [0, 2, 3]),
        (Season.WINTER, "game", [0, 3]),
    ],
)
def test_names_the_decrees_that_values_need(
    season: Season, valued_by: ValuedBy, decrees: list[int]
) -> None:
    assert [*decrees_valued(table("", season=season), valued_by)] == decrees


def test_values_are_changes_of_the_score_best_first() -> None:
    found = actions("M.^", "wildwood_garden", "season", decrees=DECREES)
    best = found.placements[0]
    assert best.values[0].change == max(
        placement.values[0].change for placement in found.placements
    )
    (value, other) = best.values
    assert value.change >= other.change
    assert [(gain.category, gain.decree) for gain in value.items] == [
        ("decree", "A"),
        ("decree", "B"),
        ("coins", None),
        ("monsters", None),
    ]
    for placement in found.placements:
        for value in placement.values:
            assert value.change == sum(gain.change for gain in value.items)
    closing = next(one for one in found.placements if names(one.spaces) == "A2 B2 C3")
    forest = next(value for value in closing.values if value.terrain == Terrain.FOREST)
    # A2 alone lies at the edge, and is no longer empty beside the monster.
    assert [gain.change for gain in forest.items] == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("card", "picture", "on", "table_fields", "coins"),
    [
        ("lagoon", "", "A2 B1", {"coins": 5}, 1),
        ("lagoon", "", "A1 A2 A3 B2", {"coins": 5}, 0),
        # With the coin of the mountain A1, which the shape closes.
        ("lagoon", "^", "A2 B1", {"coins": 5}, 2),
        ("lagoon", "^", "A2 B1", {"coins": 13, "rulings": FOURTEEN}, 1),
        ("lagoon", "^", "A2 B1", {"coins": 15, "rulings": FOURTEEN}, 0),
        ("lagoon", "^", "A2 B1", {"coins": 5, "players": "Ben", "rulings": NOBODY}, 2),
        ("zombie_plague", "^F", "B1", {"players": "Ben"}, 1),
        ("zombie_plague", "^F", "B1", {"players": "Ben", "rulings": NOBODY}, 0),
        ("dragon_inferno", hole("A3", "B1", "B2", "B3", "C1"), "A3 B1 B2 B3 C1", {}, 3),
    ],
)
def test_the_coins_of_a_placement_are_among_its_values(
    card: str, picture: str, on: str, table_fields: dict[str, Any], coins: int
) -> None:
    players = {"players": "Ben"} if CARDS[card].kind == "ambush" else {}
    found = actions(picture, card, "season", decrees=DECREES, **{**players, **table_fields})
    (placement,) = [one for one in found.placements if names(one.spaces) == on]
    (gained,) = {
        gain.change
        for value in placement.values
        for gain in value.items
        if gain.category == "coins"
    }
    assert gained == coins


@pytest.mark.parametrize(
    ("rulings", "change"), [(Rulings(), 1), (Rulings(great_city="only_largest"), 0)]
)
def test_values_are_those_of_the_rulings(rulings: Rulings, change: int) -> None:
    table_fields: dict[str, Any] = {
        **COMBINED,
        "decrees": ("great_city", *DECREES[1:]),
        "rulings": rulings,
    }
    found = actions("VVV^", "rift_lands", "season", **table_fields)
    (placement,) = [one for one in found.placements if names(one.spaces) == "C1"]
    (village,) = [value for value in placement.values if value.terrain == Terrain.VILLAGE]
    assert village.items[0].change == change


def test_lists_the_best_terrain_first() -> None:
    decrees = ("mages_valley", *DECREES[1:])
    found = actions("^", "hillside_terrace", "season", decrees=decrees)
    (placement,) = [one for one in found.placements if names(one.spaces) == "A2 A3 B2 B3"]
    assert [(one.terrain, one.change) for one in placement.values] == [
        (Terrain.WATER, 2),
        (Terrain.FARM, 1),
    ]


def test_names_the_first_of_equally_good_targets() -> None:
    found = actions("", "gorgon_gaze", "season", decrees=DECREES, players="Ben")
    (placement,) = [one for one in found.placements if names(one.spaces) == "A1 A3 B2"]
    assert [value.destroys for value in placement.values] == [GRID.spaces["A2"]]


def test_values_for_the_game_are_those_of_all_decrees_to_come() -> None:
    found = actions("", "rift_lands", "game", decrees=DECREES, game="combined")
    (value,) = [v for v in found.placements[0].values if v.terrain == Terrain.FOREST]
    assert [(gain.decree, gain.change) for gain in value.items] == [
        ("A", 1),
        ("B", 0),
        ("C", 0),
        ("D", 0),
        (None, 0),
        (None, 0),
    ]


def test_the_value_of_a_gorgon_is_that_of_its_best_target() -> None:
    picture = hole("A1", "A3", "B2", "K1")
    found = actions(picture, "gorgon_gaze", "season", decrees=DECREES, players="Ben")
    (placement,) = found.placements
    (value,) = placement.values
    # A2 and A4 are forest at the edge, and so is B1: any of the others costs nothing.
    assert value.destroys is not None
    assert GRID.names[value.destroys] in ("B3", "C2")


def test_a_hero_is_worth_the_monsters_that_it_destroys() -> None:
    found = actions("M", DOBRIK, "season", decrees=DECREES)
    best = found.placements[0]
    # Beside the monster or below it: the star on A1 leaves no monster for two spaces to fear.
    assert names(best.spaces) == "A2"
    assert names(best.stars or NOWHERE) == "A1 A3 B2"
    assert [gain.change for gain in best.values[0].items] == [0, 0, 0, 2]
    assert [placement.values[0].change for placement in found.placements[:3]] == [2, 2, 0]
