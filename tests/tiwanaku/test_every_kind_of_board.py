"""Deductions about boards of every kind are right, and stay right when further tiles are laid."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from reference import tiwanaku as reference
from theodolite.grid import Space, each, set_of
from theodolite.tiwanaku.board import LETTERS, LEVELS, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.deductions import Deductions, deduce
from theodolite.tiwanaku.solver import Value, Worlds, values_at
from tiwanaku.positions import Position, positions, tiles_of, worlds_of

SHORT, LONG = BoardName.SHORT, BoardName.LONG
KINDS = {
    "terrain alone": (SHORT, (1.0, 1.0), 0.0),
    "terrain in part": (SHORT, (0.3, 0.9), 0.0),
    "half planted": (SHORT, (0.4, 0.6), 0.5),
    "nearly empty": (SHORT, (0.12, 0.3), 0.7),
    "long, terrain alone": (LONG, (0.9, 1.0), 0.0),
    "long, planted": (LONG, (0.7, 0.9), 0.5),
}
COUNT_TO = 300


def drawn(kind: str, seed: int) -> Iterator[Position]:
    """Boards of a kind; now and then with one crop more, the only one where there are none."""
    random = Random(seed)
    board, known, planted = KINDS[kind]
    for land, tiles in positions(board, random, known=known, planted=planted):
        bare = [*each(land.bare)]
        world = next((w for w in worlds_of(board) if _shows(w, land)), None)
        if bare and world is not None and random.random() < 0.5:
            space = random.choice(bare)
            level = world.level_at(space)
            assert level is not None
            yield Position(land.with_crop(space, level), tiles)
        else:
            yield Position(land, tiles)


def _shows(world: Land, land: Land) -> bool:
    layers = zip((*world.terrain, *world.crops), (*land.terrain, *land.crops), strict=True)
    return all(not lying & ~there for there, lying in layers)


def values(found: Deductions) -> set[Value]:
    return {
        value
        for space, possible in found.spaces.items()
        for value in (
            *(Value(space, terrain) for terrain in possible.terrain),
            *(Value(space, level=level) for level in possible.crops),
        )
    }


def laid(position: Position, value: Value) -> Position | None:
    """A board with one value more; None for a crop where no terrain lies."""
    land, tiles = position
    if value.level is None:
        return Position(land.discovered(value.space, value.terrain), tiles)
    if not land.bare >> value.space & 1:
        return None
    return Position(land.with_crop(value.space, value.level), tiles)


def of(position: Position) -> Deductions:
    return deduce(*position, explain=False, count_to=COUNT_TO)


@pytest.mark.parametrize("kind", KINDS)
def test_lists_exactly_the_values_that_a_search_finds(kind: str) -> None:
    for position in islice(drawn(kind, 3), 5):
        land, tiles = position
        found = of(position)
        with Worlds(land, tiles, Clock()) as worlds:
            open_ = [Value(space, t) for space in each(land.empty) for t in Terrain]
            bare = each(land.grid.everywhere & ~land.planted)
            open_ += [Value(space, level=level) for space in bare for level in LEVELS]
            shown = {value for value in open_ if worlds.any_of([value]) is not None}
        lying = {value for space in each(land.laid) for value in values_at(land, space)}
        assert values(found) == (shown | lying if found.consistent else set())


@pytest.mark.parametrize("kind", KINDS)
def test_counts_as_many_worlds_as_a_search_one_by_one(kind: str) -> None:
    for position in islice(drawn(kind, 4), 4):
        found, count = of(position), 0
        with Worlds(*position, Clock()) as worlds:
            while count < COUNT_TO and (world := worlds.any_of()) is not None:
                worlds.forbid(world)
                count += 1
        assert (found.worlds, found.exact) == (count, count < COUNT_TO)


@pytest.mark.parametrize("kind", ["terrain alone", "half planted"])
def test_worlds_found_in_another_order_show_no_other_values(kind: str) -> None:
    for position in islice(drawn(kind, 5), 4):
        land, tiles = position
        counts = dict(zip(LETTERS, tiles, strict=True))
        worlds = reference.worlds(land.terrain_rows(), land.crop_rows(), counts, 60)
        found = of(position)
        shown = {
            value
            for world in worlds
            for (column, row), (letter, level) in world.items()
            for space in [Space(row * land.grid.columns + column)]
            for value in (
                Value(space, Terrain(LETTERS.index(letter))),
                Value(space, level=level),
            )
        }
        assert shown <= values(found)
        if len(worlds) < 60:
            assert (found.worlds, found.exact) == (len(worlds), True)
            assert shown == values(found)


@pytest.mark.parametrize("kind", KINDS)
def test_laying_what_is_certain_changes_nothing(kind: str) -> None:
    for position in islice(drawn(kind, 6), 6):
        found = of(position)
        for certain in found.certain:
            more = laid(position, certain.value)
            if more is not None:
                again = of(more)
                assert again.spaces == found.spaces
                assert (again.worlds, again.exact) == (found.worlds, found.exact)


@pytest.mark.parametrize("kind", KINDS)
def test_laying_a_possible_value_keeps_the_values_that_agree(kind: str) -> None:
    random = Random(7)
    for position in islice(drawn(kind, 7), 3):
        found = of(position)
        left = values(found)
        for value in random.sample(sorted(left, key=str), min(12, len(left))):
            more = None if value in values_at(position.land, value.space) else laid(position, value)
            if more is None:
                continue
            again = of(more)
            assert values(again) <= left
            with Worlds(*position, Clock()) as worlds:
                together = {v for v in left if worlds.any_of([value, v]) is not None}
            assert values(again) == together
            if found.exact:
                assert again.worlds <= found.worlds


@pytest.mark.parametrize("kind", KINDS)
def test_a_focus_changes_nothing_about_its_spaces(kind: str) -> None:
    random = Random(8)
    for position in islice(drawn(kind, 8), 4):
        found = of(position)
        spaces = random.sample([*position.land.grid.spaces.values()], 3)
        alone = deduce(*position, focus=set_of(spaces), explain=False, count_to=COUNT_TO)
        assert (alone.consistent, alone.worlds, alone.exact) == (
            found.consistent,
            found.worlds,
            found.exact,
        )
        assert alone.spaces == {s: found.spaces[s] for s in sorted(spaces) if found.consistent}


@pytest.mark.parametrize("board", [SHORT, LONG])
def test_an_empty_board_excludes_nothing_that_a_known_world_shows(board: BoardName) -> None:
    for world in worlds_of(board)[:3]:
        found = deduce(
            Land(board), tiles_of(world), explain=False, count_to=1, clock=Clock(work=3_000)
        )
        shown = {v for space in each(world.grid.everywhere) for v in values_at(world, space)}
        assert shown <= values(found)
        assert found.consistent is not False
        assert found.certain == ()
