"""Odds of Tiwanaku: by enumeration on short boards, by sums on both.

`tests/proof.py` compares many more positions with the enumeration.
"""

from itertools import islice
from random import Random

import pytest

from reference import tiwanaku as reference
from theodolite.grid import each
from theodolite.tiwanaku.board import LETTERS, LEVELS, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.deductions import deduce
from theodolite.tiwanaku.odds import Odds, find_odds
from theodolite.tiwanaku.solver import Value
from theodolite.tiwanaku.survey import place_of, values_left
from tiwanaku.positions import CONTRACT, Position, positions

SHORT, LONG = BoardName.SHORT, BoardName.LONG
POSITIONS = 30
MOST_WORLDS = 500
ROWS = [
    (SHORT, 0.7, 0.0),
    (SHORT, 0.6, 0.05),
    (SHORT, 0.5, 0.6),
    (LONG, 0.85, 0.0),
    (LONG, 0.6, 0.5),
]
"""Boards, the share of their spaces that is known, and the share of these that is planted."""


def found(position: Position) -> Odds:
    """The odds of a position that has worlds."""
    shares = find_odds(*position)
    assert shares is not None
    return shares


def with_value(land: Land, value: Value) -> Land:
    """A land with the tile of a value."""
    space, terrain, level = value
    return land.discovered(space, terrain) if level is None else land.with_crop(space, level)


@pytest.mark.parametrize("planted", [0.0, 0.05, 0.7])
def test_odds_are_the_shares_of_all_worlds(planted: float) -> None:
    compared = 0
    for land, tiles in islice(
        positions(SHORT, Random(7), known=(0.88, 1), planted=planted), POSITIONS
    ):
        worlds = reference.worlds_by_maps(
            land.terrain_rows(),
            land.crop_rows(),
            dict(zip(LETTERS, tiles, strict=True)),
            MOST_WORLDS,
        )
        if len(worlds) == MOST_WORLDS:
            continue
        compared += 1
        shares = find_odds(land, tiles)
        if not worlds:
            assert shares is None
            continue
        assert shares is not None
        assert shares.worlds == len(worlds)
        for space in each(land.grid.everywhere):
            row, column = divmod(space, land.grid.columns)
            held = [world[column, row] for world in worlds]
            for terrain in Terrain:
                share = sum(letter == LETTERS[terrain] for letter, _ in held) / len(worlds)
                assert shares.of(Value(space, terrain)) == pytest.approx(share, abs=1e-12)
            for level in LEVELS:
                share = sum(one == level for _, one in held) / len(worlds)
                assert shares.of(Value(space, level=level)) == pytest.approx(share, abs=1e-12)
    assert compared >= 5


@pytest.mark.parametrize(("board", "known", "planted"), ROWS)
def test_odds_add_up_and_multiply(board: BoardName, known: float, planted: float) -> None:
    random = Random(5)
    tried = 0
    for land, tiles in positions(board, random, known=(known, known), planted=planted):
        shares = find_odds(land, tiles, clock=Clock(20))
        if shares is None:
            continue
        for space in each(land.grid.everywhere):
            assert sum(shares.terrain(space).values()) == pytest.approx(1)
            assert sum(shares.crops(space).values()) == pytest.approx(1)
        open_ = [
            value
            for value in values_left(land, each(land.grid.everywhere & ~land.planted))
            if shares.of(value) > 0
            and (value.level is not None) == bool(land.laid >> value.space & 1)
        ]
        one, other = random.sample(open_, 2)
        with_one = found(Position(with_value(land, one), tiles))
        # Adding a tile leaves just the worlds that show it.
        assert with_one.worlds == shares.shares[place_of(one)]
        with_other = found(Position(with_value(land, other), tiles))
        # The chance of both is the same in either order.
        assert with_one.shares[place_of(other)] == with_other.shares[place_of(one)]
        tried += 1
        if tried == 3:
            return


@pytest.mark.parametrize(("board", "known", "planted"), ROWS)
def test_laying_what_is_certain_changes_nothing(
    board: BoardName, known: float, planted: float
) -> None:
    tried = 0
    for land, tiles in positions(board, Random(11), known=(known, known), planted=planted):
        shares = find_odds(land, tiles, clock=Clock(20))
        terrains = [value for value in values_left(land, each(land.empty)) if value.level is None]
        certain = [value for value in terrains if shares and shares.of(value) == 1]
        if certain:
            assert find_odds(with_value(land, certain[0]), tiles) == shares
            tried += 1
        if tried == 2:
            return


def test_odds_agree_with_the_possible_values() -> None:
    land, tiles = CONTRACT
    deduced = deduce(land, tiles, explain=False, odds=True)
    assert deduced.odds is not None
    assert deduced.worlds == deduced.odds.worlds
    for space, possible in deduced.spaces.items():
        assert tuple(deduced.odds.terrain(space)) == possible.terrain
        assert tuple(deduced.odds.crops(space)) == possible.crops
    for value, _ in deduced.certain:
        assert deduced.odds.of(value) == 1


def test_counts_all_worlds_or_tells_no_odds() -> None:
    board, tiles = Land(SHORT), (7, 9, 4, 5)
    assert deduce(board, tiles, explain=False, odds=True, clock=Clock(0.3)).odds is None
    with pytest.raises(TimeIsUp):
        find_odds(board, tiles, clock=Clock(0.3))


def test_without_worlds_there_are_no_odds() -> None:
    land, _ = CONTRACT
    assert find_odds(land, (4, 9, 7, 5)) is None
    assert deduce(land, (4, 9, 7, 5), odds=True).odds is None
