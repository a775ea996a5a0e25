"""For each ruling, requests in which it matters and in which it does not."""

from collections.abc import Mapping
from typing import Any

import pytest

from cartographers.pictures import land, spaces, table
from theodolite.cartographers import accounts, legality, replays, season_ends, solo
from theodolite.cartographers.board import GRID, Terrain
from theodolite.cartographers.disputes import Dispute
from theodolite.cartographers.drawing import Draw, Sheet, draw
from theodolite.cartographers.facts import CARDS
from theodolite.cartographers.legality import Turn
from theodolite.cartographers.replays import SeasonRecord, TurnRecord
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import score_with_rulings
from theodolite.cartographers.snapshot import Box, Season, Snapshot
from theodolite.rulings import judged

FREYLA = CARDS["freyla_the_true"]._replace(pattern=("H*",))
LONE = "/".join([".FFFFFFFFFF", *["F" * 11] * 10])


def on_draw(start: Snapshot, of: Turn, drawn: Draw) -> Mapping[str, bool]:
    """Which rulings could matter for a draw."""
    return judged(
        lambda rulings: legality.judge(start.under(rulings), of, drawn),
        start.rulings,
        legality.rulings_used(start, of),
        legality.without_rulings,
    )[1]


def on_end(start: Snapshot, *cards: str) -> Mapping[str, bool]:
    """Which rulings could matter for the end of a season."""
    revealed = [CARDS[card] for card in cards]
    return judged(
        lambda rulings: season_ends.end_season(start.under(rulings), revealed),
        start.rulings,
        season_ends.ending_rulings(start),
        season_ends.without_rulings,
    )[1]


def hamlet(picture: str, terrain: Terrain, *on: str, **table_fields: Any) -> Mapping[str, bool]:
    drawn = Draw(spaces(" ".join(on)), terrain)
    return on_draw(table(picture, **table_fields), Turn(0, 0, CARDS["hamlet"]), drawn)


def gorgon(picture: str, stars: str, rulings: Rulings | None = None) -> Mapping[str, bool]:
    start = table(picture, stars=stars, players="Ben", rulings=rulings or Rulings())
    of = Turn(1, 0, CARDS["gorgon_gaze"])
    return on_draw(start, of, Draw(spaces("A1 A3 B2"), Terrain.MONSTER, destroys=GRID.spaces["A2"]))


@pytest.mark.parametrize(
    ("found", "matter"),
    [
        # The fallback of a forest is no terrain of Hamlet's.
        (hamlet(LONE, Terrain.FOREST, "A1"), {"fallback_terrain"}),
        (hamlet(LONE, Terrain.VILLAGE, "A1"), set()),
        (hamlet("", Terrain.VILLAGE, "A1", "A2", "B1", coins=14), {"coin_limit"}),
        (hamlet("", Terrain.VILLAGE, "A1", "A2", "B1", coins=13), set()),
        (gorgon(".#", ""), {"gorgon_target"}),
        (gorgon("", ""), set()),
        (gorgon("", "A1 A3 B2"), {"gorgon_source"}),
    ],
)
def test_a_ruling_could_matter_for_a_draw(found: Mapping[str, bool], matter: set[str]) -> None:
    assert {name for name, matters in found.items() if matters} == matter


@pytest.mark.parametrize("picture", ["R", "", "..........R/R"])
def test_ruins_in_force_for_heroes_could_matter(picture: str) -> None:
    start = table(picture, game="combined")
    of = Turn(0, 0, FREYLA, after_ruins=True)
    drawn = Draw(spaces("B1"), Terrain.HERO, spaces("B2"))
    # Where the hero covers ruins, it is said that it does.
    assert on_draw(start, of, drawn)["hero_after_ruins"]
    assert not on_draw(start, of._replace(after_ruins=False), drawn)["hero_after_ruins"]


@pytest.mark.parametrize(
    ("picture", "by_owner", "matter"),
    [
        ("^F", False, {"coins_by_others"}),
        ("^F", True, set()),
        (".F", False, set()),
        ("dF", True, {"dragon_defeated"}),
        ("DF", True, set()),
        ("..F/DF", True, set()),
    ],
)
def test_a_ruling_could_matter_for_coins(picture: str, *, by_owner: bool, matter: set[str]) -> None:
    drawn = Draw(spaces("B1") if picture[0] != "." else spaces("A1"), Terrain.FARM)
    names = ["coins_by_others", "dragon_defeated", "coin_limit", "fallback_monster"]
    _, found = judged(
        lambda rulings: draw(Sheet(land(picture)), drawn, None, rulings, by_owner=by_owner),
        Rulings(),
        names,
    )
    assert {name for name, matters in found.items() if matters} == matter


def test_defeating_dragons_could_matter() -> None:
    hero = Draw(spaces("B2"), Terrain.HERO, spaces("A1"))
    _, found = judged(
        lambda rulings: draw(Sheet(land("D")), hero, None, rulings), Rulings(), ["dragon_defeated"]
    )
    assert found == {"dragon_defeated": True}


def test_fallback_monsters_could_matter() -> None:
    start = table(LONE, players="Ben")
    drawn = Draw(spaces("A1"), Terrain.MONSTER)
    troll = on_draw(start, Turn(1, 0, CARDS["giant_troll_ravage"]), drawn)
    assert troll["fallback_monster"]
    gnolls = on_draw(
        table(LONE, players="Ben", game="combined"), Turn(1, 0, CARDS["gnoll_raid"]), drawn
    )
    assert "fallback_monster" not in gnolls


SEVEN = ("lagoon", "hillside_terrace", "mangrove_swamp", "wildwood_garden")


@pytest.mark.parametrize(
    ("start", "matter"),
    [
        (
            table("", season=Season.SUMMER, decrees=("deepwood", "craylund", "wildholds", None)),
            True,
        ),
        (table("", season=Season.SPRING, decrees=("deepwood", "craylund", None, None)), None),
    ],
)
def test_the_threshold_of_summer_could_matter(start: Snapshot, *, matter: bool | None) -> None:
    assert on_end(start, *SEVEN).get("summer_threshold") is matter


def test_the_coins_of_an_ending_could_matter() -> None:
    closing = table("^F/./Z", coins=14, decrees=("deepwood", "craylund", None, None))
    assert on_end(closing, *SEVEN, "pasture") == {"coin_limit": True}


@pytest.mark.parametrize(
    ("card", "picture", "matter"),
    [
        ("gnoll_raid", "", {"solo_turning"}),
        ("kobold_onslaught", "", {"solo_turning"}),
        ("bugbear_assault", "", {"solo_turning"}),
        ("goblin_attack", "", set()),
        ("goblin_attack", "/////////.........F", set()),
        # No square of the troll's lies in the corner of its frame.
        ("giant_troll_ravage", "", {"solo_turning", "solo_ambush"}),
    ],
)
def test_placing_solo_ambushes_could_matter(card: str, picture: str, matter: set[str]) -> None:
    filled = land(picture).filled
    names = ["solo_turning", "solo_ambush"]
    face = CARDS[card]
    if face.corner is None:
        face = face._replace(corner=GRID.spaces["K11"], turns="clockwise")
    _, found = judged(lambda rulings: solo.place(face, filled, rulings), Rulings(), names)
    assert {name for name, matters in found.items() if matters} == matter


def test_titles_below_the_lowest_could_matter() -> None:
    boxes = table("").players[0]
    start = table(
        "", decrees=("deepwood", "craylund", "caravansary", "silos"), season=Season.WINTER
    )
    assert boxes.seasons == ()
    _, found = score_with_rulings(start)
    assert found == {"coin_limit": False, "below_lowest_title": False}


def test_the_rulings_of_a_record_are_those_of_its_cards() -> None:
    start = table("D", game="combined", decrees=("deepwood", "the_golden_granary", None, None))
    turns = [TurnRecord(CARDS["hamlet"], {}), TurnRecord(CARDS["gnoll_raid"], {})]
    assert replays.replay_rulings(start, [SeasonRecord(turns)]) == [
        "fallback_terrain",
        "coin_limit",
        "destroyed_ruins",
        "dragon_defeated",
        "solo_turning",
        "solo_ambush",
        "below_lowest_title",
    ]
    plain = table("", players="Ben", season=Season.SUMMER)
    assert replays.replay_rulings(plain, [SeasonRecord([])]) == [
        "summer_threshold",
        "coins_by_others",
        "coin_limit",
    ]
    assert replays.replay_rulings(plain, []) == ["coins_by_others", "coin_limit"]
    autumn = table("", players="Ben", season=Season.AUTUMN)
    assert replays.replay_rulings(autumn, [SeasonRecord([])]) == ["coins_by_others", "coin_limit"]
    two = [SeasonRecord([]), SeasonRecord([])]
    assert "summer_threshold" in replays.replay_rulings(table("", players="Ben"), two)


def test_rulings_could_change_the_verdict_on_a_record() -> None:
    start = table(LONE, decrees=("deepwood", "craylund", None, None))
    record = [
        SeasonRecord([TurnRecord(CARDS["lagoon"], {"Ann": Draw(spaces("A1"), Terrain.FOREST)})])
    ]
    _, found = judged(
        lambda rulings: replays.replay(start.under(rulings), record),
        start.rulings,
        replays.replay_rulings(start, record),
        replays.without_rulings,
    )
    assert {name for name, matters in found.items() if matters} == {"fallback_terrain"}


def test_dragons_before_a_record_use_their_ruling() -> None:
    for dragon in "Dd":
        start = table(dragon, players="Ben")
        assert "dragon_defeated" in replays.replay_rulings(start, [SeasonRecord([])])


def test_a_record_could_end_with_other_points_or_another_title() -> None:
    decrees = ("sentinel_wood", "canal_lake", "wildholds", "the_cauldrons")
    boxes = tuple(Box(season, (0, 0), 0, 0) for season in list(Season)[:3])
    winter = table("", coins=15, season=Season.WINTER, decrees=decrees)
    winter = winter.with_sheet(0, winter.players[0]._replace(seasons=boxes))
    river, village, hill = (
        TurnRecord(CARDS[card], {"Ann": Draw(spaces(on), terrain)})
        for card, on, terrain in (
            ("orchard", "B2 B3 B4 C4", Terrain.FARM),
            ("fishing_village", "E2 E3 E4 E5", Terrain.VILLAGE),
            ("hillside_terrace", "G2 G3 H2 H3", Terrain.FARM),
        )
    )
    start = winter._replace(game="combined")
    record = [SeasonRecord([river, village, hill])]
    _, found = judged(
        lambda rulings: replays.replay(start.under(rulings), record),
        start.rulings,
        replays.replay_rulings(start, record),
        replays.without_rulings,
    )
    # 15 points less 85 are below every title, and the fifteenth coin may not count.
    assert {name for name, matters in found.items() if matters} == {
        "coin_limit",
        "below_lowest_title",
    }


def test_the_rulings_of_a_dispute_are_those_of_its_cards_but_for_coins() -> None:
    cards = [CARDS["hamlet"], CARDS["gorgon_gaze"], None]
    dispute = Dispute("combined", land(""), land(""), cards)
    assert accounts.dispute_rulings(dispute) == [
        "fallback_terrain",
        "fallback_monster",
        "gorgon_source",
        "gorgon_target",
    ]
    assert accounts.dispute_rulings(dispute._replace(cards=[], solo=True)) == []
    alone = accounts.dispute_rulings(dispute._replace(solo=True))
    assert alone[1:] == ["gorgon_source", "gorgon_target", "solo_turning", "solo_ambush"]


def test_rulings_could_resolve_a_dispute_differently() -> None:
    dispute = Dispute("combined", land(LONE), land("A" + LONE[1:]), [CARDS["hamlet"]])
    _, found = judged(
        lambda rulings: accounts.resolve(dispute._replace(rulings=rulings)),
        Rulings(),
        accounts.dispute_rulings(dispute),
    )
    assert found == {"fallback_terrain": True}


def test_monsters_on_stars_depend_on_the_ruling() -> None:
    gorgon = Draw(spaces("A1"), Terrain.MONSTER)
    sheet = Sheet(land("", stars="A1"))
    one, other = (
        draw(sheet, gorgon, CARDS["gorgon_gaze"], Rulings(fallback_monster=value))
        for value in ("generic", "named")
    )
    assert one[0] == other[0]
    assert [change.letter for change in (*one[1], *other[1])] == ["M", "M", "G", "G"]
