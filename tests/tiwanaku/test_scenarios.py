"""Checks of discs name every violation, and discs drawn are as wanted."""

from functools import cache
from random import Random

import pytest
from flask.testing import FlaskClient

from reference import tiwanaku as reference
from theodolite.grid import Space, each, set_of
from theodolite.tiwanaku.board import LETTERS, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.deductions import LAST_TIER, deduce
from theodolite.tiwanaku.hints import Hint, NoHint, find_hint
from theodolite.tiwanaku.scenarios import (
    LEAST_HIDDEN,
    Disc,
    Drawn,
    Unique,
    check,
    draw,
    violations,
)
from tiwanaku.positions import worlds_of

SHORT, LONG = BoardName.SHORT, BoardName.LONG

LAWFUL = Land.from_rows(
    SHORT,
    ["SGRMM", "GGRRM", "GSSRR", "GRSSS", "MRRRR"],
    ["15213", "24342", "15151", "34342", "15213"],
)


def changed(space: str, *, terrain: str | None = None, crop: str | None = None) -> Land:
    """The lawful map with another terrain or crop on a space."""
    column, row = ord(space[0]) - ord("A"), int(space[1]) - 1
    rows = [LAWFUL.terrain_rows(), LAWFUL.crop_rows()]
    for lines, letter in zip(rows, (terrain, crop), strict=True):
        if letter is not None:
            lines[row] = lines[row][:column] + letter + lines[row][column + 1 :]
    return Land.from_rows(SHORT, *rows)


@pytest.mark.parametrize("board", [SHORT, LONG])
def test_the_worlds_of_the_tests_break_no_law(board: BoardName) -> None:
    for land in worlds_of(board):
        assert [*violations(land)] == []


@pytest.mark.parametrize(
    ("land", "law", "spaces"),
    [
        (changed("B1", crop="2"), "separation", ["B1", "C1"]),
        (changed("A1", crop="3"), "one_each", ["A1"]),
        (changed("A5", terrain="R"), "region_size", ["B4", "A5", "B5", "C5", "D5", "E5"]),
        (changed("D4", terrain="G"), "one_each", ["D4"]),
        (changed("B3", terrain="R"), "no_touch", ["C2", "B3"]),
    ],
)
def test_names_the_spaces_that_break_a_law(land: Land, law: str, spaces: list[str]) -> None:
    found = [(one.law, land.grid.name_all(one.spaces)) for one in violations(land)]
    assert (law, spaces) in found
    judged = check(Disc(land, ()))
    assert not judged.lawful
    assert (judged.unique_from_start, judged.unique_from_terrain) == (None, None)
    assert (judged.other_world, judged.difficulty) == (None, None)


@pytest.mark.parametrize(
    ("land", "broken"),
    [
        (
            changed("B1", crop="2"),
            [
                ("one_each", "B1 A2 B2 A3 A4", {"terrain": Terrain.GRASS, "count": 5}),
                ("separation", "B1 C1", {"level": 2}),
                ("separation", "B1 A2", {"level": 2}),
            ],
        ),
        (
            changed("B1", crop="1"),
            [
                ("one_each", "B1 A2 B2 A3 A4", {"terrain": Terrain.GRASS, "count": 5}),
                ("separation", "A1 B1", {"level": 1}),
            ],
        ),
        (
            changed("D4", terrain="G"),
            [
                ("one_each", "B3 C3 C4", {"terrain": Terrain.SAND, "count": 3}),
                ("one_each", "E4", {"terrain": Terrain.SAND, "count": 1}),
                ("one_each", "D4", {"terrain": Terrain.GRASS, "count": 1}),
            ],
        ),
        (
            changed("B3", terrain="R"),
            [
                ("no_touch", "C2 B3", {"terrain": Terrain.ROCK, "count": 5}),
                ("region_size", "B3 B4 B5 C5 D5 E5", {"terrain": Terrain.ROCK, "count": 6}),
            ],
        ),
    ],
)
def test_names_every_violation_once(land: Land, broken: list[object]) -> None:
    found = [
        (law, " ".join(land.grid.name_all(spaces)), values)
        for law, spaces, values in violations(land)
    ]
    assert found == broken


def test_random_maps_are_lawful_by_both_readings() -> None:
    random = Random(4)
    for world in worlds_of(SHORT):
        crops = world.crop_rows()
        row, column = random.randrange(5), random.randrange(5)
        crops[row] = crops[row][:column] + random.choice("12345") + crops[row][column + 1 :]
        land = Land.from_rows(SHORT, world.terrain_rows(), crops)
        board = {
            (x, y): (letter, int(crops[y][x]))
            for y, line in enumerate(world.terrain_rows())
            for x, letter in enumerate(line)
        }
        assert reference.lawful(board) == (not [*violations(land)])


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_a_disc_that_is_unique_from_start_leaves_one_world(seed: int) -> None:
    disc = draw(SHORT, seed, "from_start").disc
    assert disc is not None
    lying = disc.from_start
    found = deduce(lying, disc.tiles, explain=False)
    assert (found.worlds, found.exact) == (1, True)
    judged = check(disc)
    assert (judged.lawful, judged.fits_box, judged.unique_from_start) == (True, True, True)
    assert judged.unique_from_terrain
    assert judged.deal is None
    assert disc.otoma is None


def test_the_difficulty_of_a_disc_is_that_of_its_start() -> None:
    disc = draw(SHORT, 4, "from_start").disc
    assert disc is not None
    difficulty = check(disc).difficulty
    assert difficulty is not None
    assert difficulty.tier == LAST_TIER
    assert difficulty == deduce(disc.from_start, disc.tiles).difficulty


def test_enumeration_finds_the_one_world_of_a_disc() -> None:
    disc = draw(SHORT, 7, "from_terrain").disc
    assert disc is not None
    lying = disc.from_terrain
    tiles = dict(zip(LETTERS, disc.tiles, strict=True))
    (world,) = reference.worlds(lying.terrain_rows(), lying.crop_rows(), tiles, 2)
    rows = disc.land.terrain_rows(), disc.land.crop_rows()
    assert reference.world_rows(world) == rows


def test_every_start_tile_of_a_disc_is_needed() -> None:
    disc = draw(SHORT, 7, "from_start").disc
    assert disc is not None
    for space in disc.start:
        fewer = disc._replace(start=tuple(s for s in disc.start if s != space))
        assert not check(fewer).unique_from_start


def test_a_disc_that_is_not_unique_shows_another_world() -> None:
    disc = draw(SHORT, 7, "from_terrain").disc
    assert disc is not None
    judged = check(disc)
    assert (judged.unique_from_start, judged.unique_from_terrain) == (False, True)
    other = judged.other_world
    assert other is not None
    assert [*violations(other)] == []
    assert other != disc.land
    for space in disc.start:
        assert other.terrain_at(space) == disc.land.terrain_at(space)
        assert other.level_at(space) == disc.land.level_at(space)
    assert check(Disc(disc.land, ())).unique_from_terrain is False


# The harder it may be, the fewer start tiles it needs. Tier 1 alone proves no terrain.
@pytest.mark.parametrize(("max_tier", "start"), [(1, 25), (2, 14), (3, 11), (4, 11)])
def test_a_disc_is_no_harder_than_max_tier(max_tier: int, start: int) -> None:
    disc = draw(SHORT, 3, "from_start", max_tier=max_tier).disc
    assert disc is not None
    assert len(disc.start) == start
    difficulty = check(disc).difficulty
    assert difficulty is not None
    assert difficulty.tier <= max_tier


def test_a_disc_has_the_wanted_number_of_start_tiles() -> None:
    disc = draw(SHORT, 5, "from_start", start_tiles=14).disc
    assert disc is not None
    assert len(disc.start) == 14


def test_a_long_disc_has_five_start_spaces_for_otoma_and_can_be_dealt_or_not() -> None:
    disc = draw(LONG, 7, "from_terrain").disc
    assert disc is not None
    assert disc.otoma is not None
    assert len(disc.otoma) == 5
    assert {*disc.otoma} <= {*disc.start}
    judged = check(disc)
    assert judged.lawful
    assert judged.fits_box
    left = 45 - len(disc.start)
    assert judged.deal == {2: left % 2 == 0, 3: left % 3 == 0, 4: left % 4 == 0}


PUZZLES: list[tuple[int, Unique, int]] = [
    (1, "from_terrain", 11),
    (1, "from_start", 11),
    (2, "from_start", 11),
    (2, "from_terrain", 11),
    (3, "from_start", 11),
    (3, "from_terrain", 11),
]
"""Tiers, what leaves one world, and seeds."""


@cache
def puzzle(tier: int, unique: Unique, seed: int) -> Disc:
    disc = draw(SHORT, seed, unique, difficulty=tier).disc
    assert disc is not None
    return disc


def played(disc: Disc, unique: Unique, max_tier: int) -> tuple[Land, NoHint]:
    """The board after following hints as long as there are any, and why there is none then."""
    land = disc.lying(unique)
    while isinstance(found := find_hint(land, disc.tiles, max_tier=max_tier), Hint):
        space, terrain, level = found.value
        land = land.discovered(space, terrain) if level is None else land.with_crop(space, level)
    return land, found


@pytest.mark.parametrize(("tier", "unique", "seed"), PUZZLES)
def test_a_puzzle_needs_its_tier_and_no_harder_one(tier: int, unique: Unique, seed: int) -> None:
    disc = puzzle(tier, unique, seed)
    assert played(disc, unique, tier) == (disc.land, "solved")
    if tier > 1:
        assert played(disc, unique, tier - 1)[1] == "beyond_tier"
    found = deduce(disc.lying(unique), disc.tiles)
    assert (found.worlds, found.exact) == (1, True)
    assert found.difficulty is not None
    assert found.difficulty.tier == tier
    assert check(disc, unique=unique).difficulty == found.difficulty


@pytest.mark.parametrize(("tier", "unique", "seed"), PUZZLES)
def test_a_puzzle_is_varied_and_leaves_something_to_find(
    tier: int, unique: Unique, seed: int
) -> None:
    disc = puzzle(tier, unique, seed)
    judged = check(disc, Clock(work=0))
    assert (judged.lawful, judged.fits_box) == (True, True)
    groups = [disc.land.grid.groups(spaces) for spaces in disc.land.terrain]
    assert all(groups)
    assert len({group.bit_count() for one in groups for group in one}) > 1
    assert len(disc.start) <= 25 - LEAST_HIDDEN


@pytest.mark.parametrize(("players", "unique"), [(2, "from_start"), (4, "from_terrain")])
def test_the_tiles_left_of_a_puzzle_can_be_dealt(players: int, unique: Unique) -> None:
    disc = draw(LONG, 3, unique, difficulty=2, players=players).disc
    assert disc is not None
    judged = check(disc, unique=unique)
    assert judged.deal is not None
    assert judged.deal[players]
    assert judged.difficulty is not None
    assert judged.difficulty.tier == 2


def test_a_puzzle_has_the_wanted_number_of_start_tiles_and_still_needs_its_tier() -> None:
    disc = draw(SHORT, 5, "from_start", start_tiles=15, difficulty=3).disc
    assert disc is not None
    assert len(disc.start) == 15
    difficulty = check(disc).difficulty
    assert difficulty is not None
    assert difficulty.tier == 3
    assert draw(SHORT, 5, "from_start", start_tiles=25, difficulty=1) == Drawn(None, "none")


@pytest.mark.parametrize(("difficulty", "tier"), [("easy", 1), ("medium", 2), ("hard", 3)])
def test_an_answer_says_the_tier_and_the_number_of_steps(
    client: FlaskClient, difficulty: str, tier: int
) -> None:
    wanted = {"board": "short", "seed": 9, "difficulty": difficulty}
    answer = client.post("/v3/tiwanaku/scenarios", json={"draw": wanted}).get_json()
    assert answer["check"]["difficulty"]["tier"] == tier
    assert answer["check"]["difficulty"]["steps"] > 2 * LEAST_HIDDEN
    # Easy discs show all terrain, since tier 1 proves hardly any.
    unique = "from_terrain" if difficulty == "easy" else "from_start"
    body = {"draw": {**wanted, "unique": unique}}
    assert client.post("/v3/tiwanaku/scenarios", json=body).get_json() == answer


def test_says_why_no_disc_was_drawn() -> None:
    assert draw(SHORT, 1, "from_start", start_tiles=1) == Drawn(None, "none")
    assert draw(SHORT, 1, "from_start", clock=Clock(work=100)) == Drawn(None, "work")


def test_the_budget_leaves_open_what_it_did_not_reach() -> None:
    disc = draw(SHORT, 8, "from_start").disc
    assert disc is not None
    judged = check(disc, Clock(work=0))
    assert (judged.unique_from_start, judged.unique_from_terrain) == (None, None)
    assert judged.lawful


def test_a_seed_gives_the_same_disc_for_good() -> None:
    disc = draw(SHORT, 7, "from_start").disc
    assert disc is not None
    assert disc.land.terrain_rows() == ["GGMGG", "SGMGG", "SGMGR", "SGMRR", "SSMRR"]
    assert disc.land.crop_rows() == ["13524", "42413", "15352", "34243", "25151"]
    assert len(disc.start) == 10


HALF_HARD = Disc(
    Land.from_rows(
        SHORT,
        ["MSSSR", "MMMMG", "GRRGG", "GMRRG", "MMMRS"],
        ["32131", "15424", "23131", "14242", "23151"],
    ),
    tuple(map(Space, (0, 7, 11, 13, 14, 21, 23))),
)


def test_the_difficulty_of_a_disc_with_all_terrain_is_that_of_its_levels() -> None:
    judged = check(HALF_HARD)
    assert (judged.unique_from_start, judged.unique_from_terrain) == (False, True)
    assert judged.difficulty is not None
    assert judged.difficulty.tier == 4
    assert judged.difficulty == deduce(HALF_HARD.from_terrain, HALF_HARD.tiles).difficulty


def test_the_counts_are_needed_beside_the_start_tiles() -> None:
    hidden = set_of([LAWFUL.grid.spaces["A1"], LAWFUL.grid.spaces["C1"]])
    judged = check(Disc(LAWFUL, tuple(each(LAWFUL.grid.everywhere & ~hidden))))
    assert (judged.unique_from_start, judged.other_world) == (True, None)


@pytest.mark.parametrize(
    ("start", "deal"),
    [
        (5, {2: True, 3: False, 4: True}),
        (6, {2: False, 3: True, 4: False}),
        (7, {2: True, 3: False, 4: False}),
        (9, {2: True, 3: True, 4: True}),
    ],
)
def test_the_tiles_left_after_the_start_are_dealt_equally_or_not(
    start: int, deal: dict[int, bool]
) -> None:
    judged = check(Disc(worlds_of(LONG)[0], (*range(start),)), Clock(work=0))
    assert judged.deal == deal
