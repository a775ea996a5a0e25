"""Replays of whole records."""

from typing import Any

import pytest

from cartographers.pictures import names, rows, spaces, table
from theodolite.cartographers.board import GRID, Terrain
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import CARDS, Card
from theodolite.cartographers.legality import Turn, offer
from theodolite.cartographers.replays import Replay, SeasonRecord, TurnRecord, replay
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import Season, Snapshot
from theodolite.grid import Space
from theodolite.rulebook import LANGUAGES, Rulebook

DECREES = ("sentinel_wood", "canal_lake", "wildholds", "the_cauldrons")
FREYLA = CARDS["freyla_the_true"]._replace(pattern=("H***",))
WREN = CARDS["wren_the_lioness"]._replace(pattern=("H*",))


def draw(text: str) -> Draw:
    """`A1 A2 forest`, spaces and terrain; `*A3` a star."""
    *on, terrain = text.split()
    stars = [name[1:] for name in on if name[0] == "*"]
    plain = " ".join(name for name in on if name[0] != "*")
    return Draw(spaces(plain), Terrain[terrain.upper()], spaces(" ".join(stars)))


def turn(card: Card | str, **draws: str) -> TurnRecord:
    face = CARDS[card] if isinstance(card, str) else card
    return TurnRecord(face, {name: draw(text) if text else Draw() for name, text in draws.items()})


def cards(*turns: TurnRecord) -> SeasonRecord:
    """Cards of a season that is not said to have ended."""
    return SeasonRecord(turns, ended=False)


def start(players: str = "", **table_fields: Any) -> Snapshot:
    given = {"game": "combined", "decrees": DECREES, "players": players, **table_fields}
    return table("", **given)


# Time 8 in five cards, the last ending the season.
SPRING = [
    turn("great_river", Ann="A1 A2 A3 water"),
    turn("fishing_village", Ann="B1 B2 B3 B4 village"),
    turn("hillside_terrace", Ann="C1 C2 D1 D2 farm"),
    turn("lagoon", Ann="A5 A6 A7 B6 water"),
    turn("orchard", Ann="K1 K2 K3 J3 forest"),
]


def solo(card: Card) -> Card:
    """A card whose place in solo play begins at A1."""
    return card._replace(corner=GRID.spaces["A1"], turns="clockwise")


def stopped(record: Replay) -> tuple[str, int | None, int | None] | None:
    stop = record.stopped_at
    return stop and (stop.season.name.lower(), stop.turn, stop.player)


def failed(record: Replay) -> list[str]:
    played = record.seasons[-1].turns[-1]
    checks = [*played.checks, *(check for _, one in played.draws for check in one.checks)]
    return [
        check.rule.removeprefix("cartographers.") for check in checks if check.status == "failed"
    ]


def test_a_season_is_played_scored_and_ended() -> None:
    record = replay(start(), [SeasonRecord(SPRING)])
    assert record.legal
    assert record.after.season == Season.SUMMER
    assert record.after.players[0].coins == 1
    assert record.scores is not None
    # A: three forest spaces at the edge; B: nothing; one coin, of the river's straight shape.
    assert record.scores.players[0].total == 4
    assert [len(season.turns) for season in record.seasons] == [5]
    (box,) = record.after.players[0].seasons
    assert box.total == 4


def test_an_unfinished_last_season_is_judged_and_not_scored() -> None:
    record = replay(start(), [cards(*SPRING[:4])])
    assert record.legal
    assert record.scores is None
    assert record.seasons[0].scores is None
    assert record.after.season == Season.SPRING
    assert record.after.players[0].drawn.rows()[1] == rows("/VVVV.W")[1]
    two = replay(start(), [SeasonRecord(SPRING), cards()])
    assert two.legal
    assert two.scores is not None
    assert two.seasons[1].ending is None


def test_a_season_that_ends_too_soon() -> None:
    for seasons in ([SeasonRecord(SPRING[:4])], [SeasonRecord(SPRING[:4]), cards()]):
        assert stopped(replay(start(), seasons)) == ("spring", 4, None)


def test_a_season_that_ends_too_late() -> None:
    late = [*SPRING, turn("farmland", Ann="F1 F2 farm")]
    record = replay(start(), [SeasonRecord(late)])
    assert stopped(record) == ("spring", 5, None)
    assert failed(record) == ["round.season"]


def test_the_time_of_summer_is_a_ruling() -> None:
    seven = [*SPRING[:1], *SPRING[1:3], SPRING[4]]
    initial = start(season=Season.SUMMER, rulings=Rulings(summer_threshold="seven"))
    assert replay(initial, [SeasonRecord(seven)]).after.season == Season.AUTUMN
    assert replay(start(season=Season.SUMMER), [cards(*seven)]).after.season == Season.SUMMER


def test_summer_of_heroes_ends_at_seven() -> None:
    initial = start(game="heroes", season=Season.SUMMER)
    seven = [*SPRING[:3], SPRING[4]]
    assert replay(initial, [SeasonRecord(seven)]).after.season == Season.AUTUMN
    late = replay(initial, [SeasonRecord([*seven, SPRING[3]])])
    assert stopped(late) == ("summer", 4, None)
    assert failed(late) == ["round.season"]


@pytest.mark.parametrize(
    ("turns", "stop", "checks"),
    [
        ([turn("great_river", Ann="A1 A2 A3 farm")], ("spring", 0, 0), ["draw.terrain"]),
        ([turn("great_river")], ("spring", 0, 0), ["round.draws"]),
        ([SPRING[0], SPRING[0]], ("spring", 1, None), ["deck.once"]),
        (
            [turn("zombie_plague", Ann="A1 monster"), turn("gnoll_raid", Ann="A1 monster")],
            ("spring", 1, None),
            ["deck.ambush"],
        ),
        ([turn("temple_ruins", Ann="A1 farm")], ("spring", 0, None), ["deck.ruins"]),
        # Ruins hold over a second ruins card, and there are none to cover.
        (
            [turn("temple_ruins"), turn("outpost_ruins"), SPRING[0]],
            ("spring", 2, 0),
            ["draw.ruins"],
        ),
        (
            [turn("temple_ruins"), turn(FREYLA, Ann="A1 *A2 *A3 *A4 hero"), SPRING[1]],
            ("spring", 2, 0),
            ["draw.ruins"],
        ),
    ],
)
def test_the_first_fault_stops_the_record(
    turns: list[TurnRecord], stop: tuple[str, int, int | None], checks: list[str]
) -> None:
    turns = [
        one._replace(card=one.card._replace(corner=GRID.spaces["A1"], turns="clockwise"))
        if one.card.kind == "ambush"
        else one
        for one in turns
    ]
    record = replay(start(), [SeasonRecord(turns)])
    assert stopped(record) == stop
    assert failed(record) == checks
    assert not record.legal
    assert [played.legal for played in record.seasons[0].turns] == [True] * stop[1] + [False]


def test_ruins_bind_one_explore_card() -> None:
    initial = table("R", game="combined", decrees=DECREES)
    turns = [turn("temple_ruins"), SPRING[0], SPRING[1]]
    assert replay(initial, [cards(*turns)]).legal


def test_an_ambush_in_force_of_ruins_is_free_and_leaves_them_in_force() -> None:
    initial = table("R", game="combined", decrees=DECREES)
    raid = turn("goblin_attack", Ann="I9 J10 K11 monster")
    free = replay(initial, [cards(turn("temple_ruins"), raid, SPRING[1])])
    assert stopped(free) == ("spring", 2, 0)
    bound = replay(initial, [cards(turn("temple_ruins"), raid, SPRING[0])])
    assert bound.legal
    assert bound.after.ambushes == ("goblin_attack",)


def test_an_ambush_revealed_before_the_record_is_a_fault() -> None:
    initial = start(season=Season.SUMMER, ambushes=("goblin_attack",))
    raid = turn("goblin_attack", Ann="I9 J10 K11 monster")
    record = replay(initial, [cards(raid)])
    assert stopped(record) == ("summer", 0, None)
    assert failed(record) == ["deck.once"]


def test_heroes_come_one_a_season_in_heroes_alone() -> None:
    both = [turn(FREYLA, Ann="A1 *A2 *A3 *A4 hero"), turn(WREN, Ann="B1 *B2 hero")]
    record = replay(start(game="heroes"), [SeasonRecord(both)])
    assert stopped(record) == ("spring", 1, None)
    assert failed(record) == ["deck.hero"]
    assert replay(start(), [cards(*both)]).legal


def test_a_hero_comes_once_a_game() -> None:
    spring = [*SPRING[:4], turn(FREYLA, Ann="E1 *E2 *E3 *E4 hero"), SPRING[4]]
    record = replay(start(), [SeasonRecord(spring), SeasonRecord([turn(FREYLA, Ann="F1 hero")])])
    assert stopped(record) == ("summer", 0, None)
    assert failed(record) == ["deck.once"]


def test_ambushes_are_drawn_on_neighbours_maps_and_draws_stop_in_order() -> None:
    raid = turn(
        "kobold_onslaught",
        Ann="A1 B1 B2 C1 monster",
        Ben="A2 B1 B2 C2 monster",
        Cat="A3 B3 B4 C3 monster",
    )
    record = replay(start("Ben Cat"), [cards(raid)])
    assert record.legal
    # Passed to the left, the next: Ben has drawn on Ann's map.
    assert record.after.players[0].drawn.rows() == rows(".M/MM/.M")
    assert record.after.players[1].drawn.rows() == rows("..M/..MM/..M")
    bad = turn("great_river", Ann="A1 A2 A3 water", Ben="A1 A2 water", Cat="A1 A2 A3 water")
    record = replay(start("Ben Cat"), [SeasonRecord([bad])])
    assert stopped(record) == ("spring", 0, 1)
    assert [player for player, _ in record.seasons[0].turns[0].draws] == [0, 1]


def test_two_draw_ambushes_on_each_others_maps() -> None:
    raid = turn("kobold_onslaught", Ann="A1 B1 B2 C1 monster", Ben="A2 B1 B2 C2 monster")
    record = replay(start("Ben"), [cards(raid)])
    assert record.legal
    assert record.after.players[0].drawn.rows() == rows(".M/MM/.M")
    assert record.after.players[1].drawn.rows() == rows("M/MM/M")


def test_reports_only_the_first_player_without_a_draw() -> None:
    record = replay(start("Ben"), [SeasonRecord([turn("great_river", Ann="A1 A2 A3 water")])])
    assert stopped(record) == ("spring", 0, 1)
    (_, verdict) = record.seasons[0].turns[0].draws[1]
    assert (verdict.shape, verdict.fallback, verdict.after) == (None, False, None)


def test_one_sheet_of_several_is_drawn_on_by_itself() -> None:
    raid = turn("kobold_onslaught", Ann="A1 B1 B2 C1 monster")
    assert replay(start(solo=False), [cards(raid)]).legal


TROLL_SPRING = [
    *SPRING[:4],
    turn("giant_troll_ravage", Ann="H1 H2 H3 I2 monster"),
    SPRING[4],
]


@pytest.mark.parametrize(
    ("choices", "stop"),
    [
        ({"Ann": {"giant_troll_ravage": GRID.spaces["G1"]}}, None),
        ({"Ann": {"giant_troll_ravage": GRID.spaces["A9"]}}, ("spring", None, 0)),
        ({}, ("spring", None, 0)),
    ],
)
def test_trolls_need_a_choice_at_the_end_of_a_season(
    choices: dict[str, dict[str, Space]], stop: object
) -> None:
    record = replay(start(solo=False), [SeasonRecord(TROLL_SPRING, choices)])
    assert stopped(record) == stop
    assert record.scores is not None
    if stop is None:
        assert names(record.after.players[0].drawn.destroyed) == "G1"
    else:
        assert record.after.season == Season.SPRING
        assert record.after.players[0].drawn.rows()[7] == rows("/TTT")[1]


def whole_game() -> list[SeasonRecord]:
    """A game that draws the first placement there is for each card, as its cards come."""
    decks = [
        ["great_river", "fishing_village", "hillside_terrace", "lagoon", "orchard"],
        ["orchard", "marshlands", "hamlet", "homestead", "farmland"],
        ["wildwood_garden", "mangrove_swamp", "homestead", "farmland"],
        ["orchard", "marshlands", "homestead"],
    ]
    table_now = start()
    record = []
    for deck in decks:
        turns = []
        for name in deck:
            found = offer(table_now, Turn(0, 0, CARDS[name]))
            on = found.placements[0][1]
            drawn = Draw(on, found.terrains[0])
            turns.append(TurnRecord(CARDS[name], {"Ann": drawn}))
            sheet = table_now.players[0]
            letter = "FVAWHM"[found.terrains[0]]
            sheet = sheet._replace(drawn=sheet.drawn.with_letter(on, letter))
            table_now = table_now.with_sheet(0, sheet)
        record.append(SeasonRecord(turns))
    return record


def test_a_whole_game_ends_after_winter() -> None:
    record = replay(start(), whole_game())
    assert record.legal
    assert record.after.season == Season.WINTER
    assert len(record.after.players[0].seasons) == 3
    assert record.scores is not None
    assert record.scores.complete
    assert record.scores.solo is not None
    assert record.scores.solo.title is not None


def test_nothing_is_played_after_winter() -> None:
    record = replay(start(), [*whole_game(), SeasonRecord(SPRING)])
    assert stopped(record) == ("winter", 0, None)
    assert failed(record) == ["game.over"]
    assert [season.season for season in record.seasons] == [*Season, Season.WINTER]
    ended = replay(start(), [*whole_game(), SeasonRecord([])])
    assert stopped(ended) == ("winter", None, None)
    assert [check.rule for check in ended.seasons[-1].checks] == ["cartographers.game.over"]


def test_only_the_last_draw_of_a_record_may_be_wanting() -> None:
    wanting = TurnRecord(CARDS["lagoon"], {"Ann": None})
    record = replay(start(), [cards(SPRING[0], wanting)])
    assert record.legal is None
    assert record.stopped_at is None
    assert [played.legal for played in record.seasons[0].turns] == [True, None]
    assert record.after.players[0].drawn.rows()[0] == rows("WWW")[0]
    for seasons in ([cards(wanting, SPRING[0])], [SeasonRecord([wanting])]):
        early = replay(start(), seasons)
        assert (early.legal, stopped(early)) == (False, ("spring", 0, 0))
        assert failed(early) == ["round.draws"]


def test_records_without_seasons_change_nothing() -> None:
    record = replay(start(), [])
    assert record.legal
    assert record.scores is None


def test_every_sentence_about_a_card_is_filled_in_every_language() -> None:
    book = Rulebook("theodolite.cartographers")
    both = [turn(FREYLA, Ann="A1 *A2 *A3 *A4 hero"), turn(WREN, Ann="B1 *B2 hero")]
    records = [
        replay(start(), [SeasonRecord(SPRING)]),
        replay(start(game="heroes"), [SeasonRecord(both)]),
        replay(start(), [SeasonRecord([*both, turn("great_river")])]),
        replay(start(), [SeasonRecord([*SPRING, SPRING[0]])]),
        replay(start(), [SeasonRecord([turn("temple_ruins", Ann="A1 farm")])]),
        replay(start(solo=False), [SeasonRecord(TROLL_SPRING)]),
    ]
    checks = [
        check
        for record in records
        for season in record.seasons
        for played in season.turns
        for check in [*played.checks, *(c for _, one in played.draws for c in one.checks)]
    ]
    for check in checks:
        for language in LANGUAGES:
            assert book.sentence(language, check.rule, check.says, check.values)


def test_a_hero_of_two_seasons_ago_does_not_come_again() -> None:
    spring = [*SPRING[:4], turn(FREYLA, Ann="E1 *E2 *E3 *E4 hero"), SPRING[4]]
    summer = [
        turn("orchard", Ann="F1 F2 F3 G3 farm"),
        turn("homestead", Ann="H1 I1 I2 J1 village"),
        turn("fishing_village", Ann="A8 A9 A10 A11 village"),
        turn("coastal_encampment", Ann="B8 B9 B10 C8 village"),
    ]
    autumn = [turn(FREYLA, Ann="K11 hero")]
    records = [SeasonRecord(turns) for turns in (spring, summer, autumn)]
    record = replay(start(), records)
    assert stopped(record) == ("autumn", 0, None)
    assert failed(record) == ["deck.once"]
